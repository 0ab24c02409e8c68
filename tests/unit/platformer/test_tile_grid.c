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
    thud_tile_grid *grid = test_draw_tiles(world, ground, ROWS(drawing));
    assert_non_null(grid);
    assert_int_equal(shapes_of(world), 3);
    assert_true(thud_tile_grid_destroy(grid));
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
    assert_non_null(thud_tile_grid_create(world, add_ground(world), &def));
    assert_int_equal(shapes_of(world), 8);
    thud_world_destroy(world);
}

static void tiles_of_other_surfaces_are_not_merged(void **state) {
    (void)state;
    static const char *const drawing[] = {"##oo##"};
    thud_world *world = test_world_create();
    assert_non_null(test_draw_tiles(world, add_ground(world), ROWS(drawing)));
    assert_int_equal(shapes_of(world), 3);
    thud_world_destroy(world);
}

/* ---- changing ---- */

static void a_body_falls_through_a_hole_that_is_made_beneath_it_while_it_sleeps(void **state) {
    (void)state;
    static const char *const drawing[] = {"################################",
                                          "################################"};
    thud_world *world = test_world_create();
    thud_tile_grid *grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id box = test_add_box(world, thud_vec2_make(20.5f, 2.3f), thud_vec2_make(0.3f, 0.3f));
    thud_body_id other = test_add_box(world, thud_vec2_make(4.5f, 2.3f), thud_vec2_make(0.3f, 0.3f));
    assert_true(test_step_until_asleep(world, box, 600));
    assert_true(test_step_until_asleep(world, other, 600));
    assert_true(thud_tile_grid_fill(grid, (thud_tile_range){20, 0, 1, 2}, 0));
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
    thud_tile_grid *grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id box = test_add_box(world, thud_vec2_make(2.1f, 1.4f), thud_vec2_make(0.4f, 0.4f));
    assert_true(test_step_until_asleep(world, box, 600));
    assert_false(thud_tile_grid_is_free(grid, 2, 1, 1));
    assert_true(thud_tile_grid_is_free(grid, 3, 1, 1));
    assert_true(thud_tile_grid_set(grid, 2, 1, 1));
    test_step(world, 60);
    assert_true(fabsf(thud_body_position(world, box).x - 1.6f) < 0.01f);
    assert_true(fabsf(thud_body_position(world, box).y - 1.4f) < 0.01f);
    assert_true(thud_tile_grid_is_free(grid, 2, 1, 1));
    thud_world_destroy(world);
}

/* Once a game had to query before it set a tile; afterwards there was no query for bodies in tiles. */
static void overlaps_tell_which_bodies_are_stuck_in_tiles(void **state) {
    (void)state;
    static const char *const drawing[] = {"######", "#..#.#", "######"};
    thud_world *world = test_world_create();
    thud_tile_grid *grid = test_draw_tiles(world, add_ground(world), ROWS(drawing));
    thud_body_id free_box = test_add_box(world, thud_vec2_make(1.7f, 1.4f), thud_vec2_make(0.4f, 0.4f));
    thud_body_id stuck = test_add_box(world, thud_vec2_make(4.6f, 1.4f), thud_vec2_make(0.3f, 0.4f));
    test_step(world, 30);
    const thud_tile_range all = {0, 0, 6, 3};
    thud_tile_overlap overlaps[2];
    assert_int_equal(thud_tile_grid_overlaps(grid, all, overlaps, 2), 0); /* they only touch the floor */
    assert_true(thud_tile_grid_set(grid, 2, 1, 1));
    assert_true(thud_tile_grid_set(grid, 4, 1, 1));
    assert_int_equal(thud_tile_grid_overlaps(grid, all, NULL, 0), 2);
    assert_int_equal(thud_tile_grid_overlaps(grid, all, overlaps, 2), 2);
    assert_true(test_same_body(overlaps[0].body, stuck) && test_same_body(overlaps[1].body, free_box));
    assert_int_equal(overlaps[0].cell.column, 4);
    assert_int_equal(overlaps[1].cell.column, 2);
    assert_int_equal(overlaps[1].cell.tile, 1);
    assert_float_equal(overlaps[1].depth, 0.1f, 0.001f);
    assert_float_equal(overlaps[1].normal.x, -1.0f, 0.001f);
    assert_int_equal(thud_tile_grid_overlaps(grid, all, overlaps, 1), 2);
    assert_true(test_same_body(overlaps[0].body, stuck)); /* the deepest one if the array is too small */
    assert_int_equal(thud_tile_grid_overlaps(grid, (thud_tile_range){0, 0, 4, 3}, NULL, 0), 1);
    test_step(world, 120);
    assert_int_equal(thud_tile_grid_overlaps(grid, all, overlaps, 2), 1);
    assert_true(test_same_body(overlaps[0].body, stuck) &&
                test_same_shape(overlaps[0].shape, test_shape_of(world, stuck)));
    thud_shape_set_filter(world, overlaps[0].shape, (thud_filter){.category = 1, .mask = 0});
    assert_int_equal(thud_tile_grid_overlaps(grid, all, overlaps, 2), 0);
    assert_int_equal(thud_tile_grid_overlaps(grid, (thud_tile_range){4, 0, 3, 3}, overlaps, 2), 0);
    assert_int_equal(thud_tile_grid_overlaps(NULL, all, overlaps, 2), 0);
    thud_world_destroy(world);
}

/* ---- queries ---- */

static void contacts_lead_to_their_cells(void **state) {
    (void)state;
    static const char *const drawing[] = {"...o..", "######"};
    thud_world *world = test_world_create();
    thud_body_id ground = add_ground(world);
    assert_true(thud_body_teleport(world, ground, thud_vec2_make(10.0f, -3.0f), 0.3f));
    thud_tile_grid *grid = test_draw_tiles(world, ground, ROWS(drawing));
    thud_vec2 above = thud_body_world_point(world, ground, thud_vec2_make(4.5f, 3.0f));
    thud_vec2 down = thud_body_world_vector(world, ground, thud_vec2_make(0.0f, -5.0f));
    thud_world_hit ray = thud_world_cast_ray(world, above, down, thud_query_filter_all());
    thud_tile_hit hit;
    assert_true(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
    assert_ptr_equal(hit.grid, grid);
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
    assert_true(thud_tile_grid_destroy(grid));
    assert_false(thud_tile_of_contact(world, ray.shape, ray.cast.point, ray.cast.normal, &hit));
    assert_null(hit.grid);
    thud_world_destroy(world);
}

/* ---- lifetime ---- */

static void a_grid_goes_with_its_body(void **state) {
    (void)state;
    static const char *const drawing[] = {"/\\<>()=_"};
    thud_world *world = test_world_create();
    thud_body_id ground = add_ground(world);
    assert_non_null(test_draw_tiles(world, ground, ROWS(drawing)));
    assert_non_null(test_draw_tiles(world, ground, ROWS(drawing)));
    assert_true(thud_body_destroy(world, ground));
    assert_int_equal(shapes_of(world), 0);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_full_tiles_become_few_rectangles),
        cmocka_unit_test(a_uniform_chunk_is_one_box),
        cmocka_unit_test(tiles_of_other_surfaces_are_not_merged),
        cmocka_unit_test(a_body_falls_through_a_hole_that_is_made_beneath_it_while_it_sleeps),
        cmocka_unit_test(a_tile_that_is_set_inside_of_a_body_pushes_it_out),
        cmocka_unit_test(overlaps_tell_which_bodies_are_stuck_in_tiles),
        cmocka_unit_test(contacts_lead_to_their_cells),
        cmocka_unit_test(a_grid_goes_with_its_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
