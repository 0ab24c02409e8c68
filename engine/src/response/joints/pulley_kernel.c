/*
 * pulley_kernel.c: a rope from anchor a over two wheels to anchor b, b's part of it geared by `ratio`. It
 * pulls and never pushes: an upper limit on
 *
 *     x = |s_a| + ratio |s_b|,     v = ratio u_b . v_pb + u_a . v_pa,     u = s / |s|
 *
 * with s_a and s_b from the wheels, which are points of the world, to the anchors. The block holds s_b in
 * `gap` and s_a in `axis`; from the wheels to the centres of mass, as the step found them, in `start_apart` and
 * `start_axis`.
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE void place(thud_joint_block *block, const thud_placed_w *placed) {
    thud_place_arms_w(block, placed);
    thud_vec_w_store(block->extra->start_axis_x, block->extra->start_axis_y, thud_sub_w(placed->position_a, placed->axis));
    thud_vec_w_store(block->start_apart_x, block->start_apart_y,
                    thud_sub_w(placed->position_b, placed->wheel_b));
    thud_fw_store(block->extra->ratio, placed->ratio);
}

THUD_INLINE void pose(thud_joint_block *block, const thud_moved_w *moved) {
    thud_pose_arms_w(block, moved);
    thud_vec_w center_a = thud_add_w(thud_vec_w_load(block->extra->start_axis_x, block->extra->start_axis_y), moved->by_a);
    thud_vec_w center_b = thud_add_w(thud_vec_w_load(block->start_apart_x, block->start_apart_y), moved->by_b);
    thud_vec_w span_a = thud_add_w(center_a, thud_vec_w_load(block->arm_ax, block->arm_ay));
    thud_vec_w span_b = thud_add_w(center_b, thud_vec_w_load(block->arm_bx, block->arm_by));
    thud_vec_w_store(block->extra->axis_x, block->extra->axis_y, span_a);
    thud_vec_w_store(block->gap_x, block->gap_y, span_b);
}

THUD_INLINE thud_fw length_of(thud_vec_w span) {
    return thud_fw_sqrt(thud_dot_w(span, span));
}

THUD_INLINE thud_vec_w direction_of(thud_vec_w span) {
    return thud_scale_w(span, thud_effective_mass_w(length_of(span)));
}

THUD_INLINE thud_row_w rope_row(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_vec_w on_a = thud_scale_w(direction_of(parts->axis), thud_fw_set1(-1.0f));
    thud_vec_w on_b = thud_scale_w(direction_of(parts->gap), thud_fw_load(block->extra->ratio));
    return (thud_row_w){.ax = on_a.x,
                       .ay = on_a.y,
                       .aw = thud_cross_w(parts->arm_a, on_a),
                       .bx = on_b.x,
                       .by = on_b.y,
                       .bw = thud_cross_w(parts->arm_b, on_b)};
}

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    thud_row_w row = rope_row(block, parts);
    return thud_row_scale_w(&row, thud_linear_impulse_w(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row_w row = rope_row(block, parts);
    thud_fw length =
        thud_fw_mul_add(thud_fw_load(block->extra->ratio), length_of(parts->gap), length_of(parts->axis));
    thud_solve_linear_w(block, pair, &row, length, substep, pass);
}

static const thud_joint_functions functions = {
    .has_linear = true, .turns_rows = true, .place = place, .pose = pose, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(pulley, functions);
