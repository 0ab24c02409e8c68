/*
 * line_rows.h: joints of one row with spring, motor and limits.
 *
 * Distance, a rod, rope or spring between two anchors: along the line u through them,
 *
 *     x = |gap|,   u = gap / |gap|,   v = u . (v_b + w_b x r_b - v_a - w_a x r_a)
 *
 * Anchors that coincide have no line: the row is without effect until something else separates them.
 *
 * Pulley, a rope from anchor a over two wheels to anchor b, whose part at b counts `ratio` times. It pulls and never
 * pushes: an upper limit on
 *
 *     x = |s_a| + ratio |s_b|,     v = ratio u_b . v_pb + u_a . v_pa,     u = s / |s|
 *
 * with s_a and s_b from the wheels, which are points of the world, to the anchors. The block has s_b
 * in `gap` and s_a in `axis`; the vectors from the wheels to the centres of mass at the start of the
 * step are in `start_apart` and `start_axis`.
 *
 * Gear, which ties the coordinates q_a and q_b (angle or translation) of two joints on static bodies:
 *
 *     x = q_a + ratio q_b - constant,     v = v_a(q) + ratio v_b(q)
 *
 * Each coordinate has a direction and a lever that are constant within a step: a turning body has only a lever, and a
 * sliding body does not turn. The world finds them before each step. The frame has the directions in place of the
 * anchors, a's with the opposite sign, so that the speed is "b minus a" as in every row, and the levers in place of the
 * axis. x is in place of the angle. A gear has no anchors: its torque counts about the centre of mass.
 *
 * Included by joints_kernel.c only.
 */
#pragma once

#include "response/joints/axis_rows.h"

THUD_INLINE thud_fw thud_length_w(wide_vec2 v) {
    return thud_fw_sqrt(wide_dot(v, v));
}

THUD_INLINE wide_vec2 thud_direction_w(wide_vec2 v) {
    return wide_scale(v, wide_inverse(thud_length_w(v)));
}

/* ---- pulley ---- */

THUD_INLINE void thud_place_pulley_w(thud_joint_block *block, const thud_placed_w *placed) {
    thud_vec_w_store(&block->extra->start_axis, wide_sub(placed->position_a, placed->axis));
    thud_vec_w_store(&block->start_apart, wide_sub(placed->position_b, placed->wheel_b));
    thud_fw_store(block->extra->ratio, placed->ratio);
}

THUD_INLINE void thud_pose_pulley_w(thud_joint_block *block, const thud_moved_w *moved) {
    wide_vec2 center_a = wide_add(thud_vec_w_load(&block->extra->start_axis), moved->by_a);
    wide_vec2 center_b = wide_add(thud_vec_w_load(&block->start_apart), moved->by_b);
    wide_vec2 span_a = wide_add(center_a, thud_vec_w_load(&block->arm_a));
    wide_vec2 span_b = wide_add(center_b, thud_vec_w_load(&block->arm_b));
    thud_vec_w_store(&block->extra->axis, span_a);
    thud_vec_w_store(&block->gap, span_b);
}

THUD_INLINE thud_row_w thud_rope_row_w(const thud_joint_block *block, const thud_parts_w *parts) {
    wide_vec2 on_a = wide_scale(thud_direction_w(parts->axis), thud_fw_set1(-1.0f));
    wide_vec2 on_b = wide_scale(thud_direction_w(parts->gap), thud_fw_load(block->extra->ratio));
    return (thud_row_w){.ax = on_a.x,
                        .ay = on_a.y,
                        .aw = wide_cross(parts->arm_a, on_a),
                        .bx = on_b.x,
                        .by = on_b.y,
                        .bw = wide_cross(parts->arm_b, on_b)};
}

THUD_INLINE thud_fw thud_rope_length_w(const thud_joint_block *block, const thud_parts_w *parts) {
    return thud_fw_mul_add(thud_fw_load(block->extra->ratio), thud_length_w(parts->gap),
                           thud_length_w(parts->axis));
}

/* ---- gear ---- */

THUD_INLINE thud_row_w thud_tooth_row_w(const thud_joint_block *block) {
    wide_vec2 a = thud_vec_w_load(&block->start_arm_a), b = thud_vec_w_load(&block->start_arm_b);
    wide_vec2 levers = thud_vec_w_load(&block->extra->start_axis);
    return (thud_row_w){a.x, a.y, levers.x, b.x, b.y, levers.y};
}

THUD_INLINE void thud_place_gear_w(thud_joint_block *block, const thud_placed_w *placed) {
    wide_vec2 nowhere = {thud_fw_zero(), thud_fw_zero()};
    thud_vec_w_store(&block->start_arm_a, placed->anchor_a);
    thud_vec_w_store(&block->start_arm_b, placed->anchor_b);
    thud_vec_w_store(&block->extra->start_axis, placed->axis);
    thud_fw_store(block->extra->start_angle, placed->angle);
    thud_vec_w_store(&block->arm_a, nowhere);
    thud_vec_w_store(&block->arm_b, nowhere);
}

THUD_INLINE void thud_pose_gear_w(thud_joint_block *block, const thud_moved_w *moved) {
    thud_row_w row = thud_tooth_row_w(block);
    thud_pair_w motion = {.a = {moved->by_a.x, moved->by_a.y, moved->angle_a},
                          .b = {moved->by_b.x, moved->by_b.y, moved->angle_b}};
    thud_fw_store(block->extra->angle,
                  thud_fw_add(thud_fw_load(block->extra->start_angle), thud_row_speed_w(&motion, &row)));
}

/* ---- the row ---- */

/* Not inlined, as each pass calls it. */
THUD_OWN_CODE thud_line_w thud_find_line_w(const thud_joint_block *block, const thud_parts_w *parts) {
    switch (block->has.kind) {
    case THUD_JOINT_GEAR:
        return (thud_line_w){thud_tooth_row_w(block), parts->angle};
    case THUD_JOINT_PULLEY:
        return (thud_line_w){thud_rope_row_w(block, parts), thud_rope_length_w(block, parts)};
    default:
        return (thud_line_w){thud_linear_row_w(thud_direction_w(parts->gap), parts->arm_a, parts->arm_b),
                             thud_length_w(parts->gap)};
    }
}

THUD_INLINE thud_row_w thud_line_wrench_w(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_line_w line = thud_find_line_w(block, parts);
    return thud_row_scale_w(&line.row, thud_linear_impulse_w(block));
}
