/*
 * distance_kernel.c: a rod, rope or spring between two anchors. One row along the line u through them:
 *
 *     x = |gap|,   u = gap / |gap|,   v = u . (v_b + w_b x r_b - v_a - w_a x r_a)
 *
 * Anchors that coincide have no line: the row then does nothing until something else parts them.
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_f8 length_of(const thud_parts8 *parts) {
    return thud_f8_sqrt(thud_dot8(parts->gap, parts->gap));
}

THUD_INLINE thud_row8 line_of(const thud_parts8 *parts) {
    thud_vec8 line = thud_scale8(parts->gap, thud_effective_mass8(length_of(parts)));
    return thud_linear_row8(line, parts->arm_a, parts->arm_b);
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_row8 row = line_of(parts);
    return thud_row_scale8(&row, thud_linear_impulse8(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row8 row = line_of(parts);
    thud_solve_linear8(block, pair, &row, length_of(parts), substep, pass);
}

static const thud_joint_functions functions = {.has_linear = true,
                                               .turns_rows = true,
                                               .place = thud_place_arms8,
                                               .pose = thud_pose_arms8,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(distance, functions);
