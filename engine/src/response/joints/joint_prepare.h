/*
 * joint_prepare.h: a block at the beginning of a step: what the records of eight joints say, the arms where the bodies
 * are, and springs as constants of the substep. All eight are read side by side.
 *
 * Included by kernels only.
 */
#ifndef THUD_SRC_RESPONSE_JOINT_PREPARE_H
#define THUD_SRC_RESPONSE_JOINT_PREPARE_H

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
    thud_matrix8 mass; /* effective, of the hold's rows */
} thud_parts8;

/* The frames of eight joints, and where their bodies are. */
typedef struct thud_placed8 {
    thud_vec8 anchor_a, anchor_b, axis;
    thud_vec8 wheel_b; /* of a pulley */
    thud_f8 reference_angle, ratio, angle;
    thud_vec8 position_a, position_b;
    thud_turn8 rotation_a, rotation_b;
} thud_placed8;

/* What a kind is, see joint_kernel.h. */
typedef struct thud_joint_functions {
    bool has_hold, has_linear, has_angular; /* the parts that the kind uses */
    bool holds_angle;                       /* the second row of the hold is the angle */
    bool turns_rows;                        /* directions of rows turn too, not only their levers */
    void (*place)(thud_joint_block *block, const thud_placed8 *placed);
    void (*pose)(thud_joint_block *block, const thud_moved8 *moved);
    thud_matrix8 (*stiffness)(const thud_pair8 *pair, const thud_parts8 *parts);
    thud_row8 (*wrench)(const thud_joint_block *block, const thud_parts8 *parts);
    void (*rows)(thud_joint_block *block, thud_pair8 *pair, const thud_parts8 *parts,
                 const thud_substep *substep, thud_pass pass);
} thud_joint_functions;

/* ---- bodies ---- */

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

THUD_INLINE void thud_fill_masses8(thud_joint_block *block, const thud_batch_bodies *bodies,
                                   const thud_block_index *index) {
    thud_f8 a[4], b[4];
    thud_gather4_at(bodies->inverse_mass, index->a, a);
    thud_gather4_at(bodies->inverse_mass, index->b, b);
    thud_f8_store(block->inverse_ax, a[0]);
    thud_f8_store(block->inverse_ay, a[1]);
    thud_f8_store(block->inverse_aw, a[2]);
    thud_f8_store(block->inverse_bx, b[0]);
    thud_f8_store(block->inverse_by, b[1]);
    thud_f8_store(block->inverse_bw, b[2]);
}

/* ---- frames ---- */

/* Records by lane; lanes that are empty repeat the first one. */
typedef struct thud_joints8 {
    const thud_joint *joint[8];
} thud_joints8;

THUD_INLINE thud_joints8 thud_find_joints8(const thud_batch *batch, const thud_block_index *index) {
    thud_joints8 found;
    for (int lane = 0; lane < 8; lane++) {
        found.joint[lane] = &batch->input->joints[index->slot[lane]];
    }
    return found;
}

/* Asks for the records of a block that is soon to be filled: they lie about in memory. */
THUD_INLINE void thud_fetch_joints8(const thud_batch *batch, const thud_block_index *index) {
    for (int lane = 0; lane < 8; lane++) {
        const char *joint = (const char *)&batch->input->joints[index->slot[lane]];
        __builtin_prefetch(joint);
        __builtin_prefetch(joint + THUD_ALIGNMENT);
        __builtin_prefetch(joint + 2 * THUD_ALIGNMENT);
    }
}

THUD_INLINE void thud_note_block_parts(thud_joint_block *block, const thud_joints8 *joints,
                                       const thud_joint_functions *kind) {
    uint32_t parts = 0;
    for (int lane = 0; lane < 8; lane++) {
        parts |= joints->joint[lane]->frame.parts;
    }
    block->has.soft_hold = kind->has_hold && (parts & THUD_JOINT_SOFT_HOLD) != 0;
    block->has.linear = kind->has_linear && (parts & THUD_JOINT_LINEAR) != 0;
    block->has.angular = kind->has_angular && (parts & THUD_JOINT_ANGULAR) != 0;
    block->has.angle = kind->holds_angle || block->has.angular;
}

/* Poses of body slots: position of the centre of mass, cosine and sine. */
THUD_INLINE void thud_gather_poses8(const thud_pose *poses, const int32_t slots[8], thud_f8 pose[4]) {
    static const uint32_t offsets[8] = {0, 16, 32, 48, 64, 80, 96, 112};
    _Alignas(32) thud_pose gathered[8];
    for (int lane = 0; lane < 8; lane++) {
        gathered[lane] = slots[lane] < 0 ? thud_pose_identity() : poses[slots[lane]];
    }
    thud_gather4_at(gathered, offsets, pose);
}

/* A row of eight floats of each record. */
THUD_INLINE void thud_load_rows8(const thud_joints8 *joints, size_t offset, thud_f8 row[8]) {
    const float *rows[8];
    for (int lane = 0; lane < 8; lane++) {
        rows[lane] = (const float *)(const void *)((const char *)joints->joint[lane] + offset);
    }
    thud_load8x8(rows, row);
}

THUD_INLINE void thud_place_arms8(thud_joint_block *block, const thud_placed8 *placed) {
    thud_vec8 arm_a = thud_turn_apply8(placed->rotation_a, placed->anchor_a);
    thud_vec8 arm_b = thud_turn_apply8(placed->rotation_b, placed->anchor_b);
    thud_vec8 apart = thud_sub8(placed->position_b, placed->position_a);
    thud_vec8_store(block->start_arm_ax, block->start_arm_ay, arm_a);
    thud_vec8_store(block->start_arm_bx, block->start_arm_by, arm_b);
    thud_vec8_store(block->start_apart_x, block->start_apart_y, apart);
    if (block->has.angle) {
        thud_turn8 between = thud_turn_between8(placed->rotation_a, placed->rotation_b);
        thud_f8 angle = thud_f8_sub(thud_turn_angle8(between), placed->reference_angle);
        thud_f8_store(block->start_angle, thud_unwind8(angle, placed->angle));
    }
}

/* The same for kinds with an axis on body a. */
THUD_INLINE void thud_place_axis8(thud_joint_block *block, const thud_placed8 *placed) {
    thud_place_arms8(block, placed);
    thud_vec8 axis = thud_turn_apply8(placed->rotation_a, placed->axis);
    thud_vec8_store(block->start_axis_x, block->start_axis_y, axis);
}

THUD_INLINE void thud_place_joints8(thud_joint_block *block, const thud_joints8 *joints,
                                    const thud_batch *batch, const thud_joint_functions *kind) {
    thud_f8 frame[8], state[8], rest[8], pose_a[4], pose_b[4];
    thud_load_rows8(joints, offsetof(thud_joint, frame), frame);
    thud_load_rows8(joints, offsetof(thud_joint, state), state);
    thud_load_rows8(joints, offsetof(thud_joint, hold), rest);
    int32_t slots_a[8], slots_b[8];
    for (int lane = 0; lane < 8; lane++) {
        slots_a[lane] = joints->joint[lane]->state.body_a;
        slots_b[lane] = joints->joint[lane]->state.body_b;
    }
    thud_gather_poses8(batch->input->poses, slots_a, pose_a);
    thud_gather_poses8(batch->input->poses, slots_b, pose_b);
    thud_placed8 placed = {.anchor_a = {frame[0], frame[1]},
                           .anchor_b = {frame[2], frame[3]},
                           .axis = {frame[4], frame[5]},
                           .wheel_b = {rest[3], rest[4]},
                           .reference_angle = frame[6],
                           .ratio = frame[6],
                           .angle = state[5],
                           .position_a = {pose_a[0], pose_a[1]},
                           .position_b = {pose_b[0], pose_b[1]},
                           .rotation_a = {pose_a[2], pose_a[3]},
                           .rotation_b = {pose_b[2], pose_b[3]}};
    thud_f8 warm = thud_f8_set1(batch->substep->warm_start);
    thud_vec8_store(block->impulse_x, block->impulse_y, thud_scale8((thud_vec8){state[0], state[1]}, warm));
    kind->place(block, &placed);
}

/* ---- springs, motors and limits ---- */

THUD_INLINE void thud_fill_spring8(thud_spring_block *block, thud_f8 hertz, thud_f8 damping_ratio,
                                   thud_f8 bound, const thud_substep *substep) {
    thud_spring8 spring = thud_make_spring8(hertz, damping_ratio, substep);
    thud_f8_store(block->bias_rate, spring.bias_rate);
    thud_f8_store(block->mass_scale, spring.mass_scale);
    thud_f8_store(block->relax_scale, spring.relax_scale);
    thud_f8_store(block->bound, thud_f8_mul(bound, thud_f8_set1(substep->h)));
}

/* Firm rows draw together no faster than this; springs as fast as they will. */
THUD_INLINE thud_f8 thud_most_bias8(thud_f8 hertz, float speed) {
    return thud_f8_select(thud_f8_ge(hertz, thud_f8_set1(THUD_FIRM)), thud_f8_set1(speed),
                          thud_f8_set1(THUD_NO_BOUND));
}

THUD_INLINE float thud_hold_push(const thud_substep *substep, const thud_joint_functions *kind) {
    return kind->holds_angle ? substep->joint_push_turn : substep->joint_push_speed;
}

THUD_INLINE void thud_fill_hold8(thud_joint_block *block, const thud_joints8 *joints,
                                 const thud_substep *substep, const thud_joint_functions *kind) {
    if (!block->has.soft_hold) {
        return;
    }
    thud_f8 row[8];
    thud_load_rows8(joints, offsetof(thud_joint, hold), row);
    thud_fill_spring8(&block->spring, row[0], row[1], row[2], substep);
    thud_f8_store(block->most_bias_x, thud_most_bias8(row[0], substep->joint_push_speed));
    thud_f8_store(block->most_bias_y, thud_most_bias8(row[0], thud_hold_push(substep, kind)));
}

/* The largest speeds along an axis: of a motor, and at which a firm hold draws together. */
typedef struct thud_axis_speeds {
    float motor, push;
} thud_axis_speeds;

THUD_INLINE void thud_fill_axis8(thud_axis_block *block, const thud_f8 row[8], const thud_f8 hold[8],
                                 const thud_f8 impulses[4], thud_axis_speeds most,
                                 const thud_substep *substep) {
    thud_f8 warm = thud_f8_set1(substep->warm_start);
    thud_fill_spring8(&block->spring, row[0], row[1], row[2], substep);
    thud_fill_spring8(&block->limit, hold[0], hold[1], hold[2], substep);
    thud_f8_store(block->target, row[3]);
    thud_f8_store(block->lower, row[4]);
    thud_f8_store(block->upper, row[5]);
    thud_f8_store(block->speed, thud_clamp8(row[6], thud_f8_set1(most.motor)));
    thud_f8_store(block->motor_bound, thud_f8_mul(row[7], thud_f8_set1(substep->h)));
    thud_f8_store(block->most_bias, thud_most_bias8(row[0], most.push));
    thud_f8_store(block->spring_impulse, thud_f8_mul(warm, impulses[0]));
    thud_f8_store(block->motor_impulse, thud_f8_mul(warm, impulses[1]));
    thud_f8_store(block->lower_impulse, thud_f8_mul(warm, impulses[2]));
    thud_f8_store(block->upper_impulse, thud_f8_mul(warm, impulses[3]));
}

THUD_INLINE void thud_fill_axes8(thud_joint_block *block, const thud_joints8 *joints,
                                 const thud_substep *substep) {
    if (!block->has.linear && !block->has.angular) {
        return;
    }
    thud_f8 row[8], hold[8], impulses[8];
    thud_load_rows8(joints, offsetof(thud_joint, hold), hold);
    thud_load_rows8(joints, offsetof(thud_joint, linear_impulses), impulses);
    if (block->has.linear) {
        thud_axis_speeds most = {substep->max_speed, substep->joint_push_speed};
        thud_load_rows8(joints, offsetof(thud_joint, linear), row);
        thud_fill_axis8(&block->linear, row, hold, impulses, most, substep);
    }
    if (block->has.angular) {
        thud_axis_speeds most = {substep->max_turn, substep->joint_push_turn};
        thud_load_rows8(joints, offsetof(thud_joint, angular), row);
        thud_fill_axis8(&block->angular, row, hold, impulses + 4, most, substep);
    }
}

#endif
