/*
 * Excessive loads: stretched springs, absurd motors, explosions, teleported parts. Bodies stay finite, enabled
 * and within the speed limit of the solver.
 */
#include "test.h"

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/forces.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* Eighths of a turn at the substeps of TEST_DT [rad/s]. */
static float largest_turn_speed(const thud_world_def *def) {
    return 0.25f * THUD_PI * (float)def->solver.substeps / TEST_DT;
}

/* Steps and checks the speed limits after each step. */
static void step_and_check(thud_world *world, const thud_body_id *bodies, int count, int steps) {
    thud_world_def def = thud_world_definition(world);
    for (int i = 0; i < steps; i++) {
        thud_step_result result = thud_world_step(world, TEST_DT);
        assert_int_equal(result.status, THUD_OK);
        assert_int_equal(result.disabled_bodies, 0);
        for (int k = 0; k < count; k++) {
            assert_false(thud_body_definition(world, bodies[k]).disabled);
            assert_true(thud_vec2_is_finite(thud_body_position(world, bodies[k])));
            /* The last pass of a substep comes after the cap: it may add a little. */
            assert_true(thud_vec2_length(thud_body_velocity(world, bodies[k])) < 3.0f * def.solver.max_speed);
            assert_true(thud_abs(thud_body_angular_velocity(world, bodies[k])) <
                        3.0f * largest_turn_speed(&def));
        }
    }
}

/* The largest gap of a hinge [m]. */
static float largest_gap(thud_world *world) {
    float worst = 0.0f;
    thud_joint_id joint = {0, 0};
    for (joint = thud_world_next_joint(world, joint); joint.generation != 0;
         joint = thud_world_next_joint(world, joint)) {
        worst = thud_max(worst, thud_joint_translation(world, joint));
    }
    return worst;
}

static void a_spring_over_a_kilometre_does_not_break_the_world(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id box = test_add_box(world, thud_vec2_make(1000.0f, 0.0f), thud_vec2_make(0.5f, 0.1f));
    thud_distance_joint_def spring = thud_distance_joint_defaults();
    spring.base.body_a = wall;
    spring.base.body_b = box;
    spring.base.anchor_b = thud_vec2_make(0.5f, 0.1f);
    spring.spring = (thud_joint_spring){true, 10000.0f, 0.0f, 1.0f};
    assert_true(thud_distance_joint_create(world, &spring).generation != 0);
    step_and_check(world, &box, 1, 600);
    assert_true(thud_vec2_length(thud_body_position(world, box)) < 1000.0f);
    thud_world_destroy(world);
}

static void a_motor_of_absurd_speed_and_torque_turns_by_an_eighth_of_a_turn_a_substep(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id rotor = test_add_box(world, origin, thud_vec2_make(1.0f, 0.1f));
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(world, wall, rotor, origin);
    hinge.motor = (thud_joint_motor){true, 1.0e30f, 3.0e38f};
    assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
    step_and_check(world, &rotor, 1, 300);
    thud_world_def def = thud_world_definition(world);
    assert_float_equal(thud_body_angular_velocity(world, rotor), largest_turn_speed(&def),
                       0.01f * largest_turn_speed(&def));
    thud_world_destroy(world);
}

static void an_absurd_motor_out_of_balance_breaks_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id rotor = test_add_box(world, thud_vec2_make(1.0f, 0.0f), thud_vec2_make(1.0f, 0.1f));
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(world, wall, rotor, origin);
    hinge.motor = (thud_joint_motor){true, 1.0e30f, 3.0e38f};
    assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
    step_and_check(world, &rotor, 1, 300);
    assert_true(largest_gap(world) < 5.0f);
    thud_world_destroy(world);
}

static void a_slider_driven_absurdly_keeps_the_largest_speed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, origin);
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = thud_joint_base_at(world, wall, box, origin);
    slider.motor = (thud_joint_motor){true, -1.0e38f, 3.0e38f};
    assert_true(thud_prismatic_joint_create(world, &slider).generation != 0);
    step_and_check(world, &box, 1, 60);
    assert_float_equal(thud_body_velocity(world, box).x, -thud_world_definition(world).solver.max_speed,
                       1.0f);
    thud_world_destroy(world);
}

enum { links = 20 };

static void hang_chain(thud_world *world, thud_body_id chain[links]) {
    thud_body_id above = test_add_body(world, THUD_BODY_STATIC, origin);
    for (int i = 0; i < links; i++) {
        chain[i] = test_add_box(world, thud_vec2_make(0.0f, -0.5f - (float)i), thud_vec2_make(0.05f, 0.5f));
        thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
        hinge.base = thud_joint_base_at(world, above, chain[i], thud_vec2_make(0.0f, -(float)i));
        assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
        above = chain[i];
    }
}

static void a_chain_holds_together_after_an_absurd_explosion(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id chain[links];
    hang_chain(world, chain);
    thud_explosion explosion = thud_explosion_defaults();
    explosion.center = thud_vec2_make(1.0f, -10.0f);
    explosion.radius = 20.0f;
    explosion.impulse_per_length = 1.0e12f;
    assert_true(thud_world_explode(world, &explosion));
    step_and_check(world, chain, links, 1200);
    assert_true(largest_gap(world) < 0.2f);
    thud_world_destroy(world);
}

static void a_link_that_was_taken_a_kilometre_away_comes_back(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id chain[links];
    hang_chain(world, chain);
    test_step(world, 10);
    assert_true(thud_body_teleport(world, chain[links / 2], thud_vec2_make(1000.0f, 300.0f), 2.0f));
    step_and_check(world, chain, links, 1800);
    assert_true(largest_gap(world) < 0.2f);
    thud_world_destroy(world);
}

/* The largest speed of two crates that hinges link to an arm, which drags them against a wall for two seconds and back [m/s]. */
static float drag_against_a_wall(float angle, float rate) {
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world),
                 arm = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.6f, 1.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_shape_id wall =
        thud_body_add_box(world, test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(-2.5f, 5.0f)), &def,
                          thud_vec2_make(0.5f, 5.0f));
    assert_true(thud_shape_is_valid(world, wall));
    thud_body_id crates[] = {test_add_box(world, thud_vec2_make(-1.4f, 0.45f), thud_vec2_make(0.3f, 0.35f)),
                             test_add_box(world, thud_vec2_make(-0.75f, 0.2f), thud_vec2_make(0.22f, 0.1f))};
    assert_true(thud_body_teleport(world, crates[0], thud_vec2_make(-1.4f, 0.45f), angle));
    assert_true(thud_body_teleport(world, crates[1], thud_vec2_make(-0.75f, 0.2f), 0.5f * angle - 0.7f));
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(world, crates[0], crates[1], thud_vec2_make(-1.1f, 0.33f));
    assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
    hinge.base = thud_joint_base_at(world, arm, crates[1], thud_vec2_make(-0.1f, 0.6f));
    assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
    test_set_material(world, ground, 0.6f, 0.0f);
    float fastest = 0.0f;
    for (int step = 0; step < 3 * (int)rate; step++) {
        thud_body_set_velocity(world, arm, thud_vec2_make(step < 2 * (int)rate ? -1.0f : 2.0f, 0.0f), 0.0f);
        assert_int_equal(thud_world_step(world, 1.0f / rate).status, THUD_OK);
        for (int i = 0; i < 2; i++) {
            fastest = thud_max(fastest, thud_vec2_length(thud_body_velocity(world, crates[i])));
        }
    }
    thud_world_destroy(world);
    return fastest;
}

/* Teleports have no velocity, so that the hinge alone moves the chain. */
static void a_chain_follows_an_anchor_that_is_teleported_in_each_step(void **state) {
    (void)state;
    const float speeds[] = {8.0f, 12.0f, 30.0f}, most[] = {0.1f, 0.2f, 2.0f};
    for (int i = 0; i < 3; i++) {
        thud_world *world = test_world_create();
        thud_body_id anchor = test_add_body(world, THUD_BODY_KINEMATIC, origin), last = anchor, first = anchor;
        for (int k = 0; k < 5; k++) {
            thud_body_id link = test_add_box(world, thud_vec2_make(0.0f, -0.25f - 0.5f * (float)k),
                                             thud_vec2_make(0.05f, 0.25f));
            thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
            hinge.base = thud_joint_base_at(world, last, link, thud_vec2_make(0.0f, -0.5f * (float)k));
            assert_true(thud_revolute_joint_create(world, &hinge).generation != 0);
            first = k == 0 ? link : first;
            last = link;
        }
        float widest = 0.0f;
        for (int step = 0; step < 120; step++) {
            thud_vec2 at = {speeds[i] * TEST_DT * (float)step, 0.0f};
            assert_true(thud_body_teleport(world, anchor, at, 0.0f));
            test_step(world, 1);
            thud_vec2 end = thud_body_world_point(world, first, thud_vec2_make(0.0f, 0.25f));
            widest = thud_max(widest, thud_vec2_distance(end, at));
        }
        print_message("%g m/s: widest gap %.3f m\n", (double)speeds[i], (double)widest);
        assert_true(widest < most[i]);
        thud_world_destroy(world);
    }
}

/* The hinges contradict the wall and tear. Their impulses grew from step to step until they overflowed, and the crates were
 * lost; corrected at up to 400 m/s the hinges still threw them at 194 m/s. */
static void hinges_that_drag_crates_against_a_wall_do_not_throw_them(void **state) {
    (void)state;
    const float rates[] = {30.0f, 60.0f, 144.0f};
    float fastest = 0.0f;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 12; k++) {
            fastest = thud_max(fastest, drag_against_a_wall(0.1f * (float)k, rates[i]));
        }
    }
    print_message("fastest %.1f m/s\n", (double)fastest);
    assert_true(fastest < 60.0f);
}

/* It turned the crate at 56 rad/s. */
static void a_weld_turns_a_crate_back_slowly(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_world_set_gravity(world, origin);
    thud_body_id crates[2];
    for (int i = 0; i < 2; i++) {
        crates[i] = test_add_box(world, thud_vec2_make((float)i, 0.0f), thud_vec2_make(0.4f, 0.3f));
    }
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    weld.base = thud_joint_base_at(world, crates[0], crates[1], thud_vec2_make(0.5f, 0.0f));
    assert_true(thud_weld_joint_create(world, &weld).generation != 0);
    assert_true(thud_body_teleport(world, crates[1], thud_vec2_make(0.5f, 0.5f), 2.5f));
    float fastest = 0.0f;
    for (int step = 0; step < 120; step++) {
        thud_vec2 before = thud_body_world_vector(world, crates[1], thud_vec2_make(1.0f, 0.0f));
        test_step(world, 1);
        thud_vec2 after = thud_body_world_vector(world, crates[1], thud_vec2_make(1.0f, 0.0f));
        fastest = thud_max(fastest, thud_vec2_distance(before, after) / TEST_DT);
    }
    print_message("fastest %.1f rad/s\n", (double)fastest);
    assert_true(fastest < 20.0f);
    assert_true(largest_gap(world) < 0.01f);
    thud_world_destroy(world);
}

static void huge_forces_do_no_more_than_the_largest_speed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, origin, thud_vec2_make(0.5f, 0.5f));
    for (int i = 0; i < 10; i++) {
        thud_body_apply_force_to_center(world, box, thud_vec2_make(1.0e30f, -1.0e30f));
        thud_body_apply_torque(world, box, -1.0e30f);
        step_and_check(world, &box, 1, 1);
    }
    assert_true(thud_vec2_length(thud_body_velocity(world, box)) <= 400.1f);
    thud_world_destroy(world);
}

static void a_body_pushed_beyond_floats_is_lost_alone(void **state) {
    (void)state;
    /* Its infinite velocity once reached the bodies in contact with it and joined to it: all three were disabled. */
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id boxes[3];
    for (int i = 0; i < 3; i++) {
        boxes[i] = test_add_box(world, thud_vec2_make(0.0f, 0.5f + (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = thud_joint_base_at(world, boxes[1], boxes[2], thud_vec2_make(0.0f, 2.0f));
    thud_joint_id joint = thud_revolute_joint_create(world, &hinge);
    test_step(world, 10);
    thud_pose before = thud_body_pose(world, boxes[1]);
    thud_body_apply_force_to_center(world, boxes[1], thud_vec2_make(3.0e38f, 3.0e38f));
    thud_body_apply_force_to_center(world, boxes[1], thud_vec2_make(3.0e38f, 3.0e38f));
    thud_step_result result = thud_world_step(world, TEST_DT);
    assert_int_equal(result.status, THUD_NOT_FINITE);
    assert_int_equal(result.disabled_bodies, 1);
    assert_true(test_same_body(result.first_disabled, boxes[1]));
    thud_pose after = thud_body_pose(world, boxes[1]);
    assert_memory_equal(&after, &before, sizeof before);
    assert_true(thud_vec2_length(thud_body_velocity(world, boxes[1])) == 0.0f);
    assert_true(thud_is_finite(thud_joint_angle(world, joint)));
    step_and_check(world, &boxes[0], 1, 30);
    step_and_check(world, &boxes[2], 1, 30);

    thud_body_def def = thud_body_definition(world, boxes[1]);
    def.disabled = false;
    assert_true(thud_body_configure(world, boxes[1], &def));
    step_and_check(world, boxes, 3, 30);
    thud_world_destroy(world);
}

static void a_body_that_leaves_the_world_is_disabled_where_it_was(void **state) {
    (void)state;
    const thud_body_type types[] = {THUD_BODY_KINEMATIC, THUD_BODY_DYNAMIC};
    for (int i = 0; i < 2; i++) {
        thud_world_def world_def = thud_world_defaults();
        world_def.solver.max_speed = THUD_MAX_SPEED;
        thud_world *world = test_world_of(&world_def);
        thud_body_def def = thud_body_defaults();
        def.type = types[i];
        def.position = thud_vec2_make(0.0f, 0.9e12f);
        def.velocity = thud_vec2_make(0.0f, 1.0e13f);
        thud_body_id body = thud_body_create(world, &def);
        thud_step_result result = thud_world_step(world, TEST_DT);
        assert_int_equal(result.status, THUD_NOT_FINITE);
        assert_int_equal(result.disabled_bodies, 1);
        assert_true(thud_body_position(world, body).y == 0.9e12f);
        assert_true(thud_body_velocity(world, body).y == 0.0f);
        assert_true(thud_body_definition(world, body).disabled);
        assert_int_equal(thud_world_step(world, TEST_DT).status, THUD_OK);
        thud_world_destroy(world);
    }
}

/* Fills a world with bodies of the largest and smallest numbers that are accepted. */
static void fill_with_extremes(thud_world *world, test_random *random, thud_body_id bodies[20]) {
    static const float sizes[] = {1e-8f, 1e-3f, 1.0f, 1e3f, 1e8f};
    static const float places[] = {0.0f, 1.0f, 1e6f, 1e12f};
    static const float speeds[] = {0.0f, 10.0f, 1e10f, 1e15f};
    for (int i = 0; i < 20; i++) {
        thud_body_def def = thud_body_defaults();
        def.type = (thud_body_type)test_random_int(random, 0, 2);
        def.bullet = test_random_int(random, 0, 1) == 1;
        def.position.x = places[test_random_int(random, 0, 3)];
        def.position.y = -places[test_random_int(random, 0, 3)];
        def.velocity =
            thud_vec2_make(speeds[test_random_int(random, 0, 3)], -speeds[test_random_int(random, 0, 3)]);
        def.angular_velocity = speeds[test_random_int(random, 0, 3)];
        bodies[i] = thud_body_create(world, &def);
        assert_int_not_equal(bodies[i].generation, 0);
        thud_shape_def shape_def = thud_shape_defaults();
        shape_def.material.friction = THUD_MAX_COEFFICIENT;
        float size = sizes[test_random_int(random, 0, 4)];
        shape_def.density = test_random_int(random, 0, 1) == 1 ? 1.0f : 1e3f / (size * size);
        thud_body_add_box(world, bodies[i], &shape_def, thud_vec2_make(size, size)); /* some are too light */
    }
}

static void whatever_is_made_of_accepted_extremes_all_stays_finite(void **state) {
    (void)state;
    test_random random = test_random_seed(18);
    for (int round = 0; round < 200; round++) {
        thud_world_def def = thud_world_defaults();
        def.gravity.x = round % 3 == 0 ? THUD_MAX_GRAVITY : 0.0f;
        def.solver.max_speed = round % 2 == 0 ? THUD_MAX_SPEED : 400.0f;
        thud_world *world = test_world_of(&def);
        thud_body_id bodies[20];
        fill_with_extremes(world, &random, bodies);
        for (int k = 0; k < 5; k++) {
            thud_step_result result = thud_world_step(world, k == 4 ? THUD_MAX_STEP : TEST_DT);
            assert_int_equal(result.status, result.disabled_bodies > 0 ? THUD_NOT_FINITE : THUD_OK);
            for (int i = 0; i < 20; i++) {
                assert_true(thud_pose_is_valid(thud_body_pose(world, bodies[i])));
                assert_true(thud_vec2_is_finite(thud_body_velocity(world, bodies[i])));
                assert_true(thud_is_finite(thud_body_angular_velocity(world, bodies[i])));
            }
        }
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_over_a_kilometre_does_not_break_the_world),
        cmocka_unit_test(a_motor_of_absurd_speed_and_torque_turns_by_an_eighth_of_a_turn_a_substep),
        cmocka_unit_test(an_absurd_motor_out_of_balance_breaks_nothing),
        cmocka_unit_test(a_slider_driven_absurdly_keeps_the_largest_speed),
        cmocka_unit_test(a_chain_holds_together_after_an_absurd_explosion),
        cmocka_unit_test(a_link_that_was_taken_a_kilometre_away_comes_back),
        cmocka_unit_test(a_chain_follows_an_anchor_that_is_teleported_in_each_step),
        cmocka_unit_test(hinges_that_drag_crates_against_a_wall_do_not_throw_them),
        cmocka_unit_test(a_weld_turns_a_crate_back_slowly),
        cmocka_unit_test(huge_forces_do_no_more_than_the_largest_speed),
        cmocka_unit_test(a_body_pushed_beyond_floats_is_lost_alone),
        cmocka_unit_test(a_body_that_leaves_the_world_is_disabled_where_it_was),
        cmocka_unit_test(whatever_is_made_of_accepted_extremes_all_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
