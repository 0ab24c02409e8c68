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

#include "base/lanes_halves.h"
