/*
 * Sorts sizes into levels, so that small and large boxes each cost as much as necessary only. Boxes are counted by
 * size class (half octaves of the diameter). A level has four classes, from the smallest one on that has boxes and is
 * in no level yet:
 *
 *     class    0.1  0.15  0.2  0.3   ...   50  75  100 m
 *     count     70   400   20    0           1   0    3
 *     level    |------ 0 --------|         |--- 1 ---|
 *
 * A level is as tall as its tallest box. Few levels cost little between them; one level for different sizes
 * makes each small box compare with all others within reach of the largest.
 */
#pragma once

#include <string.h>

#include "thud/bounds.h"

enum { thud_size_class_count = 128, thud_max_levels = 16 };

/* Number of boxes of each size class. */
typedef struct thud_size_counts {
    int32_t of_class[thud_size_class_count];
} thud_size_counts;

typedef struct thud_size_levels {
    int32_t count;
    uint8_t level_of_class[thud_size_class_count];
} thud_size_levels;

/* The size class of a box: classes 0 and 127 have all boxes below 2^-20 m or above 2^43 m. */
static inline uint8_t thud_size_class_of(thud_aabb box) {
    /* half an octave is the exponent and the first bit of the mantissa */
    enum { half_octave_shift = 22, lowest_half_octave = 2 * (127 - 20) };
    float diameter = thud_max(box.max.x - box.min.x, box.max.y - box.min.y);
    uint32_t bits;
    memcpy(&bits, &diameter, sizeof bits);
    int32_t size_class = (int32_t)(bits >> half_octave_shift) - lowest_half_octave;
    size_class = size_class > 0 ? size_class : 0;
    return (uint8_t)(size_class < thud_size_class_count ? size_class : thud_size_class_count - 1);
}

/* The levels for those boxes, the smallest sizes first. No boxes, no levels. */
void thud_size_levels_plan(thud_size_levels *levels, const thud_size_counts *counts);
