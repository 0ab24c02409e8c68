/*
 * contact_kernel.c: soft accumulated impulses on blocks of 8 contacts. With the effective mass m, the accumulated impulse l and the
 * relative speed v along a row, a substep sets
 *
 *     l' = max(c (l - m v) - m bias, 0)         bias = max(rate s, -push_out_speed, s / h)
 *
 * Overlap (s < 0) is pushed out by a damped spring: c and rate are its softness. A gap (s > 0) may close within the substep, no more.
 * After positions have moved, the relax pass solves the same rows rigidly and without the push:
 *
 *     l' = max(l - m (v + gap_speed), 0)
 *
 * All rows of a contact are solved from velocities read once: what row 1 does to row 2 is K12 l1, and so on, with K the inverse
 * effective mass between rows. Sources: Catto, "Soft Constraints" (GDC 2011) and "Solver2D" (2024).
 */
#include "base/lanes.h"
#include "response/contact_block.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define OWN_CODE static __attribute__((noinline))

/* Velocities (or displacements) of the two bodies in each lane. */
typedef struct body_lanes {
    thud_f8 x, y, w, spare;
} body_lanes;

ALWAYS_INLINE body_lanes load_bodies(const void *records, const uint32_t offset[8]) {
    thud_f8 fields[4];
    thud_gather4_at(records, offset, fields);
    return (body_lanes){fields[0], fields[1], fields[2], fields[3]};
}

ALWAYS_INLINE void store_bodies(void *records, const uint32_t offset[8], body_lanes lanes) {
    thud_f8 fields[4] = {lanes.x, lanes.y, lanes.w, lanes.spare};
    thud_scatter4_at(records, offset, fields);
}

ALWAYS_INLINE thud_f8 mul3(thud_f8 a, thud_f8 b, thud_f8 c) {
    return thud_f8_mul(thud_f8_mul(a, b), c);
}

/* a b + c d */
ALWAYS_INLINE thud_f8 dot2(thud_f8 a, thud_f8 b, thud_f8 c, thud_f8 d) {
    return thud_f8_add(thud_f8_mul(a, b), thud_f8_mul(c, d));
}

/* 1 / k, or 0 where k is 0 */
ALWAYS_INLINE thud_f8 effective_mass(thud_f8 k) {
    thud_m8 yields = thud_f8_gt(k, thud_f8_zero());
    return thud_f8_and_mask(thud_f8_div(thud_f8_set1(1.0f), k), yields);
}

/* The inverse masses of a block, along each axis. */
typedef struct block_masses {
    thud_f8 ax, ay, ai, bx, by, bi;
} block_masses;

ALWAYS_INLINE block_masses load_masses(const thud_contact_block *block, const thud_contact_extra *extra) {
    block_masses masses;
    masses.ai = thud_f8_load(block->inverse_inertia_a);
    masses.bi = thud_f8_load(block->inverse_inertia_b);
    if (extra != NULL) {
        masses.ax = thud_f8_load(extra->inverse_mass_ax);
        masses.ay = thud_f8_load(extra->inverse_mass_ay);
        masses.bx = thud_f8_load(extra->inverse_mass_bx);
        masses.by = thud_f8_load(extra->inverse_mass_by);
    } else {
        masses.ax = masses.ay = thud_f8_load(block->inverse_mass_a);
        masses.bx = masses.by = thud_f8_load(block->inverse_mass_b);
    }
    return masses;
}

/* The geometry of the rows. */
typedef struct block_rows {
    thud_f8 nx, ny;               /* the tangent is (-ny, nx) */
    thud_f8 a1, b1, span;         /* levers of point 1 */
    thud_f8 at, bt;               /* levers of the tangent */
} block_rows;

ALWAYS_INLINE block_rows load_rows(const thud_contact_block *block) {
    block_rows rows;
    rows.nx = thud_f8_load(block->normal_x);
    rows.ny = thud_f8_load(block->normal_y);
    rows.a1 = thud_f8_load(block->lever_a);
    rows.b1 = thud_f8_load(block->lever_b);
    rows.span = thud_f8_load(block->span);
    rows.at = thud_f8_load(block->tangent_lever_a);
    rows.bt = thud_f8_load(block->tangent_lever_b);
    return rows;
}

/* Inverse effective mass of a push along the normal, levers apart. Without axis locks |n| = 1 leaves the sum of the inverse masses. */
ALWAYS_INLINE thud_f8 normal_mobility(const block_rows *rows, const block_masses *masses, bool locks) {
    if (!locks) {
        return thud_f8_add(masses->ax, masses->bx);
    }
    return dot2(thud_f8_mul(rows->nx, rows->nx), thud_f8_add(masses->ax, masses->bx),
                thud_f8_mul(rows->ny, rows->ny), thud_f8_add(masses->ay, masses->by));
}

/* The same along the tangent. */
ALWAYS_INLINE thud_f8 tangent_mobility(const block_rows *rows, const block_masses *masses, bool locks) {
    if (!locks) {
        return thud_f8_add(masses->ax, masses->bx);
    }
    return dot2(thud_f8_mul(rows->ny, rows->ny), thud_f8_add(masses->ax, masses->bx),
                thud_f8_mul(rows->nx, rows->nx), thud_f8_add(masses->ay, masses->by));
}

/* What a push along the normal does along the tangent, levers apart: nothing without axis locks. */
ALWAYS_INLINE thud_f8 cross_mobility(const block_rows *rows, const block_masses *masses) {
    thud_f8 x = thud_f8_add(masses->ax, masses->bx);
    thud_f8 y = thud_f8_add(masses->ay, masses->by);
    return mul3(rows->nx, rows->ny, thud_f8_sub(y, x));
}

/* Applies the impulse (along, across) in the frame (n, t) with the angular impulses on a and b. */
ALWAYS_INLINE void apply(body_lanes *a, body_lanes *b, const block_rows *rows, const block_masses *masses,
                         thud_f8 along, thud_f8 across, thud_f8 angular_a, thud_f8 angular_b) {
    thud_f8 px = thud_f8_sub(thud_f8_mul(rows->nx, along), thud_f8_mul(rows->ny, across));
    thud_f8 py = thud_f8_add(thud_f8_mul(rows->ny, along), thud_f8_mul(rows->nx, across));
    a->x = thud_f8_sub(a->x, thud_f8_mul(masses->ax, px));
    a->y = thud_f8_sub(a->y, thud_f8_mul(masses->ay, py));
    a->w = thud_f8_sub(a->w, thud_f8_mul(masses->ai, angular_a));
    b->x = thud_f8_add(b->x, thud_f8_mul(masses->bx, px));
    b->y = thud_f8_add(b->y, thud_f8_mul(masses->by, py));
    b->w = thud_f8_add(b->w, thud_f8_mul(masses->bi, angular_b));
}

/* Relative speed of b at point 1 along the normal. */
ALWAYS_INLINE thud_f8 normal_speed(const block_rows *rows, const body_lanes *a, const body_lanes *b) {
    thud_f8 linear = dot2(thud_f8_sub(b->x, a->x), rows->nx, thud_f8_sub(b->y, a->y), rows->ny);
    return thud_f8_add(linear, thud_f8_sub(thud_f8_mul(b->w, rows->b1), thud_f8_mul(a->w, rows->a1)));
}

/* Relative speed of b along the tangent. */
ALWAYS_INLINE thud_f8 tangent_speed(const block_rows *rows, const body_lanes *a, const body_lanes *b) {
    thud_f8 linear = thud_f8_sub(thud_f8_mul(thud_f8_sub(b->y, a->y), rows->nx),
                                 thud_f8_mul(thud_f8_sub(b->x, a->x), rows->ny));
    return thud_f8_add(linear, thud_f8_sub(thud_f8_mul(b->w, rows->bt), thud_f8_mul(a->w, rows->at)));
}

/* Inverse effective masses of the rows (11, 22) and between them; and what point 1 and the span do to the bodies' turning. */
typedef struct block_coupling {
    thud_f8 k11, k12, k22, k1t, k2t;
    thud_f8 turn_a1, turn_b1, turn_a_span, turn_b_span;
} block_coupling;

ALWAYS_INLINE block_coupling couple_rows(const block_rows *rows, const block_masses *masses, bool locks) {
    block_coupling k;
    k.turn_a1 = thud_f8_mul(masses->ai, rows->a1);
    k.turn_b1 = thud_f8_mul(masses->bi, rows->b1);
    k.turn_a_span = thud_f8_mul(masses->ai, rows->span);
    k.turn_b_span = thud_f8_mul(masses->bi, rows->span);
    thud_f8 across = dot2(k.turn_a_span, rows->a1, k.turn_b_span, rows->b1);
    thud_f8 spans = thud_f8_mul(thud_f8_add(k.turn_a_span, k.turn_b_span), rows->span);
    k.k11 = thud_f8_add(normal_mobility(rows, masses, locks), dot2(k.turn_a1, rows->a1, k.turn_b1, rows->b1));
    k.k12 = thud_f8_add(k.k11, across);
    k.k22 = thud_f8_add(thud_f8_add(k.k12, across), spans);
    k.k1t = dot2(k.turn_a1, rows->at, k.turn_b1, rows->bt);
    if (locks) {
        k.k1t = thud_f8_add(k.k1t, cross_mobility(rows, masses));
    }
    k.k2t = thud_f8_add(k.k1t, dot2(k.turn_a_span, rows->at, k.turn_b_span, rows->bt));
    return k;
}

/* Applies pushes along the normal at points 1 and 2. */
ALWAYS_INLINE void push_apart(body_lanes *a, body_lanes *b, const block_rows *rows, const block_masses *masses,
                              const block_coupling *k, thud_f8 push1, thud_f8 push2) {
    thud_f8 along = thud_f8_add(push1, push2);
    thud_f8 px = thud_f8_mul(rows->nx, along);
    thud_f8 py = thud_f8_mul(rows->ny, along);
    a->x = thud_f8_sub(a->x, thud_f8_mul(masses->ax, px));
    a->y = thud_f8_sub(a->y, thud_f8_mul(masses->ay, py));
    a->w = thud_f8_sub(a->w, dot2(k->turn_a1, along, k->turn_a_span, push2));
    b->x = thud_f8_add(b->x, thud_f8_mul(masses->bx, px));
    b->y = thud_f8_add(b->y, thud_f8_mul(masses->by, py));
    b->w = thud_f8_add(b->w, dot2(k->turn_b1, along, k->turn_b_span, push2));
}

/* ---- prepare ---- */

/* A manifold's fields, two rows of eight floats, as lanes. */
typedef struct manifold_lanes {
    thud_f8 nx, ny, a1x, a1y, a2x, a2y, b1x, b1y;
    thud_f8 b2x, b2y, separation1, separation2, impulse1, impulse2, friction_impulse, rolling_impulse;
} manifold_lanes;

ALWAYS_INLINE manifold_lanes load_manifolds(const thud_contact_manifold *manifolds, const int32_t slot[8]) {
    const float *rows[8], *second_rows[8];
    for (int i = 0; i < 8; i++) {
        rows[i] = &manifolds[slot[i]].normal.x;
        second_rows[i] = rows[i] + 8;
    }
    thud_f8 f[16];
    thud_load8x8(rows, f);
    thud_load8x8(second_rows, f + 8);
    return (manifold_lanes){f[0], f[1], f[2],  f[3],  f[4],  f[5],  f[6],  f[7],
                            f[8], f[9], f[10], f[11], f[12], f[13], f[14], f[15]};
}

/* Which lanes have a second point. */
ALWAYS_INLINE thud_m8 second_points(const thud_contact_features *features, const int32_t slot[8]) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (uint32_t)(features[slot[i]].count == 2) << i;
    }
    return thud_m8_from_bits(bits);
}

/* The body's share of the rows: r x n, and r x t = r . n half-way between the points. */
ALWAYS_INLINE thud_f8 lever(thud_f8 rx, thud_f8 ry, const block_rows *rows) {
    return thud_f8_sub(thud_f8_mul(rx, rows->ny), thud_f8_mul(ry, rows->nx));
}

ALWAYS_INLINE thud_f8 tangent_lever(thud_f8 r1x, thud_f8 r1y, thud_f8 r2x, thud_f8 r2y, const block_rows *rows) {
    thud_f8 half = thud_f8_set1(0.5f);
    return thud_f8_mul(half, dot2(thud_f8_add(r1x, r2x), rows->nx, thud_f8_add(r1y, r2y), rows->ny));
}

ALWAYS_INLINE block_rows make_rows(const manifold_lanes *m, thud_m8 two_points) {
    block_rows rows;
    rows.nx = m->nx;
    rows.ny = m->ny;
    rows.a1 = lever(m->a1x, m->a1y, &rows);
    rows.b1 = lever(m->b1x, m->b1y, &rows);
    thud_f8 spread_x = thud_f8_and_mask(thud_f8_sub(m->a2x, m->a1x), two_points);
    thud_f8 spread_y = thud_f8_and_mask(thud_f8_sub(m->a2y, m->a1y), two_points);
    rows.span = lever(spread_x, spread_y, &rows);
    rows.at = tangent_lever(m->a1x, m->a1y, thud_f8_add(m->a1x, spread_x), thud_f8_add(m->a1y, spread_y), &rows);
    rows.bt = tangent_lever(m->b1x, m->b1y, thud_f8_add(m->b1x, spread_x), thud_f8_add(m->b1y, spread_y), &rows);
    return rows;
}

ALWAYS_INLINE void store_rows(thud_contact_block *block, const block_rows *rows) {
    thud_f8_store(block->normal_x, rows->nx);
    thud_f8_store(block->normal_y, rows->ny);
    thud_f8_store(block->lever_a, rows->a1);
    thud_f8_store(block->lever_b, rows->b1);
    thud_f8_store(block->span, rows->span);
    thud_f8_store(block->tangent_lever_a, rows->at);
    thud_f8_store(block->tangent_lever_b, rows->bt);
}

/* Fields of four floats of the two bodies or of the material, in lanes. */
typedef struct four_lanes {
    thud_f8 f[4];
} four_lanes;

ALWAYS_INLINE four_lanes load_materials(const thud_material *materials, const int32_t slot[8]) {
    four_lanes four;
    thud_gather4(&materials[0].friction, slot, four.f);
    return four;
}

ALWAYS_INLINE four_lanes load_inverse_masses(const thud_local_mass *masses, const uint32_t offset[8]) {
    four_lanes four;
    thud_gather4_at(masses, offset, four.f);
    return four;
}

/* Fills the extra part of a block if it needs one; returns whether it does. */
ALWAYS_INLINE bool prepare_extra(thud_contact_extra *extra, const four_lanes *mass_a, const four_lanes *mass_b,
                                 const four_lanes *material, thud_f8 rolling_impulse) {
    thud_f8 zero = thud_f8_zero();
    thud_m8 wanted = thud_f8_gt(material->f[1], zero);
    wanted = thud_m8_or(wanted, thud_f8_gt(material->f[2], zero));
    wanted = thud_m8_or(wanted, thud_m8_not(thud_f8_eq(material->f[3], zero)));
    for (int axis = 0; axis < 2; axis++) {
        wanted = thud_m8_or(wanted, thud_f8_lt(mass_a->f[axis], mass_a->f[3]));
        wanted = thud_m8_or(wanted, thud_f8_lt(mass_b->f[axis], mass_b->f[3]));
    }
    if (!thud_m8_any(wanted)) {
        return false;
    }
    thud_f8_store(extra->elasticity, material->f[1]);
    thud_f8_store(extra->rolling_resistance, material->f[2]);
    thud_f8_store(extra->surface_speed, material->f[3]);
    thud_f8_store(extra->rolling_mass, effective_mass(thud_f8_add(mass_a->f[2], mass_b->f[2])));
    thud_m8 rolls = thud_f8_gt(material->f[2], zero);
    thud_f8_store(extra->rolling_impulse, thud_f8_and_mask(rolling_impulse, rolls));
    thud_f8_store(extra->peak1, zero);
    thud_f8_store(extra->peak2, zero);
    thud_f8_store(extra->inverse_mass_ax, mass_a->f[0]);
    thud_f8_store(extra->inverse_mass_ay, mass_a->f[1]);
    thud_f8_store(extra->inverse_mass_bx, mass_b->f[0]);
    thud_f8_store(extra->inverse_mass_by, mass_b->f[1]);
    return true;
}

/* The first substep's warm start: the impulses of the last step, applied. */
ALWAYS_INLINE void warm_start(const thud_batch_bodies *bodies, const thud_block_index *index,
                              const thud_contact_block *block, const thud_contact_extra *extra) {
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    thud_f8 impulse2 = thud_f8_load(block->impulse2);
    thud_f8 along = thud_f8_add(thud_f8_load(block->impulse1), impulse2);
    thud_f8 across = thud_f8_load(block->friction_impulse);
    thud_f8 twist = thud_f8_mul(rows.span, impulse2);
    if (extra != NULL) {
        twist = thud_f8_add(twist, thud_f8_load(extra->rolling_impulse));
    }
    thud_f8 angular_a = thud_f8_add(dot2(rows.a1, along, rows.at, across), twist);
    thud_f8 angular_b = thud_f8_add(dot2(rows.b1, along, rows.bt, across), twist);
    apply(&a, &b, &rows, &masses, along, across, angular_a, angular_b);
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
}

/* Returns whether the block needs its extra part. */
ALWAYS_INLINE bool prepare_block(const thud_batch *batch, const thud_block_index *index, thud_contact_block *block,
                                 thud_contact_extra *extra) {
    const thud_solve_input *input = batch->input;
    manifold_lanes m = load_manifolds(input->manifolds, index->slot);
    thud_m8 two_points = second_points(input->features, index->slot);
    four_lanes material = load_materials(input->materials, index->slot);
    four_lanes mass_a = load_inverse_masses(batch->bodies.inverse_mass, index->a);
    four_lanes mass_b = load_inverse_masses(batch->bodies.inverse_mass, index->b);
    thud_f8 warm = thud_f8_set1(batch->substep->warm_start);
    if (!prepare_extra(extra, &mass_a, &mass_b, &material, thud_f8_mul(warm, m.rolling_impulse))) {
        extra = NULL;
    }
    thud_f8_store(block->inverse_mass_a, mass_a.f[3]);
    thud_f8_store(block->inverse_mass_b, mass_b.f[3]);
    thud_f8_store(block->inverse_inertia_a, mass_a.f[2]);
    thud_f8_store(block->inverse_inertia_b, mass_b.f[2]);
    thud_f8_store(block->friction, material.f[0]);
    thud_f8_store(block->separation1, m.separation1);
    thud_f8_store(block->separation2, thud_f8_and_mask(m.separation2, two_points));

    block_rows rows = make_rows(&m, two_points);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    thud_f8 kt = thud_f8_add(tangent_mobility(&rows, &masses, extra != NULL),
                             dot2(thud_f8_mul(masses.ai, rows.at), rows.at, thud_f8_mul(masses.bi, rows.bt), rows.bt));
    thud_f8 mass1 = effective_mass(k.k11);
    thud_f8 mass2 = thud_f8_and_mask(effective_mass(k.k22), two_points);
    thud_f8 tangent_mass = effective_mass(kt);
    store_rows(block, &rows);
    thud_f8_store(block->mass1, mass1);
    thud_f8_store(block->mass2, mass2);
    thud_f8_store(block->tangent_mass, tangent_mass);

    thud_m8 yields = thud_f8_gt(mass1, thud_f8_zero());
    thud_f8_store(block->sum1, thud_f8_zero());
    thud_f8_store(block->sum2, thud_f8_zero());
    thud_f8_store(block->friction_sum, thud_f8_zero());
    thud_f8_store(block->impulse1, thud_f8_and_mask(thud_f8_mul(warm, m.impulse1), yields));
    thud_f8_store(block->impulse2, thud_f8_and_mask(thud_f8_mul(warm, m.impulse2), thud_m8_and(yields, two_points)));
    thud_f8_store(block->friction_impulse, thud_f8_and_mask(thud_f8_mul(warm, m.friction_impulse),
                                                            thud_f8_gt(tangent_mass, thud_f8_zero())));
    warm_start(&batch->bodies, index, block, extra);
    return extra != NULL;
}

/* Blocks between asking for a contact's data and using it. */
enum { prefetch_distance = 3 };

/* The contacts of a block lie anywhere: asks for them early. */
ALWAYS_INLINE void prefetch_contacts(const thud_solve_input *input, const thud_block_set *set, int32_t block) {
    if (block < set->count) {
        const int32_t *slot = set->index[block].slot;
        for (int i = 0; i < 8; i++) {
            __builtin_prefetch(&input->manifolds[slot[i]]);
            __builtin_prefetch(&input->features[slot[i]]);
            __builtin_prefetch(&input->materials[slot[i]]);
        }
    }
}

void THUD_KERNEL(thud_contacts_prepare)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    for (int32_t i = 0; i < set->count; i++) {
        prefetch_contacts(batch->input, set, i + prefetch_distance);
        set->has_extra[i] = prepare_block(batch, &set->index[i], &blocks[i], &extras[i]);
    }
}

/* ---- runs of blocks ---- */

/* Blocks [first, end) that all have an extra part or all have none, and are all against the ground or none is. */
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

ALWAYS_INLINE point_separations current_separations(const thud_batch_bodies *bodies, const thud_block_index *index,
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

/* Speed at which a point is to part: out of overlap as the spring says, and not into a gap further than it is wide. */
ALWAYS_INLINE thud_f8 bias_speed(thud_f8 separation, thud_f8 rate, thud_f8 fastest, thud_f8 inverse_h) {
    thud_f8 push = thud_f8_max(thud_f8_mul(rate, separation), fastest);
    return thud_f8_max(push, thud_f8_mul(separation, inverse_h));
}

/* max(impulse, 0), where NaN becomes 0, so that a body in a bad state does not spoil its neighbours. */
ALWAYS_INLINE thud_f8 not_pulling(thud_f8 impulse) {
    return thud_f8_max(impulse, thud_f8_zero());
}

/* How fast a point may still approach in the relax pass: not at all if it presses, else what is left of its gap. */
ALWAYS_INLINE thud_f8 gap_speed(thud_f8 impulse, thud_f8 separation, thud_f8 inverse_h, thud_f8 speed) {
    thud_f8 left = thud_f8_max(thud_f8_mul_add(separation, inverse_h, speed), thud_f8_zero());
    return thud_f8_and_mask(left, thud_f8_le(impulse, thud_f8_zero()));
}

ALWAYS_INLINE void raise_peaks(thud_contact_extra *extra, thud_f8 impulse1, thud_f8 impulse2) {
    thud_f8_store(extra->peak1, thud_f8_max(thud_f8_load(extra->peak1), impulse1));
    thud_f8_store(extra->peak2, thud_f8_max(thud_f8_load(extra->peak2), impulse2));
}

ALWAYS_INLINE void solve_block(const thud_batch *batch, const thud_softness *softness, const thud_block_index *index,
                               thud_contact_block *block, thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    thud_f8 inverse_h = thud_f8_set1(batch->substep->inverse_h);
    thud_f8 rate = thud_f8_set1(softness->bias_rate);
    thud_f8 mass_scale = thud_f8_set1(softness->mass_scale);
    thud_f8 fastest = thud_f8_set1(-batch->substep->push_out_speed);
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    point_separations now = current_separations(bodies, index, block, &rows);

    thud_f8 old1 = thud_f8_load(block->impulse1);
    thud_f8 old2 = thud_f8_load(block->impulse2);
    thud_f8 mass1 = thud_f8_load(block->mass1);
    thud_f8 mass2 = thud_f8_load(block->mass2);
    thud_f8 bias1 = bias_speed(now.s1, rate, fastest, inverse_h);
    thud_f8 bias2 = bias_speed(now.s2, rate, fastest, inverse_h);
    thud_f8 speed1 = normal_speed(&rows, &a, &b);
    thud_f8 speed2 = thud_f8_add(speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));

    /* l' = c l - m bias - c m v: all but the last term is known before the velocities are, which shortens the wait for them. */
    thud_f8 soft_mass1 = thud_f8_mul(mass_scale, mass1);
    thud_f8 soft_mass2 = thud_f8_mul(mass_scale, mass2);
    thud_f8 known1 = thud_f8_sub(thud_f8_mul(mass_scale, old1), thud_f8_mul(mass1, bias1));
    thud_f8 known2 = thud_f8_sub(thud_f8_mul(mass_scale, old2), thud_f8_mul(mass2, bias2));
    thud_f8 impulse1 = not_pulling(thud_f8_sub(known1, thud_f8_mul(soft_mass1, speed1)));
    thud_f8 push1 = thud_f8_sub(impulse1, old1);
    thud_f8 before2 = thud_f8_sub(known2, thud_f8_mul(soft_mass2, speed2));
    thud_f8 impulse2 = not_pulling(thud_f8_sub(before2, thud_f8_mul(thud_f8_mul(soft_mass2, k.k12), push1)));
    thud_f8 push2 = thud_f8_sub(impulse2, old2);

    push_apart(&a, &b, &rows, &masses, &k, push1, push2);
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);

    speed1 = thud_f8_add(speed1, dot2(k.k11, push1, k.k12, push2));
    speed2 = thud_f8_add(speed2, dot2(k.k12, push1, k.k22, push2));
    thud_f8_store(block->impulse1, impulse1);
    thud_f8_store(block->impulse2, impulse2);
    thud_f8_store(block->gap_speed1, gap_speed(impulse1, now.s1, inverse_h, speed1));
    thud_f8_store(block->gap_speed2, gap_speed(impulse2, now.s2, inverse_h, speed2));
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

ALWAYS_INLINE void add_to(float sum[8], thud_f8 value) {
    thud_f8_store(sum, thud_f8_add(thud_f8_load(sum), value));
}

/* value moved into [-bound, bound] */
ALWAYS_INLINE thud_f8 clamp(thud_f8 value, thud_f8 bound) {
    return thud_f8_max(thud_f8_min(value, bound), thud_f8_neg(bound));
}

/* Applies an impulse along the tangent. */
ALWAYS_INLINE void drag(body_lanes *a, body_lanes *b, const block_rows *rows, const block_masses *masses,
                        thud_f8 across) {
    thud_f8 px = thud_f8_mul(rows->ny, across); /* the tangent is (-ny, nx) */
    thud_f8 py = thud_f8_mul(rows->nx, across);
    a->x = thud_f8_add(a->x, thud_f8_mul(masses->ax, px));
    a->y = thud_f8_sub(a->y, thud_f8_mul(masses->ay, py));
    a->w = thud_f8_sub(a->w, thud_f8_mul(thud_f8_mul(masses->ai, rows->at), across));
    b->x = thud_f8_sub(b->x, thud_f8_mul(masses->bx, px));
    b->y = thud_f8_add(b->y, thud_f8_mul(masses->by, py));
    b->w = thud_f8_add(b->w, thud_f8_mul(thud_f8_mul(masses->bi, rows->bt), across));
}

/* Rolling resistance: an angular impulse against the relative turning, bounded by a share of the normal impulse. */
ALWAYS_INLINE void resist_rolling(thud_contact_extra *extra, const block_masses *masses, thud_f8 normal_impulse,
                                  body_lanes *a, body_lanes *b) {
    thud_f8 old = thud_f8_load(extra->rolling_impulse);
    thud_f8 wanted = thud_f8_sub(old, thud_f8_mul(thud_f8_load(extra->rolling_mass), thud_f8_sub(b->w, a->w)));
    thud_f8 bound = thud_f8_mul(thud_f8_load(extra->rolling_resistance), normal_impulse);
    thud_f8 impulse = clamp(wanted, bound);
    thud_f8_store(extra->rolling_impulse, impulse);
    thud_f8 twist = thud_f8_sub(impulse, old);
    a->w = thud_f8_sub(a->w, thud_f8_mul(masses->ai, twist));
    b->w = thud_f8_add(b->w, thud_f8_mul(masses->bi, twist));
}

ALWAYS_INLINE void relax_block(const thud_batch *batch, const thud_block_index *index, thud_contact_block *block,
                               thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, extra != NULL);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);

    thud_f8 old1 = thud_f8_load(block->impulse1);
    thud_f8 old2 = thud_f8_load(block->impulse2);
    thud_f8 old_friction = thud_f8_load(block->friction_impulse);
    thud_f8 mass1 = thud_f8_load(block->mass1);
    thud_f8 mass2 = thud_f8_load(block->mass2);
    thud_f8 tangent_mass = thud_f8_load(block->tangent_mass);
    thud_f8 speed1 = normal_speed(&rows, &a, &b);
    thud_f8 speed2 = thud_f8_add(speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));
    thud_f8 slip = tangent_speed(&rows, &a, &b);
    if (extra != NULL) {
        slip = thud_f8_add(slip, thud_f8_load(extra->surface_speed));
    }

    thud_f8 known1 = thud_f8_sub(old1, thud_f8_mul(mass1, thud_f8_load(block->gap_speed1)));
    thud_f8 known2 = thud_f8_sub(old2, thud_f8_mul(mass2, thud_f8_load(block->gap_speed2)));
    thud_f8 impulse1 = not_pulling(thud_f8_sub(known1, thud_f8_mul(mass1, speed1)));
    thud_f8 push1 = thud_f8_sub(impulse1, old1);
    thud_f8 before2 = thud_f8_sub(known2, thud_f8_mul(mass2, speed2));
    thud_f8 impulse2 = not_pulling(thud_f8_sub(before2, thud_f8_mul(thud_f8_mul(mass2, k.k12), push1)));
    thud_f8 push2 = thud_f8_sub(impulse2, old2);

    thud_f8 normal_impulse = thud_f8_add(impulse1, impulse2);
    thud_f8 bound = thud_f8_mul(thud_f8_load(block->friction), normal_impulse);
    thud_f8 before_t = thud_f8_sub(old_friction, thud_f8_mul(tangent_mass, slip));
    thud_f8 by_pushes = dot2(thud_f8_mul(tangent_mass, k.k1t), push1, thud_f8_mul(tangent_mass, k.k2t), push2);
    thud_f8 friction_impulse = clamp(thud_f8_sub(before_t, by_pushes), bound);
    thud_f8 across = thud_f8_sub(friction_impulse, old_friction);

    push_apart(&a, &b, &rows, &masses, &k, push1, push2);
    drag(&a, &b, &rows, &masses, across);
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

/* ---- store ---- */

void THUD_KERNEL(thud_contacts_store)(const thud_batch *batch, const thud_block_set *set) {
    const thud_contact_block *blocks = set->blocks;
    const thud_contact_extra *extras = set->extras;
    thud_contact_manifold *manifolds = batch->input->manifolds;
    thud_contact_sums *sums = batch->input->sums;
    for (int32_t i = 0; i < set->count; i++) {
        const thud_block_index *index = &set->index[i];
        for (int32_t lane = 0; lane < index->count; lane++) {
            thud_contact_manifold *manifold = &manifolds[index->slot[lane]];
            manifold->normal_impulse[0] = blocks[i].impulse1[lane];
            manifold->normal_impulse[1] = blocks[i].impulse2[lane];
            manifold->friction_impulse = blocks[i].friction_impulse[lane];
            manifold->rolling_impulse = set->has_extra[i] ? extras[i].rolling_impulse[lane] : 0.0f;
            if (sums == NULL) {
                continue;
            }
            sums[index->slot[lane]] = (thud_contact_sums){{blocks[i].sum1[lane], blocks[i].sum2[lane]},
                                                          blocks[i].friction_sum[lane], 0.0f};
        }
    }
}

/* ---- bounce ---- */

/*
 * The speed at which a point is to leave. Velocities of a symplectic Euler step lie half a substep before positions: at the position where
 * the step began the approach was u + g/2, with g the approach that the bodies' accelerations add in a substep. It met the surface
 * a separation s later, at sqrt((u + g/2)^2 + 2 (g/h) s); it leaves with that times the elasticity, and g/2 to be lost again in
 * the next substep. So a bounce keeps the energy that it should, whatever part of a step was left.
 */
ALWAYS_INLINE thud_f8 leaving_speed(thud_f8 approach, thud_f8 gain, thud_f8 separation, thud_f8 elasticity,
                                    thud_f8 inverse_h) {
    thud_f8 half_gain = thud_f8_mul(thud_f8_set1(0.5f), gain);
    thud_f8 begin = thud_f8_add(approach, half_gain);
    thud_f8 added = mul3(thud_f8_mul(thud_f8_set1(2.0f), gain), inverse_h, separation);
    thud_f8 squared = thud_f8_max(thud_f8_mul_add(begin, begin, added), thud_f8_zero());
    return thud_f8_mul_add(elasticity, thud_f8_sqrt(squared), thud_f8_mul(elasticity, half_gain));
}

/* The two points of a block while they bounce. */
typedef struct bounce_lanes {
    thud_f8 speed1, speed2;     /* now */
    thud_f8 leave1, leave2;     /* wanted */
    thud_f8 mass1, mass2;       /* 0: does not bounce */
    thud_f8 impulse1, impulse2; /* accumulated */
} bounce_lanes;

/* What the points are to do: who came fast enough and was pressed leaves again. */
ALWAYS_INLINE bounce_lanes plan_bounce(const thud_batch *batch, const thud_block_index *index,
                                       const thud_contact_block *block, const thud_contact_extra *extra,
                                       const block_rows *rows) {
    body_lanes start_a = load_bodies(batch->bodies.start, index->a);
    body_lanes start_b = load_bodies(batch->bodies.start, index->b);
    body_lanes gain_a = load_bodies(batch->bodies.gain, index->a);
    body_lanes gain_b = load_bodies(batch->bodies.gain, index->b);
    thud_f8 approach1 = thud_f8_neg(normal_speed(rows, &start_a, &start_b));
    thud_f8 approach2 = thud_f8_sub(approach1, thud_f8_mul(thud_f8_sub(start_b.w, start_a.w), rows->span));
    thud_f8 gain1 = thud_f8_neg(normal_speed(rows, &gain_a, &gain_b));
    thud_f8 gain2 = thud_f8_sub(gain1, thud_f8_mul(thud_f8_sub(gain_b.w, gain_a.w), rows->span));

    thud_f8 elasticity = thud_f8_load(extra->elasticity);
    thud_f8 inverse_h = thud_f8_set1(batch->substep->inverse_h);
    thud_f8 threshold = thud_f8_set1(batch->substep->elasticity_threshold);
    thud_m8 elastic = thud_f8_gt(elasticity, thud_f8_zero());
    thud_m8 pressed1 = thud_m8_and(elastic, thud_f8_gt(thud_f8_load(extra->peak1), thud_f8_zero()));
    thud_m8 pressed2 = thud_m8_and(elastic, thud_f8_gt(thud_f8_load(extra->peak2), thud_f8_zero()));

    bounce_lanes bounce;
    bounce.leave1 = leaving_speed(approach1, gain1, thud_f8_load(block->separation1), elasticity, inverse_h);
    bounce.leave2 = leaving_speed(approach2, gain2, thud_f8_load(block->separation2), elasticity, inverse_h);
    bounce.mass1 = thud_f8_and_mask(thud_f8_load(block->mass1), thud_m8_and(pressed1, thud_f8_gt(approach1, threshold)));
    bounce.mass2 = thud_f8_and_mask(thud_f8_load(block->mass2), thud_m8_and(pressed2, thud_f8_gt(approach2, threshold)));
    bounce.impulse1 = thud_f8_load(block->impulse1);
    bounce.impulse2 = thud_f8_load(block->impulse2);
    return bounce;
}

/* Both points of a box that falls flat must leave at the same speed, or it would turn: a few iterations between the two agree. */
enum { bounce_iterations = 8 };

ALWAYS_INLINE thud_f8 rigid_impulse(thud_f8 impulse, thud_f8 mass, thud_f8 speed) {
    return not_pulling(thud_f8_sub(impulse, thud_f8_mul(mass, speed)));
}

ALWAYS_INLINE void iterate_bounce(bounce_lanes *bounce, const block_coupling *k) {
    for (int i = 0; i < bounce_iterations; i++) {
        thud_f8 old1 = bounce->impulse1, old2 = bounce->impulse2;
        bounce->impulse1 = rigid_impulse(old1, bounce->mass1, thud_f8_sub(bounce->speed1, bounce->leave1));
        thud_f8 push1 = thud_f8_sub(bounce->impulse1, old1);
        bounce->speed1 = thud_f8_mul_add(k->k11, push1, bounce->speed1);
        bounce->speed2 = thud_f8_mul_add(k->k12, push1, bounce->speed2);
        bounce->impulse2 = rigid_impulse(old2, bounce->mass2, thud_f8_sub(bounce->speed2, bounce->leave2));
        thud_f8 push2 = thud_f8_sub(bounce->impulse2, old2);
        bounce->speed1 = thud_f8_mul_add(k->k12, push2, bounce->speed1);
        bounce->speed2 = thud_f8_mul_add(k->k22, push2, bounce->speed2);
    }
}

ALWAYS_INLINE void bounce_block(const thud_batch *batch, const thud_block_index *index, thud_contact_block *block,
                                thud_contact_extra *extra) {
    const thud_batch_bodies *bodies = &batch->bodies;
    block_rows rows = load_rows(block);
    block_masses masses = load_masses(block, extra);
    block_coupling k = couple_rows(&rows, &masses, true);
    body_lanes a = load_bodies(bodies->velocity, index->a);
    body_lanes b = load_bodies(bodies->velocity, index->b);
    bounce_lanes bounce = plan_bounce(batch, index, block, extra, &rows);
    bounce.speed1 = normal_speed(&rows, &a, &b);
    bounce.speed2 = thud_f8_add(bounce.speed1, thud_f8_mul(thud_f8_sub(b.w, a.w), rows.span));
    iterate_bounce(&bounce, &k);

    thud_f8 push1 = thud_f8_sub(bounce.impulse1, thud_f8_load(block->impulse1));
    thud_f8 push2 = thud_f8_sub(bounce.impulse2, thud_f8_load(block->impulse2));
    thud_f8_store(block->impulse1, bounce.impulse1);
    thud_f8_store(block->impulse2, bounce.impulse2);
    add_to(block->sum1, push1);
    add_to(block->sum2, push2);
    push_apart(&a, &b, &rows, &masses, &k, push1, push2);
    store_bodies(bodies->velocity, index->a, a);
    store_bodies(bodies->velocity, index->b, b);
}

void THUD_KERNEL(thud_contacts_bounce)(const thud_batch *batch, const thud_block_set *set) {
    thud_contact_block *blocks = set->blocks;
    thud_contact_extra *extras = set->extras;
    for (int32_t i = 0; i < set->count; i++) {
        if (set->has_extra[i] && thud_m8_any(thud_f8_gt(thud_f8_load(extras[i].elasticity), thud_f8_zero()))) {
            bounce_block(batch, &set->index[i], &blocks[i], &extras[i]);
        }
    }
}
