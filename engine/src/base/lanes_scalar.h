/* The lanes of base/lanes.h as eight numbers. */
#ifndef THUD_SRC_BASE_LANES_SCALAR_H
#define THUD_SRC_BASE_LANES_SCALAR_H

#include <math.h>
#include <string.h>

typedef float thud_fp;
typedef uint32_t thud_ip;

typedef struct thud_f8 {
    thud_fp v[8];
} thud_f8;

typedef struct thud_m8 {
    thud_ip v[8]; /* 0 or 0xffffffff */
} thud_m8;

typedef struct thud_i32x8 {
    thud_ip v[8];
} thud_i32x8;

#define THUD_EACH_PART(DO, expression)                                                                       \
    for (int i = 0; i < 8; i++)                                                                              \
    DO(.v[i], expression)
#define THUD_FILL(part, x) ((part)(x))
#define THUD_BITS(a) thud_bits_of_float(a)
#define THUD_FLOATS(a) thud_float_of_bits(a)
#define THUD_TRUTH(comparison) ((comparison) ? 0xffffffffu : 0u)

static inline uint32_t thud_bits_of_float(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline float thud_float_of_bits(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline float thud_fp_sqrt(float a) {
    return sqrtf(a);
}

static inline float thud_fp_min(float a, float b) {
    return a < b ? a : b;
}

static inline float thud_fp_max(float a, float b) {
    return a > b ? a : b;
}

static inline float thud_fp_select(uint32_t mask, float if_true, float if_false) {
    return mask != 0 ? if_true : if_false;
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i ^ 1];
    }
    return r;
}

static inline uint32_t thud_m8_bits(thud_m8 a) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (a.v[i] & 1u) << i;
    }
    return bits;
}

static inline thud_m8 thud_m8_from_bits(uint32_t bits) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = THUD_TRUTH(bits >> i & 1u);
    }
    return r;
}

static inline thud_i32x8 thud_i32x8_of_bytes(uint64_t bytes) {
    uint8_t each[8];
    memcpy(each, &bytes, sizeof each);
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = each[i];
    }
    return r;
}

/* ---- records ---- */

/* A float in memory of any type. */
typedef float thud_any_float __attribute__((may_alias));

#define THUD_GATHER4(name, record_type, place_type, AT)                                                      \
    static inline void name(const record_type *base, const place_type place[8], thud_f8 out[4]) {            \
        for (int i = 0; i < 8; i++) {                                                                        \
            const thud_any_float *record = AT(base, place[i]);                                               \
            for (int k = 0; k < 4; k++) {                                                                    \
                out[k].v[i] = record[k];                                                                     \
            }                                                                                                \
        }                                                                                                    \
    }

#define THUD_SCATTER4(name, record_type, place_type, AT)                                                     \
    static inline void name(record_type *base, const place_type place[8], const thud_f8 in[4]) {             \
        for (int i = 0; i < 8; i++) {                                                                        \
            thud_any_float *record = AT(base, place[i]);                                                     \
            for (int k = 0; k < 4; k++) {                                                                    \
                record[k] = in[k].v[i];                                                                      \
            }                                                                                                \
        }                                                                                                    \
    }

/* out[k] lane i = rows[i][k], k in 0..7 */
static inline void thud_load8x8(const float *const rows[8], thud_f8 out[8]) {
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            out[k].v[i] = rows[i][k];
        }
    }
}

/* rows[i][k] = in[k] lane i, k in 0..7, in the order of the lanes. */
static inline void thud_store8x8(float *const rows[8], const thud_f8 in[8]) {
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            rows[i][k] = in[k].v[i];
        }
    }
}

#endif
