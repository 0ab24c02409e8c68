/* The effects of surfaces on bodies: bounce heights, slopes, sliding, rolling, conveyors, moving platforms. */
#include "test.h"

#include "reference/test_world.h"

static const thud_vec2 origin = {0.0f, 0.0f};

/* ---- elasticity ---- */

static float rebound_of(float elasticity, float height, bool box) {
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    thud_body_id ground = test_add_ground(world);
    test_set_material(world, ground, 0.5f, 0.0f); /* the larger elasticity counts */
    thud_vec2 position = {0.0f, height + 0.5f};
    thud_body_id body = box ? test_add_box(world, position, thud_vec2_make(0.5f, 0.5f))
                            : test_add_ball(world, position, 0.5f);
    test_set_material(world, body, 0.5f, elasticity);
    float highest = 0.0f;
    bool rises = false;
    for (int i = 0; i < 400; i++) {
        test_step(world, 1);
        float speed = thud_body_velocity(world, body).y;
        rises = rises || speed > 0.0f;
        if (rises) {
            highest = thud_max(highest, thud_body_position(world, body).y - 0.5f);
            if (speed < 0.0f) {
                break;
            }
        }
    }
    thud_world_destroy(world);
    return highest;
}

static void a_body_rebounds_to_the_square_of_its_elasticity(void **state) {
    (void)state;
    const float elasticities[] = {0.3f, 0.5f, 0.7f, 0.8f, 0.9f, 1.0f};
    const float heights[] = {2.0f, 3.7f, 5.0f, 9.1f};
    float worst = 0.0f;
    for (int box = 0; box < 2; box++) {
        for (int e = 0; e < 6; e++) {
            for (int h = 0; h < 4; h++) {
                float wanted = elasticities[e] * elasticities[e] * heights[h];
                float got = rebound_of(elasticities[e], heights[h], box != 0);
                worst = thud_max(worst, thud_abs(got - wanted) / heights[h]);
                assert_float_equal(got, wanted, 0.02f * heights[h]);
            }
        }
    }
    printf("rebounds off by at most %.2f%% of the height\n", 100.0 * (double)worst);
}

static void a_body_without_elasticity_stays_down(void **state) {
    (void)state;
    assert_float_equal(rebound_of(0.0f, 5.0f, false), 0.0f, 0.02f);
    assert_float_equal(rebound_of(0.0f, 5.0f, true), 0.0f, 0.02f);
}

static void a_perfectly_elastic_ball_keeps_bouncing_to_its_height(void **state) {
    (void)state;
    thud_world_def def = thud_world_defaults();
    def.sleeping = false;
    thud_world *world = test_world_of(&def);
    test_add_ground(world);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 4.5f), 0.5f);
    test_set_material(world, ball, 0.0f, 1.0f);
    double start = test_potential_energy(world);
    for (int i = 0; i < 1800; i++) { /* 30 s, about 17 bounces */
        test_step(world, 1);
    }
    double energy = test_kinetic_energy(world) + test_potential_energy(world);
    printf("after 30 s %.1f%% of the energy\n", 100.0 * energy / start);
    assert_true(energy > 0.75 * start && energy < 1.01 * start);
    thud_world_destroy(world);
}

/* ---- friction ---- */

/* The distance that a box slides in 3 s on a slope. */
static float slide_on_slope(float friction, float angle) {
    thud_world *world = test_world_create();
    thud_body_def def = thud_body_defaults();
    def.angle = angle;
    thud_body_id slope = thud_body_create(world, &def);
    thud_shape_def shape = thud_shape_defaults();
    thud_body_add_box(world, slope, &shape, thud_vec2_make(200.0f, 1.0f));
    test_set_material(world, slope, friction, 0.0f);
    thud_rot turn = thud_rot_from_angle(angle);
    def.type = THUD_BODY_DYNAMIC;
    def.position = thud_rot_apply(turn, thud_vec2_make(0.0f, 1.5f));
    thud_body_id box = thud_body_create(world, &def);
    thud_body_add_box(world, box, &shape, thud_vec2_make(0.5f, 0.5f));
    test_set_material(world, box, friction, 0.0f);
    test_step(world, 180);
    float travel = thud_vec2_distance(thud_body_position(world, box), def.position);
    thud_world_destroy(world);
    return travel;
}

static void a_box_slides_above_the_friction_angle_and_rests_below(void **state) {
    (void)state;
    const float frictions[] = {0.2f, 0.4f, 0.6f, 0.8f};
    for (int i = 0; i < 4; i++) {
        float limit = thud_atan2(frictions[i], 1.0f);
        const float angles[] = {0.95f * limit, 1.05f * limit};
        assert_true(slide_on_slope(frictions[i], angles[0]) < 0.05f);
        float angle = angles[1];
        float travel = 0.5f * 10.0f * (thud_sin(angle) - frictions[i] * thud_cos(angle)) * 9.0f;
        assert_float_equal(slide_on_slope(frictions[i], angle), travel, 0.05f * travel + 0.02f);
        assert_true(slide_on_slope(frictions[i], -angles[0]) < 0.05f); /* in the other direction, too */
        assert_float_equal(slide_on_slope(frictions[i], -angle), travel, 0.05f * travel + 0.02f);
    }
}

static void without_friction_a_box_slides_as_gravity_says(void **state) {
    (void)state;
    float travel = 0.5f * 10.0f * thud_sin(0.3f) * 9.0f;
    assert_float_equal(slide_on_slope(0.0f, 0.3f), travel, 0.01f * travel);
}

static void a_sliding_box_stops_after_the_way_that_friction_gives(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    test_set_material(world, ground, 0.5f, 0.0f);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.25f), thud_vec2_make(1.0f, 0.25f));
    test_set_material(world, box, 0.5f, 0.0f);
    thud_body_set_velocity(world, box, thud_vec2_make(5.0f, 0.0f), 0.0f);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, box).x, 25.0f / (2.0f * 0.5f * 10.0f),
                       0.08f); /* v^2 / (2 mu g) */
    assert_float_equal(thud_body_velocity(world, box).x, 0.0f, 1e-3f);
    thud_world_destroy(world);
}

static void a_ball_that_slides_ends_up_rolling_at_two_thirds_of_its_speed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.5f), 0.5f);
    thud_body_set_velocity(world, ball, thud_vec2_make(6.0f, 0.0f), 0.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, ball).x, 4.0f, 0.05f); /* a disc: v0 / (1 + 1/2) */
    assert_float_equal(thud_body_angular_velocity(world, ball), -8.0f, 0.1f);
    thud_world_destroy(world);
}

static void rolling_resistance_stops_a_ball_that_would_roll_on(void **state) {
    (void)state;
    for (int resisted = 0; resisted < 2; resisted++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id ball = test_add_ball(world, thud_vec2_make(0.0f, 0.5f), 0.5f);
        thud_shape_id shape = test_shape_of(world, ball);
        thud_shape_def def = thud_shape_definition(world, shape);
        def.material.rolling_resistance = resisted ? 0.05f : 0.0f;
        thud_shape_configure(world, shape, &def);
        thud_body_set_velocity(world, ball, thud_vec2_make(3.0f, 0.0f), -6.0f);
        test_step(world, 300);
        float speed = thud_body_velocity(world, ball).x;
        assert_true(resisted ? speed < 0.01f : speed > 2.95f);
        thud_world_destroy(world);
    }
}

/* Adds a wheel that rolls to the right, on 30 tiles or one box of 30 m. Its circle is about its centre of mass, or `eccentric`. */
static thud_body_id add_wheel_on(thud_world *world, bool tiles, bool eccentric) {
    thud_body_def ground = thud_body_defaults();
    for (int i = 0; i < (tiles ? 30 : 1); i++) {
        ground.position = thud_vec2_make(tiles ? (float)i + 0.5f : 15.0f, -0.5f);
        thud_shape_def def = thud_shape_defaults();
        thud_body_add_box(world, thud_body_create(world, &ground), &def,
                          thud_vec2_make(tiles ? 0.5f : 15.0f, 0.5f));
    }
    thud_body_id wheel = test_add_ball(world, thud_vec2_make(1.3f, 0.4f), 0.4f);
    thud_shape_def def = thud_shape_defaults();
    def.density = eccentric ? 20.0f : 0.0f;
    thud_body_add_circle(world, wheel, &def, thud_vec2_make(0.2f, 0.0f), 0.1f);
    thud_body_set_velocity(world, wheel, thud_vec2_make(3.0f, 0.0f), -7.5f);
    return wheel;
}

static void a_wheel_rolls_on_tiles_as_on_one_box(void **state) {
    (void)state;
    for (int eccentric = 0; eccentric < 2; eccentric++) {
        thud_world *smooth = test_world_create(), *tiled = test_world_create();
        thud_body_id on_box = add_wheel_on(smooth, false, eccentric),
                     on_tiles = add_wheel_on(tiled, true, eccentric);
        for (int i = 0; i < 300; i++) {
            test_step(smooth, 1);
            test_step(tiled, 1);
            thud_vec2 apart =
                thud_vec2_sub(thud_body_position(tiled, on_tiles), thud_body_position(smooth, on_box));
            float turned = thud_body_angle(tiled, on_tiles) - thud_body_angle(smooth, on_box);
            assert_true(thud_abs(apart.x) < 0.005f && thud_abs(apart.y) < 0.0003f);
            assert_true(thud_abs(remainderf(turned, 6.2831853f)) < 0.01f);
        }
        assert_true(thud_body_position(tiled, on_tiles).x > 15.0f);
        thud_world_destroy(smooth);
        thud_world_destroy(tiled);
    }
}

static void a_conveyor_carries_to_the_right_on_its_top(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id belt = test_add_ground(world);
    thud_shape_id shape = test_shape_of(world, belt);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.material.surface_speed = 2.0f;
    thud_shape_configure(world, shape, &def);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id late = test_add_box(world, thud_vec2_make(-20.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 180);
    assert_float_equal(thud_body_velocity(world, box).x, 2.0f, 0.02f);
    assert_true(thud_body_position(world, box).x > 4.0f);
    def.material.surface_speed = -1.0f;
    thud_shape_configure(world, shape, &def);
    test_step(world, 180);
    assert_float_equal(thud_body_velocity(world, late).x, -1.0f, 0.02f);
    thud_world_destroy(world);
}

static void friction_of_two_surfaces_is_their_geometric_mean(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ground = test_add_ground(world);
    test_set_material(world, ground, 0.9f, 0.0f);
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.25f), thud_vec2_make(1.0f, 0.25f));
    test_set_material(world, box, 0.1f, 0.0f); /* 0.3 together */
    thud_body_set_velocity(world, box, thud_vec2_make(6.0f, 0.0f), 0.0f);
    test_step(world, 60);
    assert_float_equal(thud_body_velocity(world, box).x, 6.0f - 0.3f * 10.0f, 0.05f);
    thud_world_destroy(world);
}

/* ---- platforms ---- */

static thud_body_id add_platform(thud_world *world, thud_vec2 position, thud_vec2 half) {
    thud_body_id platform = test_add_body(world, THUD_BODY_KINEMATIC, position);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_box(world, platform, &def, half);
    return platform;
}

static void a_kinematic_platform_carries_sideways_and_up_and_down(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = add_platform(world, origin, thud_vec2_make(3.0f, 0.25f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, 0.75f), thud_vec2_make(0.5f, 0.5f));
    test_step(world, 30);
    float furthest = 0.0f;
    for (int i = 0; i < 600; i++) { /* a circle of 1 m in 6 s */
        float angle = 2.0f * THUD_PI * (float)(i + 1) / 360.0f;
        thud_vec2 target = {thud_sin(angle), 1.0f - thud_cos(angle)};
        assert_true(thud_body_set_target(world, platform, target, 0.0f, TEST_DT));
        test_step(world, 1);
        thud_vec2 relative =
            thud_vec2_sub(thud_body_position(world, rider), thud_body_position(world, platform));
        furthest = thud_max(furthest, thud_abs(relative.x));
        assert_float_equal(relative.y, 0.75f, 0.05f);
    }
    assert_true(furthest < 0.1f);
    thud_world_destroy(world);
}

static void a_kinematic_wall_pushes_what_is_in_its_way(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id wall = add_platform(world, thud_vec2_make(-3.0f, 1.0f), thud_vec2_make(0.25f, 0.9f));
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, wall, thud_vec2_make(2.0f, 0.0f), 0.0f);
    test_step(world, 240);
    float gap = thud_body_position(world, box).x - thud_body_position(world, wall).x;
    assert_float_equal(thud_body_position(world, wall).x, 5.0f, 1e-3f);
    assert_float_equal(gap, 0.75f, 0.03f);
    thud_world_destroy(world);
}

static void a_turning_platform_throws_its_rider_off(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id platform = add_platform(world, origin, thud_vec2_make(3.0f, 0.25f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(2.0f, 0.75f), thud_vec2_make(0.4f, 0.4f));
    thud_body_set_velocity(world, platform, origin, 0.5f);
    test_step(world, 180);
    assert_true(thud_body_position(world, rider).x < 0.0f || thud_body_position(world, rider).y < -1.0f);
    thud_world_destroy(world);
}

static void a_lift_that_stops_leaves_its_rider_on_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = add_platform(world, origin, thud_vec2_make(2.0f, 0.25f));
    thud_body_id rider = test_add_box(world, thud_vec2_make(0.0f, 0.75f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, 1.5f), 0.0f);
    test_step(world, 120);
    assert_float_equal(thud_body_position(world, lift).y, 3.0f, 1e-3f);
    assert_float_equal(thud_body_position(world, rider).y, 3.75f, 0.03f);
    thud_body_set_velocity(world, lift, origin, 0.0f);
    assert_true(test_step_until_asleep(world, rider, 300));
    assert_float_equal(thud_body_position(world, rider).y, 3.75f, 0.02f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_rebounds_to_the_square_of_its_elasticity),
        cmocka_unit_test(a_body_without_elasticity_stays_down),
        cmocka_unit_test(a_perfectly_elastic_ball_keeps_bouncing_to_its_height),
        cmocka_unit_test(a_box_slides_above_the_friction_angle_and_rests_below),
        cmocka_unit_test(without_friction_a_box_slides_as_gravity_says),
        cmocka_unit_test(a_sliding_box_stops_after_the_way_that_friction_gives),
        cmocka_unit_test(a_ball_that_slides_ends_up_rolling_at_two_thirds_of_its_speed),
        cmocka_unit_test(rolling_resistance_stops_a_ball_that_would_roll_on),
        cmocka_unit_test(a_wheel_rolls_on_tiles_as_on_one_box),
        cmocka_unit_test(a_conveyor_carries_to_the_right_on_its_top),
        cmocka_unit_test(friction_of_two_surfaces_is_their_geometric_mean),
        cmocka_unit_test(a_kinematic_platform_carries_sideways_and_up_and_down),
        cmocka_unit_test(a_kinematic_wall_pushes_what_is_in_its_way),
        cmocka_unit_test(a_turning_platform_throws_its_rider_off),
        cmocka_unit_test(a_lift_that_stops_leaves_its_rider_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
