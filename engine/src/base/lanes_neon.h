/* The lanes of base/lanes.h as two 128-bit registers of an ARM processor. */
#ifndef THUD_SRC_BASE_LANES_NEON_H
#define THUD_SRC_BASE_LANES_NEON_H

#include <arm_neon.h>

typedef struct thud_f8 {
    float32x4_t lo, hi; /* lanes 0..3 and 4..7 */
} thud_f8;

typedef struct thud_m8 {
    uint32x4_t lo, hi;
} thud_m8;

typedef struct thud_i32x8 {
    int32x4_t lo, hi;
} thud_i32x8;

/* ---- floats ---- */

static inline thud_f8 thud_f8_load(const float *from) {
    thud_f8 r = {vld1q_f32(from), vld1q_f32(from + 4)};
    return r;
}

static inline void thud_f8_store(float *to, thud_f8 a) {
    vst1q_f32(to, a.lo);
    vst1q_f32(to + 4, a.hi);
}

static inline thud_f8 thud_f8_loadu(const float *from) {
    thud_f8 r = {vld1q_f32(from), vld1q_f32(from + 4)};
    return r;
}

static inline void thud_f8_storeu(float *to, thud_f8 a) {
    vst1q_f32(to, a.lo);
    vst1q_f32(to + 4, a.hi);
}

static inline thud_f8 thud_f8_set1(float value) {
    thud_f8 r = {vdupq_n_f32(value), vdupq_n_f32(value)};
    return r;
}

static inline thud_f8 thud_f8_zero(void) {
    thud_f8 r = {vdupq_n_f32(0.0f), vdupq_n_f32(0.0f)};
    return r;
}

static inline thud_f8 thud_f8_add(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vaddq_f32(a.lo, b.lo), vaddq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_sub(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vsubq_f32(a.lo, b.lo), vsubq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_mul(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vmulq_f32(a.lo, b.lo), vmulq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_div(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vdivq_f32(a.lo, b.lo), vdivq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_sqrt(thud_f8 a) {
    thud_f8 r = {vsqrtq_f32(a.lo), vsqrtq_f32(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    thud_f8 r = {vrev64q_f32(a.lo), vrev64q_f32(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_neg(thud_f8 a) {
    thud_f8 r = {vnegq_f32(a.lo), vnegq_f32(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_abs(thud_f8 a) {
    thud_f8 r = {vabsq_f32(a.lo), vabsq_f32(a.hi)};
    return r;
}

/* Not vminq_f32 and vmaxq_f32, which treat NaN and -0 in another way. */
static inline thud_f8 thud_f8_min(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vbslq_f32(vcltq_f32(a.lo, b.lo), a.lo, b.lo), vbslq_f32(vcltq_f32(a.hi, b.hi), a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_max(thud_f8 a, thud_f8 b) {
    thud_f8 r = {vbslq_f32(vcgtq_f32(a.lo, b.lo), a.lo, b.lo), vbslq_f32(vcgtq_f32(a.hi, b.hi), a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_lt(thud_f8 a, thud_f8 b) {
    thud_m8 r = {vcltq_f32(a.lo, b.lo), vcltq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_le(thud_f8 a, thud_f8 b) {
    thud_m8 r = {vcleq_f32(a.lo, b.lo), vcleq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_gt(thud_f8 a, thud_f8 b) {
    thud_m8 r = {vcgtq_f32(a.lo, b.lo), vcgtq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_ge(thud_f8 a, thud_f8 b) {
    thud_m8 r = {vcgeq_f32(a.lo, b.lo), vcgeq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_eq(thud_f8 a, thud_f8 b) {
    thud_m8 r = {vceqq_f32(a.lo, b.lo), vceqq_f32(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_select(thud_m8 mask, thud_f8 if_true, thud_f8 if_false) {
    thud_f8 r = {vbslq_f32(mask.lo, if_true.lo, if_false.lo), vbslq_f32(mask.hi, if_true.hi, if_false.hi)};
    return r;
}

static inline thud_f8 thud_f8_and_mask(thud_f8 a, thud_m8 mask) {
    thud_f8 r = {vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a.lo), mask.lo)), vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a.hi), mask.hi))};
    return r;
}

/* ---- masks ---- */

static inline thud_m8 thud_m8_and(thud_m8 a, thud_m8 b) {
    thud_m8 r = {vandq_u32(a.lo, b.lo), vandq_u32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_or(thud_m8 a, thud_m8 b) {
    thud_m8 r = {vorrq_u32(a.lo, b.lo), vorrq_u32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_xor(thud_m8 a, thud_m8 b) {
    thud_m8 r = {veorq_u32(a.lo, b.lo), veorq_u32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_andnot(thud_m8 a, thud_m8 b) {
    thud_m8 r = {vbicq_u32(a.lo, b.lo), vbicq_u32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_not(thud_m8 a) {
    thud_m8 r = {vmvnq_u32(a.lo), vmvnq_u32(a.hi)};
    return r;
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    const uint32_t low_bit[4] = {1, 2, 4, 8};
    const uint32_t high_bit[4] = {16, 32, 64, 128};
    uint32x4_t low = vandq_u32(a.lo, vld1q_u32(low_bit));
    uint32x4_t high = vandq_u32(a.hi, vld1q_u32(high_bit));
    return vaddvq_u32(vorrq_u32(low, high));
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    const uint32_t low_bit[4] = {1, 2, 4, 8};
    const uint32_t high_bit[4] = {16, 32, 64, 128};
    uint32x4_t all = vdupq_n_u32(bits);
    thud_m8 r = {vtstq_u32(all, vld1q_u32(low_bit)), vtstq_u32(all, vld1q_u32(high_bit))};
    return r;
}

/* ---- integers ---- */

static inline thud_i32x8 thud_i32x8_load(const int32_t *from) {
    thud_i32x8 r = {vld1q_s32(from), vld1q_s32(from + 4)};
    return r;
}

static inline void thud_i32x8_store(int32_t *to, thud_i32x8 a) {
    vst1q_s32(to, a.lo);
    vst1q_s32(to + 4, a.hi);
}

static inline thud_i32x8 thud_i32x8_loadu(const int32_t *from) {
    thud_i32x8 r = {vld1q_s32(from), vld1q_s32(from + 4)};
    return r;
}

static inline void thud_i32x8_storeu(int32_t *to, thud_i32x8 a) {
    vst1q_s32(to, a.lo);
    vst1q_s32(to + 4, a.hi);
}

static inline thud_i32x8 thud_i32x8_set1(int32_t value) {
    thud_i32x8 r = {vdupq_n_s32(value), vdupq_n_s32(value)};
    return r;
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    uint16x8_t words = vmovl_u8(vcreate_u8(bytes));
    thud_i32x8 r = {vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(words))),
                    vreinterpretq_s32_u32(vmovl_u16(vget_high_u16(words)))};
    return r;
}

static inline thud_i32x8 thud_i32x8_add(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {vaddq_s32(a.lo, b.lo), vaddq_s32(a.hi, b.hi)};
    return r;
}

static inline thud_i32x8 thud_i32x8_and(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {vandq_s32(a.lo, b.lo), vandq_s32(a.hi, b.hi)};
    return r;
}

static inline thud_i32x8 thud_i32x8_or(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {vorrq_s32(a.lo, b.lo), vorrq_s32(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_i32x8_eq(thud_i32x8 a, thud_i32x8 b) {
    thud_m8 r = {vceqq_s32(a.lo, b.lo), vceqq_s32(a.hi, b.hi)};
    return r;
}

static inline thud_i32x8 thud_i32x8_select(thud_m8 mask, thud_i32x8 if_true, thud_i32x8 if_false) {
    thud_i32x8 r = {vbslq_s32(mask.lo, if_true.lo, if_false.lo), vbslq_s32(mask.hi, if_true.hi, if_false.hi)};
    return r;
}

/* The same 256 bits. */
static inline thud_i32x8 thud_i32x8_of_bits(thud_f8 a) {
    thud_i32x8 r = {vreinterpretq_s32_f32(a.lo), vreinterpretq_s32_f32(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_of_bits(thud_i32x8 a) {
    thud_f8 r = {vreinterpretq_f32_s32(a.lo), vreinterpretq_f32_s32(a.hi)};
    return r;
}

/* ---- records ---- */

typedef float32x4_t thud_f4;

static inline thud_f4 thud_f4_loadu(const float *from) {
    return vld1q_f32(from);
}

static inline void thud_f4_storeu(float *to, thud_f4 a) {
    vst1q_f32(to, a);
}

/* Four rows of four floats become four columns. */
static inline void thud_transpose4(thud_f4 rows[4]) {
    float32x4x2_t a = vtrnq_f32(rows[0], rows[1]);
    float32x4x2_t b = vtrnq_f32(rows[2], rows[3]);
    rows[0] = vcombine_f32(vget_low_f32(a.val[0]), vget_low_f32(b.val[0]));
    rows[1] = vcombine_f32(vget_low_f32(a.val[1]), vget_low_f32(b.val[1]));
    rows[2] = vcombine_f32(vget_high_f32(a.val[0]), vget_high_f32(b.val[0]));
    rows[3] = vcombine_f32(vget_high_f32(a.val[1]), vget_high_f32(b.val[1]));
}

#include "base/lanes_halves.h"

#endif
