/*
 * motion_kernel.c: how bodies move between the passes of the constraints. Records have four floats {x, y,
 * angle, nothing}, so that velocities, factors and displacements combine element by element, two bodies at a
 * time.
 */
#include "response/joints/turn.h"
#include "response/speed_limit.h"

/* What joints have noted in the fourth floats of two records is added to the third ones. */
static inline thud_f8 take_in_turns(thud_f8 constrained) {
    thud_f8 noted = thud_f8_and_mask(thud_f8_swap_pairs(constrained), thud_m8_from_bits(0x44));
    return thud_f8_add(thud_f8_and_mask(constrained, thud_m8_from_bits(0x77)), noted);
}

/*
 * New velocities of a substep, of an even number of bodies: damped as if by v / (1 + c h) (the Pade form of exp(-c h), stable for any c)
 * and accelerated; then the warm start, which is what the constraints did in the last substep.
 */
void THUD_KERNEL(thud_integrate_velocities)(const thud_batch_bodies *bodies) {
    float *velocity = &bodies->velocity[0].linear.x;
    float *base = &bodies->base[0].linear.x;
    const float *damping_factor = &bodies->damping_factor[0].linear.x;
    const float *velocity_change = &bodies->velocity_change[0].linear.x;
    for (int32_t i = 0; i < 4 * bodies->count; i += 8) {
        thud_f8 v = thud_f8_load(velocity + i);
        thud_f8 constrained = thud_f8_sub(v, thud_f8_load(base + i));
        thud_f8 free =
            thud_f8_mul_add(v, thud_f8_load(damping_factor + i), thud_f8_load(velocity_change + i));
        thud_f8_store(base + i, free);
        thud_f8_store(velocity + i, thud_f8_add(free, take_in_turns(constrained)));
    }
}

/* Slows a body down, but not one that does not yield; what the constraints did to it, velocity - base, stays. */
static void cap_speed(const thud_batch_bodies *bodies, int32_t number, const thud_substep *substep) {
    const thud_local_mass *mass = &bodies->inverse_mass[number];
    if (mass->linear == 0.0f && mass->angular == 0.0f) {
        return;
    }
    thud_velocity *velocity = &bodies->velocity[number];
    thud_velocity *base = &bodies->base[number];
    thud_velocity capped = thud_limit_velocity(*velocity, substep);
    base->linear = thud_vec2_add(base->linear, thud_vec2_sub(capped.linear, velocity->linear));
    base->angular += capped.angular - velocity->angular;
    *velocity = capped;
}

void THUD_KERNEL(thud_integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep) {
    float *velocity = &bodies->velocity[0].linear.x;
    float *moved = &bodies->moved[0].translation.x;
    float side = thud_sure_share * substep->max_speed;
    float turn = substep->max_turn;
    static const float no_limit = 3.0e38f;
    _Alignas(32) float limits[8] = {side, side, turn, no_limit, side, side, turn, no_limit};
    thud_f8 limit = thud_f8_load(limits);
    thud_f8 h = thud_f8_and_mask(thud_f8_set1(substep->h), thud_m8_from_bits(0x77));
    for (int32_t i = 0; i < 4 * bodies->count; i += 8) {
        thud_f8 v = thud_f8_load(velocity + i);
        if (thud_m8_any(thud_f8_gt(thud_f8_abs(v), limit))) {
            cap_speed(bodies, i / 4, substep);
            cap_speed(bodies, i / 4 + 1, substep);
            v = thud_f8_load(velocity + i);
        }
        thud_f8_store(moved + i, thud_f8_mul_add(v, h, thud_f8_load(moved + i)));
    }
}

/* Poses by which bodies have moved, for joints. */
void THUD_KERNEL(thud_pose_bodies)(const thud_batch_bodies *bodies) {
    int32_t count = bodies->count;
    for (int32_t i = 0; i < count; i += thud_wide_lanes) {
        int32_t record[thud_wide_lanes];
        for (int32_t lane = 0; lane < thud_wide_lanes; lane++) {
            record[lane] = i + lane < count ? i + lane : count - 1;
        }
        thud_fw moved[4];
        thud_wide_gather4(&bodies->moved[0].translation.x, record, moved);
        thud_turn_w turn = thud_turn_by_w(moved[2]);
        thud_fw pose[4] = {moved[0], moved[1], turn.cosine, turn.sine};
        thud_wide_scatter4(&bodies->turned[0].position.x, record, pose);
    }
}
