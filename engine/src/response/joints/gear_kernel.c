/*
 * gear_kernel.c: ties the coordinates q_a and q_b (angle or translation) of two joints on static bodies:
 *
 *     x = q_a + ratio q_b - constant,     v = v_a(q) + ratio v_b(q)
 *
 * Each coordinate has a direction and a lever that stay as they are within a step: a turning body has only a
 * lever, a sliding one does not turn. The world finds them before each step; the frame holds the directions in
 * place of the anchors, a's with the opposite sign, so that the speed is "b minus a" as in every row, and the
 * levers in place of the axis. x is in place of the angle. It has no anchors: its torque counts about the centre of mass.
 */
#include "response/joints/joint_kernel.h"

THUD_INLINE thud_row_w tooth_row(const thud_joint_block *block) {
    return (thud_row_w){thud_fw_load(block->start_arm_ax), thud_fw_load(block->start_arm_ay),
                       thud_fw_load(block->extra->start_axis_x), thud_fw_load(block->start_arm_bx),
                       thud_fw_load(block->start_arm_by), thud_fw_load(block->extra->start_axis_y)};
}

THUD_INLINE void place(thud_joint_block *block, const thud_placed_w *placed) {
    thud_vec_w_store(block->start_arm_ax, block->start_arm_ay, placed->anchor_a);
    thud_vec_w_store(block->start_arm_bx, block->start_arm_by, placed->anchor_b);
    thud_vec_w_store(block->extra->start_axis_x, block->extra->start_axis_y, placed->axis);
    thud_fw_store(block->extra->start_angle, placed->angle);
    thud_vec_w_store(block->arm_bx, block->arm_by, (thud_vec_w){thud_fw_zero(), thud_fw_zero()});
}

THUD_INLINE void pose(thud_joint_block *block, const thud_moved_w *moved) {
    thud_row_w row = tooth_row(block);
    thud_pair_w motion = {.a = {moved->by_a.x, moved->by_a.y, moved->angle_a},
                         .b = {moved->by_b.x, moved->by_b.y, moved->angle_b}};
    thud_fw_store(block->extra->angle,
                  thud_fw_add(thud_fw_load(block->extra->start_angle), thud_row_speed_w(&motion, &row)));
}

THUD_INLINE thud_row_w wrench(const thud_joint_block *block, const thud_parts_w *parts) {
    (void)parts;
    thud_row_w row = tooth_row(block);
    return thud_row_scale_w(&row, thud_linear_impulse_w(block));
}

THUD_INLINE void rows(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                      const thud_substep *substep, thud_pass pass) {
    thud_row_w row = tooth_row(block);
    thud_solve_linear_w(block, pair, &row, parts->angle, substep, pass);
}

static const thud_joint_functions functions = {
    .has_linear = true, .follows_turns = true, .place = place, .pose = pose, .wrench = wrench, .rows = rows};

THUD_JOINT_KERNELS(gear, functions);
