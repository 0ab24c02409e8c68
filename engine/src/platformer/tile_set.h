/*
 * tile_set.h: the tiles of a grid: checked, copied, and grouped by what makes two of them one surface.
 */
#ifndef THUD_SRC_PLATFORMER_TILE_SET_H
#define THUD_SRC_PLATFORMER_TILE_SET_H

#include "thud/tile_grid.h"

#include "world/refusal.h"

typedef struct thud_tile_table {
    thud_tile_def *tiles; /* polygons counter-clockwise, without points on straight runs */
    uint16_t *surfaces;   /* by tile: the lowest number of a tile with the same material, filter and so on */
    int32_t count;
} thud_tile_table;

/* Whether a set can be one; refused with field and tile otherwise. */
bool thud_tile_set_check(const thud_world *world, thud_call call, const thud_tile_set *set);

/* The table of a set that has been checked; false where memory runs out. */
bool thud_tile_table_make(thud_tile_table *table, const thud_hooks *hooks, const thud_tile_set *set);
void thud_tile_table_release(thud_tile_table *table, const thud_hooks *hooks);

/* Whether two tiles differ in nothing but what of their cells they fill. */
bool thud_tile_same_surface(const thud_tile_def *a, const thud_tile_def *b);

/* Whether they fill the same of their cells. */
bool thud_tile_same_form(const thud_tile_def *a, const thud_tile_def *b);

/* The definition of the shapes of a tile. */
thud_shape_def thud_tile_shape_def(const thud_tile_def *tile);

#endif
