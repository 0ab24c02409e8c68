/*
 * One input for every operation of base/lanes.h, and the results: lanes_kernel.c fills them in once per SIMD
 * width, test_lanes.c compares them with plain arithmetic.
 */
#pragma once

#include <stdint.h>

#include "base/kernel.h"

enum {
    LANES_ADD, LANES_SUB, LANES_MUL, LANES_DIV, LANES_SQRT, LANES_MUL_ADD, /* a NaN result may be any NaN */
    LANES_FIRST_EXACT,
    LANES_NEG = LANES_FIRST_EXACT, LANES_ABS, LANES_MIN, LANES_MAX, LANES_SELECT, LANES_AND_MASK, LANES_SET1,
    LANES_ZERO, LANES_COPY, LANES_COPY_UNALIGNED,
    LANES_FLOAT_OPS
};

enum {
    LANES_LT, LANES_LE, LANES_GT, LANES_GE, LANES_EQ,
    LANES_M_AND, LANES_M_OR, LANES_M_XOR, LANES_M_ANDNOT, LANES_M_NOT, LANES_M_BITS, LANES_ANY, LANES_ALL,
    LANES_I_EQ,
    LANES_MASK_OPS
};

enum { LANES_I_SET1, LANES_I_ADD, LANES_I_AND, LANES_I_OR, LANES_I_SELECT, LANES_I_COPY, LANES_I_COPY_UNALIGNED,
       LANES_I_THERE_AND_BACK, LANES_I_OF_BITS, LANES_INT_OPS };

typedef struct lanes_case {
    _Alignas(32) float a[8];
    _Alignas(32) float b[8];
    _Alignas(32) int32_t i[8];
    _Alignas(32) int32_t j[8];
    uint32_t mask_a, mask_b; /* 0..255 */
} lanes_case;

typedef struct lanes_result {
    _Alignas(32) float floats[LANES_FLOAT_OPS][8];
    _Alignas(32) int32_t ints[LANES_INT_OPS][8];
    uint32_t masks[LANES_MASK_OPS]; /* as bits */
} lanes_result;

THUD_KERNEL_DECLARE(void, lanes_apply_all, (const lanes_case *input, lanes_result *result));
THUD_KERNEL_DECLARE(void, lanes_gather_scatter, (const float *from, float *to, const int32_t index[8]));
THUD_KERNEL_DECLARE(void, lanes_copy_rows, (const float *const from[8], float *const to[8], float *columns));
THUD_KERNEL_DECLARE(int32_t, lanes_pack, (int32_t to[8], const int32_t from[8], uint32_t bits));
THUD_KERNEL_DECLARE(void, lanes_read_records, (const float *base, const int32_t index[8], float *columns));
