/*
 * parts.h: the parts of joints: a hold of two coupled rows, and an axis with spring, motor and
 * limits. All are soft rows (Catto, "Soft Constraints", GDC 2011; "Solver2D", 2024): with the row's
 * speed v, error x and accumulated impulse l,
 *
 *     l' = l - M (mass_scale v + bias_rate x) - (1 - mass_scale) l          solve: before positions move
 *     l' = l - M v                                                          relax: after; rigid rows only
 *
 * Included by kernels only.
 */
#pragma once

#include "response/joints/rows.h"

/* Below this share of the product of the diagonal, whatever the units of the two rows, a determinant is rounding error: the
 * matrix has rank one. */
static const float thud_singular_share = 1.0e-6f;

/* The inverse; for a matrix of rank one its pseudo-inverse k / trace(k)^2; zero for zero. */
THUD_INLINE thud_matrix_w thud_invert_w(thud_matrix_w k) {
    thud_fw trace = thud_fw_add(k.xx, k.yy), product = thud_fw_mul(k.xx, k.yy);
    thud_fw squared = thud_fw_mul(trace, trace);
    thud_fw determinant = thud_fw_sub(product, thud_fw_mul(k.xy, k.xy));
    thud_mw regular = thud_fw_gt(determinant, thud_fw_mul(thud_fw_set1(thud_singular_share), product));
    thud_fw inverse = wide_inverse(thud_fw_select(regular, determinant, squared));
    return (thud_matrix_w){thud_fw_mul(thud_fw_select(regular, k.yy, k.xx), inverse),
                          thud_fw_mul(thud_fw_select(regular, thud_fw_neg(k.xy), k.xy), inverse),
                          thud_fw_mul(thud_fw_select(regular, k.xx, k.yy), inverse)};
}

THUD_INLINE wide_vec2 thud_matrix_apply_w(thud_matrix_w m, wide_vec2 v) {
    return (wide_vec2){thud_fw_add(thud_fw_mul(m.xx, v.x), thud_fw_mul(m.xy, v.y)),
                       thud_fw_add(thud_fw_mul(m.xy, v.x), thud_fw_mul(m.yy, v.y))};
}

/* ---- hold ---- */

/* Two rows at once: their effective mass, speeds and errors, and the largest correction speed of a firm hold. */
typedef struct thud_rows_w {
    thud_matrix_w mass;
    wide_vec2 speed, error;
    wide_vec2 most_bias;
} thud_rows_w;

THUD_INLINE wide_vec2 thud_hold_impulse_w(const thud_joint_block *block) {
    return thud_vec_w_load(&block->impulse);
}

/* The impulses after the pass that solves. */
THUD_INLINE wide_vec2 thud_solve_rows_w(const thud_rows_w *rows, wide_vec2 old, thud_fw mass_scale,
                                         thud_fw bias_rate, wide_vec2 most_bias) {
    wide_vec2 bias = wide_scale(rows->error, bias_rate);
    bias.x = wide_clamp(bias.x, most_bias.x);
    bias.y = wide_clamp(bias.y, most_bias.y);
    wide_vec2 wanted = wide_add(wide_scale(rows->speed, mass_scale), bias);
    return wide_sub(wide_scale(old, mass_scale), thud_matrix_apply_w(rows->mass, wanted));
}

/* The lanes whose firm rows a joint tree solves (tree_links.h). */
THUD_INLINE thud_mw thud_left_to_tree_w(const float *in_tree, const thud_spring_block *spring) {
    thud_fw left = thud_fw_mul(thud_fw_load(in_tree), thud_fw_load(spring->relax_scale));
    return thud_fw_gt(left, thud_fw_zero());
}

/* Keeps the old impulses in those lanes. */
THUD_INLINE wide_vec2 thud_leave_hold_w(const thud_joint_block *block, wide_vec2 old, wide_vec2 impulse) {
    if (block->has.links & THUD_LINKS_TREE) {
        thud_mw left = thud_left_to_tree_w(block->extra->in_tree, &block->extra->spring);
        impulse.x = thud_fw_select(left, old.x, impulse.x);
        impulse.y = thud_fw_select(left, old.y, impulse.y);
    }
    return impulse;
}

/* The same where some are springs: within their bounds. */
THUD_INLINE wide_vec2 thud_solve_soft_w(const thud_joint_block *block, const thud_rows_w *rows, wide_vec2 old) {
    const thud_joint_extra *extra = block->extra;
    wide_vec2 impulse =
        thud_solve_rows_w(rows, old, thud_fw_load(extra->spring.mass_scale),
                          thud_fw_load(extra->spring.bias_rate), thud_vec_w_load(&extra->most_bias));
    thud_fw bound = thud_fw_load(extra->spring.bound);
    thud_fw length = thud_fw_sqrt(wide_dot(impulse, impulse));
    thud_mw too_long = thud_fw_gt(length, bound);
    if (thud_mw_any(too_long)) {
        thud_fw shorten = thud_fw_div(bound, thud_fw_select(too_long, length, bound));
        impulse = wide_scale(impulse, thud_fw_select(too_long, shorten, thud_fw_set1(1.0f)));
    }
    return thud_leave_hold_w(block, old, impulse);
}

THUD_INLINE wide_vec2 thud_relax_hold_w(const thud_joint_block *block, const thud_rows_w *rows, wide_vec2 old) {
    wide_vec2 change = thud_matrix_apply_w(rows->mass, rows->speed);
    if (block->has.soft_hold) {
        change = wide_scale(change, thud_fw_load(block->extra->spring.relax_scale));
        return thud_leave_hold_w(block, old, wide_sub(old, change));
    }
    return wide_sub(old, change);
}

/* The impulses to apply. */
THUD_INLINE wide_vec2 thud_solve_hold_w(thud_joint_block *block, const thud_rows_w *rows,
                                         const thud_substep *substep, thud_constraint_pass pass) {
    wide_vec2 old = thud_hold_impulse_w(block);
    wide_vec2 impulse;
    if (pass == THUD_PASS_RELAX) {
        impulse = thud_relax_hold_w(block, rows, old);
    } else if (block->has.soft_hold) {
        impulse = thud_solve_soft_w(block, rows, old);
    } else {
        impulse = thud_solve_rows_w(rows, old, thud_fw_set1(substep->joint.mass_scale),
                                    thud_fw_set1(substep->joint.bias_rate), rows->most_bias);
    }
    thud_vec_w_store(&block->impulse, impulse);
    return wide_sub(impulse, old);
}

/* ---- axis ---- */

/* One row: its stiffness, speed and position, and the largest correction speed of a limit. */
typedef struct thud_axis_w {
    thud_fw stiffness, speed, position;
    thud_fw most_bias;
} thud_axis_w;

THUD_INLINE thud_fw thud_axis_impulse_w(int32_t has, const thud_axis_block *axis) {
    if (!has) {
        return thud_fw_zero();
    }
    thud_fw driven = thud_fw_add(thud_fw_load(axis->spring_impulse), thud_fw_load(axis->motor_impulse));
    return thud_fw_add(driven,
                       thud_fw_sub(thud_fw_load(axis->lower_impulse), thud_fw_load(axis->upper_impulse)));
}

THUD_INLINE thud_fw thud_linear_impulse_w(const thud_joint_block *block) {
    return thud_axis_impulse_w(block->has.linear, &block->extra->linear);
}

THUD_INLINE thud_fw thud_angular_impulse_w(const thud_joint_block *block) {
    return thud_axis_impulse_w(block->has.angular, &block->extra->angular);
}

/* Each returns the change of its impulse. `in_tree`: of the block's extra part; null if no lane is in a joint tree. */
THUD_INLINE thud_fw thud_solve_spring_w(thud_axis_block *axis, thud_fw mass, const thud_axis_w *row,
                                        const float *in_tree, thud_constraint_pass pass) {
    thud_fw old = thud_fw_load(axis->spring_impulse);
    thud_fw impulse;
    if (pass == THUD_PASS_RELAX) {
        thud_fw relaxed = thud_fw_mul(thud_fw_load(axis->spring.relax_scale), thud_fw_mul(mass, row->speed));
        impulse = thud_fw_sub(old, relaxed);
    } else {
        thud_fw mass_scale = thud_fw_load(axis->spring.mass_scale);
        thud_fw s = thud_fw_load(axis->spring.softness), one = thud_fw_set1(1.0f);
        thud_fw speed = thud_fw_mul_add(s, old, row->speed);
        mass = thud_fw_div(mass, thud_fw_mul_add(s, mass, one));
        thud_fw error = thud_fw_sub(row->position, thud_fw_load(axis->target));
        thud_fw bias = thud_fw_mul(thud_fw_load(axis->spring.bias_rate), error);
        bias = wide_clamp(bias, thud_fw_load(axis->most_bias));
        thud_fw wanted = thud_fw_add(thud_fw_mul(mass_scale, speed), bias);
        impulse = thud_fw_sub(thud_fw_mul(mass_scale, old), thud_fw_mul(mass, wanted));
        impulse = wide_clamp(impulse, thud_fw_load(axis->spring.bound));
    }
    if (in_tree != NULL) {
        impulse = thud_fw_select(thud_left_to_tree_w(in_tree, &axis->spring), old, impulse);
    }
    thud_fw_store(axis->spring_impulse, impulse);
    return thud_fw_sub(impulse, old);
}

THUD_INLINE thud_fw thud_solve_motor_w(thud_axis_block *axis, thud_fw mass, thud_fw speed) {
    thud_fw old = thud_fw_load(axis->motor_impulse);
    thud_fw excess = thud_fw_sub(speed, thud_fw_load(axis->speed));
    thud_fw impulse =
        wide_clamp(thud_fw_sub(old, thud_fw_mul(mass, excess)), thud_fw_load(axis->motor_bound));
    thud_fw_store(axis->motor_impulse, impulse);
    return thud_fw_sub(impulse, old);
}

/* A limit presses when `room`, the distance to it, is used up; `speed` is the rate of change of `room`. The room
 * that is left may be used up within the substep. A limit that is a spring presses only beyond the limit, and is
 * not relaxed. Where `most_bias` bounds the push, a limit that is no spring is firm: a soft one gives up a share
 * of its impulse, under a strong motor more than the push returns, and the joint would turn on without end. */
THUD_INLINE thud_fw thud_solve_limit_w(float *accumulated, const thud_spring_block *limit, thud_fw mass,
                                       thud_fw room, thud_fw speed, thud_fw most_bias,
                                       const thud_substep *substep, thud_constraint_pass pass) {
    thud_fw one = thud_fw_set1(1.0f);
    thud_mw free = thud_fw_gt(room, thud_fw_zero());
    thud_mw is_spring = thud_fw_le(thud_fw_load(limit->relax_scale), thud_fw_zero());
    thud_fw soft_rate = thud_fw_zero();
    thud_fw scale = one;
    if (pass == THUD_PASS_SOLVE) {
        soft_rate = thud_fw_load(limit->bias_rate);
        thud_mw is_bounded = thud_fw_le(thud_fw_mul(soft_rate, room), thud_fw_neg(most_bias));
        thud_mw is_firm = thud_mw_or(free, thud_mw_andnot(is_bounded, is_spring));
        scale = thud_fw_select(is_firm, one, thud_fw_load(limit->mass_scale));
    }
    thud_fw rate = thud_fw_select(free, thud_fw_set1(substep->inverse_h), soft_rate);
    thud_fw old = thud_fw_load(accumulated);
    thud_fw bias = thud_fw_max(thud_fw_mul(rate, room), thud_fw_neg(most_bias));
    thud_fw wanted = thud_fw_add(thud_fw_mul(scale, speed), bias);
    thud_fw impulse = thud_fw_sub(thud_fw_mul(scale, old), thud_fw_mul(mass, wanted));
    impulse = thud_fw_max(impulse, thud_fw_zero());
    thud_fw of_spring = pass == THUD_PASS_RELAX ? old : thud_fw_select(free, thud_fw_zero(), impulse);
    impulse = thud_fw_select(is_spring, of_spring, impulse);
    thud_fw_store(accumulated, impulse);
    return thud_fw_sub(impulse, old);
}

/* The impulse to apply along the row. Spring first, limits last: the firmer, the later. One function for all rows and
 * passes: inlined in each of them it takes 1.8 KB more with AVX2. */
THUD_OWN_CODE thud_fw thud_solve_axis_w(thud_axis_block *axis, const thud_axis_w *along, const float *in_tree,
                                        const thud_substep *substep, thud_constraint_pass pass) {
    thud_axis_w row = *along;
    thud_fw mass = wide_inverse(row.stiffness);
    thud_fw spring = thud_solve_spring_w(axis, mass, &row, in_tree, pass);
    row.speed = thud_fw_mul_add(row.stiffness, spring, row.speed);
    thud_fw motor = thud_solve_motor_w(axis, mass, row.speed);
    row.speed = thud_fw_mul_add(row.stiffness, motor, row.speed);
    thud_fw room = thud_fw_sub(row.position, thud_fw_load(axis->lower));
    thud_fw lower =
        thud_solve_limit_w(axis->lower_impulse, &axis->limit, mass, room, row.speed, row.most_bias, substep, pass);
    row.speed = thud_fw_mul_add(row.stiffness, lower, row.speed);
    room = thud_fw_sub(thud_fw_load(axis->upper), row.position);
    thud_fw upper = thud_solve_limit_w(axis->upper_impulse, &axis->limit, mass, room, thud_fw_neg(row.speed),
                                      row.most_bias, substep, pass);
    return thud_fw_add(thud_fw_add(spring, motor), thud_fw_sub(lower, upper));
}
