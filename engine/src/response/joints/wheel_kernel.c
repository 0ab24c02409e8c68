/*
 * wheel_kernel.c: a wheel b on a chassis a. With the axis u and t = perp(u) fixed on the chassis, one row
 * holds the wheel's centre on the axis, one along it is the suspension (spring and limits), one about the
 * axle the engine:
 *
 *     x = t . d,    v = t . (v_b - v_a) + w_b (r_b x t) - w_a ((r_a + d) x t)
 *     x = u . d,    the same along u
 *     v = w_b - w_a
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_row8 across = thud_slide_row8(parts, thud_perp8(parts->axis));
    thud_row8 along = thud_slide_row8(parts, parts->axis);
    across = thud_row_scale8(&across, thud_hold_impulse8(&block->hold).x);
    along = thud_row_scale8(&along, thud_axis_impulse8(&block->linear));
    thud_row8 sum = thud_row_add8(&across, &along);
    thud_f8 engine = thud_axis_impulse8(&block->angular);
    sum.aw = thud_f8_add(sum.aw, engine);
    sum.bw = thud_f8_add(sum.bw, engine);
    return sum;
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular8(block, pair, parts, substep, pass);

    thud_row8 along = thud_slide_row8(parts, parts->axis);
    thud_solve_linear8(block, pair, &along, thud_dot8(parts->axis, parts->gap), substep, pass);

    thud_f8 zero = thud_f8_zero();
    thud_vec8 perp = thud_perp8(parts->axis);
    thud_row8 across = thud_slide_row8(parts, perp);
    thud_rows8 held = {.stiffness = {thud_row_coupling8(pair, &across, &across), zero, zero},
                       .speed = {thud_row_speed8(pair, &across), zero},
                       .error = {thud_dot8(perp, parts->gap), zero}};
    thud_vec8 impulse = thud_solve_hold8(&block->hold, &held, pass);
    thud_row_apply8(pair, &across, impulse.x);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_linear = true,
                                               .has_angular = true,
                                               .pose = thud_pose_arms8,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(wheel, functions);
