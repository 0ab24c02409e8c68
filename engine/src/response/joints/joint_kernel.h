/*
 * joint_kernel.h: the passes that all kinds share. A kind is some functions:
 *
 *     place      arms, axis and angle where the step begins; mostly thud_place_arms8
 *     pose       the same after the bodies have moved; mostly thud_pose_arms8
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
THUD_INLINE void thud_turn_arms8(thud_joint_block *block, const thud_moved8 *moved, thud_turn8 turn_a,
                                 thud_turn8 turn_b) {
    thud_vec8 arm_a = thud_turn_apply8(turn_a, thud_vec8_load(block->start_arm_ax, block->start_arm_ay));
    thud_vec8 arm_b = thud_turn_apply8(turn_b, thud_vec8_load(block->start_arm_bx, block->start_arm_by));
    thud_vec8 parted = {thud_f8_sub(moved->b[0], moved->a[0]), thud_f8_sub(moved->b[1], moved->a[1])};
    thud_vec8 apart = thud_add8(thud_vec8_load(block->start_apart_x, block->start_apart_y), parted);
    thud_vec8_store(block->arm_ax, block->arm_ay, arm_a);
    thud_vec8_store(block->arm_bx, block->arm_by, arm_b);
    thud_vec8_store(block->gap_x, block->gap_y, thud_add8(apart, thud_sub8(arm_b, arm_a)));
    if (block->has.angle) {
        thud_f8_store(block->angle,
                      thud_f8_add(thud_f8_load(block->start_angle), thud_f8_sub(moved->b[2], moved->a[2])));
    }
}

THUD_INLINE void thud_pose_arms8(thud_joint_block *block, const thud_moved8 *moved) {
    thud_turn8 turn_a, turn_b;
    thud_turn_by8(moved->a[2], moved->b[2], &turn_a, &turn_b);
    thud_turn_arms8(block, moved, turn_a, turn_b);
}

/* The same for kinds with an axis on body a. */
THUD_INLINE void thud_pose_axis8(thud_joint_block *block, const thud_moved8 *moved) {
    thud_turn8 turn_a, turn_b;
    thud_turn_by8(moved->a[2], moved->b[2], &turn_a, &turn_b);
    thud_turn_arms8(block, moved, turn_a, turn_b);
    thud_vec8 axis = thud_turn_apply8(turn_a, thud_vec8_load(block->start_axis_x, block->start_axis_y));
    thud_vec8_store(block->axis_x, block->axis_y, axis);
}

THUD_INLINE thud_parts8 thud_load_parts8(const thud_joint_block *block) {
    return (thud_parts8){
        .arm_a = thud_vec8_load(block->arm_ax, block->arm_ay),
        .arm_b = thud_vec8_load(block->arm_bx, block->arm_by),
        .gap = thud_vec8_load(block->gap_x, block->gap_y),
        .axis = thud_vec8_load(block->axis_x, block->axis_y),
        .angle = thud_f8_load(block->angle),
        .mass = {thud_f8_load(block->mass_xx), thud_f8_load(block->mass_xy), thud_f8_load(block->mass_yy)}};
}

/* ---- what kinds are made of ---- */

/* Of the two rows of the point where arm_a and arm_b end. */
THUD_INLINE thud_matrix8 thud_point_hold_stiffness8(const thud_pair8 *pair, const thud_parts8 *parts) {
    return thud_point_stiffness8(pair, parts->arm_a, parts->arm_b);
}

/* That point: both coordinates of it. */
THUD_INLINE void thud_solve_point8(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                                   const thud_substep *substep, thud_pass pass) {
    thud_f8 push = thud_f8_set1(substep->joint_push_speed);
    thud_rows8 rows = {.mass = parts->mass,
                       .speed = thud_point_speed8(pair, parts->arm_a, parts->arm_b),
                       .error = parts->gap,
                       .most_bias = {push, push}};
    thud_vec8 impulse = thud_solve_hold8(block, &rows, substep, pass);
    thud_row8 row = thud_linear_row8(impulse, parts->arm_a, parts->arm_b);
    thud_pair_apply8(pair, &row);
}

/* An impulse at the anchors and one on rotation. */
THUD_INLINE thud_row8 thud_point_wrench8(const thud_parts8 *parts, thud_vec8 impulse, thud_f8 angular) {
    thud_row8 row = thud_linear_row8(impulse, parts->arm_a, parts->arm_b);
    row.aw = thud_f8_add(row.aw, angular);
    row.bw = thud_f8_add(row.bw, angular);
    return row;
}

/* Spring, motor and limits about the joint. */
THUD_INLINE void thud_solve_angular8(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                                     const thud_substep *substep, thud_pass pass) {
    if (!block->has.angular) {
        return;
    }
    thud_axis8 row = {thud_angular_stiffness8(pair), thud_angular_speed8(pair), parts->angle,
                      thud_f8_set1(substep->joint_push_turn)};
    thud_angular_apply8(pair, thud_solve_axis8(&block->angular, row, substep, pass));
}

/* The row along the axis, which is fixed on body a: there the arm reaches to anchor b. */
THUD_INLINE thud_row8 thud_slide_row8(const thud_parts8 *parts, thud_vec8 direction) {
    return thud_linear_row8(direction, thud_add8(parts->arm_a, parts->gap), parts->arm_b);
}

/* Spring, motor and limits along a row. */
THUD_INLINE void thud_solve_linear8(thud_joint_block *block, thud_pair8 *pair, const thud_row8 *row,
                                    thud_f8 position, const thud_substep *substep, thud_pass pass) {
    if (!block->has.linear) {
        return;
    }
    thud_axis8 axis = {thud_row_coupling8(pair, row, row), thud_row_speed8(pair, row), position,
                       thud_f8_set1(substep->joint_push_speed)};
    thud_row_apply8(pair, row, thud_solve_axis8(&block->linear, axis, substep, pass));
}

/* ---- prepare ---- */

/* The substep as joints with what does not yield see it: they are stiffer. */
THUD_INLINE thud_substep thud_ground_substep(const thud_batch *batch) {
    thud_substep ground = *batch->substep;
    ground.joint = ground.joint_ground;
    return ground;
}

THUD_INLINE void thud_find_hold_mass8(thud_joint_block *block, const thud_pair8 *pair, thud_parts8 *parts,
                                      const thud_joint_functions *kind) {
    if (!kind->has_hold) {
        return;
    }
    parts->mass = thud_invert8(kind->stiffness(pair, parts));
    thud_f8_store(block->mass_xx, parts->mass.xx);
    thud_f8_store(block->mass_xy, parts->mass.xy);
    thud_f8_store(block->mass_yy, parts->mass.yy);
}

THUD_INLINE void thud_joints_prepare(const thud_batch *batch, const thud_block_set *set,
                                     const thud_joint_functions *kind) {
    enum { blocks_ahead = 2 };
    thud_f8 zero = thud_f8_zero();
    thud_moved8 nowhere = {{zero, zero, zero, zero}, {zero, zero, zero, zero}};
    thud_substep ground = thud_ground_substep(batch);
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_joint_block *block = (thud_joint_block *)set->blocks + i;
        thud_joints8 joints = thud_find_joints8(batch, index);
        if (i + blocks_ahead < set->count) {
            thud_fetch_joints8(batch, index + blocks_ahead);
        }
        thud_note_block_parts(block, &joints, kind);
        thud_fill_masses8(block, &batch->bodies, index);
        thud_place_joints8(block, &joints, batch, kind);
        const thud_substep *substep = i < set->ground ? batch->substep : &ground;
        thud_fill_hold8(block, &joints, substep, kind);
        thud_fill_axes8(block, &joints, substep);
        kind->pose(block, &nowhere);
        thud_parts8 parts = thud_load_parts8(block);
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_find_hold_mass8(block, &pair, &parts, kind);
        thud_row8 warm_start = kind->wrench(block, &parts);
        thud_pair_apply8(&pair, &warm_start);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

/* ---- solve and relax ---- */

/* Takes an angular impulse from the base of eight bodies. */
THUD_INLINE void thud_turn_base8(const thud_batch_bodies *bodies, const uint32_t at[8], thud_f8 change) {
    _Alignas(32) float changes[8];
    thud_f8_store(changes, change);
    for (int lane = 0; lane < 8; lane++) {
        bodies->base[at[lane] / thud_record_size].angular += changes[lane];
    }
}

/*
 * What the constraints did is velocity - base: taking from the base what the impulses do less than before, as levers
 * and directions have turned, adds the difference to the next warm start.
 */
THUD_INLINE void thud_turn_warm_start8(const thud_batch_bodies *bodies, const thud_block_index *index,
                                       const thud_pair8 *pair, const thud_row8 *before,
                                       const thud_row8 *after, const thud_joint_functions *kind) {
    thud_row8 less = thud_row_sub8(before, after);
    if (kind->turns_rows) {
        thud_pair8 base = *pair;
        thud_gather4_at(bodies->base, index->a, base.a);
        thud_gather4_at(bodies->base, index->b, base.b);
        thud_pair_apply8(&base, &less);
        thud_scatter4_at(bodies->base, index->a, base.a);
        thud_scatter4_at(bodies->base, index->b, base.b);
    } else {
        thud_turn_base8(bodies, index->a, thud_f8_neg(thud_f8_mul(pair->inverse_aw, less.aw)));
        thud_turn_base8(bodies, index->b, thud_f8_mul(pair->inverse_bw, less.bw));
    }
}

THUD_INLINE void thud_joints_solve(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    thud_substep ground = thud_ground_substep(batch);
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_joint_block *block = (thud_joint_block *)set->blocks + i;
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_parts8 parts = thud_load_parts8(block);
        kind->rows(block, &pair, &parts, i < set->ground ? batch->substep : &ground, THUD_PASS_SOLVE);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

THUD_INLINE void thud_joints_relax(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_joint_block *block = (thud_joint_block *)set->blocks + i;
        thud_parts8 parts = thud_load_parts8(block);
        thud_row8 before = kind->wrench(block, &parts);
        thud_moved8 moved;
        thud_gather4_at(batch->bodies.moved, index->a, moved.a);
        thud_gather4_at(batch->bodies.moved, index->b, moved.b);
        kind->pose(block, &moved);
        parts = thud_load_parts8(block);
        thud_row8 after = kind->wrench(block, &parts);
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_turn_warm_start8(&batch->bodies, index, &pair, &before, &after, kind);
        thud_find_hold_mass8(block, &pair, &parts, kind);
        kind->rows(block, &pair, &parts, batch->substep, THUD_PASS_RELAX);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

/* ---- store ---- */

/* Writes a row of eight floats of each record; what empty lanes hold goes nowhere. */
THUD_INLINE void thud_store_rows8(const thud_batch *batch, const thud_block_index *index, size_t offset,
                                  const thud_f8 row[8]) {
    float nowhere[8];
    float *rows[8];
    for (int lane = 0; lane < 8; lane++) {
        char *joint = (char *)&batch->input->joints[index->slot[lane]];
        rows[lane] = lane < index->count ? (float *)(void *)(joint + offset) : nowhere;
    }
    thud_store8x8(rows, row);
}

/* The angle after the step; where it was not followed its change is known at least. */
THUD_INLINE thud_f8 thud_final_angle8(const thud_joint_block *block, const thud_batch_bodies *bodies,
                                      const thud_block_index *index, thud_f8 start) {
    if (block->has.angle) {
        return thud_f8_load(block->angle);
    }
    thud_moved8 moved;
    thud_gather4_at(bodies->moved, index->a, moved.a);
    thud_gather4_at(bodies->moved, index->b, moved.b);
    return thud_f8_add(start, thud_f8_sub(moved.b[2], moved.a[2]));
}

THUD_INLINE void thud_store_state8(const thud_batch *batch, const thud_block_index *index,
                                   const thud_joint_block *block, const thud_joint_functions *kind) {
    thud_parts8 parts = thud_load_parts8(block);
    thud_row8 wrench = kind->wrench(block, &parts);
    thud_joints8 joints = thud_find_joints8(batch, index);
    thud_f8 state[8];
    thud_load_rows8(&joints, offsetof(thud_joint, state), state);
    if (kind->has_hold) {
        state[0] = thud_f8_load(block->impulse_x);
        state[1] = thud_f8_load(block->impulse_y);
    }
    state[2] = wrench.bx;
    state[3] = wrench.by;
    state[4] = thud_f8_sub(wrench.bw, thud_cross8(parts.arm_b, (thud_vec8){wrench.bx, wrench.by}));
    state[5] = thud_final_angle8(block, &batch->bodies, index, state[5]);
    thud_store_rows8(batch, index, offsetof(thud_joint, state), state);
}

THUD_INLINE void thud_load_impulses8(int32_t has, const thud_axis_block *axis, thud_f8 impulses[4]) {
    thud_f8 zero = thud_f8_zero();
    impulses[0] = has ? thud_f8_load(axis->spring_impulse) : zero;
    impulses[1] = has ? thud_f8_load(axis->motor_impulse) : zero;
    impulses[2] = has ? thud_f8_load(axis->lower_impulse) : zero;
    impulses[3] = has ? thud_f8_load(axis->upper_impulse) : zero;
}

THUD_INLINE void thud_store_axes8(const thud_batch *batch, const thud_block_index *index,
                                  const thud_joint_block *block) {
    if (block->has.linear || block->has.angular) {
        thud_f8 impulses[8];
        thud_load_impulses8(block->has.linear, &block->linear, impulses);
        thud_load_impulses8(block->has.angular, &block->angular, impulses + 4);
        thud_store_rows8(batch, index, offsetof(thud_joint, linear_impulses), impulses);
    }
}

THUD_INLINE void thud_joints_store(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        const thud_joint_block *block = (const thud_joint_block *)set->blocks + i;
        thud_store_state8(batch, index, block, kind);
        thud_store_axes8(batch, index, block);
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
