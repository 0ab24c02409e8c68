/*
 * pulley_kernel.c: a rope from anchor a over two wheels to anchor b, b's part of it geared by `ratio`. It
 * pulls and never pushes: an upper limit on
 *
 *     x = |s_a| + ratio |s_b|,     v = ratio u_b . v_pb + u_a . v_pa,     u = s / |s|
 *
 * with s_a and s_b from the wheels, which are points of the world, to the anchors. The block holds s_b in
 * `gap` and s_a in `axis`.
 */
#include "response/joints/joint_kernel.h"

/* s_a, since the wheel does not move. */
THUD_INLINE thud_vec8 span_a(const thud_joint_block *block) {
    return thud_add8(thud_vec8_load(block->start_axis_x, block->start_axis_y),
                     thud_vec8_load(block->now_moved_ax, block->now_moved_ay));
}

THUD_INLINE thud_vec8 span_b(const thud_joint_block *block) {
    return thud_add8(thud_vec8_load(block->start_gap_x, block->start_gap_y),
                     thud_vec8_load(block->now_moved_bx, block->now_moved_by));
}

THUD_INLINE thud_f8 length_of(thud_vec8 span) {
    return thud_f8_sqrt(thud_dot8(span, span));
}

THUD_INLINE thud_vec8 direction_of(thud_vec8 span) {
    return thud_scale8(span, thud_effective_mass8(length_of(span)));
}

THUD_INLINE thud_row8 rope_row(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_vec8 on_a = thud_scale8(direction_of(span_a(block)), thud_f8_set1(-1.0f));
    thud_vec8 on_b = thud_scale8(direction_of(span_b(block)), thud_f8_load(block->ratio));
    return (thud_row8){.ax = on_a.x,
                       .ay = on_a.y,
                       .aw = thud_cross8(parts->arm_a, on_a),
                       .bx = on_b.x,
                       .by = on_b.y,
                       .bw = thud_cross8(parts->arm_b, on_b)};
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    thud_row8 row = rope_row(block, parts);
    return thud_row_scale8(&row, thud_axis_impulse8(&block->linear));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row8 row = rope_row(block, parts);
    thud_f8 length =
        thud_f8_mul_add(thud_f8_load(block->ratio), length_of(span_b(block)), length_of(span_a(block)));
    thud_solve_linear8(block, pair, &row, length, substep, pass);
}

static const thud_joint_functions functions = {
    .has_linear = true, .pose = thud_pose_arms8, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(pulley, functions);
