/*
 * The lanes of base/lanes.h without intrinsics: two vectors of four floats, which the compiler translates for any
 * processor.
 */
#pragma once

#include <math.h>

#define THUD_PART_LANES 4
#include "base/lanes_vectors.h"

static inline thud_fp thud_fp_sqrt(thud_fp a) {
    return (thud_fp){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}

static inline thud_fp thud_fp_select(thud_ip mask, thud_fp if_true, thud_fp if_false) {
    return THUD_FLOATS((mask & THUD_BITS(if_true)) | (~mask & THUD_BITS(if_false)));
}

static inline thud_fp thud_fp_min(thud_fp a, thud_fp b) {
    return thud_fp_select((thud_ip)(a < b), a, b);
}

static inline thud_fp thud_fp_max(thud_fp a, thud_fp b) {
    return thud_fp_select((thud_ip)(a > b), a, b);
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    const thud_ip low_bit = {1, 2, 4, 8};
    thud_ip bits = (a.lo & low_bit) | (a.hi & low_bit << 4);
    return bits[0] | bits[1] | bits[2] | bits[3];
}

#include "base/lanes_halves.h"
