/* The lanes of base/lanes.h as two 128-bit registers. */
#pragma once

#include <emmintrin.h>

#define THUD_PART_LANES 4
#include "base/lanes_vectors.h"

static inline thud_fp thud_fp_sqrt(thud_fp a) {
    return _mm_sqrt_ps(a);
}

static inline thud_fp thud_fp_min(thud_fp a, thud_fp b) {
    return _mm_min_ps(a, b);
}

static inline thud_fp thud_fp_max(thud_fp a, thud_fp b) {
    return _mm_max_ps(a, b);
}

static inline thud_fp thud_fp_select(thud_ip mask, thud_fp if_true, thud_fp if_false) {
    return THUD_FLOATS((mask & THUD_BITS(if_true)) | (~mask & THUD_BITS(if_false)));
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    return (uint32_t)_mm_movemask_ps(THUD_FLOATS(a.lo)) | (uint32_t)_mm_movemask_ps(THUD_FLOATS(a.hi)) << 4;
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    __m128i zero = _mm_setzero_si128();
    __m128i words = _mm_unpacklo_epi8(_mm_cvtsi64_si128((long long)bytes), zero);
    return (thud_i32x8){(thud_ip)_mm_unpacklo_epi16(words, zero), (thud_ip)_mm_unpackhi_epi16(words, zero)};
}

#include "base/lanes_halves.h"
