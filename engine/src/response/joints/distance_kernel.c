/*
 * distance_kernel.c: a rod, rope or spring between two anchors. One row along the line u through them:
 *
 *     x = |gap|,   u = gap / |gap|,   v = u . (v_b + w_b x r_b - v_a - w_a x r_a)
 *
 * Anchors that coincide have no line: the row then does nothing until something else parts them.
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_fw length_of(const thud_parts_w *parts) {
    return thud_fw_sqrt(thud_dot_w(parts->gap, parts->gap));
}

THUD_INLINE thud_row_w line_of(const thud_parts_w *parts) {
    thud_vec_w line = thud_scale_w(parts->gap, thud_effective_mass_w(length_of(parts)));
    return thud_linear_row_w(line, parts->arm_a, parts->arm_b);
}

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_row_w row = line_of(parts);
    return thud_row_scale_w(&row, thud_linear_impulse_w(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row_w row = line_of(parts);
    thud_solve_linear_w(block, pair, &row, length_of(parts), substep, pass);
}

static const thud_joint_functions functions = {.has_linear = true,
                                               .turns_rows = true,
                                               .place = thud_place_arms_w,
                                               .pose = thud_pose_arms_w,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(distance, functions);
