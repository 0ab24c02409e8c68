/* Tile grids in a world: creation, merging, changes, queries, refusals, destruction. */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "reference/tiles.h"

#define ROWS(drawing) drawing, (int)(sizeof(drawing) / sizeof *(drawing))

static thud_body_id add_ground(thud_world *world) {
    return test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
}

static int shapes_of(thud_world *world) {
    return (int)thud_world_counts(world).shapes;
}

/* ---- merging ---- */

static void equal_full_tiles_become_few_rectangles(void **state) {
    (void)state;
    static const char *const drawing[] = {
        "#......#", /**/
        "########",
        "########",
    };
    thud_world *world = test_world_create();
    thud_body_id ground = add_ground(world);
    thud_tile_grid_id grid = test_draw_tiles(world, ground, ROWS(drawing));
    assert_int_not_equal(grid.generation, 0);
    assert_int_equal(shapes_of(world), 3);
    assert_true(thud_tile_grid_destroy(world, grid));
    assert_int_equal(shapes_of(world), 0);
    thud_world_destroy(world);
}

static void a_uniform_chunk_is_one_box(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    static uint16_t cells[64 * 32];
    for (int i = 0; i < 64 * 32; i++) {
        cells[i] = 1;
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = test_tile_set();
    def.columns = 64;
    def.rows = 32;
    def.cells = cells;
    assert_int_not_equal(thud_tile_grid_create(world, add_ground(world), &def).generation, 0);
    assert_int_equal(shapes_of(world), 8);
    thud_world_destroy(world);
}

static void tiles_of_other_surfaces_are_not_merged(void **state) {
    (void)state;
    static const char *const drawing[] = {"##oo##"};
    thud_world *world = test_world_create();
    assert_int_not_equal(test_draw_tiles(world, add_ground(world), ROWS(drawing)).generation, 0);
    assert_int_equal(shapes_of(world), 3);
    thud_world_destroy(world);
}

/* ---- changing ---- */

static void a_body_falls_through_a_hole_that_is_made_beneath_it_while_it_sleeps(void **state) {
    (void)state;
    static const char *const drawing[] = {"################################",
                                          "################################"};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id box = test_add_box(world, thud_vec2_make(20.5f, 2.3f), thud_vec2_make(0.3f, 0.3f));
    thud_body_id other = test_add_box(world, thud_vec2_make(4.5f, 2.3f), thud_vec2_make(0.3f, 0.3f));
    assert_true(test_step_until_asleep(world, box, 600));
    assert_true(test_step_until_asleep(world, other, 600));
    assert_true(thud_tile_grid_fill(world, grid, (thud_tile_range){20, 0, 1, 2}, 0));
    assert_true(thud_body_is_awake(world, box));
    assert_false(thud_body_is_awake(world, other)); /* it rests on another chunk */
    test_step(world, 120);
    assert_true(thud_body_position(world, box).y < -1.0f);
    thud_world_destroy(world);
}

static void a_tile_that_is_set_inside_of_a_body_pushes_it_out(void **state) {
    (void)state;
    static const char *const drawing[] = {"......", "......", "######"};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id box = test_add_box(world, thud_vec2_make(2.1f, 1.4f), thud_vec2_make(0.4f, 0.4f));
    assert_true(test_step_until_asleep(world, box, 600));
    assert_false(thud_tile_grid_is_free(world, grid, 2, 1, 1));
    assert_true(thud_tile_grid_is_free(world, grid, 3, 1, 1));
    assert_true(thud_tile_grid_set(world, grid, 2, 1, 1));
    test_step(world, 60);
    assert_true(fabsf(thud_body_position(world, box).x - 1.6f) < 0.01f);
    assert_true(fabsf(thud_body_position(world, box).y - 1.4f) < 0.01f);
    assert_true(thud_tile_grid_is_free(world, grid, 2, 1, 1));
    thud_world_destroy(world);
}

/* A one-way tile lets pass what is in it, whichever side it holds. */
static void a_one_way_tile_is_free_where_a_body_is(void **state) {
    (void)state;
    const thud_vec2 sides[] = {{0, 0}, {0, 1}, {1, 0}, {0.5f, -1}};
    thud_tile_def tiles[5] = {thud_tile_empty()};
    for (int i = 0; i < 4; i++) {
        tiles[i + 1] = thud_tile_full();
        tiles[i + 1].one_way = sides[i];
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 5};
    def.columns = def.rows = 1;
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = thud_tile_grid_create(world, add_ground(world), &def);
    test_add_box(world, thud_vec2_make(0.5f, 0.5f), thud_vec2_make(0.4f, 0.4f));
    for (uint16_t tile = 1; tile < 5; tile++) {
        assert_int_equal(thud_tile_grid_is_free(world, grid, 0, 0, tile), tile > 1);
        assert_true(thud_tile_grid_set(world, grid, 0, 0, tile));
        assert_int_equal(thud_tile_grid_overlaps(world, grid, (thud_tile_range){0, 0, 1, 1}, NULL, 0),
                         tile == 1);
    }
    thud_world_destroy(world);
}

/* Once a game had to query before it set a tile; afterwards there was no query for bodies in tiles. */
static void overlaps_tell_which_bodies_are_stuck_in_tiles(void **state) {
    (void)state;
    static const char *const drawing[] = {"######", "#..#.#", "######"};
    thud_world *world = test_world_create();
    thud_tile_grid_id grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id free_box = test_add_box(world, thud_vec2_make(1.7f, 1.4f), thud_vec2_make(0.4f, 0.4f));
    thud_body_id stuck = test_add_box(world, thud_vec2_make(4.6f, 1.4f), thud_vec2_make(0.3f, 0.4f));
    test_step(world, 30);
    const thud_tile_range all = {0, 0, 6, 3};
    thud_tile_overlap overlaps[2];
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, overlaps, 2), 0); /* they only touch the floor */
    assert_true(thud_tile_grid_set(world, grid, 2, 1, 1));
    assert_true(thud_tile_grid_set(world, grid, 4, 1, 1));
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, NULL, 0), 2);
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, overlaps, 2), 2);
    assert_true(test_same_body(overlaps[0].body, stuck) && test_same_body(overlaps[1].body, free_box));
    assert_int_equal(overlaps[0].cell.column, 4);
    assert_int_equal(overlaps[1].cell.column, 2);
    assert_int_equal(overlaps[1].cell.tile, 1);
    assert_float_equal(overlaps[1].depth, 0.1f, 0.001f);
    assert_float_equal(overlaps[1].normal.x, -1.0f, 0.001f);
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, overlaps, 1), 2);
    assert_true(test_same_body(overlaps[0].body, stuck)); /* the deepest one if the array is too small */
    assert_int_equal(thud_tile_grid_overlaps(world, grid, (thud_tile_range){0, 0, 4, 3}, NULL, 0), 1);
    test_step(world, 120);
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, overlaps, 2), 1);
    assert_true(test_same_body(overlaps[0].body, stuck) &&
                test_same_shape(overlaps[0].shape, test_shape_of(world, stuck)));
    thud_shape_set_filter(world, overlaps[0].shape, (thud_filter){.category = 1, .mask = 0});
    assert_int_equal(thud_tile_grid_overlaps(world, grid, all, overlaps, 2), 0);
    assert_int_equal(thud_tile_grid_overlaps(world, grid, (thud_tile_range){4, 0, 3, 3}, overlaps, 2), 0);
    assert_int_equal(thud_tile_grid_overlaps(world, (thud_tile_grid_id){0, 0}, all, overlaps, 2), 0);
    thud_world_destroy(world);
}

/* Shapes of a grid are as the definition of their tile says. */
static void fields_of_a_tile_are_those_of_its_shapes(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full()};
    int mark = 0;
    tiles[1].material.friction = 0.31f;
    tiles[1].material.surface_speed = 2.5f;
    tiles[1].one_way = thud_vec2_make(0.0f, 1.0f);
    tiles[1].filter = (thud_filter){.category = 4, .mask = 10, .group = -3};
    tiles[1].material_id = 77;
    tiles[1].contact_events = false;
    tiles[1].hit_events = tiles[1].pre_solve = true;
    tiles[1].user_data = &mark;
    const uint16_t cells[] = {1};
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 2};
    def.columns = def.rows = 1;
    def.cells = cells;
    thud_body_id ground = add_ground(world);
    assert_int_not_equal(thud_tile_grid_create(world, ground, &def).generation, 0);
    thud_shape_def made = thud_shape_definition(world, test_shape_of(world, ground));
    assert_true(made.material.friction == 0.31f && made.material.surface_speed == 2.5f);
    assert_true(made.one_way.x == 0.0f && made.one_way.y == 1.0f);
    assert_true(made.filter.category == 4 && made.filter.mask == 10 && made.filter.group == -3);
    assert_int_equal(made.material_id, 77);
    assert_true(!made.contact_events && made.hit_events && made.pre_solve && !made.sensor);
    assert_ptr_equal(made.user_data, &mark);
    thud_world_destroy(world);
}

/* ---- queries ---- */

static void contacts_lead_to_their_cells(void **state) {
    (void)state;
    static const char *const drawing[] = {"...o..", "######"};
    thud_world *world = test_world_create();
    thud_body_id ground = add_ground(world);
    assert_true(thud_body_teleport(world, ground, thud_vec2_make(10.0f, -3.0f), 0.3f));
    thud_tile_grid_id grid = test_draw_tiles(world, ground, ROWS(drawing));
    thud_vec2 above = thud_body_world_point(world, ground, thud_vec2_make(4.5f, 3.0f));
    thud_vec2 down = thud_body_world_vector(world, ground, thud_vec2_make(0.0f, -5.0f));
    thud_world_hit ray = thud_world_cast_ray(world, above, down, thud_query_filter_all());
    thud_tile_hit hit;
    assert_true(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
    assert_true(thud_tile_grid_id_equal(hit.grid, grid));
    assert_int_equal(hit.column, 4);
    assert_int_equal(hit.row, 0);
    assert_int_equal(hit.tile, TEST_TILE_FULL);
    thud_vec2 left = thud_body_world_point(world, ground, thud_vec2_make(-1.0f, 1.5f));
    thud_vec2 right = thud_body_world_vector(world, ground, thud_vec2_make(9.0f, 0.0f));
    ray = thud_world_cast_ray(world, left, right, thud_query_filter_all());
    assert_true(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
    assert_int_equal(hit.column, 3);
    assert_int_equal(hit.row, 1);
    assert_int_equal(hit.tile, TEST_TILE_SLIPPERY);
    assert_true(thud_tile_grid_destroy(world, grid));
    assert_false(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
    assert_int_equal(hit.grid.generation, 0);
    thud_world_destroy(world);
}

/* ---- lifetime ---- */

static void a_grid_goes_with_its_body(void **state) {
    (void)state;
    static const char *const drawing[] = {"/\\<>()=_"};
    thud_world *world = test_world_create();
    thud_body_id ground = add_ground(world);
    assert_int_not_equal(test_draw_tiles(world, ground, ROWS(drawing)).generation, 0);
    assert_int_not_equal(test_draw_tiles(world, ground, ROWS(drawing)).generation, 0);
    assert_true(thud_body_destroy(world, ground));
    assert_int_equal(shapes_of(world), 0);
    thud_world_destroy(world);
}

static void check_gone(thud_world *world, thud_tile_grid_id grid, thud_status status) {
    thud_tile_overlap overlap;
    thud_tile_range cell = {0, 0, 1, 1};
    assert_false(thud_tile_grid_is_valid(world, grid));
    assert_false(thud_tile_grid_set(world, grid, 0, 0, 1));
    assert_int_equal(thud_world_refusal(world).status, status);
    assert_string_equal(thud_world_refusal(world).field, "grid");
    assert_false(thud_tile_grid_fill(world, grid, cell, 1));
    assert_false(thud_tile_grid_write(world, grid, cell, &(uint16_t){1}));
    assert_false(thud_tile_grid_set_tiles(world, grid, test_tile_set()));
    assert_false(thud_tile_grid_destroy(world, grid));
    assert_int_equal(thud_tile_grid_definition(world, grid).tiles.count, 0);
    assert_int_equal(thud_tile_grid_body(world, grid).generation, 0);
    assert_null(thud_tile_grid_user_data(world, grid));
    assert_int_equal(thud_tile_grid_tile(world, grid, 0, 0), 0);
    assert_int_equal(thud_tile_grid_at(world, grid, thud_vec2_make(0.5f, 0.5f)).grid.generation, 0);
    assert_int_equal(thud_tile_grid_cells_in(world, grid, (thud_aabb){{0, 0}, {1, 1}}).columns, 0);
    assert_float_equal(thud_tile_grid_center(world, grid, 3, 3).x, 0.0f, 0.0f);
    assert_false(thud_tile_grid_cast_ray(world, grid, thud_vec2_make(0.5f, 5), thud_vec2_make(0, -9)).cast.hit);
    assert_int_equal(thud_tile_grid_overlaps(world, grid, cell, &overlap, 1), 0);
    assert_false(thud_tile_grid_is_free(world, grid, 0, 0, 1));
    assert_int_equal(thud_world_next_tile_grid(world, grid).generation, 0);
}

/* As a game does that keeps the chunks of a level which a player has left. */
static void calls_refuse_the_id_of_a_grid_that_is_gone(void **state) {
    (void)state;
    static const char *const drawing[] = {"####"};
    thud_world *world = test_world_create();
    thud_body_id left = add_ground(world), right = add_ground(world);
    thud_tile_grid_id destroyed = test_draw_tiles(world, left, ROWS(drawing));
    thud_tile_grid_id lost = test_draw_tiles(world, left, ROWS(drawing));
    thud_tile_grid_id kept = test_draw_tiles(world, right, ROWS(drawing));
    assert_true(thud_tile_grid_destroy(world, destroyed));
    assert_true(thud_body_destroy(world, left));
    thud_tile_grid_id again = test_draw_tiles(world, right, ROWS(drawing)); /* has the place of one of them */
    check_gone(world, destroyed, THUD_STALE_ID);
    check_gone(world, lost, THUD_STALE_ID);
    assert_int_equal(thud_tile_grid_tile(world, kept, 3, 0), TEST_TILE_FULL);
    assert_int_equal(thud_tile_grid_tile(world, again, 3, 0), TEST_TILE_FULL);

    thud_tile_grid_id first = thud_world_next_tile_grid(world, (thud_tile_grid_id){0, 0});
    thud_tile_grid_id second = thud_world_next_tile_grid(world, first);
    assert_true(thud_tile_grid_id_equal(first, again) || thud_tile_grid_id_equal(second, again));
    assert_true(thud_tile_grid_id_equal(first, kept) || thud_tile_grid_id_equal(second, kept));
    assert_true(thud_tile_grid_id_is_null(thud_world_next_tile_grid(world, second)));
    thud_world_destroy(world);
}

static void the_id_of_a_grid_of_another_world_is_refused(void **state) {
    (void)state;
    static const char *const drawing[] = {"####"};
    thud_world_def def = thud_world_defaults();
    def.id_tag = 1;
    thud_world *world = test_world_create(), *other = test_world_of(&def);
    assert_int_not_equal(test_draw_tiles(world, add_ground(world), ROWS(drawing)).generation, 0);
    check_gone(world, test_draw_tiles(other, add_ground(other), ROWS(drawing)), THUD_WRONG_WORLD);
    thud_world_destroy(world);
    thud_world_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_full_tiles_become_few_rectangles),
        cmocka_unit_test(a_uniform_chunk_is_one_box),
        cmocka_unit_test(tiles_of_other_surfaces_are_not_merged),
        cmocka_unit_test(a_body_falls_through_a_hole_that_is_made_beneath_it_while_it_sleeps),
        cmocka_unit_test(a_tile_that_is_set_inside_of_a_body_pushes_it_out),
        cmocka_unit_test(a_one_way_tile_is_free_where_a_body_is),
        cmocka_unit_test(overlaps_tell_which_bodies_are_stuck_in_tiles),
        cmocka_unit_test(fields_of_a_tile_are_those_of_its_shapes),
        cmocka_unit_test(contacts_lead_to_their_cells),
        cmocka_unit_test(a_grid_goes_with_its_body),
        cmocka_unit_test(calls_refuse_the_id_of_a_grid_that_is_gone),
        cmocka_unit_test(the_id_of_a_grid_of_another_world_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
