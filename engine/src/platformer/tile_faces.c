/*
 * tile_faces.c: faces of tiles along which other tiles lie.
 *
 *              /|###
 *            /  |###      The left side of # lies along the slope: it is no surface. A corner that slides up the slope and
 *          /    |###      reaches its end is at both; it has to be held by the slope, not stopped by that side.
 *
 * Only world/ghosts.c asks for them, where it looks for a surface that hides the edges of another one.
 */
#include "platformer/grid_state.h"

#include <math.h>

/* Whether what is stopped by one tile is stopped by the other one too. */
static bool holds_alike(const thud_tile_def *a, const thud_tile_def *b) {
    return a->one_way.x == b->one_way.x && a->one_way.y == b->one_way.y &&
           a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && !b->pre_solve;
}

/* A face on a line between cells: that of columns at x, or of rows at y. */
typedef struct border_face {
    const thud_tile_def *tile;
    bool upright;
    int line;       /* cells from there on are beyond, or those before, if not */
    bool beyond;    /* whether the face looks that way */
    float from, to; /* along the line, in cells */
} border_face;

static bool is_near(float a, float b) {
    return thud_abs(a - b) < THUD_CELL_TOLERANCE;
}

/* Whether the cells that a face looks at lie along all of it. */
static bool is_covered(const thud_tile_grid *grid, const thud_tile_table *tiles, const border_face *face) {
    int across = face->beyond ? face->line : face->line - 1;
    thud_tile_side side = face->upright ? (face->beyond ? THUD_SIDE_LEFT : THUD_SIDE_RIGHT)
                                        : (face->beyond ? THUD_SIDE_BOTTOM : THUD_SIDE_TOP);
    for (float from = face->from; from < face->to - THUD_CELL_TOLERANCE;) {
        float cell = floorf(from + THUD_CELL_TOLERANCE), to = thud_min(face->to, cell + 1.0f);
        int along = (int)cell;
        uint16_t number = face->upright ? thud_tile_grid_tile(grid, across, along)
                                        : thud_tile_grid_tile(grid, along, across);
        thud_vec2 span = tiles->spans[number].of[side];
        if (span.x > from - cell + THUD_CELL_TOLERANCE || span.y < to - cell - THUD_CELL_TOLERANCE ||
            !holds_alike(face->tile, &tiles->tiles[number])) {
            return false;
        }
        from = to;
    }
    return true;
}

/* Whether another polygon of a tile has the edge from b to a, in the unit cell. */
static bool is_inside_tile(const thud_tile_def *tile, thud_vec2 a, thud_vec2 b) {
    for (int p = 0; tile->kind == THUD_TILE_POLYGONS && p < tile->polygon_count; p++) {
        const thud_tile_polygon *polygon = &tile->polygons[p];
        for (int i = 0; i < polygon->count; i++) {
            thud_vec2 from = polygon->points[i], to = polygon->points[i + 1 < polygon->count ? i + 1 : 0];
            if (is_near(from.x, b.x) && is_near(from.y, b.y) && is_near(to.x, a.x) && is_near(to.y, a.y)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the face from a to b of a piece, in cells of the grid, is hidden. */
static bool is_hidden(const thud_tile_grid *grid, const thud_tile_table *tiles, const thud_tile_piece *piece,
                      thud_tile_range range, thud_vec2 a, thud_vec2 b) {
    border_face face = {.tile = &tiles->tiles[piece->surface]};
    face.upright = is_near(a.x, b.x);
    float place = face.upright ? a.x : a.y;
    bool on_line = (face.upright || is_near(a.y, b.y)) && is_near(place, floorf(place + 0.5f));
    if (on_line) {
        face.line = (int)floorf(place + 0.5f);
        face.beyond = face.upright ? b.y > a.y : b.x < a.x; /* counter-clockwise */
        face.from = face.upright ? thud_min(a.y, b.y) : thud_min(a.x, b.x);
        face.to = face.upright ? thud_max(a.y, b.y) : thud_max(a.x, b.x);
        return is_covered(grid, tiles, &face);
    }
    int column = range.column + piece->cells.column, row = range.row + piece->cells.row;
    thud_vec2 corner = {(float)column, (float)row};
    return is_inside_tile(&tiles->tiles[thud_tile_grid_tile(grid, column, row)], thud_vec2_sub(a, corner),
                          thud_vec2_sub(b, corner));
}

/* A corner of a shape, in cells of the grid. */
static thud_vec2 in_cells(const thud_tile_grid *grid, thud_vec2 corner) {
    return (thud_vec2){(corner.x - grid->origin.x) / grid->cell_size.x,
                       (corner.y - grid->origin.y) / grid->cell_size.y};
}

static bool ranges_meet(thud_chunk_range a, thud_chunk_range b) {
    return a.column < b.column + b.columns && b.column < a.column + a.columns && a.row < b.row + b.rows &&
           b.row < a.row + a.rows;
}

void thud_grid_hide_faces(const thud_tile_grid *grid, const thud_tile_table *tiles, int32_t chunk,
                          thud_chunk_range touched) {
    thud_tile_range range = thud_grid_chunk_range(grid, chunk);
    for (int32_t i = 0; i < grid->chunks[chunk].count; i++) {
        const thud_tile_piece *piece = &grid->chunks[chunk].pieces[i];
        thud_shape_record *record = &grid->world->shapes.records[piece->shape];
        if (!ranges_meet(piece->cells, touched)) {
            continue;
        }
        record->hidden_faces = 0;
        for (int k = 0; k < record->count && record->count > 2; k++) {
            thud_vec2 a = in_cells(grid, record->outline[k]);
            thud_vec2 b = in_cells(grid, record->outline[k + 1 < record->count ? k + 1 : 0]);
            if (is_hidden(grid, tiles, piece, range, a, b)) {
                record->hidden_faces |= (uint8_t)(1u << k);
            }
        }
    }
}
