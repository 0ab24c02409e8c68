/*
 * ratchet_kernel.c: body b turns one way on body a; the world moves the limit on from tooth to tooth:   x =
 * angle,  v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    (void)parts;
    thud_fw zero = thud_fw_zero();
    thud_fw angular = thud_angular_impulse_w(block);
    return (thud_row_w){zero, zero, angular, zero, zero, angular};
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular_w(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {
    .has_angular = true, .place = thud_place_arms_w, .pose = thud_pose_arms_w, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(ratchet, functions);
