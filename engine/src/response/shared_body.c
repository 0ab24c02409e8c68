/* shared_body.c: see there. */
#include "response/shared_body.h"

#include "response/island.h"

/* A body with fewer edges has no copies. */
enum { least_shared_edges = 32 };

/* Nor where a copy would have less than so many times the mass of another body: there contacts would yield more. */
static const float least_mass_of_copy = 16.0f;

/* ---- which body ---- */

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
    float most = (float)thud_shared_copies * least_mass_of_copy * input->inverse_masses[found].linear;
    for (int32_t i = 0; i < body_count; i++) {
        if (bodies[i] != found && !(most <= input->inverse_masses[bodies[i]].linear)) {
            return -1;
        }
    }
    return found;
}

/* ---- its copies ---- */

/* The number behind the last copy. */
static int32_t end_of(thud_shared_body shared) {
    return shared.body > 0 ? shared.first_copy + thud_shared_copies : shared.first_copy;
}

void thud_load_copies(const thud_batch_bodies *bodies, thud_shared_body shared) {
    const float copies = (float)thud_shared_copies;
    thud_local_mass whole = bodies->inverse_mass[shared.body];
    thud_local_mass share = {copies * whole.x, copies * whole.y, copies * whole.angular, copies * whole.linear};
    for (int32_t i = shared.first_copy; i < end_of(shared); i++) {
        bodies->inverse_mass[i] = share;
        bodies->start[i] = bodies->start[shared.body];
        bodies->gain[i] = bodies->gain[shared.body];
    }
}

void thud_begin_copies(const thud_batch_bodies *bodies, thud_shared_body shared) {
    for (int32_t i = shared.first_copy; i < end_of(shared); i++) {
        bodies->velocity[i] = bodies->base[i] = bodies->velocity[shared.body];
        bodies->moved[i] = bodies->moved[shared.body];
    }
}

void thud_end_copies(const thud_batch_bodies *bodies, thud_shared_body shared) {
    thud_velocity gained = {0}; /* by all copies together */
    for (int32_t i = shared.first_copy; i < end_of(shared); i++) {
        thud_velocity now = bodies->velocity[i], before = bodies->base[i];
        gained.linear = thud_vec2_add(gained.linear, thud_vec2_sub(now.linear, before.linear));
        gained.angular += now.angular - before.angular;
    }
    const float share = 1.0f / (float)thud_shared_copies;
    thud_velocity *velocity = &bodies->velocity[shared.body];
    velocity->linear = thud_vec2_mul_add(velocity->linear, share, gained.linear);
    velocity->angular += share * gained.angular;
}
