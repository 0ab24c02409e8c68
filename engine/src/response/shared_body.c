/* shared_body.c: see there. */
#include "response/shared_body.h"

#include "response/island.h"

/* A body with fewer edges has no copies. */
enum { least_shared_edges = 32 };

/* Nor where a copy would have less than so many times the mass or inertia of another body: there contacts would yield
 * more, and what strips do side by side would add up to too much. */
static const float least_mass_of_copy = 16.0f;

/* ---- which body ---- */

/* Whether copies of a body are far heavier than another one. */
static bool outweighs(const thud_inverse_mass *shared, const thud_inverse_mass *other) {
    const float times = (float)thud_shared_copies * least_mass_of_copy;
    return times * shared->linear <= other->linear &&
           (other->angular == 0.0f || times * shared->angular <= other->angular);
}

int32_t thud_find_shared_body(const thud_island_graph *graph, const thud_solve_input *input, int32_t first_body,
                              int32_t body_count) {
    const int32_t *bodies = graph->bodies + first_body;
    int32_t found = bodies[0];
    for (int32_t i = 1; i < body_count; i++) {
        found = graph->links[bodies[i]].half_edges > graph->links[found].half_edges ? bodies[i] : found;
    }
    if (graph->links[found].half_edges < least_shared_edges) {
        return -1;
    }
    for (int32_t i = 0; i < body_count; i++) {
        if (bodies[i] != found && !outweighs(&input->inverse_masses[found], &input->inverse_masses[bodies[i]])) {
            return -1;
        }
    }
    return found;
}

/* ---- its copies ---- */

void thud_share_mass(const thud_batch_bodies *bodies, int32_t first_copy) {
    const float copies = (float)thud_shared_copies;
    for (int32_t i = first_copy; i < first_copy + thud_shared_records; i++) {
        thud_local_mass *mass = &bodies->inverse_mass[i];
        *mass = (thud_local_mass){copies * mass->x, copies * mass->y, copies * mass->angular, copies * mass->linear};
    }
}

void thud_set_copies(const thud_batch_bodies *bodies, int32_t first_copy, const thud_shared_motion *motion) {
    for (int32_t i = first_copy; i < first_copy + thud_shared_records; i++) {
        bodies->velocity[i] = motion->velocity;
        bodies->base[i] = motion->base;
    }
}

/* Adds how much faster one is than another. */
static void add_difference(thud_velocity *sum, const thud_velocity *one, const thud_velocity *other) {
    sum->linear = thud_vec2_add(sum->linear, thud_vec2_sub(one->linear, other->linear));
    sum->angular += one->angular - other->angular;
}

static thud_velocity scale(thud_velocity velocity, float factor) {
    return (thud_velocity){thud_vec2_scale(velocity.linear, factor), factor * velocity.angular, 0.0f};
}

thud_shared_motion thud_sum_copies(const thud_batch_bodies *bodies, int32_t first_copy) {
    thud_shared_motion sum = {0};
    const int32_t idle = first_copy + thud_shared_copies;
    for (int32_t i = first_copy; i < idle; i++) {
        add_difference(&sum.velocity, &bodies->velocity[i], &bodies->velocity[idle]);
        add_difference(&sum.base, &bodies->base[i], &bodies->base[idle]);
    }
    const float share = 1.0f / (float)thud_shared_copies;
    return (thud_shared_motion){scale(sum.velocity, share), scale(sum.base, share)};
}
