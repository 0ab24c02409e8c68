/* tile_merge.h: merges the cells of a chunk into few convex pieces. */
#pragma once

#include "geometry/precise.h"
#include "platformer/tile_set.h"

/* The side of a chunk, in cells; and its cells. */
enum { THUD_CHUNK_SIDE = 16, THUD_CHUNK_CELLS = THUD_CHUNK_SIDE * THUD_CHUNK_SIDE };

/* The chunk of a column or row, and its place in there. Unsigned, as compilers that save space divide signed numbers by a slow
 * instruction. */
static inline int32_t thud_chunk_of(int line) {
    return (int32_t)((uint32_t)line / THUD_CHUNK_SIDE);
}
static inline int32_t thud_place_in_chunk(int line) {
    return (int32_t)((uint32_t)line % THUD_CHUNK_SIDE);
}

/* Largest number of pieces of a chunk. */
enum { THUD_CHUNK_PIECES = THUD_CHUNK_CELLS * THUD_TILE_MAX_POLYGONS };

/* A rectangle of cells of a chunk. */
typedef struct thud_chunk_range {
    uint8_t column, row, columns, rows;
} thud_chunk_range;

/* A piece of tiles that are not full: a convex part of a rectangle of cells, with one surface. */
typedef struct thud_tile_draft {
    thud_chunk_range cells;
    uint16_t surface;
    uint8_t count;                             /* of the points: 2, a segment, or more, counter-clockwise */
    thud_double2 points[THUD_TILE_MAX_POINTS]; /* in cells, from the lower left corner of the chunk: exact */
} thud_tile_draft;

/* Both lists are by rows, then columns of the lower left cells. */
typedef struct thud_tile_drafts {
    thud_chunk_range full[THUD_CHUNK_CELLS]; /* full tiles of one surface */
    int32_t full_count;
    thud_tile_draft *list;
    int32_t count, room;
} thud_tile_drafts;

/* Merges the cells of a chunk into the pieces listed; false where memory runs out. */
bool thud_merge_cells(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS],
                      const thud_hooks *hooks, thud_tile_drafts *drafts);

/* The pieces of a single tile in a cell of a chunk; returns their number. Cell 0 is the unit cell. */
int32_t thud_pieces_of_tile(const thud_tile_table *tiles, uint16_t tile_index, int32_t cell,
                            thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS]);
