/* wide_box.h: a box in each of eight lanes, for the kernels of the broadphase. */
#pragma once

#include "base/lanes.h"
#include "broadphase/box_tree.h"

typedef struct wide_box {
    thud_f8 min_x, min_y, max_x, max_y;
} wide_box;

/* The box in all lanes. */
static inline wide_box spread_aabb(const thud_aabb *box) {
    return (wide_box){thud_f8_set1(box->min.x), thud_f8_set1(box->min.y), thud_f8_set1(box->max.x),
                      thud_f8_set1(box->max.y)};
}

/* Bit i: whether the box overlaps that of number i. */
static inline uint32_t overlaps_of_sides(const wide_box *box, const float *min_x, const float *min_y,
                                         const float *max_x, const float *max_y) {
    thud_m8 x = thud_m8_and(thud_f8_le(box->min_x, thud_f8_loadu(max_x)),
                            thud_f8_le(thud_f8_loadu(min_x), box->max_x));
    thud_m8 y = thud_m8_and(thud_f8_le(box->min_y, thud_f8_loadu(max_y)),
                            thud_f8_le(thud_f8_loadu(min_y), box->max_y));
    return thud_m8_bits(thud_m8_and(x, y));
}

/* Bit i: whether the box overlaps that of entry first + i. */
static inline uint32_t overlaps_of_eight(const wide_box *box, const thud_box_columns *boxes, int32_t first) {
    return overlaps_of_sides(box, boxes->min_x + first, boxes->min_y + first, boxes->max_x + first,
                             boxes->max_y + first);
}
