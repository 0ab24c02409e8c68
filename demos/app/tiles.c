/*
 * A grid takes its tiles as a set, so a change is one of a copy of the set.
 */
#include "tiles.h"

#include <stdlib.h>
#include <string.h>

thud_tile_grid_id tiles_grid_of(const thud_world *world, thud_body_id body) {
    thud_tile_grid_id grid = {0, 0};
    do {
        grid = thud_world_next_tile_grid(world, grid);
    } while (grid.generation && !thud_body_id_equal(thud_tile_grid_body(world, grid), body));
    return grid;
}

bool tiles_change_all(thud_world *world, thud_tile_grid_id grid, tiles_change *change, void *context) {
    thud_tile_set set = thud_tile_grid_definition(world, grid).tiles;
    thud_tile_def *tiles = set.count > 0 ? malloc((size_t)set.count * sizeof *tiles) : NULL;
    bool changed = tiles != NULL;
    if (changed) {
        memcpy(tiles, set.tiles, (size_t)set.count * sizeof *tiles);
    }
    for (int i = 1; changed && i < set.count; i++) {
        changed = change(&tiles[i], i, context);
    }
    changed = changed && thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, set.count});
    free(tiles);
    return changed;
}
