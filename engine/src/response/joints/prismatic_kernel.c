/*
 * prismatic_kernel.c: the slider. With the axis u and t = perp(u) fixed on body a, and the gap d between the
 * anchors, two coupled rows hold the body on the axis and its angle, one row along the axis has spring, motor
 * and limits:
 *
 *     x = t . d,    v = t . (v_b - v_a) + w_b (r_b x t) - w_a ((r_a + d) x t)
 *     x = angle,    v = w_b - w_a
 *     x = u . d,    v = u . (v_b - v_a) + w_b (r_b x u) - w_a ((r_a + d) x u)
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row_w angle_row(void) {
    thud_fw zero = thud_fw_zero();
    thud_fw one = thud_fw_set1(1.0f);
    return (thud_row_w){zero, zero, one, zero, zero, one};
}

THUD_INLINE thud_matrix_w stiffness(const thud_pair_w *pair, const thud_parts_w *parts) {
    thud_row_w across = thud_slide_row_w(parts, thud_perp_w(parts->axis));
    thud_row_w angle = angle_row();
    return (thud_matrix_w){thud_row_coupling_w(pair, &across, &across),
                          thud_row_coupling_w(pair, &across, &angle),
                          thud_row_coupling_w(pair, &angle, &angle)};
}

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_vec_w held = thud_hold_impulse_w(block);
    thud_row_w across = thud_slide_row_w(parts, thud_perp_w(parts->axis));
    thud_row_w along = thud_slide_row_w(parts, parts->axis);
    thud_row_w angle = angle_row();
    across = thud_row_scale_w(&across, held.x);
    along = thud_row_scale_w(&along, thud_linear_impulse_w(block));
    angle = thud_row_scale_w(&angle, held.y);
    thud_row_w sum = thud_row_add_w(&across, &along);
    return thud_row_add_w(&sum, &angle);
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row_w along = thud_slide_row_w(parts, parts->axis);
    thud_solve_linear_w(block, pair, &along, thud_dot_w(parts->axis, parts->gap), substep, pass);

    thud_vec_w perp = thud_perp_w(parts->axis);
    thud_row_w across = thud_slide_row_w(parts, perp);
    thud_row_w angle = angle_row();
    thud_rows_w held = {
        .mass = parts->mass,
        .speed = {thud_row_speed_w(pair, &across), thud_row_speed_w(pair, &angle)},
        .error = {thud_dot_w(perp, parts->gap), parts->angle},
        .most_bias = {thud_fw_set1(substep->joint_push_speed), thud_fw_set1(substep->joint_push_turn)}};
    thud_vec_w impulse = thud_solve_hold_w(block, &held, substep, pass);
    thud_row_apply_w(pair, &across, impulse.x);
    thud_row_apply_w(pair, &angle, impulse.y);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_linear = true,
                                               .holds_angle = true,
                                               .turns_rows = true,
                                               .place = thud_place_axis_w,
                                               .pose = thud_pose_axis_w,
                                               .stiffness = stiffness,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(prismatic, functions);
