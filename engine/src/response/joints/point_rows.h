/*
 * point_rows.h: joints that keep two anchors together, or an angle, or both:
 *
 *     revolute, weld, motor    both;  target    the point;  ratchet    the angle
 *
 *     x = gap,        v = v_b + w_b x r_b - v_a - w_a x r_a        two rows: the hold
 *     x = angle,      v = w_b - w_a                                one row: spring, motor and limits
 *
 * Of hinges and welds of two bodies with finite mass that a gap parts by an eighth of their arms up to their length, both arms
 * reach to the middle of the gap, so that force and reaction act at one point. Where they act at two, a gap across the force
 * spins the pair: ragdolls whose limbs an impact had wedged together turned and jumped for ever.
 *
 * A target joint has no body a: its gap reaches from the target to the anchor. The world moves a ratchet's limit from
 * tooth to tooth. Included by joints_kernel.c only.
 */
#pragma once

#include "response/joints/axis_rows.h"

THUD_INLINE thud_row_w thud_point_wrench_w(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_row_w row = thud_linear_row_w(thud_hold_impulse_w(block), parts->arm_a, parts->arm_b);
    thud_fw angular = thud_angular_impulse_w(block);
    row.aw = thud_fw_add(row.aw, angular);
    row.bw = thud_fw_add(row.bw, angular);
    return row;
}

/* The rows of springs, see joint_prepare.h: (K + s)^-1 = (M + s |M|) / (1 + s tr M + s^2 |M|) with M = K^-1. */
THUD_INLINE void thud_soften_rows_w(const thud_joint_block *block, thud_rows_w *rows) {
    thud_fw s = thud_fw_load(block->extra->spring.softness);
    thud_matrix_w *m = &rows->mass;
    rows->speed = wide_add(rows->speed, wide_scale(thud_hold_impulse_w(block), s));
    thud_fw more = thud_fw_mul(s, thud_fw_sub(thud_fw_mul(m->xx, m->yy), thud_fw_mul(m->xy, m->xy)));
    thud_fw under = thud_fw_mul_add(s, thud_fw_add(thud_fw_add(m->xx, m->yy), more), thud_fw_set1(1.0f));
    m->xx = thud_fw_div(thud_fw_add(m->xx, more), under);
    m->xy = thud_fw_div(m->xy, under);
    m->yy = thud_fw_div(thud_fw_add(m->yy, more), under);
}

THUD_INLINE void thud_point_rows_w(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                                   const thud_substep *substep, thud_constraint_pass pass) {
    thud_solve_angular_w(block, pair, parts, substep, pass);
    if (!block->has.hold) {
        return;
    }
    bool is_torn = (block->has.links & THUD_LINKS_TORN) != 0;
    thud_fw push = is_torn ? thud_fw_load(block->extra->push) : thud_fw_set1(substep->joint_push_speed);
    thud_rows_w rows = {.mass = parts->mass,
                        .speed = thud_point_speed_w(pair, parts->arm_a, parts->arm_b),
                        .error = parts->gap,
                        .most_bias = {push, push}};
    if (pass == THUD_PASS_SOLVE && block->has.soft_hold) {
        thud_soften_rows_w(block, &rows);
    }
    wide_vec2 impulse = thud_solve_hold_w(block, &rows, substep, pass);
    thud_row_w row = thud_linear_row_w(impulse, parts->arm_a, parts->arm_b);
    thud_pair_apply_w(pair, &row);
}
