/* mass_split.c: the proxies of mass-split bodies: loaded from the body, summed up into it (mass_split.h). */
#include "response/mass_split.h"

void thud_split_mass(const thud_batch_bodies *bodies) {
    const float proxies = (float)thud_proxies;
    for (int32_t i = thud_first_proxy; i <= thud_idle_proxy; i++) {
        thud_local_mass *mass = &bodies->inverse_mass[i];
        *mass = (thud_local_mass){proxies * mass->x, proxies * mass->y, proxies * mass->angular,
                                  proxies * mass->linear};
    }
}

void thud_set_proxies(const thud_batch_bodies *bodies, const thud_split_motion *motion) {
    for (int32_t i = thud_first_proxy; i <= thud_idle_proxy; i++) {
        bodies->velocity[i] = motion->velocity;
        bodies->base[i] = motion->base;
    }
}

/* Adds the velocity of one relative to the other. */
static void add_difference(thud_velocity *sum, const thud_velocity *one, const thud_velocity *other) {
    sum->linear = thud_vec2_add(sum->linear, thud_vec2_sub(one->linear, other->linear));
    sum->angular += one->angular - other->angular;
}

static thud_velocity scale(thud_velocity velocity, float factor) {
    return (thud_velocity){thud_vec2_scale(velocity.linear, factor), factor * velocity.angular, 0.0f};
}

thud_split_motion thud_sum_proxies(const thud_batch_bodies *bodies) {
    thud_split_motion sum = {0};
    for (int32_t i = thud_first_proxy; i < thud_idle_proxy; i++) {
        add_difference(&sum.velocity, &bodies->velocity[i], &bodies->velocity[thud_idle_proxy]);
        add_difference(&sum.base, &bodies->base[i], &bodies->base[thud_idle_proxy]);
    }
    const float share = 1.0f / (float)thud_proxies;
    return (thud_split_motion){scale(sum.velocity, share), scale(sum.base, share)};
}
