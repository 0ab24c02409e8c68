#include "platformer/tile_merge.h"

#include "base/memory.h"
#include "base/pool.h"

enum { SIDE = THUD_CHUNK_SIDE };

/* The cells: by row, a bit for each column. */
typedef struct merge {
    const thud_tile_table *tiles;
    const uint16_t *cells;
    uint32_t full[SIDE];     /* full tiles that are in no rectangle yet */
    uint32_t other[SIDE];    /* tiles that are neither empty nor full */
    uint32_t beside[SIDE];   /* those with the surface of the cell to the left */
    thud_tile_draft *drafts; /* pieces of other tiles */
    int32_t count;
} merge;

static int32_t first_bit(uint32_t bits) {
    return (int32_t)__builtin_ctz(bits);
}

static uint16_t surface_at(const merge *made, int32_t row, int32_t column) {
    return made->tiles->surfaces[made->cells[row * SIDE + column]];
}

/* Reads a row by its runs of equal tiles. */
static void read_row(merge *made, int32_t row) {
    const uint16_t *cells = &made->cells[row * SIDE];
    made->full[row] = made->other[row] = made->beside[row] = 0;
    for (int32_t column = 0, end = 0, surface = THUD_NONE; column < SIDE; column = end) {
        uint16_t tile = cells[column];
        while (end < SIDE && cells[end] == tile) {
            end++;
        }
        uint32_t bits = (1u << end) - (1u << column);
        thud_tile_kind kind = made->tiles->tiles[tile].kind;
        int32_t left = surface;
        surface = made->tiles->surfaces[tile];
        made->full[row] |= kind == THUD_TILE_FULL ? bits : 0;
        made->other[row] |= kind != THUD_TILE_FULL && kind != THUD_TILE_EMPTY ? bits : 0;
        made->beside[row] |= surface == left ? bits : bits & (bits - 1);
    }
}

static void read_cells(merge *made) {
    for (int32_t row = 0; row < SIDE; row++) {
        const uint16_t *cells = &made->cells[row * SIDE];
        if (row > 0 && thud_same_bytes(cells, cells - SIDE, SIDE * sizeof *cells)) {
            made->full[row] = made->full[row - 1];
            made->other[row] = made->other[row - 1];
            made->beside[row] = made->beside[row - 1];
        } else {
            read_row(made, row);
        }
    }
}

/* ---- rectangles of full tiles ---- */

/* The number of cells in a row, from a column on, that are full and have the surface of the first one. */
static int32_t run_of(const merge *made, int32_t row, int32_t column) {
    return first_bit(~((made->full[row] & (made->beside[row] | 1u << column)) >> column));
}

/* Covers the full tiles with rectangles: runs of a row, as long as possible, and equal runs above each other. So a cell that changes
 * changes few of them. */
static int32_t cover_full_tiles(const merge *made, thud_chunk_range list[THUD_CHUNK_CELLS]) {
    int32_t count = 0, last[SIDE]; /* by column: the last rectangle that begins there */
    uint32_t below = 0;            /* the columns where a run begins in the row below */
    for (int32_t row = 0; row < SIDE; row++) {
        uint32_t begins = made->full[row] & ~(made->full[row] << 1 & made->beside[row]);
        for (uint32_t left = begins; left != 0; left &= left - 1) {
            int32_t column = first_bit(left), columns = run_of(made, row, column);
            bool goes_on = below >> column & 1u && list[last[column]].columns == columns &&
                           surface_at(made, row - 1, column) == surface_at(made, row, column);
            if (goes_on) {
                list[last[column]].rows++;
            } else {
                last[column] = count;
                list[count++] = (thud_chunk_range){(uint8_t)column, (uint8_t)row, (uint8_t)columns, 1};
            }
        }
        below = begins;
    }
    return count;
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
    for (int32_t row = 0; row < SIDE; row++) {
        for (uint32_t left = made->other[row]; left != 0; left &= left - 1) {
            int32_t cell = row * SIDE + first_bit(left);
            made->count +=
                thud_pieces_of_tile(made->tiles, made->cells[cell], cell, made->drafts + made->count);
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

/* Joins two polygons with a whole common edge, if the result is convex and has few enough corners. It writes
 * one after the other without that edge, and then removes straight corners. */
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

/* Joins a piece with those that follow it in its row, or in its column. `lone` has by cell the piece of a
 * tile that is neither empty nor full and has only one; THUD_NONE of other cells and of joined pieces. */
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

/* Joins the pieces of tiles that are not full into runs. */
static void join_runs(merge *made) {
    int32_t lone[THUD_CHUNK_CELLS];
    for (int32_t cell = 0; cell < THUD_CHUNK_CELLS; cell++) {
        lone[cell] = THUD_NONE;
    }
    for (int32_t i = 0; i < made->count; i++) {
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
    int32_t count = 0;
    for (int32_t i = 0; i < made->count; i++) {
        if (made->drafts[i].count != 0) {
            made->drafts[count++] = made->drafts[i];
        }
    }
    made->count = count;
}

/* Upper bound of the number of pieces of other tiles. */
static int32_t count_others(const merge *made) {
    int32_t count = 0;
    for (int32_t row = 0; row < SIDE; row++) {
        for (uint32_t left = made->other[row]; left != 0; left &= left - 1) {
            const thud_tile_def *tile = &made->tiles->tiles[made->cells[row * SIDE + first_bit(left)]];
            count += tile->kind == THUD_TILE_EDGE ? 1 : tile->polygon_count;
        }
    }
    return count;
}

bool thud_merge_cells(const thud_tile_table *tiles, const uint16_t cells[THUD_CHUNK_CELLS],
                      const thud_hooks *hooks, thud_tile_drafts *drafts) {
    merge made;
    made.tiles = tiles;
    made.cells = cells;
    made.count = 0;
    read_cells(&made);
    int32_t most = count_others(&made);
    if (!THUD_RESERVE(hooks, drafts->list, drafts->room, most)) {
        return false;
    }
    made.drafts = drafts->list;
    drafts->full_count = cover_full_tiles(&made, drafts->full);
    if (most > 0) {
        cover_other_tiles(&made);
        join_runs(&made);
    }
    drafts->count = made.count;
    return true;
}
