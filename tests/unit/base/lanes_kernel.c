/* Runs every operation of base/lanes.h on the input of lanes_case.h; compiled once per SIMD width. */
#include "lanes_case.h"

#include <string.h>

#include "base/lanes.h"
#include "base/pack.h"

static void apply_float_ops(const lanes_case *input, lanes_result *result) {
    thud_f8 a = thud_f8_load(input->a);
    thud_f8 b = thud_f8_load(input->b);
    thud_m8 mask = thud_m8_from_bits(input->mask_a);
    thud_f8_store(result->floats[LANES_ADD], thud_f8_add(a, b));
    thud_f8_store(result->floats[LANES_SUB], thud_f8_sub(a, b));
    thud_f8_store(result->floats[LANES_MUL], thud_f8_mul(a, b));
    thud_f8_store(result->floats[LANES_DIV], thud_f8_div(a, b));
    thud_f8_store(result->floats[LANES_SQRT], thud_f8_sqrt(a));
    thud_f8_store(result->floats[LANES_MUL_ADD], thud_f8_mul_add(a, b, a));
    thud_f8_store(result->floats[LANES_NEG], thud_f8_neg(a));
    thud_f8_store(result->floats[LANES_ABS], thud_f8_abs(a));
    thud_f8_store(result->floats[LANES_MIN], thud_f8_min(a, b));
    thud_f8_store(result->floats[LANES_MAX], thud_f8_max(a, b));
    thud_f8_store(result->floats[LANES_SELECT], thud_f8_select(mask, a, b));
    thud_f8_store(result->floats[LANES_AND_MASK], thud_f8_and_mask(a, mask));
    thud_f8_store(result->floats[LANES_SET1], thud_f8_set1(input->a[3]));
    thud_f8_store(result->floats[LANES_ZERO], thud_f8_zero());
    thud_f8_store(result->floats[LANES_COPY], a);
    float unaligned[9];
    thud_f8_storeu(unaligned + 1, a);
    thud_f8_storeu(result->floats[LANES_COPY_UNALIGNED], thud_f8_loadu(unaligned + 1));
}

static void apply_mask_ops(const lanes_case *input, lanes_result *result) {
    thud_f8 a = thud_f8_load(input->a);
    thud_f8 b = thud_f8_load(input->b);
    thud_m8 m = thud_m8_from_bits(input->mask_a);
    thud_m8 n = thud_m8_from_bits(input->mask_b);
    result->masks[LANES_LT] = thud_m8_bits(thud_f8_lt(a, b));
    result->masks[LANES_LE] = thud_m8_bits(thud_f8_le(a, b));
    result->masks[LANES_GT] = thud_m8_bits(thud_f8_gt(a, b));
    result->masks[LANES_GE] = thud_m8_bits(thud_f8_ge(a, b));
    result->masks[LANES_EQ] = thud_m8_bits(thud_f8_eq(a, b));
    result->masks[LANES_M_AND] = thud_m8_bits(thud_m8_and(m, n));
    result->masks[LANES_M_OR] = thud_m8_bits(thud_m8_or(m, n));
    result->masks[LANES_M_XOR] = thud_m8_bits(thud_m8_xor(m, n));
    result->masks[LANES_M_ANDNOT] = thud_m8_bits(thud_m8_andnot(m, n));
    result->masks[LANES_M_NOT] = thud_m8_bits(thud_m8_not(m));
    result->masks[LANES_M_BITS] = thud_m8_bits(m);
    result->masks[LANES_ANY] = thud_m8_any(m);
    result->masks[LANES_ALL] = thud_m8_all(m);
}

static void apply_int_ops(const lanes_case *input, lanes_result *result) {
    thud_i32x8 i = thud_i32x8_load(input->i);
    thud_i32x8 j = thud_i32x8_load(input->j);
    thud_m8 mask = thud_m8_from_bits(input->mask_a);
    result->masks[LANES_I_EQ] = thud_m8_bits(thud_i32x8_eq(i, j));
    thud_i32x8_store(result->ints[LANES_I_SET1], thud_i32x8_set1(input->i[5]));
    thud_i32x8_store(result->ints[LANES_I_ADD], thud_i32x8_add(i, j));
    thud_i32x8_store(result->ints[LANES_I_AND], thud_i32x8_and(i, j));
    thud_i32x8_store(result->ints[LANES_I_OR], thud_i32x8_or(i, j));
    thud_i32x8_store(result->ints[LANES_I_SELECT], thud_i32x8_select(mask, i, j));
    thud_i32x8_store(result->ints[LANES_I_COPY], i);
    thud_i32x8_store(result->ints[LANES_I_THERE_AND_BACK], thud_i32x8_of_bits(thud_f8_of_bits(i)));
    thud_i32x8_store(result->ints[LANES_I_OF_BITS], thud_i32x8_of_bits(thud_f8_load(input->a)));
    int32_t unaligned[9];
    thud_i32x8_storeu(unaligned + 1, i);
    thud_i32x8_storeu(result->ints[LANES_I_COPY_UNALIGNED], thud_i32x8_loadu(unaligned + 1));
}

void THUD_KERNEL(lanes_apply_all)(const lanes_case *input, lanes_result *result) {
    apply_float_ops(input, result);
    apply_mask_ops(input, result);
    apply_int_ops(input, result);
}

void THUD_KERNEL(lanes_gather_scatter)(const float *from, float *to, const int32_t index[8]) {
    thud_f8 columns[4];
    thud_gather4(from, index, columns);
    thud_scatter4(to, index, columns);
}

void THUD_KERNEL(lanes_read_records)(const float *base, const int32_t index[8], float *columns) {
    thud_f8 wide[4];
    thud_gather4(base, index, wide);
    for (int k = 0; k < 4; k++) {
        thud_f8_storeu(columns + 8 * k, wide[k]);
    }
}

void THUD_KERNEL(lanes_copy_rows)(const float *const from[8], float *const to[8], float *columns) {
    thud_f8 wide[8];
    thud_load8x8(from, wide);
    for (int k = 0; k < 8; k++) {
        thud_f8_storeu(columns + 8 * k, wide[k]);
    }
    thud_store8x8(to, wide);
}

int32_t THUD_KERNEL(lanes_pack)(int32_t to[8], const int32_t from[8], uint32_t bits) {
    return thud_pack8(to, from, bits);
}
