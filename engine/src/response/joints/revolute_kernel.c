/*
 * revolute_kernel.c: the hinge. Two rows keep the anchors together, one row about the hinge has spring, motor
 * and limits:
 *
 *     x = gap,        v = v_b + w_b x r_b - v_a - w_a x r_a
 *     x = angle,      v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    return thud_point_wrench_w(parts, thud_hold_impulse_w(block), thud_angular_impulse_w(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular_w(block, pair, parts, substep, pass);
    thud_solve_point_w(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_angular = true,
                                               .place = thud_place_arms_w,
                                               .pose = thud_pose_arms_w,
                                               .stiffness = thud_point_hold_stiffness_w,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(revolute, functions);
