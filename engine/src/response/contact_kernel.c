/*
 * contact_kernel.c: soft accumulated impulses on blocks of contacts. With the effective mass m, the
 * accumulated impulse l and the relative speed v along a row, a substep sets
 *
 *     l' = max(c (l - m v) - m bias, 0)         bias = max(rate s, -push_out_speed, s / h)
 *
 * A damped spring pushes out an overlap (s < 0): c and rate are its softness. A gap (s > 0) may close within the
 * substep, but no more. After positions have moved, the relax pass solves the same rows rigidly and without the
 * push:
 *
 *     l' = max(l - m (v + gap_speed), 0)
 *
 * All rows of a contact are solved from velocities read once: row 1 changes row 2 by K12 l1, and so on, with K the
 * inverse effective mass between rows. The point that is solved first takes more than half of a change of load, and the
 * body turns a little. So the order of the points alternates from one solve pass to the next, and a relax pass has the
 * opposite order of its solve pass: symmetric stacks stay upright. A column of 60 crates swayed by 51 mm in a fixed
 * order and sways by 6 mm. Sources: Catto, "Soft Constraints" (GDC 2011) and "Solver2D" (2024).
 *
 * Bodies are read before and written after each pass over a block. Where there is one block alone, as of few crates on a
 * floor, they are kept through all substeps.
 */
#include "response/contact_rows.h"
#include "response/speed_limit.h"

void THUD_KERNEL(thud_integrate_velocities)(const thud_batch_bodies *bodies);
void THUD_KERNEL(thud_integrate_positions)(const thud_batch_bodies *bodies, const thud_substep *substep);

/* ---- runs of blocks ---- */

/* Whether the second points come first. Bouncing blocks are never solved backward: in a fixed order they converge
 * sooner, as the row that was solved last has no error left. */
THUD_INLINE bool is_backward(const thud_batch *batch, const thud_block_run *run) {
    return batch->backward && !(run->traits & THUD_BLOCK_BOUNCES);
}

/* A pass over a run of blocks. */
typedef void run_pass(const thud_batch *batch, const thud_block_set *set, const thud_block_run *run);

/* Passes the runs of a set, which has a block at least, to the function for their traits. */
THUD_INLINE void pass_runs(const thud_batch *batch, const thud_block_set *set, run_pass *plain,
                           run_pass *plain_backward, run_pass *extra) {
    const thud_block_run *run = set->runs;
    do {
        if (run->traits & THUD_BLOCK_EXTRA) {
            extra(batch, set, run);
        } else {
            (is_backward(batch, run) ? plain_backward : plain)(batch, set, run);
        }
    } while ((run++)->end < set->count);
}

/* ---- order ---- */

/* The rows with the point that is solved first as point 1; it is point 2 if `backward`. */
THUD_INLINE block_rows load_rows_in_order(const thud_contact_block *block, int lane, bool backward) {
    block_rows rows = load_rows(block, lane);
    if (backward) {
        rows.a1 = thud_fw_add(rows.a1, rows.span);
        rows.b1 = thud_fw_add(rows.b1, rows.span);
        rows.span = thud_fw_neg(rows.span);
    }
    return rows;
}

/* ---- solve ---- */

/* Separations of the two points now: linear in the displacements since the start of the step. */
typedef struct point_separations {
    thud_fw s1, s2;
} point_separations;

THUD_INLINE point_separations current_separations(const body_lanes *a, const body_lanes *b,
                                                  const thud_contact_points *first,
                                                  const thud_contact_points *second, int lane,
                                                  const block_rows *rows) {
    thud_fw change = normal_speed(rows, a, b);
    point_separations now;
    now.s1 = thud_fw_add(load(first->separation, lane), change);
    now.s2 = thud_fw_add(load(second->separation, lane), change);
    now.s2 = thud_fw_add(now.s2, thud_fw_mul(thud_fw_sub(b->w, a->w), rows->span));
    return now;
}

/* Target speed of separation of a point: of an overlap that of the spring; of a gap the speed that closes it in the
 * substep. */
THUD_INLINE thud_fw bias_speed(thud_fw separation, thud_fw rate, thud_fw fastest, thud_fw closing_limit) {
    thud_fw push = thud_fw_max(thud_fw_mul(rate, separation), fastest);
    return thud_fw_max(push, closing_limit);
}

/* Speed at which a point may approach in the relax pass: zero if it presses, else that which closes its gap. */
THUD_INLINE thud_fw gap_speed(thud_fw impulse, thud_fw closing_limit, thud_fw speed) {
    thud_fw left = thud_fw_max(thud_fw_add(closing_limit, speed), thud_fw_zero());
    return thud_fw_and_mask(left, thud_fw_le(impulse, thud_fw_zero()));
}

THUD_INLINE void solve_lanes(const thud_batch *batch, const thud_softness *softness,
                             thud_contact_block *block, const thud_contact_extra *extra, int lane,
                             bool backward, const body_lanes *moved_a, const body_lanes *moved_b,
                             body_lanes *velocity_a, body_lanes *velocity_b) {
    body_lanes a = *velocity_a, b = *velocity_b;
    thud_contact_points *first = &block->points[backward], *second = &block->points[!backward];
    thud_fw inverse_h = thud_fw_set1(batch->substep->inverse_h);
    thud_fw rate = thud_fw_set1(softness->bias_rate);
    thud_fw mass_scale = thud_fw_set1(softness->mass_scale);
    thud_fw fastest = thud_fw_set1(-batch->substep->push_out_speed);
    block_rows rows = load_rows_in_order(block, lane, backward);
    block_masses masses = load_masses(block, extra, lane);
    point_separations now = current_separations(moved_a, moved_b, first, second, lane, &rows);
    thud_fw limit1 = thud_fw_mul(now.s1, inverse_h);
    thud_fw limit2 = thud_fw_mul(now.s2, inverse_h);
    thud_fw bias1 = bias_speed(now.s1, rate, fastest, limit1);
    thud_fw bias2 = bias_speed(now.s2, rate, fastest, limit2);

    thud_fw old1 = load(first->impulse_or_approach, lane);
    thud_fw old2 = load(second->impulse_or_approach, lane);
    thud_fw mass1 = load(first->mass, lane);
    thud_fw mass2 = load(second->mass, lane);
    thud_fw speed1 = normal_speed(&rows, &a, &b);
    thud_fw speed2 = thud_fw_add(speed1, thud_fw_mul(thud_fw_sub(b.w, a.w), rows.span));

    /* l' = c l - m bias - c m v: all terms but the last are known before the velocities, and so is the part of row 2
     * that depends on row 1's old impulse. Computing them first shortens the chain of dependent operations. */
    thud_fw soft_mass1 = thud_fw_mul(mass_scale, mass1);
    thud_fw soft_mass2 = thud_fw_mul(mass_scale, mass2);
    thud_fw share12 = thud_fw_mul(soft_mass2, load(block->k12, lane));
    thud_fw known1 = thud_fw_sub(thud_fw_mul(mass_scale, old1), thud_fw_mul(mass1, bias1));
    thud_fw known2 = thud_fw_sub(thud_fw_mul(mass_scale, old2), thud_fw_mul(mass2, bias2));
    known2 = thud_fw_mul_add(share12, old1, known2);
    thud_fw impulse1 = not_pulling(thud_fw_sub(known1, thud_fw_mul(soft_mass1, speed1)));
    thud_fw before2 = thud_fw_sub(known2, thud_fw_mul(soft_mass2, speed2));
    thud_fw impulse2 = not_pulling(thud_fw_sub(before2, thud_fw_mul(share12, impulse1)));
    thud_fw push1 = thud_fw_sub(impulse1, old1);
    thud_fw push2 = thud_fw_sub(impulse2, old2);

    push_apart(&a, &b, &rows, &masses, push1, push2);
    *velocity_a = a;
    *velocity_b = b;
    store(first->impulse_or_approach, lane, thud_fw_sub(impulse1, gap_speed(impulse1, limit1, speed1)));
    store(second->impulse_or_approach, lane, thud_fw_sub(impulse2, gap_speed(impulse2, limit2, speed2)));
}

/* ---- relax ---- */

/* The value that the solve pass left in place of an impulse. */
THUD_INLINE thud_fw minus_gap_speed(thud_fw state) {
    return thud_fw_min(state, thud_fw_zero());
}

/* Rolling resistance: an angular impulse against the relative rotation, at most a share of the normal impulse. */
THUD_INLINE void resist_rolling(thud_contact_extra *extra, int lane, const block_masses *masses,
                                thud_fw normal_impulse, body_lanes *a, body_lanes *b) {
    thud_fw old = load(extra->rolling_impulse, lane);
    thud_fw wanted = thud_fw_sub(old, thud_fw_mul(load(extra->rolling_mass, lane), thud_fw_sub(b->w, a->w)));
    thud_fw bound = thud_fw_mul(load(extra->rolling_resistance, lane), normal_impulse);
    thud_fw impulse = wide_clamp(wanted, bound);
    store(extra->rolling_impulse, lane, impulse);
    twist_apart(a, b, masses, thud_fw_sub(impulse, old));
}

THUD_INLINE void relax_lanes(thud_contact_block *block, thud_contact_extra *extra, int lane, bool backward,
                             body_lanes *velocity_a, body_lanes *velocity_b) {
    body_lanes a = *velocity_a, b = *velocity_b;
    thud_contact_points *first = &block->points[backward], *second = &block->points[!backward];
    block_rows rows = load_rows_in_order(block, lane, backward);
    block_masses masses = load_masses(block, extra, lane);

    thud_fw state1 = load(first->impulse_or_approach, lane);
    thud_fw state2 = load(second->impulse_or_approach, lane);
    thud_fw old1 = not_pulling(state1);
    thud_fw old2 = not_pulling(state2);
    thud_fw old_friction = load(block->friction_impulse, lane);
    thud_fw mass1 = load(first->mass, lane);
    thud_fw mass2 = load(second->mass, lane);
    thud_fw speed1 = normal_speed(&rows, &a, &b);
    thud_fw speed2 = thud_fw_add(speed1, thud_fw_mul(thud_fw_sub(b.w, a.w), rows.span));
    thud_fw slip = tangent_speed(&rows, &a, &b);
    if (extra != NULL) {
        slip = thud_fw_add(slip, load(extra->surface_speed, lane));
    }

    /* As in solve_block: the terms without velocities first. */
    thud_fw share12 = thud_fw_mul(mass2, load(block->k12, lane));
    thud_fw share1t = load(first->share_t, lane);
    thud_fw share2t = load(second->share_t, lane);
    thud_fw known1 = thud_fw_mul_add(mass1, minus_gap_speed(state1), old1);
    thud_fw known2 = thud_fw_mul_add(mass2, minus_gap_speed(state2), old2);
    known2 = thud_fw_mul_add(share12, old1, known2);
    thud_fw known_t = thud_fw_add(old_friction, dot2(share1t, old1, share2t, old2));

    thud_fw impulse1 = not_pulling(thud_fw_sub(known1, thud_fw_mul(mass1, speed1)));
    thud_fw before2 = thud_fw_sub(known2, thud_fw_mul(mass2, speed2));
    thud_fw impulse2 = not_pulling(thud_fw_sub(before2, thud_fw_mul(share12, impulse1)));
    thud_fw push1 = thud_fw_sub(impulse1, old1);
    thud_fw push2 = thud_fw_sub(impulse2, old2);

    thud_fw normal_impulse = thud_fw_add(impulse1, impulse2);
    thud_fw bound = thud_fw_mul(load(block->friction, lane), normal_impulse);
    thud_fw before_t = thud_fw_sub(known_t, thud_fw_mul(load(block->tangent_mass, lane), slip));
    before_t = thud_fw_sub(before_t, thud_fw_mul(share1t, impulse1));
    thud_fw friction_impulse = wide_clamp(thud_fw_sub(before_t, thud_fw_mul(share2t, impulse2)), bound);

    push_and_drag(&a, &b, &rows, &masses, push1, push2, thud_fw_sub(friction_impulse, old_friction));
    if (extra != NULL) {
        resist_rolling(extra, lane, &masses, normal_impulse, &a, &b);
    }
    *velocity_a = a;
    *velocity_b = b;
    store(first->impulse_or_approach, lane, impulse1);
    store(second->impulse_or_approach, lane, impulse2);
    store(block->friction_impulse, lane, friction_impulse);
    add_to(first->sum, lane, impulse1);
    add_to(second->sum, lane, impulse2);
    add_to(block->friction_sum, lane, friction_impulse);
}

/* ---- the passes ---- */

/* Solves or relaxes consecutive blocks of the same traits. */
THUD_INLINE void pass_run(const thud_batch *batch, const thud_block_set *set, const thud_block_run *run, bool relaxes,
                          bool has_extra, bool backward) {
    const thud_batch_bodies *bodies = &batch->bodies;
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    int lanes = lanes_of_run(run);
    const thud_softness *softness = softness_of(batch, set, run->first);
    int32_t i = run->first;
    do {
        for (int lane = 0; lane < lanes; lane += thud_wide_lanes) {
            const uint32_t *at_a = set->index[i].a + lane, *at_b = set->index[i].b + lane;
            thud_contact_extra *extra = has_extra ? &extras[i] : NULL;
            bool moves = has_extra || !are_static(at_a);
            thud_fw zero = thud_fw_zero();
            body_lanes a = {zero, zero, zero, zero}, moved_a = a;
            if (moves) {
                a = load_bodies(bodies->velocity, at_a);
                if (!relaxes) {
                    moved_a = load_bodies(bodies->moved, at_a);
                }
            }
            body_lanes b = load_bodies(bodies->velocity, at_b);
            if (relaxes) {
                relax_lanes(&blocks[i], extra, lane, backward, &a, &b);
            } else {
                body_lanes moved_b = load_bodies(bodies->moved, at_b);
                solve_lanes(batch, softness, &blocks[i], extra, lane, backward, &moved_a, &moved_b, &a, &b);
            }
            if (moves) {
                store_bodies(bodies->velocity, at_a, a);
            }
            store_bodies(bodies->velocity, at_b, b);
        }
    } while (++i < run->end);
}

/* One function for each trait, so that each has its own use of registers. */
#define RUN_PASS(name, relaxes, has_extra, backward)                                                         \
    THUD_OWN_CODE void name(const thud_batch *batch, const thud_block_set *set, const thud_block_run *run) { \
        pass_run(batch, set, run, relaxes, has_extra, backward);                                             \
    }
RUN_PASS(solve_plain, false, false, false)
RUN_PASS(solve_plain_backward, false, false, true)
RUN_PASS(relax_plain, true, false, false)
RUN_PASS(relax_plain_backward, true, false, true)
/* Few contacts have rolling resistance or axis locks: both orders share a function. */
RUN_PASS(solve_extra, false, true, is_backward(batch, run))
RUN_PASS(relax_extra, true, true, is_backward(batch, run))

void THUD_KERNEL(thud_contacts_solve)(const thud_batch *batch, const thud_block_set *set) {
    pass_runs(batch, set, solve_plain, solve_plain_backward, solve_extra);
}

void THUD_KERNEL(thud_contacts_relax)(const thud_batch *batch, const thud_block_set *set) {
    pass_runs(batch, set, relax_plain, relax_plain_backward, relax_extra);
}

/* ---- all substeps at once ---- */

/* The body of each lane through the substeps. */
typedef struct moving_lanes {
    body_lanes velocity, base, moved;
    body_lanes damping_factor, velocity_change;
    bool rest; /* none moves or is moved, as of the ground on one side: their velocities and displacements stay zero */
} moving_lanes;

/* Where `rest` is set none is moved. */
THUD_OWN_CODE void load_moving(const thud_batch_bodies *bodies, const uint32_t *offset, moving_lanes *lanes) {
    lanes->velocity = load_bodies(bodies->velocity, offset);
    lanes->rest = are_static(offset);
    if (lanes->rest) {
        lanes->moved = lanes->velocity;
        return;
    }
    lanes->base = load_bodies(bodies->base, offset);
    lanes->moved = load_bodies(bodies->moved, offset);
    lanes->damping_factor = load_bodies(bodies->damping_factor, offset);
    lanes->velocity_change = load_bodies(bodies->velocity_change, offset);
}

THUD_OWN_CODE void store_moving(const thud_batch_bodies *bodies, const uint32_t *offset,
                                const moving_lanes *lanes) {
    if (lanes->rest) {
        return;
    }
    store_bodies(bodies->velocity, offset, lanes->velocity);
    store_bodies(bodies->base, offset, lanes->base);
    store_bodies(bodies->moved, offset, lanes->moved);
}

/* As thud_integrate_velocities, without its corrections by joints. Static and kinematic bodies have no change. */
THUD_INLINE void accelerate_field(thud_fw *velocity, thud_fw *base, thud_fw damping_factor, thud_fw change) {
    thud_fw constrained = thud_fw_add(thud_fw_sub(*velocity, *base), thud_fw_zero());
    *base = thud_fw_mul_add(*velocity, damping_factor, change);
    *velocity = thud_fw_add(*base, constrained);
}

THUD_INLINE void accelerate(moving_lanes *lanes) {
    accelerate_field(&lanes->velocity.x, &lanes->base.x, lanes->damping_factor.x, lanes->velocity_change.x);
    accelerate_field(&lanes->velocity.y, &lanes->base.y, lanes->damping_factor.y, lanes->velocity_change.y);
    accelerate_field(&lanes->velocity.w, &lanes->base.w, lanes->damping_factor.w, lanes->velocity_change.w);
}

/* As thud_integrate_positions. */
THUD_INLINE void move(const thud_batch *batch, const uint32_t *offset, moving_lanes *lanes) {
    const thud_substep *substep = batch->substep;
    body_lanes *velocity = &lanes->velocity, *moved = &lanes->moved;
    if (lanes->rest) {
        return;
    }
    thud_fw side = thud_fw_set1(substep->sure_limits[0]), turn = thud_fw_set1(substep->sure_limits[2]);
    thud_mw fast = thud_fw_gt(thud_fw_max(thud_fw_abs(velocity->x), thud_fw_abs(velocity->y)), side);
    if (thud_mw_any(thud_mw_or(fast, thud_fw_gt(thud_fw_abs(velocity->w), turn)))) {
        store_moving(&batch->bodies, offset, lanes);
        THUD_NO_UNROLL
        for (int lane = 0; lane < thud_wide_lanes; lane++) {
            thud_cap_speeds(&batch->bodies, (int32_t)(offset[lane] / thud_record_size), 1, substep);
        }
        load_moving(&batch->bodies, offset, lanes);
    }
    thud_fw h = thud_fw_set1(substep->h);
    moved->x = thud_fw_mul_add(velocity->x, h, moved->x);
    moved->y = thud_fw_mul_add(velocity->y, h, moved->y);
    moved->w = thud_fw_mul_add(velocity->w, h, moved->w);
}

/* All substeps of a part of the only block, in the orders of thud_solve_batch. */
THUD_INLINE void solve_substeps(const thud_batch *batch, const thud_block_set *set, int lane, moving_lanes pair[2]) {
    const uint32_t *offset[2] = {set->index->a + lane, set->index->b + lane};
    const thud_softness *softness = softness_of(batch, set, 0);
    bool alternates = !(set->runs->traits & THUD_BLOCK_BOUNCES), backward = false;
    for (int substep = 0; substep < batch->substep->count; substep++) {
        THUD_NO_UNROLL
        for (int k = 0; k < 2; k++) {
            if (substep > 0 && !pair[k].rest) {
                accelerate(&pair[k]);
            }
        }
        solve_lanes(batch, softness, set->blocks, NULL, lane, backward, &pair[0].moved, &pair[1].moved, &pair[0].velocity,
                    &pair[1].velocity);
        THUD_NO_UNROLL
        for (int k = 0; k < 2; k++) {
            move(batch, offset[k], &pair[k]);
        }
        relax_lanes(set->blocks, NULL, lane, alternates && !backward, &pair[0].velocity, &pair[1].velocity);
        backward = alternates && !backward;
    }
}

/* Moves the bodies of a batch without its contacts. */
THUD_INLINE void move_free_bodies(const thud_batch *batch) {
    for (int substep = 0; substep < batch->substep->count; substep++) {
        if (substep > 0) {
            THUD_KERNEL(thud_integrate_velocities)(&batch->bodies);
        }
        THUD_KERNEL(thud_integrate_positions)(&batch->bodies, batch->substep);
    }
}

void THUD_KERNEL(thud_contacts_solve_substeps)(const thud_batch *batch, const thud_block_set *set) {
    const thud_batch_bodies *bodies = &batch->bodies;
    int lanes = lanes_of_run(set->runs);
    moving_lanes pairs[thud_block_lanes / thud_wide_lanes][2];
    for (int lane = 0; lane < lanes; lane += thud_wide_lanes) {
        moving_lanes *pair = pairs[lane / thud_wide_lanes];
        load_moving(bodies, set->index->a + lane, &pair[0]);
        load_moving(bodies, set->index->b + lane, &pair[1]);
    }
    int32_t held = set->ground > 0 ? 2 * set->index->count : set->index->count; /* of the dynamic bodies */
    if (held < bodies->dynamic_end - 1) {
        move_free_bodies(batch); /* the others' records are overwritten below */
    }
    for (int lane = 0; lane < lanes; lane += thud_wide_lanes) {
        moving_lanes *pair = pairs[lane / thud_wide_lanes];
        solve_substeps(batch, set, lane, pair);
        store_moving(bodies, set->index->a + lane, &pair[0]);
        store_moving(bodies, set->index->b + lane, &pair[1]);
    }
}
