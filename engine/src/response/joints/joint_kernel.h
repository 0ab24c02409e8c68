/*
 * joint_kernel.h: the passes that all kinds share. A kind is three functions:
 *
 *     pose      where arms, axis and angle are after the bodies have moved; mostly thud_pose_arms8
 *     wrench    what its accumulated impulses do to the bodies
 *     rows      solves its rows one after another
 *
 * and the passes call them in this order:
 *
 *     prepare   fills the block from the joints' records, warm starts by the wrench
 *     solve     rows                                              before positions move
 *     relax     poses anew, turns the next warm start, rows       after
 *     store     impulses back to the records, with the wrench on body b for force, torque and breaking
 *
 * Included by the kernels of the kinds only; THUD_JOINT_KERNELS writes the four functions of a kind.
 */
#ifndef THUD_SRC_RESPONSE_JOINT_KERNEL_H
#define THUD_SRC_RESPONSE_JOINT_KERNEL_H

#include "response/joints/parts.h"
#include "response/joints/spring.h"
#include "response/joints/turn.h"

/* How far the bodies moved since the step began: x, y, angle. */
typedef struct thud_moved8 {
    thud_f8 a[4], b[4];
} thud_moved8;

/* A joint's parts as they are now. */
typedef struct thud_parts8 {
    thud_vec8 arm_a, arm_b, gap, axis;
    thud_f8 angle;
} thud_parts8;

typedef struct thud_joint_functions {
    bool has_hold, has_linear, has_angular; /* the parts that the kind uses */
    void (*pose)(thud_joint_block *block, const thud_moved8 *moved);
    thud_row8 (*wrench)(const thud_joint_block *block, const thud_parts8 *parts);
    void (*rows)(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                 const thud_substep *substep, thud_pass pass);
} thud_joint_functions;

/* ---- pose ---- */

/* Arms turn with their bodies, the axis with body a. */
THUD_INLINE void thud_pose_arms8(thud_joint_block *block, const thud_moved8 *moved) {
    thud_turn8 turn_a = thud_turn_by8(moved->a[2]);
    thud_turn8 turn_b = thud_turn_by8(moved->b[2]);
    thud_vec8 start_a = thud_vec8_load(block->start_arm_ax, block->start_arm_ay);
    thud_vec8 start_b = thud_vec8_load(block->start_arm_bx, block->start_arm_by);
    thud_vec8 axis = thud_turn_apply8(turn_a, thud_vec8_load(block->start_axis_x, block->start_axis_y));
    thud_vec8 arm_a = thud_turn_apply8(turn_a, start_a);
    thud_vec8 arm_b = thud_turn_apply8(turn_b, start_b);
    thud_f8_store(block->now_arm_ax, arm_a.x);
    thud_f8_store(block->now_arm_ay, arm_a.y);
    thud_f8_store(block->now_arm_bx, arm_b.x);
    thud_f8_store(block->now_arm_by, arm_b.y);
    thud_f8_store(block->now_moved_ax, thud_f8_add(moved->a[0], thud_f8_sub(arm_a.x, start_a.x)));
    thud_f8_store(block->now_moved_ay, thud_f8_add(moved->a[1], thud_f8_sub(arm_a.y, start_a.y)));
    thud_f8_store(block->now_moved_bx, thud_f8_add(moved->b[0], thud_f8_sub(arm_b.x, start_b.x)));
    thud_f8_store(block->now_moved_by, thud_f8_add(moved->b[1], thud_f8_sub(arm_b.y, start_b.y)));
    thud_f8_store(block->now_axis_x, axis.x);
    thud_f8_store(block->now_axis_y, axis.y);
    thud_f8_store(block->now_angle,
                  thud_f8_add(thud_f8_load(block->start_angle), thud_f8_sub(moved->b[2], moved->a[2])));
}

THUD_INLINE thud_parts8 thud_load_parts8(const thud_joint_block *block) {
    thud_vec8 moved_a = thud_vec8_load(block->now_moved_ax, block->now_moved_ay);
    thud_vec8 moved_b = thud_vec8_load(block->now_moved_bx, block->now_moved_by);
    thud_vec8 gap = thud_vec8_load(block->start_gap_x, block->start_gap_y);
    return (thud_parts8){.arm_a = thud_vec8_load(block->now_arm_ax, block->now_arm_ay),
                         .arm_b = thud_vec8_load(block->now_arm_bx, block->now_arm_by),
                         .gap = thud_add8(gap, thud_sub8(moved_b, moved_a)),
                         .axis = thud_vec8_load(block->now_axis_x, block->now_axis_y),
                         .angle = thud_f8_load(block->now_angle)};
}

/* ---- what kinds are made of ---- */

/* The point where arm_a and arm_b end: both coordinates of it. */
THUD_INLINE void thud_solve_point8(thud_hold_block *hold, thud_pair8 *pair, const thud_parts8 *parts,
                                   thud_pass pass) {
    thud_f8 one = thud_f8_set1(1.0f);
    thud_vec8 along_x = {one, thud_f8_zero()};
    thud_vec8 along_y = {thud_f8_zero(), one};
    thud_row8 x = thud_linear_row8(along_x, parts->arm_a, parts->arm_b);
    thud_row8 y = thud_linear_row8(along_y, parts->arm_a, parts->arm_b);
    thud_rows8 rows = {.stiffness = {thud_row_coupling8(pair, &x, &x), thud_row_coupling8(pair, &x, &y),
                                     thud_row_coupling8(pair, &y, &y)},
                       .speed = {thud_row_speed8(pair, &x), thud_row_speed8(pair, &y)},
                       .error = parts->gap};
    thud_vec8 impulse = thud_solve_hold8(hold, &rows, pass);
    thud_row_apply8(pair, &x, impulse.x);
    thud_row_apply8(pair, &y, impulse.y);
}

/* An impulse at the anchors and one on rotation. */
THUD_INLINE thud_row8 thud_point_wrench8(const thud_parts8 *parts, thud_vec8 impulse, thud_f8 angular) {
    return (thud_row8){.ax = impulse.x,
                       .ay = impulse.y,
                       .aw = thud_f8_add(thud_cross8(parts->arm_a, impulse), angular),
                       .bx = impulse.x,
                       .by = impulse.y,
                       .bw = thud_f8_add(thud_cross8(parts->arm_b, impulse), angular)};
}

/* Spring, motor and limits about the joint. */
THUD_INLINE void thud_solve_angular8(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                                     const thud_substep *substep, thud_pass pass) {
    if (!block->angular.any) {
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
    if (!block->linear.any) {
        return;
    }
    thud_axis8 axis = {thud_row_coupling8(pair, row, row), thud_row_speed8(pair, row), position,
                       thud_f8_set1(substep->joint_push_speed)};
    thud_row_apply8(pair, row, thud_solve_axis8(&block->linear, axis, substep, pass));
}

/* ---- prepare ---- */

THUD_INLINE void thud_fill_spring(thud_spring_block *block, int lane, const thud_spring *spring,
                                  const thud_substep *substep) {
    bool springs = spring->mode == THUD_HOLD_SPRING;
    bool rigid = spring->mode == THUD_HOLD_RIGID;
    thud_softness none = {0.0f, 0.0f};
    thud_softness soft = rigid ? substep->joint : none;
    if (springs) {
        soft = thud_make_spring(spring->hertz, spring->damping_ratio, substep->h);
    }
    block->bias_rate[lane] = soft.bias_rate;
    block->mass_scale[lane] = soft.mass_scale;
    block->relax_scale[lane] = rigid ? 1.0f : 0.0f;
    block->bound[lane] = spring->bound * substep->h;
}

THUD_INLINE void thud_fill_hold(thud_hold_block *block, int lane, const thud_joint *joint,
                                const thud_substep *substep, float warm) {
    const thud_joint_hold *hold = &joint->hold;
    bool rigid = hold->spring.mode == THUD_HOLD_RIGID;
    bool turns = joint->kind == THUD_JOINT_PRISMATIC; /* its second row is the angle */
    thud_fill_spring(&block->spring, lane, &hold->spring, substep);
    block->impulse_x[lane] = warm * hold->impulse.x;
    block->impulse_y[lane] = warm * hold->impulse.y;
    block->most_bias_x[lane] = rigid ? substep->joint_push_speed : THUD_NO_BOUND;
    block->most_bias_y[lane] = rigid && turns ? substep->joint_push_turn : block->most_bias_x[lane];
}

/* Whether anything acts along an axis; a row that does nothing is left out for all eight. */
THUD_INLINE bool thud_axis_acts(const thud_joint_axis *axis) {
    return axis->spring.mode != THUD_HOLD_NONE || axis->motor_bound > 0.0f || axis->lower > -THUD_NO_LIMIT ||
           axis->upper < THUD_NO_LIMIT;
}

THUD_INLINE void thud_fill_axis(thud_axis_block *block, int lane, const thud_joint_axis *axis,
                                float most_bias, float most_speed, const thud_substep *substep,
                                float warm) {
    float kept = thud_axis_acts(axis) ? warm : 0.0f;
    block->spring_impulse[lane] = kept * axis->spring_impulse;
    block->motor_impulse[lane] = kept * axis->motor_impulse;
    block->lower_impulse[lane] = kept * axis->lower_impulse;
    block->upper_impulse[lane] = kept * axis->upper_impulse;
    thud_fill_spring(&block->spring, lane, &axis->spring, substep);
    block->most_bias[lane] = axis->spring.mode == THUD_HOLD_RIGID ? most_bias : THUD_NO_BOUND;
    block->target[lane] = axis->target;
    block->lower[lane] = axis->lower;
    block->upper[lane] = axis->upper;
    block->speed[lane] = thud_max(thud_min(axis->speed, most_speed), -most_speed);
    block->motor_bound[lane] = axis->motor_bound * substep->h;
}

THUD_INLINE void thud_fill_lane(thud_joint_block *block, int lane, const thud_joint *joint,
                                const thud_local_mass *mass_a, const thud_local_mass *mass_b) {
    block->inverse_ax[lane] = mass_a->x;
    block->inverse_ay[lane] = mass_a->y;
    block->inverse_aw[lane] = mass_a->angular;
    block->inverse_bx[lane] = mass_b->x;
    block->inverse_by[lane] = mass_b->y;
    block->inverse_bw[lane] = mass_b->angular;
    block->start_arm_ax[lane] = joint->arm_a.x;
    block->start_arm_ay[lane] = joint->arm_a.y;
    block->start_arm_bx[lane] = joint->arm_b.x;
    block->start_arm_by[lane] = joint->arm_b.y;
    block->start_gap_x[lane] = joint->gap.x;
    block->start_gap_y[lane] = joint->gap.y;
    block->start_axis_x[lane] = joint->axis.x;
    block->start_axis_y[lane] = joint->axis.y;
    block->start_angle[lane] = joint->angle;
    block->ratio[lane] = joint->ratio;
}

THUD_INLINE thud_pair8 thud_load_pair8(const thud_batch_bodies *bodies, const thud_block_index *index,
                                       const thud_joint_block *block) {
    thud_pair8 pair = {.inverse_ax = thud_f8_load(block->inverse_ax),
                       .inverse_ay = thud_f8_load(block->inverse_ay),
                       .inverse_aw = thud_f8_load(block->inverse_aw),
                       .inverse_bx = thud_f8_load(block->inverse_bx),
                       .inverse_by = thud_f8_load(block->inverse_by),
                       .inverse_bw = thud_f8_load(block->inverse_bw)};
    thud_gather4_at(bodies->velocity, index->a, pair.a);
    thud_gather4_at(bodies->velocity, index->b, pair.b);
    return pair;
}

THUD_INLINE void thud_store_pair8(const thud_batch_bodies *bodies, const thud_block_index *index,
                                  const thud_pair8 *pair) {
    thud_scatter4_at(bodies->velocity, index->a, pair->a);
    thud_scatter4_at(bodies->velocity, index->b, pair->b);
}

THUD_INLINE void thud_look_for_axes(thud_joint_block *block, const thud_joint *joints,
                                    const thud_block_index *index, const thud_joint_functions *kind) {
    block->linear.any = block->angular.any = false;
    for (int lane = 0; lane < index->count; lane++) {
        const thud_joint *joint = &joints[index->slot[lane]];
        block->linear.any |= kind->has_linear && thud_axis_acts(&joint->linear);
        block->angular.any |= kind->has_angular && thud_axis_acts(&joint->angular);
    }
}

THUD_INLINE void thud_joints_prepare(const thud_batch *batch, const thud_block_set *set,
                                     const thud_joint_functions *kind) {
    const thud_substep *substep = batch->substep;
    const thud_local_mass *masses = batch->bodies.inverse_mass;
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_joint_block *block = (thud_joint_block *)set->blocks + i;
        thud_look_for_axes(block, batch->input->joints, index, kind);
        for (int lane = 0; lane < 8; lane++) {
            const thud_joint *joint = &batch->input->joints[index->slot[lane]];
            float warm = lane < index->count ? substep->warm_start : 0.0f;
            thud_fill_lane(block, lane, joint, &masses[index->a[lane] / thud_record_size],
                           &masses[index->b[lane] / thud_record_size]);
            if (kind->has_hold) {
                thud_fill_hold(&block->hold, lane, joint, substep, warm);
            }
            if (block->linear.any) {
                thud_fill_axis(&block->linear, lane, &joint->linear, substep->joint_push_speed,
                               substep->max_speed, substep, warm);
            }
            if (block->angular.any) {
                thud_fill_axis(&block->angular, lane, &joint->angular, substep->joint_push_turn,
                               substep->max_turn, substep, warm);
            }
        }
        thud_f8 zero = thud_f8_zero();
        thud_moved8 nowhere = {{zero, zero, zero, zero}, {zero, zero, zero, zero}};
        kind->pose(block, &nowhere);
        thud_parts8 parts = thud_load_parts8(block);
        thud_row8 warm_start = kind->wrench(block, &parts);
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_pair_apply8(&pair, &warm_start);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

/* ---- solve and relax ---- */

THUD_INLINE void thud_joints_solve(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        thud_joint_block *block = (thud_joint_block *)set->blocks + i;
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_parts8 parts = thud_load_parts8(block);
        kind->rows(block, &pair, &parts, batch->substep, THUD_PASS_SOLVE);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

/*
 * What the constraints did is velocity - base: taking an impulse from the base adds it to the next warm
 * start.
 */
THUD_INLINE void thud_move_base8(const thud_batch_bodies *bodies, const thud_block_index *index,
                                 thud_pair8 pair, const thud_row8 *impulse) {
    thud_gather4_at(bodies->base, index->a, pair.a);
    thud_gather4_at(bodies->base, index->b, pair.b);
    thud_pair_apply8(&pair, impulse);
    thud_scatter4_at(bodies->base, index->a, pair.a);
    thud_scatter4_at(bodies->base, index->b, pair.b);
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
        thud_row8 turned = thud_row_sub8(&before, &after);
        thud_pair8 pair = thud_load_pair8(&batch->bodies, index, block);
        thud_move_base8(&batch->bodies, index, pair, &turned);
        kind->rows(block, &pair, &parts, batch->substep, THUD_PASS_RELAX);
        thud_store_pair8(&batch->bodies, index, &pair);
    }
}

/* ---- store ---- */

THUD_INLINE void thud_store_axis(const thud_axis_block *block, int lane, thud_joint_axis *axis) {
    if (!block->any) {
        axis->spring_impulse = axis->motor_impulse = axis->lower_impulse = axis->upper_impulse = 0.0f;
        return;
    }
    axis->spring_impulse = block->spring_impulse[lane];
    axis->motor_impulse = block->motor_impulse[lane];
    axis->lower_impulse = block->lower_impulse[lane];
    axis->upper_impulse = block->upper_impulse[lane];
}

THUD_INLINE void thud_joints_store(const thud_batch *batch, const thud_block_set *set,
                                   const thud_joint_functions *kind) {
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        const thud_joint_block *block = (const thud_joint_block *)set->blocks + i;
        thud_parts8 parts = thud_load_parts8(block);
        thud_row8 wrench = kind->wrench(block, &parts);
        thud_vec8 impulse = {wrench.bx, wrench.by};
        _Alignas(32) float x[8], y[8], angular[8];
        thud_f8_store(x, wrench.bx);
        thud_f8_store(y, wrench.by);
        thud_f8_store(angular, thud_f8_sub(wrench.bw, thud_cross8(parts.arm_b, impulse)));
        for (int32_t lane = 0; lane < index->count; lane++) {
            thud_joint *joint = &batch->input->joints[index->slot[lane]];
            if (kind->has_hold) {
                joint->hold.impulse.x = block->hold.impulse_x[lane];
                joint->hold.impulse.y = block->hold.impulse_y[lane];
            }
            if (kind->has_linear) {
                thud_store_axis(&block->linear, lane, &joint->linear);
            }
            if (kind->has_angular) {
                thud_store_axis(&block->angular, lane, &joint->angular);
            }
            joint->angle = block->now_angle[lane];
            joint->impulse.x = x[lane];
            joint->impulse.y = y[lane];
            joint->angular_impulse = angular[lane];
        }
    }
}

/* The four functions of a kind whose three are in `functions`. */
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
