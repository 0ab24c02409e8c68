/*
 * Sorts sizes into levels, so that a pebble and a mountain each cost what they should. Boxes are counted by
 * size class (half octaves of the diameter); neighbouring classes are then joined to levels such that the
 * expected work is least:
 *
 *     class    0.1  0.15  0.2  0.3   ...   50  75  100 m
 *     count     70   400   20    0           1   0    3
 *     level    |------ 0 --------|         |--- 1 ---|
 *
 * A level is as tall as its tallest box. Few levels cost little between them; one level for unlike sizes
 * makes each small box look at all the others within reach of the largest.
 */
#ifndef THUD_SRC_BROADPHASE_SIZE_LEVELS_H
#define THUD_SRC_BROADPHASE_SIZE_LEVELS_H

#include "broadphase/grid.h"

enum { thud_size_class_count = 128, thud_max_levels = 16 };

typedef struct thud_size_classes {
    int32_t counts[thud_size_class_count];
    thud_grid_bounds bounds[thud_size_class_count]; /* of the classes that have boxes */
} thud_size_classes;

typedef struct thud_size_levels {
    int32_t count;
    uint8_t level_of_class[thud_size_class_count];
    int32_t counts[thud_max_levels];
    thud_grid_bounds bounds[thud_max_levels];
} thud_size_levels;

/* The size class of a box: classes 0 and 127 hold all that is below 2^-20 m or above 2^43 m. */
int32_t thud_size_class_of(thud_aabb box);

/* Counts one more box. */
void thud_size_classes_add(thud_size_classes *classes, thud_aabb box);

/* The cheapest levels for those boxes, the smallest sizes first. No boxes, no levels. */
void thud_size_levels_plan(thud_size_levels *levels, const thud_size_classes *classes);

#endif
