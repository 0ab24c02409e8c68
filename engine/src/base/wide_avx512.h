/* The wide values of base/wide.h as one 512-bit register. */
#ifndef THUD_SRC_BASE_WIDE_AVX512_H
#define THUD_SRC_BASE_WIDE_AVX512_H

#include <immintrin.h>

enum { thud_wide_lanes = 16 };

typedef __m512 thud_fw;
typedef __mmask16 thud_mw;
typedef __m512i thud_iw;

/* ---- floats ---- */

static inline thud_fw thud_fw_load(const float *from) {
    return _mm512_load_ps(from);
}

static inline void thud_fw_store(float *to, thud_fw a) {
    _mm512_store_ps(to, a);
}

static inline thud_fw thud_fw_set1(float value) {
    return _mm512_set1_ps(value);
}

static inline thud_fw thud_fw_zero(void) {
    return _mm512_setzero_ps();
}

static inline thud_fw thud_fw_add(thud_fw a, thud_fw b) {
    return _mm512_add_ps(a, b);
}

static inline thud_fw thud_fw_sub(thud_fw a, thud_fw b) {
    return _mm512_sub_ps(a, b);
}

static inline thud_fw thud_fw_mul(thud_fw a, thud_fw b) {
    return _mm512_mul_ps(a, b);
}

static inline thud_fw thud_fw_div(thud_fw a, thud_fw b) {
    return _mm512_div_ps(a, b);
}

static inline thud_fw thud_fw_sqrt(thud_fw a) {
    return _mm512_sqrt_ps(a);
}

static inline thud_fw thud_fw_neg(thud_fw a) {
    return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f));
}

static inline thud_fw thud_fw_abs(thud_fw a) {
    return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a);
}

static inline thud_fw thud_fw_min(thud_fw a, thud_fw b) {
    return _mm512_min_ps(a, b);
}

static inline thud_fw thud_fw_max(thud_fw a, thud_fw b) {
    return _mm512_max_ps(a, b);
}

static inline thud_mw thud_fw_lt(thud_fw a, thud_fw b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

static inline thud_mw thud_fw_le(thud_fw a, thud_fw b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

static inline thud_mw thud_fw_gt(thud_fw a, thud_fw b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}

static inline thud_mw thud_fw_ge(thud_fw a, thud_fw b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
}

static inline thud_mw thud_fw_eq(thud_fw a, thud_fw b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}

static inline thud_fw thud_fw_select(thud_mw mask, thud_fw if_true, thud_fw if_false) {
    return _mm512_mask_blend_ps(mask, if_false, if_true);
}

static inline thud_fw thud_fw_and_mask(thud_fw a, thud_mw mask) {
    return _mm512_maskz_mov_ps(mask, a);
}

/* ---- masks ---- */

static inline thud_mw thud_mw_and(thud_mw a, thud_mw b) {
    return (thud_mw)(a & b);
}

static inline thud_mw thud_mw_or(thud_mw a, thud_mw b) {
    return (thud_mw)(a | b);
}

static inline thud_mw thud_mw_xor(thud_mw a, thud_mw b) {
    return (thud_mw)(a ^ b);
}

static inline thud_mw thud_mw_andnot(thud_mw a, thud_mw b) {
    return (thud_mw)(a & ~b);
}

static inline thud_mw thud_mw_not(thud_mw a) {
    return (thud_mw)~a;
}

static inline bool thud_mw_any(thud_mw a) {
    return a != 0;
}

static inline bool thud_mw_all(thud_mw a) {
    return a == 0xffff;
}

static inline uint32_t thud_mw_bits(thud_mw a) {
    return a;
}

static inline thud_mw thud_mw_from_bits(uint32_t bits) {
    return (thud_mw)bits;
}

/* ---- integers ---- */

static inline thud_iw thud_iw_set1(int32_t value) {
    return _mm512_set1_epi32(value);
}

static inline thud_iw thud_iw_loadu(const int32_t *from) {
    return _mm512_loadu_si512(from);
}

static inline void thud_iw_storeu(int32_t *to, thud_iw a) {
    _mm512_storeu_si512(to, a);
}

static inline thud_iw thud_iw_of_bytes(const uint64_t bytes[2]) {
    return _mm512_cvtepu8_epi32(_mm_set_epi64x((long long)bytes[1], (long long)bytes[0]));
}

static inline thud_iw thud_iw_add(thud_iw a, thud_iw b) {
    return _mm512_add_epi32(a, b);
}

static inline thud_iw thud_iw_and(thud_iw a, thud_iw b) {
    return _mm512_and_si512(a, b);
}

static inline thud_iw thud_iw_or(thud_iw a, thud_iw b) {
    return _mm512_or_si512(a, b);
}

static inline thud_mw thud_iw_eq(thud_iw a, thud_iw b) {
    return _mm512_cmpeq_epi32_mask(a, b);
}

static inline thud_iw thud_iw_select(thud_mw mask, thud_iw if_true, thud_iw if_false) {
    return _mm512_mask_blend_epi32(mask, if_false, if_true);
}

/* The same 512 bits. */
static inline thud_iw thud_iw_of_bits(thud_fw a) {
    return _mm512_castps_si512(a);
}

static inline thud_fw thud_fw_of_bits(thud_iw a) {
    return _mm512_castsi512_ps(a);
}

static inline int32_t thud_wide_pack(int32_t *to, const int32_t from[16], thud_mw mask) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(mask, _mm512_loadu_si512(from)));
    return __builtin_popcount(mask);
}

/* ---- records ---- */

/* Four records of four floats side by side. */
static inline __m512 thud_fw_from_quarters(const float *first, const float *second, const float *third,
                                           const float *fourth) {
    __m512 row = _mm512_castps128_ps512(_mm_loadu_ps(first));
    row = _mm512_mask_broadcast_f32x4(row, 0x00f0, _mm_loadu_ps(second));
    row = _mm512_mask_broadcast_f32x4(row, 0x0f00, _mm_loadu_ps(third));
    return _mm512_mask_broadcast_f32x4(row, 0xf000, _mm_loadu_ps(fourth));
}

/* Transposes the 4x4 block in each quarter. */
static inline void thud_transpose_quarters(__m512 rows[4]) {
    __m512 xy01 = _mm512_unpacklo_ps(rows[0], rows[1]);
    __m512 zw01 = _mm512_unpackhi_ps(rows[0], rows[1]);
    __m512 xy23 = _mm512_unpacklo_ps(rows[2], rows[3]);
    __m512 zw23 = _mm512_unpackhi_ps(rows[2], rows[3]);
    rows[0] = _mm512_shuffle_ps(xy01, xy23, _MM_SHUFFLE(1, 0, 1, 0));
    rows[1] = _mm512_shuffle_ps(xy01, xy23, _MM_SHUFFLE(3, 2, 3, 2));
    rows[2] = _mm512_shuffle_ps(zw01, zw23, _MM_SHUFFLE(1, 0, 1, 0));
    rows[3] = _mm512_shuffle_ps(zw01, zw23, _MM_SHUFFLE(3, 2, 3, 2));
}

/* Writes each quarter where it belongs. */
static inline void thud_fw_to_quarters(__m512 row, float *first, float *second, float *third, float *fourth) {
    _mm_storeu_ps(first, _mm512_castps512_ps128(row));
    _mm_storeu_ps(second, _mm512_extractf32x4_ps(row, 1));
    _mm_storeu_ps(third, _mm512_extractf32x4_ps(row, 2));
    _mm_storeu_ps(fourth, _mm512_extractf32x4_ps(row, 3));
}

static inline void thud_wide_gather4(const float *base, const int32_t index[16], thud_fw out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_fw_from_quarters(base + 4 * (ptrdiff_t)index[i], base + 4 * (ptrdiff_t)index[i + 4],
                                       base + 4 * (ptrdiff_t)index[i + 8], base + 4 * (ptrdiff_t)index[i + 12]);
    }
    thud_transpose_quarters(out);
}

/* Two equal indices hold equal records. */
static inline void thud_wide_scatter4(float *base, const int32_t index[16], const thud_fw in[4]) {
    __m512 rows[4] = {in[0], in[1], in[2], in[3]};
    thud_transpose_quarters(rows);
    for (int i = 0; i < 4; i++) {
        thud_fw_to_quarters(rows[i], base + 4 * (ptrdiff_t)index[i], base + 4 * (ptrdiff_t)index[i + 4],
                            base + 4 * (ptrdiff_t)index[i + 8], base + 4 * (ptrdiff_t)index[i + 12]);
    }
}

static inline const float *thud_record_at(const void *base, uint32_t offset) {
    return (const float *)(const void *)((const char *)base + offset);
}

static inline float *thud_record_to(void *base, uint32_t offset) {
    return (float *)(void *)((char *)base + offset);
}

static inline void thud_wide_gather4_at(const void *base, const uint32_t offset[16], thud_fw out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_fw_from_quarters(thud_record_at(base, offset[i]), thud_record_at(base, offset[i + 4]),
                                       thud_record_at(base, offset[i + 8]), thud_record_at(base, offset[i + 12]));
    }
    thud_transpose_quarters(out);
}

static inline void thud_wide_scatter4_at(void *base, const uint32_t offset[16], const thud_fw in[4]) {
    __m512 rows[4] = {in[0], in[1], in[2], in[3]};
    thud_transpose_quarters(rows);
    for (int i = 0; i < 4; i++) {
        thud_fw_to_quarters(rows[i], thud_record_to(base, offset[i]), thud_record_to(base, offset[i + 4]),
                            thud_record_to(base, offset[i + 8]), thud_record_to(base, offset[i + 12]));
    }
}

static inline void thud_wide_load_rows(const float *const rows[16], thud_fw out[8]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_fw_from_quarters(rows[i], rows[i + 4], rows[i + 8], rows[i + 12]);
        out[i + 4] = thud_fw_from_quarters(rows[i] + 4, rows[i + 4] + 4, rows[i + 8] + 4, rows[i + 12] + 4);
    }
    thud_transpose_quarters(out);
    thud_transpose_quarters(out + 4);
}

/* Two equal rows get equal records. */
static inline void thud_wide_store_rows(float *const rows[16], const thud_fw in[8]) {
    __m512 low[4] = {in[0], in[1], in[2], in[3]};
    __m512 high[4] = {in[4], in[5], in[6], in[7]};
    thud_transpose_quarters(low);
    thud_transpose_quarters(high);
    for (int i = 0; i < 4; i++) {
        __m512 first = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(1, 0, 1, 0));  /* low 0, 1, high 0, 1 */
        __m512 second = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(3, 2, 3, 2)); /* low 2, 3, high 2, 3 */
        __m512 even = _mm512_shuffle_f32x4(first, second, _MM_SHUFFLE(2, 0, 2, 0));     /* rows i, i + 8 */
        __m512 odd = _mm512_shuffle_f32x4(first, second, _MM_SHUFFLE(3, 1, 3, 1));      /* rows i + 4, i + 12 */
        _mm256_storeu_ps(rows[i], _mm512_castps512_ps256(even));
        _mm256_storeu_ps(rows[i + 4], _mm512_castps512_ps256(odd));
        _mm256_storeu_ps(rows[i + 8], _mm512_extractf32x8_ps(even, 1));
        _mm256_storeu_ps(rows[i + 12], _mm512_extractf32x8_ps(odd, 1));
    }
}

#endif
