/*
 * Records in and out of lanes that are two vectors of four floats, and other functions of both: shared by lanes_sse2.h,
 * lanes_neon.h and lanes_scalar.h, which include this file at their end.
 */
#pragma once

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    const thud_ip low_bit = {1, 2, 4, 8};
    const thud_ip all = THUD_FILL(thud_ip, bits);
    return (thud_m8){(thud_ip)((all & low_bit) == low_bit), (thud_ip)((all & low_bit << 4) == low_bit << 4)};
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    return (thud_f8){THUD_SHUFFLE4(a.lo, a.lo, 1, 0, 3, 2), THUD_SHUFFLE4(a.hi, a.hi, 1, 0, 3, 2)};
}

typedef thud_fp thud_fp_unaligned __attribute__((may_alias, aligned(4)));

static inline thud_fp thud_fp_loadu(const void *from) {
    return *(const thud_fp_unaligned *)from;
}

static inline void thud_fp_storeu(void *to, thud_fp a) {
    *(thud_fp_unaligned *)to = a;
}

#define THUD_GATHER4(name, record_type, place_type, AT)                                                      \
    static inline void name(const record_type *base, const place_type place[8], thud_f8 out[4]) {            \
        thud_fp low[4], high[4];                                                                             \
        for (int i = 0; i < 4; i++) {                                                                        \
            low[i] = thud_fp_loadu(AT(base, place[i]));                                                      \
            high[i] = thud_fp_loadu(AT(base, place[i + 4]));                                                 \
        }                                                                                                    \
        thud_transpose4(low);                                                                                \
        thud_transpose4(high);                                                                               \
        for (int k = 0; k < 4; k++) {                                                                        \
            out[k].lo = low[k];                                                                              \
            out[k].hi = high[k];                                                                             \
        }                                                                                                    \
    }

#define THUD_SCATTER4(name, record_type, place_type, AT)                                                     \
    static inline void name(record_type *base, const place_type place[8], const thud_f8 in[4]) {             \
        thud_fp low[4] = {in[0].lo, in[1].lo, in[2].lo, in[3].lo};                                           \
        thud_fp high[4] = {in[0].hi, in[1].hi, in[2].hi, in[3].hi};                                          \
        thud_transpose4(low);                                                                                \
        thud_transpose4(high);                                                                               \
        for (int i = 0; i < 4; i++) {                                                                        \
            thud_fp_storeu(AT(base, place[i]), low[i]);                                                      \
        }                                                                                                    \
        for (int i = 0; i < 4; i++) {                                                                        \
            thud_fp_storeu(AT(base, place[i + 4]), high[i]);                                                 \
        }                                                                                                    \
    }

/* out[k] lane i = rows[i][k], k in 0..7 */
static inline void thud_load8x8(const float *const rows[8], thud_f8 out[8]) {
    for (int half = 0; half < 2; half++) {
        thud_fp low[4];
        thud_fp high[4];
        for (int i = 0; i < 4; i++) {
            low[i] = thud_fp_loadu(rows[i] + 4 * half);
            high[i] = thud_fp_loadu(rows[i + 4] + 4 * half);
        }
        thud_transpose4(low);
        thud_transpose4(high);
        for (int k = 0; k < 4; k++) {
            out[4 * half + k].lo = low[k];
            out[4 * half + k].hi = high[k];
        }
    }
}

/* Writes floats 4 * half to 4 * half + 3 of four rows from four columns. */
static inline void thud_store_quarter(float *const rows[4], int half, thud_fp columns[4]) {
    thud_transpose4(columns);
    for (int i = 0; i < 4; i++) {
        thud_fp_storeu(rows[i] + 4 * half, columns[i]);
    }
}

/* rows[i][k] = in[k] lane i, k in 0..7, in the order of the lanes. */
static inline void thud_store8x8(float *const rows[8], const thud_f8 in[8]) {
    for (int half = 0; half < 2; half++) {
        thud_fp low[4] = {in[4 * half].lo, in[4 * half + 1].lo, in[4 * half + 2].lo, in[4 * half + 3].lo};
        thud_store_quarter(rows, half, low);
    }
    for (int half = 0; half < 2; half++) {
        thud_fp high[4] = {in[4 * half].hi, in[4 * half + 1].hi, in[4 * half + 2].hi, in[4 * half + 3].hi};
        thud_store_quarter(rows + 4, half, high);
    }
}
