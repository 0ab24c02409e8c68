/*
 * pack.h: eight lanes' numbers one after the other, without those whose lane is not set. Without a branch, as which are set mostly
 * follows no pattern.
 */
#ifndef THUD_SRC_BASE_PACK_H
#define THUD_SRC_BASE_PACK_H

#include "base/lanes.h"

/* By the bits of a mask: its lanes from the first one on, three bits each, and above these 24 bits how many there are. */
extern const uint32_t thud_pack_orders[256];

/* Writes those of `from` whose bit is set to `to`, and anything behind them, eight in all. Returns how many. */
static inline int32_t thud_pack8(int32_t to[8], const int32_t from[8], uint32_t bits) {
    uint32_t order = thud_pack_orders[bits];
#if defined(THUD_WIDTH_AVX2)
    const __m256i shifts = _mm256_set_epi32(21, 18, 15, 12, 9, 6, 3, 0);
    __m256i lanes = _mm256_srlv_epi32(_mm256_set1_epi32((int)order),
                                      shifts); /* of each only the lowest three bits count */
    thud_i32x8_storeu(to, (thud_i32x8)_mm256_permutevar8x32_epi32((__m256i)thud_i32x8_loadu(from), lanes));
#else
    for (int i = 0; i < 8; i++) {
        to[i] = from[order >> 3 * i & 7];
    }
#endif
    return (int32_t)(order >> 24);
}

#endif
