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
#pragma once

#include "base/inline.h"
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

THUD_LANES(thud_fw, thud_mw, thud_iw)
#define thud_mw_bits thud_m8_bits
#define thud_mw_from_bits thud_m8_from_bits
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

/* Eight floats of records, from the same place in each: out[k] lane i = first[stride * index[i] + k]. */
THUD_INLINE void thud_wide_gather8(const float *first, ptrdiff_t stride, const int32_t index[thud_wide_lanes],
                                   thud_fw out[8]) {
    const float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = first + stride * index[lane];
    }
    thud_wide_load_rows(rows, out);
}

THUD_INLINE void thud_wide_scatter8(float *first, ptrdiff_t stride, const int32_t index[thud_wide_lanes],
                                    const thud_fw in[8]) {
    float *rows[thud_wide_lanes];
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        rows[lane] = first + stride * index[lane];
    }
    thud_wide_store_rows(rows, in);
}
