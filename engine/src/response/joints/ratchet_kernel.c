/*
 * ratchet_kernel.c: body b turns one way on body a; the world moves the limit on from tooth to tooth:   x =
 * angle,  v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

static thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    (void)parts;
    thud_f8 zero = thud_f8_zero();
    thud_f8 angular = thud_axis_impulse8(&block->angular);
    return (thud_row8){zero, zero, angular, zero, zero, angular};
}

static void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                 const thud_substep *substep, thud_pass pass) {
    thud_solve_angular8(block, pair, parts, substep, pass);
}

static const thud_joint_functions functions = {thud_pose_arms8, wrench, rows};

THUD_JOINT_KERNELS(ratchet, functions);
