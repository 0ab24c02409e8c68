/* The character mover among moving bodies: platforms, walls that push, crushers, crates, other movers. */
#include "unit/platformer/mover_course.h"

#include "reference/random.h"
#include "thud/runner.h"

#include <math.h>

/* ---- carried ---- */

typedef enum path_kind {
    PATH_LEVEL,
    PATH_UP_AND_DOWN,
    PATH_REVERSING,
    PATH_ACCELERATING,
    PATH_TURNING,
    PATH_CIRCLING,
    PATH_COUNT
} path_kind;

/* The target pose of a platform at a time. */
static thud_pose platform_at(path_kind kind, float t) {
    thud_pose pose = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    switch (kind) {
    case PATH_LEVEL:
        pose.position.x = 3.0f * t;
        break;
    case PATH_UP_AND_DOWN:
        pose.position.y = 4.0f * sinf(1.5f * t);
        break;
    case PATH_REVERSING: { /* at once, each second, 5 m/s */
        float phase = fmodf(t, 2.0f);
        pose.position.x = 5.0f * (phase < 1.0f ? phase : 2.0f - phase);
        pose.position.y = pose.position.x;
        break;
    }
    case PATH_ACCELERATING: /* up to 40 m/s^2, more than gravity */
        pose.position.x = 10.0f * sinf(2.0f * t);
        pose.position.y = 2.5f * cosf(4.0f * t);
        break;
    case PATH_TURNING:
        pose.rotation = thud_rot_from_angle(0.5f * sinf(t));
        break;
    default:
        pose.position.x = 4.0f * cosf(t);
        pose.position.y = 4.0f * sinf(t);
        pose.rotation = thud_rot_from_angle(0.4f * sinf(2.0f * t));
        break;
    }
    return pose;
}

static void drive(thud_world *world, thud_body_id platform, path_kind kind, int step) {
    thud_pose target = platform_at(kind, (float)(step + 1) * TEST_DT);
    assert_true(
        thud_body_set_target(world, platform, target.position, thud_rot_angle(target.rotation), TEST_DT));
}

/* The point of a capsule that moves with the platform: the centre of its lower circle. */
static thud_vec2 lower_center(const course *c) {
    return thud_vec2_add(c->state.position, thud_vec2_make(0.0f, -0.5f));
}

static void is_carried_within_a_millimetre_in_60_s_and_neither_sinks_nor_hops(void **state) {
    (void)state;
    for (int kind = 0; kind < PATH_COUNT; kind++) {
        thud_world *world = test_world_create();
        thud_body_id platform = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.25f, 4.0f, 0.25f, 0.0f);
        thud_body_teleport(world, platform, platform_at((path_kind)kind, 0.0f).position, 0.0f);
        thud_vec2 top = platform_at((path_kind)kind, 0.0f).position;
        course c = course_of(world, thud_vec2_make(top.x + 1.0f, top.y + 0.25f + COURSE_STAND));
        thud_vec2 start = {0.0f, 0.0f};
        float drift = 0.0f, gap_low = FLT_MAX, gap_high = 0.0f;
        for (int i = 0; i < 3600; i++) {
            drive(world, platform, (path_kind)kind, i);
            course_run(&c, 0.0f, 1);
            if (i < 2) {
                start = thud_body_local_point(world, platform, lower_center(&c));
                continue;
            }
            assert_true(c.result.floor.touching && !c.result.left_floor && !c.result.landed &&
                        !c.result.crushed);
            drift = thud_max(
                drift, thud_vec2_distance(start, thud_body_local_point(world, platform, lower_center(&c))));
            float gap = course_gap(&c);
            gap_low = thud_min(gap_low, gap);
            gap_high = thud_max(gap_high, gap);
        }
        assert_true(drift < 0.001f);
        assert_true(gap_low > 0.001f && gap_high < 0.003f);
        thud_world_destroy(world);
    }
}

static void leaving_keeps_what_the_option_says(void **state) {
    (void)state;
    for (int leaving = THUD_LEAVING_KEEPS_ALL; leaving <= THUD_LEAVING_KEEPS_NONE; leaving++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            thud_world *world = test_world_create();
            thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.25f, 40.0f, 0.25f, 0.0f);
            thud_body_set_velocity(world, lift, thud_vec2_make(4.0f, 2.0f * (float)sign), 0.0f);
            course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
            c.def.leaving = (thud_mover_leaving)leaving;
            course_run(&c, 0.0f, 10);
            assert_true(c.result.floor.touching);
            assert_float_equal(c.result.floor_velocity.x, 4.0f, 1.0e-4f);
            c.velocity = thud_vec2_make(1.0f, 10.0f + COURSE_GRAVITY * TEST_DT);
            course_step(&c);
            assert_true(c.result.left_floor);
            float kept_x = leaving == THUD_LEAVING_KEEPS_ALL ? 4.0f : 0.0f;
            float kept_y = leaving == THUD_LEAVING_KEEPS_ALL      ? 2.0f * (float)sign
                           : leaving == THUD_LEAVING_KEEPS_UPWARD ? thud_max(2.0f * (float)sign, 0.0f)
                                                                  : 0.0f;
            assert_float_equal(c.velocity.x, 1.0f + kept_x, 1.0e-3f);
            assert_float_equal(c.velocity.y, 10.0f + kept_y, 1.0e-3f);
            for (int i = 0; i < 120 && !c.result.landed; i++) {
                course_step(&c);
            }
            assert_true(c.result.landed && c.result.landing_speed > 5.0f);
            assert_float_equal(c.velocity.x, 1.0f, 1.0e-3f); /* the added velocity is removed again */
            thud_world_destroy(world);
        }
    }
}

static void a_jump_stays_above_the_platform_that_it_left(void **state) {
    (void)state;
    for (int run = 0; run < 6; run++) {
        int rise = run / 2 - 1;
        thud_world *world = test_world_create();
        thud_body_id cart = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.25f, 20.0f, 0.25f, 0.0f);
        thud_body_set_linear_velocity(world, cart, thud_vec2_make(run % 2 ? 12.0f : -12.0f, 3.0f * (float)rise));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 0.0f, 40);
        assert_true(c.result.floor.touching);
        thud_vec2 place = thud_vec2_sub(c.state.position, thud_body_position(world, cart));
        c.velocity.y = 12.0f + COURSE_GRAVITY * TEST_DT;
        for (int i = 0; i < 60 && !c.result.landed; i++) {
            course_step(&c);
            thud_vec2 now = thud_vec2_sub(c.state.position, thud_body_position(world, cart));
            assert_float_equal(now.x, place.x, 0.001f);
            float height = (float)(i + 1) * TEST_DT * (12.0f - 0.5f * COURSE_GRAVITY * TEST_DT * (float)i);
            float slack = c.result.landed ? 0.2f : 0.001f;
            assert_float_equal(now.y, place.y + thud_max(height, 0.0f), slack);
        }
        assert_true(c.result.landed);
        thud_world_destroy(world);
    }
}

static void a_runner_that_jumps_off_a_cart_lands_where_it_stood(void **state) {
    (void)state;
    for (int run = 0; run < 6; run++) {
        thud_world *world = test_world_create();
        thud_body_id cart = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.25f, 20.0f, 0.25f, 0.0f);
        thud_body_set_linear_velocity(world, cart, thud_vec2_make(run % 2 ? -3.0f : 10.0f, 0.0f));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        c.def.leaving = (thud_mover_leaving)(run / 2);
        thud_runner_def def = thud_runner_defaults();
        thud_runner runner = {0};
        thud_runner_result wanted = {0};
        float place = 0.0f;
        for (int step = 0; step < 120; step++) {
            thud_world_step(world, TEST_DT);
            thud_runner_surroundings around = thud_runner_look(&wanted, &c.result);
            thud_runner_input input = {.jump = step >= 30};
            wanted = thud_runner_step(&def, &runner, &input, &around, TEST_DT);
            assert_true(thud_mover_move(world, &c.def, &c.state, wanted.mean_velocity, TEST_DT, &c.result));
            float now = c.state.position.x - thud_body_position(world, cart).x;
            place = step < 30 ? now : place;
            if (c.def.leaving == THUD_LEAVING_KEEPS_ALL) {
                assert_float_equal(now, place, 0.002f);
            } else if (!c.result.floor.touching) {
                assert_float_equal(c.result.velocity.x, 0.0f, 0.001f);
            }
        }
        assert_true(c.result.floor.touching && runner.carried.x == 0.0f);
        thud_world_destroy(world);
    }
}

/* A jump from below the corner of a ceiling, 0.4 m above the head, which overlaps it by `overlap`; returns its height. */
static float jump_at_corner(float overlap, float dt) {
    thud_world *world = test_world_create();
    course_wall(world, 0.0f, -0.5f, 10.0f, 0.5f);
    course_wall(world, 5.3f - overlap, 3.0f, 5.0f, 1.0f);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    thud_runner_def def = thud_runner_defaults();
    thud_runner runner = {0};
    thud_runner_result wanted = {0};
    float height = 0.0f;
    for (int step = 0; (float)step * dt < 1.0f; step++) {
        thud_world_step(world, dt);
        thud_runner_surroundings around = thud_runner_look(&wanted, &c.result);
        thud_runner_input input = {.jump = step >= 2};
        wanted = thud_runner_step(&def, &runner, &input, &around, dt);
        assert_true(thud_mover_move(world, &c.def, &c.state, wanted.mean_velocity, dt, &c.result));
        height = thud_max(height, c.state.position.y - COURSE_STAND);
    }
    thud_world_destroy(world);
    return height;
}

/* A level that moves as a whole, and a runner in it. */
typedef struct ship {
    course c;
    thud_body_id hull;
    thud_runner runner;
    thud_runner_result wanted;
} ship;

static ship ship_of(thud_vec2 velocity) {
    thud_world *world = test_world_create();
    ship s = {.hull = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.5f, 20.0f, 0.5f, 0.0f)};
    thud_body_set_velocity(world, s.hull, velocity, 0.0f);
    for (int side = -1; side <= 1; side += 2) {
        thud_body_set_velocity(
            world, course_box(world, THUD_BODY_KINEMATIC, (float)side * 6.0f, 30.0f, 0.5f, 30.0f, 0.0f),
            velocity, 0.0f);
    }
    s.c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    assert_true(thud_mover_move(world, &s.c.def, &s.c.state, (thud_vec2){0.0f, -1.0f}, TEST_DT, &s.c.result));
    s.c.result.landed = false; /* as if it had come with the ship */
    return s;
}

static thud_vec2 ship_step(ship *s, const thud_runner_input *input, float dt) {
    const thud_runner_def def = thud_runner_defaults();
    thud_world_step(s->c.world, dt);
    thud_runner_surroundings around = thud_runner_look(&s->wanted, &s->c.result);
    s->wanted = thud_runner_step(&def, &s->runner, input, &around, dt);
    assert_int_equal(s->wanted.status, THUD_OK);
    assert_true(thud_mover_move(s->c.world, &s->c.def, &s->c.state, s->wanted.mean_velocity, dt, &s->c.result));
    return thud_vec2_sub(s->c.state.position, thud_body_position(s->c.world, s->hull));
}

/* Dashes, late jumps, slides down walls and jumps off them, and the apex of a jump were relative to the world: a game on a ship
 * parted from the same game on land within seconds, by centimetres in one step. */
static void plays_on_a_ship_as_on_land(void **state) {
    (void)state;
    const thud_vec2 velocities[] = {{3.0f, 0.0f}, {-3.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}, {2.0f, -2.0f}};
    int dashes = 0, jumps = 0;
    for (int run = 0; run < 5 * 2 * 20; run += TEST_UNLESS_SANITIZED(1, 7)) {
        test_random random = {(uint64_t)run * 7919u + 1};
        ship land = ship_of((thud_vec2){0.0f, 0.0f}), sea = ship_of(velocities[run % 5]);
        thud_runner_input input = {0};
        const float dt = run / 5 % 2 ? 1.0f / 60.0f : 1.0f / 144.0f;
        float next = 0.2f;
        for (float time = 0.0f; time < 8.0f; time += dt) {
            if (time >= next) {
                next = time + test_random_float(&random, 0.05f, 0.5f);
                input.direction = (float)test_random_int(&random, -1, 1);
                input.climb = (float)test_random_int(&random, -1, 1);
                input.jump = test_random_int(&random, 0, 2) > 0;
                input.dash = test_random_int(&random, 0, 9) == 0;
            }
            thud_vec2 at = ship_step(&land, &input, dt);
            assert_float_equal(thud_vec2_distance(at, ship_step(&sea, &input, dt)), 0.0f, 0.002f);
            dashes += sea.wanted.dashed;
            jumps += sea.wanted.wall_jumped;
        }
        thud_world_destroy(land.c.world);
        thud_world_destroy(sea.c.world);
    }
    assert_true(dashes > 50 && jumps > 10);
}

/* The slide down a wall slows a fall down. Where that ended on a floor that rose, the runner's velocity at the end of the step was above
 * what it lost by landing: it went on to slide, and a jump was one off the wall, in 6 of the first 14 falls. */
static void a_slide_down_a_wall_ends_on_a_floor_that_rises(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 14; run++) {
        ship land = ship_of((thud_vec2){0.0f, 0.0f});
        ship sea = ship_of((thud_vec2){0.0f, run < 14 ? 4.0f : 8.0f});
        for (int step = 0; step < 150; step++) {
            bool runs = step < 55 || step > 92 + run % 14;
            thud_runner_input input = {.direction = runs ? 1.0f : 0.0f, .jump = step > 60 && step < 90};
            ship_step(&land, &input, TEST_DT);
            ship_step(&sea, &input, TEST_DT);
            assert_int_equal(sea.runner.phase, land.runner.phase);
        }
        assert_int_equal(land.runner.phase, THUD_RUNNER_FLOOR);
        thud_world_destroy(land.c.world);
        thud_world_destroy(sea.c.world);
    }
}

static void put_ceiling(thud_world *world, float height, thud_vec2 velocity) {
    thud_body_id ceiling = course_box(world, THUD_BODY_KINEMATIC, 0.0f, height + 0.5f, 6.0f, 0.5f, 0.0f);
    thud_body_set_velocity(world, ceiling, velocity, 0.0f);
}

/* At a ceiling a runner lost its speed upwards in the world, not against the ceiling: on a ship that sank it stuck to it. */
static void meets_a_ceiling_on_a_ship_as_on_land(void **state) {
    (void)state;
    const thud_vec2 velocities[] = {{3.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}, {2.0f, -2.0f}};
    for (int run = 0; run < 4 * 2 * 2 * 5; run++) {
        const float dt = run / 4 % 2 ? 1.0f / 60.0f : 1.0f / 144.0f, height = 1.7f + 0.5f * (float)(run / 16);
        ship land = ship_of((thud_vec2){0.0f, 0.0f}), sea = ship_of(velocities[run % 4]);
        put_ceiling(land.c.world, height, (thud_vec2){0.0f, 0.0f});
        put_ceiling(sea.c.world, height, velocities[run % 4]);
        for (float time = 0.0f; time < 0.9f; time += dt) {
            bool rises = time > 0.1f, dashes = run / 8 % 2;
            thud_runner_input input = {.climb = 1.0f, .jump = rises && !dashes, .dash = rises && dashes};
            thud_vec2 at = ship_step(&land, &input, dt);
            assert_float_equal(thud_vec2_distance(at, ship_step(&sea, &input, dt)), 0.0f, 0.002f);
        }
        thud_world_destroy(land.c.world);
        thud_world_destroy(sea.c.world);
    }
}

/* A jump or dash from a lift ends at the velocity of the ceiling that it meets, not at that of the lift. */
static void a_jump_from_a_lift_ends_at_the_ceiling_s_velocity(void **state) {
    (void)state;
    const float speeds[] = {-2.0f, 0.0f, 2.0f};
    for (int run = 0; run < 3 * 3 * 2; run++) {
        const float ceiling = speeds[run / 3 % 3], lift = speeds[run % 3];
        const bool dashes = run / 9;
        ship s = ship_of((thud_vec2){0.0f, lift});
        put_ceiling(s.c.world, 3.0f, (thud_vec2){0.0f, ceiling});
        int steps = 0;
        do {
            thud_runner_input input = {
                .climb = 1.0f, .jump = steps > 0 && !dashes, .dash = steps > 0 && dashes};
            ship_step(&s, &input, TEST_DT);
            assert_true(++steps < 60);
        } while (!s.c.result.ceiling.touching);
        thud_runner_input input = {.climb = 1.0f, .jump = !dashes, .dash = dashes};
        ship_step(&s, &input, TEST_DT);
        float start = 2.0f * s.wanted.mean_velocity.y - s.wanted.velocity.y; /* of the step */
        assert_float_equal(start, ceiling, 1.0e-3f);
        thud_world_destroy(s.c.world);
    }
}

/* The plank below a roof gives way to the jump's push in each step, by nothing: the runner pressed on until its jump ended. */
static void a_jump_does_not_stick_to_what_it_pushes_up(void **state) {
    (void)state;
    for (int heavy = 0; heavy < 2; heavy++) {
        ship s = ship_of((thud_vec2){0.0f, 0.0f});
        put_ceiling(s.c.world, 3.7f, (thud_vec2){0.0f, 0.0f});
        course_box(s.c.world, THUD_BODY_DYNAMIC, 0.0f, 3.5f, 1.0f, 0.2f, heavy ? 50.0f : 1.0f);
        for (int side = -1; side <= 1; side += 2) {
            course_wall(s.c.world, (float)side * 0.8f, 3.2f, 0.2f, 0.1f);
        }
        int touches = 0;
        for (int i = 0; i < 60; i++) {
            thud_runner_input input = {.jump = i > 30};
            ship_step(&s, &input, TEST_DT);
            touches += s.c.result.ceiling.touching;
        }
        assert_in_range(touches, 1, 2);
        thud_world_destroy(s.c.world);
    }
}

/* At 30 steps a second the corner was met in the first step of the jump, and what it took counted as the floor's: 1.3 m were
 * left. At 144 one slipped past it in many steps, each by corner_slip. */
static void a_jump_passes_a_corner_or_not_at_any_rate(void **state) {
    (void)state;
    const float rates[] = {30.0f, 60.0f, 144.0f};
    for (int i = 0; i < 3; i++) {
        for (float overlap = 0.01f; overlap < 0.1f; overlap += 0.01f) {
            assert_true(jump_at_corner(overlap, 1.0f / rates[i]) > 3.0f);
        }
        assert_true(jump_at_corner(0.12f, 1.0f / rates[i]) < 0.6f);
        assert_true(jump_at_corner(0.14f, 1.0f / rates[i]) < 0.6f);
    }
}

/* A lift that rises faster than a jump. The mover stayed in the air above it, pushed on in each step, until its own
 * velocity turned: half a second at 20 m/s. */
static void a_lift_that_rises_faster_than_a_jump_catches_it_at_once(void **state) {
    (void)state;
    const float speeds[] = {3.0f, 6.0f, 10.0f, 20.0f};
    for (int i = 0; i < 4; i++) {
        thud_world *world = test_world_create();
        thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.7f, 3.0f, 0.5f, 0.0f);
        thud_body_set_linear_velocity(world, lift, thud_vec2_make(0.0f, speeds[i]));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        c.velocity.y = 0.75f * speeds[i];
        float x = 0.0f;
        for (int step = 0; step < 30; step++) {
            course_run(&c, 2.0f, 1);
            float gap = c.state.position.y - COURSE_STAND - thud_body_position(world, lift).y - 0.5f;
            assert_true(gap > -0.001f && (step < 8 || (c.result.floor.touching && gap < 0.001f)));
            assert_float_equal(c.state.position.x - x, 2.0f * TEST_DT, 0.001f);
            x = c.state.position.x;
        }
        thud_world_destroy(world);
    }
}

/* Over a lift that rises into its feet, a character that flies level lands. Along an `up` that is no axis it flew on above the lift
 * where rounding gave it a velocity towards that, as in 19 of these 64. */
static void a_lift_that_rises_catches_what_flies_level_along_any_up(void **state) {
    (void)state;
    for (int i = 0; i < 64; i++) {
        const thud_rot turn = thud_rot_from_angle(0.1f * (float)i);
        thud_world *world = test_world_create();
        thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.1f, 0.1f * (float)i);
        thud_body_set_linear_velocity(world, lift, thud_rot_apply(turn, thud_vec2_make(0.0f, 2.0f)));
        course c = course_of(world, thud_rot_apply(turn, thud_vec2_make(0.0f, 0.42f)));
        c.def.up = thud_rot_apply(turn, c.def.up);
        assert_int_equal(thud_circle(thud_vec2_make(0.0f, 0.0f), 0.3f, &c.def.shape), THUD_OK);
        for (int step = 0; step < 3; step++) {
            thud_vec2 level = thud_rot_apply(turn, thud_vec2_make(8.0f + (float)step, 0.0f));
            test_step(world, 1);
            assert_true(thud_mover_move(world, &c.def, &c.state, level, TEST_DT, &c.result));
            assert_true(c.result.floor.touching);
        }
        thud_world_destroy(world);
    }
}

/* Where a wedge that moves towards a wall has raised a mover that jumps between the two with a speed [m]. */
static float raised_by_wedge(float speed) {
    const thud_vec2 corners[] = {{-1.1f, -1.0f}, {4.3f, -1.0f}, {4.3f, 9.35f}};
    const thud_shape_def shape = thud_shape_defaults();
    thud_world *world = test_world_create();
    course_wall(world, -1.0f, 0.0f, 0.5f, 20.0f);
    thud_body_id wedge = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(0.0f, 0.0f));
    assert_false(thud_shape_id_is_null(thud_body_add_hull(world, wedge, &shape, corners, 3)));
    thud_body_set_velocity(world, wedge, thud_vec2_make(-2.0f, 0.0f), 0.0f);
    course c = course_of(world, thud_vec2_make(-0.19f, 2.0f));
    for (int step = 0; step < 60; step++) {
        c.velocity = thud_vec2_make(-3.0f, speed + COURSE_GRAVITY * TEST_DT);
        course_step(&c);
    }
    thud_world_destroy(world);
    return c.state.position.y - 2.0f;
}

/* Of a push by two obstacles a part was taken from the path for each, in the order in which they were found: the rest of the
 * push added to the jump, by up to 44 mm here, and by 43 mm in a step where a lift pressed a mover against a corner. */
static void a_jump_adds_nothing_to_a_push_along_a_wall(void **state) {
    (void)state;
    float pushed = raised_by_wedge(0.0f);
    assert_true(pushed > 3.7f && pushed < 3.8f);
    for (float speed = 1.0f; speed < 6.0f; speed += 1.0f) {
        assert_float_equal(raised_by_wedge(speed), thud_max(pushed, speed), 0.001f);
    }
}

/* A platform that comes under a character which rises straight up. Its speed in the world was 0 but for rounding, and the
 * side to which that rounded decided where the rest of its path led: the mirror image was up to 10 mm away. */
static void lands_alike_on_platforms_from_the_left_and_from_the_right(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        thud_vec2 ends[2];
        for (int side = 0; side < 2; side++) {
            float sign = side == 0 ? 1.0f : -1.0f;
            thud_world *world = test_world_create();
            thud_body_id platform =
                course_box(world, THUD_BODY_KINEMATIC, sign * 2.0f, -0.5f, 1.0f, 0.5f, 0.0f);
            thud_body_set_velocity(world, platform, thud_vec2_make(sign * -8.0f, 0.0f), 0.0f);
            course c = course_of(world, thud_vec2_make(sign * (0.3f - 0.02f * (float)(i % 4)),
                                                       0.62f + 0.01f * (float)(i / 4)));
            c.velocity.y = 2.2f;
            for (int step = 0; step < 20 && !c.result.floor.touching; step++) {
                course_run(&c, 0.0f, 1);
            }
            ends[side] = thud_vec2_make(sign * c.state.position.x, c.state.position.y);
            thud_world_destroy(world);
        }
        assert_float_equal(ends[0].x, ends[1].x, 1.0e-4f);
        assert_float_equal(ends[0].y, ends[1].y, 1.0e-4f);
    }
}

static void conveyors_and_ice_reach_the_result(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id belt = course_wall(world, 0.0f, -0.5f, 50.0f, 0.5f);
    thud_material material = {.friction = 0.05f, .surface_speed = 2.0f};
    thud_shape_set_material(world, test_shape_of(world, belt), &material);
    course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
    course_run(&c, 0.0f, 3);
    float x = c.state.position.x;
    course_run(&c, 0.0f, 60);
    assert_float_equal(c.result.friction, 0.05f, 1.0e-6f);
    assert_float_equal(c.result.floor_velocity.x, 2.0f, 1.0e-4f);
    assert_float_equal(c.result.floor.material.surface_speed, 2.0f, 0.0f);
    assert_float_equal(c.state.position.x - x, 2.0f, 0.001f);
    assert_true(c.velocity.x == 0.0f);
    course_run(&c, -2.0f, 60); /* walks against the belt */
    assert_float_equal(c.state.position.x - x, 2.0f, 0.002f);
    thud_world_destroy(world);
}

/* Two belts that run against each other, or one against which it walks too slowly. It moved to and fro over the seam, by
 * what a belt carries it in a step: 5 cm. */
static void stands_still_where_a_belt_would_carry_it_back(void **state) {
    (void)state;
    for (int run = 0; run < 4; run++) {
        thud_world *world = test_world_create();
        const float speeds[] = {3.0f, run % 2 ? 0.0f : -3.0f};
        for (int side = 0; side < 2; side++) {
            thud_body_id belt = course_wall(world, side ? 10.0f : -10.0f, -0.5f, 10.0f, 0.5f);
            thud_material material = {.friction = 0.6f, .surface_speed = speeds[side]};
            thud_shape_set_material(world, test_shape_of(world, belt), &material);
        }
        course c = course_of(world, thud_vec2_make(run / 2 ? 1.02f : -1.02f, COURSE_STAND));
        const float own = run % 2 ? -2.0f : 0.0f;
        course_run(&c, own, 120);
        thud_vec2 place = c.state.position;
        assert_float_equal(place.x, 0.0f, 0.3f);
        for (int i = 0; i < 60; i++) {
            course_run(&c, own, 1);
            assert_true(c.state.position.x == place.x && c.state.position.y == place.y);
            assert_true(c.result.floor.touching && c.result.velocity.x == own);
        }
        course_run(&c, place.x < 0.0f ? 8.0f : -8.0f, 30);
        assert_true(c.state.position.x * place.x < 0.0f && thud_abs(c.state.position.x) > 1.0f);
        thud_world_destroy(world);
    }
}

/* A game takes a platform away and keeps it elsewhere for later: its rider once went there with it. It falls in the same move. */
static void a_platform_that_is_taken_away_and_moved_carries_nothing(void **state) {
    (void)state;
    for (int run = 0; run < 3 * 4; run++) {
        thud_world *world = test_world_create();
        course_wall(world, 0.0f, -0.5f, 20.0f, 0.5f);
        thud_body_id platform = course_box(world, (thud_body_type)(run % 3), 0.0f, 0.5f, 2.0f, 0.5f, 0.0f);
        course c = course_of(world, thud_vec2_make(0.0f, 1.0f + COURSE_STAND));
        c.def.leaving = THUD_LEAVING_KEEPS_NONE; /* the others take back in the air what a floor has carried */
        course_run(&c, 0.0f, 10);
        assert_true(test_same_body(c.result.floor.body, platform));
        thud_body_def def = thud_body_definition(world, platform);
        thud_shape_id shape = test_shape_of(world, platform);
        thud_shape_def shape_def = thud_shape_definition(world, shape);
        def.disabled = run / 3 == 0;
        shape_def.sensor = run / 3 == 1;
        shape_def.filter.mask = run / 3 == 2 ? 0 : shape_def.filter.mask;
        assert_true(thud_body_configure(world, platform, &def));
        assert_true(thud_shape_configure(world, shape, &shape_def));
        assert_true(run / 3 < 3 || thud_body_remove_shape(world, shape));
        assert_true(thud_body_teleport(world, platform, thud_vec2_make(50.0f, 50.0f), 0.0f));
        course_step(&c);
        assert_true(c.result.left_floor);
        assert_float_equal(c.result.moved.x, 0.0f, 1.0e-4f); /* a dynamic one hardly rests yet */
        assert_float_equal(c.result.moved.y, -COURSE_GRAVITY * TEST_DT * TEST_DT, 1.0e-4f);
        course_run(&c, 0.0f, 30);
        assert_float_equal(c.state.position.y, COURSE_STAND, 0.001f);
        thud_world_destroy(world);
    }
}

/* It hung in the air for one move, and fell in the next. */
static void falls_at_once_when_its_floor_goes(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 4; run++) {
        thud_world *world = test_world_create();
        thud_body_id body = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(-4.0f, -1.0f));
        const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_platform()};
        const uint16_t kind = run / 2 == 2 ? 2 : 1;
        const uint16_t cells[8] = {kind, kind, kind, kind, kind, kind, kind, kind};
        thud_tile_grid_def def = thud_tile_grid_defaults();
        def.tiles = (thud_tile_set){tiles, 3};
        def.columns = 8;
        def.rows = 1;
        def.cells = cells;
        thud_tile_grid_id grid = thud_tile_grid_create(world, body, &def);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        float rising = run / 2 == 3 ? 3.0f : 0.0f, running = run % 2 ? 5.0f : 0.0f;
        assert_true(thud_body_set_velocity(world, body, thud_vec2_make(0.0f, rising), 0.0f));
        course_run(&c, 0.0f, 10);
        if (run / 2 == 0 || run / 2 == 3) {
            assert_true(thud_body_destroy(world, body));
        } else if (run / 2 == 1) {
            assert_true(thud_tile_grid_fill(world, grid, (thud_tile_range){2, 0, 5, 1}, 0));
        } else {
            assert_true(thud_mover_drop_through(world, &c.def, &c.state));
        }
        float top = c.state.position.y, fallen = rising;
        for (int step = 0; step < 10; step++) {
            fallen -= COURSE_GRAVITY * TEST_DT;
            top += fallen * TEST_DT;
            course_run(&c, running, 1);
            assert_true(!c.result.floor.touching && c.result.left_floor == (step == 0));
            assert_float_equal(c.state.position.y, top, 1.0e-4f);
            assert_float_equal(c.result.moved.x, running * TEST_DT, 1.0e-5f);
        }
        thud_world_destroy(world);
    }
}

/* On an edge a mover stands where there is a platform a step below: one at rest once stayed in the air without it. */
static void a_platform_beside_its_edge_that_goes_lets_it_fall(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, -3.0f, -0.5f, 3.0f, 0.5f);
    thud_body_id platform = course_box(world, THUD_BODY_KINEMATIC, 3.0f, -0.8f, 3.0f, 0.5f, 0.0f);
    course c = course_of(world, thud_vec2_make(-0.5f, COURSE_STAND));
    course_run(&c, 0.0f, 3);
    course_run(&c, 1.0f, 45);
    course_run(&c, 0.0f, 10);
    assert_true(c.result.floor.touching && c.state.position.y < COURSE_STAND - 0.05f);
    assert_true(thud_body_teleport(world, platform, thud_vec2_make(50.0f, 0.0f), 0.0f));
    course_run(&c, 0.0f, 60);
    assert_true(c.state.position.y < -2.0f);
    thud_world_destroy(world);
}

/* ---- pushed ---- */

static void walls_push_it_while_there_is_room(void **state) {
    (void)state;
    const float speeds[] = {0.5f, 5.0f, 40.0f, 100.0f, 300.0f};
    for (int i = 0; i < 5; i++) {
        for (int thin = 0; thin < 2; thin++) {
            thud_world *world = test_world_create();
            course_wall(world, 0.0f, -0.5f, 2000.0f, 0.5f);
            thud_body_id wall =
                course_box(world, THUD_BODY_KINEMATIC, -3.0f, 1.5f, thin ? 0.05f : 1.0f, 1.4f, 0.0f);
            thud_body_set_velocity(world, wall, thud_vec2_make(speeds[i], 0.0f), 0.0f);
            course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
            for (int step = 0; step < 200; step++) {
                course_run(&c, 0.0f, 1);
                float face = thud_body_position(world, wall).x + (thin ? 0.05f : 1.0f);
                assert_true(c.state.position.x >= face + 0.3f);
                assert_true(c.result.floor.touching && !c.result.crushed);
                assert_true(course_depth(&c) == 0.0f);
            }
            thud_world_destroy(world);
        }
    }
}

/*
 * A wall pushes the hero against a crate that has room. The hero's body had no velocity when it was pushed, so that the
 * solver moved the crate by the overlap alone: at 2 m/s the hero was 3.4 cm deep in it in the step of the touch, up to 12
 * cm later, and crushed in each of the 35 steps until the crate met a wall.
 */
static void pushes_the_crate_that_it_is_pushed_against(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        float speed = kind % 2 == 0 ? 2.0f : 6.0f, density = kind < 2 ? 1.0f : 100.0f;
        thud_world *world = test_world_create();
        course_wall(world, 0.0f, -0.5f, 20.0f, 0.5f);
        thud_body_id pusher = course_box(world, THUD_BODY_KINEMATIC, -3.0f, 1.1f, 1.0f, 1.0f, 0.0f);
        thud_body_id crate = course_box(world, THUD_BODY_DYNAMIC, 3.0f, 0.5f, 0.5f, 0.5f, 0.0f);
        thud_shape_def def = thud_shape_definition(world, test_shape_of(world, crate));
        def.density = density;
        assert_true(thud_shape_configure(world, test_shape_of(world, crate), &def));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        assert_true(thud_body_set_velocity(world, pusher, thud_vec2_make(speed, 0.0f), 0.0f));
        float deepest = 0.0f;
        for (int step = 0; step < (int)(300.0f / speed); step++) {
            course_run(&c, 0.0f, 1);
            assert_false(c.result.crushed);
            deepest = thud_max(deepest, course_depth(&c));
        }
        float moved = thud_body_position(world, crate).x - 3.0f;
        printf("at %g m/s, density %g: the crate is %g m farther, the hero was %g m in it\n", (double)speed,
               (double)density, (double)moved, (double)deepest);
        assert_true(moved > 1.0f && deepest < 0.025f);
        thud_world_destroy(world);
    }
}

/* A lever that closes on a character. A part of the way along the flat wedge below it was taken though it was longer than the
 * character is wide: in 60 steps of these 400 it was thrown, by up to 6.3 m. Now it is crushed. */
static void a_lever_that_closes_crushes_and_does_not_throw(void **state) {
    (void)state;
    test_random random = {7};
    int crushed = 0;
    for (int i = 0; i < 400; i++) {
        float length = test_random_float(&random, 1.0f, 6.0f),
              at = test_random_float(&random, 0.3f, 0.95f) * length;
        float spin = test_random_float(&random, 0.3f, 2.0f), height = test_random_float(&random, 0.2f, 1.5f);
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_def def = thud_body_defaults();
        def.type = THUD_BODY_KINEMATIC;
        def.position.y = height;
        def.angle = 1.2f;
        def.angular_velocity = -spin;
        thud_shape_def shape = thud_shape_defaults();
        const thud_vec2 bar[] = {{0.0f, 0.0f}, {length, 0.0f}, {length, 0.3f}, {0.0f, 0.3f}};
        thud_body_id lever = thud_body_create(world, &def);
        assert_false(thud_shape_id_is_null(thud_body_add_hull(world, lever, &shape, bar, 4)));
        course c = course_of(world, thud_vec2_make(at, COURSE_STAND));
        for (int step = 0; step < 150 && thud_body_angle(world, lever) > -0.5f; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(thud_vec2_length(c.result.moved) < 1.0f); /* its width, and the lever's way */
            crushed += c.result.crushed;
        }
        thud_world_destroy(world);
    }
    assert_true(crushed > 0);
}

static void is_crushed_between_two_things_and_reports_both(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        thud_world *world = test_world_create();
        thud_body_id ground = course_wall(world, 0.0f, -0.5f, 20.0f, 0.5f);
        thud_body_id crusher, against = ground;
        if (kind == 0) { /* from above */
            crusher = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 4.0f, 2.0f, 1.0f, 0.0f);
            thud_body_set_velocity(world, crusher, thud_vec2_make(0.0f, -3.0f), 0.0f);
        } else if (kind == 1) { /* from the side, against a wall */
            against = course_wall(world, 3.0f, 2.0f, 1.0f, 2.0f);
            crusher = course_box(world, THUD_BODY_KINEMATIC, -3.0f, 2.0f, 1.0f, 1.9f, 0.0f);
            thud_body_set_velocity(world, crusher, thud_vec2_make(3.0f, 0.0f), 0.0f);
        } else { /* a lift against a ceiling */
            against = course_wall(world, 0.0f, 4.0f, 3.0f, 0.5f);
            crusher = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 0.2f, 1.0f, 0.2f, 0.0f);
            thud_body_set_velocity(world, crusher, thud_vec2_make(0.0f, 1.0f), 0.0f);
        }
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND + (kind == 2 ? 0.4f : 0.0f)));
        bool crushed = false;
        for (int step = 0; step < 240 && !crushed; step++) {
            course_run(&c, 0.0f, 1);
            crushed = c.result.crushed;
            if (!crushed) {
                assert_true(course_depth(&c) <= 0.005f);
            }
        }
        assert_true(crushed);
        thud_body_id *by = c.result.crushed_by;
        assert_true((test_same_body(by[0], crusher) && test_same_body(by[1], against)) ||
                    (test_same_body(by[1], crusher) && test_same_body(by[0], against)));
        thud_world_destroy(world);
    }
}

/*
 * A body moves into a mover in a gap that is slightly too narrow: by 1 mm between ceiling and floor, by 2 mm in the
 * wedge of a wall, a slope and a platform that comes down. Within the slop this is no crush; but then all kinematic
 * shapes were ignored when overlaps were resolved, not only as far as they contradict static ones: the mover stayed 120
 * mm in the wall, 15 mm in the platform, and was not crushed.
 */
static void rides_on_when_the_origin_is_shifted(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id lift = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 2.0f, 3.0f, 0.25f, 0.0f);
    thud_body_set_linear_velocity(world, lift, (thud_vec2){1.0f, 0.5f});
    course c = course_of(world, thud_vec2_make(0.0f, 2.3f + COURSE_STAND));
    course_run(&c, 0.0f, 30);
    thud_vec2 place = thud_body_local_point(world, lift, c.state.position);
    for (int step = 0; step < 60; step++) {
        if (step % 20 == 10) {
            const thud_vec2 offset = {-256.0f, 128.0f};
            assert_true(thud_world_shift_origin(world, offset));
            thud_vec2 *points[] = {&c.state.position, &c.state.previous, &c.state.placed, &c.state.floor_point};
            for (int i = 0; i < 4; i++) {
                *points[i] = thud_vec2_add(*points[i], offset);
            }
        }
        course_run(&c, 0.0f, 1);
        assert_true(c.result.floor.touching && !c.result.landed);
        thud_vec2 now = thud_body_local_point(world, lift, c.state.position);
        assert_float_equal(thud_vec2_distance(now, place), 0.0f, 0.001f);
    }
    thud_world_destroy(world);
}

/*
 * A crusher comes down on a character whose round foot is on the edge of a ledge, or of a heavy crate: the only way out is aside
 * and down around the corner, within the foot's radius of it. The plane of the corner goes on where the corner ends: of the way
 * along it, 57 cm in a step, three quarters were taken. Where a crate leaned on the character, the way led nearer to it
 * than paths do, so that none was taken: 83 of 216 were crushed.
 */
static void is_pressed_off_an_edge_no_farther_than_it_must(void **state) {
    (void)state;
    int slipped = 0;
    for (int i = 0; i < 2 * 4 * 54; i++) {
        thud_world *world = test_world_create();
        thud_body_type type = i % 2 ? THUD_BODY_DYNAMIC : THUD_BODY_STATIC;
        thud_shape_id ledge = test_shape_of(world, course_box(world, type, -1.0f, 0.0f, 1.0f, 1.0f, 0.0f));
        thud_shape_def heavy = thud_shape_definition(world, ledge);
        heavy.density = 400.0f;
        assert_true(thud_shape_configure(world, ledge, &heavy));
        course_wall(world, 0.0f, -2.0f, 9.0f, 1.0f);
        course c = course_of(world, thud_vec2_make(0.03f + 0.005f * (float)(i / 8), 1.0f + COURSE_STAND));
        course_run(&c, 0.0f, 5);
        const float crusher = c.state.position.y + 1.4f;
        thud_body_id body = course_box(world, THUD_BODY_KINEMATIC, 0.0f, crusher, 2.0f, 0.5f, 0.0f);
        thud_body_set_velocity(world, body, thud_vec2_make(0.0f, -1.0f - (float)(i / 2 % 4)), 0.0f);
        for (int step = 0; step < 60 && !c.result.crushed && c.state.position.y > 1.0f; step++) {
            course_run(&c, 0.0f, 1);
            assert_true(c.result.crushed || thud_abs(c.result.moved.x) < 0.25f);
            assert_true(c.result.crushed || (c.state.position.x < 0.35f && course_depth(&c) <= 0.005f));
        }
        slipped += !c.result.crushed;
        thud_world_destroy(world);
    }
    assert_int_equal(slipped, 2 * 4 * 54);
}

/* The way out along a flat wedge is up to 20 times the depth: the character was thrown 2.2 m aside in a step. */
static void a_flat_wedge_crushes_and_throws_no_farther_than_its_width(void **state) {
    (void)state;
    const float angles[] = {0.06f, 0.09f, -0.07f}, speeds[] = {4.0f, 8.0f, 4.0f};
    for (int i = 0; i < 3; i++) {
        thud_world *world = test_world_create();
        course_wall(world, 0.0f, -0.5f, 20.0f, 0.5f);
        thud_body_id body = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 4.0f, 4.0f, 0.5f, angles[i]);
        thud_body_set_linear_velocity(world, body, thud_vec2_make(0.0f, -speeds[i]));
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        for (int step = 0; step < 60 && !c.result.crushed; step++) {
            course_step(&c);
            assert_true(thud_abs(c.result.moved.x) < 0.6f);
        }
        assert_true(c.result.crushed);
        thud_world_destroy(world);
    }
}

static void stays_crushed_at_its_place_where_it_has_no_room(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, 0.0f, -1.0f, 20.0f, 1.0f);
    course_wall(world, 0.0f, 2.0f, 20.0f, 1.0f); /* a tunnel of 1 m, in which a character of 1.6 m stands up */
    course c = course_of(world, thud_vec2_make(0.0f, 0.5f));
    course_step(&c);
    float place = c.state.position.y;
    for (int step = 0; step < 60; step++) {
        course_step(&c);
        assert_true(c.result.crushed && c.state.position.y == place);
    }
    assert_int_equal(thud_capsule((thud_vec2){0.0f, -0.1f}, (thud_vec2){0.0f, 0.1f}, 0.3f, &c.def.shape), THUD_OK);
    course_run(&c, 2.0f, 60); /* crouched it walks on */
    assert_true(!c.result.crushed && c.result.floor.touching && c.state.position.x > 1.9f);
    thud_world_destroy(world);
}

/* A mover that is a box, as thud_mover_create makes it. */
static course course_of_box(thud_world *world, thud_vec2 half, thud_vec2 position) {
    course c = {.world = world, .def = thud_mover_defaults()};
    assert_int_equal(thud_box(half, 0.0f, &c.def.shape), THUD_OK);
    assert_true(thud_mover_create(world, &c.def, position, &c.state));
    return c;
}

static void add_slope(thud_world *world, const thud_vec2 corners[3]) {
    thud_body_id body = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_shape_def def = thud_shape_defaults();
    assert_false(thud_shape_id_is_null(thud_body_add_hull(world, body, &def, corners, 3)));
}

/* Its skins have no room there, less than the slop. The push out left 2/3 of the violation at one side, and took it for the half. */
static void a_tunnel_of_exactly_its_height_does_not_crush_it(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        thud_world *world = test_world_create();
        course_wall(world, 0.0f, -1.0f, 20.0f, 1.0f);
        course_wall(world, 0.0f, 2.0f, 20.0f, 1.0f);
        course c = course_of(world, thud_vec2_make(0.0f, 0.5f));
        const thud_vec2 middle = {0.0f, 0.2f};
        assert_int_equal(i == 0 ? thud_capsule(thud_vec2_neg(middle), middle, 0.3f, &c.def.shape)
                                : thud_box(thud_vec2_make(0.3f, 0.5f), 0.0f, &c.def.shape),
                         THUD_OK);
        for (int step = 0; step < 60; step++) {
            course_run(&c, step < 30 ? 0.0f : 2.0f, 1);
            assert_true(!c.result.crushed && c.result.floor.touching && course_depth(&c) < 0.005f);
        }
        assert_true(c.state.position.x > 0.9f);
        thud_world_destroy(world);
    }
}

static void with_too_little_room_by_less_than_the_slop_it_is_pushed_out_of_the_rest(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, 0.0f, -0.5f, 5.0f, 0.5f);
    course box = course_of_box(world, thud_vec2_make(0.3f, 0.6f), thud_vec2_make(0.0f, 0.602f));
    course_step(&box);
    thud_body_id ceiling = course_box(world, THUD_BODY_KINEMATIC, -0.5f, 1.711f, 1.0f, 0.5f, 0.0f);
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, 2.32f, 0.4f, 2.0f, 0.3f, 0.0f);
    thud_body_set_target(world, ceiling, thud_vec2_make(-0.5f, 1.701f), 0.0f, TEST_DT);
    thud_body_set_target(world, wall, thud_vec2_make(2.18f, 0.4f), 0.0f, TEST_DT);
    course_step(&box);
    assert_true(course_depth(&box) < 0.005f && !box.result.crushed);
    thud_world_destroy(world);
}

static void in_a_wedge_with_too_little_room_by_less_than_the_slop_it_is_pushed_out(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, -2.5f, 0.5f, 2.5f, 0.5f);
    const thud_vec2 corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}};
    add_slope(world, corners);
    thud_body_id platform =
        course_box(world, THUD_BODY_KINEMATIC, 0.568123f, 2.566114f, 1.936658f, 0.473464f, 0.097949f);
    course capsule = course_of(world, thud_vec2_make(0.327797f, 1.263301f));
    capsule.velocity = thud_vec2_make(-0.560557f, -0.055082f);
    thud_body_set_target(world, platform, thud_vec2_make(0.545853f, 2.530170f), 0.097219f, TEST_DT);
    course_step(&capsule);
    assert_true(course_depth(&capsule) < 0.005f && !capsule.result.crushed);
    thud_world_destroy(world);
}

/*
 * A wall comes from the right over the edge of the floor that the mover stands on, a ceiling comes down. The wall hides
 * the edge of the floor that it covers, as in a step; but the sweep out of the wall, which ignores the wall, was once
 * stopped by that edge: the mover stayed 123 mm in the wall.
 */
static void what_is_hidden_in_what_pushes_it_does_not_stop_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, 5.1893f, -0.5f, 5.0f, 0.5f);
    course c = course_of_box(world, thud_vec2_make(0.3f, 0.6f), thud_vec2_make(0.0f, 0.602f));
    course_step(&c);
    thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, 3.0868f, 0.0444f, 2.7848f, 0.307f, 0.0f);
    thud_body_id ceiling = course_box(world, THUD_BODY_KINEMATIC, -0.5078f, 1.656f, 1.5979f, 0.4513f, 0.0f);
    thud_body_set_target(world, wall, thud_vec2_make(2.9616f, 0.0594f), 0.0f, TEST_DT);
    thud_body_set_target(world, ceiling, thud_vec2_make(-0.5234f, 1.6508f), 0.0f, TEST_DT);
    course_step(&c);
    assert_true(course_depth(&c) < 0.005f && !c.result.crushed);
    thud_world_destroy(world);
}

/*
 * A platform turns as it comes up through a mover within a step. In the platform's frame the mover turns, too: while it
 * did not, the box's corner was in the platform from the start, which counted as no sweep, and the platform passed.
 */
static void a_platform_that_turns_as_it_comes_catches_a_box(void **state) {
    (void)state;
    for (int i = 0; i < 25; i++) {
        float rise = 0.5f * (float)(1 + i / 5), turn = -0.1f + 0.05f * (float)(i % 5);
        thud_world *world = test_world_create();
        thud_body_id platform = course_box(world, THUD_BODY_KINEMATIC, 0.0f, -0.25f, 4.0f, 0.25f, 0.0f);
        course c = {.world = world, .def = thud_mover_defaults()};
        assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
        c.state = thud_mover_state_at(thud_vec2_make(1.0f, COURSE_STAND));
        thud_body_set_target(world, platform, thud_vec2_make(0.0f, rise - 0.25f), turn, TEST_DT);
        course_step(&c);
        assert_true(c.result.floor.touching && test_same_body(c.result.floor.body, platform));
        assert_true(c.state.position.y > rise + 0.8f - thud_abs(turn) && course_depth(&c) < 0.005f);
        thud_world_destroy(world);
    }
}

/*
 * A beam turns into a mover that stands on the peak of a slope at a wall. Beam and wall leave a way out in a narrow
 * wedge, 2.4 m down, which the slope blocks: the mover stayed 0.1 m deep in the beam, and was not crushed.
 */
static void without_a_free_way_out_it_is_crushed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    course_wall(world, -8.5f, 5.0f, 0.5f, 6.0f);
    const thud_vec2 corners[] = {{-8.0f, 1.0f}, {-6.0f, 1.0f}, {-8.0f, 3.0045f}};
    add_slope(world, corners);
    thud_body_id beam =
        course_box(world, THUD_BODY_KINEMATIC, -5.83912f, 1.87478f, 1.14653f, 1.83859f, 0.23023f);
    course c = {.world = world, .def = thud_mover_defaults()};
    assert_int_equal(thud_box(thud_vec2_make(0.3f, 0.8f), 0.0f, &c.def.shape), THUD_OK);
    c.state = thud_mover_state_at(thud_vec2_make(-7.699666f, 3.807016f));
    thud_body_set_target(world, beam, thud_vec2_make(-5.83912f, 1.96714f), 0.31925f, TEST_DT);
    course_step(&c);
    assert_true(c.result.crushed || course_depth(&c) < 0.005f);
    thud_world_destroy(world);
}

/* The plane of the corner above its round head was taken for the corner: a crusher of 16 m/s threw it 2 m away. */
static void under_the_edge_of_a_crusher_it_is_pushed_aside_by_less_than_its_width(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 3 * 9; run++) {
        thud_world *world = test_world_create();
        test_add_ground(world);
        float speed = (float[]){4.0f, 8.0f, 16.0f}[run / 9 % 3];
        thud_body_id crusher = course_box(world, THUD_BODY_KINEMATIC, -2.0f, 4.0f, 2.0f, 1.0f, 0.0f);
        course c = course_of(world, thud_vec2_make(0.03f * (float)(1 + run % 9), COURSE_STAND));
        float beside = run < 27 ? 0.62f : 5.0f; /* another one, which is pushed, too */
        course other = course_of(world, thud_vec2_make(c.state.position.x + beside, COURSE_STAND));
        for (int i = 0; i < 90; i++) {
            float down = thud_body_position(world, crusher).y > 1.3f ? -speed : 0.0f;
            thud_body_set_velocity(world, crusher, thud_vec2_make(0.0f, down), 0.0f);
            course_run(&c, 0.0f, 1);
            assert_true(thud_mover_move(world, &other.def, &other.state, thud_vec2_make(0.0f, -0.5f), TEST_DT,
                                        &other.result));
            assert_false(c.result.crushed || other.result.crushed);
            assert_true(course_depth(&c) < 0.001f);
        }
        assert_true(c.state.position.x > 0.299f && c.state.position.x < 0.6f);
        thud_world_destroy(world);
    }
}

/* A wall that pushed it and a jump off the wall, as fast as the wall and 7 m/s more, were added up: at 10 m/s it was 17 cm too
 * far away after one step of 1/60 s, at 30 m/s half a metre. */
static void leaves_a_wall_that_moves_as_one_at_rest(void **state) {
    (void)state;
    for (int i = -3; i <= 3; i++) {
        float speed = 10.0f * (float)i;
        thud_world *world = test_world_create();
        thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -1.0f, 0.0f, 0.698f, 20.0f, 0.0f);
        course c = course_of(world, (thud_vec2){0.0f, 0.0f});
        thud_body_set_velocity(world, wall, thud_vec2_make(speed, 0.0f), 0.0f);
        course_run(&c, speed + 7.0f, 30);
        float away = c.state.position.x - thud_body_position(world, wall).x;
        assert_float_equal(away, 1.0f + 7.0f * 30.0f * TEST_DT, 0.001f);
        thud_world_destroy(world);
    }
}

/* A push from behind came on top of the walk: with a seesaw's plank that leaned on its back a mover went at twice its speed. */
static void a_push_from_behind_does_not_speed_up_a_walk(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 5; run++) {
        const float side = run % 2 ? 1.0f : -1.0f, speed = 2.0f * (float)(run / 2); /* of the walk */
        thud_world *world = test_world_create();
        test_add_ground(world);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        course_run(&c, 0.0f, 3);
        thud_body_id wall = course_box(world, THUD_BODY_KINEMATIC, -0.803f * side, 1.0f, 0.5f, 1.0f, 0.0f);
        assert_true(thud_body_set_velocity(world, wall, thud_vec2_make(3.0f * side, 0.0f), 0.0f));
        for (int step = 0; step < 10; step++) {
            course_run(&c, speed * side, 1);
            float moved = c.result.moved.x * side;
            assert_true(c.result.floor.touching && moved < thud_max(3.0f, speed) * TEST_DT + 0.001f);
            assert_true(moved > thud_min(3.0f, speed) * TEST_DT - 0.001f);
        }
        thud_world_destroy(world);
    }
}

/* The push of a slanted obstacle came on top of the mover's own motion away from it: under a ramp that moves with it, a jump sank
 * by 14 mm in a step. */
static void passes_slanted_obstacles_that_move_as_those_at_rest(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 7; run++) {
        const bool is_ceiling = run % 2 == 0; /* else a steep slope, onto which it falls */
        const float speed = 4.0f * (float)(run / 2 - 3);
        thud_vec2 paths[2][30];
        for (int moves = 0; moves < 2; moves++) {
            thud_vec2 velocity = {moves ? speed : 0.0f, 0.0f};
            thud_world *world = test_world_create();
            thud_body_id slanted = course_box(world, THUD_BODY_KINEMATIC, 0.0f, is_ceiling ? 2.0f : -2.0f,
                                              3.0f, 0.2f, is_ceiling ? 0.3f : 1.1f);
            thud_body_set_velocity(world, slanted, velocity, 0.0f);
            course c = course_of(world, (thud_vec2){0.0f, 0.0f});
            for (int i = 0; i < 30; i++) {
                c.velocity = (thud_vec2){velocity.x, (is_ceiling ? 12.0f : 0.0f) -
                                                         0.5f * (float)i}; /* as a runner wants */
                course_step(&c);
                paths[moves][i] = thud_vec2_sub(c.state.position, thud_body_position(world, slanted));
            }
            thud_world_destroy(world);
        }
        for (int i = 0; i < 30; i++) {
            assert_float_equal(thud_vec2_distance(paths[0][i], paths[1][i]), 0.0f, 0.002f);
        }
    }
}

/* A platform that comes down onto a head by a few millimetres, its edge little beyond the middle: the mover was crushed there,
 * though it fits beside the edge. */
static void slips_out_below_the_edge_of_what_would_crush_it(void **state) {
    (void)state;
    for (int run = 0; run < 2 * 3 * 6; run++) {
        float side = run % 2 == 0 ? 1.0f : -1.0f, beyond = run / 6 == 5 ? 0.2f : 0.01f * (float)(run / 6);
        const float dt = 1.0f / (float[]){30.0f, 60.0f, 120.0f}[run / 2 % 3],
                    lowest = 2.0f * 0.8f + 0.002f - 0.005f;
        thud_world *world = test_world_create();
        test_add_ground(world);
        thud_body_id platform =
            course_box(world, THUD_BODY_KINEMATIC, side * (2.0f - beyond), 2.6f, 2.0f, 0.3f, 0.0f);
        course c = course_of(world, thud_vec2_make(0.0f, COURSE_STAND));
        bool crushed = false;
        for (float time = 0.0f; time < 0.5f && !crushed; time += dt) {
            thud_vec2 at = thud_body_position(world, platform);
            at.y = thud_max(at.y - 5.0f * dt, lowest + 0.3f);
            assert_true(thud_body_set_target(world, platform, at, 0.0f, dt));
            thud_world_step(world, dt);
            assert_true(thud_mover_move(world, &c.def, &c.state, (thud_vec2){0.0f, -1.0f}, dt, &c.result));
            crushed = c.result.crushed;
        }
        assert_true(crushed == (beyond > 0.1f));
        assert_true(crushed || (course_depth(&c) == 0.0f && c.result.floor.touching));
        assert_true(side * c.state.position.x < 0.0001f &&
                    side * c.state.position.x > -c.def.corner_slip - 0.001f);
        thud_world_destroy(world);
    }
}

/* A step of a character on a rope of 5 m from the body `hook`, as the README describes a grapple. */
static void swing(course *c, thud_body_id hook) {
    const float length = 5.0f;
    assert_int_equal(thud_world_step(c->world, TEST_DT).status, THUD_OK);
    c->velocity.y -= COURSE_GRAVITY * TEST_DT;
    thud_vec2 end = thud_body_position(c->world, hook);
    thud_vec2 rope =
        thud_vec2_sub(thud_vec2_add(c->state.position, thud_vec2_scale(c->velocity, TEST_DT)), end);
    if (thud_vec2_length(rope) > length) {
        rope = thud_vec2_scale(rope, length / thud_vec2_length(rope));
        c->velocity =
            thud_vec2_scale(thud_vec2_sub(thud_vec2_add(end, rope), c->state.position), 1.0f / TEST_DT);
    }
    assert_true(thud_mover_move(c->world, &c->def, &c->state, c->velocity, TEST_DT, &c->result));
    c->velocity = c->result.velocity;
    assert_true(course_depth(c) == 0.0f);
}

static void swings_on_a_rope_and_gains_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id hook = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 10.0f, 1.0f, 0.2f, 0.0f);
    course c = course_of(world, thud_vec2_make(-4.0f, 7.0f));
    float highest = 0.0f;
    for (int i = 0; i < 600; i++) {
        swing(&c, hook);
        assert_true(thud_vec2_distance(c.state.position, thud_vec2_make(0.0f, 10.0f)) < 5.001f);
        assert_true(0.5f * thud_vec2_dot(c.velocity, c.velocity) + COURSE_GRAVITY * (c.state.position.y - 7.0f) <
                    0.01f);
        highest = i < 120 && c.state.position.x > 0.0f ? thud_max(highest, c.state.position.y) : highest;
    }
    printf("it starts at 7 m and rises to %g m beyond the hook\n", (double)highest);
    assert_true(highest > 6.6f);
    thud_world_destroy(world);
}

/* The rope hangs from a platform that moves to and fro and would drag it through a wall. */
static void a_rope_drags_it_into_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id hook = course_box(world, THUD_BODY_KINEMATIC, 0.0f, 10.0f, 1.0f, 0.2f, 0.0f);
    course_wall(world, 4.0f, 6.0f, 0.5f, 12.0f);
    course c = course_of(world, thud_vec2_make(-4.0f, 7.0f));
    bool touched = false;
    for (int i = 0; i < 600; i++) {
        thud_body_set_velocity(world, hook, thud_vec2_make(i % 240 < 120 ? 6.0f : -6.0f, 0.0f), 0.0f);
        swing(&c, hook);
        touched |= c.result.wall.touching;
        assert_true(c.state.position.x < 3.2f);
    }
    assert_true(touched);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_carried_within_a_millimetre_in_60_s_and_neither_sinks_nor_hops),
        cmocka_unit_test(leaving_keeps_what_the_option_says),
        cmocka_unit_test(a_jump_stays_above_the_platform_that_it_left),
        cmocka_unit_test(a_runner_that_jumps_off_a_cart_lands_where_it_stood),
        cmocka_unit_test(plays_on_a_ship_as_on_land),
        cmocka_unit_test(a_slide_down_a_wall_ends_on_a_floor_that_rises),
        cmocka_unit_test(meets_a_ceiling_on_a_ship_as_on_land),
        cmocka_unit_test(a_jump_from_a_lift_ends_at_the_ceiling_s_velocity),
        cmocka_unit_test(a_jump_does_not_stick_to_what_it_pushes_up),
        cmocka_unit_test(a_jump_passes_a_corner_or_not_at_any_rate),
        cmocka_unit_test(a_lift_that_rises_faster_than_a_jump_catches_it_at_once),
        cmocka_unit_test(a_lift_that_rises_catches_what_flies_level_along_any_up),
        cmocka_unit_test(a_jump_adds_nothing_to_a_push_along_a_wall),
        cmocka_unit_test(lands_alike_on_platforms_from_the_left_and_from_the_right),
        cmocka_unit_test(conveyors_and_ice_reach_the_result),
        cmocka_unit_test(stands_still_where_a_belt_would_carry_it_back),
        cmocka_unit_test(a_platform_that_is_taken_away_and_moved_carries_nothing),
        cmocka_unit_test(swings_on_a_rope_and_gains_nothing),
        cmocka_unit_test(a_rope_drags_it_into_nothing),
        cmocka_unit_test(falls_at_once_when_its_floor_goes),
        cmocka_unit_test(a_platform_beside_its_edge_that_goes_lets_it_fall),
        cmocka_unit_test(walls_push_it_while_there_is_room),
        cmocka_unit_test(pushes_the_crate_that_it_is_pushed_against),
        cmocka_unit_test(leaves_a_wall_that_moves_as_one_at_rest),
        cmocka_unit_test(a_push_from_behind_does_not_speed_up_a_walk),
        cmocka_unit_test(passes_slanted_obstacles_that_move_as_those_at_rest),
        cmocka_unit_test(a_lever_that_closes_crushes_and_does_not_throw),
        cmocka_unit_test(is_crushed_between_two_things_and_reports_both),
        cmocka_unit_test(rides_on_when_the_origin_is_shifted),
        cmocka_unit_test(is_pressed_off_an_edge_no_farther_than_it_must),
        cmocka_unit_test(a_flat_wedge_crushes_and_throws_no_farther_than_its_width),
        cmocka_unit_test(stays_crushed_at_its_place_where_it_has_no_room),
        cmocka_unit_test(a_tunnel_of_exactly_its_height_does_not_crush_it),
        cmocka_unit_test(with_too_little_room_by_less_than_the_slop_it_is_pushed_out_of_the_rest),
        cmocka_unit_test(in_a_wedge_with_too_little_room_by_less_than_the_slop_it_is_pushed_out),
        cmocka_unit_test(a_platform_that_turns_as_it_comes_catches_a_box),
        cmocka_unit_test(without_a_free_way_out_it_is_crushed),
        cmocka_unit_test(what_is_hidden_in_what_pushes_it_does_not_stop_it),
        cmocka_unit_test(slips_out_below_the_edge_of_what_would_crush_it),
        cmocka_unit_test(under_the_edge_of_a_crusher_it_is_pushed_aside_by_less_than_its_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
