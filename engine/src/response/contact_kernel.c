/*
 * contact_kernel.c: soft accumulated impulses on blocks of 8 contacts. With the effective mass m, the
 * accumulated impulse l and the relative speed v along a row, a substep sets
 *
 *     l' = max(c (l - m v) - m bias, 0)         bias = max(rate s, -push_out_speed, s / h)
 *
 * Overlap (s < 0) is pushed out by a damped spring: c and rate are its softness. A gap (s > 0) may close
 * within the substep, no more. After positions have moved, the relax pass solves the same rows rigidly and
 * without the push:
 *
 *     l' = max(l - m (v + gap_speed), 0)
 *
 * All rows of a contact are solved from velocities read once: what row 1 does to row 2 is K12 l1, and so on,
 * with K the inverse effective mass between rows. Sources: Catto, "Soft Constraints" (GDC 2011) and
 * "Solver2D" (2024).
 */
#include "response/contact_rows.h"

/* ---- runs of blocks ---- */

/* Blocks [first, end) that all have an extra part or all have none, and are all against the ground or none
 * is. */
typedef struct block_run {
    int32_t first, end;
} block_run;

static block_run next_run(const thud_block_set *set, int32_t first) {
    int32_t limit = first < set->ground ? set->ground : set->count;
    int32_t end = first;
    while (end < limit && set->has_extra[end] == set->has_extra[first]) {
        end++;
    }
    return (block_run){first, end};
}

static const thud_softness *softness_of(const thud_batch *batch, const thud_block_set *set, int32_t block) {
    return block < set->ground ? &batch->substep->contact : &batch->substep->ground;
}

/* ---- solve ---- */

/* Separations of the two points now: linear in how far the bodies have moved since the step began. */
typedef struct point_separations {
    thud_f8 s1, s2;
} point_separations;

ALWAYS_INLINE point_separations current_separations(const thud_batch_bodies *bodies,
                                                    const thud_block_index *index,
                                                    const thud_contact_block *block, const block_rows *rows) {
    body_lanes a = load_bodies(bodies->moved, index->a);
    body_lanes b = load_bodies(bodies->moved, index->b);
    thud_f8 change = normal_speed(rows, &a, &b);
    point_separations now;
    now.s1 = thud_f8_add(thud_f8_load(block->separation1), change);
    now.s2 = thud_f8_add(thud_f8_load(block->separation2), change);
    now.s2 = thud_f8_add(now.s2, thud_f8_mul(thud_f8_sub(b.w, a.w), rows->span));
    return now;
}

/* Speed at which a point is to part: out of overlap as the spring says, and not into a gap further than it is
 * wide. */
ALWAYS_INLINE thud_f8 bias_speed(thud_f8 separation, thud_f8 rate, thud_f8 fastest, thud_f8 closing_limit) {
    thud_f8 push = thud_f8_max(thud_f8_mul(rate, separation), fastest);
    return thud_f8_max(push, closing_limit);
}

/* How fast a point may still approach in the relax pass: not at all if it presses, else what is left of its
 * gap. */
ALWAYS_INLINE thud_f8 gap_speed(thud_f8 impulse, thud_f8 closing_limit, thud_f8 speed) {
    thud_f8 left = thud_f8_max(thud_f8_add(closing_limit, speed), thud_f8_zero());
    return thud_f8_and_mask(left, thud_f8_le(impulse, thud_f8_zero()));
}

ALWAYS_INLINE void raise_peaks(thud_contact_extra *extra, thud_f8 impulse1, thud_f8 impulse2) {
    thud_f8_store(extra->peak1, thud_f8_max(thud_f8_load(extra->peak1), impulse1));
    thud_f8_store(extra->peak2, thud_f8_max(thud_f8_load(extra->peak2), impulse2));
}

ALWAYS_INLINE void solve_block(const thud_batch *batch, const thud_softness *softness,
                               const thud_block_index *index, thud_contact_block *block,
                               thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    thud_f8 inverse_h = thud_f8_set1(batch->substep->inverse_h);
    thud_f8 rate = thud_f8_set1(softness->bias_rate);
    thud_f8 mass_scale = thud_f8_set1(softness->mass_scale);
    thud_f8 fastest = thud_f8_set1(-batch->substep->push_out_speed);
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    point_separations now = current_separations(bodies, index, block, &rows);
    thud_f8 limit1 = thud_f8_mul(now.s1, inverse_h);
    thud_f8 limit2 = thud_f8_mul(now.s2, inverse_h);
    thud_f8 bias1 = bias_speed(now.s1, rate, fastest, limit1);
    thud_f8 bias2 = bias_speed(now.s2, rate, fastest, limit2);

    thud_f8 old1 = thud_f8_load(block->impulse1);
    thud_f8 old2 = thud_f8_load(block->impulse2);
    thud_f8 mass1 = thud_f8_load(block->mass1);
    thud_f8 mass2 = thud_f8_load(block->mass2);
    thud_f8 speed1 = normal_speed(&rows, &a, &b);
    thud_f8 speed2 = thud_f8_add(speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));

    /* l' = c l - m bias - c m v: all but the last term is known before the velocities are, and so is what row 2
     * owes to row 1's old impulse, which shortens the wait for them. */
    thud_f8 soft_mass1 = thud_f8_mul(mass_scale, mass1);
    thud_f8 soft_mass2 = thud_f8_mul(mass_scale, mass2);
    thud_f8 share12 = thud_f8_mul(mass_scale, thud_f8_load(block->share12));
    thud_f8 known1 = thud_f8_sub(thud_f8_mul(mass_scale, old1), thud_f8_mul(mass1, bias1));
    thud_f8 known2 = thud_f8_sub(thud_f8_mul(mass_scale, old2), thud_f8_mul(mass2, bias2));
    known2 = thud_f8_mul_add(share12, old1, known2);
    thud_f8 impulse1 = not_pulling(thud_f8_sub(known1, thud_f8_mul(soft_mass1, speed1)));
    thud_f8 before2 = thud_f8_sub(known2, thud_f8_mul(soft_mass2, speed2));
    thud_f8 impulse2 = not_pulling(thud_f8_sub(before2, thud_f8_mul(share12, impulse1)));
    thud_f8 push1 = thud_f8_sub(impulse1, old1);
    thud_f8 push2 = thud_f8_sub(impulse2, old2);

    push_apart(&a, &b, &rows, &masses, push1, push2);
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
    thud_f8_store(block->impulse1, impulse1);
    thud_f8_store(block->impulse2, impulse2);
    thud_f8_store(block->gap_speed1, gap_speed(impulse1, limit1, speed1));
    thud_f8_store(block->gap_speed2, gap_speed(impulse2, limit2, speed2));
    if (extra != NULL) {
        raise_peaks(extra, impulse1, impulse2);
    }
}

/* Blocks of one sort in a row; a function each, so that one sort's registers do not burden the other's. */
OWN_CODE void solve_plain(const thud_batch *batch, const thud_block_set *set, block_run run) {
    thud_contact_block *blocks = set->blocks;
    const thud_softness *softness = softness_of(batch, set, run.first);
    for (int32_t i = run.first; i < run.end; i++) {
        solve_block(batch, softness, &set->index[i], &blocks[i], NULL);
    }
}

OWN_CODE void solve_extra(const thud_batch *batch, const thud_block_set *set, block_run run) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    const thud_softness *softness = softness_of(batch, set, run.first);
    for (int32_t i = run.first; i < run.end; i++) {
        solve_block(batch, softness, &set->index[i], &blocks[i], &extras[i]);
    }
}

void THUD_KERNEL(thud_contacts_solve)(const thud_batch *batch, const thud_block_set *set) {
    for (block_run run = next_run(set, 0); run.first < set->count; run = next_run(set, run.end)) {
        if (set->has_extra[run.first]) {
            solve_extra(batch, set, run);
        } else {
            solve_plain(batch, set, run);
        }
    }
}

/* ---- relax ---- */

/* value moved into [-bound, bound] */
ALWAYS_INLINE thud_f8 clamp(thud_f8 value, thud_f8 bound) {
    return thud_f8_max(thud_f8_min(value, bound), thud_f8_neg(bound));
}

/* Rolling resistance: an angular impulse against the relative turning, bounded by a share of the normal
 * impulse. */
ALWAYS_INLINE void resist_rolling(thud_contact_extra *extra, const block_masses *masses,
                                  thud_f8 normal_impulse, body_lanes *a, body_lanes *b) {
    thud_f8 old = thud_f8_load(extra->rolling_impulse);
    thud_f8 wanted =
        thud_f8_sub(old, thud_f8_mul(thud_f8_load(extra->rolling_mass), thud_f8_sub(b->w, a->w)));
    thud_f8 bound = thud_f8_mul(thud_f8_load(extra->rolling_resistance), normal_impulse);
    thud_f8 impulse = clamp(wanted, bound);
    thud_f8_store(extra->rolling_impulse, impulse);
    twist_apart(a, b, masses, thud_f8_sub(impulse, old));
}

ALWAYS_INLINE void relax_block(const thud_batch *batch, const thud_block_index *index,
                               thud_contact_block *block, thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);

    thud_f8 old1 = thud_f8_load(block->impulse1);
    thud_f8 old2 = thud_f8_load(block->impulse2);
    thud_f8 old_friction = thud_f8_load(block->friction_impulse);
    thud_f8 mass1 = thud_f8_load(block->mass1);
    thud_f8 mass2 = thud_f8_load(block->mass2);
    thud_f8 speed1 = normal_speed(&rows, &a, &b);
    thud_f8 speed2 = thud_f8_add(speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));
    thud_f8 slip = tangent_speed(&rows, &a, &b);
    if (extra != NULL) {
        slip = thud_f8_add(slip, thud_f8_load(extra->surface_speed));
    }

    /* As in solve_block: first what is known before the velocities. */
    thud_f8 share12 = thud_f8_load(block->share12);
    thud_f8 share1t = thud_f8_load(block->share1t);
    thud_f8 share2t = thud_f8_load(block->share2t);
    thud_f8 known1 = thud_f8_sub(old1, thud_f8_mul(mass1, thud_f8_load(block->gap_speed1)));
    thud_f8 known2 = thud_f8_sub(old2, thud_f8_mul(mass2, thud_f8_load(block->gap_speed2)));
    known2 = thud_f8_mul_add(share12, old1, known2);
    thud_f8 known_t = thud_f8_add(old_friction, dot2(share1t, old1, share2t, old2));

    thud_f8 impulse1 = not_pulling(thud_f8_sub(known1, thud_f8_mul(mass1, speed1)));
    thud_f8 before2 = thud_f8_sub(known2, thud_f8_mul(mass2, speed2));
    thud_f8 impulse2 = not_pulling(thud_f8_sub(before2, thud_f8_mul(share12, impulse1)));
    thud_f8 push1 = thud_f8_sub(impulse1, old1);
    thud_f8 push2 = thud_f8_sub(impulse2, old2);

    thud_f8 normal_impulse = thud_f8_add(impulse1, impulse2);
    thud_f8 bound = thud_f8_mul(thud_f8_load(block->friction), normal_impulse);
    thud_f8 before_t = thud_f8_sub(known_t, thud_f8_mul(thud_f8_load(block->tangent_mass), slip));
    before_t = thud_f8_sub(before_t, thud_f8_mul(share1t, impulse1));
    thud_f8 friction_impulse = clamp(thud_f8_sub(before_t, thud_f8_mul(share2t, impulse2)), bound);

    push_and_drag(&a, &b, &rows, &masses, push1, push2, thud_f8_sub(friction_impulse, old_friction));
    if (extra != NULL) {
        resist_rolling(extra, &masses, normal_impulse, &a, &b);
        raise_peaks(extra, impulse1, impulse2);
    }
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
    thud_f8_store(block->impulse1, impulse1);
    thud_f8_store(block->impulse2, impulse2);
    thud_f8_store(block->friction_impulse, friction_impulse);
    add_to(block->sum1, impulse1);
    add_to(block->sum2, impulse2);
    add_to(block->friction_sum, friction_impulse);
}

OWN_CODE void relax_plain(const thud_batch *batch, const thud_block_set *set, block_run run) {
    thud_contact_block *blocks = set->blocks;
    for (int32_t i = run.first; i < run.end; i++) {
        relax_block(batch, &set->index[i], &blocks[i], NULL);
    }
}

OWN_CODE void relax_extra(const thud_batch *batch, const thud_block_set *set, block_run run) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    for (int32_t i = run.first; i < run.end; i++) {
        relax_block(batch, &set->index[i], &blocks[i], &extras[i]);
    }
}

void THUD_KERNEL(thud_contacts_relax)(const thud_batch *batch, const thud_block_set *set) {
    for (block_run run = next_run(set, 0); run.first < set->count; run = next_run(set, run.end)) {
        if (set->has_extra[run.first]) {
            relax_extra(batch, set, run);
        } else {
            relax_plain(batch, set, run);
        }
    }
}
