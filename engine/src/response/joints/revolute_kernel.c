/*
 * revolute_kernel.c: the hinge. Two rows keep the anchors together, one row about the hinge has spring, motor
 * and limits:
 *
 *     x = gap,        v = v_b + w_b x r_b - v_a - w_a x r_a
 *     x = angle,      v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    return thud_point_wrench8(parts, thud_hold_impulse8(block), thud_angular_impulse8(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular8(block, pair, parts, substep, pass);
    thud_solve_point8(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_angular = true,
                                               .place = thud_place_arms8,
                                               .pose = thud_pose_arms8,
                                               .stiffness = thud_point_hold_stiffness8,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(revolute, functions);
