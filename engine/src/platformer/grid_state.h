/*
 * grid_state.h: a tile grid: its cells in chunks of 16 x 16, and the shapes into which they are merged.
 *
 *     chunk      cells     256 tile numbers by row, or null if all are `tile`
 *                pieces    its shapes; `segment` of a shape's record is chunk * THUD_CHUNK_PIECES + index of the piece, which
 *                          fits an int32_t: the most cells are fewer than 2^21 chunks
 */
#pragma once

#include "platformer/tile_merge.h"
#include "world/bodies/attachment.h"
#include "world/world_state.h"

typedef struct thud_tile_piece {
    int32_t shape;
    thud_chunk_range cells;
    uint16_t surface; /* a tile's number */
    bool is_full;     /* of full tiles: the rectangle of its cells */
    bool kept;        /* while the chunk is edited: a new piece has its shape */
} thud_tile_piece;

typedef struct thud_tile_chunk {
    uint16_t *cells; /* THUD_CHUNK_CELLS, 0 outside of the grid; null: all are `tile` */
    thud_tile_piece *pieces;
    int16_t count, room; /* of the pieces */
    uint16_t tile;
    bool edited; /* while an edit is made: its cells have changed */
} thud_tile_chunk;

typedef struct thud_tile_grid {
    thud_attachment attachment; /* first member: the world's part */
    thud_world *world;
    thud_tile_table tiles;
    int32_t columns, rows;
    int32_t chunk_columns, chunk_count;
    thud_vec2 cell_size, origin;
    thud_tile_chunk *chunks;
    uint16_t *spare_cells; /* of a chunk that was edited, for the next one; may be null */
    void *user_data;
} thud_tile_grid;

/* The slot of an id; THUD_NONE when refused. */
int32_t thud_tile_grid_slot(const thud_world *world, thud_tile_grid_id grid, const char *call);

/* The grid of an id; null when refused. */
thud_tile_grid *thud_grid_of(const thud_world *world, thud_tile_grid_id id, const char *call);

static inline thud_tile_grid_id thud_grid_id(const thud_tile_grid *grid) {
    return (thud_tile_grid_id){grid->attachment.id.slot, grid->attachment.id.generation};
}

/* The memory hooks of grids: their memory counts as that of shapes. */
static inline const thud_hooks *thud_grid_hooks(const thud_world *world) {
    return &world->memory[THUD_MEMORY_SHAPES].hooks;
}

static inline bool thud_grid_has(const thud_tile_grid *grid, int column, int row) {
    return column >= 0 && column < grid->columns && row >= 0 && row < grid->rows;
}

static inline bool thud_grid_has_range(const thud_tile_grid *grid, thud_tile_range range) {
    return range.column >= 0 && range.row >= 0 && range.columns >= 0 && range.rows >= 0 &&
           range.columns <= grid->columns - range.column && range.rows <= grid->rows - range.row;
}

/* The chunk of a cell, and the cell's place in it. */
static inline int32_t thud_grid_chunk_of(const thud_tile_grid *grid, int column, int row) {
    return thud_chunk_of(row) * grid->chunk_columns + thud_chunk_of(column);
}

static inline int32_t thud_cell_in_chunk(int column, int row) {
    return thud_place_in_chunk(row) * THUD_CHUNK_SIDE + thud_place_in_chunk(column);
}

/* The common cells of two ranges; columns or rows are not positive without any. */
static inline thud_tile_range thud_tile_range_common(thud_tile_range a, thud_tile_range b) {
    int right = a.column + a.columns < b.column + b.columns ? a.column + a.columns : b.column + b.columns;
    int top = a.row + a.rows < b.row + b.rows ? a.row + a.rows : b.row + b.rows;
    int column = a.column > b.column ? a.column : b.column, row = a.row > b.row ? a.row : b.row;
    return (thud_tile_range){column, row, right - column, top - row};
}

/* The chunks that have cells of a range: a range of columns and rows of chunks. */
static inline thud_tile_range thud_chunks_of(thud_tile_range range) {
    int column = thud_chunk_of(range.column), row = thud_chunk_of(range.row);
    return (thud_tile_range){column, row,
                             thud_chunk_of(range.column + range.columns + THUD_CHUNK_SIDE - 1) - column,
                             thud_chunk_of(range.row + range.rows + THUD_CHUNK_SIDE - 1) - row};
}

/* The chunk of an index, by rows, in a range of chunks. */
static inline int32_t thud_grid_chunk_at(const thud_tile_grid *grid, thud_tile_range chunks, int index) {
    return (chunks.row + index / chunks.columns) * grid->chunk_columns + chunks.column + index % chunks.columns;
}

/* The cells of a chunk that are in the grid. */
static inline thud_tile_range thud_grid_chunk_range(const thud_tile_grid *grid, int32_t chunk) {
    int column = chunk % grid->chunk_columns * THUD_CHUNK_SIDE;
    int row = chunk / grid->chunk_columns * THUD_CHUNK_SIDE;
    int columns = grid->columns - column, rows = grid->rows - row;
    return (thud_tile_range){column, row, columns < THUD_CHUNK_SIDE ? columns : THUD_CHUNK_SIDE,
                             rows < THUD_CHUNK_SIDE ? rows : THUD_CHUNK_SIDE};
}

/* Converts a point in cells from the grid's lower left corner into the body's frame: the same for adjacent tiles. */
static inline thud_vec2 thud_grid_place(const thud_tile_grid *grid, thud_double2 point) {
    return (thud_vec2){(float)(grid->origin.x + point.x * grid->cell_size.x),
                       (float)(grid->origin.y + point.y * grid->cell_size.y)};
}

/* Converts a point in the frame of the body into cells from the lower left corner of the grid. */
static inline thud_double2 thud_grid_cells(const thud_tile_grid *grid, thud_vec2 local) {
    return (thud_double2){((double)local.x - grid->origin.x) / grid->cell_size.x,
                          ((double)local.y - grid->origin.y) / grid->cell_size.y};
}

/* The number of the tile in a cell; 0 outside of the grid. */
uint16_t thud_grid_tile(const thud_tile_grid *grid, int column, int row);

/* The cells that a box in the world may overlap, as thud_tile_grid_cells_in. */
thud_tile_range thud_grid_cells_in(const thud_tile_grid *grid, thud_aabb box);

/* A cell of a grid and its tile. */
static inline thud_tile_hit thud_grid_hit_at(const thud_tile_grid *grid, int column, int row) {
    return (thud_tile_hit){thud_grid_id(grid), column, row, thud_grid_tile(grid, column, row)};
}

static inline thud_pose thud_grid_pose(const thud_tile_grid *grid) {
    int32_t body = grid->attachment.body;
    return thud_body_current_pose(&grid->world->bodies, body);
}

/* ---- changing a grid (tile_edit.c) ---- */

typedef struct thud_chunk_change {
    int32_t chunk;
    thud_tile_chunk after;
} thud_chunk_change;

/* A change of a grid, prepared apart from it, so that it is made as a whole or not at all. */
typedef struct thud_tile_edit {
    thud_tile_grid *grid;
    const thud_tile_table *tiles; /* after the change */
    thud_tile_range range;        /* has all cells that change */
    thud_tile_drafts drafts;      /* of one chunk */
    thud_chunk_change few[4];     /* without memory of their own */
    thud_chunk_change *changes;
    int32_t count, most;
    int32_t made; /* number of shapes made */
} thud_tile_edit;

/* Begins a change of cells in a range; false where memory runs out: it is to be ended then, too. */
bool thud_tile_edit_begin(thud_tile_edit *edit, thud_tile_grid *grid, const thud_tile_table *tiles,
                          thud_tile_range range);

/* Gives a chunk new cells; false where memory runs out. */
bool thud_tile_edit_chunk(thud_tile_edit *edit, int32_t chunk, const uint16_t cells[THUD_CHUNK_CELLS]);

/* Ends a change: makes it; if memory has run out, or runs out now, discards it and returns false. */
bool thud_tile_edit_end(thud_tile_edit *edit, bool has_memory);

/* Releases the memory of a chunk, but not its shapes. */
void thud_tile_chunk_release(thud_tile_grid *grid, thud_tile_chunk *chunk);

/* `hidden_faces` of a new shape. That of a shape whose eight faces are hidden is the same: it is only found again. */
#define THUD_FACES_UNKNOWN UINT8_MAX

/* Finds faces hidden by other tiles (tile_faces.c) after cells of a range have changed: of the new shapes of a chunk, and of others those
 * beside these cells. */
void thud_grid_hide_faces(const thud_tile_grid *grid, const thud_tile_table *tiles, int32_t chunk,
                          thud_tile_range changed);

/* The shape of a piece whose points are relative to the lower left corner of a cell; without a kind if rounding, far
 * from the origin, leaves it without area. */
thud_shape thud_grid_shape(const thud_tile_grid *grid, int column, int row, const thud_tile_draft *draft);

/* Reads the cells of a chunk; those outside of the grid are 0. */
void thud_grid_read_chunk(const thud_tile_grid *grid, int32_t chunk, uint16_t cells[THUD_CHUNK_CELLS]);
