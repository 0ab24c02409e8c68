/*
 * Screens have y down, and so have many games. With gravity, directions and outlines mirrored, a world with y down
 * moves like the mirror image of one with y up: README, Units, says what to mirror.
 */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/forces.h"
#include "thud/joint.h"
#include "thud/mover.h"
#include "thud/runner.h"
#include "thud/tile_grid.h"

/* A point or vector of the world with y up, in one whose up is `up`, 1 or -1. */
static thud_vec2 place(float x, float y, float up) {
    return thud_vec2_make(x, y * up);
}

/* ---- a character among tiles, in pixels ---- */

enum { COLUMNS = 40, ROWS = 7, FRAMES = 250 };
static const char *const level[ROWS] = {
    "#......................................#", "#......................................#",
    "#............................==========#", "#......................................#",
    "#...............###....====............#", "#......./####...###....................#",
    "########################################"};

static void make_level(thud_world *world, float unit, float up) {
    thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0, 1), thud_tile_platform()};
    for (int i = 0; up < 0 && i < 4; i++) {
        tiles[i] = thud_tile_turned(&tiles[i], THUD_TILE_FLIP_Y);
    }
    uint16_t cells[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        int row = i / COLUMNS;
        char tile = level[up > 0 ? ROWS - 1 - row : row][i % COLUMNS];
        cells[i] = tile == '#' ? 1 : tile == '/' ? 2 : tile == '=' ? 3 : 0;
    }
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 4};
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.cells = cells;
    def.cell_size = thud_vec2_make(unit, unit);
    def.origin = thud_vec2_make(0, up > 0 ? 0 : -ROWS * unit);
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0, 0));
    assert_int_not_equal(thud_tile_grid_create(world, ground, &def).generation, 0);
}

/* Writes the path of a character that runs to the right and jumps, in metres with y up; returns its jumps. */
static int play(float unit, float up, thud_vec2 path[FRAMES]) {
    thud_world_def world_def = thud_world_defaults_for_unit(unit);
    world_def.gravity = place(0, -10 * unit, up);
    thud_world *world = test_world_of(&world_def);
    make_level(world, unit, up);
    thud_runner_def run = thud_runner_defaults();
    thud_runner_scale(&run, unit);
    thud_mover_def hero = thud_mover_defaults_for_unit(unit);
    hero.up = thud_vec2_make(0, up);
    thud_runner runner = {0};
    thud_mover_state state;
    thud_mover_result moved = {0};
    thud_runner_result wanted = {0};
    int jumps = 0;
    assert_true(thud_mover_create(world, &hero, place(2 * unit, 2 * unit, up), &state));
    for (int i = 0; i < FRAMES; i++) {
        test_step(world, 1);
        moved.velocity.y *= up;
        moved.floor_velocity.y *= up;
        moved.wall.velocity.y *= up;
        moved.ceiling.velocity.y *= up;
        thud_runner_surroundings around = thud_runner_look(&wanted, &moved);
        float x = state.position.x / unit;
        thud_runner_input input = {.direction = 1, .jump = around.wall == 1 || (x > 21 && x < 25) || x > 26.5f};
        wanted = thud_runner_step(&run, &runner, &input, &around, TEST_DT);
        thud_vec2 velocity = place(wanted.mean_velocity.x, wanted.mean_velocity.y, up);
        assert_true(thud_mover_move(world, &hero, &state, velocity, TEST_DT, &moved));
        jumps += wanted.jumped;
        path[i] = place(state.position.x / unit, state.position.y / unit, up);
    }
    thud_world_destroy(world);
    return jumps;
}

static void a_character_plays_a_level_in_screen_coordinates(void **state) {
    (void)state;
    static thud_vec2 metres[FRAMES], mirrored[FRAMES], pixels[FRAMES], screen[FRAMES];
    assert_int_equal(play(1, 1, metres), 3);
    assert_int_equal(play(1, -1, mirrored), 3);
    assert_int_equal(play(50, 1, pixels), 3);
    assert_int_equal(play(50, -1, screen), 3);
    assert_true(metres[FRAMES - 1].y > 5.5f); /* on the upper platform */
    for (int i = 0; i < FRAMES; i++) {
        assert_float_equal(thud_vec2_distance(metres[i], mirrored[i]), 0.0f, 1.0e-5f);
        assert_float_equal(thud_vec2_distance(pixels[i], screen[i]), 0.0f, 1.0e-5f);
        assert_float_equal(thud_vec2_distance(metres[i], screen[i]), 0.0f, 1.0e-3f);
    }
}

/* ---- bodies ---- */

enum { HILL_POINTS = 8, BODIES = 5 };

static void make_hills(thud_world *world, float up) {
    const thud_vec2 outline[HILL_POINTS] = {{-30, 8}, {-20, 2}, {-10, 0}, {-5, 0},
                                            {5, 0},   {10, 3},  {11, 0},  {40, 0}};
    thud_vec2 points[HILL_POINTS];
    for (int i = 0; i < HILL_POINTS; i++) { /* its front is to the left: with y down from right to left */
        thud_vec2 point = outline[up > 0 ? i : HILL_POINTS - 1 - i];
        points[i] = place(point.x, point.y, up);
    }
    thud_chain_def def = thud_chain_defaults();
    def.points = points;
    def.count = HILL_POINTS;
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0, 0));
    assert_false(thud_chain_id_is_null(thud_chain_create(world, ground, &def)));
}

/* A belt that runs to the right and holds what is above it. */
static void make_belt(thud_world *world, float up) {
    thud_shape_def def = thud_shape_defaults();
    def.material.surface_speed = 2 * up;
    def.one_way = place(0, 1, up);
    thud_body_add_box(world, test_add_body(world, THUD_BODY_STATIC, place(20, 5, up)), &def,
                      thud_vec2_make(3, 0.5f));
}

static void make_bodies(thud_world *world, float up, thud_body_id bodies[BODIES]) {
    bodies[0] = test_add_ball(world, place(-25, 8, up), 0.5f);
    bodies[1] = test_add_box(world, place(0, 0.5f, up), thud_vec2_make(0.5f, 0.5f));
    bodies[2] = test_add_box(world, place(18, 6.5f, up), thud_vec2_make(0.3f, 0.3f));
    bodies[3] = test_add_ball(world, place(20, 1, up), 0.3f);
    thud_body_set_velocity(world, bodies[3], place(0, 14, up), 0);
    bodies[4] = test_add_body(world, THUD_BODY_DYNAMIC, place(-5, 12, up));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_capsule(world, bodies[4], &def, place(0, -1, up), place(1, 1, up), 0.2f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    thud_body_id hook = test_add_body(world, THUD_BODY_STATIC, place(-5, 13, up));
    hinge.base = thud_joint_base_at(world, hook, bodies[4], place(-5, 13, up));
    hinge.limit = up > 0 ? (thud_joint_limit){true, -1.0f, 0.5f} : (thud_joint_limit){true, -0.5f, 1.0f};
    assert_true(thud_joint_is_valid(world, thud_revolute_joint_create(world, &hinge)));
}

static void bodies_move_like_a_mirror_image(void **state) {
    (void)state;
    thud_world *worlds[2];
    thud_body_id bodies[2][BODIES];
    for (int k = 0; k < 2; k++) {
        float up = k == 0 ? 1.0f : -1.0f;
        thud_world_def def = thud_world_defaults();
        def.gravity = place(0, -10, up);
        worlds[k] = test_world_of(&def);
        make_hills(worlds[k], up);
        make_belt(worlds[k], up);
        make_bodies(worlds[k], up, bodies[k]);
    }
    for (int i = 0; i < 150; i++) {
        for (int k = 0; k < BODIES; k++) {
            thud_vec2 a = thud_body_position(worlds[0], bodies[0][k]),
                      b = thud_body_position(worlds[1], bodies[1][k]);
            assert_float_equal(thud_vec2_distance(a, place(b.x, b.y, -1)), 0.0f, 0.02f);
        }
        test_step(worlds[0], 1);
        test_step(worlds[1], 1);
    }
    assert_true(thud_body_position(worlds[0], bodies[0][2]).x > 19.5f); /* the belt carried it */
    thud_world_destroy(worlds[0]);
    thud_world_destroy(worlds[1]);
}

static float wave(float x, void *context) {
    (void)context;
    return 0.3f * sinf(x);
}

/* The surface was area.max.y, the bottom of the water where gravity points up: all that was above the bottom floated as if
 * it were in the air. */
static void water_lies_on_the_side_against_gravity(void **state) {
    (void)state;
    for (int waves = 0; waves < 2; waves++) {
        thud_vec2 ends[2];
        for (int k = 0; k < 2; k++) {
            float up = k == 0 ? 1.0f : -1.0f;
            thud_world_def def = thud_world_defaults();
            def.gravity = place(0, -10, up);
            thud_world *world = test_world_of(&def);
            thud_body_id boat = test_add_box(world, place(4, 3.5f, up), thud_vec2_make(0.6f, 0.3f));
            thud_buoyancy water = thud_buoyancy_defaults();
            water.area = up > 0 ? (thud_aabb){{0, 0}, {8, 3}} : (thud_aabb){{0, -3}, {8, 0}};
            water.density = 2;
            water.wave = waves == 1 ? wave : NULL;
            water.wave_height = 0.5f;
            for (int i = 0; i < 600; i++) {
                assert_true(thud_world_apply_buoyancy(world, &water, TEST_DT));
                test_step(world, 1);
            }
            thud_vec2 end = thud_body_position(world, boat);
            ends[k] = place(end.x, end.y, up);
            thud_world_destroy(world);
        }
        assert_float_equal(thud_vec2_distance(ends[0], ends[1]), 0.0f, 1.0e-4f);
        assert_float_equal(ends[0].y, waves == 1 ? 2.9f : 3.0f,
                           waves == 1 ? 0.3f : 0.01f); /* half of it is in the water */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_character_plays_a_level_in_screen_coordinates),
                                       cmocka_unit_test(bodies_move_like_a_mirror_image),
                                       cmocka_unit_test(water_lies_on_the_side_against_gravity)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
