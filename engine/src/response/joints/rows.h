/*
 * rows.h: the algebra of one row for eight joints. A row's Jacobian has a direction and a lever on each body:
 *
 *     speed = b.(x, y) . v_b + b.w w_b - a.(x, y) . v_a - a.w w_a
 *     stiffness k = sum of inverse mass times (each entry)^2
 *
 * An impulse l along it changes the speed by k l. Included by kernels only.
 */
#ifndef THUD_SRC_RESPONSE_ROWS_H
#define THUD_SRC_RESPONSE_ROWS_H

#include "base/lanes.h"
#include "response/joints/joint_block.h"

/* A kernel is one loop: without this, wide values would travel between functions through memory. */
#define THUD_INLINE static inline __attribute__((always_inline))

/* The two bodies of eight joints. */
typedef struct thud_pair8 {
    thud_f8 a[4], b[4]; /* velocities x, y, angular */
    thud_f8 inverse_ax, inverse_ay, inverse_aw;
    thud_f8 inverse_bx, inverse_by, inverse_bw;
} thud_pair8;

typedef struct thud_vec8 {
    thud_f8 x, y;
} thud_vec8;

/* Jacobian of a row, or with impulses for entries what a joint does to its bodies. */
typedef struct thud_row8 {
    thud_f8 ax, ay, aw;
    thud_f8 bx, by, bw;
} thud_row8;

/* A symmetric 2 x 2 matrix. */
typedef struct thud_matrix8 {
    thud_f8 xx, xy, yy;
} thud_matrix8;

THUD_INLINE thud_vec8 thud_vec8_load(const float *x, const float *y) {
    return (thud_vec8){thud_f8_load(x), thud_f8_load(y)};
}

THUD_INLINE void thud_vec8_store(float *x, float *y, thud_vec8 v) {
    thud_f8_store(x, v.x);
    thud_f8_store(y, v.y);
}

THUD_INLINE thud_f8 thud_dot8(thud_vec8 a, thud_vec8 b) {
    return thud_f8_add(thud_f8_mul(a.x, b.x), thud_f8_mul(a.y, b.y));
}

THUD_INLINE thud_f8 thud_cross8(thud_vec8 a, thud_vec8 b) {
    return thud_f8_sub(thud_f8_mul(a.x, b.y), thud_f8_mul(a.y, b.x));
}

THUD_INLINE thud_vec8 thud_add8(thud_vec8 a, thud_vec8 b) {
    return (thud_vec8){thud_f8_add(a.x, b.x), thud_f8_add(a.y, b.y)};
}

THUD_INLINE thud_vec8 thud_sub8(thud_vec8 a, thud_vec8 b) {
    return (thud_vec8){thud_f8_sub(a.x, b.x), thud_f8_sub(a.y, b.y)};
}

THUD_INLINE thud_vec8 thud_scale8(thud_vec8 a, thud_f8 factor) {
    return (thud_vec8){thud_f8_mul(a.x, factor), thud_f8_mul(a.y, factor)};
}

THUD_INLINE thud_vec8 thud_perp8(thud_vec8 a) {
    return (thud_vec8){thud_f8_neg(a.y), a.x};
}

/* 1 / k, and 0 where nothing yields. */
THUD_INLINE thud_f8 thud_effective_mass8(thud_f8 k) {
    thud_m8 yields = thud_f8_gt(k, thud_f8_zero());
    return thud_f8_and_mask(thud_f8_div(thud_f8_set1(1.0f), thud_f8_select(yields, k, thud_f8_set1(1.0f))),
                            yields);
}

/* A row along a direction at levers that both bodies have. */
THUD_INLINE thud_row8 thud_linear_row8(thud_vec8 direction, thud_vec8 arm_a, thud_vec8 arm_b) {
    return (thud_row8){.ax = direction.x,
                       .ay = direction.y,
                       .aw = thud_cross8(arm_a, direction),
                       .bx = direction.x,
                       .by = direction.y,
                       .bw = thud_cross8(arm_b, direction)};
}

THUD_INLINE thud_f8 thud_row_speed8(const thud_pair8 *pair, const thud_row8 *row) {
    thud_f8 b = thud_f8_mul_add(
        row->bw, pair->b[2], thud_f8_add(thud_f8_mul(row->bx, pair->b[0]), thud_f8_mul(row->by, pair->b[1])));
    thud_f8 a = thud_f8_mul_add(
        row->aw, pair->a[2], thud_f8_add(thud_f8_mul(row->ax, pair->a[0]), thud_f8_mul(row->ay, pair->a[1])));
    return thud_f8_sub(b, a);
}

/* What an impulse along one row does to the speed of another; the stiffness when they are the same. */
THUD_INLINE thud_f8 thud_row_coupling8(const thud_pair8 *pair, const thud_row8 *row, const thud_row8 *other) {
    thud_f8 a = thud_f8_add(thud_f8_mul(pair->inverse_ax, thud_f8_mul(row->ax, other->ax)),
                            thud_f8_mul(pair->inverse_ay, thud_f8_mul(row->ay, other->ay)));
    thud_f8 b = thud_f8_add(thud_f8_mul(pair->inverse_bx, thud_f8_mul(row->bx, other->bx)),
                            thud_f8_mul(pair->inverse_by, thud_f8_mul(row->by, other->by)));
    thud_f8 turn = thud_f8_add(thud_f8_mul(pair->inverse_aw, thud_f8_mul(row->aw, other->aw)),
                               thud_f8_mul(pair->inverse_bw, thud_f8_mul(row->bw, other->bw)));
    return thud_f8_add(thud_f8_add(a, b), turn);
}

THUD_INLINE void thud_pair_apply8(thud_pair8 *pair, const thud_row8 *impulse) {
    pair->a[0] = thud_f8_sub(pair->a[0], thud_f8_mul(pair->inverse_ax, impulse->ax));
    pair->a[1] = thud_f8_sub(pair->a[1], thud_f8_mul(pair->inverse_ay, impulse->ay));
    pair->a[2] = thud_f8_sub(pair->a[2], thud_f8_mul(pair->inverse_aw, impulse->aw));
    pair->b[0] = thud_f8_mul_add(pair->inverse_bx, impulse->bx, pair->b[0]);
    pair->b[1] = thud_f8_mul_add(pair->inverse_by, impulse->by, pair->b[1]);
    pair->b[2] = thud_f8_mul_add(pair->inverse_bw, impulse->bw, pair->b[2]);
}

THUD_INLINE thud_row8 thud_row_scale8(const thud_row8 *row, thud_f8 impulse) {
    return (thud_row8){thud_f8_mul(row->ax, impulse), thud_f8_mul(row->ay, impulse),
                       thud_f8_mul(row->aw, impulse), thud_f8_mul(row->bx, impulse),
                       thud_f8_mul(row->by, impulse), thud_f8_mul(row->bw, impulse)};
}

THUD_INLINE thud_row8 thud_row_add8(const thud_row8 *first, const thud_row8 *second) {
    return (thud_row8){thud_f8_add(first->ax, second->ax), thud_f8_add(first->ay, second->ay),
                       thud_f8_add(first->aw, second->aw), thud_f8_add(first->bx, second->bx),
                       thud_f8_add(first->by, second->by), thud_f8_add(first->bw, second->bw)};
}

THUD_INLINE thud_row8 thud_row_sub8(const thud_row8 *first, const thud_row8 *second) {
    return (thud_row8){thud_f8_sub(first->ax, second->ax), thud_f8_sub(first->ay, second->ay),
                       thud_f8_sub(first->aw, second->aw), thud_f8_sub(first->bx, second->bx),
                       thud_f8_sub(first->by, second->by), thud_f8_sub(first->bw, second->bw)};
}

THUD_INLINE void thud_row_apply8(thud_pair8 *pair, const thud_row8 *row, thud_f8 impulse) {
    thud_row8 scaled = thud_row_scale8(row, impulse);
    thud_pair_apply8(pair, &scaled);
}

/* ---- the point where both arms end: two rows along x and y ---- */

THUD_INLINE thud_vec8 thud_point_speed8(const thud_pair8 *pair, thud_vec8 arm_a, thud_vec8 arm_b) {
    thud_vec8 a = {thud_f8_sub(pair->a[0], thud_f8_mul(pair->a[2], arm_a.y)),
                   thud_f8_mul_add(pair->a[2], arm_a.x, pair->a[1])};
    thud_vec8 b = {thud_f8_sub(pair->b[0], thud_f8_mul(pair->b[2], arm_b.y)),
                   thud_f8_mul_add(pair->b[2], arm_b.x, pair->b[1])};
    return thud_sub8(b, a);
}

/* What impulses along x and y do to the speeds along x and y. */
THUD_INLINE thud_matrix8 thud_point_stiffness8(const thud_pair8 *pair, thud_vec8 arm_a, thud_vec8 arm_b) {
    thud_vec8 a = thud_scale8(arm_a, pair->inverse_aw);
    thud_vec8 b = thud_scale8(arm_b, pair->inverse_bw);
    thud_f8 turn_xx = thud_f8_mul_add(b.y, arm_b.y, thud_f8_mul(a.y, arm_a.y));
    thud_f8 turn_xy = thud_f8_mul_add(b.x, arm_b.y, thud_f8_mul(a.x, arm_a.y));
    thud_f8 turn_yy = thud_f8_mul_add(b.x, arm_b.x, thud_f8_mul(a.x, arm_a.x));
    return (thud_matrix8){thud_f8_add(thud_f8_add(pair->inverse_ax, pair->inverse_bx), turn_xx),
                          thud_f8_neg(turn_xy),
                          thud_f8_add(thud_f8_add(pair->inverse_ay, pair->inverse_by), turn_yy)};
}

/* An impulse at the anchors. */
THUD_INLINE thud_row8 thud_point_row8(thud_vec8 impulse, thud_vec8 arm_a, thud_vec8 arm_b) {
    return thud_linear_row8(impulse, arm_a, arm_b);
}

/* ---- the angular row, whose Jacobian is 1 on both bodies' rotation ---- */

THUD_INLINE thud_f8 thud_angular_speed8(const thud_pair8 *pair) {
    return thud_f8_sub(pair->b[2], pair->a[2]);
}

THUD_INLINE thud_f8 thud_angular_stiffness8(const thud_pair8 *pair) {
    return thud_f8_add(pair->inverse_aw, pair->inverse_bw);
}

THUD_INLINE void thud_angular_apply8(thud_pair8 *pair, thud_f8 impulse) {
    pair->a[2] = thud_f8_sub(pair->a[2], thud_f8_mul(pair->inverse_aw, impulse));
    pair->b[2] = thud_f8_mul_add(pair->inverse_bw, impulse, pair->b[2]);
}

#endif
