/* The lanes of base/lanes.h as two 128-bit registers of an ARM processor. */
#pragma once

#include <arm_neon.h>

#define THUD_PART_LANES 4
#include "base/lanes_vectors.h"

static inline thud_fp thud_fp_sqrt(thud_fp a) {
    return (thud_fp)vsqrtq_f32((float32x4_t)a);
}

static inline thud_fp thud_fp_select(thud_ip mask, thud_fp if_true, thud_fp if_false) {
    return (thud_fp)vbslq_f32((uint32x4_t)mask, (float32x4_t)if_true, (float32x4_t)if_false);
}

/* Not vminq_f32 and vmaxq_f32, which treat NaN and -0 differently. */
static inline thud_fp thud_fp_min(thud_fp a, thud_fp b) {
    return thud_fp_select((thud_ip)(a < b), a, b);
}

static inline thud_fp thud_fp_max(thud_fp a, thud_fp b) {
    return thud_fp_select((thud_ip)(a > b), a, b);
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    const thud_ip low_bit = {1, 2, 4, 8};
    return vaddvq_u32((uint32x4_t)((a.lo & low_bit) | (a.hi & low_bit << 4)));
}

#include "base/lanes_halves.h"
