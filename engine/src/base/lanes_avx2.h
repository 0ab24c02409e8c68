/*
 * The lanes of base/lanes.h as one 256-bit register. The few instructions that C's operators lack are the compiler's built-in
 * functions (the same for gcc and clang): immintrin.h, which has them by other names, takes 0.4 s to read for each kernel, a
 * fifth of what the engine takes to compile with this width alone.
 */
#pragma once

#define THUD_PART_LANES 8
#include "base/lanes_vectors.h"

static inline thud_fp thud_fp_sqrt(thud_fp a) {
    return __builtin_ia32_sqrtps256(a);
}

static inline thud_fp thud_fp_min(thud_fp a, thud_fp b) {
    return __builtin_ia32_minps256(a, b);
}

static inline thud_fp thud_fp_max(thud_fp a, thud_fp b) {
    return __builtin_ia32_maxps256(a, b);
}

static inline thud_fp thud_fp_select(thud_ip mask, thud_fp if_true, thud_fp if_false) {
    return __builtin_ia32_blendvps256(if_false, if_true, THUD_FLOATS(mask));
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    return THUD_SHUFFLE8(a, a, 1, 0, 3, 2);
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    return (uint32_t)__builtin_ia32_movmskps256(THUD_FLOATS(a));
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    const thud_ip lane_bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return (thud_m8)((THUD_FILL(thud_ip, bits) & lane_bit) == lane_bit);
}

/* ---- records ---- */

/* Four and eight floats anywhere in memory. */
typedef float thud_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef float thud_eight __attribute__((vector_size(32), aligned(4), may_alias));
#define THUD_FOUR_AT(p) (*(const thud_four *)(const void *)(p))

/* Two rows of four floats side by side: `low` in lanes 0..3. */
static inline thud_f8 thud_f8_from_halves(const float *low, const float *high) {
#ifdef __clang__
    return __builtin_shufflevector(THUD_FOUR_AT(low), THUD_FOUR_AT(high), 0, 1, 2, 3, 4, 5, 6, 7);
#else /* which makes two instructions of that */
    return __builtin_ia32_vinsertf128_ps256(__builtin_ia32_ps256_ps(THUD_FOUR_AT(low)), THUD_FOUR_AT(high), 1);
#endif
}

#define THUD_GATHER4(name, record_type, place_type, AT)                                                      \
    static inline void name(const record_type *base, const place_type place[8], thud_f8 out[4]) {            \
        for (int i = 0; i < 4; i++) {                                                                        \
            out[i] = thud_f8_from_halves(AT(base, place[i]), AT(base, place[i + 4]));                        \
        }                                                                                                    \
        thud_transpose4(out);                                                                                \
    }

#define THUD_HALF_TO(p, row, half) (*(thud_four *)(void *)(p) = __builtin_ia32_vextractf128_ps256(row, half))

#define THUD_SCATTER4(name, record_type, place_type, AT)                                                     \
    static inline void name(record_type *base, const place_type place[8], const thud_f8 in[4]) {             \
        thud_f8 rows[4] = {in[0], in[1], in[2], in[3]};                                                      \
        thud_transpose4(rows);                                                                               \
        for (int i = 0; i < 4; i++) {                                                                        \
            THUD_HALF_TO(AT(base, place[i]), rows[i], 0);                                                    \
        }                                                                                                    \
        for (int i = 0; i < 4; i++) {                                                                        \
            THUD_HALF_TO(AT(base, place[i + 4]), rows[i], 1);                                                \
        }                                                                                                    \
    }

/* out[k] lane i = rows[i][k], k in 0..7 */
static inline void thud_load8x8(const float *const rows[8], thud_f8 out[8]) {
    for (int i = 0; i < 4; i++) {
        out[i] = thud_f8_from_halves(rows[i], rows[i + 4]);
        out[i + 4] = thud_f8_from_halves(rows[i] + 4, rows[i + 4] + 4);
    }
    thud_transpose4(out);
    thud_transpose4(out + 4);
}

/* rows[i][k] = in[k] lane i, k in 0..7, in the order of the lanes. */
static inline void thud_store8x8(float *const rows[8], const thud_f8 in[8]) {
    thud_f8 low[4] = {in[0], in[1], in[2], in[3]};
    thud_f8 high[4] = {in[4], in[5], in[6], in[7]};
    thud_transpose4(low);
    thud_transpose4(high);
    for (int i = 0; i < 4; i++) {
        *(thud_eight *)(void *)rows[i] = __builtin_shufflevector(low[i], high[i], 0, 1, 2, 3, 8, 9, 10, 11);
    }
    for (int i = 0; i < 4; i++) {
        *(thud_eight *)(void *)rows[i + 4] =
            __builtin_shufflevector(low[i], high[i], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}
