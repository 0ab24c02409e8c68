/*
 * motion_kernel.c: moves bodies between the passes of the constraints. Records are four floats {x, y, angle, unused},
 * so that velocities, factors and displacements combine element by element, two bodies at a time.
 */
#include "base/lanes.h"
#include "response/batch.h"
#include "response/speed_limit.h"

/* Mask of all fields of two records except the fourth. */
static inline thud_m8 moving_fields(void) {
    return thud_m8_from_bits(0x77);
}

/* Adds the fourth floats of two records, the corrections by joints, to the third. */
static inline thud_f8 take_in_turns(thud_f8 constrained) {
    thud_f8 noted = thud_f8_and_mask(thud_f8_swap_pairs(constrained), thud_m8_from_bits(0x44));
    return thud_f8_add(thud_f8_and_mask(constrained, moving_fields()), noted);
}

/* New velocities of the dynamic bodies at the start of a substep: damped by v / (1 + c h), the Pade form of
 * exp(-c h), stable for any c, accelerated, and warm started by the impulses of the last substep. */
void THUD_KERNEL(thud_integrate_velocities)(const thud_batch_bodies *bodies) {
    float *velocity = &bodies->velocity[0].linear.x;
    float *base = &bodies->base[0].linear.x;
    const float *damping_factor = &bodies->damping_factor[0].linear.x;
    const float *velocity_change = &bodies->velocity_change[0].linear.x;
    int32_t end = 4 * bodies->dynamic_end; /* copies keep their velocities */
    for (int32_t i = 0; i < end; i += 8) {
        thud_f8 v = thud_f8_load(velocity + i);
        thud_f8 constrained = thud_f8_sub(v, thud_f8_load(base + i));
        thud_f8 free = thud_f8_mul_add(v, thud_f8_load(damping_factor + i), thud_f8_load(velocity_change + i));
        thud_f8_store(base + i, free);
        thud_f8_store(velocity + i, thud_f8_add(free, take_in_turns(constrained)));
    }
}

/* Sets all arrays from the loaded velocities and accelerations, and begins the first substep, without a warm start. */
void THUD_KERNEL(thud_begin_bodies)(const thud_batch_bodies *bodies, const thud_substep *substep) {
    float *velocity = &bodies->velocity[0].linear.x;
    float *velocity_change = &bodies->velocity_change[0].linear.x;
    const float *damping_factor = &bodies->damping_factor[0].linear.x;
    float *base = &bodies->base[0].linear.x, *start = &bodies->start[0].linear.x;
    float *moved = &bodies->moved[0].translation.x;
    thud_f8 limit = thud_f8_loadu(substep->sure_limits), h = thud_f8_set1(substep->h);
    int32_t end = 4 * bodies->count;
    for (int32_t i = 0; i < end; i += 8) {
        thud_f8 v = thud_f8_and_mask(thud_f8_load(velocity + i), moving_fields());
        thud_f8 change = thud_f8_and_mask(thud_f8_mul(h, thud_f8_load(velocity_change + i)), moving_fields());
        thud_f8_store(velocity_change + i, change);
        if (__builtin_expect(thud_m8_any(thud_f8_gt(thud_f8_max(thud_f8_abs(v), thud_f8_abs(change)), limit)),
                             0)) {
            thud_f8_store(velocity + i, v);
            thud_limit_loaded(bodies, i / 4, 2, substep);
            v = thud_f8_load(velocity + i);
            change = thud_f8_load(velocity_change + i);
        }
        thud_f8 free = thud_f8_mul_add(v, thud_f8_load(damping_factor + i), change);
        thud_f8_store(start + i, v);
        thud_f8_store(base + i, free);
        thud_f8_store(velocity + i, free);
        thud_f8_store(moved + i, thud_f8_zero());
    }
}

void THUD_KERNEL(thud_integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep) {
    float *velocity = &bodies->velocity[0].linear.x;
    float *moved = &bodies->moved[0].translation.x;
    thud_f8 limit = thud_f8_loadu(substep->sure_limits);
    thud_f8 h = thud_f8_and_mask(thud_f8_set1(substep->h), moving_fields());
    int32_t end = 4 * bodies->count;
    for (int32_t i = 0; i < end; i += 8) {
        thud_f8 v = thud_f8_load(velocity + i);
        if (__builtin_expect(thud_m8_any(thud_f8_gt(thud_f8_abs(v), limit)), 0)) {
            thud_cap_speeds(bodies, i / 4, 2, substep);
            v = thud_f8_load(velocity + i);
        }
        thud_f8_store(moved + i, thud_f8_mul_add(v, h, thud_f8_load(moved + i)));
    }
}
