/*
 * tile_merge.h: the cells of a chunk as few convex pieces.
 */
#ifndef THUD_SRC_PLATFORMER_TILE_MERGE_H
#define THUD_SRC_PLATFORMER_TILE_MERGE_H

#include "geometry/precise.h"
#include "platformer/tile_set.h"

/* The side of a chunk, in cells; and its cells. */
enum { THUD_CHUNK_SIDE = 16, THUD_CHUNK_CELLS = THUD_CHUNK_SIDE * THUD_CHUNK_SIDE };

/* The most pieces of a chunk. */
enum { THUD_CHUNK_PIECES = THUD_CHUNK_CELLS * THUD_TILE_MAX_POLYGONS };

/* A rectangle of cells of a chunk. */
typedef struct thud_chunk_range {
    uint8_t column, row, columns, rows;
} thud_chunk_range;

/* A piece: what of a rectangle of cells has one surface, and is convex. */
typedef struct thud_tile_draft {
    thud_chunk_range cells;
    uint16_t surface;
    uint8_t count;                             /* of the points: 2, a segment, or more, counter-clockwise */
    thud_double2 points[THUD_TILE_MAX_POINTS]; /* in cells, from the lower left corner of the chunk: exact */
} thud_tile_draft;

/* The most pieces that the cells of a chunk can become: what they are before they are merged. */
int32_t thud_count_pieces(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS]);

/* Merges the cells of a chunk, row by row; returns how many pieces there are. `drafts` has room for thud_count_pieces of them. */
int32_t thud_merge_cells(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS],
                         thud_tile_draft *drafts);

/* The pieces of a tile alone, in the unit cell; returns how many there are. */
int32_t thud_pieces_of_tile(const thud_tile_table *tiles, uint16_t tile,
                            thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS]);

#endif
