/* A world in pixels behaves like the same world in metres, and a world far from the origin like
 * one at it, as far as floats allow. */
#include "test.h"

#include "reference/test_world.h"
#include "thud/mover.h"

/* Lengths and speeds are multiplied by `unit`; masses by unit^2, which has no effect here. */
static thud_world *make_scene(float unit, thud_body_id *bodies, int count) {
    thud_world_def def = thud_world_defaults_for_unit(unit);
    thud_world *world = test_world_of(&def);
    test_add_wall(world, thud_vec2_make(0.0f, -1.0f * unit), thud_vec2_make(30.0f * unit, 1.0f * unit));
    test_add_wall(world, thud_vec2_make(-6.0f * unit, 2.0f * unit), thud_vec2_make(unit, 4.0f * unit));
    test_add_wall(world, thud_vec2_make(10.0f * unit, 2.0f * unit), thud_vec2_make(unit, 4.0f * unit));
    for (int i = 0; i < count; i++) {
        thud_vec2 position = {unit * (0.8f * (float)(i % 6) + 0.1f * (float)(i / 6)),
                              unit * (1.0f + 1.05f * (float)(i / 6))};
        bodies[i] = i % 2 == 0 ? test_add_box(world, position, thud_vec2_make(0.4f * unit, 0.4f * unit))
                               : test_add_ball(world, position, 0.4f * unit);
        test_set_material(world, bodies[i], 0.5f, i % 3 == 0 ? 0.5f : 0.0f);
    }
    return world;
}

static void a_world_scaled_by_a_power_of_two_moves_the_same(void **state) {
    (void)state;
    enum { COUNT = 30 };
    thud_body_id small[COUNT];
    thud_body_id large[COUNT];
    thud_world *metres = make_scene(1.0f, small, COUNT);
    thud_world *scaled = make_scene(64.0f, large, COUNT);
    float worst = 0.0f;
    for (int i = 0; i < 60; i++) {
        test_step(metres, 1);
        test_step(scaled, 1);
        for (int k = 0; k < COUNT; k++) {
            thud_vec2 a = thud_body_position(metres, small[k]);
            thud_vec2 b = thud_vec2_scale(thud_body_position(scaled, large[k]), 1.0f / 64.0f);
            worst = thud_max(worst, thud_vec2_distance(a, b));
        }
    }
    printf("apart by at most %g m after 1 s\n", (double)worst);
    assert_true(worst < 1e-3f);
    thud_world_destroy(metres);
    thud_world_destroy(scaled);
}

static void a_world_in_pixels_comes_to_the_same_rest(void **state) {
    (void)state;
    enum { COUNT = 30 };
    thud_body_id bodies[COUNT];
    thud_world *world = make_scene(50.0f, bodies, COUNT);
    assert_true(test_step_until_asleep(world, bodies[0], 1200));
    test_step(world, 300);
    for (int i = 0; i < COUNT; i++) {
        thud_shape shape = thud_shape_geometry(world, test_shape_of(world, bodies[i]));
        thud_aabb box = thud_shape_aabb(&shape, thud_body_pose(world, bodies[i]));
        assert_true(box.min.y > -1.0f); /* pixels */
        assert_true(box.min.y < 300.0f);
    }
    thud_world_destroy(world);
}

static void pixels_bounce_slide_and_stop_like_metres(void **state) {
    (void)state;
    for (int run = 0; run < 2; run++) {
        float unit = run == 0 ? 1.0f : 50.0f;
        thud_world_def def = thud_world_defaults_for_unit(unit);
        thud_world *world = test_world_of(&def);
        test_add_wall(world, thud_vec2_make(0.0f, -unit), thud_vec2_make(50.0f * unit, unit));
        thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 5.5f * unit), 0.5f * unit);
        test_set_material(world, ball, 0.5f, 0.8f);
        thud_body_id box = test_add_box(world, thud_vec2_make(-20.0f * unit, 0.25f * unit),
                                        thud_vec2_make(unit, 0.25f * unit));
        test_set_material(world, box, 0.6f, 0.0f);
        thud_body_set_velocity(world, box, thud_vec2_make(6.0f * unit, 0.0f), 0.0f);
        float highest = 0.0f;
        for (int i = 0; i < 140; i++) {
            test_step(world, 1);
            highest = i > 70 ? thud_max(highest, thud_body_position(world, ball).y / unit - 0.5f) : 0.0f;
        }
        assert_float_equal(highest, 3.2f, 0.1f); /* 0.64 of 5 m */
        assert_float_equal(thud_body_position(world, box).x / unit, -20.0f + 36.0f / 12.0f,
                           0.1f); /* v^2 / (2 mu g) */
        thud_world_destroy(world);
    }
}

static void fast_pixels_do_not_tunnel(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults_for_unit(50.0f);
    thud_world *world = test_world_of(&def);
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(500.0f, 0.0f));
    thud_shape_def shape_def = thud_shape_defaults();
    thud_body_add_segment(world, wall, &shape_def, thud_vec2_make(0.0f, -500.0f),
                          thud_vec2_make(0.0f, 500.0f));
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.0f), 2.0f);
    thud_body_set_velocity(world, ball, thud_vec2_make(19000.0f, 0.0f), 0.0f);
    test_step(world, 10);
    assert_true(thud_body_position(world, ball).x < 500.0f);
    thud_world_destroy(world);
}

/*
 * A mover's mass was not scaled, and its force by the unit alone, but shapes of the default density weigh 2,500 times
 * as much in pixels: in 2 s a crate was pushed by 0 m instead of 6.65 m, and a see-saw leaned to the crate on it
 * instead of the hero.
 */
static void a_hero_in_pixels_pushes_and_weighs_as_in_metres(void **state) {
    (void)state;
    float pushed[3], turned[3];
    const float units[3] = {1.0f, 50.0f, 1000.0f};
    for (int run = 0; run < 3; run++) {
        float unit = units[run];
        thud_world_def world_def = thud_world_defaults_for_unit(unit);
        thud_world *world = test_world_of(&world_def);
        thud_body_id ground =
            test_add_wall(world, thud_vec2_make(0.0f, -unit), thud_vec2_make(50.0f * unit, unit));
        thud_body_id crate = test_add_box(world, thud_vec2_make(2.0f * unit, 0.5f * unit),
                                          thud_vec2_make(0.5f * unit, 0.5f * unit));
        thud_body_id plank = test_add_box(world, thud_vec2_make(-10.0f * unit, 3.0f * unit),
                                          thud_vec2_make(2.0f * unit, 0.1f * unit));
        test_add_box(world, thud_vec2_make(-11.5f * unit, 3.6f * unit),
                     thud_vec2_make(0.5f * unit, 0.5f * unit));
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        hinge.base = thud_joint_base_at(world, ground, plank, thud_vec2_make(-10.0f * unit, 3.0f * unit));
        hinge.limit = (thud_joint_limit){true, -0.3f, 0.3f};
        thud_joint_id scale = thud_revolute_joint_create(world, &hinge);
        thud_mover_def hero = thud_mover_defaults_for_unit(unit);
        thud_mover_state runs, stands;
        thud_mover_result result;
        assert_true(thud_mover_create(world, &hero, thud_vec2_make(0.0f, 0.8f * unit), &runs));
        assert_true(thud_mover_create(world, &hero, thud_vec2_make(-8.5f * unit, 4.0f * unit), &stands));
        for (int i = 0; i < 120; i++) {
            test_step(world, 1);
            thud_vec2 down = {0.0f, -5.0f * unit}, right = {4.0f * unit, -5.0f * unit};
            assert_true(thud_mover_move(world, &hero, &runs, right, TEST_DT, &result));
            assert_true(thud_mover_move(world, &hero, &stands, down, TEST_DT, &result));
        }
        pushed[run] = thud_body_position(world, crate).x / unit - 2.0f;
        turned[run] = thud_joint_angle(world, scale);
        thud_world_destroy(world);
    }
    assert_true(pushed[0] > 5.0f && turned[0] < -0.25f);
    for (int run = 1; run < 3; run++) {
        printf("pushed by %g m instead of %g m, turned by %g instead of %g\n", (double)pushed[run],
               (double)pushed[0], (double)turned[run], (double)turned[0]);
        assert_float_equal(pushed[run], pushed[0], 0.05f);
        assert_float_equal(turned[run], turned[0], 0.02f);
    }
}

static void a_pile_ten_kilometres_out_rests_like_one_at_home(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_vec2 home = {10000.0f, -10000.0f};
    test_add_wall(world, thud_vec2_make(home.x, home.y - 1.0f), thud_vec2_make(20.0f, 1.0f));
    thud_body_id bodies[10];
    for (int i = 0; i < 10; i++) {
        bodies[i] = test_add_box(
            world, thud_vec2_make(home.x + 0.3f * (float)(i % 2), home.y + 0.5f + 1.0f * (float)i),
            thud_vec2_make(0.5f, 0.5f));
    }
    test_step(world, 600);
    for (int i = 0; i < 10; i++) {
        thud_vec2 position = thud_body_position(world, bodies[i]);
        assert_float_equal(position.y - home.y, 0.5f + 1.0f * (float)i, 0.15f);
        assert_float_equal(position.x - home.x, 0.3f * (float)(i % 2), 0.15f);
    }
    thud_world_destroy(world);
}

static void a_ball_a_million_metres_out_falls_and_is_caught(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_vec2 far = {1e6f, 1e6f};
    test_add_wall(world, thud_vec2_make(far.x, far.y - 10.0f), thud_vec2_make(50.0f, 5.0f));
    thud_body_id ball = test_add_ball(world, far, 1.0f);
    test_step(world, 300);
    assert_float_equal(thud_body_position(world, ball).y - far.y, -4.0f,
                       0.3f); /* floats are 0.06 apart there */
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_scaled_by_a_power_of_two_moves_the_same),
        cmocka_unit_test(a_world_in_pixels_comes_to_the_same_rest),
        cmocka_unit_test(pixels_bounce_slide_and_stop_like_metres),
        cmocka_unit_test(fast_pixels_do_not_tunnel),
        cmocka_unit_test(a_hero_in_pixels_pushes_and_weighs_as_in_metres),
        cmocka_unit_test(a_pile_ten_kilometres_out_rests_like_one_at_home),
        cmocka_unit_test(a_ball_a_million_metres_out_falls_and_is_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
