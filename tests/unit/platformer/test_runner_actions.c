/* The other actions of a runner: walls, ladders, water, dashes, drops, knockback; at all rhythms. */
#include "course.h"

#include "thud/mover.h"

static void a_wall_slide_falls_at_its_own_cap(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.wall = 1;
        course.input.direction = 1;
        run_for(&course, 0.1f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_WALL);
        course.position.y = 0;
        run_for(&course, 1);
        assert_float_equal(course.position.y, -course.def.wall_slide_speed, 0.001f);
        course.input.direction = 0; /* releases the wall */
        run_for(&course, 0.5f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_AIR);
        assert_true(course.last.velocity.y == -course.def.fall_speed);
    }
}

/* The lower gravity at the apex is that of the jump, which ends at the wall though its button is still held. */
static void what_leaves_a_wall_that_it_slid_down_falls_with_full_gravity(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.def.apex_speed = 0.5f;
        course.def.wall_slide_speed = 1;
        jump_for(&course, 0.1f);
        course.around.wall = 1;
        course.input.direction = 1;
        run_for(&course, 1);
        assert_int_equal(course.runner.phase, THUD_RUNNER_WALL);
        course.around.wall = 0;
        run_for(&course, 0.1f);
        assert_float_equal(course.last.velocity.y, -1 - 0.1f * thud_runner_fall_gravity(&course.def), 0.01f);
    }
}

static void a_wall_jump_reaches_its_height_and_leads_away_for_the_lock_time(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.wall = -1;
        course.input.direction = -1;
        run_for(&course, 0.3f);
        course.position = (thud_vec2){0, 0};
        course.input.jump = true;
        step(&course, 0.001f);
        course.around.wall = 0;
        assert_int_equal(course.wall_jumps, 1);
        assert_int_equal(course.runner.facing, 1);
        run_for(&course, course.def.wall_jump_lock - 0.001f);
        assert_float_equal(course.position.x, course.def.wall_jump_push * course.def.wall_jump_lock, 0.001f);
        /* The height: down to the apex's speed with full gravity, the rest with apex_gravity of it. */
        float gravity = thud_runner_gravity(&course.def);
        float speed = thud_runner_speed_for_height(&course.def, course.def.wall_jump_height);
        float apex = course.def.apex_speed * thud_runner_jump_speed(&course.def);
        float time = (speed - apex) / gravity + apex / (course.def.apex_gravity * gravity);
        run_for(&course, time - course.def.wall_jump_lock);
        assert_float_equal(course.position.y, course.def.wall_jump_height, 0.001f);
        assert_float_equal(course.last.velocity.y, 0, 0.01f);
        assert_true(course.last.velocity.x < course.def.wall_jump_push); /* the input acts again */
    }
}

static void a_wall_that_was_just_left_can_still_be_jumped_off(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        test_course course = start(2);
        course.around.wall = 1;
        run_for(&course, 0.2f);
        course.around.wall = 0;
        run_for(&course, course.def.coyote_time + (late ? 0.001f : -0.01f));
        course.input.jump = true;
        run_for(&course, 0.01f);
        assert_int_equal(course.wall_jumps, !late);
    }
}

/* A wall that followed faster than wall_jump_push, a ship's side, could not be left. */
static void a_moving_wall_stops_and_is_left_relative_to_its_speed(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.wall = -1;
        course.around.wall_velocity.x = 8;
        run_for(&course, 0.1f);
        assert_float_equal(course.last.velocity.x, 8, 0.001f);
        course.input.direction = -1;
        run_for(&course, 0.2f);
        course.position = (thud_vec2){0, 0};
        course.input.jump = true;
        step(&course, 0.001f);
        assert_int_equal(course.wall_jumps, 1);
        course.around.wall = 0;
        course.around.wall_velocity.x = 0;
        course.input.direction = 0;
        run_for(&course, course.def.wall_jump_lock - 0.001f);
        assert_float_equal(course.position.x, (8 + course.def.wall_jump_push) * course.def.wall_jump_lock,
                           0.001f);
        run_for(&course, 0.4f);
        assert_float_equal(course.last.velocity.x, 8, 0.001f); /* running in the air is relative to the wall */
    }
}

/* Where rounding made the speed differ from its target by less than a bit, a piece of no length began again until the pieces of
 * the step were spent: after a jump from some carts the runner hung in the air. */
static void motion_in_the_air_is_relative_to_the_floor_that_was_left(void **state) {
    (void)state;
    for (int run = 0; run < 3 * 81; run++) {
        const thud_vec2 cart = {0.2f * (float)(run / 3 - 40), 0.1f * (float)(run / 3 - 40)};
        test_course land = start_on_floor(run % 3), sea = start_on_floor(run % 3);
        test_course *const both[] = {&land, &sea};
        for (int i = 0; i < 2; i++) {
            both[i]->input.direction = 1;
            both[i]->input.jump = true;
            step(both[i], (1 / 60.0f));
            both[i]->around.on_floor = false;
            both[i]->around.floor_velocity = both[i]->around.gained = i == 0 ? (thud_vec2){0, 0} : cart;
        }
        for (int i = 0; i < 60; i++) {
            step(&land, (1 / 60.0f));
            step(&sea, (1 / 60.0f));
            sea.around.floor_velocity = sea.around.gained = (thud_vec2){0, 0};
            thud_vec2 apart = thud_vec2_sub(sea.last.displacement, land.last.displacement);
            assert_float_equal(apart.x, cart.x * (1 / 60.0f), 1.0e-4f);
            assert_float_equal(apart.y, cart.y * (1 / 60.0f), 1.0e-4f);
        }
    }
}

static void a_wall_stops_a_runner_that_does_not_press_against_it(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.input.direction = 1;
    run_for(&course, 1);
    course.around.wall = 1;
    run_for(&course, 0.1f);
    assert_true(course.last.velocity.x == course.def.run_speed); /* the speed that pushes a crate */
    course.input.direction = 0;
    run_for(&course, 0.01f);
    assert_true(course.last.velocity.x == 0);
}

static void ladders_are_climbed_and_jumped_off(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        course.around.ladder = true;
        run_for(&course, 0.1f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_FLOOR); /* walking past it does not grab it */
        course.input.climb = 1;
        course.position = (thud_vec2){0, 0};
        step(&course, 0.001f);
        course.around.on_floor = false;
        run_for(&course, 0.499f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_LADDER);
        assert_float_equal(course.position.y, 0.5f * course.def.ladder_speed, 0.001f);
        course.input.climb = 0;
        run_for(&course, 1);
        assert_float_equal(course.position.y, 0.5f * course.def.ladder_speed, 0.001f);
        course.input.jump = true;
        run_for(&course, course.def.jump_time);
        assert_int_equal(course.jumps, 1);
        assert_float_equal(course.position.y, 0.5f * course.def.ladder_speed + course.def.jump_height,
                           0.001f);
    }
}

/* A jump past a ladder has its whole height though the button for up is held, and ends on the ladder. */
static void a_ladder_is_grabbed_as_soon_as_a_jump_falls(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.ladder = true;
        jump_for(&course, 0.01f);
        course.input.climb = 1;
        run_for(&course, course.def.jump_time - 0.011f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_AIR);
        assert_float_equal(course.position.y, course.def.jump_height, 0.001f);
        run_for(&course, 0.1f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_LADDER);
    }
}

static void climbing_is_relative_to_a_ladder_that_moves(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.ladder = true;
        course.around.flow = (thud_vec2){3, -2};
        course.input.climb = 1;
        run_for(&course, 0.5f);
        course.input.climb = 0;
        run_for(&course, 0.5f);
        assert_float_equal(course.position.x, 3, 1e-3f);
        assert_float_equal(course.position.y, 0.5f * course.def.ladder_speed - 2, 1e-3f);
        course.around.water = true; /* the flow is that of the water */
        run_for(&course, 0.5f);
        assert_float_equal(course.position.x, 3, 1e-3f);
    }
}

static void a_ladder_ends_without_a_hop_and_at_the_floor(void **state) {
    (void)state;
    test_course course = start(1);
    course.around.ladder = true;
    course.input.climb = 1;
    run_for(&course, 0.2f);
    course.around.ladder = false;
    step(&course, 0.01f);
    assert_true(course.last.velocity.y <= 0);
    course.around.ladder = true;
    run_for(&course, 0.1f);
    course.input.climb = -1;
    course.around.on_floor = true;
    run_for(&course, 0.1f);
    assert_int_equal(course.runner.phase, THUD_RUNNER_FLOOR);
}

static void a_runner_that_climbs_rests_at_the_top_of_a_ladder(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.input.climb = 1;
        float high = 0, low = 0; /* of the last second */
        for (float time = 0; time < 3;) {
            float dt = next_dt(&course);
            course.around.ladder = course.position.y < 1;
            step(&course, dt);
            high = time < 2 ? course.position.y : thud_max(high, course.position.y);
            low = time < 2 ? course.position.y : thud_min(low, course.position.y);
            time += dt;
        }
        assert_true(low == high && low < 1 && low > 0.94f);
        assert_int_equal(course.runner.phase, THUD_RUNNER_LADDER);
        /* the ladder goes on upwards: a new press climbs it, as after a jump or a step aside */
        for (int change = 0; change < 3; change++) {
            test_course now = course;
            now.around.ladder = true;
            now.input.climb = change != 0;
            now.input.jump = change == 1;
            now.input.direction = change == 2;
            run_for(&now, 0.1f);
            now.input = (thud_runner_input){.climb = 1};
            run_for(&now, 2);
            assert_true(now.position.y > low + 4);
        }
    }
}

static void swimming_reaches_its_speed_at_its_time_and_follows_the_flow(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.water = true;
        course.input.direction = 1;
        course.input.climb = 1;
        run_for(&course, course.def.swim_time);
        assert_float_equal(course.last.velocity.x, course.def.swim_speed, 1e-3f);
        assert_float_equal(course.position.y, 0.5f * course.def.swim_speed * course.def.swim_time, 0.001f);
        course.around.flow = (thud_vec2){-2, 0};
        course.input.direction = course.input.climb = 0;
        run_for(&course, 2);
        assert_float_equal(course.last.velocity.x, -2, 1e-4f);
        assert_float_equal(course.last.velocity.y, -course.def.sink_speed, 1e-4f);
    }
}

static void a_swimmer_on_the_ground_is_at_rest(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.around.water = true;
        run_for(&course, 2);
        assert_float_equal(course.last.velocity.y, -course.def.sink_speed, 1e-4f);
        course.around.on_floor = true;
        step(&course, 1e-4f);
        assert_true(course.last.velocity.y > -0.01f);
    }
}

static void what_falls_into_water_is_slowed_down_and_a_stroke_lifts_it_out(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        run_for(&course, 1);
        course.around.water = true;
        run_for(&course, course.def.swim_time);
        assert_true(course.last.velocity.y >= -course.def.swim_speed);
        run_for(&course, 1);
        course.input.jump = true;
        step(&course, 1e-4f);
        assert_int_equal(course.jumps, 1);
        assert_float_equal(course.last.velocity.y, course.def.swim_stroke, 0.01f);
        course.around.water = false;
        course.position.y = 0;
        float gravity = thud_runner_gravity(&course.def);
        run_for(&course, course.last.velocity.y / gravity);
        assert_float_equal(course.position.y, course.def.swim_stroke * course.def.swim_stroke / (2 * gravity),
                           0.002f);
    }
}

/* At 30 steps a second 0.15 s are four and a half steps: the dash ends within one. */
static void a_dash_lasts_exactly_as_long_as_it_says(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.def.air_control = 0;
        course.def.dash_end = 0;
        course.input.dash = true;
        run_for(&course, 0.5f);
        assert_int_equal(course.dashes, 1);
        assert_float_equal(course.position.x, course.def.dash_speed * course.def.dash_time, 0.001f);
        float fall_time = 0.5f - course.def.dash_time, gravity = thud_runner_fall_gravity(&course.def);
        float cap_time = course.def.fall_speed / gravity;
        assert_float_equal(course.position.y, -course.def.fall_speed * (fall_time - 0.5f * cap_time), 0.001f);
    }
}

static void a_dash_goes_where_the_stick_points_and_ends_at_its_share(void **state) {
    (void)state;
    test_course course = start(1);
    course.input = (thud_runner_input){.direction = -1, .climb = 1, .dash = true};
    step(&course, 0.01f);
    assert_float_equal(course.last.velocity.x, -course.def.dash_speed * 0.70710678f, 1e-3f);
    assert_float_equal(course.last.velocity.y, course.def.dash_speed * 0.70710678f, 1e-3f);
    course.def.air_control = 0;
    step(&course, course.def.dash_time - 0.01f);
    assert_float_equal(course.last.velocity.x, -course.def.dash_end * course.def.dash_speed * 0.70710678f,
                       1e-3f);
}

static void one_dash_in_the_air_and_a_cooldown_on_the_floor(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start(rhythm);
        course.input.dash = true;
        run_for(&course, 1);
        course.input.dash = false;
        run_for(&course, 0.05f);
        course.input.dash = true;
        run_for(&course, 0.05f);
        assert_int_equal(course.dashes, 1);
        course.around.on_floor = true;
        course.input.dash = false;
        run_for(&course, 0.05f);
        course.input.dash = true;
        run_for(&course, course.def.dash_time);
        assert_int_equal(course.dashes, 2);
        course.input.dash = false;
        run_for(&course, course.def.dash_cooldown - 0.01f);
        course.input.dash = true;
        run_for(&course, 0.005f); /* pressed 10 ms too early */
        course.input.dash = false;
        run_for(&course, 0.006f);
        assert_int_equal(course.dashes, 2);
        course.input.dash = true;
        run_for(&course, 0.01f);
        assert_int_equal(course.dashes, 3);
    }
}

static void a_dash_that_a_jump_ends_needs_its_cooldown_too(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        test_course course = start_on_floor(rhythm);
        course.input.dash = true;
        run_for(&course, 0.3f * course.def.dash_time);
        course.input.dash = false;
        course.input.jump = true;
        step(&course, 0.001f);
        course.input.jump = false;
        run_for(&course, 0.5f * course.def.dash_cooldown);
        course.input.dash = true;
        run_for(&course, 0.01f);
        assert_true(course.dashes == 1 && course.jumps == 1);
        course.input.dash = false;
        run_for(&course, 0.5f * course.def.dash_cooldown);
        course.input.dash = true;
        run_for(&course, 0.01f);
        assert_int_equal(course.dashes, 2);
    }
}

/* The coyote time ran out in a dash along the floor: a press 0.1 s after its start, or later, waited for its end. */
static void a_jump_ends_a_dash_along_the_floor_at_any_time_and_keeps_its_speed(void **state) {
    (void)state;
    for (int run = 0; run < 2 * rhythms; run++) {
        test_course course = start_on_floor(run % rhythms);
        course.def.coyote_time = run < rhythms ? course.def.coyote_time : 0;
        course.input.dash = true;
        run_for(&course, 0.9f * course.def.dash_time);
        course.input.jump = true;
        step(&course, 0.001f);
        assert_true(course.dashes == 1 && course.jumps == 1);
        assert_float_equal(course.last.velocity.x, course.def.dash_speed, 0.1f);
        assert_float_equal(course.last.velocity.y, thud_runner_jump_speed(&course.def), 0.1f);
    }
}

/* Over an edge the coyote time begins there. */
static void a_dash_over_an_edge_has_the_coyote_time_of_the_edge(void **state) {
    (void)state;
    for (int run = 0; run < 2 * rhythms; run++) {
        test_course course = start_on_floor(run % rhythms);
        course.def.dash_time = 0.4f;
        course.input.dash = true;
        run_for(&course, 0.2f);
        course.around.on_floor = false;
        float late = run < rhythms ? -0.005f : 0.005f;
        run_for(&course, course.def.coyote_time + late);
        course.input.jump = true;
        run_for(&course, 0.001f);
        assert_int_equal(course.jumps, run < rhythms);
    }
}

static void a_drop_is_told_once_a_press_and_jumps_no_more(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    course.input.drop = course.input.jump = true;
    run_for(&course, 0.1f);
    assert_int_equal(course.drops, 1);
    assert_int_equal(course.runner.phase, THUD_RUNNER_FLOOR);
}

/* It fell one step after the press; a jump rises in its step. */
static void a_drop_falls_in_the_step_of_its_press(void **state) {
    (void)state;
    const thud_world_def world_def = thud_world_defaults();
    const float dt = 1 / 60.0f;
    for (int run = 0; run < 4; run++) {
        bool passes = run % 2 == 0, runs = run >= 2;
        thud_world *world = thud_world_create(&world_def);
        thud_body_def still = thud_body_defaults();
        thud_shape_def shape = thud_shape_defaults();
        shape.one_way.y = passes ? 1 : 0;
        thud_body_add_box(world, thud_body_create(world, &still), &shape, (thud_vec2){50, 0.1f});
        thud_mover_def hero = thud_mover_defaults();
        thud_mover_state mover;
        assert_true(thud_mover_create(world, &hero, (thud_vec2){0, 0.902f}, &mover));
        test_course course = start(1);
        course.input.direction = runs ? 1 : 0;
        thud_mover_result moved;
        for (int i = 0; i < 40; i++) {
            course.input.drop = i == 30;
            int landings = course.landings;
            step(&course, dt);
            assert_true(i < 30 || passes ||
                        course.landings == landings); /* a floor that holds it is no landing */
            assert_int_equal(course.last.drop, i == 30);
            if (course.last.drop) {
                assert_int_equal(thud_mover_drop_through(world, &hero, &mover), passes);
            }
            assert_true(thud_mover_move(world, &hero, &mover, course.last.mean_velocity, dt, &moved));
            course.around = thud_runner_look(&course.last, &moved);
            float time = passes && i >= 30 ? (float)(i - 29) * dt : 0;
            float fallen = thud_min(0.5f * thud_runner_fall_gravity(&course.def) * time * time, 1.5f);
            assert_true(i < 5 || fallen == 1.5f || thud_abs(mover.position.y - 0.902f + fallen) < 0.003f);
            assert_true(i < 20 || course.last.velocity.x == (runs ? course.def.run_speed : 0));
        }
        thud_world_destroy(world);
    }
}

static void running_in_the_air_is_relative_to_the_floor_that_was_left(void **state) {
    (void)state;
    for (int run = 0; run < 3 * rhythms; run++) {
        float way = (float)(run % 3 - 1);
        test_course course = start_on_floor(run / 3);
        course.around.floor_velocity.x = 5;
        course.input.direction = way;
        run_for(&course, 1);
        assert_true(course.last.velocity.x == 5 + 8 * way);
        course.around.on_floor = false;
        run_for(&course, 0.05f);
        course.around.floor_velocity.x = 0;
        run_for(&course, 1);
        assert_true(course.last.velocity.x == 5 + 8 * way);
        course.input.direction = 0;
        run_for(&course, 1);
        assert_true(course.last.velocity.x == 5);
        course.around.wall = 1; /* ends it */
        step(&course, 0.01f);
        course.around.wall = 0;
        run_for(&course, 1);
        assert_true(course.last.velocity.x == 0);
    }
}

static void a_launch_takes_off_from_the_floor(void **state) {
    (void)state;
    test_course course = start_on_floor(1);
    run_for(&course, 0.1f);
    float speed = thud_runner_speed_for_height(&course.def, 6);
    assert_int_equal(thud_runner_launch(&course.runner, (thud_vec2){0, speed}), THUD_OK);
    step(&course, 0.001f);
    assert_float_equal(course.last.velocity.y, speed, 0.1f);
    assert_int_equal(course.jumps, 0);
}

static void a_spring_throws_to_its_height_whether_jump_is_held_or_not(void **state) {
    (void)state;
    for (int run = 0; run < 2 * rhythms; run++) {
        test_course course = start_on_floor(run / 2);
        course.input.jump = run % 2;
        course.runner.jump_held = run % 2;
        float speed = sqrtf(2 * thud_runner_gravity(&course.def) * 5);
        assert_int_equal(thud_runner_launch(&course.runner, (thud_vec2){0, speed}), THUD_OK);
        course.around.on_floor = false;
        run_for(&course, speed / thud_runner_gravity(&course.def));
        assert_float_equal(course.position.y, 5, 0.002f);
    }
}

static void a_move_is_looked_at_for_floor_walls_and_what_was_gained(void **state) {
    (void)state;
    thud_runner_result wanted = {.mean_velocity = {8, 0}};
    thud_mover_result moved = {.velocity = {10, 1}, .friction = 0.3f, .left_floor = true};
    moved.floor.touching = true;
    moved.wall.touching = true;
    moved.wall.normal = (thud_vec2){-1, 0};
    moved.wall.velocity = (thud_vec2){3, 1};
    thud_runner_surroundings around = thud_runner_look(&wanted, &moved);
    assert_true(around.on_floor && !around.at_ceiling && around.floor_friction == 0.3f);
    assert_int_equal(around.wall, 1); /* its normal points left: it is on the right */
    assert_true(around.wall_velocity.x == 0); /* the floor may carry it */
    assert_true(around.gained.x == 2 && around.gained.y == 1);
    wanted.mean_velocity.y =
        9; /* a jump that meets something in its first step: the part of the platform alone */
    moved.floor_velocity = (thud_vec2){1, 0};
    around = thud_runner_look(&wanted, &moved);
    assert_true(around.gained.x == 1 && around.gained.y == 0);
    moved.ceiling.touching = true;
    moved.ceiling.velocity = (thud_vec2){4, -2};
    assert_true(thud_runner_look(&wanted, &moved).ceiling_velocity == 0);
    moved.left_floor = moved.floor.touching = false;
    around = thud_runner_look(&wanted, &moved);
    assert_true(around.wall_velocity.x == 3 && around.at_ceiling && around.ceiling_velocity == -2);
    moved.wall.normal = (thud_vec2){-0.8f, 0.6f}; /* a steep slope */
    around = thud_runner_look(&wanted, &moved);
    assert_int_equal(around.wall, 0);
    assert_true(around.gained.x == 0 && around.gained.y == 0);
    assert_false(thud_runner_look(NULL, NULL).on_floor);
}

/* A step after a move that landed; `launch`: with that speed upwards, as from a spring. */
static void land(test_course *course, float launch) {
    thud_mover_result moved = {.landed = true};
    moved.floor.touching = true;
    course->around = thud_runner_look(&course->last, &moved);
    if (launch > 0) {
        assert_int_equal(thud_runner_launch(&course->runner, (thud_vec2){0, launch}), THUD_OK);
    }
    step(course, 0.01f);
}

/* A fall that is slower at the end of a step than on average: what the landing gained, which made up for the average, threw
 * the runner up from the floor, after a dash down at 7 m/s, and a spring threw it higher. At 75 steps a second rounding let
 * each fall at fall_speed land a step late. */
static void a_fall_that_slows_down_lands_at_once(void **state) {
    (void)state;
    for (int rhythm = 0; rhythm < rhythms; rhythm++) {
        for (int run = 0; run < 300; run++) {
            test_course course = start(rhythm);
            course.random = (test_random){1u + (unsigned)run};
            run_for(&course, 0.05f + 0.001f * (float)run);
            course.around.wall = run % 3 == 1;
            course.input.direction = (float)course.around.wall;
            course.input.dash = run % 3 == 2;
            course.input.climb = -1;
            for (int i = 0; i < 40; i++) {
                step(&course, next_dt(&course));
                test_course on_floor = course, on_spring = course;
                land(&on_floor, 0);
                assert_true(on_floor.landings == 1 || course.runner.phase == THUD_RUNNER_DASH);
                assert_true(on_floor.last.displacement.y <= 0);
                land(&on_spring, 12);
                assert_true(on_spring.landings == 0 && on_spring.last.velocity.y < 12);
            }
        }
    }
}

/* Two copies of one state give the same bits, so that a rollback is exact. */
static void a_copied_state_repeats_to_the_bit(void **state) {
    (void)state;
    test_course a = start_on_floor(4);
    a.input.direction = 1;
    jump_for(&a, 0.2f);
    test_course b = a;
    run_for(&a, 1);
    run_for(&b, 1);
    assert_true(a.position.x == b.position.x && a.position.y == b.position.y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_slide_falls_at_its_own_cap),
        cmocka_unit_test(what_leaves_a_wall_that_it_slid_down_falls_with_full_gravity),
        cmocka_unit_test(a_wall_jump_reaches_its_height_and_leads_away_for_the_lock_time),
        cmocka_unit_test(a_wall_that_was_just_left_can_still_be_jumped_off),
        cmocka_unit_test(a_moving_wall_stops_and_is_left_relative_to_its_speed),
        cmocka_unit_test(motion_in_the_air_is_relative_to_the_floor_that_was_left),
        cmocka_unit_test(a_wall_stops_a_runner_that_does_not_press_against_it),
        cmocka_unit_test(ladders_are_climbed_and_jumped_off),
        cmocka_unit_test(a_ladder_is_grabbed_as_soon_as_a_jump_falls),
        cmocka_unit_test(climbing_is_relative_to_a_ladder_that_moves),
        cmocka_unit_test(a_ladder_ends_without_a_hop_and_at_the_floor),
        cmocka_unit_test(a_runner_that_climbs_rests_at_the_top_of_a_ladder),
        cmocka_unit_test(swimming_reaches_its_speed_at_its_time_and_follows_the_flow),
        cmocka_unit_test(a_swimmer_on_the_ground_is_at_rest),
        cmocka_unit_test(what_falls_into_water_is_slowed_down_and_a_stroke_lifts_it_out),
        cmocka_unit_test(a_dash_lasts_exactly_as_long_as_it_says),
        cmocka_unit_test(a_dash_goes_where_the_stick_points_and_ends_at_its_share),
        cmocka_unit_test(one_dash_in_the_air_and_a_cooldown_on_the_floor),
        cmocka_unit_test(a_dash_that_a_jump_ends_needs_its_cooldown_too),
        cmocka_unit_test(a_jump_ends_a_dash_along_the_floor_at_any_time_and_keeps_its_speed),
        cmocka_unit_test(a_dash_over_an_edge_has_the_coyote_time_of_the_edge),
        cmocka_unit_test(a_drop_is_told_once_a_press_and_jumps_no_more),
        cmocka_unit_test(a_drop_falls_in_the_step_of_its_press),
        cmocka_unit_test(running_in_the_air_is_relative_to_the_floor_that_was_left),
        cmocka_unit_test(a_launch_takes_off_from_the_floor),
        cmocka_unit_test(a_spring_throws_to_its_height_whether_jump_is_held_or_not),
        cmocka_unit_test(a_move_is_looked_at_for_floor_walls_and_what_was_gained),
        cmocka_unit_test(a_fall_that_slows_down_lands_at_once),
        cmocka_unit_test(a_copied_state_repeats_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
