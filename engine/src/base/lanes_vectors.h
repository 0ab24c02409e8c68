/*
 * Parts as the compiler's vectors of THUD_PART_LANES floats, which the header of the width defines before it includes
 * this one: shared by all widths.
 */
#pragma once

typedef float thud_fp __attribute__((vector_size(4 * THUD_PART_LANES)));
typedef uint32_t thud_ip __attribute__((vector_size(4 * THUD_PART_LANES)));

#define THUD_BITS(a) ((thud_ip)(a))
#define THUD_FLOATS(a) ((thud_fp)(a))
#define THUD_TRUTH(comparison) (comparison)

#if THUD_PART_LANES == 8
#define THUD_EACH_PART(DO, expression) DO(, expression)
#define THUD_FILL(part, x) ((part){(x), (x), (x), (x), (x), (x), (x), (x)})
typedef thud_fp thud_f8;
typedef thud_ip thud_m8;
typedef thud_ip thud_i32x8;
#else
#define THUD_EACH_PART(DO, expression) DO(.lo, expression) DO(.hi, expression)
#define THUD_FILL(part, x) ((part){(x), (x), (x), (x)})
typedef struct thud_f8 {
    thud_fp lo, hi; /* lanes 0..3 and 4..7 */
} thud_f8;
typedef struct thud_m8 {
    thud_ip lo, hi;
} thud_m8;
typedef struct thud_i32x8 {
    thud_ip lo, hi;
} thud_i32x8;
#endif

/* clang-format off */
/* Selects lanes of a and b (numbered after those of a) by number; `type` is a vector of as many integers. */
#ifdef __clang__
#define THUD_PICK(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define THUD_PICK(type, a, b, ...) __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif

/* In each group of four lanes selects lanes i, j, k and l, where 4 to 7 are those of b's group. */
#define THUD_FROM(lanes, group, i) ((i) % 4 + 4 * (group) + ((i) < 4 ? 0 : (lanes)))
#define THUD_GROUP(lanes, group, i, j, k, l) \
    THUD_FROM(lanes, group, i), THUD_FROM(lanes, group, j), THUD_FROM(lanes, group, k), THUD_FROM(lanes, group, l)
#define THUD_SHUFFLE4(a, b, i, j, k, l) THUD_PICK(thud_ip, a, b, THUD_GROUP(4, 0, i, j, k, l))
#define THUD_SHUFFLE8(a, b, i, j, k, l) \
    THUD_PICK(thud_ip, a, b, THUD_GROUP(8, 0, i, j, k, l), THUD_GROUP(8, 1, i, j, k, l))
#define THUD_SHUFFLE16(a, b, i, j, k, l) \
    THUD_PICK(thud_iw, a, b, THUD_GROUP(16, 0, i, j, k, l), THUD_GROUP(16, 1, i, j, k, l), \
              THUD_GROUP(16, 2, i, j, k, l), THUD_GROUP(16, 3, i, j, k, l))

/* Defines a function that transposes the 4x4 block in each group of four lanes of four vectors. */
#define THUD_TRANSPOSE(name, type, SHUFFLE) \
    static inline void name(type rows[4]) { \
        type xy01 = SHUFFLE(rows[0], rows[1], 0, 4, 1, 5); \
        type zw01 = SHUFFLE(rows[0], rows[1], 2, 6, 3, 7); \
        type xy23 = SHUFFLE(rows[2], rows[3], 0, 4, 1, 5); \
        type zw23 = SHUFFLE(rows[2], rows[3], 2, 6, 3, 7); \
        rows[0] = SHUFFLE(xy01, xy23, 0, 1, 4, 5); \
        rows[1] = SHUFFLE(xy01, xy23, 2, 3, 6, 7); \
        rows[2] = SHUFFLE(zw01, zw23, 0, 1, 4, 5); \
        rows[3] = SHUFFLE(zw01, zw23, 2, 3, 6, 7); \
    }

#if THUD_PART_LANES == 8
THUD_TRANSPOSE(thud_transpose4, thud_fp, THUD_SHUFFLE8)
#else
THUD_TRANSPOSE(thud_transpose4, thud_fp, THUD_SHUFFLE4)
#endif
/* clang-format on */
