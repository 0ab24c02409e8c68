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

THUD_INLINE void place(thud_joint_block *block, const thud_placed8 *placed) {
    thud_place_arms8(block, placed);
    thud_vec8_store(block->start_axis_x, block->start_axis_y, thud_sub8(placed->position_a, placed->axis));
    thud_vec8_store(block->start_apart_x, block->start_apart_y,
                    thud_sub8(placed->position_b, placed->wheel_b));
    thud_f8_store(block->ratio, placed->ratio);
}

THUD_INLINE void pose(thud_joint_block *block, const thud_moved8 *moved) {
    thud_pose_arms8(block, moved);
    thud_vec8 moved_a = {moved->a[0], moved->a[1]};
    thud_vec8 moved_b = {moved->b[0], moved->b[1]};
    thud_vec8 center_a = thud_add8(thud_vec8_load(block->start_axis_x, block->start_axis_y), moved_a);
    thud_vec8 center_b = thud_add8(thud_vec8_load(block->start_apart_x, block->start_apart_y), moved_b);
    thud_vec8 span_a = thud_add8(center_a, thud_vec8_load(block->arm_ax, block->arm_ay));
    thud_vec8 span_b = thud_add8(center_b, thud_vec8_load(block->arm_bx, block->arm_by));
    thud_vec8_store(block->axis_x, block->axis_y, span_a);
    thud_vec8_store(block->gap_x, block->gap_y, span_b);
}

THUD_INLINE thud_f8 length_of(thud_vec8 span) {
    return thud_f8_sqrt(thud_dot8(span, span));
}

THUD_INLINE thud_vec8 direction_of(thud_vec8 span) {
    return thud_scale8(span, thud_effective_mass8(length_of(span)));
}

THUD_INLINE thud_row8 rope_row(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_vec8 on_a = thud_scale8(direction_of(parts->axis), thud_f8_set1(-1.0f));
    thud_vec8 on_b = thud_scale8(direction_of(parts->gap), thud_f8_load(block->ratio));
    return (thud_row8){.ax = on_a.x,
                       .ay = on_a.y,
                       .aw = thud_cross8(parts->arm_a, on_a),
                       .bx = on_b.x,
                       .by = on_b.y,
                       .bw = thud_cross8(parts->arm_b, on_b)};
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_row8 row = rope_row(block, parts);
    return thud_row_scale8(&row, thud_linear_impulse8(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row8 row = rope_row(block, parts);
    thud_f8 length =
        thud_f8_mul_add(thud_f8_load(block->ratio), length_of(parts->gap), length_of(parts->axis));
    thud_solve_linear8(block, pair, &row, length, substep, pass);
}

static const thud_joint_functions functions = {
    .has_linear = true, .turns_rows = true, .place = place, .pose = pose, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(pulley, functions);
