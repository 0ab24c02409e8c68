/*
 * cells.c: the occupied cells as boxes, for drawing. A cell is one column of one row of one level, and contains the
 * boxes with their lower left corners there. Proxies of the insert buffer are in no cell until the next update.
 */
#include "broadphase/spatial_hash.h"

static thud_aabb cell_box(const thud_grid *grid, int32_t row, int32_t column) {
    double x = ((double)column + (double)grid->column_base - THUD_GRID_COLUMNS) / grid->columns_per_metre;
    double y = ((double)row + (double)grid->row_base - THUD_GRID_ROWS) / grid->rows_per_metre;
    thud_aabb box = {{(float)x, (float)y},
                     {(float)(x + 1.0 / grid->columns_per_metre), (float)(y + 1.0 / grid->rows_per_metre)}};
    return box;
}

typedef struct cell_visit {
    const thud_hash *hash;
    thud_aabb view;
    thud_cell_visitor *visitor;
    void *context;
} cell_visit;

/* The columns of a row ascend, so that the entries of one cell are neighbours. */
static void visit_row(const cell_visit *visit, const thud_sorted_set *set, const thud_grid *grid,
                      int32_t row) {
    int32_t last_column = -1;
    for (int32_t entry = set->row_firsts[row]; entry < set->row_firsts[row + 1]; entry++) {
        int32_t column = set->columns[entry];
        if (column == last_column || !thud_sorted_set_is_current(set, visit->hash->proxies.places, entry)) {
            continue;
        }
        last_column = column;
        thud_aabb cell = cell_box(grid, set->row_numbers[row], column);
        if (thud_aabb_overlaps(cell, visit->view)) {
            visit->visitor(cell, visit->context);
        }
    }
}

static void visit_set(const cell_visit *visit, const thud_sorted_set *set) {
    for (int32_t i = 0; i < set->level_count; i++) {
        const thud_level *level = &set->levels[i];
        for (int32_t row = level->first_row; row < level->end_row; row++) {
            visit_row(visit, set, &level->grid, row);
        }
    }
}

void thud_hash_visit_cells(const thud_hash *hash, thud_aabb view, thud_cell_visitor *visitor, void *context) {
    const cell_visit visit = {hash, view, visitor, context};
    for (int32_t i = 0; i < thud_list_numbers; i++) {
        if (hash->lists[i] != NULL) {
            visit_set(&visit, hash->lists[i]);
        }
    }
}
