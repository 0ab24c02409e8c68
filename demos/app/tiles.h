/*
 * tiles.h: the tiles of the grid of a body, to be changed while the world runs. Of a body with
 * several grids the first one counts.
 */
#pragma once

#include "thud/tile_grid.h"

/* The grid of a body; null for none. O(grids) */
thud_tile_grid_id tiles_grid_of(const thud_world *world, thud_body_id body);

/* Changes a tile; `context` is the caller's. False where it cannot be done. */
typedef bool tiles_change(thud_tile_def *tile, int number, void *context);

/* Changes all tiles of a grid but number 0, all or none: false where one is refused. O(shapes of tiles that differ) */
bool tiles_change_all(thud_world *world, thud_tile_grid_id grid, tiles_change *change, void *context);
