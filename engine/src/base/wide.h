/*
 * wide.h: as many floats as one register has: sixteen with AVX-512, else the eight of lanes.h under other
 * names. For kernels that process as many items at a time as possible, and for those with blocks of 16
 * lanes that process a block in one or two parts:
 *
 *     for (int lane = 0; lane < 16; lane += thud_wide_lanes) ...
 *
 * No operation mixes lanes and each rounds once, so the bits do not depend on the width. The names correspond to those
 * of lanes.h, with thud_fw for thud_f8, thud_mw for thud_m8 and thud_iw for thud_i32x8. thud_wide_load_rows and
 * thud_wide_store_rows are thud_load8x8 and thud_store8x8: out[k] lane i = rows[i][k], k in 0..7.
 */
#ifndef THUD_SRC_BASE_WIDE_H
#define THUD_SRC_BASE_WIDE_H

#include "base/lanes.h"

#if defined(THUD_WIDTH_AVX512)
#include "base/wide_avx512.h"
#else
#include "base/pack.h"

enum { thud_wide_lanes = 8 };

typedef thud_f8 thud_fw;
typedef thud_m8 thud_mw;
typedef thud_i32x8 thud_iw;

/* Writes those of `from` whose lane is in the mask to `to` without gaps, followed by undefined numbers: `to` has room
 * for all. Returns the number of set lanes. */
static inline int32_t thud_wide_pack(int32_t *to, const int32_t from[8], thud_mw mask) {
    return thud_pack8(to, from, thud_m8_bits(mask));
}

static inline thud_iw thud_iw_of_bytes(const uint64_t bytes[1]) {
    return thud_i32x8_of_bytes(bytes[0]);
}

#define thud_fw_load thud_f8_load
#define thud_fw_store thud_f8_store
#define thud_fw_set1 thud_f8_set1
#define thud_fw_zero thud_f8_zero
#define thud_fw_add thud_f8_add
#define thud_fw_sub thud_f8_sub
#define thud_fw_mul thud_f8_mul
#define thud_fw_div thud_f8_div
#define thud_fw_sqrt thud_f8_sqrt
#define thud_fw_neg thud_f8_neg
#define thud_fw_abs thud_f8_abs
#define thud_fw_min thud_f8_min
#define thud_fw_max thud_f8_max
#define thud_fw_lt thud_f8_lt
#define thud_fw_le thud_f8_le
#define thud_fw_gt thud_f8_gt
#define thud_fw_ge thud_f8_ge
#define thud_fw_eq thud_f8_eq
#define thud_fw_select thud_f8_select
#define thud_fw_and_mask thud_f8_and_mask
#define thud_mw_and thud_m8_and
#define thud_mw_or thud_m8_or
#define thud_mw_xor thud_m8_xor
#define thud_mw_andnot thud_m8_andnot
#define thud_mw_not thud_m8_not
#define thud_mw_any thud_m8_any
#define thud_mw_all thud_m8_all
#define thud_mw_bits thud_m8_bits
#define thud_mw_from_bits thud_m8_from_bits
#define thud_iw_set1 thud_i32x8_set1
#define thud_iw_loadu thud_i32x8_loadu
#define thud_iw_storeu thud_i32x8_storeu
#define thud_iw_add thud_i32x8_add
#define thud_iw_and thud_i32x8_and
#define thud_iw_or thud_i32x8_or
#define thud_iw_eq thud_i32x8_eq
#define thud_iw_select thud_i32x8_select
#define thud_iw_of_bits thud_i32x8_of_bits
#define thud_fw_of_bits thud_f8_of_bits
#define thud_wide_gather4 thud_gather4
#define thud_wide_scatter4 thud_scatter4
#define thud_wide_gather4_at thud_gather4_at
#define thud_wide_scatter4_at thud_scatter4_at
#define thud_wide_load_rows thud_load8x8
#define thud_wide_store_rows thud_store8x8

#endif

/* A mask of all lanes. */
static inline thud_mw thud_mw_every(void) {
    return thud_mw_from_bits(0xffffu);
}

/* a * b + c, rounded twice. */
static inline thud_fw thud_fw_mul_add(thud_fw a, thud_fw b, thud_fw c) {
    return thud_fw_add(thud_fw_mul(a, b), c);
}

#endif
