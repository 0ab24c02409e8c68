/*
 * Nothing in the engine depends on the units: a world of shapes, joints, bullets, tiles and a hero whose lengths, times
 * and masses are multiplied by powers of two moves the same, to the last bit. A constant with a unit that is missing in
 * the definitions, or a threshold that compares metres with radians, shows here.
 */
#include "test.h"

#include <string.h>

#include "reference/random.h"
#include "reference/test_world.h"
#include "thud/forces.h"
#include "thud/joint.h"
#include "thud/mover.h"
#include "thud/query.h"
#include "thud/tile_grid.h"

/* The units of a world, in metres, seconds and kilograms. */
typedef struct scale {
    float length, time, density; /* mass: density length^2 */
} scale;

static float speed_of(const scale *s) {
    return s->length / s->time;
}

static float force_of(const scale *s) {
    return s->density * s->length * s->length * speed_of(s) / s->time;
}

static thud_vec2 at(const scale *s, float x, float y) {
    return (thud_vec2){x * s->length, y * s->length};
}

static thud_world *make_world(const scale *s) {
    thud_world_def def = thud_world_defaults_for_unit(s->length);
    def.gravity = (thud_vec2){0.0f, -10.0f * speed_of(s) / s->time};
    def.solver.contact_hertz /= s->time;
    def.solver.joint_hertz /= s->time;
    def.solver.push_out_speed /= s->time;
    def.solver.elasticity_threshold /= s->time;
    def.solver.max_speed /= s->time;
    def.hit_speed /= s->time;
    def.sleep_speed /= s->time;
    def.sleep_time *= s->time;
    def.bullets_hit_bullets = true;
    return test_world_of(&def);
}

static thud_body_id add_level(thud_world *world, const scale *s) {
    enum { COLUMNS = 32, ROWS = 4 };
    uint16_t cells[COLUMNS * ROWS] = {0};
    for (int i = 0; i < COLUMNS; i++) {
        cells[i] = 1;
        cells[COLUMNS + i] = (uint16_t)(i % 5 == 0 ? 2 : i % 7 == 0 ? 1 : 0);
        cells[3 * COLUMNS + i] = (uint16_t)(i % 6 == 0 ? 3 : 0);
    }
    const thud_tile_def tiles[] = {thud_tile_empty(), thud_tile_full(), thud_tile_slope(0.0f, 1.0f),
                                   thud_tile_platform()};
    thud_body_id ground = test_add_body(world, THUD_BODY_STATIC, at(s, 0.0f, 0.0f));
    thud_tile_grid_def def = thud_tile_grid_defaults();
    def.tiles = (thud_tile_set){tiles, 4};
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.cell_size = at(s, 1.0f, 1.0f);
    def.origin = at(s, -16.0f, -1.0f);
    def.cells = cells;
    assert_int_not_equal(thud_tile_grid_create(world, ground, &def).generation, 0);
    return ground;
}

static void add_shape(thud_world *world, const scale *s, thud_body_id body, test_random *random) {
    thud_shape_def def = thud_shape_defaults();
    def.density = s->density * test_random_float(random, 0.5f, 2.0f);
    def.material.friction = test_random_float(random, 0.0f, 1.0f);
    def.material.elasticity = test_random_float(random, 0.0f, 0.5f);
    def.material.rolling_resistance = test_random_float(random, 0.0f, 0.02f) * s->length;
    def.material.surface_speed = test_random_float(random, -1.0f, 1.0f) * speed_of(s);
    float side = test_random_float(random, 0.2f, 0.6f), other = test_random_float(random, 0.2f, 0.6f);
    switch (test_random_below(random, 3)) {
    case 0:
        thud_body_add_circle(world, body, &def, at(s, 0.1f, 0.0f), side * s->length);
        break;
    case 1:
        thud_body_add_capsule(world, body, &def, at(s, -side, 0.0f), at(s, side, 0.1f), 0.2f * s->length);
        break;
    default:
        thud_body_add_box(world, body, &def, at(s, side, other));
    }
}

static thud_body_id add_body(thud_world *world, const scale *s, test_random *random) {
    thud_body_def def = thud_body_defaults();
    def.type = test_random_below(random, 8) == 0 ? THUD_BODY_KINEMATIC : THUD_BODY_DYNAMIC;
    def.bullet = test_random_below(random, 6) == 0;
    float fastest = def.bullet ? 200.0f : 3.0f;
    def.position = at(s, test_random_float(random, -14.0f, 14.0f), test_random_float(random, 2.0f, 14.0f));
    def.angle = test_random_float(random, -3.0f, 3.0f);
    def.velocity = thud_vec2_scale(at(s, test_random_float(random, -fastest, fastest), -1.0f), 1.0f / s->time);
    def.angular_velocity = test_random_float(random, -2.0f, 2.0f) / s->time;
    def.linear_damping = test_random_float(random, 0.0f, 0.5f) / s->time;
    thud_body_id body = thud_body_create(world, &def);
    add_shape(world, s, body, random);
    return body;
}

static void add_joint(thud_world *world, const scale *s, thud_body_id a, thud_body_id b, test_random *random) {
    thud_joint_base base = thud_joint_base_at(world, a, b, thud_body_position(world, b));
    float angle = thud_body_angle(world, b) - thud_body_angle(world, a);
    thud_joint_motor motor = {true, 2.0f * speed_of(s), 20.0f * force_of(s)};
    thud_joint_motor engine = {true, 2.0f / s->time, 20.0f * force_of(s) * s->length};
    thud_joint_limit limit = {true, -s->length, s->length};
    thud_joint_spring spring = {true, 3.0f / s->time, 0.5f, 0.0f};
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    thud_weld_joint_def weld = thud_weld_joint_defaults();
    thud_wheel_joint_def wheel = thud_wheel_joint_defaults();
    thud_distance_joint_def rope = thud_distance_joint_defaults();
    switch (test_random_below(random, 5)) {
    case 0:
        hinge.base = base;
        hinge.motor = engine;
        hinge.spring = spring;
        hinge.reference_angle = angle;
        thud_revolute_joint_create(world, &hinge);
        break;
    case 1:
        slider.base = base;
        slider.motor = motor;
        slider.limit = limit;
        slider.reference_angle = angle;
        thud_prismatic_joint_create(world, &slider);
        break;
    case 2:
        weld.base = base;
        weld.reference_angle = angle;
        thud_weld_joint_create(world, &weld);
        break;
    case 3:
        wheel.base = base;
        wheel.motor = engine;
        wheel.spring.hertz /= s->time;
        thud_wheel_joint_create(world, &wheel);
        break;
    default:
        rope.base = base;
        rope.base.anchor_a = at(s, 0.0f, 0.0f);
        rope.length = s->length;
        rope.limit = (thud_joint_limit){true, 0.0f, 4.0f * s->length};
        thud_distance_joint_create(world, &rope);
    }
}

enum { BODIES = 50, JOINTS = 16, STEPS = 150, READINGS = 7, SEEDS = TEST_UNLESS_SANITIZED(12, 4) };

/* What a game reads of a step, without units. */
typedef struct reading {
    float values[BODIES + 2][READINGS];
} reading;

static void read_bodies(thud_world *world, const scale *s, const thud_body_id *bodies, reading *read) {
    for (int i = 0; i < BODIES; i++) {
        thud_pose pose = thud_body_pose(world, bodies[i]);
        thud_vec2 velocity = thud_body_velocity(world, bodies[i]);
        const float values[READINGS] = {pose.position.x / s->length,
                                        pose.position.y / s->length,
                                        pose.rotation.s,
                                        velocity.x / speed_of(s),
                                        velocity.y / speed_of(s),
                                        thud_body_angular_velocity(world, bodies[i]) * s->time,
                                        thud_body_is_awake(world, bodies[i]) ? 1.0f : 0.0f};
        memcpy(read->values[i], values, sizeof values);
    }
}

static void read_queries(thud_world *world, const scale *s, int step, reading *read) {
    float angle = 0.1f * (float)step, *values = read->values[BODIES + 1];
    thud_vec2 eye = at(s, 0.0f, 6.0f), way = at(s, 20.0f * thud_cos(angle), 20.0f * thud_sin(angle));
    thud_world_hit ray = thud_world_cast_ray(world, eye, way, thud_query_filter_all());
    thud_shape ball;
    assert_int_equal(thud_circle((thud_vec2){0.0f, 0.0f}, 0.3f * s->length, &ball), THUD_OK);
    thud_world_hit cast = thud_world_cast_shape(world, &ball, (thud_pose){eye, thud_rot_identity()}, way,
                                                thud_query_filter_all());
    thud_contact_events events = thud_world_contact_events(world);
    values[0] = ray.cast.fraction;
    values[1] = ray.cast.point.x / s->length;
    values[2] = cast.cast.fraction;
    values[3] = (float)events.begin_count;
    values[4] = (float)events.hit_count;
    values[5] = events.hit_count > 0 ? events.hits[0].impulse / (force_of(s) * s->time) : 0.0f;
    values[6] = events.hit_count > 0 ? events.hits[0].approach_speed / speed_of(s) : 0.0f;
}

static void play(uint64_t seed, const scale *s, reading *readings) {
    test_random random = {seed};
    thud_world *world = make_world(s);
    thud_body_id ground = add_level(world, s);
    thud_body_id bodies[BODIES];
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = add_body(world, s, &random);
    }
    for (int i = 0; i < JOINTS; i++) {
        add_joint(world, s, i % 4 == 0 ? ground : bodies[2 * i], bodies[2 * i + 1], &random);
    }
    thud_mover_def hero = thud_mover_defaults_for_unit(s->length);
    hero.mass *= s->density;
    hero.push_force *= s->density / (s->time * s->time);
    hero.hold_speed /= s->time;
    hero.soft_speed /= s->time;
    thud_mover_state state;
    thud_mover_result result = {.velocity = {0.0f, 0.0f}};
    assert_true(thud_mover_create(world, &hero, at(s, 0.5f, 4.0f), &state));
    float dt = s->time / 64.0f;
    for (int step = 0; step < STEPS; step++) {
        thud_wind wind = thud_wind_defaults();
        wind.area = (thud_aabb){at(s, 0.0f, 0.0f), at(s, 12.0f, 9.0f)};
        wind.velocity = (thud_vec2){5.0f * speed_of(s), 0.0f};
        wind.density *= s->density;
        assert_true(thud_world_apply_wind(world, &wind, dt));
        assert_int_equal(thud_world_step(world, dt).status, THUD_OK);
        thud_vec2 wanted = {(step < 90 ? 4.0f : -4.0f) * speed_of(s),
                            result.velocity.y - 30.0f * speed_of(s) / s->time * dt};
        assert_true(thud_mover_move(world, &hero, &state, wanted, dt, &result));
        const float moved[READINGS] = {state.position.x / s->length,        state.position.y / s->length,
                                       result.velocity.x / speed_of(s),     result.velocity.y / speed_of(s),
                                       result.floor.touching ? 1.0f : 0.0f, (float)result.hit_count,
                                       result.wall.touching ? 1.0f : 0.0f};
        memcpy(readings[step].values[BODIES], moved, sizeof moved);
        read_bodies(world, s, bodies, &readings[step]);
        read_queries(world, s, step, &readings[step]);
    }
    thud_world_destroy(world);
}

static bool are_equal(const reading *a, const reading *b, int *row, int *column) {
    for (*row = 0; *row < BODIES + 2; ++*row) {
        for (*column = 0; *column < READINGS; ++*column) {
            float apart = a->values[*row][*column] - b->values[*row][*column];
            if (!(thud_abs(apart) < 1e-30f)) { /* below that floats have fewer digits */
                return false;
            }
        }
    }
    return true;
}

/* What all scales are compared with. */
static reading in_metres[SEEDS][STEPS];

static int play_in_metres(void **state) {
    (void)state;
    const scale metres = {1.0f, 1.0f, 1.0f};
    for (int seed = 0; seed < SEEDS; seed++) {
        play((uint64_t)seed + 1, &metres, in_metres[seed]);
    }
    return 0;
}

static void check_scale(const scale *s) {
    static reading readings[STEPS];
    for (int seed = 0; seed < SEEDS; seed++) {
        play((uint64_t)seed + 1, s, readings);
        for (int step = 0; step < STEPS; step++) {
            const reading *wanted = &in_metres[seed][step];
            int row, column;
            if (!are_equal(wanted, &readings[step], &row, &column)) {
                fail_msg("seed %d, step %d, row %d, column %d: %.9g instead of %.9g", seed + 1, step, row,
                         column, (double)readings[step].values[row][column],
                         (double)wanted->values[row][column]);
            }
        }
    }
}

static void lengths_have_no_unit(void **state) {
    (void)state;
    check_scale(&(scale){64.0f, 1.0f, 1.0f});
    check_scale(&(scale){0.0625f, 1.0f, 1.0f});
}

static void times_have_no_unit(void **state) {
    (void)state;
    check_scale(&(scale){1.0f, 0.5f, 1.0f});
}

static void masses_have_no_unit(void **state) {
    (void)state;
    check_scale(&(scale){1.0f, 1.0f, 256.0f});
    check_scale(&(scale){1.0f, 1.0f, 0.015625f});
}

/*
 * The speed of a long platform across its rail changes with an impulse by far more per metre than its turning by
 * radian, in pixels by a million times more: it counted as held in one way alone, and turned under a crate at its end.
 */
static void a_long_platform_in_pixels_stays_level_on_its_rail(void **state) {
    (void)state;
    const scale pixels = {50.0f, 1.0f, 1.0f};
    thud_world *world = make_world(&pixels);
    thud_body_id post = test_add_body(world, THUD_BODY_STATIC, at(&pixels, 0.0f, 0.0f));
    thud_body_id platform = test_add_box(world, at(&pixels, 0.0f, 0.0f), at(&pixels, 60.0f, 1.0f));
    test_add_box(world, at(&pixels, 58.0f, 2.0f), at(&pixels, 1.0f, 1.0f));
    thud_prismatic_joint_def rail = thud_prismatic_joint_defaults();
    rail.base = thud_joint_base_at(world, post, platform, at(&pixels, 0.0f, 0.0f));
    rail.axis = (thud_vec2){0.0f, 1.0f};
    rail.limit = (thud_joint_limit){true, -pixels.length, pixels.length};
    thud_prismatic_joint_create(world, &rail);
    test_step(world, 300);
    printf("turned by %g rad\n", (double)thud_body_angle(world, platform));
    assert_float_equal(thud_body_angle(world, platform), 0.0f, 1e-3f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_have_no_unit),
        cmocka_unit_test(times_have_no_unit),
        cmocka_unit_test(masses_have_no_unit),
        cmocka_unit_test(a_long_platform_in_pixels_stays_level_on_its_rail),
    };
    return cmocka_run_group_tests(tests, play_in_metres, NULL);
}
