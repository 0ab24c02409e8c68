/* Queries of tile grids: cells at points and in boxes, rays, outlines, cells of contacts. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "reference/tiles.h"

enum { SIDE = 40 };

/* A grid of random tiles, mostly empty or full, on a rotated body; the tiles are those of the
 * drawings in all orientations. */
static thud_tile_grid_id add_random_grid(thud_world *world, test_random *random, bool one_way) {
    static thud_tile_def tiles[TEST_TURNED_TILES];
    test_turned_tiles(tiles, one_way);
    static uint16_t cells[SIDE * SIDE];
    test_random_cells(random, cells, SIDE * SIDE);
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, TEST_TURNED_TILES};
    def.columns = SIDE;
    def.rows = SIDE;
    def.cell_size = thud_vec2_make(0.5f, 0.75f);
    def.origin = thud_vec2_make(-3.0f, 2.0f);
    def.cells = cells;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(5.0f, -7.0f));
    assert_true(
        thud_body_teleport(world, body, thud_vec2_make(5.0f, -7.0f), test_random_float(random, -3.0f, 3.0f)));
    thud_tile_grid_id grid = thud_tile_grid_create(world, body, &def);
    assert_int_not_equal(grid.generation, 0);
    return grid;
}

static void a_cell_is_where_its_middle_is(void **state) {
    (void)state;
    test_random random = {1};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = add_random_grid(world, &random, true);
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            thud_tile_hit hit =
                thud_tile_grid_at(world, grid, thud_tile_grid_center(world, grid, column, row));
            assert_true(thud_tile_grid_id_equal(hit.grid, grid));
            assert_int_equal(hit.column, column);
            assert_int_equal(hit.row, row);
            assert_int_equal(hit.tile, thud_tile_grid_tile(world, grid, column, row));
        }
    }
    assert_int_equal(thud_tile_grid_at(world, grid, thud_tile_grid_center(world, grid, -1, 3)).grid.generation,
                     0);
    assert_int_equal(
        thud_tile_grid_at(world, grid, thud_tile_grid_center(world, grid, 3, SIDE)).grid.generation, 0);
    assert_int_equal(thud_tile_grid_tile(world, grid, -1, 0), 0);
    assert_int_equal(thud_tile_grid_tile(world, grid, 0, SIDE), 0);
    thud_world_destroy(world);
}

static void cells_in_a_box_are_those_that_it_overlaps(void **state) {
    (void)state;
    static const char *const drawing[] = {"..........", "..........", ".........."};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 3);
    thud_tile_range range = thud_tile_grid_cells_in(world, grid, (thud_aabb){{2.5f, -4.0f}, {4.5f, 1.5f}});
    assert_int_equal(range.column, 2);
    assert_int_equal(range.columns, 3);
    assert_int_equal(range.row, 0);
    assert_int_equal(range.rows, 2);
    range = thud_tile_grid_cells_in(world, grid, (thud_aabb){{2.5f, 4.0f}, {4.5f, 5.0f}});
    assert_int_equal(range.columns, 0);
    range = thud_tile_grid_cells_in(world, grid, (thud_aabb){{-1.0e30f, -1.0e30f}, {1.0e30f, 1.0e30f}});
    assert_int_equal(range.columns, 10);
    assert_int_equal(range.rows, 3);
    range = thud_tile_grid_cells_in(world, grid, (thud_aabb){{1.0f, 0.0f}, {0.0f, 1.0f}});
    assert_int_equal(range.columns, 0);
    thud_world_destroy(world);
}

/* In a turned grid the range holds each cell that the box reaches, and ends where the box does. */
static void cells_in_a_box_are_found_in_a_turned_grid(void **state) {
    (void)state;
    test_random random = {3};
    for (int run = 0; run < 200; run++) {
        thud_world *world = test_world_create();
        thud_tile_grid_id grid = add_random_grid(world, &random, false);
        thud_body_id body = thud_tile_grid_body(world, grid);
        thud_vec2 corner = thud_tile_grid_center(world, grid, test_random_int(&random, 0, SIDE - 1), 20);
        thud_vec2 size = {test_random_float(&random, 0.1f, 6.0f), test_random_float(&random, 0.1f, 6.0f)};
        thud_aabb box = {corner, thud_vec2_add(corner, size)};
        thud_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
        for (int i = 0; i < 4; i++) {
            thud_vec2 point = {i % 2 ? box.max.x : box.min.x, i / 2 ? box.max.y : box.min.y};
            thud_vec2 place = thud_body_local_point(world, body, point);
            place = thud_vec2_make((place.x + 3.0f) / 0.5f, (place.y - 2.0f) / 0.75f); /* see add_random_grid */
            low = thud_vec2_min(low, place);
            high = thud_vec2_max(high, place);
        }
        thud_tile_range range = thud_tile_grid_cells_in(world, grid, box);
        const float play = 1.0e-3f; /* of a cell: the test rounds otherwise */
        float first_x = thud_clamp(low.x, 0.0f, SIDE), last_x = thud_clamp(high.x, 0.0f, SIDE);
        float first_y = thud_clamp(low.y, 0.0f, SIDE), last_y = thud_clamp(high.y, 0.0f, SIDE);
        assert_true((float)range.column <= first_x + play && (float)range.column > first_x - 1.0f - play);
        assert_true((float)range.row <= first_y + play && (float)range.row > first_y - 1.0f - play);
        assert_true((float)(range.column + range.columns) >= last_x - play);
        assert_true((float)(range.column + range.columns) < last_x + 1.0f + play);
        assert_true((float)(range.row + range.rows) >= last_y - play);
        assert_true((float)(range.row + range.rows) < last_y + 1.0f + play);
        thud_world_destroy(world);
    }
}

/* Half tiles above each other become one shape; a ray from the side leads to the cell that it meets. */
static void rays_at_a_run_of_tiles_lead_to_their_cells(void **state) {
    (void)state;
    enum { LENGTH = 7 };
    for (int upright = 0; upright < 2; upright++) {
        thud_world *world = test_world_create();
        thud_tile_def half = thud_tile_slope(0.5f, 0.5f);
        thud_tile_def tiles[] = {thud_tile_empty(),
                                 thud_tile_turned(&half, upright ? THUD_TILE_FLIP_DIAGONAL : 0)};
        uint16_t cells[LENGTH * LENGTH] = {0};
        for (int i = 1; i < LENGTH; i++) {
            cells[upright ? i * LENGTH + 2 : 2 * LENGTH + i] = 1;
        }
        thud_tile_grid_def def = thud_tile_grid_defaults();
        def.tiles = (thud_tile_set){tiles, 2};
        def.columns = def.rows = LENGTH;
        def.cells = cells;
        thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        assert_int_not_equal(thud_tile_grid_create(world, body, &def).generation, 0);
        assert_int_equal(thud_world_counts(world).shapes, 1);
        for (int i = 1; i < LENGTH; i++) {
            float at = (float)i + 0.3f;
            thud_vec2 origin = upright ? thud_vec2_make(6.0f, at) : thud_vec2_make(at, 6.0f);
            thud_vec2 way = upright ? thud_vec2_make(-5.0f, 0.0f) : thud_vec2_make(0.0f, -5.0f);
            thud_world_hit ray = thud_world_cast_ray(world, origin, way, thud_query_filter_all());
            thud_tile_hit hit;
            assert_true(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
            assert_int_equal(hit.column, upright ? 2 : i);
            assert_int_equal(hit.row, upright ? i : 2);
            assert_int_equal(hit.tile, 1);
        }
        thud_world_destroy(world);
    }
}

/* Rays through the cells and through the world's shapes end at the same place, and the world's
 * hit leads to the same kind of cell. */
static void rays_through_cells_end_where_rays_through_the_world_do(void **state) {
    (void)state;
    test_random random = {2};
    int hits = 0;
    for (int i = 0; i < 20; i++) {
        thud_world *world = test_world_create();
        thud_tile_grid_id grid = add_random_grid(world, &random, i % 2 == 0);
        for (int k = 0; k < 500; k++) {
            int from = test_random_int(&random, -5, SIDE + 5), to = test_random_int(&random, -5, SIDE + 5);
            thud_vec2 origin =
                thud_tile_grid_center(world, grid, from, test_random_int(&random, -5, SIDE + 5));
            thud_vec2 end = thud_tile_grid_center(world, grid, to, test_random_int(&random, -5, SIDE + 5));
            end.x += test_random_float(&random, -0.2f, 0.2f);
            end.y += test_random_float(&random, -0.2f, 0.2f);
            origin.x += test_random_float(&random, -0.2f, 0.2f);
            origin.y += test_random_float(&random, -0.2f, 0.2f);
            thud_vec2 translation = thud_vec2_sub(end, origin);
            thud_tile_ray_hit cell = thud_tile_grid_cast_ray(world, grid, origin, translation);
            thud_world_hit shape = thud_world_cast_ray(world, origin, translation, thud_query_filter_all());
            assert_int_equal(cell.cast.hit, shape.cast.hit);
            assert_int_equal(cell.cell.grid.generation != 0, shape.cast.hit);
            if (!shape.cast.hit) {
                continue;
            }
            hits++;
            assert_true(thud_vec2_distance(cell.cast.point, shape.cast.point) < 1.0e-3f);
            assert_int_equal(cell.cell.tile, thud_tile_grid_tile(world, grid, cell.cell.column, cell.cell.row));
            assert_int_not_equal(cell.cell.tile, 0);
            thud_tile_hit contact;
            assert_true(
                thud_tile_of_contact(world, shape.shape, shape.cast.point, shape.cast.normal, &contact));
            assert_int_not_equal(contact.tile, 0);
            assert_in_range(contact.column - cell.cell.column + 1, 0, 2);
            assert_in_range(contact.row - cell.cell.row + 1, 0, 2);
        }
        thud_world_destroy(world);
    }
    assert_true(hits > 5000);
}

static void rays_meet_one_way_tiles_from_the_side_that_holds(void **state) {
    (void)state;
    static const char *const drawing[] = {"....", ".==.", "....", "####"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 4);
    thud_tile_ray_hit down =
        thud_tile_grid_cast_ray(world, grid, thud_vec2_make(1.5f, 3.9f), thud_vec2_make(0.3f, -3.8f));
    assert_int_equal(down.cell.tile, TEST_TILE_PLATFORM);
    assert_int_equal(down.cell.row, 2);
    assert_float_equal(down.cast.point.y, 3.0f, 1.0e-4f);
    assert_float_equal(down.cast.normal.y, 1.0f, 1.0e-4f);
    assert_false(
        thud_tile_grid_cast_ray(world, grid, thud_vec2_make(1.5f, 1.5f), thud_vec2_make(0.3f, 2.4f)).cast.hit);
    thud_world_destroy(world);
}

static void rays_pass_the_grid_of_a_disabled_body(void **state) {
    (void)state;
    static const char *const drawing[] = {"....", "####"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 2);
    const thud_vec2 above = {1.5f, 1.5f}, down = {0.0f, -1.0f};
    assert_int_not_equal(thud_tile_grid_cast_ray(world, grid, above, down).cell.tile, 0);
    thud_body_def disabled = thud_body_definition(world, body);
    disabled.disabled = true;
    assert_true(thud_body_configure(world, body, &disabled));
    assert_int_equal(thud_tile_grid_cast_ray(world, grid, above, down).cell.grid.generation, 0);
    thud_world_destroy(world);
}

static void rays_that_are_none_hit_nothing(void **state) {
    (void)state;
    test_random random = {3};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = add_random_grid(world, &random, true);
    assert_false(thud_tile_grid_cast_ray(world, grid, thud_vec2_make(NAN, 0), thud_vec2_make(1, 0)).cast.hit);
    assert_false(
        thud_tile_grid_cast_ray(world, grid, thud_vec2_make(0, 0), thud_vec2_make(INFINITY, 0)).cast.hit);
    assert_false(
        thud_tile_grid_cast_ray(world, grid, thud_vec2_make(1.0e30f, 0), thud_vec2_make(-3.0e30f, 1.0e20f))
            .cast.hit &&
        thud_tile_grid_cast_ray(world, grid, thud_vec2_make(0, 0), thud_vec2_make(0, 0)).cast.hit);
    thud_world_destroy(world);
}

/* ---- outlines ---- */

typedef struct outline {
    thud_vec2 sum; /* of all edges: zero for closed loops */
    float length, area;
    int count, most;
} outline;

static bool add_segment(thud_vec2 from, thud_vec2 to, uint16_t tile, void *context) {
    outline *shown = context;
    assert_int_not_equal(tile, 0);
    shown->sum = thud_vec2_add(shown->sum, thud_vec2_sub(to, from));
    shown->length += thud_vec2_distance(from, to);
    shown->area += 0.5f * thud_vec2_cross(from, to);
    shown->count++;
    return shown->count != shown->most;
}

static outline outline_of(const char *const *rows, int count, int most) {
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, rows, count);
    thud_tile_grid_def def = thud_tile_grid_definition(world, grid);
    outline shown = {.most = most};
    assert_true(thud_tile_grid_outline(world, grid, (thud_tile_range){0, 0, def.columns, def.rows},
                                       add_segment, &shown));
    assert_false(thud_tile_grid_outline(world, grid, (thud_tile_range){0, 0, def.columns + 1, 1}, add_segment,
                                        &shown));
    thud_world_destroy(world);
    return shown;
}

static void an_outline_is_what_no_other_tile_lies_along(void **state) {
    (void)state;
    static const char *const ring[] = {"###", "#.#", "###"};
    outline shown = outline_of(ring, 3, 0);
    assert_float_equal(shown.length, 16.0f, 1.0e-4f);
    assert_float_equal(shown.area, 8.0f, 1.0e-4f);
    static const char *const hill[] = {"...##...", "../##\\..", "<>####()", "########"};
    shown = outline_of(hill, 4, 0);
    float slopes = 2.0f * sqrtf(2.0f) + 2.0f * sqrtf(5.0f);
    assert_float_equal(shown.length, 8.0f + 2.0f * 1.0f + 2.0f * 1.0f + 2.0f + slopes, 1.0e-3f);
    assert_float_equal(shown.area, 8.0f + 6.0f + 3.0f + 2.0f, 1.0e-3f);
    assert_true(thud_vec2_length(shown.sum) < 1.0e-4f);
    static const char *const wide[] = {"####################", "####################"};
    shown = outline_of(wide, 2, 0);
    assert_int_equal(shown.count, 6); /* top and bottom of two chunks, and two sides */
    assert_int_equal(outline_of(wide, 2, 3).count, 3);
}

/* The points of the polygon of a tile; of a full one the corners of the cell. */
static int points_of(const thud_tile_def *tile, thud_vec2 *points) {
    static const thud_vec2 corners[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    bool is_full = tile->kind == THUD_TILE_FULL;
    int count = is_full ? 4 : tile->polygons[0].count;
    memcpy(points, is_full ? corners : tile->polygons[0].points, (size_t)count * sizeof *points);
    return count;
}

/* The edge of a tile on a side of its cell, where x or y is 0 or 1: its ends along the side, x > y if there is none. */
static thud_vec2 edge_on(const thud_tile_def *tile, bool is_x, float place) {
    thud_vec2 points[THUD_TILE_MAX_POINTS], edge = {1.0f, 0.0f};
    int count = points_of(tile, points);
    for (int i = 0; i < count; i++) {
        thud_vec2 a = points[i], b = points[(i + 1) % count];
        if ((is_x ? a.x : a.y) == place && (is_x ? b.x : b.y) == place) {
            float from = is_x ? a.y : a.x, to = is_x ? b.y : b.x;
            edge = thud_vec2_make(thud_min(from, to), thud_max(from, to));
        }
    }
    return edge;
}

static float perimeter(const thud_tile_def *tile) {
    thud_vec2 points[THUD_TILE_MAX_POINTS];
    int count = points_of(tile, points);
    float length = 0.0f;
    for (int i = 0; i < count; i++) {
        length += thud_vec2_distance(points[i], points[(i + 1) % count]);
    }
    return length;
}

/* What of an edge another one does not cover: all of it, if it is longer. */
static float bare_part(thud_vec2 edge, thud_vec2 other) {
    return edge.y <= edge.x || (other.x <= edge.x && other.y >= edge.y) ? 0.0f : edge.y - edge.x;
}

/* On all four sides: no test failed where the top of a tile covered nothing. */
static void two_tiles_cover_what_lies_along_the_other(void **state) {
    (void)state;
    static thud_tile_def tiles[TEST_TURNED_TILES];
    test_turned_tiles(tiles, false);
    for (int i = 0; i < TEST_TURNED_TILES * TEST_TURNED_TILES * 2; i++) {
        uint16_t cells[2] = {(uint16_t)(i / 2 % TEST_TURNED_TILES), (uint16_t)(i / 2 / TEST_TURNED_TILES)};
        const thud_tile_def *a = &tiles[cells[0]], *b = &tiles[cells[1]];
        bool beside = i % 2 == 0, has_areas = (a->kind == THUD_TILE_FULL || a->polygon_count == 1) &&
                                              (b->kind == THUD_TILE_FULL || b->polygon_count == 1);
        if (!has_areas) {
            continue;
        }
        thud_tile_grid_def def = thud_tile_grid_defaults();
        def.tiles = (thud_tile_set){tiles, TEST_TURNED_TILES};
        def.columns = beside ? 2 : 1;
        def.rows = beside ? 1 : 2;
        def.cells = cells;
        thud_world *world = test_world_create();
        thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        thud_tile_grid_id grid = thud_tile_grid_create(world, body, &def);
        outline shown = {.count = 0};
        assert_true(thud_tile_grid_outline(world, grid, (thud_tile_range){0, 0, def.columns, def.rows},
                                           add_segment, &shown));
        thud_vec2 edge_a = edge_on(a, beside, 1.0f), edge_b = edge_on(b, beside, 0.0f);
        float covered = thud_max(edge_a.y - edge_a.x, 0.0f) - bare_part(edge_a, edge_b) +
                        thud_max(edge_b.y - edge_b.x, 0.0f) - bare_part(edge_b, edge_a);
        assert_float_equal(shown.length, perimeter(a) + perimeter(b) - covered, 1.0e-4f);
        thud_world_destroy(world);
    }
}

/* The corners of a shape were found in cells with the precision of a float, which is 0.016 cells beyond 131,072 of them: 1,134
 * sides between the chunks of this grid counted as its surface. */
static void an_outline_is_as_exact_in_the_widest_grid(void **state) {
    (void)state;
    enum { columns = 200000 };
    thud_world *world = test_world_create();
    uint16_t *cells = malloc(columns * sizeof *cells);
    assert_non_null(cells);
    for (int i = 0; i < columns; i++) {
        cells[i] = TEST_TILE_FULL;
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = columns;
    def.rows = 1;
    def.cell_size = thud_vec2_make(0.3f, 0.3f);
    def.origin = thud_vec2_make(-0.15f * (float)columns, 0.0f);
    def.cells = cells;
    thud_tile_grid_id grid =
        thud_tile_grid_create(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f)), &def);
    outline shown = {.count = 0};
    assert_true(thud_tile_grid_outline(world, grid, (thud_tile_range){0, 0, columns, 1}, add_segment, &shown));
    assert_int_equal(shown.count, 2 * (columns / 16) + 2); /* top and bottom of each chunk, and two sides */
    free(cells);
    thud_world_destroy(world);
}

typedef struct visited_level {
    thud_world *world;
    thud_tile_grid_id grid;
} visited_level;

static bool try_to_break_tile(thud_vec2 from, thud_vec2 to, uint16_t tile, void *context) {
    (void)from;
    (void)to;
    (void)tile;
    const visited_level *level = context;
    assert_false(thud_tile_grid_set(level->world, level->grid, 0, 0, 0));
    assert_int_equal(thud_world_refusal(level->world).status, THUD_WORLD_LOCKED);
    assert_false(thud_tile_grid_destroy(level->world, level->grid));
    return true;
}

static void a_visitor_of_an_outline_may_not_change_the_world(void **state) {
    (void)state;
    static const char *const block[] = {"##"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, block, 1);
    visited_level level = {world, grid};
    assert_true(thud_tile_grid_outline(world, grid, (thud_tile_range){0, 0, 2, 1}, try_to_break_tile, &level));
    assert_true(thud_tile_grid_set(world, grid, 0, 0, 0));
    thud_world_destroy(world);
}

/* ---- cells of contacts ---- */

/* The contacts of a ball that rolls over tiles lead to the tile below it. */
static void contacts_of_bodies_lead_to_cells(void **state) {
    (void)state;
    static const char *const drawing[] = {"....................", "###o<>####o#########"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 2);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.5f, 1.3f), 0.3f);
    thud_body_set_velocity(world, ball, thud_vec2_make(4.0f, 0.0f), 0.0f);
    int found = 0;
    for (int i = 0; i < 200; i++) {
        test_step(world, 1);
        thud_contact_data contacts[8];
        int count = thud_body_contacts(world, ball, contacts, 8);
        for (int k = 0; k < count && k < 8; k++) {
            bool ball_is_a = test_same_body(thud_shape_body(world, contacts[k].shape_a), ball);
            thud_shape_id tile = ball_is_a ? contacts[k].shape_b : contacts[k].shape_a;
            thud_vec2 normal =
                ball_is_a ? thud_vec2_neg(contacts[k].manifold.normal) : contacts[k].manifold.normal;
            thud_tile_hit hit;
            if (contacts[k].manifold.count > 0) {
                assert_true(
                    thud_tile_of_contact(world, tile, contacts[k].manifold.points[0].point, normal, &hit));
                assert_int_equal(hit.row, 0);
                assert_int_equal(hit.tile, thud_tile_grid_tile(world, grid, hit.column, hit.row));
                assert_true(thud_abs((float)hit.column + 0.5f - thud_body_position(world, ball).x) < 0.9f);
                found++;
            }
        }
    }
    assert_true(found > 100);
    thud_tile_hit hit;
    assert_false(thud_tile_of_contact(world, test_shape_of(world, ball), thud_vec2_make(0, 0),
                                      thud_vec2_make(0, 1), &hit));
    assert_false(
        thud_tile_of_contact(world, (thud_shape_id){0, 0}, thud_vec2_make(0, 0), thud_vec2_make(0, 1), &hit));
    assert_false(thud_tile_of_contact(NULL, test_shape_of(world, ball), thud_vec2_make(0, 0),
                                      thud_vec2_make(0, 1), &hit));
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_where_its_middle_is),
        cmocka_unit_test(cells_in_a_box_are_those_that_it_overlaps),
        cmocka_unit_test(cells_in_a_box_are_found_in_a_turned_grid),
        cmocka_unit_test(rays_at_a_run_of_tiles_lead_to_their_cells),
        cmocka_unit_test(rays_through_cells_end_where_rays_through_the_world_do),
        cmocka_unit_test(rays_meet_one_way_tiles_from_the_side_that_holds),
        cmocka_unit_test(rays_pass_the_grid_of_a_disabled_body),
        cmocka_unit_test(rays_that_are_none_hit_nothing),
        cmocka_unit_test(an_outline_is_what_no_other_tile_lies_along),
        cmocka_unit_test(two_tiles_cover_what_lies_along_the_other),
        cmocka_unit_test(an_outline_is_as_exact_in_the_widest_grid),
        cmocka_unit_test(a_visitor_of_an_outline_may_not_change_the_world),
        cmocka_unit_test(contacts_of_bodies_lead_to_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
