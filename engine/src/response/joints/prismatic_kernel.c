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

THUD_INLINE thud_row8 angle_row(void) {
    thud_f8 zero = thud_f8_zero();
    thud_f8 one = thud_f8_set1(1.0f);
    return (thud_row8){zero, zero, one, zero, zero, one};
}

THUD_INLINE thud_matrix8 stiffness(const thud_pair8 *pair, const thud_parts8 *parts) {
    thud_row8 across = thud_slide_row8(parts, thud_perp8(parts->axis));
    thud_row8 angle = angle_row();
    return (thud_matrix8){thud_row_coupling8(pair, &across, &across),
                          thud_row_coupling8(pair, &across, &angle),
                          thud_row_coupling8(pair, &angle, &angle)};
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_vec8 held = thud_hold_impulse8(block);
    thud_row8 across = thud_slide_row8(parts, thud_perp8(parts->axis));
    thud_row8 along = thud_slide_row8(parts, parts->axis);
    thud_row8 angle = angle_row();
    across = thud_row_scale8(&across, held.x);
    along = thud_row_scale8(&along, thud_linear_impulse8(block));
    angle = thud_row_scale8(&angle, held.y);
    thud_row8 sum = thud_row_add8(&across, &along);
    return thud_row_add8(&sum, &angle);
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row8 along = thud_slide_row8(parts, parts->axis);
    thud_solve_linear8(block, pair, &along, thud_dot8(parts->axis, parts->gap), substep, pass);

    thud_vec8 perp = thud_perp8(parts->axis);
    thud_row8 across = thud_slide_row8(parts, perp);
    thud_row8 angle = angle_row();
    thud_rows8 held = {
        .mass = parts->mass,
        .speed = {thud_row_speed8(pair, &across), thud_row_speed8(pair, &angle)},
        .error = {thud_dot8(perp, parts->gap), parts->angle},
        .most_bias = {thud_f8_set1(substep->joint_push_speed), thud_f8_set1(substep->joint_push_turn)}};
    thud_vec8 impulse = thud_solve_hold8(block, &held, substep, pass);
    thud_row_apply8(pair, &across, impulse.x);
    thud_row_apply8(pair, &angle, impulse.y);
}

static const thud_joint_functions functions = {.has_hold = true,
                                               .has_linear = true,
                                               .holds_angle = true,
                                               .turns_rows = true,
                                               .place = thud_place_axis8,
                                               .pose = thud_pose_axis8,
                                               .stiffness = stiffness,
                                               .wrench = wrench,
                                               .rows = rows};

THUD_JOINT_KERNELS(prismatic, functions);
