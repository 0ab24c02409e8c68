/*
 * tile_tunables.c: the numbers of all tiles of a world at once. The tiles of a grid change as a whole set, so a change
 * is one call for each grid, and the old set is kept until the change can no longer be undone.
 */
#include "base/array.h"
#include "tools/object_kinds.h"
#include "tools/tunable_set.h"

#include <stdlib.h>
#include <string.h>

/* The tiles of a grid before the last change. */
typedef struct saved_tiles {
    thud_tile_grid_id grid;
    thud_tile_def *tiles; /* an array of stb_ds */
} saved_tiles;

typedef struct all_tiles {
    thud_world *world;
    saved_tiles *saved; /* while a change may be undone */
    thud_tile_def first;
} all_tiles;

/* The first tile of a grid that is not empty; may be null. */
static const thud_tile_def *first_of(const thud_world *world, thud_tile_grid_id grid) {
    thud_tile_set set = thud_tile_grid_definition(world, grid).tiles;
    for (int i = 0; i < set.count; i++) {
        if (set.tiles[i].kind != THUD_TILE_EMPTY) {
            return &set.tiles[i];
        }
    }
    return NULL;
}

static void read_first_tile(void *values, void *context) {
    const all_tiles *all = context;
    thud_tile_grid_id grid = thud_world_next_tile_grid(all->world, (thud_tile_grid_id){0, 0});
    const thud_tile_def *tile = thud_tile_grid_id_is_null(grid) ? NULL : first_of(all->world, grid);
    if (tile != NULL) {
        *(thud_tile_def *)values = *tile;
    }
}

static void forget(all_tiles *all) {
    for (ptrdiff_t i = 0; i < arrlen(all->saved); i++) {
        arrfree(all->saved[i].tiles);
    }
    arrfree(all->saved);
}

static bool give(thud_world *world, thud_tile_grid_id grid, const thud_tile_def *tiles) {
    return thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, (int)arrlen(tiles)});
}

static void restore_tiles(all_tiles *all) {
    for (ptrdiff_t i = 0; i < arrlen(all->saved); i++) {
        (void)give(all->world, all->saved[i].grid, all->saved[i].tiles);
    }
    forget(all);
}

static thud_tile_def *copy_of_tiles(const thud_world *world, thud_tile_grid_id grid) {
    thud_tile_set set = thud_tile_grid_definition(world, grid).tiles;
    thud_tile_def *tiles = NULL;
    size_t count = (size_t)set.count;
    memcpy(arraddnptr(tiles, count), set.tiles, count * sizeof *tiles);
    return tiles;
}

/* Copies the numbers that were set into each tile that is not empty; returns whether one of them differed. */
static bool change_tiles(thud_tile_def *tiles, const thud_tunable_change *change) {
    bool differs = false;
    for (ptrdiff_t i = 0; i < arrlen(tiles); i++) {
        if (tiles[i].kind != THUD_TILE_EMPTY && thud_tunables_copy_set(change, &tiles[i])) {
            differs = true;
        }
    }
    return differs;
}

/* Skips a grid whose tiles already have the numbers: merging its chunks again takes 3 ms for 5,000 tiles. */
static bool change_grid(all_tiles *all, thud_tile_grid_id grid, const thud_tunable_change *change) {
    thud_tile_def *tiles = copy_of_tiles(all->world, grid);
    bool accepted = true;
    if (change_tiles(tiles, change)) {
        saved_tiles before = {grid, copy_of_tiles(all->world, grid)};
        arrput(all->saved, before);
        accepted = give(all->world, grid, tiles);
    }
    arrfree(tiles);
    return accepted;
}

static thud_refusal apply_tiles(const thud_tunable_change *change, void *context) {
    all_tiles *all = context;
    if (change->takes_back) {
        restore_tiles(all);
        return thud_no_refusal();
    }
    forget(all);
    bool accepted = true;
    thud_tile_grid_id grid = {0, 0};
    while (accepted && (grid = thud_world_next_tile_grid(all->world, grid)).generation != 0) {
        accepted = change_grid(all, grid, change);
    }
    thud_refusal refusal = accepted ? thud_no_refusal() : thud_world_refusal(all->world);
    if (!accepted) {
        restore_tiles(all);
    }
    return refusal;
}

static void free_tiles(void *owned) {
    forget(owned);
    free(owned);
}

thud_status thud_tunables_add_tiles(thud_tunables *tunables, thud_world *world) {
    all_tiles *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    all->world = world;
    all->first = thud_tile_full();
    read_first_tile(&all->first, all);
    thud_tunable_group group = {.name = "tile",
                                .table = thud_tunables_of(THUD_TUNABLES_TILE),
                                .values = &all->first,
                                .defaults = &all->first,
                                .apply = apply_tiles,
                                .read = read_first_tile,
                                .context = all,
                                .many = true};
    return thud_tunables_add_owned(tunables, &group, all, free_tiles);
}
