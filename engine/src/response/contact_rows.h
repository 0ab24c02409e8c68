/*
 * contact_rows.h: the algebra of contacts, for a block or half of one at a time: `lane` is the first. A unit impulse
 * along the normal at point 1 changes the speed of point 1 by k11, that of point 2 by k12 and that along the tangent by
 * k1t, and so on: all rows of a contact can be solved from velocities that were read once. Included by kernels only.
 */
#pragma once

#include "narrowphase/wide_vec.h"
#include "response/contact_block.h"

/* Distance between the prefetch of data scattered in memory, such as contacts and their materials, and its use [blocks]. */
enum { prefetch_distance = 2 };

/* Prefetches a record of each contact of a block: they are scattered in memory. */
THUD_INLINE void fetch_of_block(const thud_block_index *index, const void *records, size_t size) {
    THUD_NO_UNROLL
    for (int i = 0; i < index->count; i++) {
        __builtin_prefetch((const char *)records + size * (size_t)index->slot[i]);
    }
}

/* Whether all lanes have the dummy body, as where the first body of each contact is static. */
THUD_INLINE bool are_static(const uint32_t offset[thud_wide_lanes]) {
    return thud_mw_all(thud_iw_eq(thud_iw_load((const int32_t *)offset), thud_iw_set1(0)));
}

/* Velocities (or displacements) of the two bodies in each lane. */
typedef struct body_lanes {
    thud_fw x, y, w, spare;
} body_lanes;

THUD_INLINE body_lanes load_bodies(const void *records, const uint32_t *offset) {
    thud_fw fields[4];
    thud_wide_gather4_at(records, offset, fields);
    return (body_lanes){fields[0], fields[1], fields[2], fields[3]};
}

THUD_INLINE void store_bodies(void *records, const uint32_t *offset, body_lanes lanes) {
    thud_fw fields[4] = {lanes.x, lanes.y, lanes.w, lanes.spare};
    thud_wide_scatter4_at(records, offset, fields);
}

THUD_INLINE thud_fw load(const float field[thud_block_lanes], int lane) {
    return thud_fw_load(field + lane);
}

THUD_INLINE void store(float field[thud_block_lanes], int lane, thud_fw value) {
    thud_fw_store(field + lane, value);
}

static inline const thud_softness *softness_of(const thud_batch *batch, const thud_block_set *set, int32_t block) {
    return block < set->ground ? &batch->substep->contact : &batch->substep->ground;
}

/* Lanes to solve of each block of a run: all sixteen or the first half. */
static inline int lanes_of_run(const thud_block_run *run) {
    return run->traits & THUD_BLOCK_HALF ? thud_block_lanes / 2 : thud_block_lanes;
}

THUD_INLINE thud_fw mul3(thud_fw a, thud_fw b, thud_fw c) {
    return thud_fw_mul(thud_fw_mul(a, b), c);
}

/* a b + c d */
THUD_INLINE thud_fw dot2(thud_fw a, thud_fw b, thud_fw c, thud_fw d) {
    return thud_fw_add(thud_fw_mul(a, b), thud_fw_mul(c, d));
}

/* The inverse masses along each axis. */
typedef struct block_masses {
    thud_fw ax, ay, ai, bx, by, bi;
} block_masses;

THUD_INLINE block_masses load_masses(const thud_contact_block *block, const thud_contact_extra *extra,
                                     int lane) {
    block_masses masses;
    masses.ai = load(block->inverse_inertia_a, lane);
    masses.bi = load(block->inverse_inertia_b, lane);
    if (extra != NULL) {
        masses.ax = load(extra->inverse_mass_ax, lane);
        masses.ay = load(extra->inverse_mass_ay, lane);
        masses.bx = load(extra->inverse_mass_bx, lane);
        masses.by = load(extra->inverse_mass_by, lane);
    } else {
        masses.ax = masses.ay = load(block->inverse_mass_a, lane);
        masses.bx = masses.by = load(block->inverse_mass_b, lane);
    }
    return masses;
}

/* The geometry of the rows. */
typedef struct block_rows {
    thud_fw nx, ny;       /* the tangent is (-ny, nx) */
    thud_fw a1, b1, span; /* levers of point 1 */
    thud_fw at, bt;       /* levers of the tangent */
} block_rows;

THUD_INLINE block_rows load_rows(const thud_contact_block *block, int lane) {
    block_rows rows;
    rows.nx = load(block->normal_x, lane);
    rows.ny = load(block->normal_y, lane);
    rows.a1 = load(block->lever_a, lane);
    rows.b1 = load(block->lever_b, lane);
    rows.span = load(block->span, lane);
    rows.at = load(block->tangent_lever_a, lane);
    rows.bt = load(block->tangent_lever_b, lane);
    return rows;
}

/* Inverse effective mass of an impulse along a unit vector (x, y), without its levers: the sum of the inverse masses when
 * there are no axis locks. */
THUD_INLINE thud_fw mobility_along(thud_fw x, thud_fw y, const block_masses *masses, bool locks) {
    if (!locks) {
        return thud_fw_add(masses->ax, masses->bx);
    }
    return dot2(thud_fw_mul(x, x), thud_fw_add(masses->ax, masses->bx), thud_fw_mul(y, y),
                thud_fw_add(masses->ay, masses->by));
}

/* Speed along the tangent per impulse along the normal, without the levers: 0 without axis locks. */
THUD_INLINE thud_fw cross_mobility(const block_rows *rows, const block_masses *masses) {
    thud_fw x = thud_fw_add(masses->ax, masses->bx);
    thud_fw y = thud_fw_add(masses->ay, masses->by);
    return mul3(rows->nx, rows->ny, thud_fw_sub(y, x));
}

/* Relative speed of b at point 1 along the normal. */
THUD_INLINE thud_fw normal_speed(const block_rows *rows, const body_lanes *a, const body_lanes *b) {
    thud_fw linear = dot2(thud_fw_sub(b->x, a->x), rows->nx, thud_fw_sub(b->y, a->y), rows->ny);
    return thud_fw_add(linear, thud_fw_sub(thud_fw_mul(b->w, rows->b1), thud_fw_mul(a->w, rows->a1)));
}

/* Relative speed of b along the tangent. */
THUD_INLINE thud_fw tangent_speed(const block_rows *rows, const body_lanes *a, const body_lanes *b) {
    thud_fw linear = thud_fw_sub(thud_fw_mul(thud_fw_sub(b->y, a->y), rows->nx),
                                 thud_fw_mul(thud_fw_sub(b->x, a->x), rows->ny));
    return thud_fw_add(linear, thud_fw_sub(thud_fw_mul(b->w, rows->bt), thud_fw_mul(a->w, rows->at)));
}

/* The approach of the two points by the records of the bodies: velocities, changes of velocity, or displacements. */
THUD_INLINE void approach_by(const void *records, const thud_block_index *index, int lane,
                             const block_rows *rows, thud_fw approach[2]) {
    body_lanes a = load_bodies(records, index->a + lane);
    body_lanes b = load_bodies(records, index->b + lane);
    approach[0] = thud_fw_neg(normal_speed(rows, &a, &b));
    approach[1] = thud_fw_sub(approach[0], thud_fw_mul(thud_fw_sub(b.w, a.w), rows->span));
}

/* Inverse effective masses of the rows (11, 22) and between them. */
typedef struct block_coupling {
    thud_fw k11, k12, k22, k1t, k2t;
} block_coupling;

THUD_INLINE block_coupling couple_rows(const block_rows *rows, const block_masses *masses, bool locks) {
    thud_fw turn_a1 = thud_fw_mul(masses->ai, rows->a1);
    thud_fw turn_b1 = thud_fw_mul(masses->bi, rows->b1);
    thud_fw turn_a_span = thud_fw_mul(masses->ai, rows->span);
    thud_fw turn_b_span = thud_fw_mul(masses->bi, rows->span);
    thud_fw across = dot2(turn_a_span, rows->a1, turn_b_span, rows->b1);
    thud_fw spans = thud_fw_mul(thud_fw_add(turn_a_span, turn_b_span), rows->span);
    block_coupling k;
    k.k11 = thud_fw_add(mobility_along(rows->nx, rows->ny, masses, locks),
                        dot2(turn_a1, rows->a1, turn_b1, rows->b1));
    k.k12 = thud_fw_add(k.k11, across);
    k.k22 = thud_fw_add(thud_fw_add(k.k12, across), spans);
    k.k1t = dot2(turn_a1, rows->at, turn_b1, rows->bt);
    if (locks) {
        k.k1t = thud_fw_add(k.k1t, cross_mobility(rows, masses));
    }
    k.k2t = thud_fw_add(k.k1t, dot2(turn_a_span, rows->at, turn_b_span, rows->bt));
    return k;
}

/* Applies the impulse (px, py) and its angular impulses to the two bodies. */
THUD_INLINE void apply_impulse(body_lanes *a, body_lanes *b, const block_masses *masses, thud_fw px,
                               thud_fw py, thud_fw turn_a, thud_fw turn_b) {
    a->x = thud_fw_sub(a->x, thud_fw_mul(masses->ax, px));
    a->y = thud_fw_sub(a->y, thud_fw_mul(masses->ay, py));
    a->w = thud_fw_sub(a->w, thud_fw_mul(masses->ai, turn_a));
    b->x = thud_fw_add(b->x, thud_fw_mul(masses->bx, px));
    b->y = thud_fw_add(b->y, thud_fw_mul(masses->by, py));
    b->w = thud_fw_add(b->w, thud_fw_mul(masses->bi, turn_b));
}

/* Applies impulses along the normal at points 1 and 2. */
THUD_INLINE void push_apart(body_lanes *a, body_lanes *b, const block_rows *rows, const block_masses *masses,
                            thud_fw push1, thud_fw push2) {
    thud_fw along = thud_fw_add(push1, push2);
    thud_fw twist = thud_fw_mul(rows->span, push2);
    apply_impulse(a, b, masses, thud_fw_mul(rows->nx, along), thud_fw_mul(rows->ny, along),
                  thud_fw_mul_add(rows->a1, along, twist), thud_fw_mul_add(rows->b1, along, twist));
}

/* Applies the same, and an impulse along the tangent (-ny, nx). */
THUD_INLINE void push_and_drag(body_lanes *a, body_lanes *b, const block_rows *rows,
                               const block_masses *masses, thud_fw push1, thud_fw push2, thud_fw across) {
    thud_fw along = thud_fw_add(push1, push2);
    thud_fw twist = thud_fw_mul(rows->span, push2);
    thud_fw turn_a = thud_fw_add(thud_fw_mul_add(rows->a1, along, twist), thud_fw_mul(rows->at, across));
    thud_fw turn_b = thud_fw_add(thud_fw_mul_add(rows->b1, along, twist), thud_fw_mul(rows->bt, across));
    apply_impulse(a, b, masses,
                  thud_fw_sub(thud_fw_mul(rows->nx, along), thud_fw_mul(rows->ny, across)),
                  dot2(rows->ny, along, rows->nx, across), turn_a, turn_b);
}

/* Applies an angular impulse. */
THUD_INLINE void twist_apart(body_lanes *a, body_lanes *b, const block_masses *masses, thud_fw twist) {
    a->w = thud_fw_sub(a->w, thud_fw_mul(masses->ai, twist));
    b->w = thud_fw_add(b->w, thud_fw_mul(masses->bi, twist));
}

/* max(impulse, 0), where NaN becomes 0, so that a body with NaN does not spoil its neighbours. */
THUD_INLINE thud_fw not_pulling(thud_fw impulse) {
    return thud_fw_max(impulse, thud_fw_zero());
}

THUD_INLINE void add_to(float sum[thud_block_lanes], int lane, thud_fw value) {
    store(sum, lane, thud_fw_add(load(sum, lane), value));
}
