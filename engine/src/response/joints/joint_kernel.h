/*
 * joint_kernel.h: the passes that all kinds share. A kind is some functions:
 *
 *     place      arms, axis and angle where the step begins; mostly thud_place_arms_w
 *     pose       the same after the bodies have moved; mostly thud_pose_arms_w
 *     stiffness  of the hold's two rows, if the kind has a hold
 *     wrench     what its accumulated impulses do to the bodies
 *     rows       solves its rows one after another
 *
 * and the passes call them in this order:
 *
 *     prepare    fills the block from the joints' records, warm starts by the wrench        see joint_prepare.h
 *     solve      rows                                                    before positions move
 *     relax      poses anew, turns the next warm start, rows             after
 *     store      impulses back to the records, with the wrench on body b for force, torque and breaking
 *
 * Included by the kernels of the kinds only; THUD_JOINT_KERNELS writes the four functions of a kind.
 */
#ifndef THUD_SRC_RESPONSE_JOINT_KERNEL_H
#define THUD_SRC_RESPONSE_JOINT_KERNEL_H

#include "response/joints/joint_prepare.h"

/* ---- pose ---- */

/* Arms turn with their bodies. */
THUD_INLINE void thud_pose_arms_w(thud_joint_block *block, const thud_moved_w *moved) {
    thud_vec_w arm_a =
        thud_turn_apply_w(moved->turn_a, thud_vec_w_load(block->start_arm_ax, block->start_arm_ay));
    thud_vec_w arm_b =
        thud_turn_apply_w(moved->turn_b, thud_vec_w_load(block->start_arm_bx, block->start_arm_by));
    thud_vec_w apart = thud_add_w(thud_vec_w_load(block->start_apart_x, block->start_apart_y),
                                thud_sub_w(moved->by_b, moved->by_a));
    thud_vec_w_store(block->arm_ax, block->arm_ay, arm_a);
    thud_vec_w_store(block->arm_bx, block->arm_by, arm_b);
    thud_vec_w_store(block->gap_x, block->gap_y, thud_add_w(apart, thud_sub_w(arm_b, arm_a)));
    if (block->has.angle) {
        thud_fw_store(block->extra->angle, thud_fw_add(thud_fw_load(block->extra->start_angle),
                                                thud_fw_sub(moved->angle_b, moved->angle_a)));
    }
}

/* The same for kinds with an axis on body a. */
THUD_INLINE void thud_pose_axis_w(thud_joint_block *block, const thud_moved_w *moved) {
    thud_pose_arms_w(block, moved);
    thud_vec_w axis = thud_turn_apply_w(moved->turn_a, thud_vec_w_load(block->extra->start_axis_x, block->extra->start_axis_y));
    thud_vec_w_store(block->extra->axis_x, block->extra->axis_y, axis);
}

THUD_INLINE thud_moved_w thud_not_moved_w(void) {
    thud_fw zero = thud_fw_zero();
    thud_vec_w by = {zero, zero};
    thud_turn_w turn = {thud_fw_set1(1.0f), zero};
    return (thud_moved_w){by, by, turn, turn, zero, zero};
}

THUD_INLINE thud_moved_w thud_load_moved_w(const thud_batch_bodies *bodies, const thud_part_index *index,
                                         bool with_angles) {
    thud_fw a[4], b[4];
    thud_wide_gather4_at(bodies->turned, index->a, a);
    thud_wide_gather4_at(bodies->turned, index->b, b);
    thud_moved_w moved = {.by_a = {a[0], a[1]},
                         .by_b = {b[0], b[1]},
                         .turn_a = {a[2], a[3]},
                         .turn_b = {b[2], b[3]},
                         .angle_a = thud_fw_zero(),
                         .angle_b = thud_fw_zero()};
    if (with_angles) {
        thud_wide_gather4_at(bodies->moved, index->a, a);
        thud_wide_gather4_at(bodies->moved, index->b, b);
        moved.angle_a = a[2];
        moved.angle_b = b[2];
    }
    return moved;
}

THUD_INLINE thud_parts_w thud_load_parts_w(const thud_joint_block *block) {
    return (thud_parts_w){
        .arm_a = thud_vec_w_load(block->arm_ax, block->arm_ay),
        .arm_b = thud_vec_w_load(block->arm_bx, block->arm_by),
        .gap = thud_vec_w_load(block->gap_x, block->gap_y),
        .axis = thud_vec_w_load(block->extra->axis_x, block->extra->axis_y),
        .angle = thud_fw_load(block->extra->angle),
        .mass = {thud_fw_load(block->mass_xx), thud_fw_load(block->mass_xy), thud_fw_load(block->mass_yy)}};
}

/* ---- what kinds are made of ---- */

/* Of the two rows of the point where arm_a and arm_b end. */
THUD_INLINE thud_matrix_w thud_point_hold_stiffness_w(const thud_pair_w *pair, const thud_parts_w *parts) {
    return thud_point_stiffness_w(pair, parts->arm_a, parts->arm_b);
}

/* That point: both coordinates of it. */
THUD_INLINE void thud_solve_point_w(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                                   const thud_substep *substep, thud_pass pass) {
    thud_fw push = thud_fw_set1(substep->joint_push_speed);
    thud_rows_w rows = {.mass = parts->mass,
                       .speed = thud_point_speed_w(pair, parts->arm_a, parts->arm_b),
                       .error = parts->gap,
                       .most_bias = {push, push}};
    thud_vec_w impulse = thud_solve_hold_w(block, &rows, substep, pass);
    thud_row_w row = thud_linear_row_w(impulse, parts->arm_a, parts->arm_b);
    thud_pair_apply_w(pair, &row);
}

/* An impulse at the anchors and one on rotation. */
THUD_INLINE thud_row_w thud_point_wrench_w(const thud_parts_w *parts, thud_vec_w impulse, thud_fw angular) {
    thud_row_w row = thud_linear_row_w(impulse, parts->arm_a, parts->arm_b);
    row.aw = thud_fw_add(row.aw, angular);
    row.bw = thud_fw_add(row.bw, angular);
    return row;
}

/* For thud_solve_axis_w. */
THUD_INLINE const float *thud_in_tree(const thud_joint_block *block) {
    return block->has.tree ? block->extra->in_tree : NULL;
}

/* Spring, motor and limits about the joint. */
THUD_INLINE void thud_solve_angular_w(thud_joint_block *block, thud_pair_w *pair, const thud_parts_w *parts,
                                     const thud_substep *substep, thud_pass pass) {
    if (!block->has.angular) {
        return;
    }
    thud_axis_w row = {thud_angular_stiffness_w(pair), thud_angular_speed_w(pair), parts->angle,
                      thud_fw_set1(substep->joint_push_turn)};
    thud_fw impulse = thud_solve_axis_w(&block->extra->angular, row, thud_in_tree(block), substep, pass);
    thud_angular_apply_w(pair, impulse);
}

/* The row along the axis, which is fixed on body a: there the arm reaches to anchor b. */
THUD_INLINE thud_row_w thud_slide_row_w(const thud_parts_w *parts, thud_vec_w direction) {
    return thud_linear_row_w(direction, thud_add_w(parts->arm_a, parts->gap), parts->arm_b);
}

/* Spring, motor and limits along a row. */
THUD_INLINE void thud_solve_linear_w(thud_joint_block *block, thud_pair_w *pair, const thud_row_w *row,
                                    thud_fw position, const thud_substep *substep, thud_pass pass) {
    if (!block->has.linear) {
        return;
    }
    thud_axis_w axis = {thud_row_coupling_w(pair, row, row), thud_row_speed_w(pair, row), position,
                       thud_fw_set1(substep->joint_push_speed)};
    thud_fw impulse = thud_solve_axis_w(&block->extra->linear, axis, thud_in_tree(block), substep, pass);
    thud_row_apply_w(pair, row, impulse);
}

/* ---- prepare ---- */

/* The substep as joints with what does not yield see it: they are stiffer. */
THUD_INLINE thud_substep thud_ground_substep(const thud_batch *batch) {
    thud_substep ground = *batch->substep;
    ground.joint = ground.joint_ground;
    return ground;
}

THUD_INLINE void thud_find_hold_mass_w(thud_joint_block *block, const thud_pair_w *pair, thud_parts_w *parts,
                                      const thud_joint_functions *kind) {
    if (!kind->has_hold) {
        return;
    }
    parts->mass = thud_invert_w(kind->stiffness(pair, parts));
    thud_fw_store(block->mass_xx, parts->mass.xx);
    thud_fw_store(block->mass_xy, parts->mass.xy);
    thud_fw_store(block->mass_yy, parts->mass.yy);
}

THUD_INLINE void thud_prepare_part(const thud_batch *batch, const thud_part_index *index, thud_joint_block *block,
                                   const thud_substep *substep, const thud_joint_functions *kind) {
    thud_moved_w nowhere = thud_not_moved_w();
    thud_joints_w joints = thud_find_joints_w(batch, index);
    thud_fill_masses_w(block, &batch->bodies, index);
    thud_place_joints_w(block, &joints, batch, index, kind);
    thud_fill_hold_w(block, &joints, substep, kind);
    thud_fill_axes_w(block, &joints, substep);
    kind->pose(block, &nowhere);
    thud_parts_w parts = thud_load_parts_w(block);
    thud_pair_w pair = thud_load_pair_w(&batch->bodies, index, block);
    thud_find_hold_mass_w(block, &pair, &parts, kind);
    thud_row_w warm_start = kind->wrench(block, &parts);
    thud_pair_apply_w(&pair, &warm_start);
    thud_store_pair_w(&batch->bodies, index, &pair);
}

/* Notes which lanes of a part are in a joint tree. */
static inline void thud_note_tree_links(thud_joint_block *block, uint32_t in_tree, int part) {
    for (int lane = 0; block->has.tree && lane < thud_wide_lanes; lane++) {
        block->extra->in_tree[lane] = (float)(in_tree >> (part * thud_wide_lanes + lane) & 1);
    }
}

THUD_INLINE void thud_joints_prepare(const thud_batch *batch, const thud_block_set *set,
                                     const thud_joint_functions *kind) {
    enum { blocks_ahead = 1 };
    thud_block_parts has = {.angular = true}; /* of the block before */
    thud_substep ground = thud_ground_substep(batch);
    for (int32_t i = 0; i < set->count; i++) {
        if (i + blocks_ahead < set->count) {
            thud_fetch_joints(batch, &set->index[i + blocks_ahead], has.soft_hold || has.linear || has.angular);
        }
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        has = thud_find_block_parts(batch, &set->index[i], kind);
        for (int part = 0; part < thud_joint_parts; part++) {
            blocks[part].has = has;
            blocks[part].extra = thud_joint_extras_of(set, i) + part;
            thud_note_tree_links(&blocks[part], set->index[i].in_tree, part);
        }
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            thud_prepare_part(batch, &index, &blocks[part], i < set->ground ? batch->substep : &ground, kind);
        }
    }
}

/* ---- solve and relax ---- */

/*
 * What the constraints did is velocity - base: taking from the base what the impulses do less than before, as levers
 * and directions have turned, adds the difference to the next warm start. Where levers alone turn, only the bodies'
 * turning is concerned: noted in the fourth floats of their velocities, it needs no visit to the base.
 */
THUD_INLINE void thud_turn_warm_start_w(const thud_batch_bodies *bodies, const thud_part_index *index,
                                       thud_pair_w *pair, const thud_row_w *before, const thud_row_w *after,
                                       const thud_joint_functions *kind) {
    thud_row_w less = thud_row_sub_w(before, after);
    if (kind->turns_rows) {
        thud_pair_w base = *pair;
        thud_wide_gather4_at(bodies->base, index->a, base.a);
        thud_wide_gather4_at(bodies->base, index->b, base.b);
        thud_pair_apply_w(&base, &less);
        thud_wide_scatter4_at(bodies->base, index->a, base.a);
        thud_wide_scatter4_at(bodies->base, index->b, base.b);
    } else {
        pair->a[3] = thud_fw_add(pair->a[3], thud_fw_mul(pair->inverse_aw, less.aw));
        pair->b[3] = thud_fw_sub(pair->b[3], thud_fw_mul(pair->inverse_bw, less.bw));
    }
}

THUD_INLINE void thud_solve_part(const thud_batch *batch, const thud_part_index *index, thud_joint_block *block,
                                 const thud_substep *substep, const thud_joint_functions *kind) {
    thud_pair_w pair = thud_load_pair_w(&batch->bodies, index, block);
    thud_parts_w parts = thud_load_parts_w(block);
    kind->rows(block, &pair, &parts, substep, THUD_PASS_SOLVE);
    thud_store_pair_w(&batch->bodies, index, &pair);
}

THUD_INLINE void thud_joints_solve(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    thud_substep ground = thud_ground_substep(batch);
    for (int32_t i = 0; i < set->count; i++) {
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            thud_solve_part(batch, &index, &blocks[part], i < set->ground ? batch->substep : &ground, kind);
        }
    }
}

THUD_INLINE void thud_relax_part(const thud_batch *batch, const thud_part_index *index, thud_joint_block *block,
                                 const thud_joint_functions *kind) {
    thud_parts_w parts = thud_load_parts_w(block);
    thud_row_w before = kind->wrench(block, &parts);
    thud_moved_w moved = thud_load_moved_w(&batch->bodies, index, block->has.angle || kind->follows_turns);
    kind->pose(block, &moved);
    parts = thud_load_parts_w(block);
    thud_row_w after = kind->wrench(block, &parts);
    thud_pair_w pair = thud_load_pair_w(&batch->bodies, index, block);
    thud_turn_warm_start_w(&batch->bodies, index, &pair, &before, &after, kind);
    thud_find_hold_mass_w(block, &pair, &parts, kind);
    kind->rows(block, &pair, &parts, batch->substep, THUD_PASS_RELAX);
    thud_store_pair_w(&batch->bodies, index, &pair);
}

THUD_INLINE void thud_joints_relax(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            thud_relax_part(batch, &index, &blocks[part], kind);
        }
    }
}

/* ---- store ---- */

/* Writes a row of eight floats of each record; what empty lanes hold goes nowhere. */
THUD_INLINE void thud_store_rows_w(const thud_batch *batch, const thud_part_index *index, size_t offset,
                                  int32_t taken, const thud_fw row[8]) {
    float nowhere[thud_wide_lanes][8];
    float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        char *joint = (char *)&batch->input->joints[index->slot[lane]];
        rows[lane] = lane < taken ? (float *)(void *)(joint + offset) : nowhere[lane];
    }
    thud_wide_store_rows(rows, row);
}

/* The angle after the step; where it was not followed its change is known at least. */
THUD_INLINE thud_fw thud_final_angle_w(const thud_joint_block *block, const thud_batch_bodies *bodies,
                                      const thud_part_index *index, thud_fw start) {
    if (block->has.angle) {
        return thud_fw_load(block->extra->angle);
    }
    thud_fw moved_a[4], moved_b[4];
    thud_wide_gather4_at(bodies->moved, index->a, moved_a);
    thud_wide_gather4_at(bodies->moved, index->b, moved_b);
    return thud_fw_add(start, thud_fw_sub(moved_b[2], moved_a[2]));
}

THUD_INLINE void thud_store_state_w(const thud_batch *batch, const thud_part_index *index,
                                   int32_t taken, const thud_joint_block *block, const thud_joint_functions *kind) {
    thud_parts_w parts = thud_load_parts_w(block);
    thud_row_w wrench = kind->wrench(block, &parts);
    thud_joints_w joints = thud_find_joints_w(batch, index);
    thud_fw state[8];
    thud_load_rows_w(&joints, offsetof(thud_joint, state), state);
    if (kind->has_hold) {
        state[0] = thud_fw_load(block->impulse_x);
        state[1] = thud_fw_load(block->impulse_y);
    }
    state[2] = wrench.bx;
    state[3] = wrench.by;
    state[4] = thud_fw_sub(wrench.bw, thud_cross_w(parts.arm_b, (thud_vec_w){wrench.bx, wrench.by}));
    state[5] = thud_final_angle_w(block, &batch->bodies, index, state[5]);
    thud_store_rows_w(batch, index, offsetof(thud_joint, state), taken, state);
}

THUD_INLINE void thud_load_impulses_w(int32_t has, const thud_axis_block *axis, thud_fw impulses[4]) {
    thud_fw zero = thud_fw_zero();
    impulses[0] = has ? thud_fw_load(axis->spring_impulse) : zero;
    impulses[1] = has ? thud_fw_load(axis->motor_impulse) : zero;
    impulses[2] = has ? thud_fw_load(axis->lower_impulse) : zero;
    impulses[3] = has ? thud_fw_load(axis->upper_impulse) : zero;
}

THUD_INLINE void thud_store_axes_w(const thud_batch *batch, const thud_part_index *index,
                                  int32_t taken, const thud_joint_block *block) {
    if (block->has.linear || block->has.angular) {
        thud_fw impulses[8];
        thud_load_impulses_w(block->has.linear, &block->extra->linear, impulses);
        thud_load_impulses_w(block->has.angular, &block->extra->angular, impulses + 4);
        thud_store_rows_w(batch, index, offsetof(thud_joint, linear_impulses), taken, impulses);
    }
}

THUD_INLINE void thud_joints_store(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            int32_t taken = set->index[i].count - part * thud_wide_lanes;
            thud_store_state_w(batch, &index, taken, &blocks[part], kind);
            thud_store_axes_w(batch, &index, taken, &blocks[part]);
        }
    }
}

/* The four functions of a kind whose own are in `functions`. */
#define THUD_JOINT_KERNELS(kind, functions)                                                                  \
    void THUD_KERNEL(thud_##kind##_prepare)(const thud_batch *batch, const thud_block_set *set);             \
    void THUD_KERNEL(thud_##kind##_solve)(const thud_batch *batch, const thud_block_set *set);               \
    void THUD_KERNEL(thud_##kind##_relax)(const thud_batch *batch, const thud_block_set *set);               \
    void THUD_KERNEL(thud_##kind##_store)(const thud_batch *batch, const thud_block_set *set);               \
    void THUD_KERNEL(thud_##kind##_prepare)(const thud_batch *batch, const thud_block_set *set) {            \
        thud_joints_prepare(batch, set, &(functions));                                                       \
    }                                                                                                        \
    void THUD_KERNEL(thud_##kind##_solve)(const thud_batch *batch, const thud_block_set *set) {              \
        thud_joints_solve(batch, set, &(functions));                                                         \
    }                                                                                                        \
    void THUD_KERNEL(thud_##kind##_relax)(const thud_batch *batch, const thud_block_set *set) {              \
        thud_joints_relax(batch, set, &(functions));                                                         \
    }                                                                                                        \
    void THUD_KERNEL(thud_##kind##_store)(const thud_batch *batch, const thud_block_set *set) {              \
        thud_joints_store(batch, set, &(functions));                                                         \
    }                                                                                                        \
    _Static_assert(1, "a semicolon may follow")

#endif
