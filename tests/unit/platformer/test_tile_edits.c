/* Changes of tile grids: single cells, rectangles, tile sets; refusals, and lack of memory. */
#include "test.h"

#include <math.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "reference/tiles.h"
#include "unit/base/failing_hooks.h"
#include "world/world_state.h"

enum { COLUMNS = 37, ROWS = 35, CELLS = COLUMNS * ROWS };

static thud_tile_grid_id add_grid_to(thud_world *world, thud_body_id body, const uint16_t *cells) {
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.cells = cells;
    return thud_tile_grid_create(world, body, &def);
}

static thud_tile_grid_id add_grid(thud_world *world, const uint16_t *cells) {
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = add_grid_to(world, body, cells);
    assert_int_not_equal(grid.generation, 0);
    return grid;
}

/* A sum over the corners, hidden faces and materials of all shapes, independent of their slots. */
static uint64_t sum_of_shapes(const thud_world *world) {
    uint64_t sum = 0;
    for (int32_t slot = 0; slot < world->shapes.pool.end; slot++) {
        if (!thud_pool_is_live(&world->shapes.pool, slot)) {
            continue;
        }
        const thud_shape_record *record = &world->shapes.records[slot];
        uint64_t hash = 14695981039346656037u + record->hidden_faces;
        for (int i = 0; i < record->count; i++) {
            hash = (hash ^ (uint64_t)(int64_t)(record->outline[i].x * 64.0f)) * 1099511628211u;
            hash = (hash ^ (uint64_t)(int64_t)(record->outline[i].y * 64.0f)) * 1099511628211u;
        }
        hash = (hash ^ (uint64_t)(int64_t)(record->def->material.friction * 1000.0f)) * 1099511628211u;
        sum += hash;
    }
    return sum;
}

/* ---- changes ---- */

/* After any changes a grid has the same shapes as a grid that is created with its cells. */
static void a_changed_grid_is_as_one_that_is_made_so(void **state) {
    (void)state;
    test_random random = {7};
    uint16_t cells[CELLS] = {0};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = add_grid(world, cells);
    for (int i = 0; i < 300; i++) {
        int column = test_random_int(&random, 0, COLUMNS - 1), row = test_random_int(&random, 0, ROWS - 1);
        thud_tile_range range = {column, row, test_random_int(&random, 0, COLUMNS - column),
                                 test_random_int(&random, 0, ROWS - row)};
        uint16_t tile = (uint16_t)test_random_int(&random, 0, i % 3 == 0 ? 1 : TEST_TILES - 1);
        uint16_t given[CELLS];
        if (i % 3 == 1) {
            range.columns = range.rows = 1;
            assert_true(thud_tile_grid_set(world, grid, column, row, tile));
        } else if (i % 3 == 0) {
            assert_true(thud_tile_grid_fill(world, grid, range, tile));
        }
        for (int k = 0; k < range.columns * range.rows; k++) {
            given[k] = i % 3 == 2 ? (uint16_t)test_random_int(&random, 0, TEST_TILES - 1) : tile;
            cells[(row + k / range.columns) * COLUMNS + column + k % range.columns] = given[k];
        }
        if (i % 3 == 2) {
            assert_true(thud_tile_grid_write(world, grid, range, given));
        }
        if (i % 10 == 0) {
            thud_world *fresh = test_world_create();
            add_grid(fresh, cells);
            assert_int_equal(thud_world_counts(fresh).shapes, thud_world_counts(world).shapes);
            assert_true(sum_of_shapes(fresh) == sum_of_shapes(world));
            thud_world_destroy(fresh);
        }
        for (int k = 0; k < CELLS; k++) {
            assert_int_equal(thud_tile_grid_tile(world, grid, k % COLUMNS, k / COLUMNS), cells[k]);
        }
        test_step(world, 1);
        test_check_invariants(world);
    }
    assert_true(thud_tile_grid_destroy(world, grid));
    assert_int_equal(thud_world_counts(world).shapes, 0);
    thud_world_destroy(world);
}

static void shapes_that_come_out_as_they_were_stay(void **state) {
    (void)state;
    static const char *const drawing[] = {"####################..#", "####################..#"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 2);
    thud_query_filter all = thud_query_filter_all();
    thud_shape_id far_away = thud_world_shape_at(world, thud_vec2_make(2.5f, 0.5f), all);
    thud_shape_id near_by = thud_world_shape_at(world, thud_vec2_make(17.5f, 0.5f), all);
    assert_true(thud_tile_grid_set(world, grid, 22, 1, 0));
    assert_true(thud_shape_is_valid(world, far_away) && thud_shape_is_valid(world, near_by));
    assert_true(thud_tile_grid_set(world, grid, 17, 1, 0));
    assert_true(thud_shape_is_valid(world, far_away));
    assert_false(thud_shape_is_valid(world, near_by));
    thud_world_destroy(world);
}

/* Rows above and below a hole stay as they are. When each rectangle of full tiles was as large as its lower left cell allowed, the surface
 * above a hole was of two shapes, and each hole that was dug beside it moved the seam: characters that stood there got new contacts. */
static void the_surface_above_a_hole_is_one_shape(void **state) {
    (void)state;
    static const char *const drawing[] = {"################", "################", "################",
                                          "################"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 4);
    thud_query_filter all = thud_query_filter_all();
    assert_true(thud_tile_grid_set(world, grid, 3, 1, 0));
    thud_shape_id left = thud_world_shape_at(world, thud_vec2_make(1.5f, 3.5f), all);
    thud_shape_id right = thud_world_shape_at(world, thud_vec2_make(9.5f, 3.5f), all);
    assert_true(thud_shape_id_equal(left, right));
    assert_int_equal(thud_world_counts(world).shapes, 4); /* below, to the left and to the right of it, above */
    assert_true(thud_tile_grid_set(world, grid, 7, 1, 0));
    assert_true(thud_shape_is_valid(world, left));
    thud_world_destroy(world);
}

/* Crates on all tiles of a row but the first, one of which breaks and is built again in each turn: the row was one shape, which became
 * another, so that all crates left the ground and landed again, by their events. */
static void crates_on_tiles_that_stay_go_on_touching(void **state) {
    (void)state;
    enum { CRATES = 14, HOLE = 8 };
    static const char *const drawing[] = {"################"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 1);
    thud_body_id crates[CRATES];
    thud_contact_id contacts[CRATES];
    thud_contact_data contact = {0};
    for (int i = 0; i < CRATES; i++) {
        thud_vec2 place = {1.5f + (float)(i < HOLE ? i : i + 1), 1.3f};
        crates[i] = test_add_box(world, place, thud_vec2_make(0.3f, 0.3f));
    }
    test_step(world, 30);
    for (int i = 0; i < CRATES; i++) {
        assert_int_equal(thud_body_contacts(world, crates[i], &contact, 1), 1);
        contacts[i] = contact.contact;
    }
    for (int turn = 0; turn < 12; turn++) {
        assert_true(thud_tile_grid_set(world, grid, turn % 4 < 2 ? HOLE + 1 : 0, 0,
                                       turn % 2 == 0 ? 0 : TEST_TILE_FULL));
        test_check_invariants(world);
        for (int steps = 0; steps < 3; steps++) {
            test_step(world, 1);
            test_check_invariants(world);
            thud_contact_events events = thud_world_contact_events(world);
            assert_int_equal(events.begin_count + events.end_count, 0);
        }
        for (int i = 0; i < CRATES; i++) {
            assert_int_equal(thud_body_contacts(world, crates[i], &contact, 1), 1);
            assert_true(contact.contact.slot == contacts[i].slot &&
                        contact.contact.generation == contacts[i].generation);
            assert_float_equal(contact.normal_impulse[0] + contact.normal_impulse[1], 0.06f, 0.001f);
        }
    }
    assert_true(thud_tile_grid_set(world, grid, 3, 0, 0)); /* below a crate */
    test_step(world, 1);
    assert_int_equal(thud_world_contact_events(world).end_count, 1);
    assert_int_equal(thud_world_contact_events(world).begin_count, 0);
    thud_world_destroy(world);
}

/* All crates on the shapes that a change made anew woke: a brick that broke within the ground kept those around it awake for half a
 * second, and 400 of them took 40 times the instructions of Box2D. */
static void what_sleeps_on_tiles_beside_a_change_sleeps_on(void **state) {
    (void)state;
    enum { CRATES = 8 };
    static const char *const drawing[] = {".....................", "#####################",
                                          "#####################"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 3);
    thud_body_id crates[CRATES];
    for (int i = 0; i < CRATES; i++) {
        crates[i] =
            test_add_box(world, thud_vec2_make(1.0f + 2.5f * (float)i, 2.3f), thud_vec2_make(0.3f, 0.3f));
    }
    test_step(world, 120);
    static const struct {
        int column, row, woken;
        uint16_t tile;
    } edits[] = {{5, 0, -1, 0}, {5, 0, -1, TEST_TILE_FULL}, {12, 0, -1, 0}, {4, 1, -1, 0},
                 {13, 1, 5, 0}, {8, 2, 3, TEST_TILE_FULL}};
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        assert_true(thud_tile_grid_set(world, grid, edits[i].column, edits[i].row, edits[i].tile));
        test_check_invariants(world);
        test_step(world, 1);
        test_check_invariants(world);
        assert_int_equal(thud_world_counts(world).awake_bodies, edits[i].woken >= 0);
        assert_true(edits[i].woken < 0 || thud_body_is_awake(world, crates[edits[i].woken]));
        test_step(world, 120);
        assert_int_equal(thud_world_counts(world).awake_bodies, 0);
    }
    thud_world_destroy(world);
}

/* The near contact of the shape below, which has no points, was passed on first and took the place of the touch: it touched, but was not
 * listed until the crate woke. */
static void what_sleeps_against_shapes_that_become_one_keeps_its_contacts(void **state) {
    (void)state;
    const uint16_t cells[] = {
        1, 1, 1, 1, 0, 0, 0, 0,  /* with the next row one shape, when its left half is gone */
        0, 0, 1, 1, 0, 0, 0, 0,  /* a wall */
        1, 1, 1, 1, 1, 1, 1, 1}; /* gravity points up: the crate lies below it */
    thud_world *world = test_world_create();
    thud_world_set_gravity(world, thud_vec2_make(0.0f, 10.0f));
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = 8;
    def.rows = 3;
    def.cells = cells;
    thud_body_id level = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = thud_tile_grid_create(world, level, &def);
    thud_body_id crate = test_add_box(world, thud_vec2_make(4.499f, 1.52f), thud_vec2_make(0.5f, 0.48f));
    assert_true(test_step_until_asleep(world, crate, 100));
    assert_int_equal(thud_body_contacts(world, crate, NULL, 0), 2);
    assert_int_equal(thud_world_counts(world).contacts, 3);
    assert_true(thud_tile_grid_fill(world, grid, (thud_tile_range){0, 0, 2, 1}, 0));
    assert_false(thud_body_is_awake(world, crate));
    assert_int_equal(thud_world_counts(world).contacts, 2); /* the wall is one shape */
    assert_int_equal(thud_body_contacts(world, crate, NULL, 0), 2);
    thud_world_destroy(world);
}

/* Contacts that go from shape to shape of the grid begin once and end once. */
static void begins_and_ends_balance_while_tiles_change(void **state) {
    (void)state;
    enum { BODIES = 60 };
    test_random random = {11};
    uint16_t cells[CELLS] = {0};
    for (int i = 0; i < CELLS; i++) {
        cells[i] = (uint16_t)(i < 12 * COLUMNS ? test_random_int(&random, 0, 3) == 0 ? 0 : TEST_TILE_FULL : 0);
    }
    thud_world_def def = thud_world_defaults();
    def.continuous = false; /* a sweep makes events of touches without a contact */
    thud_world *world = test_world_of(&def);
    thud_tile_grid_id grid = add_grid(world, cells);
    for (int i = 0; i < BODIES; i++) {
        thud_vec2 place = {1.0f + 0.6f * (float)i, 12.5f + (float)(i % 5)};
        if (i % 2 == 0) {
            test_add_box(world, place, thud_vec2_make(0.2f + 0.01f * (float)i, 0.3f));
        } else {
            test_add_ball(world, place, 0.3f);
        }
    }
    int32_t touching = 0, edits_with_contacts = 0;
    for (int step = 0; step < 600; step++) {
        if (step % 3 == 0) {
            int column = test_random_int(&random, 0, COLUMNS - 1), row = test_random_int(&random, 4, 14);
            thud_tile_range range = {
                column, row, test_random_int(&random, 1, COLUMNS - column < 6 ? COLUMNS - column : 6), 1};
            int tile = test_random_int(&random, 0, 2 * TEST_TILES);
            assert_true(
                thud_tile_grid_fill(world, grid, range, (uint16_t)(tile < TEST_TILES ? tile : tile % 2)));
            edits_with_contacts += touching > 20;
            test_check_invariants(world);
        }
        test_step(world, 1);
        test_check_invariants(world);
        thud_contact_events events = thud_world_contact_events(world);
        touching += events.begin_count - events.end_count;
        assert_int_equal(touching, thud_world_counts(world).touching);
    }
    assert_true(edits_with_contacts > 100);
    thud_world_destroy(world);
}

/* Two equal polygons, such as a collision shape that was pasted twice in Tiled. Both new pieces took the same old shape, which
 * was then removed twice: the program crashed. */
static void a_tile_with_two_equal_polygons_keeps_two_shapes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_slope(0.0f, 1.0f), thud_tile_full()};
    const uint16_t cells[] = {1, 0, 0, 0};
    tiles[1].polygons[1] = tiles[1].polygons[0];
    tiles[1].polygon_count = 2;
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 3};
    def.columns = 4;
    def.rows = 1;
    def.cells = cells;
    thud_tile_grid_id grid =
        thud_tile_grid_create(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f)), &def);
    static const struct {
        int column, shapes;
        uint16_t tile;
    } edits[] = {{3, 3, 2}, {2, 3, 2}, {0, 1, 0}, {0, 3, 1}};
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        assert_true(thud_tile_grid_set(world, grid, edits[i].column, 0, edits[i].tile));
        assert_int_equal(thud_world_counts(world).shapes, edits[i].shapes);
        test_step(world, 1);
        test_check_invariants(world);
    }
    assert_true(thud_tile_grid_destroy(world, grid));
    assert_int_equal(thud_world_counts(world).shapes, 0);
    thud_world_destroy(world);
}

static void a_new_tile_set_changes_only_what_differs(void **state) {
    (void)state;
    static const char *const drawing[] = {"################oooooooo"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = test_draw_tiles(world, body, drawing, 1);
    thud_query_filter all = thud_query_filter_all();
    thud_shape_id full = thud_world_shape_at(world, thud_vec2_make(2.5f, 0.5f), all);
    thud_shape_id slippery = thud_world_shape_at(world, thud_vec2_make(17.5f, 0.5f), all);
    thud_tile_def tiles[TEST_TILES];
    for (int i = 0; i < TEST_TILES; i++) {
        tiles[i] = test_tile_set().tiles[i];
    }
    tiles[TEST_TILE_SLIPPERY].material.friction = 0.2f;
    assert_true(thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, TEST_TILES}));
    assert_true(thud_shape_is_valid(world, full));
    assert_false(thud_shape_is_valid(world, slippery));
    slippery = thud_world_shape_at(world, thud_vec2_make(17.5f, 0.5f), all);
    assert_float_equal(thud_shape_material(world, slippery).friction, 0.2f, 0.0f);
    assert_float_equal(
        thud_tile_grid_definition(world, grid).tiles.tiles[TEST_TILE_SLIPPERY].material.friction, 0.2f, 0.0f);
    assert_false(thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, TEST_TILE_SLIPPERY}));
    assert_string_equal(thud_world_refusal(world).field, "tiles.count");
    assert_true(thud_shape_is_valid(world, slippery));
    tiles[TEST_TILE_SLIPPERY] = thud_tile_slope(0.5f, 0.5f);
    assert_true(thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, TEST_TILES}));
    assert_int_equal(thud_world_shape_at(world, thud_vec2_make(17.5f, 0.75f), all).generation, 0);
    thud_world_destroy(world);
}

/* ---- refusals ---- */

static void assert_refused(const thud_world *world, thud_status status, const char *field) {
    thud_refusal refusal = thud_world_refusal(world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
}

static void shapes_of_a_grid_are_changed_by_the_grid_alone(void **state) {
    (void)state;
    static const char *const drawing[] = {"##=/"};
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    test_draw_tiles(world, body, drawing, 1);
    thud_shape_def def = thud_shape_defaults();
    thud_shape circle;
    thud_circle(thud_vec2_make(0.0f, 0.0f), 1.0f, &circle);
    for (thud_shape_id id = thud_body_next_shape(world, body, (thud_shape_id){0, 0}); id.generation != 0;
         id = thud_body_next_shape(world, body, id)) {
        assert_false(thud_body_remove_shape(world, id));
        assert_refused(world, THUD_WRONG_KIND, "shape");
        assert_false(thud_shape_configure(world, id, &def));
        assert_false(thud_shape_set_geometry(world, id, &circle));
        assert_false(thud_shape_set_material(world, id, &def.material));
    }
    thud_body_def dynamic = thud_body_definition(world, body);
    dynamic.type = THUD_BODY_DYNAMIC;
    assert_false(thud_body_configure(world, body, &dynamic));
    assert_refused(world, THUD_WRONG_KIND, "type");
    dynamic.type = THUD_BODY_KINEMATIC;
    assert_true(thud_body_configure(world, body, &dynamic));
    test_step(world, 1);
    thud_world_destroy(world);
}

static void bad_numbers_are_refused_and_change_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    uint16_t cells[CELLS] = {0};
    cells[5] = 1;
    thud_tile_grid_id grid = add_grid(world, cells);
    assert_false(thud_tile_grid_set(world, grid, COLUMNS, 0, 1));
    assert_refused(world, THUD_OUT_OF_RANGE, "column");
    assert_false(thud_tile_grid_set(world, grid, 0, -1, 1));
    assert_refused(world, THUD_OUT_OF_RANGE, "row");
    assert_false(thud_tile_grid_set(world, grid, 0, 0, TEST_TILES));
    assert_refused(world, THUD_OUT_OF_RANGE, "tile");
    assert_false(thud_tile_grid_fill(world, grid, (thud_tile_range){1, 1, COLUMNS, 1}, 1));
    assert_refused(world, THUD_OUT_OF_RANGE, "range");
    assert_false(thud_tile_grid_fill(world, grid, (thud_tile_range){1, 1, INT32_MAX, INT32_MAX}, 1));
    assert_false(thud_tile_grid_fill(world, grid, (thud_tile_range){INT32_MIN, 1, 1, 1}, 1));
    const uint16_t wrong[] = {1, TEST_TILES};
    assert_false(thud_tile_grid_write(world, grid, (thud_tile_range){0, 0, 2, 1}, wrong));
    assert_refused(world, THUD_OUT_OF_RANGE, "tiles");
    assert_false(thud_tile_grid_write(world, grid, (thud_tile_range){0, 0, 2, 1}, NULL));
    assert_refused(world, THUD_NULL_ARGUMENT, "tiles");
    assert_false(thud_tile_grid_set(NULL, grid, 0, 0, 0) || thud_tile_grid_destroy(NULL, grid));
    assert_false(thud_tile_grid_set_tiles(world, (thud_tile_grid_id){0, 0}, test_tile_set()));
    assert_refused(world, THUD_STALE_ID, "grid");
    for (int i = 0; i < CELLS; i++) {
        assert_int_equal(thud_tile_grid_tile(world, grid, i % COLUMNS, i / COLUMNS), i == 5);
    }
    assert_int_equal(thud_world_counts(world).shapes, 1);
    thud_world_destroy(world);
}

/* Checks that a definition is refused with this field and status. */
static void refuse_def(const thud_tile_grid_def *def, thud_status status, const char *field) {
    thud_world *world = test_world_create();
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    assert_int_equal(thud_tile_grid_create(world, body, def).generation, 0);
    assert_refused(world, status, field);
    assert_int_equal(thud_world_counts(world).shapes, 0);
    thud_world_destroy(world);
}

static void refuse_tile(thud_tile_def tile, thud_status status, const char *field) {
    thud_tile_def tiles[] = {thud_tile_empty(), tile};
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 2};
    def.columns = def.rows = 2;
    refuse_def(&def, status, field);
}

static void bad_tiles_are_refused(void **state) {
    (void)state;
    thud_tile_def tile = thud_tile_slope(0.0f, 1.0f);
    tile.polygons[0].points[1].x = NAN;
    refuse_tile(tile, THUD_NOT_FINITE, "tiles.polygons");
    tile.polygons[0].points[1].x = 1.01f;
    refuse_tile(tile, THUD_OUT_OF_RANGE, "tiles.polygons");
    tile.polygons[0].points[1] = thud_vec2_make(0.5f, 0.5f);
    refuse_tile(tile, THUD_COLLINEAR, "tiles.polygons");
    tile.polygons[0].count = 2;
    refuse_tile(tile, THUD_TOO_FEW_POINTS, "tiles.polygons");
    tile.polygons[0].count = THUD_TILE_MAX_POINTS + 1;
    refuse_tile(tile, THUD_TOO_MANY_VERTICES, "tiles.polygons");
    tile.polygon_count = THUD_TILE_MAX_POLYGONS + 1;
    refuse_tile(tile, THUD_OUT_OF_RANGE, "tiles.polygon_count");
    tile.kind = (thud_tile_kind)77;
    refuse_tile(tile, THUD_OUT_OF_RANGE, "tiles.kind");
    tile = thud_tile_platform();
    tile.edge[1] = tile.edge[0];
    refuse_tile(tile, THUD_ZERO_LENGTH, "tiles.edge");
    tile.edge[1].x = NAN;
    refuse_tile(tile, THUD_NOT_FINITE, "tiles.edge");
    tile.edge[1].x = -0.01f;
    refuse_tile(tile, THUD_OUT_OF_RANGE, "tiles.edge");
    tile = thud_tile_full();
    tile.one_way.x = INFINITY;
    refuse_tile(tile, THUD_NOT_FINITE, "tiles.one_way");
    tile = thud_tile_full();
    tile.material.friction = -1.0f;
    refuse_tile(tile, THUD_NEGATIVE, "material.friction");
    assert_int_equal(thud_tile_slope(NAN, 1.0f).kind, THUD_TILE_EMPTY);
    assert_int_equal(thud_tile_slope(0.0f, 1.5f).kind, THUD_TILE_EMPTY);
    assert_int_equal(thud_tile_slope(1.0f, 1.0f).kind, THUD_TILE_FULL);
    assert_int_equal(thud_tile_turned(NULL, 1).kind, THUD_TILE_EMPTY);
}

static void bad_grids_are_refused(void **state) {
    (void)state;
    thud_tile_grid_def good = thud_tile_grid_defaults();
    good.tiles = test_tile_set();
    good.columns = good.rows = 4;
    thud_tile_grid_def def = good;
    def.columns = 0;
    refuse_def(&def, THUD_OUT_OF_RANGE, "columns");
    def.columns = THUD_MAX_GRID_SIDE + 1;
    refuse_def(&def, THUD_OUT_OF_RANGE, "columns");
    def = good;
    def.columns = def.rows = THUD_MAX_GRID_SIDE;
    refuse_def(&def, THUD_OUT_OF_RANGE, "rows");
    def = good;
    def.cell_size.y = 0.0f;
    refuse_def(&def, THUD_NOT_POSITIVE, "cell_size");
    def.cell_size.y = NAN;
    refuse_def(&def, THUD_NOT_FINITE, "cell_size");
    def = good;
    def.origin.x = 1.0e7f; /* floats are 1 m apart there */
    refuse_def(&def, THUD_OUT_OF_RANGE, "columns");
    def.origin.x = INFINITY;
    refuse_def(&def, THUD_NOT_FINITE, "origin");
    def = good;
    def.tiles.count = 0;
    refuse_def(&def, THUD_OUT_OF_RANGE, "tiles.count");
    def.tiles.tiles = NULL;
    refuse_def(&def, THUD_NULL_ARGUMENT, "tiles");
    def = good;
    def.tiles.tiles++; /* the first one is full */
    def.tiles.count--;
    refuse_def(&def, THUD_WRONG_KIND, "tiles");
    def = good;
    uint16_t cells[16] = {0};
    cells[9] = TEST_TILES;
    def.cells = cells;
    refuse_def(&def, THUD_OUT_OF_RANGE, "cells");
    refuse_def(NULL, THUD_NULL_ARGUMENT, "def");
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.0f), 1.0f);
    assert_int_equal(thud_tile_grid_create(world, ball, &good).generation, 0);
    assert_refused(world, THUD_WRONG_KIND, "body");
    assert_int_equal(thud_tile_grid_create(world, (thud_body_id){0, 0}, &good).generation, 0);
    assert_int_equal(thud_tile_grid_create(NULL, ball, &good).generation, 0);
    thud_world_destroy(world);
}

/* ---- memory ---- */

/* Each allocation of a call fails once: the call is refused, and the grid is unchanged; at last the call succeeds. */
static void where_memory_runs_out_a_grid_is_as_it_was(void **state) {
    (void)state;
    memory_meter meter;
    thud_world_def world_def = thud_world_defaults();
    world_def.hooks = metered_hooks(&meter);
    thud_world *world = thud_world_create(&world_def);
    test_random random = {9};
    uint16_t cells[CELLS];
    for (int i = 0; i < CELLS; i++) {
        cells[i] = (uint16_t)test_random_int(&random, 0, TEST_TILES - 1);
    }
    int refused = 0;
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_tile_grid_id grid = {0, 0};
    for (int allowed = 0; grid.generation == 0; allowed++) {
        meter.allocations_allowed = meter.allocations + allowed;
        int before = (int)thud_world_counts(world).shapes;
        grid = add_grid_to(world, body, cells);
        meter.allocations_allowed = -1;
        assert_int_equal(grid.generation == 0 ? thud_world_counts(world).shapes : before, before);
        refused += grid.generation == 0;
        test_step(world, 1);
    }
    thud_tile_def tiles[TEST_TILES];
    for (int i = 0; i < TEST_TILES; i++) {
        tiles[i] = test_tile_set().tiles[TEST_TILES - 1 - i];
    }
    tiles[0] = thud_tile_empty();
    for (int call = 0; call < 3; call++) {
        bool done = false;
        for (int allowed = 0; !done; allowed++) {
            uint64_t sum = sum_of_shapes(world);
            meter.allocations_allowed = meter.allocations + allowed;
            done = call == 0   ? thud_tile_grid_set(world, grid, 20, 20, 1)
                   : call == 1 ? thud_tile_grid_fill(world, grid, (thud_tile_range){3, 3, 30, 30}, 1)
                               : thud_tile_grid_set_tiles(world, grid, (thud_tile_set){tiles, TEST_TILES});
            meter.allocations_allowed = -1;
            assert_true(done || sum_of_shapes(world) == sum);
            refused += !done;
            if (!done) {
                assert_int_equal(thud_world_refusal(world).status, THUD_OUT_OF_MEMORY);
            }
        }
        test_step(world, 1);
        test_check_invariants(world);
    }
    assert_true(refused > 20);
    assert_true(thud_tile_grid_destroy(world, grid));
    thud_world_destroy(world);
    assert_int_equal(meter.bytes_held, 0);
}

static void a_grid_gives_its_memory_back_with_its_body_and_with_its_world(void **state) {
    (void)state;
    memory_meter meter;
    thud_world_def world_def = thud_world_defaults();
    world_def.hooks = metered_hooks(&meter);
    thud_world *world = thud_world_create(&world_def);
    uint16_t cells[CELLS] = {0};
    cells[100] = 1;
    thud_tile_grid_id grid = add_grid(world, cells);
    add_grid(world, cells);
    int64_t with_both = thud_world_memory(world).shapes;
    assert_true(thud_body_destroy(world, thud_tile_grid_body(world, grid)));
    assert_true(thud_world_memory(world).shapes < with_both);
    thud_world_destroy(world);
    assert_int_equal(meter.bytes_held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_grid_is_as_one_that_is_made_so),
        cmocka_unit_test(shapes_that_come_out_as_they_were_stay),
        cmocka_unit_test(the_surface_above_a_hole_is_one_shape),
        cmocka_unit_test(crates_on_tiles_that_stay_go_on_touching),
        cmocka_unit_test(what_sleeps_on_tiles_beside_a_change_sleeps_on),
        cmocka_unit_test(what_sleeps_against_shapes_that_become_one_keeps_its_contacts),
        cmocka_unit_test(begins_and_ends_balance_while_tiles_change),
        cmocka_unit_test(a_tile_with_two_equal_polygons_keeps_two_shapes),
        cmocka_unit_test(a_new_tile_set_changes_only_what_differs),
        cmocka_unit_test(shapes_of_a_grid_are_changed_by_the_grid_alone),
        cmocka_unit_test(bad_numbers_are_refused_and_change_nothing),
        cmocka_unit_test(bad_tiles_are_refused),
        cmocka_unit_test(bad_grids_are_refused),
        cmocka_unit_test(where_memory_runs_out_a_grid_is_as_it_was),
        cmocka_unit_test(a_grid_gives_its_memory_back_with_its_body_and_with_its_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
