/*
 * parts.h: what joints are made of, for eight of them: a hold of two coupled rows, and an axis with spring,
 * motor and limits. All are soft rows (Catto, "Soft Constraints", GDC 2011; "Solver2D", 2024): with the row's
 * speed v, error x and accumulated impulse l,
 *
 *     l' = l - M (mass_scale v + bias_rate x) - (1 - mass_scale) l          solve: before positions move
 *     l' = l - M v                                                          relax: after; rigid rows only
 *
 * Included by kernels only.
 */
#ifndef THUD_SRC_RESPONSE_PARTS_H
#define THUD_SRC_RESPONSE_PARTS_H

#include "response/joints/rows.h"

/*
 * Below this share of the squared trace a determinant is rounding: one of the two directions does not yield.
 */
static const float thud_singular_share = 1.0e-6f;

/* The pass of a substep. */
typedef enum thud_pass { THUD_PASS_SOLVE, THUD_PASS_RELAX } thud_pass;

/* The inverse; for a matrix of rank one its pseudo-inverse k / trace(k)^2; zero for zero. */
THUD_INLINE thud_matrix8 thud_invert8(thud_matrix8 k) {
    thud_f8 trace = thud_f8_add(k.xx, k.yy);
    thud_f8 squared = thud_f8_mul(trace, trace);
    thud_f8 determinant = thud_f8_sub(thud_f8_mul(k.xx, k.yy), thud_f8_mul(k.xy, k.xy));
    thud_m8 regular = thud_f8_gt(determinant, thud_f8_mul(thud_f8_set1(thud_singular_share), squared));
    thud_f8 inverse = thud_effective_mass8(thud_f8_select(regular, determinant, squared));
    return (thud_matrix8){thud_f8_mul(thud_f8_select(regular, k.yy, k.xx), inverse),
                          thud_f8_mul(thud_f8_select(regular, thud_f8_neg(k.xy), k.xy), inverse),
                          thud_f8_mul(thud_f8_select(regular, k.xx, k.yy), inverse)};
}

THUD_INLINE thud_vec8 thud_matrix_apply8(thud_matrix8 m, thud_vec8 v) {
    return (thud_vec8){thud_f8_add(thud_f8_mul(m.xx, v.x), thud_f8_mul(m.xy, v.y)),
                       thud_f8_add(thud_f8_mul(m.xy, v.x), thud_f8_mul(m.yy, v.y))};
}

/* ---- hold ---- */

THUD_INLINE thud_f8 thud_clamp8(thud_f8 value, thud_f8 bound) {
    return thud_f8_max(thud_f8_min(value, bound), thud_f8_neg(bound));
}

/* Two rows at once: their effective mass, speeds and errors, and how fast a firm hold may draw together. */
typedef struct thud_rows8 {
    thud_matrix8 mass;
    thud_vec8 speed, error;
    thud_vec8 most_bias;
} thud_rows8;

THUD_INLINE thud_vec8 thud_hold_impulse8(const thud_joint_block *block) {
    return thud_vec8_load(block->impulse_x, block->impulse_y);
}

/* The impulses of a firm hold after the pass. */
THUD_INLINE thud_vec8 thud_solve_firm8(const thud_rows8 *rows, thud_vec8 old, const thud_substep *substep) {
    thud_f8 scale = thud_f8_set1(substep->joint.mass_scale);
    thud_vec8 bias = thud_scale8(rows->error, thud_f8_set1(substep->joint.bias_rate));
    bias.x = thud_clamp8(bias.x, rows->most_bias.x);
    bias.y = thud_clamp8(bias.y, rows->most_bias.y);
    thud_vec8 wanted = thud_add8(thud_scale8(rows->speed, scale), bias);
    return thud_sub8(thud_scale8(old, scale), thud_matrix_apply8(rows->mass, wanted));
}

/* The same where some are springs. */
THUD_INLINE thud_vec8 thud_solve_soft8(const thud_joint_block *block, const thud_rows8 *rows, thud_vec8 old) {
    thud_f8 scale = thud_f8_load(block->spring.mass_scale);
    thud_vec8 bias = thud_scale8(rows->error, thud_f8_load(block->spring.bias_rate));
    bias.x = thud_clamp8(bias.x, thud_f8_load(block->most_bias_x));
    bias.y = thud_clamp8(bias.y, thud_f8_load(block->most_bias_y));
    thud_vec8 wanted = thud_add8(thud_scale8(rows->speed, scale), bias);
    thud_vec8 impulse = thud_sub8(thud_scale8(old, scale), thud_matrix_apply8(rows->mass, wanted));
    thud_f8 bound = thud_f8_load(block->spring.bound);
    thud_f8 length = thud_f8_sqrt(thud_dot8(impulse, impulse));
    thud_m8 too_long = thud_f8_gt(length, bound);
    if (thud_m8_any(too_long)) {
        thud_f8 shorten = thud_f8_div(bound, thud_f8_select(too_long, length, bound));
        impulse = thud_scale8(impulse, thud_f8_select(too_long, shorten, thud_f8_set1(1.0f)));
    }
    return impulse;
}

THUD_INLINE thud_vec8 thud_relax_hold8(const thud_joint_block *block, const thud_rows8 *rows, thud_vec8 old) {
    thud_vec8 change = thud_matrix_apply8(rows->mass, rows->speed);
    if (block->has.soft_hold) {
        change = thud_scale8(change, thud_f8_load(block->spring.relax_scale));
    }
    return thud_sub8(old, change);
}

/* The impulses to apply. */
THUD_INLINE thud_vec8 thud_solve_hold8(thud_joint_block *block, const thud_rows8 *rows,
                                       const thud_substep *substep, thud_pass pass) {
    thud_vec8 old = thud_hold_impulse8(block);
    thud_vec8 impulse;
    if (pass == THUD_PASS_RELAX) {
        impulse = thud_relax_hold8(block, rows, old);
    } else if (block->has.soft_hold) {
        impulse = thud_solve_soft8(block, rows, old);
    } else {
        impulse = thud_solve_firm8(rows, old, substep);
    }
    thud_vec8_store(block->impulse_x, block->impulse_y, impulse);
    return thud_sub8(impulse, old);
}

/* ---- axis ---- */

/* One row: its stiffness, speed and position, and how fast a limit may push back at most. */
typedef struct thud_axis8 {
    thud_f8 stiffness, speed, position;
    thud_f8 most_bias;
} thud_axis8;

THUD_INLINE thud_f8 thud_axis_impulse8(int32_t has, const thud_axis_block *axis) {
    if (!has) {
        return thud_f8_zero();
    }
    thud_f8 driven = thud_f8_add(thud_f8_load(axis->spring_impulse), thud_f8_load(axis->motor_impulse));
    return thud_f8_add(driven,
                       thud_f8_sub(thud_f8_load(axis->lower_impulse), thud_f8_load(axis->upper_impulse)));
}

THUD_INLINE thud_f8 thud_linear_impulse8(const thud_joint_block *block) {
    return thud_axis_impulse8(block->has.linear, &block->linear);
}

THUD_INLINE thud_f8 thud_angular_impulse8(const thud_joint_block *block) {
    return thud_axis_impulse8(block->has.angular, &block->angular);
}

/* Each returns the change of its impulse. */
THUD_INLINE thud_f8 thud_solve_spring8(thud_axis_block *axis, thud_f8 mass, const thud_axis8 *row,
                                       thud_pass pass) {
    thud_f8 old = thud_f8_load(axis->spring_impulse);
    thud_f8 impulse;
    if (pass == THUD_PASS_RELAX) {
        thud_f8 relaxed = thud_f8_mul(thud_f8_load(axis->spring.relax_scale), thud_f8_mul(mass, row->speed));
        impulse = thud_f8_sub(old, relaxed);
    } else {
        thud_f8 mass_scale = thud_f8_load(axis->spring.mass_scale);
        thud_f8 error = thud_f8_sub(row->position, thud_f8_load(axis->target));
        thud_f8 bias = thud_f8_mul(thud_f8_load(axis->spring.bias_rate), error);
        bias = thud_clamp8(bias, thud_f8_load(axis->most_bias));
        thud_f8 wanted = thud_f8_add(thud_f8_mul(mass_scale, row->speed), bias);
        impulse = thud_f8_sub(thud_f8_mul(mass_scale, old), thud_f8_mul(mass, wanted));
        impulse = thud_clamp8(impulse, thud_f8_load(axis->spring.bound));
    }
    thud_f8_store(axis->spring_impulse, impulse);
    return thud_f8_sub(impulse, old);
}

THUD_INLINE thud_f8 thud_solve_motor8(thud_axis_block *axis, thud_f8 mass, thud_f8 speed) {
    thud_f8 old = thud_f8_load(axis->motor_impulse);
    thud_f8 excess = thud_f8_sub(speed, thud_f8_load(axis->speed));
    thud_f8 impulse =
        thud_clamp8(thud_f8_sub(old, thud_f8_mul(mass, excess)), thud_f8_load(axis->motor_bound));
    thud_f8_store(axis->motor_impulse, impulse);
    return thud_f8_sub(impulse, old);
}

/*
 * A limit that presses when `room` is used up; `speed` is that of the room. Where there is room left it may
 * be used up within the substep. A limit that is a spring presses only beyond, and is not relaxed.
 */
THUD_INLINE thud_f8 thud_solve_limit8(float *accumulated, const thud_spring_block *limit, thud_f8 mass,
                                      thud_f8 room, thud_f8 speed, thud_f8 most_bias,
                                      const thud_substep *substep, thud_pass pass) {
    thud_f8 one = thud_f8_set1(1.0f);
    thud_m8 free = thud_f8_gt(room, thud_f8_zero());
    thud_m8 is_spring = thud_f8_le(thud_f8_load(limit->relax_scale), thud_f8_zero());
    thud_f8 soft_rate = thud_f8_zero();
    thud_f8 scale = one;
    if (pass == THUD_PASS_SOLVE) {
        soft_rate = thud_f8_load(limit->bias_rate);
        scale = thud_f8_select(free, one, thud_f8_load(limit->mass_scale));
    }
    thud_f8 rate = thud_f8_select(free, thud_f8_set1(substep->inverse_h), soft_rate);
    thud_f8 old = thud_f8_load(accumulated);
    thud_f8 bias = thud_f8_max(thud_f8_mul(rate, room), thud_f8_neg(most_bias));
    thud_f8 wanted = thud_f8_add(thud_f8_mul(scale, speed), bias);
    thud_f8 impulse = thud_f8_sub(thud_f8_mul(scale, old), thud_f8_mul(mass, wanted));
    impulse = thud_f8_max(impulse, thud_f8_zero());
    thud_f8 of_spring = pass == THUD_PASS_RELAX ? old : thud_f8_select(free, thud_f8_zero(), impulse);
    impulse = thud_f8_select(is_spring, of_spring, impulse);
    thud_f8_store(accumulated, impulse);
    return thud_f8_sub(impulse, old);
}

/* The impulse to apply along the row. Spring first, limits last: the firmer, the later. */
THUD_INLINE thud_f8 thud_solve_axis8(thud_axis_block *axis, thud_axis8 row, const thud_substep *substep,
                                     thud_pass pass) {
    thud_f8 mass = thud_effective_mass8(row.stiffness);
    thud_f8 spring = thud_solve_spring8(axis, mass, &row, pass);
    row.speed = thud_f8_mul_add(row.stiffness, spring, row.speed);
    thud_f8 motor = thud_solve_motor8(axis, mass, row.speed);
    row.speed = thud_f8_mul_add(row.stiffness, motor, row.speed);
    thud_f8 room = thud_f8_sub(row.position, thud_f8_load(axis->lower));
    thud_f8 lower =
        thud_solve_limit8(axis->lower_impulse, &axis->limit, mass, room, row.speed, row.most_bias, substep, pass);
    row.speed = thud_f8_mul_add(row.stiffness, lower, row.speed);
    room = thud_f8_sub(thud_f8_load(axis->upper), row.position);
    thud_f8 upper = thud_solve_limit8(axis->upper_impulse, &axis->limit, mass, room, thud_f8_neg(row.speed),
                                      row.most_bias, substep, pass);
    return thud_f8_add(thud_f8_add(spring, motor), thud_f8_sub(lower, upper));
}

#endif
