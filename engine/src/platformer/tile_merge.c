#include "platformer/tile_merge.h"

#include "base/pool.h"

enum { SIDE = THUD_CHUNK_SIDE };

/* The cells that are not covered yet. */
typedef struct merge {
    const thud_tile_table *tiles;
    const uint16_t *cells;
    int32_t full[THUD_CHUNK_CELLS]; /* surface of a full tile that is in no rectangle yet; else THUD_NONE */
    uint8_t run[THUD_CHUNK_CELLS]; /* number of cells in the row, from a full one on, that have its surface */
    thud_tile_draft *drafts;
    int32_t count;
} merge;

/* ---- rectangles of full tiles ---- */

/* The rectangle with a lower left cell that is first as wide as possible, then as high; or first as high. */
static thud_chunk_range grow(const merge *made, int32_t cell, bool wide_first) {
    int32_t columns = made->run[cell], rows = 1;
    for (int32_t above = cell + SIDE; above < THUD_CHUNK_CELLS; above += SIDE, rows++) {
        if (made->full[above] != made->full[cell] || (wide_first && made->run[above] < columns)) {
            break;
        }
        columns = made->run[above] < columns ? made->run[above] : columns;
    }
    return (thud_chunk_range){(uint8_t)(cell % SIDE), (uint8_t)(cell / SIDE), (uint8_t)columns, (uint8_t)rows};
}

/* Takes a rectangle out of the cells that are not covered yet. */
static void cover(merge *made, thud_chunk_range range) {
    for (int32_t row = range.row; row < range.row + range.rows; row++) {
        int32_t *full = &made->full[row * SIDE];
        for (int32_t i = range.column - 1; i >= 0 && full[i] == full[range.column]; i--) {
            made->run[row * SIDE + i] = (uint8_t)(range.column - i);
        }
        for (int32_t i = range.column; i < range.column + range.columns; i++) {
            full[i] = THUD_NONE;
        }
    }
}

/* Covers the full tiles with rectangles, each as large as its lower left cell allows. */
static void cover_full_tiles(merge *made) {
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        int32_t surface = made->full[cell];
        if (surface == THUD_NONE) {
            continue;
        }
        thud_chunk_range wide = grow(made, cell, true), high = grow(made, cell, false);
        thud_chunk_range chosen = wide.columns * wide.rows >= high.columns * high.rows ? wide : high;
        cover(made, chosen);
        double left = chosen.column, right = left + chosen.columns;
        double bottom = chosen.row, top = bottom + chosen.rows;
        made->drafts[made->count++] =
            (thud_tile_draft){.cells = chosen,
                              .surface = (uint16_t)surface,
                              .count = 4,
                              .points = {{left, bottom}, {right, bottom}, {right, top}, {left, top}}};
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

int32_t thud_pieces_of_tile(const thud_tile_table *tiles, uint16_t tile_index, int32_t cell,
                            thud_tile_draft drafts[THUD_TILE_MAX_POLYGONS]) {
    static const thud_vec2 corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    const thud_tile_def *tile = &tiles->tiles[tile_index];
    int32_t count = 0;
    for (int p = 0; p < tile->polygon_count; p++) {
        write_points(&drafts[count++], cell, tile->polygons[p].points, tile->polygons[p].count);
    }
    if (tile->kind == THUD_TILE_EDGE) {
        write_points(&drafts[count++], cell, tile->edge, 2);
    }
    if (tile->kind == THUD_TILE_FULL) {
        write_points(&drafts[count++], cell, corners, 4);
    }
    for (int32_t i = 0; i < count; i++) {
        drafts[i].surface = tiles->surfaces[tile_index];
    }
    return count;
}

static void cover_other_tiles(merge *made) {
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        uint16_t tile_index = made->cells[cell];
        if (made->tiles->tiles[tile_index].kind != THUD_TILE_FULL) {
            made->count += thud_pieces_of_tile(made->tiles, tile_index, cell, made->drafts + made->count);
        }
    }
}

/* ---- runs of other tiles ---- */

/* Corners that turn by less count as straight: the sine times both lengths, in cells. */
#define STRAIGHT 1.0e-9

static bool is_same_point(thud_double2 a, thud_double2 b) {
    return a.x == b.x && a.y == b.y;
}

/* The turn of a corner to the left: sine times both lengths. */
static double turn_at(const thud_double2 *points, int count, int i) {
    thud_double2 before = points[(i + count - 1) % count], after = points[(i + 1) % count];
    return thud_double2_cross(thud_double2_sub(points[i], before), thud_double2_sub(after, points[i]));
}

/* Joins two segments that continue each other; else false. */
static bool join_segments(thud_tile_draft *draft, const thud_tile_draft *other) {
    const thud_double2 *a = draft->points, *b = other->points;
    bool after = is_same_point(a[1], b[0]), before = is_same_point(b[1], a[0]);
    thud_double2 edge = thud_double2_sub(a[1], a[0]), other_edge = thud_double2_sub(b[1], b[0]);
    double turn = thud_double2_cross(edge, other_edge);
    bool is_straight = turn <= STRAIGHT && turn >= -STRAIGHT && thud_double2_dot(edge, other_edge) > 0.0;
    if ((!after && !before) || !is_straight) {
        return false;
    }
    draft->points[after ? 1 : 0] = after ? b[1] : b[0];
    return true;
}

/*
 * Joins two polygons with a whole common edge, if the result is convex and has few enough corners. It writes one after
 * the other without that edge, and then removes straight corners.
 */
static bool join_polygons(thud_tile_draft *draft, const thud_tile_draft *other) {
    int own = draft->count, its = other->count;
    thud_double2 all[2 * THUD_TILE_MAX_POINTS];
    for (int i = 0; i < own * its; i++) {
        int a = i / its, b = i % its;
        if (!is_same_point(draft->points[a], other->points[(b + 1) % its]) ||
            !is_same_point(draft->points[(a + 1) % own], other->points[b])) {
            continue;
        }
        int count = 0;
        for (int k = 0; k < own; k++) { /* from the end of the edge around to its start */
            all[count++] = draft->points[(a + 1 + k) % own];
        }
        for (int k = 2; k < its; k++) { /* the other one's corners beside the edge */
            all[count++] = other->points[(b + k) % its];
        }
        for (int k = 0; k < count;) {
            double turn = turn_at(all, count, k);
            if (turn < -STRAIGHT) {
                return false;
            }
            if (turn > STRAIGHT) {
                k++;
                continue;
            }
            for (int m = k; m + 1 < count; m++) {
                all[m] = all[m + 1];
            }
            count--;
        }
        if (count < 3 || count > THUD_TILE_MAX_POINTS) {
            return false;
        }
        draft->count = (uint8_t)count;
        for (int k = 0; k < count; k++) {
            draft->points[k] = all[k];
        }
        return true;
    }
    return false;
}

static bool join(thud_tile_draft *draft, const thud_tile_draft *other) {
    if (draft->surface != other->surface || (draft->count == 2) != (other->count == 2)) {
        return false;
    }
    return draft->count == 2 ? join_segments(draft, other) : join_polygons(draft, other);
}

/*
 * Joins a piece with those that follow it in its row, or in its column. `lone` has by cell the piece of a tile that is
 * neither empty nor full and has only one; THUD_NONE of other cells and of joined pieces.
 */
static void join_run(merge *made, int32_t lone[THUD_CHUNK_CELLS], int32_t first, bool upwards) {
    thud_tile_draft *draft = &made->drafts[first];
    for (;;) {
        int32_t column = draft->cells.column + (upwards ? 0 : draft->cells.columns);
        int32_t row = draft->cells.row + (upwards ? draft->cells.rows : 0);
        if (column >= SIDE || row >= SIDE || lone[row * SIDE + column] == THUD_NONE) {
            return;
        }
        thud_tile_draft *next = &made->drafts[lone[row * SIDE + column]];
        if (!join(draft, next)) {
            return;
        }
        next->count = 0;
        lone[row * SIDE + column] = THUD_NONE;
        draft->cells.columns = (uint8_t)(draft->cells.columns + !upwards);
        draft->cells.rows = (uint8_t)(draft->cells.rows + upwards);
    }
}

/* Joins the pieces from `first` on, of tiles that are not full, into runs. */
static void join_runs(merge *made, int32_t first) {
    int32_t lone[THUD_CHUNK_CELLS];
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        lone[cell] = THUD_NONE;
    }
    for (int32_t i = first; i < made->count; i++) {
        const thud_chunk_range *cells = &made->drafts[i].cells;
        int32_t cell = cells->row * SIDE + cells->column;
        const thud_tile_def *tile = &made->tiles->tiles[made->cells[cell]];
        bool is_lone = tile->kind == THUD_TILE_EDGE || tile->polygon_count == 1;
        lone[cell] = is_lone ? i : THUD_NONE;
    }
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        int32_t i = lone[cell];
        if (i != THUD_NONE) {
            join_run(made, lone, i, false);
        }
        if (i != THUD_NONE && made->drafts[i].cells.columns == 1) {
            join_run(made, lone, i, true);
        }
    }
    int32_t count = first;
    for (int32_t i = first; i < made->count; i++) {
        if (made->drafts[i].count != 0) {
            made->drafts[count++] = made->drafts[i];
        }
    }
    made->count = count;
}

int32_t thud_count_pieces(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS]) {
    int32_t count = 0;
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        const thud_tile_def *tile = &tiles->tiles[cells[cell]];
        count += tile->kind == THUD_TILE_POLYGONS ? tile->polygon_count : tile->kind != THUD_TILE_EMPTY;
    }
    return count;
}

int32_t thud_merge_cells(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS],
                         thud_tile_draft *drafts) {
    merge made = {.tiles = tiles, .cells = cells, .drafts = drafts};
    for (int32_t cell = THUD_CHUNK_CELLS; cell-- > 0;) {
        bool is_full = tiles->tiles[cells[cell]].kind == THUD_TILE_FULL;
        made.full[cell] = is_full ? tiles->surfaces[cells[cell]] : THUD_NONE;
        bool goes_on = cell % SIDE < SIDE - 1 && made.full[cell + 1] == made.full[cell];
        made.run[cell] = (uint8_t)(goes_on ? made.run[cell + 1] + 1 : 1);
    }
    cover_full_tiles(&made);
    int32_t first_other = made.count;
    cover_other_tiles(&made);
    if (made.count > first_other) {
        join_runs(&made, first_other);
    }
    return made.count;
}
