/*
 * The limits of distance from the origin and of size in the README's table are measured here. The
 * figures are printed; the promised limits are asserted.
 */
#include "test.h"

#include <math.h>

#include "reference/test_world.h"

/* A place far out along both axes. */
static thud_vec2 at(float distance, float x, float y) {
    return thud_vec2_make(distance + x, distance + y);
}

/* ---- distance ---- */

/* The largest change of a pendulum's energy in a minute, as a share of its swing: a ball on a rod
 * of 2 m that starts level with its pivot. */
static double pendulum_error(float distance) {
    thud_world *world = test_world_create();
    thud_body_id pivot = test_add_body(world, THUD_BODY_STATIC, at(distance, 0.0f, 0.0f));
    thud_body_id bob = test_add_ball(world, at(distance, 2.0f, 0.0f), 0.25f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = (thud_joint_base){.body_a = pivot, .body_b = bob, .anchor_b = {-2.0f, 0.0f}};
    assert_int_not_equal(thud_revolute_joint_create(world, &hinge).generation, 0);
    thud_mass mass = thud_body_mass(world, bob);
    double range = 2.0 * 10.0 * (double)mass.mass, worst = 0.0;
    for (int i = 0; i < 3600; i++) {
        test_step(world, 1);
        thud_vec2 v = thud_body_velocity(world, bob);
        double spin = (double)thud_body_angular_velocity(world, bob);
        double height = (double)thud_body_position(world, bob).y - (double)distance;
        double energy = 0.5 * (double)mass.mass * (double)thud_vec2_length_squared(v) +
                        0.5 * (double)mass.inertia * spin * spin + 10.0 * (double)mass.mass * height;
        worst = fmax(worst, fabs(energy) / range);
    }
    thud_world_destroy(world);
    return worst;
}

/* Seconds until a stack of ten crates of 1 m sleeps; 30: it does not. `stray` gets the largest horizontal motion. */
static double stack_sleeps(float distance, double *stray) {
    enum { CRATES = 10 };
    thud_world *world = test_world_create();
    test_add_wall(world, at(distance, 0.0f, -1.0f), thud_vec2_make(8.0f, 1.0f));
    thud_body_id crates[CRATES];
    for (int i = 0; i < CRATES; i++) {
        crates[i] = test_add_box(world, at(distance, 0.0f, 0.5f + (float)i), thud_vec2_make(0.5f, 0.5f));
    }
    int steps = 0;
    while (steps < 1800 && thud_body_is_awake(world, crates[0])) {
        test_step(world, 1);
        steps++;
    }
    *stray = 0.0;
    for (int i = 0; i < CRATES; i++) {
        *stray = fmax(*stray, fabs((double)thud_body_position(world, crates[i]).x - (double)distance));
    }
    thud_world_destroy(world);
    return steps / 60.0;
}

static thud_body_id add_room(thud_world *world, thud_vec2 middle) {
    thud_body_id room = test_add_body(world, THUD_BODY_STATIC, middle);
    thud_shape_def def = thud_shape_defaults();
    for (int side = -1; side <= 1; side += 2) {
        float s = 2.05f * (float)side;
        thud_body_add_segment(world, room, &def, thud_vec2_make(s, -2.05f), thud_vec2_make(s, 2.05f));
        thud_body_add_segment(world, room, &def, thud_vec2_make(-2.05f, s), thud_vec2_make(2.05f, s));
    }
    return room;
}

/* Of 120 crates in a room of four segments, each dragged for 5 s by a very strong target joint that circles outside of
 * it, those that are outside at the end. */
static int crates_outside(float distance) {
    int outside = 0;
    for (int i = 0; i < 120; i++) {
        thud_world *world = test_world_create();
        add_room(world, at(distance, 0.0f, 0.0f));
        float size = 0.05f + 0.005f * (float)(i % 40);
        thud_body_id crate = test_add_box(world, at(distance, 0.0f, 0.0f), thud_vec2_make(size, size));
        thud_target_joint_def drag = thud_target_joint_defaults();
        drag.body = crate;
        drag.local_anchor = thud_vec2_make(0.5f * size, -0.5f * size);
        drag.target = at(distance, 0.0f, 0.0f);
        drag.hertz = 15.0f;
        drag.max_force = 1.0e6f;
        thud_joint_id joint = thud_target_joint_create(world, &drag);
        for (int step = 0; step < 300; step++) {
            float angle = (0.02f + 0.002f * (float)(i / 4)) * (float)step + (float)i;
            thud_target_joint_set_target(world, joint, at(distance, 5.0f * cosf(angle), 5.0f * sinf(angle)));
            test_step(world, 1);
        }
        thud_vec2 place = thud_vec2_sub(thud_body_position(world, crate), at(distance, 0.0f, 0.0f));
        outside += thud_max(thud_abs(place.x), thud_abs(place.y)) > 2.05f;
        thud_world_destroy(world);
    }
    return outside;
}

/* Of 100 boxes of 0.2 m that are shot at a wall of 0.1 m at 300 m/s, those that are on the other
 * side after half a second. */
static int shots_across(float distance) {
    int across = 0;
    for (int i = 0; i < 100; i++) {
        thud_world *world = test_world_without_gravity();
        test_add_wall(world, at(distance, 0.0f, 0.0f), thud_vec2_make(0.05f, 50.0f));
        thud_body_id shot =
            test_add_box(world, at(distance, -3.0f - 0.031f * (float)i, 0.0f), thud_vec2_make(0.1f, 0.1f));
        thud_body_set_velocity(world, shot, thud_vec2_make(300.0f, 0.0f), (float)(i % 11) - 5.0f);
        test_step(world, 30);
        across += thud_body_position(world, shot).x > distance;
        thud_world_destroy(world);
    }
    return across;
}

/* The error of 1 m/s kept for a second. */
static double speed_error(float distance) {
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, at(distance, 0.0f, 0.0f), 0.25f);
    thud_body_set_velocity(world, ball, thud_vec2_make(1.0f, 0.0f), 0.0f);
    test_step(world, 60);
    double travel = (double)thud_body_position(world, ball).x - (double)distance;
    thud_world_destroy(world);
    return fabs(travel - 1.0);
}

static void up_to_ten_kilometres_from_the_origin_worlds_are_as_at_home(void **state) {
    (void)state;
    const float distances[] = {0.0f, 1.0e3f, 1.0e4f, 3.0e4f, 1.0e5f, 1.0e6f};
    for (int i = 0; i < 6; i++) {
        double distance = (double)distances[i], stray;
        double energy = pendulum_error(distances[i]);
        double speed = speed_error(distances[i]);
        double sleep = stack_sleeps(distances[i], &stray);
        int crates = crates_outside(distances[i]), shots = shots_across(distances[i]);
        printf("%7.0f m: energy of a pendulum +-%.1f %%, 1 m/s +-%.2f %%, a stack sleeps after %.1f s, %.4f "
               "m askew; "
               "%d of 120 crates and %d of 100 shots outside\n",
               distance, 100.0 * energy, 100.0 * speed, sleep, stray, crates, shots);
        if (distance <= 1.0e4) {
            assert_true(energy < 0.05 && speed < 0.01 && sleep < 3.0 && stray < 0.05);
            assert_int_equal(crates, 0);
        }
        assert_int_equal(shots, 0);
    }
}

/* ---- size ---- */

/* Seconds until a stack of five crates of a size sleeps; 30: it does not. `depth` gets their overlap as a part
 * of the size. */
static double small_stack_sleeps(float size, float unit, double *depth) {
    enum { CRATES = 5 };
    thud_world_def def = thud_world_defaults_for_unit(unit);
    thud_world *world = test_world_of(&def);
    test_add_wall(world, thud_vec2_make(0.0f, -size), thud_vec2_make(10.0f * size, size));
    thud_body_id crates[CRATES];
    for (int i = 0; i < CRATES; i++) {
        crates[i] = test_add_box(world, thud_vec2_make(0.0f, (0.5f + (float)i) * size),
                                 thud_vec2_make(0.5f * size, 0.5f * size));
    }
    int steps = 0;
    while (steps < 1800 && thud_body_is_awake(world, crates[0])) {
        test_step(world, 1);
        steps++;
    }
    double top = (double)thud_body_position(world, crates[CRATES - 1]).y / (double)size;
    *depth = ((double)CRATES - 0.5) - top;
    thud_world_destroy(world);
    return steps / 60.0;
}

/* Of 100 boxes of a size that are shot at a segment at a speed, those that are on the other side
 * after a quarter of a second. */
static int small_shots_across(float size, float speed) {
    int across = 0;
    for (int i = 0; i < 100; i++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id wall = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        thud_shape_def shape = thud_shape_defaults();
        thud_body_add_segment(world, wall, &shape, thud_vec2_make(0.0f, -50.0f * size - 5.0f),
                              thud_vec2_make(0.0f, 50.0f * size + 5.0f));
        thud_body_id shot =
            test_add_box(world, thud_vec2_make(-1.0f - 2.0f * size - 0.0031f * (float)i, 0.0f),
                         thud_vec2_make(0.5f * size, 0.5f * size));
        thud_body_set_velocity(world, shot, thud_vec2_make(speed, 0.0f), (float)(i % 11) - 5.0f);
        test_step(world, 15);
        across += thud_body_position(world, shot).x > 0.0f;
        thud_world_destroy(world);
    }
    return across;
}

/* With a unit of their size crates of all sizes behave alike; in metres those smaller than some
 * slops (5 mm) sink in. */
static void crates_of_a_decimetre_to_ten_kilometres_stack_and_smaller_ones_by_their_unit(void **state) {
    (void)state;
    const float sizes[] = {0.001f, 0.01f, 0.03f, 0.1f, 1.0f, 10.0f, 100.0f, 1000.0f, 10000.0f};
    for (int i = 0; i < 9; i++) {
        double depth, depth_in_unit;
        double sleep = small_stack_sleeps(sizes[i], 1.0f, &depth);
        double sleep_in_unit = small_stack_sleeps(sizes[i], sizes[i], &depth_in_unit);
        int shots = small_shots_across(sizes[i], 300.0f);
        printf("%5g m: a stack of five sleeps after %.1f s and is %.3f of a crate lower; with their size as "
               "unit %.1f s and %.3f; "
               "%d of 100 shots across\n",
               (double)sizes[i], sleep, depth, sleep_in_unit, depth_in_unit, shots);
        if ((double)sizes[i] > 0.09) {
            assert_true(sleep < 3.0 && depth < 0.1);
        }
        assert_true(sleep_in_unit < 3.0 && depth_in_unit < 0.02);
        assert_int_equal(shots, 0);
    }
}

/* Depth of a crate of 1 m in a crate below that is lighter by a ratio, after 5 s [m]. */
static double depth_by_ratio(float ratio) {
    thud_world *world = test_world_create();
    test_add_ground(world);
    test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    thud_body_id heavy = test_add_box(world, thud_vec2_make(0.0f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    thud_shape_id shape = test_shape_of(world, heavy);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.density = ratio;
    assert_true(thud_shape_configure(world, shape, &def));
    test_step(world, 300);
    double depth = 1.5 - (double)thud_body_position(world, heavy).y;
    thud_world_destroy(world);
    return depth;
}

static void a_crate_bears_a_hundred_times_its_mass(void **state) {
    (void)state;
    for (float ratio = 1.0f; ratio < 2.0e4f; ratio *= 10.0f) {
        double depth = depth_by_ratio(ratio);
        printf("%5.0f times as heavy: %.4f m lower\n", (double)ratio, depth);
        assert_true(ratio > 150.0f || depth < 0.05);
    }
}

/* ---- counts ---- */

static void all_64_categories_are_alike(void **state) {
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        thud_filter one = {UINT64_C(1) << bit, UINT64_C(1) << (63 - bit), 0};
        thud_filter other = {UINT64_C(1) << (63 - bit), UINT64_C(1) << bit, 0};
        assert_true(thud_filter_accepts(one, other));
        other.mask = ~other.mask;
        assert_false(thud_filter_accepts(one, other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_to_ten_kilometres_from_the_origin_worlds_are_as_at_home),
        cmocka_unit_test(crates_of_a_decimetre_to_ten_kilometres_stack_and_smaller_ones_by_their_unit),
        cmocka_unit_test(a_crate_bears_a_hundred_times_its_mass),
        cmocka_unit_test(all_64_categories_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
