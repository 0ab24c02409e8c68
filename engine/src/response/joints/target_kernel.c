/*
 * target_kernel.c: the target joint pulls a point of body b to a point of the world by a soft spring of
 * bounded force. Body a is nothing, so the gap is that from the target to the anchor:   x = gap,  v = v_b +
 * w_b x r_b
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    return thud_point_wrench8(parts, thud_hold_impulse8(block), thud_f8_zero());
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_point8(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .place = thud_place_arms8,
                                               .pose = thud_pose_arms8,
                                               .stiffness = thud_point_hold_stiffness8,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(target, functions);
