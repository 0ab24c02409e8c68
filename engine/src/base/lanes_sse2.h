/* The lanes of base/lanes.h as two 128-bit registers. */
#ifndef THUD_SRC_BASE_LANES_SSE2_H
#define THUD_SRC_BASE_LANES_SSE2_H

#include <emmintrin.h>

typedef struct thud_f8 {
    __m128 lo, hi; /* lanes 0..3 and 4..7 */
} thud_f8;

typedef struct thud_m8 {
    __m128 lo, hi;
} thud_m8;

typedef struct thud_i32x8 {
    __m128i lo, hi;
} thud_i32x8;

/* ---- floats ---- */

static inline thud_f8 thud_f8_load(const float *from) {
    thud_f8 r = {_mm_load_ps(from), _mm_load_ps(from + 4)};
    return r;
}

static inline void thud_f8_store(float *to, thud_f8 a) {
    _mm_store_ps(to, a.lo);
    _mm_store_ps(to + 4, a.hi);
}

static inline thud_f8 thud_f8_loadu(const float *from) {
    thud_f8 r = {_mm_loadu_ps(from), _mm_loadu_ps(from + 4)};
    return r;
}

static inline void thud_f8_storeu(float *to, thud_f8 a) {
    _mm_storeu_ps(to, a.lo);
    _mm_storeu_ps(to + 4, a.hi);
}

static inline thud_f8 thud_f8_set1(float value) {
    thud_f8 r = {_mm_set1_ps(value), _mm_set1_ps(value)};
    return r;
}

static inline thud_f8 thud_f8_zero(void) {
    thud_f8 r = {_mm_setzero_ps(), _mm_setzero_ps()};
    return r;
}

static inline thud_f8 thud_f8_add(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_add_ps(a.lo, b.lo), _mm_add_ps(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_sub(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_sub_ps(a.lo, b.lo), _mm_sub_ps(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_mul(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_mul_ps(a.lo, b.lo), _mm_mul_ps(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_div(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_div_ps(a.lo, b.lo), _mm_div_ps(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_sqrt(thud_f8 a) {
    thud_f8 r = {_mm_sqrt_ps(a.lo), _mm_sqrt_ps(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    thud_f8 r = {_mm_shuffle_ps(a.lo, a.lo, _MM_SHUFFLE(2, 3, 0, 1)),
                 _mm_shuffle_ps(a.hi, a.hi, _MM_SHUFFLE(2, 3, 0, 1))};
    return r;
}

static inline thud_f8 thud_f8_neg(thud_f8 a) {
    __m128 sign = _mm_set1_ps(-0.0f);
    thud_f8 r = {_mm_xor_ps(a.lo, sign), _mm_xor_ps(a.hi, sign)};
    return r;
}

static inline thud_f8 thud_f8_abs(thud_f8 a) {
    __m128 sign = _mm_set1_ps(-0.0f);
    thud_f8 r = {_mm_andnot_ps(sign, a.lo), _mm_andnot_ps(sign, a.hi)};
    return r;
}

static inline thud_f8 thud_f8_min(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_min_ps(a.lo, b.lo), _mm_min_ps(a.hi, b.hi)};
    return r;
}

static inline thud_f8 thud_f8_max(thud_f8 a, thud_f8 b) {
    thud_f8 r = {_mm_max_ps(a.lo, b.lo), _mm_max_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_lt(thud_f8 a, thud_f8 b) {
    thud_m8 r = {_mm_cmplt_ps(a.lo, b.lo), _mm_cmplt_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_le(thud_f8 a, thud_f8 b) {
    thud_m8 r = {_mm_cmple_ps(a.lo, b.lo), _mm_cmple_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_gt(thud_f8 a, thud_f8 b) {
    thud_m8 r = {_mm_cmpgt_ps(a.lo, b.lo), _mm_cmpgt_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_ge(thud_f8 a, thud_f8 b) {
    thud_m8 r = {_mm_cmpge_ps(a.lo, b.lo), _mm_cmpge_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_f8_eq(thud_f8 a, thud_f8 b) {
    thud_m8 r = {_mm_cmpeq_ps(a.lo, b.lo), _mm_cmpeq_ps(a.hi, b.hi)};
    return r;
}

/* The bits of a where the mask is set, else those of b. */
static inline __m128 thud_blend(__m128 mask, __m128 a, __m128 b) {
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

static inline thud_f8 thud_f8_select(thud_m8 mask, thud_f8 if_true, thud_f8 if_false) {
    thud_f8 r = {thud_blend(mask.lo, if_true.lo, if_false.lo), thud_blend(mask.hi, if_true.hi, if_false.hi)};
    return r;
}

static inline thud_f8 thud_f8_and_mask(thud_f8 a, thud_m8 mask) {
    thud_f8 r = {_mm_and_ps(a.lo, mask.lo), _mm_and_ps(a.hi, mask.hi)};
    return r;
}

/* ---- masks ---- */

static inline thud_m8 thud_m8_and(thud_m8 a, thud_m8 b) {
    thud_m8 r = {_mm_and_ps(a.lo, b.lo), _mm_and_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_or(thud_m8 a, thud_m8 b) {
    thud_m8 r = {_mm_or_ps(a.lo, b.lo), _mm_or_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_xor(thud_m8 a, thud_m8 b) {
    thud_m8 r = {_mm_xor_ps(a.lo, b.lo), _mm_xor_ps(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_m8_andnot(thud_m8 a, thud_m8 b) {
    thud_m8 r = {_mm_andnot_ps(b.lo, a.lo), _mm_andnot_ps(b.hi, a.hi)};
    return r;
}

static inline thud_m8 thud_m8_not(thud_m8 a) {
    __m128 ones = _mm_castsi128_ps(_mm_set1_epi32(-1));
    thud_m8 r = {_mm_xor_ps(a.lo, ones), _mm_xor_ps(a.hi, ones)};
    return r;
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    return (uint32_t)_mm_movemask_ps(a.lo) | (uint32_t)_mm_movemask_ps(a.hi) << 4;
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    __m128i all = _mm_set1_epi32((int)bits);
    __m128i low_bit = _mm_setr_epi32(1, 2, 4, 8);
    __m128i high_bit = _mm_setr_epi32(16, 32, 64, 128);
    thud_m8 r = {_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, low_bit), low_bit)),
                 _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, high_bit), high_bit))};
    return r;
}

/* ---- integers ---- */

static inline thud_i32x8 thud_i32x8_load(const int32_t *from) {
    const __m128i *halves = (const __m128i *)(const void *)from;
    thud_i32x8 r = {_mm_load_si128(halves), _mm_load_si128(halves + 1)};
    return r;
}

static inline void thud_i32x8_store(int32_t *to, thud_i32x8 a) {
    __m128i *halves = (__m128i *)(void *)to;
    _mm_store_si128(halves, a.lo);
    _mm_store_si128(halves + 1, a.hi);
}

static inline thud_i32x8 thud_i32x8_loadu(const int32_t *from) {
    const __m128i *halves = (const __m128i *)(const void *)from;
    thud_i32x8 r = {_mm_loadu_si128(halves), _mm_loadu_si128(halves + 1)};
    return r;
}

static inline void thud_i32x8_storeu(int32_t *to, thud_i32x8 a) {
    __m128i *halves = (__m128i *)(void *)to;
    _mm_storeu_si128(halves, a.lo);
    _mm_storeu_si128(halves + 1, a.hi);
}

static inline thud_i32x8 thud_i32x8_set1(int32_t value) {
    thud_i32x8 r = {_mm_set1_epi32(value), _mm_set1_epi32(value)};
    return r;
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    __m128i zero = _mm_setzero_si128();
    __m128i words = _mm_unpacklo_epi8(_mm_cvtsi64_si128((long long)bytes), zero);
    thud_i32x8 r = {_mm_unpacklo_epi16(words, zero), _mm_unpackhi_epi16(words, zero)};
    return r;
}

static inline thud_i32x8 thud_i32x8_add(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {_mm_add_epi32(a.lo, b.lo), _mm_add_epi32(a.hi, b.hi)};
    return r;
}

static inline thud_i32x8 thud_i32x8_and(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {_mm_and_si128(a.lo, b.lo), _mm_and_si128(a.hi, b.hi)};
    return r;
}

static inline thud_i32x8 thud_i32x8_or(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r = {_mm_or_si128(a.lo, b.lo), _mm_or_si128(a.hi, b.hi)};
    return r;
}

static inline thud_m8 thud_i32x8_eq(thud_i32x8 a, thud_i32x8 b) {
    thud_m8 r = {_mm_castsi128_ps(_mm_cmpeq_epi32(a.lo, b.lo)), _mm_castsi128_ps(_mm_cmpeq_epi32(a.hi, b.hi))};
    return r;
}

static inline thud_i32x8 thud_i32x8_select(thud_m8 mask, thud_i32x8 if_true, thud_i32x8 if_false) {
    thud_i32x8 r = {
        _mm_castps_si128(thud_blend(mask.lo, _mm_castsi128_ps(if_true.lo), _mm_castsi128_ps(if_false.lo))),
        _mm_castps_si128(thud_blend(mask.hi, _mm_castsi128_ps(if_true.hi), _mm_castsi128_ps(if_false.hi))),
    };
    return r;
}

/* The same 256 bits. */
static inline thud_i32x8 thud_i32x8_of_bits(thud_f8 a) {
    thud_i32x8 r = {_mm_castps_si128(a.lo), _mm_castps_si128(a.hi)};
    return r;
}

static inline thud_f8 thud_f8_of_bits(thud_i32x8 a) {
    thud_f8 r = {_mm_castsi128_ps(a.lo), _mm_castsi128_ps(a.hi)};
    return r;
}

/* ---- records ---- */

typedef __m128 thud_f4;

static inline thud_f4 thud_f4_loadu(const float *from) {
    return _mm_loadu_ps(from);
}

static inline void thud_f4_storeu(float *to, thud_f4 a) {
    _mm_storeu_ps(to, a);
}

/* Four rows of four floats become four columns. */
static inline void thud_transpose4(thud_f4 rows[4]) {
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
}

#include "base/lanes_halves.h"

#endif
