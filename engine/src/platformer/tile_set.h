/* tile_set.h: the tiles of a grid: checked, copied, and grouped by surface. */
#pragma once

#include "thud/tile_grid.h"

#include "world/refusal.h"

typedef enum thud_tile_side {
    THUD_SIDE_LEFT,
    THUD_SIDE_RIGHT,
    THUD_SIDE_BOTTOM,
    THUD_SIDE_TOP,
    THUD_TILE_SIDES
} thud_tile_side;

/* The parts of its cell's sides that a tile covers, from x to y; none if x > y. */
typedef struct thud_tile_spans {
    thud_vec2 of[THUD_TILE_SIDES];
} thud_tile_spans;

/* Coordinates in cells that differ by less count as equal: corners are rounded, and polygons may be off a side. */
#define THUD_CELL_TOLERANCE 0.01f

typedef struct thud_tile_table {
    thud_tile_def *tiles; /* polygons counter-clockwise, without points on straight runs; unread fields are zero */
    /* by tile: the lowest number of a non-empty tile with the same material, filter and so on */
    uint16_t *surfaces;
    thud_tile_spans *spans;
    int32_t count;
} thud_tile_table;

/* Whether a set is valid; refused with field and tile otherwise. */
bool thud_tile_set_check(const thud_world *world, thud_call call, const thud_tile_set *set);

/* Makes the table of a checked set; false when memory runs out. */
bool thud_tile_table_make(thud_tile_table *table, const thud_hooks *hooks, const thud_tile_set *set);
void thud_tile_table_release(thud_tile_table *table, const thud_hooks *hooks);

/* Whether two tiles differ at most in their form. */
bool thud_tile_same_surface(const thud_tile_def *a, const thud_tile_def *b);

/* Whether two tiles of tables have the same form: they fill the same part of their cells. */
bool thud_tile_same_form(const thud_tile_def *a, const thud_tile_def *b);

thud_shape_def thud_tile_shape_def(const thud_tile_def *tile);
