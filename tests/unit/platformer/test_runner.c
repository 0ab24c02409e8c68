/*
 * The runner's definition, jumps and runs, measured at 30 to 240 steps a second and at irregular steps. Heights hold to
 * 1 mm and times to 0.1 ms, where Euler steps of 1/30 s are off by v dt / 2 = 0.3 m for the jump of 3.25 m.
 */
#include "course.h"

#include <string.h>

static const float millimetre = 0.001f;

static void a_full_jump_reaches_its_height_at_its_time_at_any_dt(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        jump_for(&course, course.def.jump_time);
        assert_int_equal(course.jumps, 1);
        assert_float_equal(course.position.y, course.def.jump_height, millimetre);
        /* the remaining speed is lost within 0.1 ms */
        assert_true(thud_abs(course.last.velocity.y) <
                    1e-4f * course.def.apex_gravity * thud_runner_gravity(&course.def));
    }
}

static void jumps_of_any_height_time_and_hang_do_too(void **state) {
    (void)state;
    const thud_vec2 height_and_time[] = {{0.3f, 0.1f}, {1.2f, 0.3f}, {5.0f, 0.35f}, {20.0f, 2.0f}};
    const thud_vec2 hangs[] = {{0, 0.5f}, {0.3f, 0.25f}, {1, 0.5f}, {0.5f, 1}};
    for (int i = 0; i < 64; i++) {
        test_course course = start_on_floor(i % rhythms);
        course.def.jump_height = height_and_time[i / 16].x;
        course.def.jump_time = height_and_time[i / 16].y;
        course.def.apex_speed = hangs[i / 4 % 4].x;
        course.def.apex_gravity = hangs[i / 4 % 4].y;
        jump_for(&course, course.def.jump_time);
        assert_float_equal(course.position.y, course.def.jump_height, millimetre);
        assert_float_equal(course.last.velocity.y, 0, 0.01f);
    }
}

static void without_a_hang_speed_and_gravity_are_those_of_a_parabola(void **state) {
    (void)state;
    thud_runner_def def = thud_runner_defaults();
    def.apex_gravity = 1;
    def.jump_height = 3.2f;
    def.jump_time = 0.4f;
    assert_float_equal(thud_runner_gravity(&def), 40, 1e-4f);
    assert_float_equal(thud_runner_jump_speed(&def), 16, 1e-5f);
    assert_float_equal(thud_runner_fall_gravity(&def), 64, 1e-4f);
    assert_float_equal(thud_runner_hop_gravity(&def), 160, 1e-3f);
    assert_float_equal(thud_runner_speed_for_height(&def, 3.2f), 16, 1e-4f);
    assert_float_equal(thud_runner_speed_for_height(&def, 0.8f), 8, 1e-4f);
    assert_true(thud_runner_speed_for_height(&def, -1) == 0);
}

/* All of a jump that is no higher than its hang is flown at the hang's gravity. */
static void a_speed_for_a_height_knows_the_hang(void **state) {
    (void)state;
    thud_runner_def def = thud_runner_defaults();
    def.apex_gravity = 0.5f;
    float gravity = thud_runner_gravity(&def), hang = def.apex_speed * thud_runner_jump_speed(&def);
    float hang_height = hang * hang / gravity;
    assert_float_equal(thud_runner_speed_for_height(&def, def.jump_height), thud_runner_jump_speed(&def),
                       1e-4f);
    assert_float_equal(thud_runner_speed_for_height(&def, hang_height), hang, 1e-4f);
    assert_float_equal(thud_runner_speed_for_height(&def, 0.25f * hang_height), 0.5f * hang, 1e-4f);
}

static void a_button_let_go_at_once_hops_by_the_share_of_the_height(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        jump_for(&course, 1e-4f);
        course.input.jump = false;
        float speed = course.last.velocity.y;
        run_for(&course, speed / thud_runner_hop_gravity(&course.def));
        assert_float_equal(course.position.y, course.def.short_hop * course.def.jump_height, 2 * millimetre);
        assert_float_equal(course.last.velocity.y, 0, 0.01f);
    }
    test_course whole = start_on_floor(1);
    whole.def.short_hop = 1;
    jump_for(&whole, 1e-4f);
    whole.input.jump = false;
    run_for(&whole, whole.def.jump_time - 1e-4f);
    assert_float_equal(whole.position.y, whole.def.jump_height, millimetre);
}

static void presses_of_the_header_s_lengths_jump_to_its_heights(void **state) {
    (void)state;
    const float presses[] = {1 / 60.0f, 0.05f, 0.1f}, heights[] = {1.0f, 1.4f, 2.0f};
    for (int run = 0; run < 3 * rhythms; run++) {
        test_course course = start_on_floor(run / 3);
        jump_for(&course, presses[run % 3]);
        course.input.jump = false;
        run_for(&course, course.last.velocity.y / thud_runner_hop_gravity(&course.def));
        assert_float_equal(course.position.y, heights[run % 3], 0.05f);
    }
}

static void a_longer_press_jumps_higher(void **state) {
    (void)state;
    float last = 0;
    for (int i = 1; i <= 4; i++) {
        test_course course = start_on_floor(1);
        float highest = 0;
        jump_for(&course, 0.08f * (float)i);
        course.input.jump = false;
        for (int k = 0; k < 60; k++) {
            step(&course, 0.01f);
            highest = thud_max(highest, course.position.y);
        }
        assert_true(highest > last + 0.2f && highest < course.def.jump_height + millimetre);
        last = highest;
    }
}

static void the_hang_lasts_as_long_as_half_gravity_asks_while_the_button_is_held(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        float apex = course.def.apex_speed * thud_runner_jump_speed(&course.def);
        jump_for(&course, course.def.jump_time);
        float fall_time = apex / (course.def.apex_gravity * thud_runner_fall_gravity(&course.def));
        run_for(&course, fall_time);
        assert_float_equal(course.last.velocity.y, -apex, 0.01f);
        assert_float_equal(course.position.y, course.def.jump_height - 0.5f * apex * fall_time, millimetre);
        run_for(&course, 0.05f);
        assert_float_equal(course.last.velocity.y, -apex - 0.05f * thud_runner_fall_gravity(&course.def),
                           0.01f);
    }
}

static void falling_has_its_own_gravity_and_a_cap(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        float gravity = thud_runner_fall_gravity(&course.def);
        float time = course.def.fall_speed / gravity;
        run_for(&course, 0.5f * time);
        assert_float_equal(course.position.y, -0.125f * gravity * time * time, millimetre);
        run_for(&course, 0.5f * time);
        assert_float_equal(course.last.velocity.y, -course.def.fall_speed, 0.001f);
        run_for(&course, 0.5f);
        assert_true(course.last.velocity.y == -course.def.fall_speed);
        assert_float_equal(course.position.y, -0.5f * gravity * time * time - 0.5f * course.def.fall_speed,
                           millimetre);
    }
}

static void full_speed_and_rest_are_reached_at_their_times(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        course.input.direction = 1;
        run_for(&course, 0.5f * course.def.run_time);
        assert_float_equal(course.last.velocity.x, 0.5f * course.def.run_speed, 1e-3f);
        run_for(&course, 0.5f * course.def.run_time);
        assert_float_equal(course.last.velocity.x, course.def.run_speed, 1e-3f);
        assert_float_equal(course.position.x, 0.5f * course.def.run_speed * course.def.run_time, millimetre);
        course.input.direction = 0;
        course.position.x = 0;
        run_for(&course, course.def.stop_time);
        assert_float_equal(course.last.velocity.x, 0, 1e-3f);
        assert_float_equal(course.position.x, 0.5f * course.def.run_speed * course.def.stop_time, millimetre);
        assert_true(course.last.velocity.y == 0);
    }
}

static void turning_is_faster_by_the_turn_boost(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        course.input.direction = 1;
        run_for(&course, 1);
        course.input.direction = -1;
        run_for(&course, course.def.run_time / course.def.turn_boost);
        assert_float_equal(course.last.velocity.x, 0, 2e-3f);
        run_for(&course, course.def.run_time);
        assert_float_equal(course.last.velocity.x, -course.def.run_speed, 2e-3f);
        assert_int_equal(course.runner.facing, -1);
    }
}

static void a_stick_held_halfway_runs_at_half_speed(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.input.direction = 0.5f;
    run_for(&course, 1);
    assert_true(course.last.velocity.x == 0.5f * course.def.run_speed);
    course.input.direction = 1.5f; /* a stick may have a little more than 1 */
    run_for(&course, 1);
    assert_true(course.last.velocity.x == course.def.run_speed);
}

static void ice_and_air_share_out_the_acceleration(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course ice = start_on_floor(rhythm);
        ice.around.floor_friction = 0.25f * ice.def.grip;
        ice.input.direction = 1;
        run_for(&ice, ice.def.run_time);
        assert_float_equal(ice.last.velocity.x, 0.25f * ice.def.run_speed, 1e-3f);
        test_course air = start(rhythm);
        air.input.direction = 1;
        run_for(&air, air.def.run_time);
        assert_float_equal(air.last.velocity.x, air.def.air_control * air.def.run_speed, 1e-3f);
    }
    test_course glass = start_on_floor(1);
    glass.around.floor_friction = 0;
    glass.input.direction = 1;
    run_for(&glass, 1);
    assert_true(glass.last.velocity.x == 0);
}

static void times_of_zero_mean_at_once(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.def.run_time = course.def.stop_time = 0;
    course.input.direction = 1;
    step(&course, 0.01f);
    assert_true(course.last.velocity.x == course.def.run_speed);
    assert_float_equal(course.position.x, 0.08f, 1e-6f);
    course.input.direction = -1;
    step(&course, 0.01f);
    assert_true(course.last.velocity.x == -course.def.run_speed);
    course.input.direction = 0;
    step(&course, 0.01f);
    assert_true(course.last.velocity.x == 0);
}

static void running_follows_a_slope_at_the_speed_of_flat_ground(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.around.floor_normal = (thud_vec2){-3, 4}; /* up to the right, 3 : 4 */
    course.input.direction = 1;
    run_for(&course, 1);
    assert_float_equal(course.last.velocity.x, 0.8f * course.def.run_speed, 1e-4f);
    assert_float_equal(course.last.velocity.y, 0.6f * course.def.run_speed, 1e-4f);
    assert_float_equal(course.position.y / course.position.x, 0.75f, 1e-4f);
}

/* A runner that leaves a platform keeps its velocity, in a jump and over its edge. */
static void a_platforms_velocity_is_added_and_kept(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.around.floor_velocity = (thud_vec2){2, 1};
    run_for(&course, 1); /* a runner that lands at rest slides at first */
    course.position = (thud_vec2){0, 0};
    run_for(&course, 1);
    assert_float_equal(course.position.x, 2, 1e-4f);
    assert_float_equal(course.position.y, 1, 1e-4f);
    course.input.jump = true;
    step(&course, 1e-4f);
    assert_float_equal(course.last.velocity.x, 2, 0.02f);
    assert_float_equal(course.last.velocity.y, 1 + thud_runner_jump_speed(&course.def), 0.02f);
}

/* A floor that begins to move in the step of the jump gives its velocity, too. */
static void a_jump_has_the_velocity_of_its_floor_in_that_step(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    run_for(&course, 1);
    course.around.floor_velocity = (thud_vec2){3, 0};
    course.input.jump = true;
    step(&course, 1e-4f);
    assert_float_equal(course.last.velocity.x, 3, 0.02f);
}

/* The same with a mover, which reports the velocity that it adds when it leaves the floor. */
static void what_a_move_gained_is_added_once(void **state) {
    (void)state;
    test_course course = start(1);
    course.around.gained = (thud_vec2){3, 0};
    step(&course, 1e-4f);
    course.around.gained = (thud_vec2){0, 0};
    step(&course, 1e-4f);
    assert_float_equal(course.last.velocity.x, 3, 0.02f);
}

static void coyote_time_is_measured_in_seconds(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        for (int late = 0; late < 2; late++) {
            test_course course = start_on_floor(rhythm);
            run_for(&course, 0.2f);
            course.around.on_floor = false;
            run_for(&course, course.def.coyote_time + (late ? 0.001f : -0.001f));
            course.input.jump = true;
            run_for(&course, 0.01f);
            assert_int_equal(course.jumps, !late);
            assert_int_equal(course.last.velocity.y > 0, !late);
        }
    }
}

static void a_press_waits_for_the_floor_as_long_as_the_buffer(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        for (int late = 0; late < 2; late++) {
            test_course course = start(rhythm);
            run_for(&course, 0.3f);
            course.input.jump = true;
            run_for(&course, course.def.jump_buffer + (late ? 0.001f : -0.001f));
            assert_int_equal(course.jumps, 0);
            course.around.on_floor = true;
            step(&course, 0.001f);
            assert_int_equal(course.jumps, !late);
            assert_int_equal(course.landings, 1);
        }
    }
}

static void a_button_held_since_the_last_jump_does_not_jump_again(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    jump_for(&course, 0.6f);
    course.around.on_floor = true;
    run_for(&course, 0.5f);
    assert_int_equal(course.jumps, 1);
    assert_int_equal(course.runner.phase, THUD_RUNNER_FLOOR);
}

static void a_ceiling_ends_a_jump(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    jump_for(&course, 0.1f);
    course.around.at_ceiling = true;
    step(&course, 1e-4f);
    assert_true(course.last.velocity.y <= 0);
}

/* The fall was relative to the floor or wall that was left: beside a character that dashed up at fall_speed a runner hung in the air,
 * and at more it rose for ever, or stayed at the ceiling. */
static void what_left_a_floor_that_rises_fast_falls(void **state) {
    (void)state;
    for (int run = 0; run < 4 * rhythms; run++) {
        test_course course = start_on_floor(run % rhythms);
        course.around.floor_velocity.y = run < 2 * rhythms ? 20 : 30;
        run_for(&course, 0.1f);
        course.around.on_floor = false;
        run_for(&course, 0.1f);
        assert_true(course.last.velocity.y > 10);
        course.around.floor_velocity.y = 0;
        course.around.at_ceiling = run / rhythms % 2 == 0;
        run_for(&course, 0.1f);
        assert_true(course.last.velocity.y < 0 || !course.around.at_ceiling);
        course.around.at_ceiling = false;
        run_for(&course, 1);
        assert_float_equal(course.last.velocity.y, -0.5f * course.def.fall_speed, 0.001f);
    }
}

static void scaling_a_definition_scales_its_jumps(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    thud_runner_scale(&course.def, 50);
    assert_int_equal(thud_runner_check(&course.def, NULL), THUD_OK);
    jump_for(&course, course.def.jump_time);
    assert_float_equal(course.position.y, 50 * 3.25f, 50 * millimetre);
}

static void a_definition_that_makes_no_sense_is_refused_by_field(void **state) {
    (void)state;
    const char *field = "";
    assert_int_equal(thud_runner_check(NULL, &field), THUD_NULL_ARGUMENT);
    assert_string_equal(field, "def");
    size_t fields = sizeof(thud_runner_def) / sizeof(float);
    for (size_t i = 0; i < fields; i++) {
        thud_runner_def def = thud_runner_defaults();
        assert_int_equal(thud_runner_check(&def, &field), THUD_OK);
        assert_null(field);
        ((float *)(void *)&def)[i] = NAN;
        assert_int_equal(thud_runner_check(&def, &field), THUD_NOT_FINITE);
        assert_non_null(field);
        ((float *)(void *)&def)[i] = -2e8f;
        assert_int_not_equal(thud_runner_check(&def, &field), THUD_OK);
    }
    thud_runner_def def = thud_runner_defaults();
    def.jump_time = 0;
    assert_int_equal(thud_runner_check(&def, &field), THUD_NOT_POSITIVE);
    assert_string_equal(field, "jump_time");
    def = thud_runner_defaults();
    def.short_hop = 1.5f;
    assert_int_equal(thud_runner_check(&def, &field), THUD_OUT_OF_RANGE);
    assert_string_equal(field, "short_hop");
}

static void assert_refused(const test_course *before, thud_runner_input input,
                           thud_runner_surroundings around, float dt, thud_status status, const char *field) {
    thud_runner runner = before->runner;
    thud_runner_result result = thud_runner_step(&before->def, &runner, &input, &around, dt);
    assert_int_equal(result.status, status);
    assert_string_equal(result.field, field);
    assert_true(result.displacement.x == 0 && result.displacement.y == 0 && result.velocity.y == 0);
    assert_memory_equal(&runner, &before->runner, sizeof runner);
}

static void a_step_with_bad_values_is_refused_and_changes_nothing(void **state) {
    (void)state;
    test_course course;
    memset(&course, 0, sizeof course); /* all bytes are compared, also padding */
    course.def = thud_runner_defaults();
    course.around.on_floor = true;
    step(&course, 0.01f);
    thud_runner_input input = {.direction = NAN};
    assert_refused(&course, input, course.around, 0.01f, THUD_NOT_FINITE, "input.direction");
    thud_runner_surroundings around = {.floor_normal = {0, INFINITY}};
    assert_refused(&course, course.input, around, 0.01f, THUD_NOT_FINITE, "around.floor_normal.y");
    around = (thud_runner_surroundings){.ceiling_velocity = NAN};
    assert_refused(&course, course.input, around, 0.01f, THUD_NOT_FINITE, "around.ceiling_velocity");
    around = (thud_runner_surroundings){.wall = 2};
    assert_refused(&course, course.input, around, 0.01f, THUD_OUT_OF_RANGE, "around.wall");
    assert_refused(&course, course.input, course.around, 0, THUD_OUT_OF_RANGE, "dt");
    assert_refused(&course, course.input, course.around, NAN, THUD_NOT_FINITE, "dt");
    course.runner.velocity.x = NAN;
    thud_runner_result result = thud_runner_step(&course.def, &course.runner, &input, &around, 0.01f);
    assert_int_not_equal(result.status, THUD_OK);
    assert_int_equal(thud_runner_step(&course.def, NULL, &input, &around, 0.01f).status, THUD_NULL_ARGUMENT);
    assert_int_equal(thud_runner_launch(&course.runner, (thud_vec2){0, NAN}), THUD_NOT_FINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_jump_reaches_its_height_at_its_time_at_any_dt),
        cmocka_unit_test(jumps_of_any_height_time_and_hang_do_too),
        cmocka_unit_test(without_a_hang_speed_and_gravity_are_those_of_a_parabola),
        cmocka_unit_test(a_speed_for_a_height_knows_the_hang),
        cmocka_unit_test(a_button_let_go_at_once_hops_by_the_share_of_the_height),
        cmocka_unit_test(presses_of_the_header_s_lengths_jump_to_its_heights),
        cmocka_unit_test(a_longer_press_jumps_higher),
        cmocka_unit_test(the_hang_lasts_as_long_as_half_gravity_asks_while_the_button_is_held),
        cmocka_unit_test(falling_has_its_own_gravity_and_a_cap),
        cmocka_unit_test(full_speed_and_rest_are_reached_at_their_times),
        cmocka_unit_test(turning_is_faster_by_the_turn_boost),
        cmocka_unit_test(a_stick_held_halfway_runs_at_half_speed),
        cmocka_unit_test(ice_and_air_share_out_the_acceleration),
        cmocka_unit_test(times_of_zero_mean_at_once),
        cmocka_unit_test(running_follows_a_slope_at_the_speed_of_flat_ground),
        cmocka_unit_test(a_platforms_velocity_is_added_and_kept),
        cmocka_unit_test(a_jump_has_the_velocity_of_its_floor_in_that_step),
        cmocka_unit_test(what_a_move_gained_is_added_once),
        cmocka_unit_test(coyote_time_is_measured_in_seconds),
        cmocka_unit_test(a_press_waits_for_the_floor_as_long_as_the_buffer),
        cmocka_unit_test(a_button_held_since_the_last_jump_does_not_jump_again),
        cmocka_unit_test(a_ceiling_ends_a_jump),
        cmocka_unit_test(what_left_a_floor_that_rises_fast_falls),
        cmocka_unit_test(scaling_a_definition_scales_its_jumps),
        cmocka_unit_test(a_definition_that_makes_no_sense_is_refused_by_field),
        cmocka_unit_test(a_step_with_bad_values_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
