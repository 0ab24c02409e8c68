/*
 * rows.h: the algebra of a row for as many joints as a register holds. A row's Jacobian has a
 * direction and a lever on each body:
 *
 *     speed = b.(x, y) . v_b + b.w w_b - a.(x, y) . v_a - a.w w_a
 *     stiffness k = sum of inverse mass times (each entry)^2
 *
 * An impulse l along it changes the speed by k l. Included by kernels only.
 */
#pragma once

#include "base/inline.h"
#include "base/wide.h"
#include "response/joints/joint_block.h"

/* The two bodies of each joint. */
typedef struct thud_pair_w {
    thud_fw a[4], b[4]; /* velocities x, y, angular */
    thud_fw inverse_ax, inverse_ay, inverse_aw;
    thud_fw inverse_bx, inverse_by, inverse_bw;
} thud_pair_w;

typedef struct thud_vec_w {
    thud_fw x, y;
} thud_vec_w;

/* The Jacobian of a row, or the impulses of a joint on its bodies. */
typedef struct thud_row_w {
    thud_fw ax, ay, aw;
    thud_fw bx, by, bw;
} thud_row_w;

/* A symmetric 2 x 2 matrix. */
typedef struct thud_matrix_w {
    thud_fw xx, xy, yy;
} thud_matrix_w;

THUD_INLINE thud_vec_w thud_vec_w_load(const thud_vec_block *block) {
    return (thud_vec_w){thud_fw_load(block->x), thud_fw_load(block->y)};
}

THUD_INLINE void thud_vec_w_store(thud_vec_block *block, thud_vec_w v) {
    thud_fw_store(block->x, v.x);
    thud_fw_store(block->y, v.y);
}

THUD_INLINE thud_fw thud_dot_w(thud_vec_w a, thud_vec_w b) {
    return thud_fw_add(thud_fw_mul(a.x, b.x), thud_fw_mul(a.y, b.y));
}

THUD_INLINE thud_fw thud_cross_w(thud_vec_w a, thud_vec_w b) {
    return thud_fw_sub(thud_fw_mul(a.x, b.y), thud_fw_mul(a.y, b.x));
}

THUD_INLINE thud_vec_w thud_add_w(thud_vec_w a, thud_vec_w b) {
    return (thud_vec_w){thud_fw_add(a.x, b.x), thud_fw_add(a.y, b.y)};
}

THUD_INLINE thud_vec_w thud_sub_w(thud_vec_w a, thud_vec_w b) {
    return (thud_vec_w){thud_fw_sub(a.x, b.x), thud_fw_sub(a.y, b.y)};
}

THUD_INLINE thud_vec_w thud_scale_w(thud_vec_w a, thud_fw factor) {
    return (thud_vec_w){thud_fw_mul(a.x, factor), thud_fw_mul(a.y, factor)};
}

THUD_INLINE thud_vec_w thud_perp_w(thud_vec_w a) {
    return (thud_vec_w){thud_fw_neg(a.y), a.x};
}

/* 1 / k, and 0 where both masses are infinite. */
THUD_INLINE thud_fw thud_effective_mass_w(thud_fw k) {
    thud_mw has_finite_mass = thud_fw_gt(k, thud_fw_zero());
    return thud_fw_and_mask(
        thud_fw_div(thud_fw_set1(1.0f), thud_fw_select(has_finite_mass, k, thud_fw_set1(1.0f))),
        has_finite_mass);
}

/* A row along a direction, with arms on both bodies. */
THUD_INLINE thud_row_w thud_linear_row_w(thud_vec_w direction, thud_vec_w arm_a, thud_vec_w arm_b) {
    return (thud_row_w){.ax = direction.x,
                       .ay = direction.y,
                       .aw = thud_cross_w(arm_a, direction),
                       .bx = direction.x,
                       .by = direction.y,
                       .bw = thud_cross_w(arm_b, direction)};
}

THUD_INLINE thud_fw thud_row_speed_w(const thud_pair_w *pair, const thud_row_w *row) {
    thud_fw b = thud_fw_mul_add(
        row->bw, pair->b[2], thud_fw_add(thud_fw_mul(row->bx, pair->b[0]), thud_fw_mul(row->by, pair->b[1])));
    thud_fw a = thud_fw_mul_add(
        row->aw, pair->a[2], thud_fw_add(thud_fw_mul(row->ax, pair->a[0]), thud_fw_mul(row->ay, pair->a[1])));
    return thud_fw_sub(b, a);
}

/* Change of the speed of one row per impulse along another; for the same row its stiffness. */
THUD_INLINE thud_fw thud_row_coupling_w(const thud_pair_w *pair, const thud_row_w *row, const thud_row_w *other) {
    thud_fw a = thud_fw_add(thud_fw_mul(pair->inverse_ax, thud_fw_mul(row->ax, other->ax)),
                            thud_fw_mul(pair->inverse_ay, thud_fw_mul(row->ay, other->ay)));
    thud_fw b = thud_fw_add(thud_fw_mul(pair->inverse_bx, thud_fw_mul(row->bx, other->bx)),
                            thud_fw_mul(pair->inverse_by, thud_fw_mul(row->by, other->by)));
    thud_fw turn = thud_fw_add(thud_fw_mul(pair->inverse_aw, thud_fw_mul(row->aw, other->aw)),
                               thud_fw_mul(pair->inverse_bw, thud_fw_mul(row->bw, other->bw)));
    return thud_fw_add(thud_fw_add(a, b), turn);
}

THUD_INLINE void thud_pair_apply_w(thud_pair_w *pair, const thud_row_w *impulse) {
    pair->a[0] = thud_fw_sub(pair->a[0], thud_fw_mul(pair->inverse_ax, impulse->ax));
    pair->a[1] = thud_fw_sub(pair->a[1], thud_fw_mul(pair->inverse_ay, impulse->ay));
    pair->a[2] = thud_fw_sub(pair->a[2], thud_fw_mul(pair->inverse_aw, impulse->aw));
    pair->b[0] = thud_fw_mul_add(pair->inverse_bx, impulse->bx, pair->b[0]);
    pair->b[1] = thud_fw_mul_add(pair->inverse_by, impulse->by, pair->b[1]);
    pair->b[2] = thud_fw_mul_add(pair->inverse_bw, impulse->bw, pair->b[2]);
}

THUD_INLINE thud_row_w thud_row_scale_w(const thud_row_w *row, thud_fw impulse) {
    return (thud_row_w){thud_fw_mul(row->ax, impulse), thud_fw_mul(row->ay, impulse),
                       thud_fw_mul(row->aw, impulse), thud_fw_mul(row->bx, impulse),
                       thud_fw_mul(row->by, impulse), thud_fw_mul(row->bw, impulse)};
}

THUD_INLINE thud_row_w thud_row_add_w(const thud_row_w *first, const thud_row_w *second) {
    return (thud_row_w){thud_fw_add(first->ax, second->ax), thud_fw_add(first->ay, second->ay),
                       thud_fw_add(first->aw, second->aw), thud_fw_add(first->bx, second->bx),
                       thud_fw_add(first->by, second->by), thud_fw_add(first->bw, second->bw)};
}

THUD_INLINE thud_row_w thud_row_sub_w(const thud_row_w *first, const thud_row_w *second) {
    return (thud_row_w){thud_fw_sub(first->ax, second->ax), thud_fw_sub(first->ay, second->ay),
                       thud_fw_sub(first->aw, second->aw), thud_fw_sub(first->bx, second->bx),
                       thud_fw_sub(first->by, second->by), thud_fw_sub(first->bw, second->bw)};
}

THUD_INLINE void thud_row_apply_w(thud_pair_w *pair, const thud_row_w *row, thud_fw impulse) {
    thud_row_w scaled = thud_row_scale_w(row, impulse);
    thud_pair_apply_w(pair, &scaled);
}

/* ---- the point where both arms end: two rows along x and y ---- */

THUD_INLINE thud_vec_w thud_point_speed_w(const thud_pair_w *pair, thud_vec_w arm_a, thud_vec_w arm_b) {
    thud_vec_w a = {thud_fw_sub(pair->a[0], thud_fw_mul(pair->a[2], arm_a.y)),
                   thud_fw_mul_add(pair->a[2], arm_a.x, pair->a[1])};
    thud_vec_w b = {thud_fw_sub(pair->b[0], thud_fw_mul(pair->b[2], arm_b.y)),
                   thud_fw_mul_add(pair->b[2], arm_b.x, pair->b[1])};
    return thud_sub_w(b, a);
}

/* Change of the speeds along x and y per impulse along x and y. */
THUD_INLINE thud_matrix_w thud_point_stiffness_w(const thud_pair_w *pair, thud_vec_w arm_a, thud_vec_w arm_b) {
    thud_vec_w a = thud_scale_w(arm_a, pair->inverse_aw);
    thud_vec_w b = thud_scale_w(arm_b, pair->inverse_bw);
    thud_fw turn_xx = thud_fw_mul_add(b.y, arm_b.y, thud_fw_mul(a.y, arm_a.y));
    thud_fw turn_xy = thud_fw_mul_add(b.x, arm_b.y, thud_fw_mul(a.x, arm_a.y));
    thud_fw turn_yy = thud_fw_mul_add(b.x, arm_b.x, thud_fw_mul(a.x, arm_a.x));
    return (thud_matrix_w){thud_fw_add(thud_fw_add(pair->inverse_ax, pair->inverse_bx), turn_xx),
                          thud_fw_neg(turn_xy),
                          thud_fw_add(thud_fw_add(pair->inverse_ay, pair->inverse_by), turn_yy)};
}

/* ---- the angular row, whose Jacobian is 1 on both bodies' rotation ---- */

THUD_INLINE thud_fw thud_angular_speed_w(const thud_pair_w *pair) {
    return thud_fw_sub(pair->b[2], pair->a[2]);
}

THUD_INLINE thud_fw thud_angular_stiffness_w(const thud_pair_w *pair) {
    return thud_fw_add(pair->inverse_aw, pair->inverse_bw);
}

THUD_INLINE void thud_angular_apply_w(thud_pair_w *pair, thud_fw impulse) {
    pair->a[2] = thud_fw_sub(pair->a[2], thud_fw_mul(pair->inverse_aw, impulse));
    pair->b[2] = thud_fw_mul_add(pair->inverse_bw, impulse, pair->b[2]);
}
