#include "platformer/tile_merge.h"

enum { SIDE = THUD_CHUNK_SIDE };

/* The cells that are still to be covered. */
typedef struct merge {
    const thud_tile_table *tiles;
    const uint16_t *cells;
    int32_t full
        [THUD_CHUNK_CELLS]; /* the surface of a full tile that is in no rectangle yet; THUD_NONE of other cells */
    thud_tile_draft *drafts;
    int32_t count;
} merge;

/* ---- rectangles of full tiles ---- */

/* Whether the cells of a row from `column` on are full tiles of a surface. */
static bool row_is_full(const merge *made, int32_t row, int32_t column, int32_t columns, int32_t surface) {
    if (row >= SIDE) {
        return false;
    }
    for (int32_t i = 0; i < columns; i++) {
        if (column + i >= SIDE || made->full[row * SIDE + column + i] != surface) {
            return false;
        }
    }
    return true;
}

/* The rectangle with a lower left corner that is first as wide as can be, then as high; or the other way round. */
static thud_chunk_range grow(const merge *made, int32_t column, int32_t row, bool wide_first) {
    int32_t surface = made->full[row * SIDE + column];
    int32_t columns = 1, rows = 1;
    while (wide_first && row_is_full(made, row, column + columns, 1, surface)) {
        columns++;
    }
    while (row_is_full(made, row + rows, column, columns, surface)) {
        rows++;
    }
    for (bool wider = !wide_first; wider; columns += wider) {
        for (int32_t i = 0; i < rows && wider; i++) {
            wider = row_is_full(made, row + i, column + columns, 1, surface);
        }
    }
    return (thud_chunk_range){(uint8_t)column, (uint8_t)row, (uint8_t)columns, (uint8_t)rows};
}

static void add_rectangle(merge *made, thud_chunk_range cells, uint16_t surface) {
    double left = cells.column, right = left + cells.columns;
    double bottom = cells.row, top = bottom + cells.rows;
    made->drafts[made->count++] =
        (thud_tile_draft){.cells = cells,
                          .surface = surface,
                          .count = 4,
                          .points = {{left, bottom}, {right, bottom}, {right, top}, {left, top}}};
}

/* Covers the full tiles with rectangles, each as large as its lower left cell allows. */
static void cover_full_tiles(merge *made) {
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        int32_t surface = made->full[cell];
        if (surface < 0) {
            continue;
        }
        thud_chunk_range wide = grow(made, cell % SIDE, cell / SIDE, true);
        thud_chunk_range high = grow(made, cell % SIDE, cell / SIDE, false);
        thud_chunk_range chosen = wide.columns * wide.rows >= high.columns * high.rows ? wide : high;
        for (int32_t i = 0; i < chosen.columns * chosen.rows; i++) {
            made->full[cell + i / chosen.columns * SIDE + i % chosen.columns] = -1;
        }
        add_rectangle(made, chosen, (uint16_t)surface);
    }
}

/* ---- the other tiles ---- */

static void write_points(thud_tile_draft *draft, int32_t cell, const thud_vec2 *points, int count) {
    draft->cells = (thud_chunk_range){(uint8_t)(cell % SIDE), (uint8_t)(cell / SIDE), 1, 1};
    draft->count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        draft->points[i] =
            (thud_double2){cell % SIDE + (double)points[i].x, cell / SIDE + (double)points[i].y};
    }
}

/* The pieces of a tile in a cell of a chunk; returns how many. */
static int32_t write_tile(const thud_tile_table *tiles, uint16_t number, int32_t cell,
                          thud_tile_draft *drafts) {
    static const thud_vec2 corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    const thud_tile_def *tile = &tiles->tiles[number];
    int32_t count = 0;
    for (int p = 0; tile->kind == THUD_TILE_POLYGONS && p < tile->polygon_count; p++) {
        write_points(&drafts[count++], cell, tile->polygons[p].points, tile->polygons[p].count);
    }
    if (tile->kind == THUD_TILE_EDGE) {
        write_points(&drafts[count++], cell, tile->edge, 2);
    }
    if (tile->kind == THUD_TILE_FULL) {
        write_points(&drafts[count++], cell, corners, 4);
    }
    for (int32_t i = 0; i < count; i++) {
        drafts[i].surface = tiles->surfaces[number];
    }
    return count;
}

int32_t thud_pieces_of_tile(const thud_tile_table *tiles, uint16_t tile,
                            thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS]) {
    return write_tile(tiles, tile, 0, drafts);
}

static void cover_other_tiles(merge *made) {
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        uint16_t number = made->cells[cell];
        if (made->tiles->tiles[number].kind != THUD_TILE_FULL) {
            made->count += write_tile(made->tiles, number, cell, made->drafts + made->count);
        }
    }
}

int32_t thud_merge_cells(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS],
                         thud_tile_draft *drafts) {
    merge made = {.tiles = tiles, .cells = cells, .drafts = drafts};
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        bool is_full = tiles->tiles[cells[cell]].kind == THUD_TILE_FULL;
        made.full[cell] = is_full ? tiles->surfaces[cells[cell]] : -1;
    }
    cover_full_tiles(&made);
    cover_other_tiles(&made);
    return made.count;
}
