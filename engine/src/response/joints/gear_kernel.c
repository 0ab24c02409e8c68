/*
 * gear_kernel.c: ties the coordinates q_a and q_b (angle or translation) of two joints on static bodies:
 *
 *     x = q_a + ratio q_b - constant,     v = v_a(q) + ratio v_b(q)
 *
 * Each coordinate has a direction and a lever that stay as they are within a step: a turning body has only a
 * lever, a sliding one does not turn. The world finds them before each step; the frame holds the directions in
 * place of the anchors, a's with the opposite sign, so that the speed is "b minus a" as in every row, and the
 * levers in place of the axis. x is in place of the angle.
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row8 tooth_row(const thud_joint_block *block) {
    return (thud_row8){thud_f8_load(block->start_arm_ax), thud_f8_load(block->start_arm_ay),
                       thud_f8_load(block->start_axis_x), thud_f8_load(block->start_arm_bx),
                       thud_f8_load(block->start_arm_by), thud_f8_load(block->start_axis_y)};
}

THUD_INLINE void place(thud_joint_block *block, const thud_placed8 *placed) {
    thud_vec8_store(block->start_arm_ax, block->start_arm_ay, placed->anchor_a);
    thud_vec8_store(block->start_arm_bx, block->start_arm_by, placed->anchor_b);
    thud_vec8_store(block->start_axis_x, block->start_axis_y, placed->axis);
    thud_f8_store(block->start_angle, placed->angle);
}

THUD_INLINE void pose(thud_joint_block *block, const thud_moved8 *moved) {
    thud_row8 row = tooth_row(block);
    thud_pair8 motion = {0};
    for (int i = 0; i < 4; i++) {
        motion.a[i] = moved->a[i];
        motion.b[i] = moved->b[i];
    }
    thud_f8_store(block->angle,
                  thud_f8_add(thud_f8_load(block->start_angle), thud_row_speed8(&motion, &row)));
}

THUD_INLINE thud_row8 wrench(const thud_joint_block *block, const thud_parts8 *parts) {
    (void)parts;
    thud_row8 row = tooth_row(block);
    return thud_row_scale8(&row, thud_linear_impulse8(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row8 row = tooth_row(block);
    thud_solve_linear8(block, pair, &row, parts->angle, substep, pass);
}

static const thud_joint_functions functions = {
    .has_linear = true, .place = place, .pose = pose, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(gear, functions);
