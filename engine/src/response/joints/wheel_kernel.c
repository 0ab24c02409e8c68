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

/* Of the row across the axis; there is no second one. */
THUD_INLINE thud_matrix8 stiffness(const thud_pair8 *pair, const thud_parts8 *parts) {
    thud_row8 across = thud_slide_row8(parts, thud_perp8(parts->axis));
    return (thud_matrix8){thud_row_coupling8(pair, &across, &across), thud_f8_zero(), thud_f8_zero()};
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_row8 across = thud_slide_row8(parts, thud_perp8(parts->axis));
    thud_row8 along = thud_slide_row8(parts, parts->axis);
    across = thud_row_scale8(&across, thud_hold_impulse8(block).x);
    along = thud_row_scale8(&along, thud_linear_impulse8(block));
    thud_row8 sum = thud_row_add8(&across, &along);
    thud_f8 engine = thud_angular_impulse8(block);
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
    thud_f8 push = thud_f8_set1(substep->joint_push_speed);
    thud_rows8 held = {.mass = parts->mass,
                       .speed = {thud_row_speed8(pair, &across), zero},
                       .error = {thud_dot8(perp, parts->gap), zero},
                       .most_bias = {push, push}};
    thud_vec8 impulse = thud_solve_hold8(block, &held, substep, pass);
    thud_row_apply8(pair, &across, impulse.x);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_linear = true,
                                               .has_angular = true,
                                               .turns_rows = true,
                                               .place = thud_place_axis8,
                                               .pose = thud_pose_axis8,
                                               .stiffness = stiffness,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(wheel, functions);
