/*
 * A grid takes its tiles as a set, so a change is one of a copy of the set.
 */
#include "tiles.h"

#include <stdlib.h>
#include <string.h>

thud_tile_grid *tiles_grid_of(const thud_world *world, thud_body_id body) {
    for (thud_shape_id shape = {0, 0}; (shape = thud_body_next_shape(world, body, shape)).generation;) {
        thud_tile_hit hit;
        if (thud_tile_of_contact(world, shape, (thud_vec2){0, 0}, (thud_vec2){0, 0}, &hit)) {
            return hit.grid;
        }
    }
    return NULL;
}

bool tiles_change_all(thud_tile_grid *grid, tiles_change *change, void *context) {
    thud_tile_set set = thud_tile_grid_definition(grid).tiles;
    thud_tile_def *tiles = set.count > 0 ? malloc((size_t)set.count * sizeof *tiles) : NULL;
    bool changed = tiles != NULL;
    if (changed) {
        memcpy(tiles, set.tiles, (size_t)set.count * sizeof *tiles);
    }
    for (int i = 1; changed && i < set.count; i++) {
        changed = change(&tiles[i], i, context);
    }
    changed = changed && thud_tile_grid_set_tiles(grid, (thud_tile_set){tiles, set.count});
    free(tiles);
    return changed;
}
