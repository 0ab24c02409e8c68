/*
 * Lanes: the one SIMD type of the inner loops, always 8 logical floats, so that the width of the processor
 * cannot change a result: the operations of one lane have the same order everywhere, and no operation
 * mixes lanes.
 *
 * A value consists of parts, each one of the compiler's vectors (gcc's and clang's vector_size), with C's
 * own operators: arithmetic, comparisons, masks and integers are written here once for all widths.
 * Intrinsics are used only if an operator is missing:
 *
 *     THUD_WIDTH_AVX512  one part of 8 floats, and wide.h has 16 at once
 *     THUD_WIDTH_AVX2    one part of 8 floats      lanes_avx2.h
 *     THUD_WIDTH_SSE2    two parts of 4 floats     lanes_sse2.h
 *     THUD_WIDTH_NEON    two parts of 4 floats     lanes_neon.h
 *     THUD_WIDTH_SIMD128 WebAssembly: as SSE2, whose intrinsics Emscripten supports
 *     otherwise          two parts of 4 floats     lanes_scalar.h, in plain C
 *
 * Every operation is the IEEE one, rounded once: no approximate reciprocals, no fused multiply-add. The operations:
 *
 *     thud_f8     load store (32-byte aligned) loadu storeu set1 zero
 *                 add sub mul div sqrt neg abs and_mask (keep or +0)
 *                 min(a, b) = a < b ? a : b, max(a, b) = a > b ? a : b, exactly, with NaN and -0 too
 *                 lt le gt ge eq -> thud_m8 (false for NaN)
 *                 swap_pairs: lanes 1 0 3 2 5 4 7 6, for values that are records instead of lanes
 *                 select(mask, if_true, if_false)
 *     thud_m8     a mask: each lane all ones or all zeros
 *                 and or xor not andnot(a, b) = a and not b, bits (lane i is bit i), from_bits, any, all
 *     thud_i32x8  eight int32_t: load store loadu storeu set1 add (wraps around) and or eq -> thud_m8, select, of_bits (also
 *                 thud_f8_of_bits: the same bits seen as the other)
 *     thud_gather4, thud_scatter4        8 records of 4 floats  <->  4 wide values
 *     thud_gather4_at, thud_scatter4_at  the same by offsets in bytes
 *     thud_load8x8, thud_store8x8        8 records of 8 floats  <->  8 wide values
 */
#pragma once

#include <stdint.h>

#include "base/inline.h"
#include "base/kernel.h"

enum { thud_lane_count = 8 };

/* The bits of the first `count` lanes. */
static inline uint32_t thud_first_lanes(int32_t count) {
    return count < thud_lane_count ? (1u << count) - 1u : 0xffu;
}

/*
 * The header of a width defines thud_f8, thud_m8 and thud_i32x8, whose parts are thud_fp (floats) and thud_ip (bits as
 * unsigned integers), functions without an operator, and
 *
 *     THUD_EACH_PART(DO, expression)  DO(at, expression) for each part; `x at` is the part of a value x
 *     THUD_FILL(part, value)          a part with the value in each lane
 *     THUD_BITS(a), THUD_FLOATS(a)    the same bits as thud_ip, as thud_fp
 *     THUD_TRUTH(comparison)          all ones if it is true, else all zeros
 *     THUD_GATHER4(name, record_type, place_type, AT), THUD_SCATTER4
 *                                     a function between eight records of four floats, at AT(base, place[i]), and four
 *                                     values: out[k] lane i is float k of record i. Scattered in the order of the lanes:
 *                                     of two equal places the later lane wins
 */
#if defined(THUD_WIDTH_AVX2) || defined(THUD_WIDTH_AVX512)
#include "base/lanes_avx2.h"
#elif defined(THUD_WIDTH_SSE2) || defined(THUD_WIDTH_SIMD128)
#include "base/lanes_sse2.h"
#elif defined(THUD_WIDTH_NEON)
#include "base/lanes_neon.h"
#else
#include "base/lanes_scalar.h"
#endif

/* clang-format off */
/* Defines name(x, y, z) of as many values as types: an expression of their parts `a`, `b` and `c`. */
#define THUD_MAP1(result, name, type, expression) \
    static inline result name(type x) { result r; THUD_EACH_PART(THUD_DO1, expression) return r; }
#define THUD_MAP2(result, name, type, type_y, expression) \
    static inline result name(type x, type_y y) { result r; THUD_EACH_PART(THUD_DO2, expression) return r; }
#define THUD_MAP3(result, name, type, type_y, type_z, expression) \
    static inline result name(type x, type_y y, type_z z) { result r; THUD_EACH_PART(THUD_DO3, expression) return r; }
/* Defines name(x) of a number, all of whose parts are the same expression. */
#define THUD_SPREAD(result, name, number, expression) \
    static inline result name(number x) { result r; THUD_EACH_PART(THUD_DO0, expression) return r; }

#define THUD_DO0(at, expression) { r at = (__typeof__(r at))(expression); }
#define THUD_DO1(at, expression) { __typeof__(x at) a = x at; THUD_DO0(at, expression) }
#define THUD_DO2(at, expression) { __typeof__(y at) b = y at; THUD_DO1(at, expression) }
#define THUD_DO3(at, expression) { __typeof__(z at) c = z at; THUD_DO2(at, expression) }

/* Defines type_load and type_store (aligned), type_loadu and type_storeu for a type of such numbers. */
#define THUD_MEMORY(type, number) \
    struct __attribute__((may_alias)) type##_aligned { type value; }; \
    struct __attribute__((may_alias, packed, aligned(4))) type##_unaligned { type value; }; \
    static inline type type##_load(const number *from) { return ((const struct type##_aligned *)(const void *)from)->value; } \
    static inline type type##_loadu(const number *from) { return ((const struct type##_unaligned *)(const void *)from)->value; } \
    static inline void type##_store(number *to, type x) { ((struct type##_aligned *)(void *)to)->value = x; } \
    static inline void type##_storeu(number *to, type x) { ((struct type##_unaligned *)(void *)to)->value = x; }

/* The operations of floats F, masks M and integers I that C's operators write: for eight lanes, and for wide.h. */
#define THUD_OPERATORS(F, M, I) \
    THUD_MAP2(F, F##_add, F, F, a + b) \
    THUD_MAP2(F, F##_sub, F, F, a - b) \
    THUD_MAP2(F, F##_mul, F, F, a * b) \
    THUD_MAP2(F, F##_div, F, F, a / b) \
    THUD_MAP3(F, F##_mul_add, F, F, F, a * b + c) /* rounded twice */ \
    THUD_MAP1(F, F##_neg, F, -a) \
    static inline F F##_zero(void) { return F##_set1(0.0f); } \
    THUD_MAP2(M, M##_and, M, M, a & b) \
    THUD_MAP2(M, M##_or, M, M, a | b) \
    THUD_MAP2(M, M##_xor, M, M, a ^ b) \
    THUD_MAP2(M, M##_andnot, M, M, a & ~b) \
    THUD_MAP1(M, M##_not, M, ~a) \
    THUD_MEMORY(I, int32_t) \
    THUD_MAP2(I, I##_add, I, I, a + b) \
    THUD_MAP2(I, I##_and, I, I, a & b) \
    THUD_MAP2(I, I##_or, I, I, a | b)

/* All operations of types whose parts are thud_fp and thud_ip. */
#define THUD_LANES(F, M, I) \
    THUD_MEMORY(F, float) \
    THUD_SPREAD(F, F##_set1, float, THUD_FILL(thud_fp, x)) \
    THUD_OPERATORS(F, M, I) \
    THUD_MAP1(F, F##_abs, F, THUD_FLOATS(THUD_BITS(a) & 0x7fffffffu)) \
    THUD_MAP1(F, F##_sqrt, F, thud_fp_sqrt(a)) \
    THUD_MAP2(F, F##_min, F, F, thud_fp_min(a, b)) \
    THUD_MAP2(F, F##_max, F, F, thud_fp_max(a, b)) \
    THUD_MAP2(M, F##_lt, F, F, THUD_TRUTH(a < b)) \
    THUD_MAP2(M, F##_le, F, F, THUD_TRUTH(a <= b)) \
    THUD_MAP2(M, F##_gt, F, F, THUD_TRUTH(a > b)) \
    THUD_MAP2(M, F##_ge, F, F, THUD_TRUTH(a >= b)) \
    THUD_MAP2(M, F##_eq, F, F, THUD_TRUTH(a == b)) \
    THUD_MAP2(F, F##_and_mask, F, M, THUD_FLOATS(THUD_BITS(a) & b)) \
    THUD_MAP3(F, F##_select, M, F, F, thud_fp_select(a, b, c)) \
    static inline bool M##_any(M mask) { return thud_m8_bits(mask) != 0; } \
    static inline bool M##_all(M mask) { return thud_m8_bits(mask) == 0xff; } \
    THUD_SPREAD(I, I##_set1, int32_t, THUD_FILL(thud_ip, (uint32_t)x)) \
    THUD_MAP2(M, I##_eq, I, I, THUD_TRUTH(a == b)) \
    THUD_MAP3(I, I##_select, M, I, I, THUD_BITS(thud_fp_select(a, THUD_FLOATS(b), THUD_FLOATS(c)))) \
    THUD_MAP1(I, I##_of_bits, F, THUD_BITS(a)) \
    THUD_MAP1(F, F##_of_bits, I, THUD_FLOATS(a))

THUD_LANES(thud_f8, thud_m8, thud_i32x8)
/* clang-format on */

/* ---- records ---- */

/* The address of a record of four floats; by its offset in bytes, which saves the multiplication. */
#define THUD_RECORD(base, index) ((base) + 4 * (ptrdiff_t)(index))

static inline const float *thud_record_at(const void *base, uint32_t offset) {
    return (const float *)(const void *)((const char *)base + offset);
}

static inline float *thud_record_to(void *base, uint32_t offset) {
    return (float *)(void *)((char *)base + offset);
}

THUD_GATHER4(thud_gather4, float, int32_t, THUD_RECORD)
THUD_SCATTER4(thud_scatter4, float, int32_t, THUD_RECORD)
THUD_GATHER4(thud_gather4_at, void, uint32_t, thud_record_at)
THUD_SCATTER4(thud_scatter4_at, void, uint32_t, thud_record_to)

/* 8 or 16 indices from a list of which `left` are left; where these are fewer, `room` repeats the last one. */
THUD_INLINE const int32_t *thud_lanes_from(const int32_t *list, int32_t left, int32_t lanes, int32_t *room) {
    if (left >= lanes) {
        return list;
    }
    for (int32_t i = 0; i < lanes; i += thud_lane_count) {
        thud_i32x8_storeu(room + i, thud_i32x8_set1(list[left - 1]));
    }
    THUD_NO_UNROLL
    for (int32_t i = 0; i < left - 1; i++) {
        room[i] = list[i];
    }
    return room;
}
