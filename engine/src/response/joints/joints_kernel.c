/*
 * joints_kernel.c: the passes of all joints. The kinds differ in their rows, and three families of rows cover all of
 * them, made of the same parts (parts.h): point_rows.h, line_rows.h, slide_rows.h. The functions of a family:
 *
 *     place      arms, axis and angle where the step begins
 *     pose       the same after the bodies have moved
 *     stiffness  of the hold's two rows, if the kind has a hold
 *     wrench     the accumulated impulses as impulses on the bodies
 *     rows       solves the rows one after another
 *
 * The passes call them in this order:
 *
 *     prepare    fills the block from the joints' records, warm starts by the wrench        see joint_prepare.h
 *     solve      rows                                                    before positions move
 *     relax      new pose, turns the next warm start, rows               after
 *     store      impulses back to the records, with the wrench on body b for force, torque and breaking
 *
 * The joints of a block set are of one kind. Separate code for each kind was ten times as large and no faster: the
 * arithmetic of a pass is the same for all kinds of a family.
 */
#include "response/joints/line_rows.h"
#include "response/joints/point_rows.h"
#include "response/joints/slide_rows.h"

/* ---- kinds ---- */

static inline thud_joint_family family_of(const thud_joint_block *block) {
    return thud_rows_of_kind(block->has.kind).family;
}

THUD_INLINE void place_joints(thud_joint_block *block, const thud_placed_w *placed) {
    if (block->has.kind == THUD_JOINT_GEAR) {
        thud_place_gear_w(block, placed);
        return;
    }
    thud_place_arms_w(block, placed);
    if (block->has.kind == THUD_JOINT_PULLEY) {
        thud_place_pulley_w(block, placed);
    } else if (family_of(block) == THUD_SLIDE_ROWS) {
        thud_place_axis_w(block, placed);
    }
}

/* Not inlined, as it is called before the first substep and in the relax passes of lines and slides. */
THUD_OWN_CODE void pose_joints(thud_joint_block *block, const thud_moved_w *moved) {
    if (block->has.kind == THUD_JOINT_GEAR) {
        thud_pose_gear_w(block, moved);
        return;
    }
    thud_pose_arms_w(block, moved);
    if (family_of(block) == THUD_SLIDE_ROWS) {
        thud_pose_axis_w(block, moved);
    } else if (block->has.kind == THUD_JOINT_PULLEY) {
        thud_pose_pulley_w(block, moved);
    }
}

THUD_INLINE thud_row_w wrench_of(thud_joint_family family, const thud_joint_block *block,
                                 const thud_parts_w *parts) {
    return family == THUD_LINE_ROWS    ? thud_line_wrench_w(block, parts)
           : family == THUD_SLIDE_ROWS ? thud_slide_wrench_w(block, parts)
                                       : thud_point_wrench_w(block, parts);
}

THUD_INLINE void solve_rows(thud_joint_family family, thud_joint_block *block, thud_pair_w *pair,
                            const thud_parts_w *parts, const thud_substep *substep,
                            thud_constraint_pass pass) {
    if (family == THUD_POINT_ROWS) {
        thud_point_rows_w(block, pair, parts, substep, pass);
        return;
    }
    bool slides = family == THUD_SLIDE_ROWS;
    if (slides) {
        thud_solve_angular_w(block, pair, parts, substep, pass);
    }
    thud_line_w along = slides ? thud_find_slide_w(parts) : thud_find_line_w(block, parts);
    thud_solve_linear_w(block, pair, &along, substep, pass);
    if (slides) {
        thud_solve_across_w(block, pair, parts, substep, pass);
    }
}

/* ---- blocks ---- */

THUD_INLINE thud_parts_w load_parts(thud_joint_family family, const thud_joint_block *block) {
    thud_fw zero = thud_fw_zero();
    thud_parts_w parts = {
        .arm_a = thud_vec_w_load(&block->arm_a),
        .arm_b = thud_vec_w_load(&block->arm_b),
        .gap = thud_vec_w_load(&block->gap),
        .axis = {zero, zero},
        .angle = zero,
        .mass = {thud_fw_load(block->mass_xx), thud_fw_load(block->mass_xy), thud_fw_load(block->mass_yy)}};
    if (family == THUD_SLIDE_ROWS || block->has.kind == THUD_JOINT_PULLEY) {
        parts.axis = thud_vec_w_load(&block->extra->axis);
    }
    if (block->has.angle ||
        block->has.kind == THUD_JOINT_GEAR) { /* a gear keeps its coordinate in place of the angle */
        parts.angle = thud_fw_load(block->extra->angle);
    }
    return parts;
}

THUD_INLINE thud_moved_w not_moved(void) {
    thud_fw zero = thud_fw_zero();
    wide_vec2 by = {zero, zero};
    thud_turn_w turn = {thud_fw_set1(1.0f), zero};
    return (thud_moved_w){by, by, turn, turn, zero, zero};
}

THUD_INLINE thud_moved_w load_moved(const thud_batch_bodies *bodies, const thud_part_index *index) {
    thud_fw a[4], b[4];
    thud_wide_gather4_at(bodies->moved, index->a, a);
    thud_wide_gather4_at(bodies->moved, index->b, b);
    return (thud_moved_w){.by_a = {a[0], a[1]},
                          .by_b = {b[0], b[1]},
                          .turn_a = thud_turn_by_w(a[2]),
                          .turn_b = thud_turn_by_w(b[2]),
                          .angle_a = a[2],
                          .angle_b = b[2]};
}

THUD_INLINE void find_hold_mass(thud_joint_family family, thud_joint_block *block, const thud_pair_w *pair,
                                thud_parts_w *parts) {
    if (!block->has.hold) {
        return;
    }
    parts->mass =
        thud_invert_w(family == THUD_SLIDE_ROWS ? thud_slide_stiffness_w(block, pair, parts)
                                                : thud_point_stiffness_w(pair, parts->arm_a, parts->arm_b));
    thud_fw_store(block->mass_xx, parts->mass.xx);
    thud_fw_store(block->mass_xy, parts->mass.xy);
    thud_fw_store(block->mass_yy, parts->mass.yy);
}

/* ---- prepare ---- */

/* Computes the pose and the hold's effective mass, and warm starts. */
THUD_INLINE void start_part(thud_joint_family family, const thud_batch *batch, const thud_part_index *index,
                            thud_joint_block *block, const thud_substep *substep) {
    thud_moved_w nowhere = not_moved();
    pose_joints(block, &nowhere);
    thud_note_torn_w(block, substep);
    thud_parts_w parts = load_parts(family, block);
    thud_pair_w pair = thud_load_pair_w(&batch->bodies, index, block);
    find_hold_mass(family, block, &pair, &parts);
    thud_row_w warm_start = wrench_of(family, block, &parts);
    thud_pair_apply_w(&pair, &warm_start);
    thud_store_pair_w(&batch->bodies, index, &pair);
}

THUD_OWN_CODE void prepare_joints(const thud_batch *batch, const thud_part_index *index,
                                  thud_joint_block *block, const thud_substep *substep) {
    thud_fill_masses_w(block, &batch->bodies, index);
    thud_placed_w placed = thud_load_placed_w(block, batch, index);
    place_joints(block, &placed);
    thud_fill_hold_w(block, batch, index, substep);
    thud_fill_axes_w(block, batch, index, substep);
    start_part(family_of(block), batch, index, block, substep);
}

static inline void note_tree_links(thud_joint_block *block, uint32_t in_tree, int part) {
    if (block->has.links & THUD_LINKS_TREE) {
        thud_mw are_links = thud_mw_from_bits(in_tree >> (part * thud_wide_lanes));
        thud_fw_store(block->extra->in_tree, thud_fw_and_mask(thud_fw_set1(1.0f), are_links));
    }
}

void THUD_KERNEL(thud_joints_prepare)(const thud_batch *batch, const thud_block_set *set) {
    enum { blocks_ahead = 1 };
    thud_block_parts has = {.angular = true}; /* of the block before */
    for (int32_t i = 0; i < set->count; i++) {
        if (i + blocks_ahead < set->count) {
            thud_fetch_joints(batch, &set->index[i + blocks_ahead],
                              has.soft_hold || has.linear || has.angular);
        }
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        has = thud_find_block_parts(batch, &set->index[i]);
        for (int part = 0; part < thud_joint_parts; part++) {
            blocks[part].has = has;
            blocks[part].extra = thud_joint_extras_of(set, i) + part;
            note_tree_links(&blocks[part], set->index[i].in_tree, part);
        }
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            prepare_joints(batch, &index, &blocks[part], i < set->ground ? batch->substep : batch->on_ground);
        }
    }
}

/* ---- solve and relax ---- */

/* The sum of all impulses is velocity - base, and it is the next warm start. Levers and directions have turned,
 * and so must the impulses of this joint: the base loses the difference. If only the levers turn, only the
 * angular velocity changes: the fourth floats of the velocities collect that, without access to the base. */
THUD_INLINE void turn_warm_start(thud_joint_family family, const thud_batch_bodies *bodies,
                                 const thud_part_index *index, thud_pair_w *pair, const thud_row_w *before,
                                 const thud_row_w *after) {
    thud_row_w less = thud_row_sub_w(before, after);
    if (family == THUD_POINT_ROWS) {
        pair->a[3] = thud_fw_add(pair->a[3], thud_fw_mul(pair->inverse_aw, less.aw));
        pair->b[3] = thud_fw_sub(pair->b[3], thud_fw_mul(pair->inverse_bw, less.bw));
        return;
    }
    thud_pair_w base = *pair;
    thud_wide_gather4_at(bodies->base, index->a, base.a);
    thud_wide_gather4_at(bodies->base, index->b, base.b);
    thud_pair_apply_w(&base, &less);
    thud_wide_scatter4_at(bodies->base, index->a, base.a);
    thud_wide_scatter4_at(bodies->base, index->b, base.b);
}

THUD_INLINE void pass_part(thud_joint_family family, const thud_batch *batch, const thud_part_index *index,
                           thud_joint_block *block, const thud_substep *substep, thud_constraint_pass pass) {
    bool relaxes = pass == THUD_PASS_RELAX;
    thud_parts_w parts = load_parts(family, block);
    thud_row_w before, after;
    if (relaxes) {
        before = wrench_of(family, block, &parts);
        thud_moved_w moved = load_moved(&batch->bodies, index);
        if (family == THUD_POINT_ROWS) {
            thud_pose_arms_w(block, &moved);
        } else {
            pose_joints(block, &moved);
        }
        parts = load_parts(family, block);
        after = wrench_of(family, block, &parts);
    }
    thud_pair_w pair = thud_load_pair_w(&batch->bodies, index, block);
    if (relaxes) {
        turn_warm_start(family, &batch->bodies, index, &pair, &before, &after);
        find_hold_mass(family, block, &pair, &parts);
    }
    solve_rows(family, block, &pair, &parts, substep, pass);
    thud_store_pair_w(&batch->bodies, index, &pair);
}

THUD_INLINE void pass_set(thud_joint_family family, const thud_batch *batch, const thud_block_set *set,
                          thud_constraint_pass pass) {
    for (int32_t i = 0; i < set->count; i++) {
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        const thud_substep *substep =
            pass == THUD_PASS_RELAX || i < set->ground ? batch->substep : batch->on_ground;
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            pass_part(family, batch, &index, &blocks[part], substep, pass);
        }
    }
}

/* ---- store ---- */

/* Writes a row of eight floats of each record; empty lanes are not stored. */
THUD_INLINE void scatter_rows(const thud_batch *batch, const thud_part_index *index, size_t offset,
                              int32_t taken, const thud_fw row[8]) {
    float nowhere[thud_wide_lanes][8];
    float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        char *joint = (char *)&batch->input->joints[index->slot[lane]];
        rows[lane] = lane < taken ? (float *)(void *)(joint + offset) : nowhere[lane];
    }
    thud_wide_store_rows(rows, row);
}

/* The angle after the step; if it was not computed in the substeps, the start angle plus the bodies' rotations. */
THUD_INLINE thud_fw final_angle(const thud_joint_block *block, const thud_batch_bodies *bodies,
                                const thud_part_index *index, thud_fw start) {
    if (block->has.angle) {
        return thud_fw_load(block->extra->angle);
    }
    thud_fw moved_a[4], moved_b[4];
    thud_wide_gather4_at(bodies->moved, index->a, moved_a);
    thud_wide_gather4_at(bodies->moved, index->b, moved_b);
    return thud_fw_add(start, thud_fw_sub(moved_b[2], moved_a[2]));
}

THUD_INLINE void store_state(thud_joint_family family, const thud_batch *batch, const thud_part_index *index,
                             int32_t taken, const thud_joint_block *block) {
    thud_parts_w parts = load_parts(family, block);
    thud_row_w wrench = wrench_of(family, block, &parts);
    thud_fw state[8];
    thud_load_rows_w(batch, index, offsetof(thud_joint, state), state);
    if (block->has.hold) {
        wide_vec2 held = thud_hold_impulse_w(block);
        state[0] = held.x;
        state[1] = held.y;
    }
    state[2] = wrench.bx;
    state[3] = wrench.by;
    state[4] = thud_fw_sub(wrench.bw, wide_cross(parts.arm_b, (wide_vec2){wrench.bx, wrench.by}));
    state[5] = final_angle(block, &batch->bodies, index, state[5]);
    scatter_rows(batch, index, offsetof(thud_joint, state), taken, state);
}

THUD_INLINE void load_impulses(int32_t has, const thud_axis_block *axis, thud_fw impulses[4]) {
    thud_fw zero = thud_fw_zero();
    impulses[0] = has ? thud_fw_load(axis->spring_impulse) : zero;
    impulses[1] = has ? thud_fw_load(axis->motor_impulse) : zero;
    impulses[2] = has ? thud_fw_load(axis->lower_impulse) : zero;
    impulses[3] = has ? thud_fw_load(axis->upper_impulse) : zero;
}

/* A function of its own, as few joints have axes. */
THUD_OWN_CODE void store_axes(const thud_batch *batch, const thud_part_index *index, int32_t taken,
                              const thud_joint_block *block) {
    if (block->has.linear || block->has.angular) {
        thud_fw impulses[8];
        load_impulses(block->has.linear, &block->extra->linear, impulses);
        load_impulses(block->has.angular, &block->extra->angular, impulses + 4);
        scatter_rows(batch, index, offsetof(thud_joint, linear_impulses), taken, impulses);
    }
}

/* Prefetches the records that storing a block writes to. */
THUD_INLINE void fetch_to_store(const thud_batch *batch, const thud_block_set *set, int32_t block,
                                bool axes) {
    int32_t count = block < set->count ? set->index[block].count : 0;
    THUD_NO_UNROLL
    for (int lane = 0; lane < count; lane++) {
        const thud_joint *joint = &batch->input->joints[set->index[block].slot[lane]];
        __builtin_prefetch(&joint->state, 1);
        if (axes) {
            __builtin_prefetch(&joint->linear_impulses, 1);
        }
    }
}

THUD_INLINE void store_set(thud_joint_family family, const thud_batch *batch, const thud_block_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        thud_joint_block *blocks = thud_joint_blocks_of(set, i);
        fetch_to_store(batch, set, i + 2, blocks->has.linear || blocks->has.angular);
        for (int part = 0; part < thud_taken_parts(blocks); part++) {
            thud_part_index index = thud_index_of_part(&set->index[i], part);
            int32_t taken = set->index[i].count - part * thud_wide_lanes;
            store_state(family, batch, &index, taken, &blocks[part]);
            store_axes(batch, &index, taken, &blocks[part]);
        }
    }
}

/* ---- the passes ---- */

/* The joints that games have most have a function of their own, so that the others' registers do not burden them.
 * All share the code that runs once a step. */
#define PASS(kernel, name, pass)                                                                             \
    THUD_OWN_CODE void name##_points(const thud_batch *batch, const thud_block_set *set) {                   \
        pass_set(THUD_POINT_ROWS, batch, set, pass);                                                         \
    }                                                                                                        \
    THUD_OWN_CODE void name##_others(const thud_batch *batch, const thud_block_set *set, bool lines) {       \
        pass_set(lines ? THUD_LINE_ROWS : THUD_SLIDE_ROWS, batch, set, pass);                                \
    }                                                                                                        \
    void THUD_KERNEL(kernel)(const thud_batch *batch, const thud_block_set *set) {                           \
        thud_joint_family family =                                                                           \
            set->count > 0 ? family_of(thud_joint_blocks_of(set, 0)) : THUD_POINT_ROWS;                      \
        if (family == THUD_POINT_ROWS) {                                                                     \
            name##_points(batch, set);                                                                       \
        } else {                                                                                             \
            name##_others(batch, set, family == THUD_LINE_ROWS);                                             \
        }                                                                                                    \
    }
PASS(thud_joints_solve, solve, THUD_PASS_SOLVE)
PASS(thud_joints_relax, relax, THUD_PASS_RELAX)

void THUD_KERNEL(thud_joints_store)(const thud_batch *batch, const thud_block_set *set) {
    if (set->count > 0) {
        store_set(family_of(thud_joint_blocks_of(set, 0)), batch, set);
    }
}
