/*
 * ratchet_kernel.c: body b turns one way on body a; the world moves the limit on from tooth to tooth:   x =
 * angle,  v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    (void)parts;
    thud_f8 zero = thud_f8_zero();
    thud_f8 angular = thud_angular_impulse8(block);
    return (thud_row8){zero, zero, angular, zero, zero, angular};
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular8(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {
    .has_angular = true, .place = thud_place_arms8, .pose = thud_pose_arms8, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(ratchet, functions);
