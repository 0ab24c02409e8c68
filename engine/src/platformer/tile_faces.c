/*
 * tile_faces.c: faces of tiles that other tiles cover.
 *
 *              /|###
 *            /  |###      The left side of # is covered by the slope's tile: it is no surface. A corner that slides up the slope
 *          /    |###      and reaches its end touches both; the slope must hold it, the side must not stop it.
 *
 * Only world/contacts/ghosts.c uses these faces, in its search for a surface that hides the edges of another one.
 */
#include "platformer/grid_state.h"

#include <math.h>

/* Whether tile b stops all shapes that tile a stops. */
static bool holds_alike(const thud_tile_def *a, const thud_tile_def *b) {
    return a->one_way.x == b->one_way.x && a->one_way.y == b->one_way.y &&
           a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && !b->pre_solve;
}

/* A grid with its tiles, which may be new ones, and a visitor of its surface. */
typedef struct surface_walk {
    const thud_tile_grid *grid;
    const thud_tile_table *tiles;
    thud_pose pose;
    thud_tile_segment_visitor *visitor;
    void *context;
} surface_walk;

/* A face on a line between cells: that of columns at x, or of rows at y. */
typedef struct border_face {
    const thud_tile_def *tile;
    bool upright;
    int line;       /* index of the line; cells from there on are beyond it */
    bool beyond;    /* the face's outside is beyond the line */
    double from, to; /* along the line, in cells: exact for 2^20 of them */
} border_face;

static bool is_same_place(double a, double b) {
    return fabs(a - b) < (double)THUD_CELL_TOLERANCE;
}

static int cell_at(double place) {
    return (int)(place + (double)THUD_CELL_TOLERANCE);
}

/* The end of the part of a face from a place on that is beside one cell. */
static double cell_end(const border_face *face, double from) {
    return thud_double_min(face->to, cell_at(from) + 1);
}

static bool is_end(const border_face *face, double place) {
    return place >= face->to - (double)THUD_CELL_TOLERANCE;
}

/* The column or row of cells outside of a face. */
static int cell_outside(const border_face *face) {
    return face->beyond ? face->line : face->line - 1;
}

/* The tiles outside of a face, which are in one chunk: that beside the n-th cell of the face is first[n * step]. */
typedef struct tile_line {
    const uint16_t *first;
    int step;
} tile_line;

static tile_line tiles_outside(const surface_walk *walk, const border_face *face) {
    static const uint16_t none = 0;
    const thud_tile_grid *grid = walk->grid;
    int across = cell_outside(face), along = cell_at(face->from);
    int column = face->upright ? across : along, row = face->upright ? along : across;
    if (!thud_grid_has(grid, column, row)) {
        return (tile_line){&none, 0};
    }
    const thud_tile_chunk *chunk = &grid->chunks[thud_grid_chunk_of(grid, column, row)];
    return chunk->cells == NULL ? (tile_line){&chunk->tile, 0}
                                : (tile_line){&chunk->cells[thud_cell_in_chunk(column, row)],
                                              face->upright ? THUD_CHUNK_SIDE : 1};
}

/* Whether the tile outside of a face covers it from a place to the end of the cell there. `known`: a tile that covers whole cells of the
 * face, as most of a row do; at first THUD_NONE. */
static bool is_covered(const surface_walk *walk, const border_face *face, tile_line outside, double from,
                       int32_t *known) {
    int cell = cell_at(from);
    uint16_t tile_index = outside.first[(cell - cell_at(face->from)) * outside.step];
    if (tile_index == *known) {
        return true;
    }
    int side = (face->upright ? THUD_SIDE_LEFT : THUD_SIDE_BOTTOM) + !face->beyond; /* of the tile outside */
    thud_vec2 span = walk->tiles->spans[tile_index].of[side];
    float start = (float)(from - cell), end = (float)(cell_end(face, from) - cell);
    bool covers = span.x <= start + THUD_CELL_TOLERANCE && span.y >= end - THUD_CELL_TOLERANCE &&
                  holds_alike(face->tile, &walk->tiles->tiles[tile_index]);
    *known = covers && span.x <= 0.0f && span.y >= 1.0f ? tile_index : *known;
    return covers;
}

/* The end of the part of a face, from a place on, that tiles cover, or cover nothing of. */
static double find_change(const surface_walk *walk, const border_face *face, double from, bool covered) {
    const tile_line outside = tiles_outside(walk, face);
    int32_t known = THUD_NONE;
    while (!is_end(face, from) && is_covered(walk, face, outside, from, &known) == covered) {
        from = cell_end(face, from);
    }
    return from;
}

/* Finds the next part of a face, after `run`, that no tile covers: the new run, from x to y. False if there is none. */
static bool find_bare_run(const surface_walk *walk, const border_face *face, thud_double2 *run) {
    run->x = find_change(walk, face, run->y, true);
    run->y = find_change(walk, face, run->x, false);
    return run->y > run->x;
}

/* Whether another polygon of a tile has the edge from b to a, in the unit cell. */
static bool is_inside_tile(const thud_tile_def *tile, thud_double2 a, thud_double2 b) {
    for (int p = 0; p < tile->polygon_count; p++) {
        const thud_tile_polygon *polygon = &tile->polygons[p];
        for (int i = 0; i < polygon->count; i++) {
            thud_vec2 from = polygon->points[i], to = polygon->points[i + 1 < polygon->count ? i + 1 : 0];
            if (is_same_place(from.x, b.x) && is_same_place(from.y, b.y) && is_same_place(to.x, a.x) &&
                is_same_place(to.y, a.y)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a face from a to b, in cells of the grid, is on a line between cells, and on which one. */
static bool read_border(const thud_tile_def *tile, thud_double2 a, thud_double2 b, border_face *face) {
    bool upright = is_same_place(a.x, b.x);
    double place = upright ? a.x : a.y, line = floor(place + 0.5);
    *face = (border_face){.tile = tile, .upright = upright, .line = (int)line};
    face->beyond = upright ? b.y > a.y : b.x < a.x; /* counter-clockwise */
    face->from = upright ? thud_double_min(a.y, b.y) : thud_double_min(a.x, b.x);
    face->to = upright ? thud_double_max(a.y, b.y) : thud_double_max(a.x, b.x);
    return (upright || is_same_place(a.y, b.y)) && is_same_place(place, line);
}

/* A corner of a shape, in cells of the grid; the corner after the last is the first. */
static thud_double2 corner_at(const thud_tile_grid *grid, const thud_shape_record *record, int index) {
    return thud_grid_cells(grid, record->outline[index < record->count ? index : 0]);
}

/* A face of a piece. */
typedef struct piece_face {
    bool on_border;
    border_face border;
    thud_double2 a, b; /* its ends, in cells of the grid, if it is on no line between cells */
    bool between;      /* then: it is between two polygons of a tile */
} piece_face;

static void read_face(const surface_walk *walk, const thud_tile_piece *piece, thud_tile_range range,
                      int index, piece_face *face) {
    const thud_shape_record *record = &walk->grid->world->shapes.records[piece->shape];
    const thud_tile_def *tile = &walk->tiles->tiles[piece->surface];
    int column = range.column + piece->cells.column, row = range.row + piece->cells.row;
    if (piece->is_full) {
        const thud_vec2 normal = record->outline[record->count + index];
        bool upright = normal.x != 0.0f, beyond = normal.x + normal.y > 0.0f;
        int from = upright ? row : column, line = upright ? column : row;
        int along = upright ? piece->cells.rows : piece->cells.columns;
        int across = upright ? piece->cells.columns : piece->cells.rows;
        face->border = (border_face){tile, upright, line + (beyond ? across : 0), beyond, from, from + along};
        face->on_border = true;
        return;
    }
    face->a = corner_at(walk->grid, record, index);
    face->b = corner_at(walk->grid, record, index + 1);
    face->on_border = record->count > 2 && read_border(tile, face->a, face->b, &face->border);
    if (!face->on_border) {
        thud_double2 corner = {column, row};
        face->between = is_inside_tile(&walk->tiles->tiles[thud_grid_tile(walk->grid, column, row)],
                                       thud_double2_sub(face->a, corner), thud_double2_sub(face->b, corner));
    }
}

static bool is_hidden_face(const surface_walk *walk, const piece_face *face) {
    return face->on_border ? is_end(&face->border, find_change(walk, &face->border, face->border.from, true))
                           : face->between;
}

/* Whether two runs of cells overlap or touch. */
static bool are_near(int a, int a_count, int b, int b_count) {
    return a <= b + b_count && b <= a + a_count;
}

/* Whether cells of a range near a face may be outside of it: they are in its column or row. */
static bool may_be_outside(const border_face *face, thud_tile_range near) {
    int beyond = cell_outside(face) - (face->upright ? near.column : near.row);
    return beyond >= 0 && beyond < (face->upright ? near.columns : near.rows);
}

void thud_grid_hide_faces(const thud_tile_grid *grid, const thud_tile_table *tiles, int32_t chunk,
                          thud_tile_range changed) {
    const surface_walk walk = {.grid = grid, .tiles = tiles};
    thud_tile_range range = thud_grid_chunk_range(grid, chunk);
    for (int32_t i = 0; i < grid->chunks[chunk].count; i++) {
        const thud_tile_piece *piece = &grid->chunks[chunk].pieces[i];
        thud_shape_record *record = &grid->world->shapes.records[piece->shape];
        const thud_chunk_range cells = piece->cells;
        bool is_near = are_near(range.column + cells.column, cells.columns, changed.column, changed.columns) &&
                       are_near(range.row + cells.row, cells.rows, changed.row, changed.rows);
        bool is_known = record->hidden_faces != THUD_FACES_UNKNOWN;
        if (is_known && !is_near) {
            continue;
        }
        uint8_t hidden = 0;
        for (int k = 0; k < record->count && record->count > 2; k++) {
            piece_face face;
            read_face(&walk, piece, range, k, &face);
            bool is_same = is_known && face.on_border && !may_be_outside(&face.border, changed);
            hidden |= is_same ? record->hidden_faces & (1 << k) : (uint8_t)(is_hidden_face(&walk, &face) << k);
        }
        record->hidden_faces = hidden;
    }
}

/* ---- outlines ---- */

static thud_vec2 in_world(const surface_walk *walk, thud_double2 point) {
    return thud_pose_apply(walk->pose, thud_grid_place(walk->grid, point));
}

static bool show(const surface_walk *walk, thud_double2 from, thud_double2 to, uint16_t surface) {
    return walk->visitor(in_world(walk, from), in_world(walk, to), surface, walk->context);
}

/* Visits the parts of a face that no tile covers; false when the visitor has stopped. */
static bool show_face(const surface_walk *walk, const thud_tile_piece *piece, thud_tile_range range,
                      int index) {
    piece_face read;
    read_face(walk, piece, range, index, &read);
    if (!read.on_border) {
        return read.between || show(walk, read.a, read.b, piece->surface);
    }
    const border_face *face = &read.border;
    bool grows = face->upright == face->beyond; /* counter-clockwise */
    for (thud_double2 run = {0.0, face->from}; find_bare_run(walk, face, &run);) {
        double start = grows ? run.x : run.y, end = grows ? run.y : run.x, line = face->line;
        thud_double2 from = face->upright ? (thud_double2){line, start} : (thud_double2){start, line};
        thud_double2 to = face->upright ? (thud_double2){line, end} : (thud_double2){end, line};
        if (!show(walk, from, to, piece->surface)) {
            return false;
        }
    }
    return true;
}

static bool show_chunk(const surface_walk *walk, int32_t chunk) {
    thud_tile_range range = thud_grid_chunk_range(walk->grid, chunk);
    for (int32_t i = 0; i < walk->grid->chunks[chunk].count; i++) {
        const thud_tile_piece *piece = &walk->grid->chunks[chunk].pieces[i];
        const int count = walk->grid->world->shapes.records[piece->shape].count;
        for (int k = 0; k < (count == 2 ? 1 : count); k++) {
            if (!show_face(walk, piece, range, k)) {
                return false;
            }
        }
    }
    return true;
}

bool thud_tile_grid_outline(const thud_world *world, thud_tile_grid_id id, thud_tile_range range,
                            thud_tile_segment_visitor *visitor, void *context) {
    const thud_tile_grid *grid = thud_grid_of(world, id, __func__);
    if (grid == NULL || visitor == NULL || !thud_grid_has_range(grid, range)) {
        return false;
    }
    surface_walk walk = {grid, &grid->tiles, thud_grid_pose(grid), visitor, context};
    thud_tile_range chunks = thud_chunks_of(range);
    bool more = range.columns > 0 && range.rows > 0;
    thud_begin_callbacks(grid->world, true);
    for (int i = 0; more && i < chunks.columns * chunks.rows; i++) {
        more = show_chunk(&walk, thud_grid_chunk_at(grid, chunks, i));
    }
    thud_end_callbacks(grid->world, true);
    return true;
}
