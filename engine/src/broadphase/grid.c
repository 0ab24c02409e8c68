#include "broadphase/grid.h"

/* Columns per width of the widest box: finer columns sort more than the scan can use. */
static const double columns_per_width = 4.0;

/* Factor by which a row is taller than the tallest box, and the reach larger than a box: above the rounding
 * of 2^29 rows in a double (2^-24 of a row), so that two boxes that touch are never two rows apart. */
static const double inflation = 1.0 + 1.0 / 262144.0;

/* Boxes that cover less than a quarter of the area around them are in taller rows: one box on average within
 * a box's width, as eight are compared at once. At most eight times as tall: boxes may be dense in places. */
static const double least_heights = 4.0, most_heights = 8.0;

/* If all boxes are points: number of cells along their extent. */
static const double parts_of_points = 65536.0;

/* No row or column is smaller [m], so that the scale is finite. */
static const double smallest_cell = 1.0e-30;

const double thud_grid_first = 0.0;
const double thud_grid_last_row = 2.0 * THUD_GRID_ROWS - 1.0;
const double thud_grid_last_column = 2.0 * THUD_GRID_COLUMNS - 1.0;

/* No box of floats is larger [m]. */
static const double largest_cell = 2.0 * (double)FLT_MAX;

/* The largest size; for points a part of their extent. */
static double cell_size(double largest, double low, double high) {
    double size = largest > 0.0 ? largest : (high - low) / parts_of_points;
    size = size < largest_cell ? size : largest_cell;
    return size > smallest_cell ? size : smallest_cell;
}

/* Height of a row, in heights of the tallest box. */
static double heights_of_row(const thud_grid *grid, const thud_grid_bounds *bounds) {
    double width = (double)bounds->min_x_high - (double)bounds->min_x_low + grid->widest;
    double height = (double)bounds->min_y_high - (double)bounds->min_y_low + grid->tallest;
    double heights = width * height / ((double)bounds->count * grid->tallest * grid->widest);
    heights = heights < most_heights ? heights : most_heights;
    return heights > least_heights ? heights : 1.0;
}

thud_grid thud_grid_make(const thud_grid_bounds *bounds, int column_bits) {
    thud_grid grid = {0};
    grid.tallest =
        cell_size((double)bounds->tallest, (double)bounds->min_y_low, (double)bounds->min_y_high) * inflation;
    grid.widest =
        cell_size((double)bounds->widest, (double)bounds->min_x_low, (double)bounds->min_x_high) * inflation;
    grid.rows_per_metre = 1.0 / (grid.tallest * heights_of_row(&grid, bounds));
    grid.columns_per_metre = columns_per_width / grid.widest;
    grid.row_base = thud_grid_row(&grid, (double)bounds->min_y_low);
    int32_t most = (int32_t)((1u << column_bits) - 1);
    while (thud_grid_column(&grid, (double)bounds->min_x_high) -
               thud_grid_column(&grid, (double)bounds->min_x_low) >
           most) {
        grid.columns_per_metre *= 0.5;
    }
    grid.column_base = thud_grid_column(&grid, (double)bounds->min_x_low);
    return grid;
}
