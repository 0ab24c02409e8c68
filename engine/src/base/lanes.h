/*
 * Lanes: the one wide type of the inner loops, always 8 logical floats, so that the width of the processor
 * cannot change a result: what belongs to one lane is computed in the same order everywhere, and no operation
 * mixes lanes. The only place where the processor shows:
 *
 *     THUD_WIDTH_AVX512  one __m256, and wide.h takes two at once
 *     THUD_WIDTH_AVX2    one __m256            lanes_avx2.h
 *     THUD_WIDTH_SSE2    two __m128            lanes_sse2.h
 *     THUD_WIDTH_NEON    two float32x4_t       lanes_neon.h
 *     THUD_WIDTH_SIMD128 WebAssembly: as SSE2, whose intrinsics Emscripten has
 *     otherwise          float[8]              lanes_scalar.h
 *
 * Every operation is the IEEE one, rounded once: no approximate reciprocals, no fused multiply-add. What the four
 * files define:
 *
 *     thud_f8     load store (32-byte aligned) loadu storeu set1 zero
 *                 add sub mul div sqrt neg abs and_mask (keep or +0)
 *                 min(a, b) = a < b ? a : b, max(a, b) = a > b ? a : b, exactly, with NaN and -0 too
 *                 lt le gt ge eq -> thud_m8 (false where NaN is involved)
 *                 swap_pairs: lanes 1 0 3 2 5 4 7 6, for what holds records instead of lanes
 *                 select(mask, if_true, if_false)
 *     thud_m8     a mask: each lane all ones or all zeros
 *                 and or xor not andnot(a, b) = a and not b, bits (lane i is bit i), from_bits, any, all
 *     thud_i32x8  eight int32_t: load store loadu storeu set1 add and or eq -> thud_m8, select, of_bits (also
 *                 thud_f8_of_bits: the same bits seen as the other), of_bytes (eight unsigned ones, as they lie in memory)
 *     thud_gather4, thud_scatter4        8 records of 4 floats  <->  4 wide values
 *     thud_gather4_at, thud_scatter4_at  the same by offsets in bytes
 *     thud_load8x8, thud_store8x8        8 records of 8 floats  <->  8 wide values
 */
#ifndef THUD_SRC_BASE_LANES_H
#define THUD_SRC_BASE_LANES_H

#include <stdint.h>

#include "base/kernel.h"

enum { thud_lane_count = 8 };

#if defined(THUD_WIDTH_AVX2) || defined(THUD_WIDTH_AVX512)
#include "base/lanes_avx2.h"
#elif defined(THUD_WIDTH_SSE2) || defined(THUD_WIDTH_SIMD128)
#include "base/lanes_sse2.h"
#elif defined(THUD_WIDTH_NEON)
#include "base/lanes_neon.h"
#else
#include "base/lanes_scalar.h"
#endif

/* Whether any lane of the mask is set. */
static inline bool thud_m8_any(thud_m8 mask) {
    return thud_m8_bits(mask) != 0;
}

/* Whether all lanes of the mask are set. */
static inline bool thud_m8_all(thud_m8 mask) {
    return thud_m8_bits(mask) == 0xff;
}

/* a * b + c, rounded twice. */
static inline thud_f8 thud_f8_mul_add(thud_f8 a, thud_f8 b, thud_f8 c) {
    return thud_f8_add(thud_f8_mul(a, b), c);
}

#endif
