/*
 * slide_rows.h: joints with an axis u that is fixed on body a, t = perp(u), and the gap d between the anchors:
 *
 *     x = t . d,    v = t . (v_b - v_a) + w_b (r_b x t) - w_a ((r_a + d) x t)      across: the hold's first row
 *     x = angle,    v = w_b - w_a
 *     x = u . d,    v = u . (v_b - v_a) + w_b (r_b x u) - w_a ((r_a + d) x u)      along: spring, motor and limits
 *
 * Of a prismatic joint (slider), the angle is the hold's second row, coupled with the first. Of a wheel b on
 * a chassis a the angle is a separate row, for a motor: the engine; the row along the axis is the
 * suspension. Included by joints_kernel.c only.
 */
#pragma once

#include "response/joints/axis_rows.h"

/* The arm on body a reaches to anchor b, as the axis is fixed on body a. */
THUD_INLINE thud_row_w thud_slide_row_w(const thud_parts_w *parts, wide_vec2 direction) {
    return thud_linear_row_w(direction, wide_add(parts->arm_a, parts->gap), parts->arm_b);
}

THUD_INLINE thud_row_w thud_angle_row_w(void) {
    thud_fw zero = thud_fw_zero();
    thud_fw one = thud_fw_set1(1.0f);
    return (thud_row_w){zero, zero, one, zero, zero, one};
}

/* The stiffness of the hold's rows; a wheel has no second row. */
THUD_INLINE thud_matrix_w thud_slide_stiffness_w(const thud_joint_block *block, const thud_pair_w *pair,
                                                 const thud_parts_w *parts) {
    thud_row_w across = thud_slide_row_w(parts, wide_perp(parts->axis));
    thud_fw zero = thud_fw_zero();
    thud_matrix_w stiffness = {thud_row_coupling_w(pair, &across, &across), zero, zero};
    if (thud_rows_of_kind(block->has.kind).holds_angle) {
        thud_row_w angle = thud_angle_row_w();
        stiffness.xy = thud_row_coupling_w(pair, &across, &angle);
        stiffness.yy = thud_row_coupling_w(pair, &angle, &angle);
    }
    return stiffness;
}

/* Not inlined, as each pass calls it. */
THUD_OWN_CODE thud_row_w thud_slide_wrench_w(const thud_joint_block *block, const thud_parts_w *parts) {
    wide_vec2 held = thud_hold_impulse_w(block);
    thud_row_w across = thud_slide_row_w(parts, wide_perp(parts->axis));
    thud_row_w along = thud_slide_row_w(parts, parts->axis);
    across = thud_row_scale_w(&across, held.x);
    along = thud_row_scale_w(&along, thud_linear_impulse_w(block));
    thud_row_w sum = thud_row_add_w(&across, &along);
    thud_fw turn = thud_rows_of_kind(block->has.kind).holds_angle ? held.y : thud_angular_impulse_w(block);
    sum.aw = thud_fw_add(sum.aw, turn);
    sum.bw = thud_fw_add(sum.bw, turn);
    return sum;
}

/* The row along the axis. */
THUD_INLINE thud_line_w thud_find_slide_w(const thud_parts_w *parts) {
    return (thud_line_w){thud_slide_row_w(parts, parts->axis), wide_dot(parts->axis, parts->gap)};
}

/* Solves the hold's rows. */
THUD_INLINE void thud_solve_across_w(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                                     const thud_substep *substep, thud_constraint_pass pass) {
    thud_fw zero = thud_fw_zero();
    wide_vec2 perp = wide_perp(parts->axis);
    thud_row_w across = thud_slide_row_w(parts, perp);
    bool with_angle = thud_rows_of_kind(block->has.kind).holds_angle;
    thud_rows_w held = {
        .mass = parts->mass,
        .speed = {thud_row_speed_w(pair, &across), with_angle ? thud_angular_speed_w(pair) : zero},
        .error = {wide_dot(perp, parts->gap), with_angle ? parts->angle : zero},
        .most_bias = {thud_fw_set1(substep->joint_push_speed), thud_fw_set1(substep->joint_push_turn)}};
    wide_vec2 impulse = thud_solve_hold_w(block, &held, substep, pass);
    thud_row_apply_w(pair, &across, impulse.x);
    if (with_angle) {
        thud_angular_apply_w(pair, impulse.y);
    }
}
