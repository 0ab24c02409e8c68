/*
 * contact_rows.h: the algebra of eight contacts in lanes. With the inverse masses, a push along the normal at
 * point 1 changes the speed of point 1 by k11 times it, that of point 2 by k12 and that along the tangent by
 * k1t, and so on: all rows of a contact can be solved from velocities that were read once. Included by
 * kernels only.
 */
#ifndef THUD_SRC_RESPONSE_CONTACT_ROWS_H
#define THUD_SRC_RESPONSE_CONTACT_ROWS_H

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
    thud_f8 nx, ny;       /* the tangent is (-ny, nx) */
    thud_f8 a1, b1, span; /* levers of point 1 */
    thud_f8 at, bt;       /* levers of the tangent */
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

/* Inverse effective mass of a push along the normal, levers apart. Without axis locks |n| = 1 leaves the sum
 * of the inverse masses. */
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

/* Inverse effective masses of the rows (11, 22) and between them. */
typedef struct block_coupling {
    thud_f8 k11, k12, k22, k1t, k2t;
} block_coupling;

ALWAYS_INLINE block_coupling couple_rows(const block_rows *rows, const block_masses *masses, bool locks) {
    thud_f8 turn_a1 = thud_f8_mul(masses->ai, rows->a1);
    thud_f8 turn_b1 = thud_f8_mul(masses->bi, rows->b1);
    thud_f8 turn_a_span = thud_f8_mul(masses->ai, rows->span);
    thud_f8 turn_b_span = thud_f8_mul(masses->bi, rows->span);
    thud_f8 across = dot2(turn_a_span, rows->a1, turn_b_span, rows->b1);
    thud_f8 spans = thud_f8_mul(thud_f8_add(turn_a_span, turn_b_span), rows->span);
    block_coupling k;
    k.k11 = thud_f8_add(normal_mobility(rows, masses, locks), dot2(turn_a1, rows->a1, turn_b1, rows->b1));
    k.k12 = thud_f8_add(k.k11, across);
    k.k22 = thud_f8_add(thud_f8_add(k.k12, across), spans);
    k.k1t = dot2(turn_a1, rows->at, turn_b1, rows->bt);
    if (locks) {
        k.k1t = thud_f8_add(k.k1t, cross_mobility(rows, masses));
    }
    k.k2t = thud_f8_add(k.k1t, dot2(turn_a_span, rows->at, turn_b_span, rows->bt));
    return k;
}

/* Impulse (px, py) and angular impulses on the two bodies. */
ALWAYS_INLINE void apply_impulse(body_lanes *a, body_lanes *b, const block_masses *masses, thud_f8 px,
                                 thud_f8 py, thud_f8 turn_a, thud_f8 turn_b) {
    a->x = thud_f8_sub(a->x, thud_f8_mul(masses->ax, px));
    a->y = thud_f8_sub(a->y, thud_f8_mul(masses->ay, py));
    a->w = thud_f8_sub(a->w, thud_f8_mul(masses->ai, turn_a));
    b->x = thud_f8_add(b->x, thud_f8_mul(masses->bx, px));
    b->y = thud_f8_add(b->y, thud_f8_mul(masses->by, py));
    b->w = thud_f8_add(b->w, thud_f8_mul(masses->bi, turn_b));
}

/* Applies pushes along the normal at points 1 and 2. */
ALWAYS_INLINE void push_apart(body_lanes *a, body_lanes *b, const block_rows *rows,
                              const block_masses *masses, thud_f8 push1, thud_f8 push2) {
    thud_f8 along = thud_f8_add(push1, push2);
    thud_f8 twist = thud_f8_mul(rows->span, push2);
    apply_impulse(a, b, masses, thud_f8_mul(rows->nx, along), thud_f8_mul(rows->ny, along),
                  thud_f8_mul_add(rows->a1, along, twist), thud_f8_mul_add(rows->b1, along, twist));
}

/* The same, and an impulse along the tangent (-ny, nx). */
ALWAYS_INLINE void push_and_drag(body_lanes *a, body_lanes *b, const block_rows *rows,
                                 const block_masses *masses, thud_f8 push1, thud_f8 push2, thud_f8 across) {
    thud_f8 along = thud_f8_add(push1, push2);
    thud_f8 twist = thud_f8_mul(rows->span, push2);
    thud_f8 turn_a = thud_f8_add(thud_f8_mul_add(rows->a1, along, twist), thud_f8_mul(rows->at, across));
    thud_f8 turn_b = thud_f8_add(thud_f8_mul_add(rows->b1, along, twist), thud_f8_mul(rows->bt, across));
    apply_impulse(a, b, masses,
                  thud_f8_sub(thud_f8_mul(rows->nx, along), thud_f8_mul(rows->ny, across)),
                  dot2(rows->ny, along, rows->nx, across), turn_a, turn_b);
}

/* Applies an angular impulse. */
ALWAYS_INLINE void twist_apart(body_lanes *a, body_lanes *b, const block_masses *masses, thud_f8 twist) {
    a->w = thud_f8_sub(a->w, thud_f8_mul(masses->ai, twist));
    b->w = thud_f8_add(b->w, thud_f8_mul(masses->bi, twist));
}

/* max(impulse, 0), where NaN becomes 0, so that a body in a bad state does not spoil its neighbours. */
ALWAYS_INLINE thud_f8 not_pulling(thud_f8 impulse) {
    return thud_f8_max(impulse, thud_f8_zero());
}

ALWAYS_INLINE void add_to(float sum[8], thud_f8 value) {
    thud_f8_store(sum, thud_f8_add(thud_f8_load(sum), value));
}

#endif
