/*
 * joint_prepare.h: fills a block at the start of a step from the joints' records: the arms at the bodies' poses, and
 * springs as constants of the substep. It reads as many joints side by side as a register holds.
 *
 * Included by kernels only.
 */
#pragma once

#include "response/joints/parts.h"
#include "response/joints/spring.h"
#include "response/joints/turn.h"

/* The displacements of the bodies since the start of the step. */
typedef struct thud_moved_w {
    wide_vec2 by_a, by_b;
    thud_turn_w turn_a, turn_b;
    thud_fw angle_a, angle_b; /* the same as angles, for kinds that use them */
} thud_moved_w;

/* The current parts of a joint. */
typedef struct thud_parts_w {
    wide_vec2 arm_a, arm_b, gap, axis;
    thud_fw angle;
    thud_matrix_w mass; /* effective, of the hold's rows */
} thud_parts_w;

/* The frames of joints and the poses of their bodies. */
typedef struct thud_placed_w {
    wide_vec2 anchor_a, anchor_b, axis;
    wide_vec2 wheel_b; /* of a pulley */
    thud_fw reference_angle, ratio, angle;
    wide_vec2 position_a, position_b;
    thud_turn_w rotation_a, rotation_b;
} thud_placed_w;

/* ---- bodies ---- */

THUD_INLINE thud_pair_w thud_load_pair_w(const thud_batch_bodies *bodies, const thud_part_index *index,
                                         const thud_joint_block *block) {
    thud_pair_w pair = {.inverse_ax = thud_fw_load(block->inverse_ax),
                        .inverse_ay = thud_fw_load(block->inverse_ay),
                        .inverse_aw = thud_fw_load(block->inverse_aw),
                        .inverse_bx = thud_fw_load(block->inverse_bx),
                        .inverse_by = thud_fw_load(block->inverse_by),
                        .inverse_bw = thud_fw_load(block->inverse_bw)};
    thud_wide_gather4_at(bodies->velocity, index->a, pair.a);
    thud_wide_gather4_at(bodies->velocity, index->b, pair.b);
    return pair;
}

THUD_INLINE void thud_store_pair_w(const thud_batch_bodies *bodies, const thud_part_index *index,
                                   const thud_pair_w *pair) {
    thud_wide_scatter4_at(bodies->velocity, index->a, pair->a);
    thud_wide_scatter4_at(bodies->velocity, index->b, pair->b);
}

THUD_INLINE void thud_fill_masses_w(thud_joint_block *block, const thud_batch_bodies *bodies,
                                    const thud_part_index *index) {
    thud_fw a[4], b[4];
    thud_wide_gather4_at(bodies->inverse_mass, index->a, a);
    thud_wide_gather4_at(bodies->inverse_mass, index->b, b);
    thud_fw_store(block->inverse_ax, a[0]);
    thud_fw_store(block->inverse_ay, a[1]);
    thud_fw_store(block->inverse_aw, a[2]);
    thud_fw_store(block->inverse_bx, b[0]);
    thud_fw_store(block->inverse_by, b[1]);
    thud_fw_store(block->inverse_bw, b[2]);
}

/* ---- frames ---- */

/* Prefetches the scattered records of the next block; without spring, motor and limits they need only the first line. */
THUD_INLINE void thud_fetch_joints(const thud_batch *batch, const thud_block_index *index, bool whole) {
    THUD_NO_UNROLL
    for (int lane = 0; lane < index->count; lane++) {
        const char *joint = (const char *)&batch->input->joints[index->slot[lane]];
        __builtin_prefetch(joint);
        if (whole) {
            __builtin_prefetch(joint + THUD_ALIGNMENT);
            __builtin_prefetch(joint + 2 * THUD_ALIGNMENT);
        }
    }
}

/* Finds the parts in use by any of a block's joints. */
static inline thud_block_parts thud_find_block_parts(const thud_batch *batch, const thud_block_index *index) {
    uint32_t parts = 0;
    for (int lane = 0; lane < index->count; lane++) {
        parts |= batch->input->joints[index->slot[lane]].frame.parts;
    }
    bool in_tree = index->in_tree != 0; /* then firm holds are selected by lane, as they are among springs */
    uint16_t kind = batch->input->joints[index->slot[0]].frame.kind;
    thud_joint_kind_rows uses = thud_rows_of_kind(kind);
    thud_block_parts has = {.kind = (uint8_t)kind,
                            .hold = uses.hold,
                            .soft_hold = uses.hold && (in_tree || (parts & THUD_JOINT_SOFT_HOLD) != 0),
                            .linear = uses.linear && (parts & THUD_JOINT_LINEAR) != 0,
                            .angular = uses.angular && (parts & THUD_JOINT_ANGULAR) != 0,
                            .half = index->count <= thud_block_lanes / 2,
                            .links = in_tree ? THUD_LINKS_TREE : 0};
    has.angle = uses.holds_angle || has.angular;
    return has;
}

/* Loads a row of eight floats of each record; empty lanes repeat the block's first record. */
THUD_INLINE void thud_load_rows_w(const thud_batch *batch, const thud_part_index *index, size_t offset,
                                  thud_fw row[8]) {
    const void *first = (const char *)batch->input->joints + offset;
    thud_wide_gather8(first, sizeof(thud_joint) / sizeof(float), index->slot, row);
}

/* The same in a function of its own, for rows that few joints have. */
THUD_OWN_CODE void thud_load_rare_rows_w(const thud_batch *batch, const thud_part_index *index, size_t offset,
                                         thud_fw row[8]) {
    thud_load_rows_w(batch, index, offset, row);
}

THUD_INLINE void thud_place_arms_w(thud_joint_block *block, const thud_placed_w *placed) {
    wide_vec2 arm_a = thud_turn_apply_w(placed->rotation_a, placed->anchor_a);
    wide_vec2 arm_b = thud_turn_apply_w(placed->rotation_b, placed->anchor_b);
    wide_vec2 apart = wide_sub(placed->position_b, placed->position_a);
    thud_vec_w_store(&block->start_arm_a, arm_a);
    thud_vec_w_store(&block->start_arm_b, arm_b);
    thud_vec_w_store(&block->start_apart, apart);
    if (block->has.angle) {
        thud_turn_w between = thud_turn_between_w(placed->rotation_a, placed->rotation_b);
        thud_fw angle = thud_fw_sub(thud_turn_angle_w(between), placed->reference_angle);
        thud_fw_store(block->extra->start_angle, thud_unwind_w(angle, placed->angle));
    }
}

/* And the axis, of kinds with one on body a. */
THUD_INLINE void thud_place_axis_w(thud_joint_block *block, const thud_placed_w *placed) {
    wide_vec2 axis = thud_turn_apply_w(placed->rotation_a, placed->axis);
    thud_vec_w_store(&block->extra->start_axis, axis);
}

/* An impulse l at an arm r swings a body of inertia J with (w h)^2 = h l r / J in substeps of h. Above this bound explicit steps
 * gain energy: hinges torn by a press spun their bodies ever faster, and with them the impulses grew until they overflowed. */
static const float thud_most_swing = 4.0f;

/* The square of the turn that an impulse at an arm gives [1/(kg m)^2]. */
THUD_INLINE thud_fw thud_turn_per_impulse_w(wide_vec2 arm, const float inverse_inertia[thud_wide_lanes]) {
    thud_fw inverse = thud_fw_load(inverse_inertia);
    return thud_fw_mul(wide_dot(arm, arm), thud_fw_mul(inverse, inverse));
}

/* The factors on a hold's impulses of the last step: `warm`, or less where they would swing a body too fast. */
THUD_INLINE thud_fw thud_warm_factor_w(const thud_joint_block *block, wide_vec2 anchor_a, wide_vec2 anchor_b,
                                       wide_vec2 impulse, thud_fw warm, float h) {
    thud_fw sway = thud_fw_max(thud_turn_per_impulse_w(anchor_a, block->inverse_aw),
                               thud_turn_per_impulse_w(anchor_b, block->inverse_bw));
    thud_fw swing = thud_fw_mul(sway, wide_dot(impulse, impulse));
    thud_fw most = thud_fw_set1(thud_most_swing / h * (thud_most_swing / h));
    thud_mw over = thud_fw_gt(swing, most);
    if (__builtin_expect(thud_mw_any(over), 0)) {
        warm = thud_fw_select(over, thud_fw_mul(warm, thud_fw_sqrt(thud_fw_div(most, swing))), warm);
    }
    return warm;
}

/* Reads the frames and poses; warm starts the hold's impulses. */
THUD_INLINE thud_placed_w thud_load_placed_w(thud_joint_block *block, const thud_batch *batch,
                                             const thud_part_index *index) {
    thud_fw frame[8], state[8], rest[8], pose_a[4], pose_b[4];
    thud_load_rows_w(batch, index, offsetof(thud_joint, frame), frame);
    thud_load_rows_w(batch, index, offsetof(thud_joint, state), state);
    rest[3] = rest[4] = thud_fw_zero();
    if (block->has.kind == THUD_JOINT_PULLEY) {
        thud_load_rare_rows_w(batch, index, offsetof(thud_joint, hold), rest);
    }
    thud_wide_gather4_at(batch->bodies.pose, index->a, pose_a);
    thud_wide_gather4_at(batch->bodies.pose, index->b, pose_b);
    thud_fw warm = thud_fw_set1(batch->substep->warm_start);
    wide_vec2 impulse = {state[0], state[1]};
    bool holds_angle = thud_rows_of_kind(block->has.kind).holds_angle; /* then the second impulse is of the angle */
    wide_vec2 force = {state[0], holds_angle ? thud_fw_zero() : state[1]};
    warm = thud_warm_factor_w(block, (wide_vec2){frame[0], frame[1]}, (wide_vec2){frame[2], frame[3]}, force,
                              warm, batch->substep->h);
    thud_vec_w_store(&block->impulse, wide_scale(impulse, warm));
    return (thud_placed_w){.anchor_a = {frame[0], frame[1]},
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
}

/* ---- springs, motors and limits ---- */

/* Less than that of any body that moves [1/kg]: without it springs of empty lanes would be no numbers. */
static const float thud_least_stiffness = 1.0e-30f;

/* Of rows that turn against both bodies; bodies that only turn have no part without arms. The axis of a wheel does not turn
 * against body a. */
THUD_INLINE thud_stiffness_w thud_turning_stiffness_w(const thud_joint_block *block) {
    wide_vec2 arm_a = thud_vec_w_load(&block->start_arm_a), arm_b = thud_vec_w_load(&block->start_arm_b);
    thud_fw turn_a = thud_fw_mul(wide_dot(arm_a, arm_a), thud_fw_load(block->inverse_aw));
    thud_fw turn_b = thud_fw_mul(wide_dot(arm_b, arm_b), thud_fw_load(block->inverse_bw));
    thud_fw along_x = thud_fw_add(thud_fw_load(block->inverse_ax), thud_fw_load(block->inverse_bx));
    thud_fw along_y = thud_fw_add(thud_fw_load(block->inverse_ay), thud_fw_load(block->inverse_by));
    thud_fw base = thud_fw_max(along_x, along_y);
    if (block->has.kind == THUD_JOINT_WHEEL) {
        thud_fw lever = wide_cross(arm_a, thud_vec_w_load(&block->extra->start_axis));
        base = thud_fw_mul_add(thud_fw_mul(lever, lever), thud_fw_load(block->inverse_aw), base);
        turn_a = thud_fw_zero();
    }
    thud_fw turns = thud_fw_add(turn_a, turn_b);
    base = thud_fw_select(thud_fw_gt(base, thud_fw_zero()), base, turns);
    base = thud_fw_max(base, thud_fw_set1(thud_least_stiffness));
    return (thud_stiffness_w){base, thud_fw_add(base, turns)};
}

/* The row has frequency, damping ratio and bound. `turning`: the block whose arms turn against it, null where none do. */
THUD_OWN_CODE void thud_fill_spring_w(thud_spring_block *block, const thud_fw row[3],
                                      const thud_joint_block *turning, const thud_substep *substep) {
    thud_fw one = thud_fw_set1(1.0f);
    thud_stiffness_w stiffness = {one, one};
    if (turning != NULL) {
        stiffness = thud_turning_stiffness_w(turning);
    }
    thud_spring_w spring = thud_make_spring_w(row[0], row[1], stiffness, substep);
    thud_fw_store(block->bias_rate, spring.bias_rate);
    thud_fw_store(block->mass_scale, spring.mass_scale);
    thud_fw_store(block->relax_scale, spring.relax_scale);
    thud_fw_store(block->softness, spring.softness);
    thud_fw_store(block->bound, thud_fw_mul(row[2], thud_fw_set1(substep->h)));
}

/* The largest correction speed of firm rows; springs have none. */
THUD_INLINE thud_fw thud_most_bias_w(thud_fw hertz, float speed) {
    return thud_fw_select(thud_fw_ge(hertz, thud_fw_set1(THUD_FIRM)), thud_fw_set1(speed),
                          thud_fw_set1(THUD_NO_BOUND));
}

THUD_INLINE void thud_fill_hold_w(thud_joint_block *block, const thud_batch *batch,
                                  const thud_part_index *index, const thud_substep *substep) {
    if (!block->has.soft_hold) {
        return;
    }
    thud_joint_kind_rows uses = thud_rows_of_kind(block->has.kind);
    float second_push = uses.holds_angle ? substep->joint_push_turn : substep->joint_push_speed;
    thud_fw row[8];
    thud_load_rare_rows_w(batch, index, offsetof(thud_joint, hold), row);
    const thud_joint_block *turning = uses.family == THUD_POINT_ROWS ? block : NULL;
    thud_fill_spring_w(&block->extra->spring, row, turning, substep);
    thud_fw_store(block->extra->most_bias.x, thud_most_bias_w(row[0], substep->joint_push_speed));
    thud_fw_store(block->extra->most_bias.y, thud_most_bias_w(row[0], second_push));
}

/* The largest speeds along an axis: of a motor, and of the correction by a firm hold. */
typedef struct thud_axis_speeds {
    float motor, push;
} thud_axis_speeds;

THUD_OWN_CODE void thud_fill_axis_w(thud_axis_block *block, const thud_fw row[8], const thud_fw hold[8],
                                    const thud_fw impulses[4], thud_axis_speeds most,
                                    const thud_joint_block *turning, const thud_substep *substep) {
    thud_fw warm = thud_fw_set1(substep->warm_start);
    thud_fill_spring_w(&block->spring, row, turning, substep);
    thud_fill_spring_w(&block->limit, hold, NULL, substep);
    thud_fw_store(block->target, row[3]);
    thud_fw_store(block->lower, row[4]);
    thud_fw_store(block->upper, row[5]);
    thud_fw_store(block->speed, wide_clamp(row[6], thud_fw_set1(most.motor)));
    thud_fw_store(block->motor_bound, thud_fw_mul(row[7], thud_fw_set1(substep->h)));
    thud_fw_store(block->most_bias, thud_most_bias_w(row[0], most.push));
    thud_fw_store(block->spring_impulse, thud_fw_mul(warm, impulses[0]));
    thud_fw_store(block->motor_impulse, thud_fw_mul(warm, impulses[1]));
    thud_fw_store(block->lower_impulse, thud_fw_mul(warm, impulses[2]));
    thud_fw_store(block->upper_impulse, thud_fw_mul(warm, impulses[3]));
}

THUD_INLINE void thud_fill_axes_w(thud_joint_block *block, const thud_batch *batch,
                                  const thud_part_index *index, const thud_substep *substep) {
    if (!block->has.linear && !block->has.angular) {
        return;
    }
    thud_fw row[8], hold[8], impulses[8];
    thud_load_rare_rows_w(batch, index, offsetof(thud_joint, hold), hold);
    thud_load_rare_rows_w(batch, index, offsetof(thud_joint, linear_impulses), impulses);
    if (block->has.linear) {
        thud_axis_speeds most = {substep->max_speed, substep->joint_push_speed};
        thud_load_rare_rows_w(batch, index, offsetof(thud_joint, linear), row);
        bool turns = block->has.kind == THUD_JOINT_DISTANCE || block->has.kind == THUD_JOINT_WHEEL;
        thud_fill_axis_w(&block->extra->linear, row, hold, impulses, most, turns ? block : NULL, substep);
    }
    if (block->has.angular) {
        thud_axis_speeds most = {substep->max_turn, substep->joint_push_turn};
        thud_load_rare_rows_w(batch, index, offsetof(thud_joint, angular), row);
        thud_fill_axis_w(&block->extra->angular, row, hold, impulses + 4, most, NULL, substep);
    }
}
