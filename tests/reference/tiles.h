/*
 * Tile grids for tests, drawn as text: the first string is the highest row.
 *
 *     #  full            /  45 degrees up to the right     \  45 degrees down to the right
 *     .  empty           <  lower half of 1:2 up           >  upper half of 1:2 up
 *     =  platform        (  upper half of 1:2 down         )  lower half of 1:2 down
 *     _  lower half      o  full, slippery                 v  upper half, below a ceiling
 */
#pragma once

#include "random.h"
#include "thud/tile_grid.h"

enum {
    TEST_TILE_EMPTY,
    TEST_TILE_FULL,
    TEST_TILE_UP,
    TEST_TILE_DOWN,
    TEST_TILE_UP_LOW,
    TEST_TILE_UP_HIGH,
    TEST_TILE_DOWN_HIGH,
    TEST_TILE_DOWN_LOW,
    TEST_TILE_PLATFORM,
    TEST_TILE_HALF,
    TEST_TILE_SLIPPERY,
    TEST_TILE_UPPER_HALF,
    TEST_TILES
};

/* The tiles of the drawings, by the numbers above. */
thud_tile_set test_tile_set(void);

/* A grid of cells of 1 m on a body, its lower left corner at the body's origin; null if it is refused. */
thud_tile_grid_id test_draw_tiles(thud_world *world, thud_body_id body, const char *const *rows, int count);

/* The number of tiles of a random grid: those of the drawings in all eight orientations. */
enum { TEST_TURNED_TILES = TEST_TILES * 8 };

/* Those tiles. Without `one_way` no tile is one-way. */
void test_turned_tiles(thud_tile_def tiles[TEST_TURNED_TILES], bool one_way);

/* Cells of these tiles, mostly empty or full. */
void test_random_cells(test_random *random, uint16_t *cells, int count);
