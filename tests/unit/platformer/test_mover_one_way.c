/* The character mover and one-way platforms: at rest, moving, by the user's callback; drop-through. */
#include "unit/platformer/mover_course.h"

#include "reference/random.h"

#include <math.h>

static thud_body_id ledge(thud_world *world, thud_body_type type, float x, float y, float half_x,
                          float half_y) {
    thud_body_id body = test_add_body(world, type, thud_vec2_make(x, y));
    thud_shape_def def = thud_shape_defaults();
    def.one_way = thud_vec2_make(0.0f, 1.0f);
    assert_false(thud_shape_id_is_null(thud_body_add_box(world, body, &def, thud_vec2_make(half_x, half_y))));
    return body;
}

static void one_way_platforms_hold_from_above_and_let_through_from_below_and_the_sides(void **state) {
    (void)state;
    const float jumps[] = {12.0f, 18.0f, 40.0f, 150.0f};
    for (int i = 0; i < 4; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        ledge(world, THUD_BODY_STATIC, 0.0f, 2.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 0.0f, 3);
        c.velocity.y = jumps[i];
        for (int step = 0; step < 900 && !c.result.landed; step++) {
            course_step(&c);
            assert_false(c.result.ceiling.touching);
        }
        assert_true(c.result.landed);
        assert_float_equal(c.state.position.y, 2.1f + COURSE_STAND, 0.001f);
        course_run(&c, 0.0f, 100);
        assert_float_equal(c.state.position.y, 2.1f + COURSE_STAND, 0.001f);
        thud_world_destroy(world);
    }
    thud_world *world = test_world_create();
    test_add_ground(world);
    ledge(world, THUD_BODY_STATIC, 5.0f, 0.9f, 1.0f, 0.1f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    for (int step = 0; step < 120; step++) {
        course_run(&c, 5.0f, 1);
        assert_true(c.velocity.x == 5.0f && c.result.floor.touching);
        assert_float_equal(c.state.position.y, COURSE_STAND, 0.001f);
    }
    thud_world_destroy(world);
}

/* Slow jumps through a ledge come to lie within the slop above its top, where it holds. A test raised the mover out of it
 * there, a move does not. */
static void a_test_tells_the_height_of_a_move_through_a_platform(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        ledge(world, THUD_BODY_STATIC, 0.0f, 1.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 0.0f, 3);
        c.velocity.y = 8.2f + 0.01f * (float)i;
        for (int step = 0; step < 60; step++) {
            thud_mover_result tested;
            thud_vec2 velocity = thud_vec2_make(0.0f, c.velocity.y - COURSE_GRAVITY * TEST_DT);
            assert_true(thud_mover_test(world, &c.def, &c.state, velocity, TEST_DT, &tested));
            course_step(&c);
            assert_true(tested.position.y == c.result.position.y);
        }
        thud_world_destroy(world);
    }
}

static void moving_one_way_platforms_catch_what_is_above_and_carry_it(void **state) {
    (void)state;
    const float speeds[] = {-6.0f, 2.0f, 10.0f, 60.0f};
    for (int i = 0; i < 4; i++) {
        thud_world *world = test_world_create();
        thud_body_id lift = ledge(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 2.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, 3.0f));
        for (int step = 0; step < 180; step++) {
            thud_body_set_velocity(world, lift, thud_vec2_make(1.0f, speeds[i]), 0.0f);
            course_run(&c, 0.0f, 1);
        }
        assert_true(c.result.floor.touching);
        assert_float_equal(c.state.position.y, thud_body_position(world, lift).y + 0.1f + COURSE_STAND, 0.001f);
        thud_world_destroy(world);
    }
}

static void drops_through_what_it_stands_on_and_lands_on_what_is_below(void **state) {
    (void)state;
    for (int moving = 0; moving < 2; moving++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_type type = moving ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC;
        thud_body_id upper = ledge(world, type, 0.0f, 6.0f, 3.0f, 0.1f);
        ledge(world, type, 0.0f, 3.0f, 3.0f, 0.1f);
        if (moving) {
            thud_body_set_velocity(world, upper, thud_vec2_make(0.5f, 0.5f), 0.0f);
        }
        course c = course_of(world, thud_vec2_make(0.0f, 6.1f + COURSE_STAND));
        course_run(&c, 0.0f, 10);
        assert_true(c.result.floor.touching && test_same_body(c.result.floor.body, upper));
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        for (int step = 0; step < 120 && !c.result.landed; step++) {
            course_step(&c);
        }
        assert_true(c.result.landed && !c.state.dropping);
        assert_float_equal(c.state.position.y, 3.1f + COURSE_STAND, 0.001f);
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        course_run(&c, 0.0f, 90);
        assert_float_equal(c.state.position.y, COURSE_STAND, 0.001f);
        assert_false(thud_mover_drop_through(world, &c.def, &c.state)); /* solid ground */
        thud_world_destroy(world);
    }
}

/* Moves by `dt` steps with gravity until the mover lands; false if it does not within 2 s. */
static bool lands(course *c, float dt) {
    for (float time = 0.0f; time < 2.0f; time += dt) {
        thud_world_step(c->world, dt);
        c->velocity.y = thud_max(c->velocity.y - COURSE_GRAVITY * dt, -20.0f);
        assert_true(thud_mover_move(c->world, &c->def, &c->state, c->velocity, dt, &c->result));
        c->velocity = c->result.velocity;
        if (c->result.landed) {
            return true;
        }
    }
    return false;
}

static void drops_by_one_ledge_at_a_time_of_a_body_with_many(void **state) {
    (void)state;
    const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_platform()};
    uint16_t cells[9];
    for (int spacing = 1; spacing <= 3; spacing++) {
        for (int i = 0; i < 9; i++) {
            cells[i] = i % spacing == 0;
        }
        for (int run = 0; run < 8; run++) {
            thud_world *world = test_world_create();
            thud_body_def body_def = thud_body_defaults();
            body_def.type = run / 4 ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC;
            body_def.velocity = (thud_vec2){0.0f, run / 4 ? 1.0f : 0.0f};
            thud_body_id body = thud_body_create(world, &body_def);
            thud_tile_grid_def grid_def = thud_tile_grid_defaults();
            grid_def.tiles = (thud_tile_set){tiles, 2};
            grid_def.columns = 1;
            grid_def.rows = 9;
            grid_def.cells = cells;
            grid_def.cell_size = (thud_vec2){6.0f, 1.0f};
            assert_int_not_equal(thud_tile_grid_create(world, body, &grid_def).generation, 0);
            const float dt = 1.0f / (float[]){20.0f, 30.0f, 60.0f, 240.0f}[run % 4];
            int top = 8 / spacing * spacing;
            course c = course_of(world, thud_vec2_make(3.0f, (float)top + 1.0f + COURSE_STAND));
            assert_true(lands(&c, dt));
            for (int row = top; row >= 0; row -= spacing) {
                float floor = thud_body_position(world, body).y + (float)row + 1.0f;
                assert_float_equal(c.state.position.y, floor + COURSE_STAND, 0.001f);
                assert_true(thud_mover_drop_through(world, &c.def, &c.state));
                assert_true(lands(&c, dt) == (row > 0));
            }
            assert_false(c.state.dropping);
            thud_world_destroy(world);
        }
    }
}

/* After a drop the mover falls for a time, lands nowhere, and is a metre below the lift. */
static void falls_away_from(course *c, thud_body_id lift, float duration, float dt) {
    c->velocity = thud_vec2_make(0.0f, 0.0f);
    for (float time = 0.0f; time < duration; time += dt) {
        thud_world_step(c->world, dt);
        c->velocity.y -= COURSE_GRAVITY * dt;
        assert_true(thud_mover_move(c->world, &c->def, &c->state, c->velocity, dt, &c->result));
        c->velocity = c->result.velocity;
        assert_false(c->result.landed);
    }
    assert_true(!c->state.dropping && c->state.position.y < thud_body_position(c->world, lift).y - 1.0f);
}

/* The drop ended when the feet were below the surface, which then sank past them and was a floor again: none fell through. */
static void drops_through_a_platform_that_sinks(void **state) {
    (void)state;
    const float speeds[] = {0.5f, 2.0f, 6.0f, 25.0f};
    for (int run = 0; run < 12; run++) {
        thud_world *world = test_world_create();
        thud_body_id lift = ledge(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, 0.1f + COURSE_STAND));
        const float dt = 1.0f / (float[]){30.0f, 60.0f, 240.0f}[run % 3];
        assert_true(lands(&c, dt));
        assert_true(thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, -speeds[run / 3]), 0.0f));
        for (int i = 0; i < 10; i++) {
            thud_world_step(world, dt);
            assert_true(thud_mover_move(world, &c.def, &c.state, thud_vec2_make(0.0f, -0.5f), dt, &c.result));
            assert_true(c.result.floor.touching);
        }
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        falls_away_from(&c, lift, 0.7f, dt);
        thud_world_destroy(world);
    }
}

/* The drop ended by the speed of the lift in the step before; then the lift sank faster, and was a floor again. */
static void drops_through_a_lift_that_sinks_faster_and_faster(void **state) {
    (void)state;
    const float swing = 0.8f, rate = 2.0f, length = 0.5f; /* [m], [rad/s], of the drop [s] */
    for (int run = 0; run < 200; run += TEST_UNLESS_SANITIZED(1, 3)) {
        thud_world *world = test_world_create();
        thud_body_id lift = ledge(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, 0.1f + COURSE_STAND));
        const float dt = run % 2 == 0 ? 1.0f / 30.0f : 1.0f / 60.0f;
        const float start = 1.0f + 0.0331f * (float)(run / 2);
        assert_true(lands(&c, dt));
        bool drops = false;
        for (float time = 0.0f; time < start + length; time += dt) {
            thud_vec2 target = {0.0f, swing * thud_sin(rate * (time + dt))};
            assert_true(thud_body_set_target(world, lift, target, 0.0f, dt));
            thud_world_step(world, dt);
            c.velocity.y -= COURSE_GRAVITY * dt;
            assert_true(thud_mover_move(world, &c.def, &c.state, c.velocity, dt, &c.result));
            c.velocity = c.result.velocity;
            assert_true(drops ? !c.result.landed : c.state.on_floor);
            if (!drops && time >= start) {
                assert_true(thud_mover_drop_through(world, &c.def, &c.state));
                c.velocity = thud_vec2_make(0.0f, 0.0f);
                drops = true;
            }
        }
        assert_true(!c.state.dropping && c.state.position.y < thud_body_position(world, lift).y);
        thud_world_destroy(world);
    }
}

/* The drop was over once the lift was two skins below the feet: one that started to sink at once, or stopped rising, caught the
 * mover again. */
static void drops_through_a_lift_that_changes_its_speed_at_once(void **state) {
    (void)state;
    const float speeds[] = {0.0f, -0.3f, -0.7f, -2.0f, -6.0f, -15.0f, 0.5f, 2.0f};
    for (int run = 0; run < 3 * 8 * 8; run += TEST_UNLESS_SANITIZED(1, 5)) {
        thud_world *world = test_world_create();
        thud_body_id lift = ledge(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, 0.1f + COURSE_STAND));
        const float dt = 1.0f / (float[]){30.0f, 60.0f, 144.0f}[run / 64];
        assert_true(lands(&c, dt));
        assert_true(thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, speeds[run / 8 % 8]), 0.0f));
        thud_world_step(world, dt);
        assert_true(thud_mover_move(world, &c.def, &c.state, thud_vec2_make(0.0f, -0.5f), dt, &c.result));
        assert_true(c.result.floor.touching);
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        assert_true(thud_body_set_velocity(world, lift, thud_vec2_make(0.0f, speeds[run % 8]), 0.0f));
        falls_away_from(&c, lift, 1.6f, dt);
        thud_world_destroy(world);
    }
}

/* The drop was over when the feet, still above the slope, did not touch it any more. */
static void drops_through_a_slope_that_it_runs_down(void **state) {
    (void)state;
    for (int run = 0; run < 3 * 4 * 5; run++) {
        const float dt = 1.0f / (float[]){30.0f, 60.0f, 144.0f}[run / 20],
                    speed = -4.0f + 2.0f * (float)(run % 5);
        thud_world *world = test_world_create();
        thud_body_id slope = ledge(world, THUD_BODY_STATIC, 0.0f, 0.0f, 20.0f, 0.1f);
        assert_true(
            thud_body_teleport(world, slope, thud_vec2_make(0.0f, 0.0f), 0.19f * (float)(run / 5 % 4 + 1)));
        course c = course_of(world, thud_vec2_make(0.0f, 1.5f));
        assert_true(lands(&c, dt));
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        for (float time = 0.0f; time < 0.5f; time += dt) {
            thud_world_step(world, dt);
            c.velocity = thud_vec2_make(2.0f * speed, c.velocity.y - COURSE_GRAVITY * dt);
            assert_true(thud_mover_move(world, &c.def, &c.state, c.velocity, dt, &c.result));
            c.velocity = c.result.velocity;
            assert_false(c.result.floor.touching);
        }
        thud_world_destroy(world);
    }
}

/* After a jump in the step of a drop, or in the air just after it, the platform holds. */
static void a_jump_ends_a_drop(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        thud_world *world = test_world_create();
        ledge(world, THUD_BODY_STATIC, 0.0f, 2.0f, 3.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(0.0f, 2.1f + COURSE_STAND));
        course_run(&c, 0.0f, 3);
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        const float dt = 1.0f / 240.0f;
        for (int i = 0; i < 240; i++) {
            c.velocity.y = i == late ? 6.0f : c.velocity.y - COURSE_GRAVITY * dt;
            thud_world_step(world, dt);
            assert_true(thud_mover_move(world, &c.def, &c.state, c.velocity, dt, &c.result));
            c.velocity = c.result.velocity;
        }
        assert_true(c.result.floor.touching && !c.state.dropping);
        thud_world_destroy(world);
    }
}

/* Only the body of the floor was dropped through: a flat foot on two bodies stood on the other one, and so on by turns. */
static void drops_through_a_platform_of_many_bodies(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    for (int i = 0; i < 4; i++) {
        ledge(world, THUD_BODY_STATIC, (float)i, 3.0f, 0.5f, 0.1f);
    }
    course c = course_of(world, thud_vec2_make(1.5f, 3.1f + COURSE_STAND));
    assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
    course_run(&c, 0.0f, 10);
    assert_true(c.result.floor.touching);
    assert_true(thud_mover_drop_through(world, &c.def, &c.state));
    course_run(&c, 0.0f, 60);
    assert_float_equal(c.state.position.y, COURSE_STAND, 0.001f);
    thud_world_destroy(world);
}

/* Bodies that are moved to targets have velocities that differ by rounding: the next one held what dropped through the first. */
static void drops_through_a_platform_of_many_bodies_that_swings(void **state) {
    (void)state;
    for (int run = 0; run < 20; run++) {
        thud_world *world = test_world_create();
        thud_body_id ledges[4];
        for (int i = 0; i < 4; i++) {
            ledges[i] = ledge(world, THUD_BODY_KINEMATIC, (float)i, 3.0f, 0.5f, 0.1f);
        }
        course c = course_of(world, thud_vec2_make(1.5f, 3.1f + COURSE_STAND));
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        for (int step = 0; step < 60 + run; step++) {
            float swing = thud_sin(0.1f * (float)step);
            for (int i = 0; i < 4; i++) {
                thud_vec2 target = {(float)i + 0.7f * swing, 3.0f + 0.3f * swing};
                assert_true(thud_body_set_target(world, ledges[i], target, 0.0f, TEST_DT));
            }
            assert_true(step != 30 + run || thud_mover_drop_through(world, &c.def, &c.state));
            c.velocity = step == 30 + run ? thud_vec2_make(0.0f, 0.0f) : c.velocity;
            course_step(&c);
        }
        assert_true(c.state.position.y < 2.0f);
        thud_world_destroy(world);
    }
}

/* Along an `up` that is no axis, a level velocity has a part of it by rounding: it ended the drop as a jump does, in 9 of these 64. */
static void drops_while_it_runs_level_along_any_up(void **state) {
    (void)state;
    for (int i = 0; i < 64; i++) {
        const thud_rot turn = thud_rot_from_angle(0.1f * (float)i);
        thud_world *world = test_world_create();
        thud_body_id body = course_box(world, THUD_BODY_STATIC, 0.0f, 0.0f, 3.0f, 0.1f, 0.1f * (float)i);
        assert_true(thud_shape_set_one_way(world, test_shape_of(world, body), thud_vec2_make(0.0f, 1.0f)));
        course c = course_of(world, thud_rot_apply(turn, thud_vec2_make(0.0f, 0.402f)));
        c.def.up = thud_rot_apply(turn, c.def.up);
        assert_int_equal(thud_circle(thud_vec2_make(0.0f, 0.0f), 0.3f, &c.def.shape), THUD_OK);
        const thud_vec2 run = thud_rot_apply(turn, thud_vec2_make(5.0f, 0.0f));
        const thud_vec2 fall = thud_rot_apply(turn, thud_vec2_make(5.0f, -0.5f));
        assert_true(thud_mover_move(world, &c.def, &c.state, fall, TEST_DT, &c.result) && c.state.on_floor);
        assert_true(thud_mover_move(world, &c.def, &c.state, run, TEST_DT, &c.result) && c.state.on_floor);
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        assert_true(thud_mover_move(world, &c.def, &c.state, run, TEST_DT, &c.result) && c.state.dropping);
        assert_true(thud_mover_move(world, &c.def, &c.state, fall, TEST_DT, &c.result) && !c.state.on_floor);
        thud_world_destroy(world);
    }
}

/* Where pieces rise and fall, the drop was over once the mover was below the plane of one: the top corner of the next one, or its
 * face, caught 19 of 100. What still catches one is a piece that it reaches after a fall. */
static void drops_through_a_surface_of_many_pieces(void **state) {
    (void)state;
    int dropped = 0, caught = 0;
    for (int run = 0; run < 400; run += TEST_UNLESS_SANITIZED(1, 5)) {
        test_random random = {(uint64_t)run * 7919u + 5u};
        thud_world *world = test_world_create();
        int count = test_random_int(&random, 6, 20);
        const float length = 24.0f / (float)(count - 1), dt = 1.0f / (float[]){30.0f, 60.0f, 120.0f}[run % 3];
        thud_vec2 points[20] = {{-12.0f, 0.0f}};
        for (int i = 1; i < count; i++) {
            float slope = test_random_float(&random, -0.7f, 0.7f);
            points[i] = (thud_vec2){points[i - 1].x + length, points[i - 1].y + slope * length};
        }
        thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
        thud_shape_def def = thud_shape_defaults();
        def.one_way = thud_vec2_make(0.0f, 1.0f);
        for (int i = 1; i < count; i++) {
            thud_vec2 a = points[i - 1], b = points[i];
            const thud_vec2 corners[] = {a, b, {b.x, b.y - 0.2f}, {a.x, a.y - 0.2f}};
            thud_shape piece;
            assert_int_equal(thud_polygon(corners, 4, 0.0f, &piece), THUD_OK);
            bool is_line = run / 3 % 2;
            assert_false(thud_shape_id_is_null(is_line ? thud_body_add_segment(world, body, &def, a, b)
                                                       : thud_body_add_shape(world, body, &def, &piece)));
        }
        course c = course_of(world, thud_vec2_make(test_random_float(&random, -6.0f, 6.0f), 12.0f));
        if (run % 4 == 0) {
            assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        }
        assert_true(lands(&c, dt));
        float speed = test_random_float(&random, -5.0f, 5.0f), level = c.state.position.y;
        assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        bool is_caught = false;
        for (int step = 0; !is_caught && c.state.position.y > level - 1.5f; step++) {
            thud_world_step(world, dt);
            c.velocity = thud_vec2_make(speed, c.velocity.y - COURSE_GRAVITY * dt);
            assert_true(thud_mover_move(world, &c.def, &c.state, c.velocity, dt, &c.result));
            c.velocity = c.result.velocity;
            is_caught = c.result.floor.touching || c.result.hit_count > 0;
            assert_true(!is_caught || (float)step * dt > 0.18f);
        }
        dropped++;
        caught += is_caught;
        thud_world_destroy(world);
    }
    assert_true(caught * 50 <= dropped);
}

/* It went on dropping as long as it touched the platform beside the solid floor, and fell when it walked there. */
static void a_drop_that_solid_floor_stops_is_over(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    ledge(world, THUD_BODY_STATIC, 1.0f, 2.9f, 1.0f, 0.1f);
    course_wall(world, -1.0f, 2.9f, 1.0f, 0.1f);
    course c = course_of(world, thud_vec2_make(0.2f, 3.0f + COURSE_STAND));
    assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
    course_run(&c, 0.0f, 10);
    assert_true(thud_mover_drop_through(world, &c.def, &c.state)); /* its middle is over the platform */
    course_run(&c, 0.0f, 1);
    assert_true(c.result.floor.touching && !c.state.dropping);
    course_run(&c, 2.0f, 30);
    assert_true(c.result.floor.touching && c.state.position.x > 1.0f);
    assert_float_equal(c.state.position.y, 3.0f + COURSE_STAND, 0.001f);
    thud_world_destroy(world);
}

/* A jump aside, through the right piece from below, was caught by the end of the left piece. */
static void nothing_catches_between_two_pieces_that_it_passes(void **state) {
    (void)state;
    for (int i = 0; i < 60; i++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        ledge(world, THUD_BODY_STATIC, -1.0f, 2.0f, 1.0f, 0.0625f);
        ledge(world, THUD_BODY_STATIC, 1.0f, 2.0f, 1.0f, 0.0625f);
        course c = course_of(world, thud_vec2_make(0.8f + 0.01f * (float)i, COURSE_STAND));
        course_run(&c, 0.0f, 3);
        c.velocity.y = 12.0f; /* to 0.3 m above the platform with its feet */
        while (c.state.position.x > -1.5f) {
            course_run(&c, -4.0f, 1);
            float height = c.state.position.y - COURSE_STAND;
            bool is_between = height > 0.1f && height < 2.06f;
            assert_false(is_between && (c.result.floor.touching || c.result.wall.touching));
        }
        thud_world_destroy(world);
    }
}

/* ---- the callback ---- */

static thud_mover_verdict judge_by_material(thud_world *world, thud_shape_id shape, void *context) {
    (void)context;
    return (thud_mover_verdict)thud_shape_definition(world, shape).material_id;
}

static thud_body_id judged_box(thud_world *world, thud_mover_verdict verdict, float x, float y, float half_x,
                               float half_y) {
    thud_body_id body = course_wall(world, x, y, half_x, half_y);
    thud_shape_def def = thud_shape_definition(world, test_shape_of(world, body));
    def.material_id = (uint64_t)verdict;
    thud_shape_configure(world, test_shape_of(world, body), &def);
    return body;
}

static void the_judge_decides_what_is_solid_one_way_soft_or_not_there(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    judged_box(world, THUD_MOVER_SOLID, 0.0f, -0.5f, 50.0f, 0.5f);
    judged_box(world, THUD_MOVER_IGNORE, 3.0f, 1.0f, 0.5f, 1.0f);
    judged_box(world, THUD_MOVER_ONE_WAY, 8.0f, 2.0f, 2.0f, 0.1f);
    judged_box(world, THUD_MOVER_SOFT, -5.0f, 1.0f, 1.0f, 1.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    c.def.judge = judge_by_material;
    course_run(&c, 4.0f, 120);
    assert_float_equal(c.state.position.x, 8.0f, 0.05f);
    c.velocity.y = 14.0f;
    course_run(&c, 0.0f, 120);
    assert_float_equal(c.state.position.y, 2.1f + COURSE_STAND, 0.001f);
    assert_true(thud_mover_drop_through(world, &c.def, &c.state));
    course_run(&c, 0.0f, 120);
    assert_float_equal(c.state.position.y, COURSE_STAND, 0.001f);
    c.state.position = thud_vec2_make(-5.2f, COURSE_STAND);
    float before = c.state.position.x;
    course_run(&c, 0.0f, 1);
    assert_float_equal(before - c.state.position.x, c.def.soft_speed * TEST_DT, 1.0e-4f);
    course_run(&c, 0.0f, 60);
    assert_float_equal(c.state.position.x, -6.3f, 0.01f);
    course_run(&c, 5.0f, 60);
    assert_true(c.state.position.x > -4.0f); /* walked through it */
    thud_world_destroy(world);
}

/* A mover beside what the judge calls one-way, but above its top, was not above it: at speed it came down through the top. */
static void what_the_judge_calls_one_way_catches_what_comes_from_aside(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        thud_world *world = test_world_create();
        judged_box(world, THUD_MOVER_ONE_WAY, 8.0f, 2.0f, 4.0f, 0.1f);
        course c = course_of(world, thud_vec2_make(2.8f + 0.01f * (float)i, 2.3f + COURSE_STAND));
        c.def.judge = judge_by_material;
        for (int step = 0; step < 4; step++) {
            assert_true(
                thud_mover_move(world, &c.def, &c.state, thud_vec2_make(120.0f, -20.0f), TEST_DT, &c.result));
        }
        assert_true(c.state.position.x > 8.0f);
        assert_true(c.result.position.y > 2.1f + COURSE_STAND - 0.001f);
        thud_world_destroy(world);
    }
}

/*
 * The judge answers ONE_WAY for a lift that rises or sinks under a mover in the air. The shapes that have swept over
 * the mover were searched while its position still was (0, 0) for the judge's answer: a lift that rose over the mover by
 * more than the slop within a step passed through it.
 */
static void what_the_judge_calls_one_way_catches_like_a_one_way_shape_as_it_moves(void **state) {
    (void)state;
    const float speeds[] = {-6.0f, 2.0f, 10.0f, 60.0f};
    for (int i = 0; i < 4; i++) {
        for (int below = 0; below < 2; below++) { /* one that comes from above passes */
            thud_world *world = test_world_create();
            thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.1f, 0.0f);
            thud_shape_def def = thud_shape_definition(world, test_shape_of(world, lift));
            def.material_id = THUD_MOVER_ONE_WAY;
            thud_shape_configure(world, test_shape_of(world, lift), &def);
            course c = course_of(world, thud_vec2_make(0.0f, below ? -2.0f : 3.0f));
            c.def.judge = judge_by_material;
            for (int step = 0; step < 120; step++) {
                thud_body_set_velocity(world, lift, thud_vec2_make(1.0f, below ? -speeds[i] : speeds[i]), 0.0f);
                course_run(&c, 0.0f, 1);
                assert_true(!below || thud_abs(c.result.moved.y - c.velocity.y * TEST_DT) < 1.0e-4f);
            }
            float top = thud_body_position(world, lift).y + 0.1f + COURSE_STAND;
            assert_true(below || (c.result.floor.touching && thud_abs(c.state.position.y - top) < 0.001f));
            thud_world_destroy(world);
        }
    }
}

/* A lift under a ceiling crushed the mover on it in one step, and let it through in the next; a crusher above a platform crushed
 * it in each step. */
static void one_way_shapes_crush_nothing(void **state) {
    (void)state;
    const float speeds[] = {0.4f, 1.0f, 3.0f, 8.0f, 60.0f};
    for (int run = 0; run < 20; run++) {
        bool falls = run / 10, is_judged = run / 5 % 2;
        float speed = speeds[run % 5];
        thud_world *world = test_world_create();
        thud_body_type type = falls ? THUD_BODY_STATIC : THUD_BODY_KINEMATIC;
        thud_body_id lift = is_judged ? course_box(world, type, 0.0f, 0.0f, 3.0f, 0.1f, 0.0f)
                                      : ledge(world, type, 0.0f, 0.0f, 3.0f, 0.1f);
        thud_shape_def def = thud_shape_definition(world, test_shape_of(world, lift));
        def.material_id = is_judged ? THUD_MOVER_ONE_WAY : THUD_MOVER_SOLID;
        thud_shape_configure(world, test_shape_of(world, lift), &def);
        thud_body_id above =
            course_box(world, falls ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC, 0.0f, 2.5f, 5.0f, 0.5f, 0.0f);
        thud_body_set_velocity(world, falls ? above : lift, thud_vec2_make(0.0f, falls ? -speed : speed), 0.0f);
        course c = course_of(world, thud_vec2_make(0.0f, 0.1f + COURSE_STAND));
        c.def.judge = judge_by_material;
        float height = 0.0f;
        for (int step = 0; step < 300 && height > -2.0f; step++) {
            course_step(&c);
            height = c.state.position.y - thud_body_position(world, lift).y;
            float room = thud_body_position(world, above).y - 0.5f - c.state.position.y;
            assert_true(!c.result.crushed && room > 0.8f);
        }
        assert_true(height <= -2.0f);
        thud_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_way_platforms_hold_from_above_and_let_through_from_below_and_the_sides),
        cmocka_unit_test(a_test_tells_the_height_of_a_move_through_a_platform),
        cmocka_unit_test(moving_one_way_platforms_catch_what_is_above_and_carry_it),
        cmocka_unit_test(drops_through_what_it_stands_on_and_lands_on_what_is_below),
        cmocka_unit_test(drops_by_one_ledge_at_a_time_of_a_body_with_many),
        cmocka_unit_test(drops_through_a_platform_that_sinks),
        cmocka_unit_test(drops_through_a_lift_that_sinks_faster_and_faster),
        cmocka_unit_test(drops_through_a_lift_that_changes_its_speed_at_once),
        cmocka_unit_test(drops_through_a_slope_that_it_runs_down),
        cmocka_unit_test(a_jump_ends_a_drop),
        cmocka_unit_test(drops_through_a_platform_of_many_bodies),
        cmocka_unit_test(drops_through_a_platform_of_many_bodies_that_swings),
        cmocka_unit_test(drops_while_it_runs_level_along_any_up),
        cmocka_unit_test(drops_through_a_surface_of_many_pieces),
        cmocka_unit_test(a_drop_that_solid_floor_stops_is_over),
        cmocka_unit_test(nothing_catches_between_two_pieces_that_it_passes),
        cmocka_unit_test(what_the_judge_calls_one_way_catches_what_comes_from_aside),
        cmocka_unit_test(what_the_judge_calls_one_way_catches_like_a_one_way_shape_as_it_moves),
        cmocka_unit_test(one_way_shapes_crush_nothing),
        cmocka_unit_test(the_judge_decides_what_is_solid_one_way_soft_or_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
