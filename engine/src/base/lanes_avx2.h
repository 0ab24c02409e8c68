/* The lanes of base/lanes.h as one 256-bit register. */
#ifndef THUD_SRC_BASE_LANES_AVX2_H
#define THUD_SRC_BASE_LANES_AVX2_H

#include <immintrin.h>

typedef __m256 thud_f8;
typedef __m256 thud_m8;
typedef __m256i thud_i32x8;

/* ---- floats ---- */

static inline thud_f8 thud_f8_load(const float *from) {
    return _mm256_load_ps(from);
}

static inline void thud_f8_store(float *to, thud_f8 a) {
    _mm256_store_ps(to, a);
}

static inline thud_f8 thud_f8_loadu(const float *from) {
    return _mm256_loadu_ps(from);
}

static inline void thud_f8_storeu(float *to, thud_f8 a) {
    _mm256_storeu_ps(to, a);
}

static inline thud_f8 thud_f8_set1(float value) {
    return _mm256_set1_ps(value);
}

static inline thud_f8 thud_f8_zero(void) {
    return _mm256_setzero_ps();
}

static inline thud_f8 thud_f8_add(thud_f8 a, thud_f8 b) {
    return _mm256_add_ps(a, b);
}

static inline thud_f8 thud_f8_sub(thud_f8 a, thud_f8 b) {
    return _mm256_sub_ps(a, b);
}

static inline thud_f8 thud_f8_mul(thud_f8 a, thud_f8 b) {
    return _mm256_mul_ps(a, b);
}

static inline thud_f8 thud_f8_div(thud_f8 a, thud_f8 b) {
    return _mm256_div_ps(a, b);
}

static inline thud_f8 thud_f8_sqrt(thud_f8 a) {
    return _mm256_sqrt_ps(a);
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    return _mm256_permute_ps(a, _MM_SHUFFLE(2, 3, 0, 1));
}

static inline thud_f8 thud_f8_neg(thud_f8 a) {
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
}

static inline thud_f8 thud_f8_abs(thud_f8 a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

static inline thud_f8 thud_f8_min(thud_f8 a, thud_f8 b) {
    return _mm256_min_ps(a, b);
}

static inline thud_f8 thud_f8_max(thud_f8 a, thud_f8 b) {
    return _mm256_max_ps(a, b);
}

static inline thud_m8 thud_f8_lt(thud_f8 a, thud_f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline thud_m8 thud_f8_le(thud_f8 a, thud_f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline thud_m8 thud_f8_gt(thud_f8 a, thud_f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline thud_m8 thud_f8_ge(thud_f8 a, thud_f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_GE_OQ);
}

static inline thud_m8 thud_f8_eq(thud_f8 a, thud_f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}

static inline thud_f8 thud_f8_select(thud_m8 mask, thud_f8 if_true, thud_f8 if_false) {
    return _mm256_blendv_ps(if_false, if_true, mask);
}

static inline thud_f8 thud_f8_and_mask(thud_f8 a, thud_m8 mask) {
    return _mm256_and_ps(a, mask);
}

/* ---- masks ---- */

static inline thud_m8 thud_m8_and(thud_m8 a, thud_m8 b) {
    return _mm256_and_ps(a, b);
}

static inline thud_m8 thud_m8_or(thud_m8 a, thud_m8 b) {
    return _mm256_or_ps(a, b);
}

static inline thud_m8 thud_m8_xor(thud_m8 a, thud_m8 b) {
    return _mm256_xor_ps(a, b);
}

static inline thud_m8 thud_m8_andnot(thud_m8 a, thud_m8 b) {
    return _mm256_andnot_ps(b, a);
}

static inline thud_m8 thud_m8_not(thud_m8 a) {
    return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)));
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    return (uint32_t)_mm256_movemask_ps(a);
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    __m256i lane_bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i own = _mm256_and_si256(_mm256_set1_epi32((int)bits), lane_bit);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(own, lane_bit));
}

/* ---- integers ---- */

static inline thud_i32x8 thud_i32x8_load(const int32_t *from) {
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

static inline void thud_i32x8_store(int32_t *to, thud_i32x8 a) {
    _mm256_store_si256((__m256i *)(void *)to, a);
}

static inline thud_i32x8 thud_i32x8_loadu(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void thud_i32x8_storeu(int32_t *to, thud_i32x8 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

static inline thud_i32x8 thud_i32x8_set1(int32_t value) {
    return _mm256_set1_epi32(value);
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes));
}

static inline thud_i32x8 thud_i32x8_add(thud_i32x8 a, thud_i32x8 b) {
    return _mm256_add_epi32(a, b);
}

static inline thud_i32x8 thud_i32x8_and(thud_i32x8 a, thud_i32x8 b) {
    return _mm256_and_si256(a, b);
}

static inline thud_i32x8 thud_i32x8_or(thud_i32x8 a, thud_i32x8 b) {
    return _mm256_or_si256(a, b);
}

static inline thud_m8 thud_i32x8_eq(thud_i32x8 a, thud_i32x8 b) {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b));
}

static inline thud_i32x8 thud_i32x8_select(thud_m8 mask, thud_i32x8 if_true, thud_i32x8 if_false) {
    return _mm256_blendv_epi8(if_false, if_true, _mm256_castps_si256(mask));
}

/* The same 256 bits. */
static inline thud_i32x8 thud_i32x8_of_bits(thud_f8 a) {
    return _mm256_castps_si256(a);
}

static inline thud_f8 thud_f8_of_bits(thud_i32x8 a) {
    return _mm256_castsi256_ps(a);
}

/* ---- records ---- */

/* Two rows of four floats side by side: `low` in lanes 0..3. */
static inline __m256 thud_f8_from_halves(__m128 low, __m128 high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

/* Transposes the 4x4 block in each half. */
static inline void thud_transpose_halves(__m256 rows[4]) {
    __m256 xy01 = _mm256_unpacklo_ps(rows[0], rows[1]);
    __m256 zw01 = _mm256_unpackhi_ps(rows[0], rows[1]);
    __m256 xy23 = _mm256_unpacklo_ps(rows[2], rows[3]);
    __m256 zw23 = _mm256_unpackhi_ps(rows[2], rows[3]);
    rows[0] = _mm256_shuffle_ps(xy01, xy23, _MM_SHUFFLE(1, 0, 1, 0));
    rows[1] = _mm256_shuffle_ps(xy01, xy23, _MM_SHUFFLE(3, 2, 3, 2));
    rows[2] = _mm256_shuffle_ps(zw01, zw23, _MM_SHUFFLE(1, 0, 1, 0));
    rows[3] = _mm256_shuffle_ps(zw01, zw23, _MM_SHUFFLE(3, 2, 3, 2));
}

/* out[k] lane i = base[4 * index[i] + k] */
static inline void thud_gather4(const float *base, const int32_t index[8], thud_f8 out[4]) {
    for (int i = 0; i < 4; i++) {
        __m128 low = _mm_loadu_ps(base + 4 * (ptrdiff_t)index[i]);
        __m128 high = _mm_loadu_ps(base + 4 * (ptrdiff_t)index[i + 4]);
        out[i] = thud_f8_from_halves(low, high);
    }
    thud_transpose_halves(out);
}

/* base[4 * index[i] + k] = in[k] lane i, in the order of the lanes: of two equal indices the later lane stays. */
static inline void thud_scatter4(float *base, const int32_t index[8], const thud_f8 in[4]) {
    __m256 rows[4] = {in[0], in[1], in[2], in[3]};
    thud_transpose_halves(rows);
    for (int i = 0; i < 4; i++) {
        _mm_storeu_ps(base + 4 * (ptrdiff_t)index[i], _mm256_castps256_ps128(rows[i]));
    }
    for (int i = 0; i < 4; i++) {
        _mm_storeu_ps(base + 4 * (ptrdiff_t)index[i + 4], _mm256_extractf128_ps(rows[i], 1));
    }
}

/* The same with offsets in bytes, so that no address needs a multiplication: float k of the record at offset[i]. */
static inline void thud_gather4_at(const void *base, const uint32_t offset[8], thud_f8 out[4]) {
    const char *bytes = (const char *)base;
    for (int i = 0; i < 4; i++) {
        __m128 low = _mm_loadu_ps((const float *)(const void *)(bytes + offset[i]));
        __m128 high = _mm_loadu_ps((const float *)(const void *)(bytes + offset[i + 4]));
        out[i] = thud_f8_from_halves(low, high);
    }
    thud_transpose_halves(out);
}

static inline void thud_scatter4_at(void *base, const uint32_t offset[8], const thud_f8 in[4]) {
    char *bytes = (char *)base;
    __m256 rows[4] = {in[0], in[1], in[2], in[3]};
    thud_transpose_halves(rows);
    for (int i = 0; i < 4; i++) {
        _mm_storeu_ps((float *)(void *)(bytes + offset[i]), _mm256_castps256_ps128(rows[i]));
    }
    for (int i = 0; i < 4; i++) {
        _mm_storeu_ps((float *)(void *)(bytes + offset[i + 4]), _mm256_extractf128_ps(rows[i], 1));
    }
}

/* out[k] lane i = rows[i][k], k in 0..7 */
static inline void thud_load8x8(const float *const rows[8], thud_f8 out[8]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_f8_from_halves(_mm_loadu_ps(rows[i]), _mm_loadu_ps(rows[i + 4]));
        out[i + 4] = thud_f8_from_halves(_mm_loadu_ps(rows[i] + 4), _mm_loadu_ps(rows[i + 4] + 4));
    }
    thud_transpose_halves(out);
    thud_transpose_halves(out + 4);
}

/* rows[i][k] = in[k] lane i, k in 0..7, in the order of the lanes. */
static inline void thud_store8x8(float *const rows[8], const thud_f8 in[8]) {
    __m256 low[4] = {in[0], in[1], in[2], in[3]};
    __m256 high[4] = {in[4], in[5], in[6], in[7]};
    thud_transpose_halves(low);
    thud_transpose_halves(high);
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(rows[i], _mm256_permute2f128_ps(low[i], high[i], 0x20));
    }
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(rows[i + 4], _mm256_permute2f128_ps(low[i], high[i], 0x31));
    }
}

#endif
