/* tile_grid.c: creates, destroys and changes tile grids. */
#include "platformer/grid_state.h"

#include "base/memory.h"
#include "world/bodies/body_shapes.h"
#include "world/check.h"

/* The least width and height of a cell, as a share of the largest coordinate in the grid: 64 roundings of a float. */
#define LEAST_CELL_SHARE 7.6e-6

thud_tile_grid_def thud_tile_grid_defaults(void) {
    return (thud_tile_grid_def){.cell_size = {1.0f, 1.0f}};
}

/* ---- check ---- */

static bool check_sides(const thud_world *world, thud_call call, const thud_tile_grid_def *def) {
    if (def->columns < 1 || def->columns > THUD_MAX_GRID_SIDE) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "columns", (double)def->columns);
    }
    if (def->rows < 1 || def->rows > THUD_MAX_GRID_SIDE ||
        (int64_t)def->columns * def->rows > THUD_MAX_GRID_CELLS) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "rows", (double)def->rows);
    }
    return true;
}

/* Whether the cells along one axis are in the range in which floats resolve their corners. */
static bool check_axis(const thud_world *world, thud_call call, const char *field, int count, float size,
                       float origin) {
    double first = thud_abs(origin), last = (double)origin + (double)count * size;
    double largest = thud_double_max(first, thud_double_max(last, -last));
    return (largest <= (double)THUD_MAX_COORDINATE && (double)size >= LEAST_CELL_SHARE * largest) ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, field, (double)count);
}

static bool check_frame(const thud_world *world, thud_call call, const thud_tile_grid_def *def) {
    return thud_check_positive(world, call, "cell_size", def->cell_size.x) &&
           thud_check_positive(world, call, "cell_size", def->cell_size.y) &&
           thud_check_within_vec2(world, call, "origin", def->origin, THUD_MAX_COORDINATE) &&
           check_axis(world, call, "columns", def->columns, def->cell_size.x, def->origin.x) &&
           check_axis(world, call, "rows", def->rows, def->cell_size.y, def->origin.y);
}

/* Whether all numbers are in a set of `tiles` tiles. */
static bool check_numbers(const thud_world *world, thud_call call, const char *field, const uint16_t *numbers,
                          int64_t count, int tiles) {
    for (int64_t i = 0; i < count; i++) {
        if (numbers[i] >= tiles) {
            return thud_refuse(world, call, THUD_OUT_OF_RANGE, field, (double)i);
        }
    }
    return true;
}

static bool check_def(const thud_world *world, thud_call call, const thud_tile_grid_def *def) {
    return thud_check_given(world, call, "def", def != NULL) && check_sides(world, call, def) &&
           check_frame(world, call, def) && thud_tile_set_check(world, call, &def->tiles) &&
           (def->cells == NULL || check_numbers(world, call, "cells", def->cells,
                                                (int64_t)def->columns * def->rows, def->tiles.count));
}

/* ---- create and destroy ---- */

/* Releases the memory of a grid, whose shapes have been removed. */
static void release_grid(thud_attachment *attachment) {
    thud_tile_grid *grid = (thud_tile_grid *)attachment;
    const thud_hooks *hooks = thud_grid_hooks(grid->world);
    for (int32_t i = 0; grid->chunks != NULL && i < grid->chunk_count; i++) {
        thud_tile_chunk_release(grid, &grid->chunks[i]);
    }
    thud_release(hooks, grid->spare_cells, THUD_CHUNK_CELLS * sizeof *grid->spare_cells);
    thud_release(hooks, grid->chunks, (size_t)grid->chunk_count * sizeof *grid->chunks);
    thud_tile_table_release(&grid->tiles, hooks);
    thud_release(hooks, grid, sizeof *grid);
}

/* Makes a grid without cells, and lists it; null when memory runs out. */
static thud_tile_grid *make_grid(thud_world *world, int32_t body, const thud_tile_grid_def *def) {
    const thud_hooks *hooks = thud_grid_hooks(world);
    thud_tile_grid *grid = thud_allocate(hooks, sizeof *grid);
    if (grid == NULL) {
        return NULL;
    }
    int32_t chunk_rows = thud_chunk_of(def->rows + THUD_CHUNK_SIDE - 1);
    grid->attachment = (thud_attachment){.body = body, .release = release_grid};
    grid->world = world;
    grid->columns = def->columns;
    grid->rows = def->rows;
    grid->chunk_columns = thud_chunk_of(def->columns + THUD_CHUNK_SIDE - 1);
    grid->chunk_count = grid->chunk_columns * chunk_rows;
    grid->cell_size = def->cell_size;
    grid->origin = def->origin;
    grid->user_data = def->user_data;
    grid->chunks = thud_allocate(hooks, (size_t)grid->chunk_count * sizeof *grid->chunks);
    if (grid->chunks == NULL || !thud_tile_table_make(&grid->tiles, hooks, &def->tiles) ||
        !thud_attachment_list(world, &world->grids, &grid->attachment)) {
        release_grid(&grid->attachment);
        return NULL;
    }
    return grid;
}

/* Writes numbers into the cells of a chunk that are in a range: one for all, or those of an array. Whether a cell has changed. */
static bool overlay(const thud_tile_grid *grid, int32_t chunk, thud_tile_range range, uint16_t tile,
                    const uint16_t *tiles, uint16_t cells[THUD_CHUNK_CELLS]) {
    thud_tile_range own = thud_tile_range_common(thud_grid_chunk_range(grid, chunk), range);
    bool changed = false;
    for (int row = own.row; row < own.row + own.rows; row++) {
        for (int column = own.column; column < own.column + own.columns; column++) {
            int64_t index = (int64_t)(row - range.row) * range.columns + column - range.column;
            uint16_t *cell = &cells[thud_cell_in_chunk(column, row)], before = *cell;
            *cell = tiles != NULL ? tiles[index] : tile;
            changed |= *cell != before;
        }
    }
    return changed;
}

/* Writes numbers into a range of cells; when memory runs out, returns false and leaves the grid as it was. */
static bool write_cells(thud_tile_grid *grid, thud_tile_range range, uint16_t tile, const uint16_t *tiles) {
    thud_tile_edit edit;
    thud_tile_range chunks = thud_chunks_of(range);
    bool has_memory = thud_tile_edit_begin(&edit, grid, &grid->tiles, range);
    for (int i = 0; i < chunks.columns * chunks.rows && has_memory; i++) {
        int32_t chunk = thud_grid_chunk_at(grid, chunks, i);
        uint16_t cells[THUD_CHUNK_CELLS];
        thud_grid_read_chunk(grid, chunk, cells);
        has_memory =
            !overlay(grid, chunk, range, tile, tiles, cells) || thud_tile_edit_chunk(&edit, chunk, cells);
    }
    return thud_tile_edit_end(&edit, has_memory);
}

thud_tile_grid_id thud_tile_grid_create(thud_world *world, thud_body_id body_id,
                                        const thud_tile_grid_def *def) {
    const thud_tile_grid_id none = {0, 0};
    const thud_call call = thud_on_body(__func__, body_id);
    int32_t body = thud_body_slot_to_change(world, body_id, call.name);
    if (body == THUD_NONE || !check_def(world, call, def)) {
        return none;
    }
    if (world->bodies.bodies[body].type == THUD_BODY_DYNAMIC) {
        thud_refuse_kind(world, call, "body", (double)body, NULL);
        return none;
    }
    thud_tile_grid *grid = make_grid(world, body, def);
    thud_tile_range all = {0, 0, def->columns, def->rows};
    if (grid != NULL && (def->cells == NULL || write_cells(grid, all, 0, def->cells))) {
        return thud_grid_id(grid);
    }
    if (grid != NULL) {
        thud_attachment_release(world, &grid->attachment);
    }
    thud_refuse(world, call, THUD_OUT_OF_MEMORY, "grid", 0.0);
    return none;
}

/* ---- ids ---- */

THUD_ID_CHECKS(tile_grid, grids, "grid")
THUD_NEXT_OBJECT(tile_grid, grids, "grid")

thud_tile_grid *thud_grid_of(const thud_world *world, thud_tile_grid_id id, const char *call) {
    int32_t slot = thud_tile_grid_slot(world, id, call);
    return slot == THUD_NONE ? NULL : (thud_tile_grid *)world->grids.attachments[slot];
}

static thud_tile_grid *grid_to_change(const thud_world *world, thud_tile_grid_id id, const char *call) {
    return thud_world_may_change(world, thud_on_world(call)) ? thud_grid_of(world, id, call) : NULL;
}

bool thud_tile_grid_destroy(thud_world *world, thud_tile_grid_id id) {
    thud_tile_grid *grid = grid_to_change(world, id, __func__);
    if (grid == NULL) {
        return false;
    }
    for (int32_t chunk = 0; chunk < grid->chunk_count; chunk++) {
        for (int32_t i = 0; i < grid->chunks[chunk].count; i++) {
            thud_shape_remove(world, grid->chunks[chunk].pieces[i].shape);
        }
    }
    thud_attachment_release(world, &grid->attachment);
    return true;
}

/* ---- change ---- */

static thud_call call_on(const thud_tile_grid *grid, const char *name) {
    return (thud_call){name, THUD_OBJECT_BODY, (uint32_t)grid->attachment.body};
}

static bool refuse(const thud_tile_grid *grid, const char *name, thud_status status, const char *field,
                   int value) {
    return thud_refuse(grid->world, call_on(grid, name), status, field, (double)value);
}

/* Whether a number is that of one of `count` tiles, columns or rows. */
static bool check_number(const thud_tile_grid *grid, const char *name, const char *field, int number,
                         int count) {
    return (number >= 0 && number < count) || refuse(grid, name, THUD_OUT_OF_RANGE, field, number);
}

static bool check_range(const thud_tile_grid *grid, const char *name, thud_tile_range range) {
    return thud_grid_has_range(grid, range) || refuse(grid, name, THUD_OUT_OF_RANGE, "range", 0);
}

/* Writes into a checked range, unless it is empty. */
static bool change_cells(thud_tile_grid *grid, const char *name, thud_tile_range range, uint16_t tile,
                         const uint16_t *tiles) {
    return range.columns == 0 || range.rows == 0 || write_cells(grid, range, tile, tiles) ||
           refuse(grid, name, THUD_OUT_OF_MEMORY, "cells", 0);
}

bool thud_tile_grid_set(thud_world *world, thud_tile_grid_id id, int column, int row, uint16_t tile) {
    thud_tile_grid *grid = grid_to_change(world, id, __func__);
    return grid != NULL && check_number(grid, __func__, "tile", tile, grid->tiles.count) &&
           check_number(grid, __func__, "column", column, grid->columns) &&
           check_number(grid, __func__, "row", row, grid->rows) &&
           change_cells(grid, __func__, (thud_tile_range){column, row, 1, 1}, tile, NULL);
}

bool thud_tile_grid_fill(thud_world *world, thud_tile_grid_id id, thud_tile_range range, uint16_t tile) {
    thud_tile_grid *grid = grid_to_change(world, id, __func__);
    return grid != NULL && check_range(grid, __func__, range) &&
           check_number(grid, __func__, "tile", tile, grid->tiles.count) &&
           change_cells(grid, __func__, range, tile, NULL);
}

bool thud_tile_grid_write(thud_world *world, thud_tile_grid_id id, thud_tile_range range,
                          const uint16_t *tiles) {
    thud_tile_grid *grid = grid_to_change(world, id, __func__);
    return grid != NULL && check_range(grid, __func__, range) &&
           thud_check_given(world, call_on(grid, __func__), "tiles", tiles != NULL) &&
           check_numbers(world, call_on(grid, __func__), "tiles", tiles, (int64_t)range.columns * range.rows,
                         grid->tiles.count) &&
           change_cells(grid, __func__, range, 0, tiles);
}

/* Whether all cells have numbers below `count`. */
static bool check_cells(const thud_tile_grid *grid, const char *name, int count) {
    for (int32_t chunk = 0; chunk < grid->chunk_count; chunk++) {
        uint16_t cells[THUD_CHUNK_CELLS];
        thud_grid_read_chunk(grid, chunk, cells);
        for (int32_t i = 0; i < THUD_CHUNK_CELLS; i++) {
            if (cells[i] >= count) {
                return refuse(grid, name, THUD_OUT_OF_RANGE, "tiles.count", count);
            }
        }
    }
    return true;
}

/* Whether a number has another tile, or another surface, in a new table. */
static bool is_changed(const thud_tile_table *before, const thud_tile_table *after, uint16_t tile) {
    return !thud_tile_same_form(&before->tiles[tile], &after->tiles[tile]) ||
           !thud_tile_same_surface(&before->tiles[tile], &after->tiles[tile]) ||
           before->surfaces[tile] != after->surfaces[tile];
}

/* Merges all chunks again in which a tile differs. */
static bool adopt_tiles(thud_tile_grid *grid, const thud_tile_table *tiles) {
    thud_tile_edit edit;
    bool has_memory =
        thud_tile_edit_begin(&edit, grid, tiles, (thud_tile_range){0, 0, grid->columns, grid->rows});
    for (int32_t chunk = 0; chunk < grid->chunk_count && has_memory; chunk++) {
        uint16_t cells[THUD_CHUNK_CELLS];
        thud_grid_read_chunk(grid, chunk, cells);
        bool changed = false;
        for (int32_t i = 0; i < THUD_CHUNK_CELLS && !changed; i++) {
            changed = is_changed(&grid->tiles, tiles, cells[i]);
        }
        has_memory = !changed || thud_tile_edit_chunk(&edit, chunk, cells);
    }
    return thud_tile_edit_end(&edit, has_memory);
}

bool thud_tile_grid_set_tiles(thud_world *world, thud_tile_grid_id id, thud_tile_set set) {
    thud_tile_grid *grid = grid_to_change(world, id, __func__);
    if (grid == NULL || !thud_tile_set_check(world, call_on(grid, __func__), &set) ||
        !check_cells(grid, __func__, set.count)) {
        return false;
    }
    const thud_hooks *hooks = thud_grid_hooks(world);
    thud_tile_table tiles;
    bool made = thud_tile_table_make(&tiles, hooks, &set);
    if (!made || !adopt_tiles(grid, &tiles)) {
        if (made) {
            thud_tile_table_release(&tiles, hooks);
        }
        return refuse(grid, __func__, THUD_OUT_OF_MEMORY, "tiles", 0);
    }
    thud_tile_table_release(&grid->tiles, hooks);
    grid->tiles = tiles;
    return true;
}
