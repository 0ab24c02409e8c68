/* The wide values of base/wide.h as one 512-bit register; a mask is a mask register. */
#pragma once

#include <immintrin.h>

enum { thud_wide_lanes = 16 };

typedef float thud_fw __attribute__((vector_size(64)));
typedef uint32_t thud_iw __attribute__((vector_size(64)));
typedef __mmask16 thud_mw;

/* clang-format off */
THUD_MEMORY(thud_fw, float)
THUD_MAP1(thud_fw, thud_fw_set1, float, _mm512_set1_ps(a))
THUD_OPERATORS(thud_fw, thud_mw, thud_iw)
THUD_MAP1(thud_fw, thud_fw_abs, thud_fw, (thud_iw)a & 0x7fffffffu)
THUD_MAP1(thud_fw, thud_fw_sqrt, thud_fw, _mm512_sqrt_ps(a))
THUD_MAP2(thud_fw, thud_fw_min, thud_fw, thud_fw, _mm512_min_ps(a, b))
THUD_MAP2(thud_fw, thud_fw_max, thud_fw, thud_fw, _mm512_max_ps(a, b))
THUD_MAP2(thud_mw, thud_fw_lt, thud_fw, thud_fw, _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ))
THUD_MAP2(thud_mw, thud_fw_le, thud_fw, thud_fw, _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ))
THUD_MAP2(thud_mw, thud_fw_gt, thud_fw, thud_fw, _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ))
THUD_MAP2(thud_mw, thud_fw_ge, thud_fw, thud_fw, _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ))
THUD_MAP2(thud_mw, thud_fw_eq, thud_fw, thud_fw, _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ))
THUD_MAP2(thud_fw, thud_fw_and_mask, thud_fw, thud_mw, _mm512_maskz_mov_ps(b, a))
THUD_MAP3(thud_fw, thud_fw_select, thud_mw, thud_fw, thud_fw, _mm512_mask_blend_ps(a, c, b))

THUD_MAP1(thud_mw, thud_mw_from_bits, uint32_t, a)
static inline bool thud_mw_any(thud_mw x) { return x != 0; }
static inline bool thud_mw_all(thud_mw x) { return x == 0xffff; }
static inline uint32_t thud_mw_bits(thud_mw x) { return x; }

THUD_MAP1(thud_iw, thud_iw_set1, int32_t, _mm512_set1_epi32(a))
THUD_MAP2(thud_mw, thud_iw_eq, thud_iw, thud_iw, _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b))
THUD_MAP3(thud_iw, thud_iw_select, thud_mw, thud_iw, thud_iw, _mm512_mask_blend_epi32(a, (__m512i)c, (__m512i)b))
THUD_MAP1(thud_iw, thud_iw_of_bits, thud_fw, a)
THUD_MAP1(thud_fw, thud_fw_of_bits, thud_iw, a)
/* clang-format on */

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

THUD_TRANSPOSE(thud_transpose_quarters, thud_fw, THUD_SHUFFLE16)

/* Writes each quarter to its address. */
static inline void thud_fw_to_quarters(__m512 row, float *first, float *second, float *third, float *fourth) {
    _mm_storeu_ps(first, _mm512_castps512_ps128(row));
    _mm_storeu_ps(second, _mm512_extractf32x4_ps(row, 1));
    _mm_storeu_ps(third, _mm512_extractf32x4_ps(row, 2));
    _mm_storeu_ps(fourth, _mm512_extractf32x4_ps(row, 3));
}

#define THUD_WIDE_GATHER4(name, record_type, place_type, AT)                                                 \
    static inline void name(const record_type *base, const place_type place[16], thud_fw out[4]) {           \
        for (int i = 0; i < 4; i++) {                                                                        \
            out[i] = thud_fw_from_quarters(AT(base, place[i]), AT(base, place[i + 4]),                       \
                                           AT(base, place[i + 8]), AT(base, place[i + 12]));                 \
        }                                                                                                    \
        thud_transpose_quarters(out);                                                                        \
    }

/* Equal places must have equal records. */
#define THUD_WIDE_SCATTER4(name, record_type, place_type, AT)                                                \
    static inline void name(record_type *base, const place_type place[16], const thud_fw in[4]) {            \
        __m512 rows[4] = {in[0], in[1], in[2], in[3]};                                                       \
        thud_transpose_quarters(rows);                                                                       \
        for (int i = 0; i < 4; i++) {                                                                        \
            thud_fw_to_quarters(rows[i], AT(base, place[i]), AT(base, place[i + 4]), AT(base, place[i + 8]), \
                                AT(base, place[i + 12]));                                                    \
        }                                                                                                    \
    }

THUD_WIDE_GATHER4(thud_wide_gather4, float, int32_t, THUD_RECORD)
THUD_WIDE_SCATTER4(thud_wide_scatter4, float, int32_t, THUD_RECORD)
THUD_WIDE_GATHER4(thud_wide_gather4_at, void, uint32_t, thud_record_at)
THUD_WIDE_SCATTER4(thud_wide_scatter4_at, void, uint32_t, thud_record_to)

static inline void thud_wide_load_rows(const float *const rows[16], thud_fw out[8]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_fw_from_quarters(rows[i], rows[i + 4], rows[i + 8], rows[i + 12]);
        out[i + 4] = thud_fw_from_quarters(rows[i] + 4, rows[i + 4] + 4, rows[i + 8] + 4, rows[i + 12] + 4);
    }
    thud_transpose_quarters(out);
    thud_transpose_quarters(out + 4);
}

/* Equal rows must get equal records. */
static inline void thud_wide_store_rows(float *const rows[16], const thud_fw in[8]) {
    __m512 low[4] = {in[0], in[1], in[2], in[3]};
    __m512 high[4] = {in[4], in[5], in[6], in[7]};
    thud_transpose_quarters(low);
    thud_transpose_quarters(high);
    for (int i = 0; i < 4; i++) {
        __m512 first =
            _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(1, 0, 1, 0)); /* low 0, 1, high 0, 1 */
        __m512 second =
            _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(3, 2, 3, 2));         /* low 2, 3, high 2, 3 */
        __m512 even = _mm512_shuffle_f32x4(first, second, _MM_SHUFFLE(2, 0, 2, 0)); /* rows i, i + 8 */
        __m512 odd = _mm512_shuffle_f32x4(first, second, _MM_SHUFFLE(3, 1, 3, 1));  /* rows i + 4, i + 12 */
        _mm256_storeu_ps(rows[i], _mm512_castps512_ps256(even));
        _mm256_storeu_ps(rows[i + 4], _mm512_castps512_ps256(odd));
        _mm256_storeu_ps(rows[i + 8], _mm512_extractf32x8_ps(even, 1));
        _mm256_storeu_ps(rows[i + 12], _mm512_extractf32x8_ps(odd, 1));
    }
}
