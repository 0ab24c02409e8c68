/* wide_vec.h: vectors in the plane, one per lane, for the kernels of the narrowphase and of the response. */
#pragma once

#include "base/inline.h"
#include "base/wide.h"

typedef struct wide_vec2 {
    thud_fw x, y;
} wide_vec2;

THUD_INLINE wide_vec2 wide_make(thud_fw x, thud_fw y) {
    wide_vec2 v = {x, y};
    return v;
}

THUD_INLINE wide_vec2 wide_add(wide_vec2 a, wide_vec2 b) {
    return wide_make(thud_fw_add(a.x, b.x), thud_fw_add(a.y, b.y));
}

THUD_INLINE wide_vec2 wide_sub(wide_vec2 a, wide_vec2 b) {
    return wide_make(thud_fw_sub(a.x, b.x), thud_fw_sub(a.y, b.y));
}

THUD_INLINE wide_vec2 wide_scale(wide_vec2 a, thud_fw factor) {
    return wide_make(thud_fw_mul(a.x, factor), thud_fw_mul(a.y, factor));
}

THUD_INLINE wide_vec2 wide_neg(wide_vec2 a) {
    return wide_make(thud_fw_neg(a.x), thud_fw_neg(a.y));
}

THUD_INLINE wide_vec2 wide_perp(wide_vec2 a) {
    return wide_make(thud_fw_neg(a.y), a.x);
}

THUD_INLINE thud_fw wide_dot(wide_vec2 a, wide_vec2 b) {
    return thud_fw_add(thud_fw_mul(a.x, b.x), thud_fw_mul(a.y, b.y));
}

THUD_INLINE wide_vec2 wide_select(thud_mw mask, wide_vec2 if_true, wide_vec2 if_false) {
    return wide_make(thud_fw_select(mask, if_true.x, if_false.x),
                     thud_fw_select(mask, if_true.y, if_false.y));
}

THUD_INLINE thud_fw wide_cross(wide_vec2 a, wide_vec2 b) {
    return thud_fw_sub(thud_fw_mul(a.x, b.y), thud_fw_mul(a.y, b.x));
}

/* v turned by the rotation (c, s), given as a vector. */
THUD_INLINE wide_vec2 wide_rotate(wide_vec2 q, wide_vec2 v) {
    return wide_make(thud_fw_sub(thud_fw_mul(q.x, v.x), thud_fw_mul(q.y, v.y)),
                     thud_fw_add(thud_fw_mul(q.y, v.x), thud_fw_mul(q.x, v.y)));
}

THUD_INLINE wide_vec2 wide_rotate_inverse(wide_vec2 q, wide_vec2 v) {
    return wide_make(thud_fw_add(thud_fw_mul(q.x, v.x), thud_fw_mul(q.y, v.y)),
                     thud_fw_sub(thud_fw_mul(q.x, v.y), thud_fw_mul(q.y, v.x)));
}

/* |x| + |y| */
THUD_INLINE thud_fw wide_size(wide_vec2 a) {
    return thud_fw_add(thud_fw_abs(a.x), thud_fw_abs(a.y));
}

/* `value` limited to [-bound, bound] */
THUD_INLINE thud_fw wide_clamp(thud_fw value, thud_fw bound) {
    return thud_fw_max(thud_fw_min(value, bound), thud_fw_neg(bound));
}

/* 1 / k, or 0 where k is 0, as between bodies of infinite mass. */
THUD_INLINE thud_fw wide_inverse(thud_fw k) {
    return thud_fw_and_mask(thud_fw_div(thud_fw_set1(1.0f), k), thud_fw_gt(k, thud_fw_zero()));
}
