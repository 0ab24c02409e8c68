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
THUD_INLINE thud_matrix_w stiffness(const thud_pair_w *pair, const thud_parts_w *parts) {
    thud_row_w across = thud_slide_row_w(parts, thud_perp_w(parts->axis));
    return (thud_matrix_w){thud_row_coupling_w(pair, &across, &across), thud_fw_zero(), thud_fw_zero()};
}

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_row_w across = thud_slide_row_w(parts, thud_perp_w(parts->axis));
    thud_row_w along = thud_slide_row_w(parts, parts->axis);
    across = thud_row_scale_w(&across, thud_hold_impulse_w(block).x);
    along = thud_row_scale_w(&along, thud_linear_impulse_w(block));
    thud_row_w sum = thud_row_add_w(&across, &along);
    thud_fw engine = thud_angular_impulse_w(block);
    sum.aw = thud_fw_add(sum.aw, engine);
    sum.bw = thud_fw_add(sum.bw, engine);
    return sum;
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_solve_angular_w(block, pair, parts, substep, pass);

    thud_row_w along = thud_slide_row_w(parts, parts->axis);
    thud_solve_linear_w(block, pair, &along, thud_dot_w(parts->axis, parts->gap), substep, pass);

    thud_fw zero = thud_fw_zero();
    thud_vec_w perp = thud_perp_w(parts->axis);
    thud_row_w across = thud_slide_row_w(parts, perp);
    thud_fw push = thud_fw_set1(substep->joint_push_speed);
    thud_rows_w held = {.mass = parts->mass,
                       .speed = {thud_row_speed_w(pair, &across), zero},
                       .error = {thud_dot_w(perp, parts->gap), zero},
                       .most_bias = {push, push}};
    thud_vec_w impulse = thud_solve_hold_w(block, &held, substep, pass);
    thud_row_apply_w(pair, &across, impulse.x);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_linear = true,
                                               .has_angular = true,
                                               .turns_rows = true,
                                               .place = thud_place_axis_w,
                                               .pose = thud_pose_axis_w,
                                               .stiffness = stiffness,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(wheel, functions);
