/* The lanes of base/lanes.h in plain C; the reference for the others. */
#ifndef THUD_SRC_BASE_LANES_SCALAR_H
#define THUD_SRC_BASE_LANES_SCALAR_H

#include <math.h>
#include <string.h>

typedef struct thud_f8 {
    float v[8];
} thud_f8;

typedef struct thud_m8 {
    uint32_t v[8]; /* 0 or 0xffffffff */
} thud_m8;

typedef struct thud_i32x8 {
    int32_t v[8];
} thud_i32x8;

/* ---- floats ---- */

static inline thud_f8 thud_f8_load(const float *from) {
    thud_f8 r;
    memcpy(r.v, from, sizeof r.v);
    return r;
}

static inline void thud_f8_store(float *to, thud_f8 a) {
    memcpy(to, a.v, sizeof a.v);
}

static inline thud_f8 thud_f8_loadu(const float *from) {
    thud_f8 r;
    memcpy(r.v, from, sizeof r.v);
    return r;
}

static inline void thud_f8_storeu(float *to, thud_f8 a) {
    memcpy(to, a.v, sizeof a.v);
}

static inline thud_f8 thud_f8_set1(float value) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = value;
    }
    return r;
}

static inline thud_f8 thud_f8_zero(void) {
    return thud_f8_set1(0.0f);
}

static inline thud_f8 thud_f8_add(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] + b.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_sub(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] - b.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_mul(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] * b.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_div(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] / b.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_sqrt(thud_f8 a) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = sqrtf(a.v[i]);
    }
    return r;
}

static inline thud_f8 thud_f8_swap_pairs(thud_f8 a) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i ^ 1];
    }
    return r;
}

static inline thud_f8 thud_f8_neg(thud_f8 a) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = -a.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_abs(thud_f8 a) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = fabsf(a.v[i]);
    }
    return r;
}

static inline thud_f8 thud_f8_min(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_max(thud_f8 a, thud_f8 b) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
    }
    return r;
}

/* A mask lane from a truth value. */
static inline uint32_t thud_lane_mask(bool is_set) {
    return is_set ? 0xffffffffu : 0u;
}

static inline thud_m8 thud_f8_lt(thud_f8 a, thud_f8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] < b.v[i]);
    }
    return r;
}

static inline thud_m8 thud_f8_le(thud_f8 a, thud_f8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] <= b.v[i]);
    }
    return r;
}

static inline thud_m8 thud_f8_gt(thud_f8 a, thud_f8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] > b.v[i]);
    }
    return r;
}

static inline thud_m8 thud_f8_ge(thud_f8 a, thud_f8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] >= b.v[i]);
    }
    return r;
}

static inline thud_m8 thud_f8_eq(thud_f8 a, thud_f8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] == b.v[i]);
    }
    return r;
}

static inline thud_f8 thud_f8_select(thud_m8 mask, thud_f8 if_true, thud_f8 if_false) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = mask.v[i] != 0 ? if_true.v[i] : if_false.v[i];
    }
    return r;
}

static inline thud_f8 thud_f8_and_mask(thud_f8 a, thud_m8 mask) {
    thud_f8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = mask.v[i] != 0 ? a.v[i] : 0.0f;
    }
    return r;
}

/* ---- masks ---- */

static inline thud_m8 thud_m8_and(thud_m8 a, thud_m8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] & b.v[i];
    }
    return r;
}

static inline thud_m8 thud_m8_or(thud_m8 a, thud_m8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] | b.v[i];
    }
    return r;
}

static inline thud_m8 thud_m8_xor(thud_m8 a, thud_m8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] ^ b.v[i];
    }
    return r;
}

static inline thud_m8 thud_m8_andnot(thud_m8 a, thud_m8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] & ~b.v[i];
    }
    return r;
}

static inline thud_m8 thud_m8_not(thud_m8 a) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = ~a.v[i];
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
        r.v[i] = thud_lane_mask((bits >> i & 1u) != 0);
    }
    return r;
}

/* ---- integers ---- */

static inline thud_i32x8 thud_i32x8_load(const int32_t *from) {
    thud_i32x8 r;
    memcpy(r.v, from, sizeof r.v);
    return r;
}

static inline void thud_i32x8_store(int32_t *to, thud_i32x8 a) {
    memcpy(to, a.v, sizeof a.v);
}

static inline thud_i32x8 thud_i32x8_loadu(const int32_t *from) {
    thud_i32x8 r;
    memcpy(r.v, from, sizeof r.v);
    return r;
}

static inline void thud_i32x8_storeu(int32_t *to, thud_i32x8 a) {
    memcpy(to, a.v, sizeof a.v);
}

static inline thud_i32x8 thud_i32x8_set1(int32_t value) {
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = value;
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

/* Wraps around, as the processors do. */
static inline thud_i32x8 thud_i32x8_add(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = (int32_t)((uint32_t)a.v[i] + (uint32_t)b.v[i]);
    }
    return r;
}

static inline thud_i32x8 thud_i32x8_and(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] & b.v[i];
    }
    return r;
}

static inline thud_i32x8 thud_i32x8_or(thud_i32x8 a, thud_i32x8 b) {
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = a.v[i] | b.v[i];
    }
    return r;
}

static inline thud_m8 thud_i32x8_eq(thud_i32x8 a, thud_i32x8 b) {
    thud_m8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = thud_lane_mask(a.v[i] == b.v[i]);
    }
    return r;
}

static inline thud_i32x8 thud_i32x8_select(thud_m8 mask, thud_i32x8 if_true, thud_i32x8 if_false) {
    thud_i32x8 r;
    for (int i = 0; i < 8; i++) {
        r.v[i] = mask.v[i] != 0 ? if_true.v[i] : if_false.v[i];
    }
    return r;
}

/* The same 256 bits. */
static inline thud_i32x8 thud_i32x8_of_bits(thud_f8 a) {
    thud_i32x8 r;
    memcpy(r.v, a.v, sizeof r.v);
    return r;
}

static inline thud_f8 thud_f8_of_bits(thud_i32x8 a) {
    thud_f8 r;
    memcpy(r.v, a.v, sizeof r.v);
    return r;
}

/* ---- records ---- */

/* out[k] lane i = base[4 * index[i] + k] */
static inline void thud_gather4(const float *base, const int32_t index[8], thud_f8 out[4]) {
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 4; k++) {
            out[k].v[i] = base[4 * (ptrdiff_t)index[i] + k];
        }
    }
}

/* base[4 * index[i] + k] = in[k] lane i, in the order of the lanes: of two equal indices the later lane stays. */
static inline void thud_scatter4(float *base, const int32_t index[8], const thud_f8 in[4]) {
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 4; k++) {
            base[4 * (ptrdiff_t)index[i] + k] = in[k].v[i];
        }
    }
}

/* The same with offsets in bytes, so that no address needs a multiplication: float k of the record at offset[i]. */
static inline void thud_gather4_at(const void *base, const uint32_t offset[8], thud_f8 out[4]) {
    for (int i = 0; i < 8; i++) {
        float record[4]; /* copied: what lies there may be of another type */
        memcpy(record, (const char *)base + offset[i], sizeof record);
        for (int k = 0; k < 4; k++) {
            out[k].v[i] = record[k];
        }
    }
}

static inline void thud_scatter4_at(void *base, const uint32_t offset[8], const thud_f8 in[4]) {
    for (int i = 0; i < 8; i++) {
        float record[4];
        for (int k = 0; k < 4; k++) {
            record[k] = in[k].v[i];
        }
        memcpy((char *)base + offset[i], record, sizeof record);
    }
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
