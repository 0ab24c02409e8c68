/*
 * pack.h: compacts the numbers of the set lanes of eight. Without a branch, as masks are mostly
 * unpredictable.
 */
#pragma once

#include "base/lanes.h"

/* By mask: its set lanes in order, three bits each, and above these 24 bits their number. */
extern const uint32_t thud_pack_orders[256];

/* Writes those of `from` whose bit is set to `to`, then undefined ones, eight in all. Returns the number of set bits. */
static inline int32_t thud_pack8(int32_t to[8], const int32_t from[8], uint32_t bits) {
    uint32_t order = thud_pack_orders[bits];
#if defined(THUD_WIDTH_AVX2)
    typedef int thud_ints __attribute__((vector_size(32)));
    const thud_ip shifts = {0, 3, 6, 9, 12, 15, 18, 21};
    thud_ip lanes = THUD_FILL(thud_ip, order) >> shifts; /* only the lowest three bits of each are used */
    thud_ints packed = __builtin_ia32_permvarsi256((thud_ints)thud_i32x8_loadu(from), (thud_ints)lanes);
    thud_i32x8_storeu(to, (thud_i32x8)packed);
#else
    for (int i = 0; i < 8; i++) {
        to[i] = from[order >> 3 * i & 7];
    }
#endif
    return (int32_t)(order >> 24);
}
