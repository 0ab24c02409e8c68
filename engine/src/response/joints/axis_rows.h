/*
 * axis_rows.h: spring, motor and limits of a block, about the joint or along a row; and the joint's pose after its
 * bodies have moved. Shared by point_rows.h, line_rows.h and slide_rows.h. Included by kernels only.
 */
#pragma once

#include "response/joints/joint_prepare.h"

/* ---- pose ---- */

/* The squares of the shortest and the longest gap at which arms meet, by those of the arms. A bridge, which swings on
 * small gaps, would come to rest later; bodies torn farther apart than their arms are long would whirl about far points for
 * ever. */
static const float shortest_gap = 0.015625f, longest_gap = 1.0f;

/* The lanes whose arms meet in the middle of their gap, see point_rows.h. A body of infinite mass takes any reaction. */
THUD_INLINE thud_mw torn_lanes(const thud_joint_block *block) {
    wide_vec2 arm_a = thud_vec_w_load(&block->arm_a), arm_b = thud_vec_w_load(&block->arm_b);
    wide_vec2 gap = thud_vec_w_load(&block->gap);
    thud_fw arms = thud_fw_add(wide_dot(arm_a, arm_a), wide_dot(arm_b, arm_b)), squared = wide_dot(gap, gap);
    thud_fw heavier = thud_fw_min(thud_fw_load(block->inverse_ax), thud_fw_load(block->inverse_bx));
    thud_mw is_between = thud_mw_and(thud_fw_gt(squared, thud_fw_mul(arms, thud_fw_set1(shortest_gap))),
                                     thud_fw_le(squared, thud_fw_mul(arms, thud_fw_set1(longest_gap))));
    return thud_mw_and(is_between, thud_fw_gt(heavier, thud_fw_zero()));
}

/* Lets arms that were turned with their bodies meet. Other arms keep their bits: x - 0 is x, -0 too. */
THUD_OWN_CODE void meet_arms(thud_joint_block *block) {
    wide_vec2 arm_a = thud_vec_w_load(&block->arm_a), arm_b = thud_vec_w_load(&block->arm_b);
    wide_vec2 half = wide_scale(thud_vec_w_load(&block->gap), thud_fw_set1(0.5f));
    thud_mw torn = thud_fw_gt(thud_fw_load(block->extra->torn), thud_fw_zero());
    wide_vec2 less_a = {thud_fw_and_mask(thud_fw_neg(half.x), torn),
                        thud_fw_and_mask(thud_fw_neg(half.y), torn)};
    wide_vec2 less_b = {thud_fw_and_mask(half.x, torn), thud_fw_and_mask(half.y, torn)};
    thud_vec_w_store(&block->arm_a, wide_sub(arm_a, less_a));
    thud_vec_w_store(&block->arm_b, wide_sub(arm_b, less_b));
}

/* Notes these lanes, and those with long gaps, at the start of the step, where arms do not meet yet. Joint trees leave next to
 * no gaps. Which they are stays so through the step: were it found again in each substep, a joint's bits would depend on the others
 * of its block. */
THUD_INLINE void thud_note_torn_w(thud_joint_block *block, const thud_substep *substep) {
    bool is_firm = block->has.kind == THUD_JOINT_REVOLUTE || block->has.kind == THUD_JOINT_WELD;
    if (!is_firm || block->has.links != 0) {
        return;
    }
    thud_mw torn = torn_lanes(block);
    wide_vec2 gap = thud_vec_w_load(&block->gap);
    thud_fw longest = thud_fw_max(thud_fw_abs(gap.x), thud_fw_abs(gap.y));
    thud_fw far = thud_fw_min(thud_fw_mul(longest, thud_fw_set1(substep->joint_far_rate)),
                              thud_fw_set1(substep->max_speed));
    thud_fw push = thud_fw_set1(substep->joint_push_speed);
    if (thud_mw_any(thud_mw_or(torn, thud_fw_gt(far, push)))) {
        block->has.links = THUD_LINKS_TORN;
        thud_fw_store(block->extra->torn, thud_fw_and_mask(thud_fw_set1(1.0f), torn));
        thud_fw_store(block->extra->push, thud_fw_max(far, push));
        meet_arms(block);
    }
}

/* Turns the arms with their bodies. */
THUD_INLINE void thud_pose_arms_w(thud_joint_block *block, const thud_moved_w *moved) {
    wide_vec2 arm_a = thud_turn_apply_w(moved->turn_a, thud_vec_w_load(&block->start_arm_a));
    wide_vec2 arm_b = thud_turn_apply_w(moved->turn_b, thud_vec_w_load(&block->start_arm_b));
    wide_vec2 apart = wide_add(thud_vec_w_load(&block->start_apart), wide_sub(moved->by_b, moved->by_a));
    thud_vec_w_store(&block->arm_a, arm_a);
    thud_vec_w_store(&block->arm_b, arm_b);
    thud_vec_w_store(&block->gap, wide_add(apart, wide_sub(arm_b, arm_a)));
    if (block->has.links & THUD_LINKS_TORN) {
        meet_arms(block);
    }
    if (block->has.angle) {
        thud_fw_store(block->extra->angle, thud_fw_add(thud_fw_load(block->extra->start_angle),
                                                       thud_fw_sub(moved->angle_b, moved->angle_a)));
    }
}

/* And the axis, of kinds with one on body a. */
THUD_INLINE void thud_pose_axis_w(thud_joint_block *block, const thud_moved_w *moved) {
    wide_vec2 axis = thud_turn_apply_w(moved->turn_a, thud_vec_w_load(&block->extra->start_axis));
    thud_vec_w_store(&block->extra->axis, axis);
}

/* ---- rows ---- */

/* The argument `in_tree` of thud_solve_axis_w. */
THUD_INLINE const float *thud_in_tree(const thud_joint_block *block) {
    return block->has.links & THUD_LINKS_TREE ? block->extra->in_tree : NULL;
}

/* Solves spring, motor and limits about the joint. */
THUD_INLINE void thud_solve_angular_w(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                                      const thud_substep *substep, thud_constraint_pass pass) {
    if (!block->has.angular) {
        return;
    }
    thud_axis_w row = {thud_angular_stiffness_w(pair), thud_angular_speed_w(pair), parts->angle,
                       thud_fw_set1(substep->joint_push_turn)};
    thud_fw impulse = thud_solve_axis_w(&block->extra->angular, &row, thud_in_tree(block), substep, pass);
    thud_angular_apply_w(pair, impulse);
}

/* A row along a line and the joints' positions along it. */
typedef struct thud_line_w {
    thud_row_w row;
    thud_fw position;
} thud_line_w;

/* Solves spring, motor and limits along a line. */
THUD_INLINE void thud_solve_linear_w(thud_joint_block *block, thud_pair_w *pair, const thud_line_w *line,
                                     const thud_substep *substep, thud_constraint_pass pass) {
    if (!block->has.linear) {
        return;
    }
    const thud_row_w *row = &line->row;
    thud_axis_w axis = {thud_row_coupling_w(pair, row, row), thud_row_speed_w(pair, row), line->position,
                        thud_fw_set1(substep->joint_push_speed)};
    thud_fw impulse = thud_solve_axis_w(&block->extra->linear, &axis, thud_in_tree(block), substep, pass);
    thud_row_apply_w(pair, row, impulse);
}
