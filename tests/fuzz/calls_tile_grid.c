/* Rows of tile_grid.h. A grid is found through one of its shapes: its pointer is not kept, since
 * the grid may be gone with its body. */
#include "play.h"

enum { most_side = 6, most_tiles = 6, most_cells = most_side * most_side };

static thud_tile_def any_tile(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_tile_def, kind, FUZZ_INT, 3),
        FUZZ_FIELD(thud_tile_def, polygon_count, FUZZ_INT, 4),
        FUZZ_FIELD(thud_tile_def, polygons[0].count, FUZZ_INT, 8),
        FUZZ_FIELD(thud_tile_def, polygons[0].points[0].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, polygons[0].points[1].y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, polygons[0].points[2].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, polygons[0].points[3].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, polygons[0].points[3].y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, polygons[1].count, FUZZ_INT, 8),
        FUZZ_FIELD(thud_tile_def, edge[0].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, edge[0].y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, edge[1].x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, one_way.x, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, one_way.y, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, material.friction, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_tile_def, material.surface_speed, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_tile_def, filter.category, FUZZ_BITS, 0),
        FUZZ_FIELD(thud_tile_def, filter.group, FUZZ_INT, 2),
        FUZZ_FIELD(thud_tile_def, contact_events, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_tile_def, hit_events, FUZZ_BOOL, 0),
        FUZZ_FIELD(thud_tile_def, pre_solve, FUZZ_BOOL, 0),
    };
    int kind = fuzz_choice(play->in, 5);
    float left = 0.25f * (float)fuzz_choice(play->in, 5), right = 0.25f * (float)fuzz_choice(play->in, 5);
    thud_tile_def tile = kind == 0   ? thud_tile_full()
                         : kind == 1 ? thud_tile_platform()
                                     : thud_tile_slope(left, right);
    thud_tile_def mirrored = thud_tile_slope(right, left);
    if (kind == 4 && tile.kind == THUD_TILE_POLYGONS) { /* two polygons that overlap, or equal ones */
        tile.polygons[tile.polygon_count++] = mirrored.polygons[0];
    }
    tile = thud_tile_turned(&tile, fuzz_byte(play->in));
    if (fuzz_rarely(play->in, 16)) {
        fuzz_edit(play->in, &tile, fields, sizeof fields / sizeof fields[0]);
    }
    return tile;
}

static thud_tile_set any_set(fuzz_play *play, thud_tile_def tiles[most_tiles]) {
    tiles[0] = thud_tile_empty();
    for (int i = 1; i < most_tiles; i++) {
        tiles[i] = any_tile(play);
    }
    int count = fuzz_rarely(play->in, 16) ? fuzz_choice(play->in, most_tiles + 1) : most_tiles;
    return (thud_tile_set){fuzz_rarely(play->in, 64) ? NULL : tiles, count};
}

static void any_cells(fuzz_play *play, uint16_t cells[most_cells]) {
    for (int i = 0; i < most_cells; i++) {
        cells[i] = (uint16_t)fuzz_choice(play->in, fuzz_rarely(play->in, 64) ? most_tiles + 1 : most_tiles);
    }
}

/* The grid of a shape; of one without a grid an id that names none any more, or is null. */
static thud_tile_grid_id any_grid(fuzz_play *play) {
    thud_tile_hit hit;
    if (!thud_tile_of_contact(play->world, fuzz_shape_id(play), thud_vec2_make(0.0f, 0.0f),
                              thud_vec2_make(0.0f, 1.0f), &hit)) {
        hit.grid = thud_world_next_tile_grid(play->world, (thud_tile_grid_id){0, 0});
        hit.grid.generation += hit.grid.generation != 0;
    }
    return hit.grid;
}

/* The shapes of a grid may be asked for in other calls; two of them are kept. */
static bool keep_grid(fuzz_play *play, thud_tile_grid_id grid) {
    thud_shape_id shape = {0, 0};
    bool is_valid = thud_tile_grid_is_valid(play->world, grid);
    for (int i = 0; is_valid && i < 2; i++) {
        shape = thud_body_next_shape(play->world, thud_tile_grid_body(play->world, grid), shape);
        fuzz_keep(play, FUZZ_SHAPE, (fuzz_id){shape.slot, shape.generation});
    }
    return is_valid;
}

static int any_cell(fuzz_play *play) {
    return fuzz_count(play->in, most_side);
}

static thud_tile_range any_range(fuzz_play *play) {
    thud_tile_range range;
    range.column = any_cell(play);
    range.row = any_cell(play);
    range.columns = fuzz_choice(play->in, most_side + 1);
    range.rows = fuzz_rarely(play->in, 8) ? fuzz_count(play->in, most_side) : 1;
    return range;
}

/* ---- tiles ---- */

static bool empty(fuzz_play *play) {
    return thud_tile_empty().kind == THUD_TILE_EMPTY && play != NULL;
}

static bool full(fuzz_play *play) {
    return thud_tile_full().kind == THUD_TILE_FULL && play != NULL;
}

static bool platform(fuzz_play *play) {
    return thud_tile_platform().kind == THUD_TILE_EDGE && play != NULL;
}

static bool slope(fuzz_play *play) {
    thud_tile_def tile = thud_tile_slope(fuzz_number(play->in, 1), fuzz_number(play->in, 1));
    fuzz_see_bits(play, (uint64_t)tile.kind << 8 ^ (uint64_t)tile.polygons[0].count);
    return true;
}

static bool turned(fuzz_play *play) {
    thud_tile_def tile = any_tile(play);
    unsigned flips = fuzz_byte(play->in);
    thud_tile_def once = thud_tile_turned(fuzz_rarely(play->in, 32) ? NULL : &tile, flips);
    fuzz_see_vec2(play, once.edge[0]);
    return true;
}

/* ---- grids ---- */

static bool grid_defaults(fuzz_play *play) {
    return thud_tile_grid_defaults().cells == NULL && play != NULL;
}

static bool create(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_tile_grid_def, cell_size.x, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_tile_grid_def, cell_size.y, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_tile_grid_def, origin.x, FUZZ_FLOAT, 8),
        FUZZ_FIELD(thud_tile_grid_def, origin.y, FUZZ_FLOAT, 8),
    };
    thud_body_id body = fuzz_body(play);
    thud_tile_def tiles[most_tiles];
    uint16_t cells[most_cells];
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = any_set(play, tiles);
    any_cells(play, cells);
    def.cells = fuzz_rarely(play->in, 8) ? NULL : cells;
    def.columns = fuzz_choice(play->in, most_side + 1);
    def.rows = fuzz_choice(play->in, most_side + 1);
    def.origin = thud_vec2_make(-3.0f, -5.0f);
    fuzz_edit(play->in, &def, fields, sizeof fields / sizeof fields[0]);
    return fuzz_has_room(play) && keep_grid(play, thud_tile_grid_create(play->world, body, &def));
}

static bool destroy(fuzz_play *play) {
    return thud_tile_grid_destroy(play->world, any_grid(play));
}

static bool definition(fuzz_play *play) {
    thud_tile_grid_def def = thud_tile_grid_definition(play->world, any_grid(play));
    fuzz_see_bits(play, (uint64_t)def.columns << 32 ^ (uint64_t)def.tiles.count);
    fuzz_see_finite_vec2(play, "a cell's size", def.cell_size);
    return true;
}

static bool body(fuzz_play *play) {
    fuzz_see_bits(play, thud_tile_grid_body(play->world, any_grid(play)).slot);
    return true;
}

static bool grid_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_tile_grid_is_valid(play->world, any_grid(play)));
}

static bool next_grid(fuzz_play *play) {
    thud_tile_grid_id grid = thud_world_next_tile_grid(play->world, any_grid(play));
    fuzz_check(grid.generation == 0 || thud_tile_grid_is_valid(play->world, grid),
               "a grid that comes next is none");
    fuzz_see_bits(play, grid.slot);
    return true;
}

static bool user_data(fuzz_play *play) {
    return thud_tile_grid_user_data(play->world, any_grid(play)) == NULL;
}

static bool set(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    int column = any_cell(play), row = any_cell(play);
    uint16_t tile = (uint16_t)fuzz_choice(play->in, most_tiles + 1);
    bool done = thud_tile_grid_set(play->world, grid, column, row, tile);
    fuzz_check(!done || thud_tile_grid_tile(play->world, grid, column, row) == tile,
               "a tile that was set is another one");
    return done && keep_grid(play, grid);
}

static bool fill(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_tile_range range = any_range(play);
    return thud_tile_grid_fill(play->world, grid, range, (uint16_t)fuzz_choice(play->in, most_tiles + 1)) &&
           keep_grid(play, grid);
}

static bool write(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_tile_range range = any_range(play);
    range.rows = 1;
    uint16_t cells[most_cells];
    any_cells(play, cells);
    return thud_tile_grid_write(play->world, grid, range, fuzz_rarely(play->in, 32) ? NULL : cells) &&
           keep_grid(play, grid);
}

static bool set_tiles(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_tile_def tiles[most_tiles];
    return thud_tile_grid_set_tiles(play->world, grid, any_set(play, tiles)) && keep_grid(play, grid);
}

/* ---- questions ---- */

static void see_tile_hit(fuzz_play *play, const thud_tile_hit *hit) {
    fuzz_check(hit->grid.generation == 0 ||
                   hit->tile == thud_tile_grid_tile(play->world, hit->grid, hit->column, hit->row),
               "a hit reports another tile than its cell's");
    fuzz_see_bits(play, (uint64_t)hit->column << 32 ^ (uint64_t)hit->row << 16 ^ hit->tile);
}

static bool tile_of_cell(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    int column = any_cell(play);
    fuzz_see_bits(play, thud_tile_grid_tile(play->world, grid, column, any_cell(play)));
    return true;
}

static bool of_contact(fuzz_play *play) {
    thud_tile_hit hit;
    thud_shape_id shape = fuzz_shape_id(play);
    thud_vec2 point = fuzz_vec2(play->in, 8);
    bool found = thud_tile_of_contact(play->world, shape, point, fuzz_vec2(play->in, 1), &hit);
    fuzz_check(found == (hit.grid.generation != 0), "a contact with a tile has no grid");
    see_tile_hit(play, &hit);
    return found;
}

static bool at(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_tile_hit hit = thud_tile_grid_at(play->world, grid, fuzz_vec2(play->in, 8));
    see_tile_hit(play, &hit);
    return true;
}

static bool cells_in(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_vec2 corner = fuzz_vec2(play->in, 8);
    thud_tile_range range =
        thud_tile_grid_cells_in(play->world, grid, (thud_aabb){corner, fuzz_vec2(play->in, 8)});
    thud_tile_grid_def def = thud_tile_grid_definition(play->world, grid);
    fuzz_check(range.column >= 0 && range.row >= 0 && range.column + range.columns <= def.columns &&
                   range.row + range.rows <= def.rows,
               "cells outside of the grid are in a box");
    fuzz_see_bits(play, (uint64_t)range.columns << 32 ^ (uint64_t)range.column);
    return true;
}

static bool center(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    int column = any_cell(play);
    fuzz_see_finite_vec2(play, "the middle of a cell",
                         thud_tile_grid_center(play->world, grid, column, any_cell(play)));
    return true;
}

static bool cast_ray_at_grid(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    thud_vec2 origin = fuzz_vec2(play->in, 8);
    thud_tile_ray_hit hit = thud_tile_grid_cast_ray(play->world, grid, origin, fuzz_vec2(play->in, 16));
    see_tile_hit(play, &hit.cell);
    fuzz_check(hit.cast.hit == (hit.cell.grid.generation != 0), "a ray hits a tile of no grid");
    fuzz_see_finite(play, "a fraction of a ray", hit.cast.fraction);
    return true;
}

static bool see_segment(thud_vec2 from, thud_vec2 to, uint16_t tile, void *context) {
    fuzz_play *play = context;
    fuzz_see_finite_vec2(play, "a point of an outline", from);
    fuzz_see_finite_vec2(play, "a point of an outline", to);
    fuzz_see_bits(play, tile);
    return true;
}

static bool outline(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    return fuzz_see_bool(play, thud_tile_grid_outline(play->world, grid, any_range(play), see_segment, play));
}

static bool overlaps(fuzz_play *play) {
    enum { most = 3 };
    thud_tile_overlap found[most];
    thud_tile_grid_id grid = any_grid(play);
    int count = thud_tile_grid_overlaps(play->world, grid, any_range(play), found, most);
    for (int i = 0; i < count && i < most; i++) {
        see_tile_hit(play, &found[i].cell);
        fuzz_see_finite(play, "a depth in a tile", found[i].depth);
        fuzz_see_finite_vec2(play, "a normal of a tile", found[i].normal);
        fuzz_check(thud_tile_grid_id_equal(found[i].cell.grid, grid) &&
                       thud_shape_is_valid(play->world, found[i].shape),
                   "an overlap with a tile of another grid, or of no shape");
    }
    fuzz_see_bits(play, (uint64_t)count);
    return true;
}

static bool is_free(fuzz_play *play) {
    thud_tile_grid_id grid = any_grid(play);
    int column = any_cell(play), row = any_cell(play);
    return fuzz_see_bool(play, thud_tile_grid_is_free(play->world, grid, column, row,
                                                      (uint16_t)fuzz_choice(play->in, most_tiles + 1)));
}

static const fuzz_row tile_grid_rows[] = {
    {"thud_tile_empty", FUZZ_ALONE, empty},
    {"thud_tile_full", FUZZ_ALONE, full},
    {"thud_tile_platform", FUZZ_ALONE, platform},
    {"thud_tile_slope", FUZZ_ALONE, slope},
    {"thud_tile_turned", FUZZ_ALONE, turned},
    {"thud_tile_grid_defaults", FUZZ_ALONE, grid_defaults},
    {"thud_tile_grid_create", FUZZ_CHANGES, create},
    {"thud_tile_grid_destroy", FUZZ_CHANGES, destroy},
    {"thud_tile_grid_definition", FUZZ_ASKS, definition},
    {"thud_tile_grid_body", FUZZ_ASKS, body},
    {"thud_tile_grid_is_valid", FUZZ_ASKS, grid_is_valid},
    {"thud_tile_grid_user_data", FUZZ_ASKS, user_data},
    {"thud_tile_grid_set", FUZZ_CHANGES, set},
    {"thud_tile_grid_fill", FUZZ_CHANGES, fill},
    {"thud_tile_grid_write", FUZZ_CHANGES, write},
    {"thud_tile_grid_set_tiles", FUZZ_CHANGES, set_tiles},
    {"thud_tile_grid_tile", FUZZ_ASKS, tile_of_cell},
    {"thud_tile_of_contact", FUZZ_ASKS, of_contact},
    {"thud_tile_grid_at", FUZZ_ASKS, at},
    {"thud_tile_grid_cells_in", FUZZ_ASKS, cells_in},
    {"thud_tile_grid_center", FUZZ_ASKS, center},
    {"thud_tile_grid_cast_ray", FUZZ_ASKS, cast_ray_at_grid},
    {"thud_tile_grid_outline", FUZZ_ASKS, outline},
    {"thud_tile_grid_overlaps", FUZZ_ASKS, overlaps},
    {"thud_tile_grid_is_free", FUZZ_ASKS, is_free},
    {"thud_world_next_tile_grid", FUZZ_ASKS, next_grid},
};
const fuzz_page fuzz_tile_grid_page = FUZZ_PAGE(tile_grid_rows);
