/*
 * A grid of rows and columns over the whole plane, for boxes of similar size. It maps a coordinate to a
 * number by a function that never decreases; correctness depends on nothing else:
 *
 *     row(y)    = floor(y / tallest)         two boxes that overlap have rows of their min_y that differ by 1 at most;
 *                                            where boxes are sparse rows are a few times as tall
 *     column(x) = floor(x / (widest / 4))    only sorts; a box that overlaps has its column in
 *                                            [column(min_x - widest), column(max_x)]
 *
 * Far from the origin the numbers are clamped, which keeps their order: no pair is missed there. 2^28 heights away from
 * the origin neighbouring floats are 32 heights apart: boxes there are points, so that this has no cost in real scenes.
 */
#pragma once

#include "thud/bounds.h"

/* Rows and columns on either side of the origin. */
#define THUD_GRID_ROWS 268435456.0    /* 2^28 */
#define THUD_GRID_COLUMNS 536870912.0 /* 2^29 */

typedef struct thud_grid {
    double rows_per_metre, columns_per_metre;
    double tallest, widest;        /* upper bounds of its boxes [m] */
    int32_t row_base, column_base; /* the lowest numbers in use; all numbers are relative to them */
} thud_grid;

typedef struct thud_grid_bounds {
    float tallest, widest;       /* the largest height and width [m]; infinite if the difference overflows */
    float min_x_low, min_x_high; /* range of their min_x */
    float min_y_low, min_y_high; /* range of their min_y */
    int32_t count;               /* number of boxes */
} thud_grid_bounds;

/* The grid for boxes within those bounds. Columns are so coarse that their numbers are below 2^column_bits. */
thud_grid thud_grid_make(const thud_grid_bounds *bounds, int column_bits);

/* 0 and the highest numbers. Defined in grid.c: compilers make branches of clamping to constants. */
extern const double thud_grid_first, thud_grid_last_row, thud_grid_last_column;

/* value * scale rounded down, clamped to [-limit, limit), counted from -limit; `last` is 2 limit - 1. */
static inline int32_t thud_grid_number(double value, double scale, double limit, double last) {
    double number = value * scale + limit;
    number = number > thud_grid_first ? number : thud_grid_first;
    number = number < last ? number : last;
    return (int32_t)number;
}

/* The row of a box with this min_y [m]; negative and large numbers are outside of the rows in use. */
static inline int32_t thud_grid_row(const thud_grid *grid, double y) {
    return thud_grid_number(y, grid->rows_per_metre, THUD_GRID_ROWS, thud_grid_last_row) - grid->row_base;
}

/* The column of a box with this min_x [m]. */
static inline int32_t thud_grid_column(const thud_grid *grid, double x) {
    return thud_grid_number(x, grid->columns_per_metre, THUD_GRID_COLUMNS, thud_grid_last_column) - grid->column_base;
}

/* The cells of a grid that contain all boxes that overlap a given one; both ends included. */
typedef struct thud_grid_range {
    int32_t first_row, last_row;
    int32_t first_column, last_column;
} thud_grid_range;

/* The cells to search for boxes that overlap the box. */
static inline thud_grid_range thud_grid_range_of(const thud_grid *grid, thud_aabb box) {
    thud_grid_range range = {
        thud_grid_row(grid, (double)box.min.y - grid->tallest),
        thud_grid_row(grid, (double)box.max.y),
        thud_grid_column(grid, (double)box.min.x - grid->widest),
        thud_grid_column(grid, (double)box.max.x),
    };
    return range;
}
