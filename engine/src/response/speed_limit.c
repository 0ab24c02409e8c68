/* speed_limit.c: limits the speeds of bodies, for the kernels of all SIMD widths: few bodies are ever that fast. */
#include "response/speed_limit.h"

/* The length of v; its square may overflow a float. */
static float length_of_large(thud_vec2 v) {
    float largest = thud_max(thud_abs(v.x), thud_abs(v.y));
    return largest > 0.0f ? largest * thud_vec2_length(thud_vec2_scale(v, 1.0f / largest)) : 0.0f;
}

/* A velocity within the limits. */
static thud_velocity limit_velocity(thud_velocity velocity, const thud_substep *substep) {
    float side = thud_sure_share * substep->max_speed;
    if (thud_abs(velocity.linear.x) > side || thud_abs(velocity.linear.y) > side) {
        float speed = length_of_large(velocity.linear);
        float share = speed > substep->max_speed ? substep->max_speed / speed : 1.0f;
        velocity.linear = thud_vec2_scale(velocity.linear, share);
    }
    velocity.angular = thud_max(thud_min(velocity.angular, substep->max_turn), -substep->max_turn);
    return velocity;
}

void thud_limit_loaded(const thud_batch_bodies *bodies, int32_t first, int32_t count,
                       const thud_substep *substep) {
    for (int32_t i = first; i < first + count && i < bodies->dynamic_end; i++) {
        bodies->velocity[i] = limit_velocity(bodies->velocity[i], substep);
        bodies->velocity_change[i] = limit_velocity(bodies->velocity_change[i], substep);
    }
}

static void cap_speed(const thud_local_mass *mass, thud_velocity *velocity, thud_velocity *base,
                      const thud_substep *substep) {
    if (mass->linear > 0.0f || mass->angular > 0.0f) {
        thud_velocity capped = limit_velocity(*velocity, substep);
        base->linear = thud_vec2_add(base->linear, thud_vec2_sub(capped.linear, velocity->linear));
        base->angular += capped.angular - velocity->angular;
        *velocity = capped;
    }
}

void thud_cap_speeds(const thud_batch_bodies *bodies, int32_t first, int32_t count,
                     const thud_substep *substep) {
    for (int32_t i = first; i < first + count; i++) {
        cap_speed(&bodies->inverse_mass[i], &bodies->velocity[i], &bodies->base[i], substep);
    }
}
