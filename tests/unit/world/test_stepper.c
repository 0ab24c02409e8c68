/* The stepper: fixed steps from frames of any length, and poses between two steps. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "reference/random.h"
#include "reference/test_world.h"

static void frames_of_one_step_make_one_step_each(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_stepper stepper = thud_stepper_defaults();
    for (int i = 0; i < 100; i++) {
        assert_int_equal(thud_stepper_advance(&stepper, world, 1.0f / 60.0f), 1);
        assert_float_equal(stepper.alpha, 0.0f, 1e-3f);
    }
    thud_world_destroy(world);
}

static void frames_of_any_length_add_up_to_the_time_they_took(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_stepper stepper = thud_stepper_defaults();
    float total = 0.0f;
    int steps = 0;
    test_random random = {7};
    for (int i = 0; i < 1000; i++) {
        float frame = test_random_float(&random, 0.001f, 0.041f);
        total += frame;
        steps += thud_stepper_advance(&stepper, world, frame);
        assert_true(stepper.alpha >= 0.0f && stepper.alpha <= 1.0f);
        assert_true(stepper.accumulator >= 0.0f && stepper.accumulator < stepper.dt);
    }
    assert_float_equal((float)steps * stepper.dt + stepper.accumulator, total, 0.01f);
    thud_world_destroy(world);
}

static void a_long_frame_makes_no_more_than_the_most_steps_and_the_rest_is_dropped(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_stepper stepper = thud_stepper_defaults();
    assert_int_equal(thud_stepper_advance(&stepper, world, 10.0f), 8);
    assert_int_equal(thud_stepper_advance(&stepper, world, 0.0f), 0);
    assert_int_equal(thud_stepper_advance(&stepper, world, 1.0f / 60.0f), 1);
    stepper.max_steps = 0; /* paused */
    assert_int_equal(thud_stepper_advance(&stepper, world, 1.0f), 0);
    assert_int_equal(thud_stepper_advance(&stepper, world, FLT_MAX), 0);
    stepper.max_steps = 2;
    stepper.accumulator = FLT_MAX;
    assert_int_equal(thud_stepper_advance(&stepper, world, FLT_MAX), 2);
    thud_world_destroy(world);
}

static void time_that_is_no_time_counts_as_none(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_stepper stepper = thud_stepper_defaults();
    const float strange[] = {-1.0f, NAN, INFINITY, -INFINITY, 0.0f};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(thud_stepper_advance(&stepper, world, strange[i]), 0);
        assert_float_equal(stepper.accumulator, 0.0f, 0.0f);
    }
    thud_world_destroy(world);
}

static void a_body_is_drawn_between_its_previous_and_its_current_pose(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(60.0f, 0.0f), 3.0f);
    thud_stepper stepper = thud_stepper_defaults();
    assert_int_equal(thud_stepper_advance(&stepper, world, 2.25f / 60.0f), 2);
    assert_float_equal(stepper.alpha, 0.25f, 1e-4f);
    thud_pose drawn = thud_stepper_pose(&stepper, world, box);
    assert_float_equal(drawn.position.x, 1.25f, 1e-3f);
    assert_float_equal(thud_rot_angle(drawn.rotation), 1.25f * 0.05f, 1e-4f);
    stepper.alpha = NAN; /* the current pose; it was NaN */
    drawn = thud_stepper_pose(&stepper, world, box);
    assert_float_equal(drawn.position.x, 2.0f, 1e-3f);
    thud_world_destroy(world);
}

static void motion_is_drawn_evenly_whatever_the_frame_rate(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_body_set_velocity(world, box, thud_vec2_make(1.0f, 0.0f), 0.0f);
    thud_stepper stepper = thud_stepper_defaults();
    const float frame = 1.0f / 144.0f;
    for (int i = 0; i < 10; i++) {
        thud_stepper_advance(&stepper, world, frame);
    }
    float last = thud_stepper_pose(&stepper, world, box).position.x;
    for (int i = 0; i < 200; i++) {
        thud_stepper_advance(&stepper, world, frame);
        float now = thud_stepper_pose(&stepper, world, box).position.x;
        assert_float_equal(now - last, frame, 1e-4f);
        last = now;
    }
    thud_world_destroy(world);
}

static void a_compound_that_turns_is_interpolated_about_its_centre_of_mass(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_circle(world, body, &def, thud_vec2_make(5.0f, 0.0f), 0.5f);
    thud_body_set_velocity(world, body, thud_vec2_make(0.0f, 0.0f), 20.0f);
    thud_stepper stepper = thud_stepper_defaults();
    thud_stepper_advance(&stepper, world, 1.5f / 60.0f);
    thud_pose drawn = thud_stepper_pose(&stepper, world, body);
    thud_vec2 center = thud_pose_apply(drawn, thud_vec2_make(5.0f, 0.0f));
    assert_float_equal(center.x, 5.0f, 1e-4f); /* the centre stands still */
    assert_float_equal(center.y, 0.0f, 1e-4f);
    thud_world_destroy(world);
}

static void a_teleported_body_is_drawn_where_it_is(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, thud_vec2_make(0.0f, 0.0f), thud_vec2_make(0.5f, 0.5f));
    thud_stepper stepper = thud_stepper_defaults();
    thud_stepper_advance(&stepper, world, 2.5f / 60.0f);
    thud_body_teleport(world, box, thud_vec2_make(50.0f, 60.0f), 0.0f);
    thud_pose drawn = thud_stepper_pose(&stepper, world, box);
    assert_float_equal(drawn.position.x, 50.0f, 1e-4f);
    assert_float_equal(drawn.position.y, 60.0f, 1e-4f);
    thud_world_destroy(world);
}

static void a_bad_stepper_is_refused_and_left_alone(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_stepper good = thud_stepper_defaults();
    assert_int_equal(thud_stepper_advance(NULL, world, 1.0f), 0);
    assert_int_equal(thud_world_refusal(world).status, THUD_NULL_ARGUMENT);
    assert_int_equal(thud_stepper_advance(&good, NULL, 1.0f), 0);
    assert_float_equal(good.accumulator, 0.0f, 0.0f);
    thud_stepper bad[5];
    for (int i = 0; i < 5; i++) {
        bad[i] = good;
    }
    bad[0].dt = NAN;
    bad[1].dt = 0.0f;
    bad[2].dt = 2.0f;
    bad[3].accumulator = INFINITY;
    bad[4].max_steps = -1;
    const thud_status expected[] = {THUD_NOT_FINITE, THUD_OUT_OF_RANGE, THUD_OUT_OF_RANGE, THUD_NOT_FINITE,
                                    THUD_NEGATIVE};
    for (int i = 0; i < 5; i++) {
        thud_stepper before = bad[i];
        assert_int_equal(thud_stepper_advance(&bad[i], world, 1.0f), 0);
        assert_int_equal(thud_world_refusal(world).status, expected[i]);
        assert_memory_equal(&before, &bad[i], sizeof before);
    }
    thud_world_destroy(world);
}

static void a_stepper_says_how_many_steps_are_due(void **state) {
    (void)state;
    thud_stepper stepper = thud_stepper_defaults();
    assert_int_equal(thud_stepper_due(&stepper, 2.5f / 60.0f), 2);
    assert_float_equal(stepper.alpha, 0.5f, 1e-4f);
    assert_int_equal(thud_stepper_due(&stepper, 0.6f / 60.0f), 1);
    assert_float_equal(stepper.alpha, 0.1f, 1e-4f);
    assert_int_equal(thud_stepper_due(&stepper, 100.0f), stepper.max_steps);
    stepper.dt = -1.0f;
    assert_int_equal(thud_stepper_due(&stepper, 1.0f), 0);
    assert_int_equal(thud_stepper_due(NULL, 1.0f), 0);
}

static void a_body_that_is_stopped_by_hand_comes_to_rest_in_drawing_too(void **state) {
    (void)state;
    for (int call = 0; call < 2; call++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id lift = test_add_body(world, THUD_BODY_KINEMATIC, (thud_vec2){0, 0});
        thud_body_set_velocity(world, lift, (thud_vec2){1, 0}, 0.0f);
        test_step(world, 5);
        if (call == 0) {
            thud_body_set_velocity(world, lift, (thud_vec2){0, 0}, 0.0f);
        } else {
            thud_body_def def = thud_body_definition(world, lift);
            def.type = THUD_BODY_STATIC;
            thud_body_configure(world, lift, &def);
        }
        test_step(world, 1);
        assert_true(thud_body_previous_pose(world, lift).position.x == thud_body_position(world, lift).x);
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stepper_says_how_many_steps_are_due),
        cmocka_unit_test(frames_of_one_step_make_one_step_each),
        cmocka_unit_test(frames_of_any_length_add_up_to_the_time_they_took),
        cmocka_unit_test(a_long_frame_makes_no_more_than_the_most_steps_and_the_rest_is_dropped),
        cmocka_unit_test(time_that_is_no_time_counts_as_none),
        cmocka_unit_test(a_body_is_drawn_between_its_previous_and_its_current_pose),
        cmocka_unit_test(motion_is_drawn_evenly_whatever_the_frame_rate),
        cmocka_unit_test(a_compound_that_turns_is_interpolated_about_its_centre_of_mass),
        cmocka_unit_test(a_teleported_body_is_drawn_where_it_is),
        cmocka_unit_test(a_bad_stepper_is_refused_and_left_alone),
        cmocka_unit_test(a_body_that_is_stopped_by_hand_comes_to_rest_in_drawing_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
