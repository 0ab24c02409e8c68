/* The lanes of base/lanes.h as one 256-bit register. */
#ifndef THUD_SRC_BASE_LANES_AVX2_H
#define THUD_SRC_BASE_LANES_AVX2_H

#include <immintrin.h>

#define THUD_PART_LANES 8
#include "base/lanes_vectors.h"

static inline thud_fp thud_fp_sqrt(thud_fp a) {
    return _mm256_sqrt_ps(a);
}

static inline thud_fp thud_fp_min(thud_fp a, thud_fp b) {
    return _mm256_min_ps(a, b);
}

static inline thud_fp thud_fp_max(thud_fp a, thud_fp b) {
    return _mm256_max_ps(a, b);
}

static inline thud_fp thud_fp_select(thud_ip mask, thud_fp if_true, thud_fp if_false) {
    return _mm256_blendv_ps(if_false, if_true, THUD_FLOATS(mask));
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    return THUD_SHUFFLE8(a, a, 1, 0, 3, 2);
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    return (uint32_t)_mm256_movemask_ps(THUD_FLOATS(a));
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    const thud_ip lane_bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return (thud_m8)((THUD_FILL(thud_ip, bits) & lane_bit) == lane_bit);
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    return (thud_i32x8)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes));
}

/* ---- records ---- */

/* Two rows of four floats side by side: `low` in lanes 0..3. */
static inline __m256 thud_f8_from_halves(__m128 low, __m128 high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

#define THUD_GATHER4(name, record_type, place_type, AT)                                                      \
    static inline void name(const record_type *base, const place_type place[8], thud_f8 out[4]) {            \
        for (int i = 0; i < 4; i++) {                                                                        \
            __m128 low = _mm_loadu_ps(AT(base, place[i]));                                                   \
            __m128 high = _mm_loadu_ps(AT(base, place[i + 4]));                                              \
            out[i] = thud_f8_from_halves(low, high);                                                         \
        }                                                                                                    \
        thud_transpose4(out);                                                                                \
    }

#define THUD_SCATTER4(name, record_type, place_type, AT)                                                     \
    static inline void name(record_type *base, const place_type place[8], const thud_f8 in[4]) {             \
        __m256 rows[4] = {in[0], in[1], in[2], in[3]};                                                       \
        thud_transpose4(rows);                                                                               \
        for (int i = 0; i < 4; i++) {                                                                        \
            _mm_storeu_ps(AT(base, place[i]), _mm256_castps256_ps128(rows[i]));                              \
        }                                                                                                    \
        for (int i = 0; i < 4; i++) {                                                                        \
            _mm_storeu_ps(AT(base, place[i + 4]), _mm256_extractf128_ps(rows[i], 1));                        \
        }                                                                                                    \
    }

/* out[k] lane i = rows[i][k], k in 0..7 */
static inline void thud_load8x8(const float *const rows[8], thud_f8 out[8]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_f8_from_halves(_mm_loadu_ps(rows[i]), _mm_loadu_ps(rows[i + 4]));
        out[i + 4] = thud_f8_from_halves(_mm_loadu_ps(rows[i] + 4), _mm_loadu_ps(rows[i + 4] + 4));
    }
    thud_transpose4(out);
    thud_transpose4(out + 4);
}

/* rows[i][k] = in[k] lane i, k in 0..7, in the order of the lanes. */
static inline void thud_store8x8(float *const rows[8], const thud_f8 in[8]) {
    __m256 low[4] = {in[0], in[1], in[2], in[3]};
    __m256 high[4] = {in[4], in[5], in[6], in[7]};
    thud_transpose4(low);
    thud_transpose4(high);
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(rows[i], _mm256_permute2f128_ps(low[i], high[i], 0x20));
    }
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(rows[i + 4], _mm256_permute2f128_ps(low[i], high[i], 0x31));
    }
}

#endif
