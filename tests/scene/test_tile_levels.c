/*
 * Whole levels of tiles: their memory, that they cost no time in a step, that bodies move the same for any number of
 * threads and SIMD width while the level is dug up, and that no body ends in a tile.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "reference/tiles.h"
#include "unit/base/failing_hooks.h"
#include "widths.h"

/* ---- a generated level ---- */

typedef struct level {
    int columns, rows;
    uint16_t *cells;
    int *heights; /* of the ground at the left side of each column, in half cells */
} level;

/* Hills of slopes of 1:2 and 45 degrees between a fifth and four fifths of the height, caves
 * below them, platforms above. */
static void shape_hills(level *made, test_random *random) {
    int left = 0, rise = 0;
    made->heights[0] = made->rows;
    for (int column = 0; column < made->columns; column++) {
        int height = made->heights[column];
        if (left <= 0 && height % 2 == 0) { /* slopes of 45 degrees start on whole cells */
            static const int rises[] = {0, 0, 0, 1, -1, 2, -2};
            rise = rises[test_random_int(random, 0, 6)];
            left = 2 * test_random_int(random, 1, 6);
            rise = height > made->rows + 40 && rise > 0   ? -rise
                   : height < made->rows - 40 && rise < 0 ? -rise
                                                          : rise;
        }
        made->heights[column + 1] = height + rise;
        left--;
    }
}

static uint16_t tile_of_ground(int left, int right) {
    int low = left < right ? left : right;
    if (low >= 2) {
        return TEST_TILE_FULL;
    }
    if (low < 0 || (left == 0 && right == 0)) {
        return TEST_TILE_EMPTY;
    }
    if (low == 1) {
        return left == right ? TEST_TILE_HALF : left < right ? TEST_TILE_UP_HIGH : TEST_TILE_DOWN_HIGH;
    }
    return left == 2      ? TEST_TILE_DOWN
           : right == 2   ? TEST_TILE_UP
           : left < right ? TEST_TILE_UP_LOW
                          : TEST_TILE_DOWN_LOW;
}

static void dig_cave(level *made, test_random *random) {
    int x = test_random_int(random, 10, made->columns - 10),
        y = test_random_int(random, 8, made->rows / 2 - 40);
    for (int i = 0; i < 250; i++) {
        x += test_random_int(random, -1, 2);
        y += test_random_int(random, -1, 1);
        int radius = test_random_int(random, 2, 3);
        for (int cell = 0; cell < 49; cell++) {
            int dx = cell % 7 - 3, dy = cell / 7 - 3, column = x + dx, row = y + dy;
            if (dx * dx + dy * dy <= radius * radius && column >= 0 && column < made->columns && row >= 2 &&
                row < made->rows / 2 - 30) {
                made->cells[row * made->columns + column] = TEST_TILE_EMPTY;
            }
        }
    }
}

static void add_platforms(level *made, test_random *random) {
    for (int column = 0; column + 30 < made->columns; column += 40) {
        for (int i = 1; i <= 4; i++) {
            int first = column + test_random_int(random, 0, 15), row = made->heights[first] / 2 + 5 * i;
            for (int k = 0; k < 8; k++) {
                made->cells[row * made->columns + first + k] =
                    i % 2 ? TEST_TILE_PLATFORM : TEST_TILE_SLIPPERY;
            }
        }
    }
}

static level make_level(int columns, int rows) {
    test_random random = {2026};
    level made = {columns, rows, calloc((size_t)(columns * rows), sizeof(uint16_t)),
                  calloc((size_t)columns + 1, sizeof(int))};
    shape_hills(&made, &random);
    for (int i = 0; i < columns * rows; i++) {
        const int *height = &made.heights[i % columns];
        int bottom = 2 * (i / columns);
        made.cells[i] = tile_of_ground(height[0] - bottom, height[1] - bottom);
    }
    for (int i = 0; i < columns / 170; i++) {
        dig_cave(&made, &random);
    }
    add_platforms(&made, &random);
    return made;
}

static void free_level(const level *made) {
    free(made->cells);
    free(made->heights);
}

static thud_tile_grid_id add_level(thud_world *world, const level *made) {
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = made->columns;
    def.rows = made->rows;
    def.cells = made->cells;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = thud_tile_grid_create(world, body, &def);
    assert_int_not_equal(grid.generation, 0);
    return grid;
}

/* ---- size ---- */

/* Bytes per cell of a level, in all tables of the world. */
static double bytes_a_cell(const level *made) {
    memory_meter meter;
    thud_world_def def = thud_world_defaults();
    def.hooks = metered_hooks(&meter);
    thud_world *world = thud_world_create(&def);
    test_step(world, 1);
    int64_t before = meter.bytes_held;
    add_level(world, made);
    test_step(world, 2);
    double bytes = (double)(meter.bytes_held - before);
    printf("%d x %d cells: %lld shapes, %.2f MB, %.2f bytes a cell\n", made->columns, made->rows,
           (long long)thud_world_counts(world).shapes, 1.0e-6 * bytes, bytes / made->columns / made->rows);
    thud_world_destroy(world);
    assert_int_equal(meter.bytes_held, 0);
    return bytes / made->columns / made->rows;
}

static void a_level_takes_at_most_8_bytes_a_cell_and_4_where_it_is_uniform(void **state) {
    (void)state;
    level made = make_level(4000, 1000);
    assert_true(bytes_a_cell(&made) < 8.0);
    for (int i = 0; i < 4000 * 1000; i++) {
        made.cells[i] = i < 4000 * 512;
    }
    assert_true(bytes_a_cell(&made) < 4.0);
    free_level(&made);
}

/* A step of a sleeping world makes no allocation and does no work, with or without a level. */
static void a_level_that_nothing_is_near_costs_no_step_anything(void **state) {
    (void)state;
    memory_meter meter;
    thud_world_def def = thud_world_defaults();
    def.hooks = metered_hooks(&meter);
    thud_world *world = thud_world_create(&def);
    level made = make_level(2000, 500);
    add_level(world, &made);
    thud_body_id far_away = test_add_ball(world, thud_vec2_make(0.0f, 3000.0f), 0.5f);
    test_step(world, 60);
    int allocations = meter.allocations;
    for (int i = 0; i < 100; i++) {
        test_step(world, 1);
        assert_int_equal(thud_world_counts(world).contacts, 0);
    }
    assert_int_equal(meter.allocations, allocations);
    assert_true(thud_body_is_awake(world, far_away));
    thud_world_destroy(world);
    free_level(&made);
}

/* ---- play ---- */

enum { BODIES = 120, STEPS = 240 };

/* Returns true if a point is more than a hand's breadth in solid tiles. */
static bool is_buried(const thud_world *world, thud_tile_grid_id grid, thud_vec2 point) {
    for (int i = 0; i < 9; i++) {
        thud_vec2 near_by = {point.x + 0.15f * (float)(i % 3 - 1), point.y + 0.15f * (float)(i / 3 - 1)};
        uint16_t tile = thud_tile_grid_at(world, grid, near_by).tile;
        if (tile != TEST_TILE_FULL && tile != TEST_TILE_SLIPPERY) {
            return false;
        }
    }
    return true;
}

/* Bodies of all kinds are thrown over a level that is dug up and built up; returns the final
 * hash, and the number of bodies in tiles. */
static uint64_t play(thud_lanes lanes, int workers, int *buried) {
    thud_world_def def = thud_world_defaults();
    def.lanes = lanes;
    def.worker_count = workers;
    thud_world *world = test_world_of(&def);
    level made = make_level(400, 200);
    thud_tile_grid_id grid = add_level(world, &made);
    test_random random = {12};
    thud_body_id bodies[BODIES];
    for (int i = 0; i < BODIES; i++) {
        thud_body_def body_def = thud_body_defaults();
        body_def.type = THUD_BODY_DYNAMIC;
        body_def.lock_rotation = i % 3 == 0;
        body_def.position.x = test_random_float(&random, 20.0f, 380.0f);
        body_def.position.y =
            0.5f * (float)made.heights[(int)body_def.position.x] + test_random_float(&random, 3.0f, 4.5f);
        body_def.velocity = test_random_vec2(&random, i % 4 == 0 ? 100.0f : 10.0f);
        bodies[i] = thud_body_create(world, &body_def);
        thud_shape_def shape_def = thud_shape_defaults();
        thud_shape shape =
            test_random_shape_of(&random, i % 2 ? THUD_SHAPE_POLYGON : THUD_SHAPE_CAPSULE, 0.8f);
        thud_body_add_shape(world, bodies[i], &shape_def, &shape);
    }
    for (int i = 0; i < STEPS; i++) {
        test_step(world, 1);
        int column = test_random_int(&random, 5, 380),
            row = made.heights[column] / 2 - test_random_int(&random, -2, 3);
        uint16_t tile = (uint16_t)(i % 2 ? TEST_TILE_FULL : TEST_TILE_EMPTY);
        if (tile == TEST_TILE_EMPTY || thud_tile_grid_is_free(world, grid, column, row, tile)) {
            assert_true(thud_tile_grid_set(world, grid, column, row, tile));
        }
        if (i % 20 == 0) {
            assert_true(
                thud_tile_grid_fill(world, grid, (thud_tile_range){column, row, 4, 2}, TEST_TILE_EMPTY));
        }
    }
    *buried = 0;
    for (int i = 0; i < BODIES; i++) {
        *buried += is_buried(world, grid, thud_body_center(world, bodies[i]));
    }
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    free_level(&made);
    return hash;
}

static void bodies_on_a_level_that_changes_fare_the_same_everywhere_and_stay_out_of_tiles(void **state) {
    (void)state;
    int buried = 0;
    uint64_t expected = play(THUD_LANES_AUTO, 1, &buried);
    assert_int_equal(buried, 0);
    assert_true(play(THUD_LANES_AUTO, 1, &buried) == expected);
    assert_true(play(THUD_LANES_AUTO, 3, &buried) == expected);
    for (int i = 0; i < test_width_count; i++) {
        assert_true(!thud_lanes_available(test_widths[i]) || play(test_widths[i], 1, &buried) == expected);
    }
}

/* A kinematic body carries a grid and the bodies on it; a shift of the world's origin moves it, too. */
static void a_grid_on_a_platform_carries_what_stands_on_it(void **state) {
    (void)state;
    static const char *const drawing[] = {"#......#", "########"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 2);
    thud_body_id box = test_add_box(world, thud_vec2_make(4.0f, 1.4f), thud_vec2_make(0.4f, 0.4f));
    thud_body_set_velocity(world, body, thud_vec2_make(1.0f, 0.5f), 0.0f);
    test_step(world, 120);
    assert_true(thud_world_shift_origin(world, thud_vec2_make(-100.0f, 50.0f)));
    test_step(world, 60);
    thud_vec2 local = thud_body_local_point(world, body, thud_body_position(world, box));
    assert_float_equal(local.y, 1.4f, 0.01f);
    assert_float_equal(local.x, 4.0f, 0.1f);
    thud_tile_hit hit =
        thud_tile_grid_at(world, grid, thud_body_world_point(world, body, thud_vec2_make(7.5f, 1.5f)));
    assert_int_equal(hit.column, 7);
    assert_int_equal(hit.tile, TEST_TILE_FULL);
    thud_world_destroy(world);
}

/* ---- one-way runs ---- */

/* From full tiles onto platforms and back no body catches at any speed; at the end of the run
 * bodies fall; from below they pass. */
static void platforms_go_on_where_full_tiles_end_and_end_where_they_end(void **state) {
    (void)state;
    static const char *const drawing[] = {"####======####======..", "......................"};
    for (int i = 0; i < 24; i++) {
        thud_world *world = test_world_create();
        thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        assert_int_not_equal(test_draw_tiles(world, ground, drawing, 2).generation, 0);
        bool is_box = i % 2;
        thud_vec2 start = {1.0f, 2.4f};
        thud_body_id body = is_box ? test_add_box(world, start, thud_vec2_make(0.3f, 0.4f))
                                   : test_add_ball(world, start, 0.4f);
        thud_body_def def = thud_body_definition(world, body);
        def.lock_rotation = is_box;
        thud_body_configure(world, body, &def);
        test_set_material(world, body, 0.0f, 0.0f);
        float speed = 1.0f + 3.0f * (float)i;
        test_step(world, 10);
        thud_body_set_velocity(world, body, thud_vec2_make(speed, 0.0f), 0.0f);
        float x = 0.0f, lowest = 10.0f, highest = 0.0f;
        for (int k = 0; k < 2000 && x < 22.5f + 0.5f * speed; k++) {
            test_step(world, 1);
            thud_vec2 position = thud_body_position(world, body);
            x = position.x;
            if (x < 19.9f) {
                lowest = thud_min(lowest, position.y);
                highest = thud_max(highest, position.y);
                assert_true(thud_body_velocity(world, body).x > 0.999f * speed);
            }
        }
        assert_true(lowest > 2.39f && highest < 2.41f);
        assert_true(thud_body_position(world, body).y < 2.0f);
        thud_body_id jumper = test_add_ball(world, thud_vec2_make(7.0f, 0.8f), 0.3f);
        thud_body_set_velocity(world, jumper, thud_vec2_make(0.0f, 8.0f), 0.0f);
        test_step(world, 180);
        assert_float_equal(thud_body_position(world, jumper).y, 2.3f, 0.01f);
        thud_world_destroy(world);
    }
}

/* ---- tiles in all orientations ---- */

enum { MIXED_SIDE = 24, MIXED_BODIES = 60, MIXED_STEPS = 360 };

/* Tiles of a random grid, which has no one-way tiles, on a turned body; it lies open to all sides. */
typedef struct mixed_grid {
    thud_tile_def tiles[TEST_TURNED_TILES];
    uint16_t cells[MIXED_SIDE * MIXED_SIDE];
    thud_vec2 cell_size;
    thud_pose pose;
} mixed_grid;

static void add_mixed_grid(thud_world *world, test_random *random, mixed_grid *made) {
    test_turned_tiles(made->tiles, false);
    test_random_cells(random, made->cells, MIXED_SIDE * MIXED_SIDE);
    made->cell_size = thud_vec2_make(1.0f, 1.25f);
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){made->tiles, TEST_TURNED_TILES};
    def.columns = def.rows = MIXED_SIDE;
    def.cell_size = made->cell_size;
    def.cells = made->cells;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(5.0f, -7.0f));
    thud_body_teleport(world, body, thud_vec2_make(5.0f, -7.0f), test_random_float(random, -3.0f, 3.0f));
    made->pose = thud_body_pose(world, body);
    assert_int_not_equal(thud_tile_grid_create(world, body, &def).generation, 0);
}

/* A polygon of the tile of a cell; false if it has no such polygon. */
static bool polygon_of(const mixed_grid *grid, int cell, int polygon, thud_shape *shape) {
    const thud_tile_def *tile = &grid->tiles[grid->cells[cell]];
    static const thud_tile_polygon whole = {.count = 4, .points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    if (polygon >= (tile->kind == THUD_TILE_FULL       ? 1
                    : tile->kind == THUD_TILE_POLYGONS ? tile->polygon_count
                                                       : 0)) {
        return false;
    }
    const thud_tile_polygon *form = tile->kind == THUD_TILE_FULL ? &whole : &tile->polygons[polygon];
    thud_vec2 points[THUD_TILE_MAX_POINTS];
    for (int i = 0; i < form->count; i++) {
        points[i].x = grid->cell_size.x * ((float)(cell % MIXED_SIDE) + form->points[i].x);
        points[i].y = grid->cell_size.y * ((float)(cell / MIXED_SIDE) + form->points[i].y);
    }
    return thud_polygon(points, form->count, 0.0f, shape) == THUD_OK;
}

/* The depth [m] of a shape in the polygon of any tile, each by itself. */
static float depth_in_tiles(const mixed_grid *grid, const thud_shape *shape, thud_pose pose) {
    float deepest = 0.0f;
    thud_vec2 middle = thud_pose_apply_inverse(grid->pose, pose.position);
    int column = (int)floorf(middle.x / grid->cell_size.x), row = (int)floorf(middle.y / grid->cell_size.y);
    for (int i = 0; i < 9; i++) {
        int x = column + i % 3 - 1, y = row + i / 3 - 1;
        thud_shape polygon;
        for (int p = 0; x >= 0 && x < MIXED_SIDE && y >= 0 && y < MIXED_SIDE &&
                        polygon_of(grid, y * MIXED_SIDE + x, p, &polygon);
             p++) {
            thud_mtd mtd;
            bool overlap = thud_find_mtd(shape, pose, &polygon, grid->pose, &mtd) == THUD_OK && mtd.overlap;
            deepest = overlap ? thud_max(deepest, mtd.depth) : deepest;
        }
    }
    return deepest;
}

/* Whatever tiles meet, in any orientation, and from whatever side a body comes: it stays out of each of them. */
static void bodies_stay_out_of_tiles_in_any_orientation(void **state) {
    (void)state;
    static const uint64_t seeds[] = {1, 8, 18, 56}; /* 8: the deepest of 300; 18, 56: wedges in inner corners */
    for (int k = 0; k < 4; k++) {
        test_random random = test_random_seed(seeds[k]);
        thud_world *world = test_world_create();
        static mixed_grid grid;
        add_mixed_grid(world, &random, &grid);
        thud_body_id bodies[MIXED_BODIES];
        thud_shape shapes[MIXED_BODIES];
        for (int i = 0; i < MIXED_BODIES; i++) {
            shapes[i] = test_random_shape_of(&random, i % 2 ? THUD_SHAPE_POLYGON : THUD_SHAPE_CIRCLE, 0.3f);
            thud_body_def def = thud_body_defaults();
            def.type = THUD_BODY_DYNAMIC;
            do {
                thud_vec2 place = {test_random_float(&random, 0.0f, 24.0f),
                                   test_random_float(&random, 0.0f, 30.0f)};
                def.position = thud_pose_apply(grid.pose, place);
            } while (depth_in_tiles(&grid, &shapes[i], (thud_pose){def.position, thud_rot_identity()}) > 0.0f);
            def.velocity = test_random_vec2(&random, 10.0f);
            bodies[i] = thud_body_create(world, &def);
            thud_shape_def shape_def = thud_shape_defaults();
            shape_def.filter.group = -1; /* they pass each other: a pile would add depth */
            thud_body_add_shape(world, bodies[i], &shape_def, &shapes[i]);
        }
        float deepest = 0.0f;
        for (int step = 0; step < MIXED_STEPS; step++) {
            if (step % 45 == 0) {
                thud_world_set_gravity(world, test_random_vec2(&random, 15.0f));
            }
            test_step(world, 1);
            for (int i = 0; i < MIXED_BODIES; i++) {
                float depth = depth_in_tiles(&grid, &shapes[i], thud_body_pose(world, bodies[i]));
                deepest = thud_max(deepest, depth);
            }
        }
        printf("bodies sink into tiles by %.4f m at most\n", (double)deepest);
        assert_true(deepest < 0.05f);
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_takes_at_most_8_bytes_a_cell_and_4_where_it_is_uniform),
        cmocka_unit_test(a_level_that_nothing_is_near_costs_no_step_anything),
        cmocka_unit_test(bodies_on_a_level_that_changes_fare_the_same_everywhere_and_stay_out_of_tiles),
        cmocka_unit_test(bodies_stay_out_of_tiles_in_any_orientation),
        cmocka_unit_test(platforms_go_on_where_full_tiles_end_and_end_where_they_end),
        cmocka_unit_test(a_grid_on_a_platform_carries_what_stands_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
