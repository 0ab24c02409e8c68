/*
 * A coarse map of occupied cells, for a fast test that a place is empty: a plane of square
 * cells, mapped onto 65,536 bits.
 *
 *     bit of cell (x, y) = (x + 2039 y) modulo 65,536      a row of cells is a row of bits
 *
 * Rows of up to 2,039 cells share no bit with the 31 rows above and below, so that the ground does not hide the air.
 * A box marks every cell within one cell's size of it, so that a query for a box of up to two cells' size reads only the
 * cell of its middle. The first few large boxes are in a list instead; further ones mark coarse cells, in the same bits.
 * A clear bit means that no box is near; a set bit means nothing. Cells are numbered by a function of the coordinate that
 * never decreases.
 */
#pragma once

#include "broadphase/box_tree.h"

enum {
    thud_occupancy_bits = 65536, /* 8 KB: it stays in the first-level cache */
    thud_occupancy_row_stride = 2039,
    thud_occupancy_most_cells = 256,     /* largest box that is marked cell by cell */
    thud_occupancy_most_wide = 8,        /* largest number of boxes in the list */
    thud_occupancy_coarse = 8,           /* cells along a side of a coarse cell */
    thud_occupancy_coarse_row = 1000003, /* first row of coarse cells */
    thud_occupancy_most_coarse = 4096,   /* largest box that is marked in coarse cells */
    thud_occupancy_most_asked = 16,      /* largest number of cells tested by a query */
    thud_occupancy_words_a_sample = 4    /* of which one is looked at */
};

typedef struct thud_occupancy {
    uint32_t words[thud_occupancy_bits / 32];
    thud_aabb wide[thud_occupancy_most_wide]; /* compared one by one */
    int32_t wide_count;
    bool has_coarse;              /* a coarse cell is marked */
    double cell, cells_per_metre; /* 0: the map is without information */
} thud_occupancy;

/* The cells from a box's first corner to its last. */
typedef struct thud_cell_range {
    int32_t first_x, first_y, last_x, last_y;
} thud_cell_range;

/* Removes all boxes. A cell of size zero or infinity makes a map without information. */
void thud_occupancy_clear(thud_occupancy *map, double cell);

/* Adds the boxes of a list; several that are too large for coarse cells, too, make a map without information. Fast where
 * neighbours in the list are neighbours in space. */
void thud_occupancy_add(thud_occupancy *map, const thud_box_columns *boxes, int32_t count);

/* Whether more than half of the words have all bits set, so that few places are known to be empty: larger cells tell more. */
bool thud_occupancy_is_full(const thud_occupancy *map);

static inline int32_t thud_occupancy_cell(const thud_occupancy *map, double value) {
    const double most = 1.0e9; /* beyond this all is one cell */
    double number = value * map->cells_per_metre;
    number = number > -most ? number : -most;
    return (int32_t)(number < most ? number : most);
}

static inline int64_t thud_occupancy_cells(thud_cell_range range) {
    return ((int64_t)range.last_x - range.first_x + 1) * ((int64_t)range.last_y - range.first_y + 1);
}

static inline uint32_t thud_occupancy_bit(int32_t x, int32_t y) {
    return ((uint32_t)x + (uint32_t)y * thud_occupancy_row_stride) % thud_occupancy_bits;
}

static inline uint32_t thud_occupancy_coarse_bit(int32_t x, int32_t y) {
    return thud_occupancy_bit(x / thud_occupancy_coarse, y / thud_occupancy_coarse + thud_occupancy_coarse_row);
}

static inline bool thud_occupancy_is_marked(const thud_occupancy *map, uint32_t bit) {
    return (map->words[bit / 32] >> bit % 32 & 1u) != 0;
}

/* The cells of an interval with `cell` taken off at both ends, or of its middle. */
static inline void thud_occupancy_shrink(const thud_occupancy *map, double low, double high, int32_t *first,
                                         int32_t *last) {
    double middle = 0.5 * (low + high);
    double from = low + map->cell, to = high - map->cell;
    *first = thud_occupancy_cell(map, from < middle ? from : middle);
    *last = thud_occupancy_cell(map, to > middle ? to : middle);
}

/* False if no added box overlaps this one. */
static inline bool thud_occupancy_may_meet(const thud_occupancy *map, thud_aabb box) {
    thud_cell_range range;
    thud_occupancy_shrink(map, (double)box.min.x, (double)box.max.x, &range.first_x, &range.last_x);
    thud_occupancy_shrink(map, (double)box.min.y, (double)box.max.y, &range.first_y, &range.last_y);
    if (!(map->cells_per_metre > 0.0) || thud_occupancy_cells(range) > thud_occupancy_most_asked) {
        return true;
    }
    bool met = false;
    for (int32_t y = range.first_y; y <= range.last_y; y++) {
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            met = met || thud_occupancy_is_marked(map, thud_occupancy_bit(x, y)) ||
                  (map->has_coarse && thud_occupancy_is_marked(map, thud_occupancy_coarse_bit(x, y)));
        }
    }
    for (int32_t i = 0; i < map->wide_count; i++) {
        met = met || thud_aabb_overlaps(map->wide[i], box);
    }
    return met;
}
