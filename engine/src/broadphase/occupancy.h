/*
 * A coarse map of where boxes are, to learn quickly that a place is empty: a plane of square cells, folded onto 16,384 bits.
 *
 *     bit of cell (x, y) = (x + 181 y) modulo 16,384      a row of cells is a row of bits
 *
 * A clear bit says that none of the boxes is in any of its cells; a set bit says nothing. Cells are numbered by a function of the
 * coordinate that never decreases, which is all that correctness rests on.
 */
#ifndef THUD_SRC_BROADPHASE_OCCUPANCY_H
#define THUD_SRC_BROADPHASE_OCCUPANCY_H

#include "thud/bounds.h"

enum {
    thud_occupancy_bits = 16384,    /* 2 KB: it stays in the first-level cache */
    thud_occupancy_row_stride = 181, /* odd and near the root of the bits, so that a square of cells does not fold onto itself */
    thud_occupancy_most_cells = 1024, /* of a box that is marked cell by cell */
    thud_occupancy_most_wide = 8,    /* larger boxes, that are compared one by one */
    thud_occupancy_most_asked = 16   /* cells that a question is worth */
};

typedef struct thud_occupancy {
    uint64_t words[thud_occupancy_bits / 64];
    thud_aabb wide[thud_occupancy_most_wide];
    int32_t wide_count;
    float cells_per_metre; /* 0: it knows nothing */
} thud_occupancy;

/* The cells from a box's first corner to its last. */
typedef struct thud_cell_range {
    int32_t first_x, first_y, last_x, last_y;
} thud_cell_range;

/* Forgets all boxes. A cell that has no size, or an infinite one, makes a map that knows nothing. */
void thud_occupancy_clear(thud_occupancy *map, double cell);

/* Adds a box; a map with too many large ones knows nothing from then on. */
void thud_occupancy_add(thud_occupancy *map, thud_aabb box);

static inline int32_t thud_occupancy_cell(const thud_occupancy *map, float value) {
    const float most = 1.0e9f; /* beyond that all is one cell */
    return (int32_t)thud_clamp(value * map->cells_per_metre, -most, most);
}

static inline thud_cell_range thud_occupancy_range(const thud_occupancy *map, thud_aabb box) {
    thud_cell_range range = {thud_occupancy_cell(map, box.min.x), thud_occupancy_cell(map, box.min.y),
                             thud_occupancy_cell(map, box.max.x), thud_occupancy_cell(map, box.max.y)};
    return range;
}

static inline int64_t thud_occupancy_cells(thud_cell_range range) {
    return ((int64_t)range.last_x - range.first_x + 1) * ((int64_t)range.last_y - range.first_y + 1);
}

static inline uint32_t thud_occupancy_bit(int32_t x, int32_t y) {
    return ((uint32_t)x + (uint32_t)y * thud_occupancy_row_stride) % thud_occupancy_bits;
}

/* False when no box that was added meets this one. */
static inline bool thud_occupancy_may_meet(const thud_occupancy *map, thud_aabb box) {
    thud_cell_range range = thud_occupancy_range(map, box);
    if (!(map->cells_per_metre > 0.0f) || thud_occupancy_cells(range) > thud_occupancy_most_asked) {
        return true;
    }
    bool met = false;
    for (int32_t i = 0; i < map->wide_count; i++) {
        met = met || thud_aabb_overlaps(map->wide[i], box);
    }
    for (int32_t y = range.first_y; y <= range.last_y; y++) {
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            uint32_t bit = thud_occupancy_bit(x, y);
            met = met || (map->words[bit / 64] >> bit % 64 & 1u) != 0;
        }
    }
    return met;
}

#endif
