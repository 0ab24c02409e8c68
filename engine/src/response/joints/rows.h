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

#include "narrowphase/wide_vec.h"
#include "response/joints/joint_block.h"

/* The two bodies of each joint. */
typedef struct thud_pair_w {
    thud_fw a[4], b[4]; /* velocities x, y, angular */
    thud_fw inverse_ax, inverse_ay, inverse_aw;
    thud_fw inverse_bx, inverse_by, inverse_bw;
} thud_pair_w;

/* The Jacobian of a row, or the impulses of a joint on its bodies. */
typedef struct thud_row_w {
    thud_fw ax, ay, aw;
    thud_fw bx, by, bw;
} thud_row_w;

/* A symmetric 2 x 2 matrix. */
typedef struct thud_matrix_w {
    thud_fw xx, xy, yy;
} thud_matrix_w;

THUD_INLINE wide_vec2 thud_vec_w_load(const thud_vec_block *block) {
    return (wide_vec2){thud_fw_load(block->x), thud_fw_load(block->y)};
}

THUD_INLINE void thud_vec_w_store(thud_vec_block *block, wide_vec2 v) {
    thud_fw_store(block->x, v.x);
    thud_fw_store(block->y, v.y);
}

/* A row along a direction, with arms on both bodies. */
THUD_INLINE thud_row_w thud_linear_row_w(wide_vec2 direction, wide_vec2 arm_a, wide_vec2 arm_b) {
    return (thud_row_w){.ax = direction.x,
                       .ay = direction.y,
                       .aw = wide_cross(arm_a, direction),
                       .bx = direction.x,
                       .by = direction.y,
                       .bw = wide_cross(arm_b, direction)};
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

THUD_INLINE wide_vec2 thud_point_speed_w(const thud_pair_w *pair, wide_vec2 arm_a, wide_vec2 arm_b) {
    wide_vec2 a = {thud_fw_sub(pair->a[0], thud_fw_mul(pair->a[2], arm_a.y)),
                   thud_fw_mul_add(pair->a[2], arm_a.x, pair->a[1])};
    wide_vec2 b = {thud_fw_sub(pair->b[0], thud_fw_mul(pair->b[2], arm_b.y)),
                   thud_fw_mul_add(pair->b[2], arm_b.x, pair->b[1])};
    return wide_sub(b, a);
}

/* Change of the speeds along x and y per impulse along x and y. */
THUD_INLINE thud_matrix_w thud_point_stiffness_w(const thud_pair_w *pair, wide_vec2 arm_a, wide_vec2 arm_b) {
    wide_vec2 a = wide_scale(arm_a, pair->inverse_aw);
    wide_vec2 b = wide_scale(arm_b, pair->inverse_bw);
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
