/* Forces of the world: the effects of explosions, wind, buoyancy and gravity areas on bodies. */
#include "test.h"

#include "reference/test_world.h"
#include "thud/forces.h"

#include <float.h>
#include <math.h>

static const thud_vec2 origin = {0.0f, 0.0f};

static void set_density(thud_world *world, thud_body_id body, float density) {
    thud_shape_id shape = test_shape_of(world, body);
    thud_shape_def def = thud_shape_definition(world, shape);
    def.density = density;
    assert_true(thud_shape_configure(world, shape, &def));
}

/* ---- buoyancy ---- */

static thud_buoyancy test_lake(void) {
    thud_buoyancy lake = thud_buoyancy_defaults();
    lake.area = (thud_aabb){{-50, -50}, {50, 0}};
    return lake;
}

static void float_for(thud_world *world, const thud_buoyancy *lake, int steps) {
    for (int i = 0; i < steps; i++) {
        assert_true(thud_world_apply_buoyancy(world, lake, TEST_DT));
        test_step(world, 1);
    }
}

static void a_box_of_half_the_density_of_water_floats_half_under(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, (thud_vec2){0, 1.5f}, (thud_vec2){1.0f, 0.5f});
    set_density(world, box, 0.5f);
    thud_buoyancy lake = test_lake();
    float_for(world, &lake, 900);
    float under = 0.5f - thud_body_position(world, box).y; /* of 1 m */
    assert_float_equal(under, 0.5f, 0.01f);                /* within 2 % of the half */
    assert_true(thud_vec2_length(thud_body_velocity(world, box)) < 0.01f);
    thud_world_destroy(world);
}

static void a_body_as_dense_as_water_hovers(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, -10}, 0.7f);
    thud_buoyancy lake = test_lake();
    float_for(world, &lake, 300);
    assert_true(thud_vec2_distance(thud_body_position(world, ball), (thud_vec2){0, -10}) < 0.001f);
    thud_world_destroy(world);
}

static void denser_bodies_sink_and_lighter_ones_rise(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id stone = test_add_ball(world, (thud_vec2){-5, -10}, 0.5f);
    thud_body_id cork = test_add_ball(world, (thud_vec2){5, -10}, 0.5f);
    set_density(world, stone, 2.0f);
    set_density(world, cork, 0.2f);
    thud_buoyancy lake = test_lake();
    float_for(world, &lake, 120);
    assert_true(thud_body_position(world, stone).y < -11.0f);
    assert_true(thud_body_position(world, cork).y > -9.0f);
    thud_world_destroy(world);
}

static void a_flow_carries_along_at_its_speed(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, (thud_vec2){-30, -10}, 0.5f);
    thud_buoyancy lake = test_lake();
    lake.flow = (thud_vec2){3, 0};
    float_for(world, &lake, 300);
    assert_float_equal(thud_body_velocity(world, ball).x, 3.0f, 0.01f);
    thud_world_destroy(world);
}

static void no_drag_however_large_reverses_a_motion(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id cork = test_add_box(world, (thud_vec2){0, -10}, (thud_vec2){0.5f, 0.1f});
    thud_world_def def = thud_world_definition(world);
    def.gravity = origin;
    assert_true(thud_world_configure(world, &def));
    set_density(world, cork, 0.001f);
    assert_true(thud_body_set_velocity(world, cork, (thud_vec2){20, 3}, 9.0f));
    thud_buoyancy lake = test_lake();
    lake.linear_drag = 1.0e4f;
    lake.angular_drag = 1.0e4f;
    double energy = test_kinetic_energy(world);
    for (int i = 0; i < 30; i++) {
        float_for(world, &lake, 1);
        assert_true(thud_body_velocity(world, cork).x >= 0.0f);
        assert_true(thud_body_angular_velocity(world, cork) >= 0.0f);
        assert_true(test_kinetic_energy(world) <= energy);
        energy = test_kinetic_energy(world);
    }
    thud_world_destroy(world);
}

/* Without drag a box in water oscillates with constant amplitude. */
static void what_bobs_without_drag_neither_rises_higher_nor_comes_to_rest(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, (thud_vec2){0, 0.3f}, (thud_vec2){1.0f, 0.5f});
    assert_true(thud_shape_is_valid(world, test_shape_of(world, box)));
    set_density(world, box, 0.5f);
    thud_body_def def = thud_body_definition(world, box);
    def.lock_rotation = true;
    assert_true(thud_body_configure(world, box, &def));
    thud_buoyancy lake = test_lake();
    lake.linear_drag = 0.0f;
    lake.angular_drag = 0.0f;
    float highest = 0.0f;
    for (int i = 0; i < 3000; i++) {
        float_for(world, &lake, 1);
        float height = thud_body_position(world, box).y;
        highest = i == 2700 ? 0.0f : thud_max(highest, height);
        assert_true(height < 0.33f);
    }
    assert_true(highest > 0.27f);
    thud_world_destroy(world);
}

static float slope(float x, void *context) {
    (void)context;
    return 0.1f * x;
}

static void a_wave_lifts_what_floats_on_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, (thud_vec2){10, 2}, 0.5f);
    set_density(world, ball, 0.5f);
    thud_buoyancy lake = test_lake();
    lake.wave = slope;
    lake.wave_height = 5.0f;
    float_for(world, &lake, 600);
    float surface = 0.1f * thud_body_position(world, ball).x;
    assert_true(surface > 0.5f);
    assert_float_equal(thud_body_position(world, ball).y, surface, 0.02f);
    thud_world_destroy(world);
}

static void water_with_an_outline_lifts_only_what_overlaps_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id inside = test_add_ball(world, (thud_vec2){0, -5}, 0.5f);
    thud_body_id outside = test_add_ball(world, (thud_vec2){8, -9}, 0.5f);
    thud_vec2 corners[] = {{-10, 0}, {10, 0}, {0, -10}};
    thud_shape funnel;
    assert_int_equal(thud_hull(corners, 3, 0.0f, &funnel), THUD_OK);
    thud_buoyancy lake = test_lake();
    lake.outline = &funnel;
    float_for(world, &lake, 20);
    assert_float_equal(thud_body_velocity(world, inside).y, 0.0f, 1e-3f);
    assert_true(thud_body_velocity(world, outside).y < -1.0f);
    thud_world_destroy(world);
}

static void what_floats_may_sleep_where_the_water_lets_it(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id box = test_add_box(world, (thud_vec2){0, 0}, (thud_vec2){1.0f, 0.5f});
    set_density(world, box, 0.5f);
    thud_buoyancy lake = test_lake();
    lake.wakes_sleepers = false;
    float_for(world, &lake, 300);
    assert_false(thud_body_is_awake(world, box));
    lake.wakes_sleepers = true;
    lake.area.max.y = 2.0f;
    float_for(world, &lake, 300);
    assert_true(thud_body_is_awake(world, box));
    assert_float_equal(thud_body_position(world, box).y, 2.0f, 0.02f);
    thud_world_destroy(world);
}

/* ---- explosion ---- */

static void an_explosion_pushes_evenly_to_all_sides(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id boxes[4];
    const thud_vec2 at[4] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
    for (int i = 0; i < 4; i++) {
        boxes[i] = test_add_box(world, at[i], (thud_vec2){0.5f, 0.5f});
    }
    thud_explosion bomb = thud_explosion_defaults();
    bomb.radius = 3.0f;
    assert_true(thud_world_explode(world, &bomb));
    for (int i = 0; i < 4; i++) {
        thud_vec2 outward = thud_vec2_normalize(at[i]);
        thud_vec2 velocity = thud_body_velocity(world, boxes[i]); /* 10 N s/m, 1 m exposed, 1 kg */
        assert_true(thud_vec2_distance(velocity, thud_vec2_scale(outward, 10.0f)) < 1e-4f);
        assert_float_equal(thud_body_angular_velocity(world, boxes[i]), 0.0f, 1e-4f);
    }
    thud_world_destroy(world);
}

static void an_explosion_fades_with_the_distance_and_ends(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id near = test_add_ball(world, (thud_vec2){1.0f, 0}, 0.25f);
    thud_body_id middle = test_add_ball(world, (thud_vec2){2.25f, 0}, 0.25f);
    thud_body_id far = test_add_ball(world, (thud_vec2){3.5f, 0}, 0.25f);
    thud_explosion bomb = thud_explosion_defaults(); /* full to 1 m, gone at 3 m */
    assert_true(thud_world_explode(world, &bomb));
    float full = thud_body_velocity(world, near).x;
    assert_true(full > 0.0f);
    assert_float_equal(thud_body_velocity(world, middle).x, 0.5f * full, 1e-4f);
    assert_true(thud_body_velocity(world, far).x == 0.0f);
    thud_world_destroy(world);
}

static void only_the_exposed_length_counts(void **state) {
    (void)state;
    thud_shape plank;
    thud_box((thud_vec2){2.0f, 0.25f}, 0.0f, &plank);
    thud_pose flat = {origin, {1, 0}};
    assert_float_equal(thud_shape_exposed_length(&plank, flat, (thud_vec2){0, 3}), 4.0f, 1e-5f);
    assert_float_equal(thud_shape_exposed_length(&plank, flat, (thud_vec2){-2, 0}), 0.5f, 1e-5f);
    assert_true(thud_shape_exposed_length(&plank, flat, origin) == 0.0f);
    assert_true(thud_shape_exposed_length(NULL, flat, (thud_vec2){1, 0}) == 0.0f);

    thud_world *world = test_world_without_gravity();
    thud_body_id broadside = test_add_box(world, (thud_vec2){0, 2.25f}, (thud_vec2){2.0f, 0.25f});
    thud_body_id end_on = test_add_box(world, (thud_vec2){4, 0}, (thud_vec2){2.0f, 0.25f});
    thud_explosion bomb = thud_explosion_defaults();
    bomb.radius = 10.0f;
    assert_true(thud_world_explode(world, &bomb));
    float ratio = thud_body_velocity(world, broadside).y / thud_body_velocity(world, end_on).x;
    assert_float_equal(ratio, 8.0f, 1e-4f);
    thud_world_destroy(world);
}

static void an_explosion_wakes_what_it_moves_and_nothing_else(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ground(world);
    thud_body_id near = test_add_box(world, (thud_vec2){0, 0.5f}, (thud_vec2){0.5f, 0.5f});
    thud_body_id far = test_add_box(world, (thud_vec2){30, 0.5f}, (thud_vec2){0.5f, 0.5f});
    assert_true(test_step_until_asleep(world, near, 300));
    assert_true(test_step_until_asleep(world, far, 300));
    thud_explosion bomb = thud_explosion_defaults();
    bomb.center = (thud_vec2){-1.5f, 0.5f};
    assert_true(thud_world_explode(world, &bomb));
    assert_true(thud_body_is_awake(world, near));
    assert_false(thud_body_is_awake(world, far));
    thud_world_destroy(world);
}

static void a_filter_spares_what_it_does_not_see(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, (thud_vec2){1, 0}, 0.25f);
    thud_explosion bomb = thud_explosion_defaults();
    bomb.filter.mask = 2; /* the ball's category is 1 */
    assert_true(thud_world_explode(world, &bomb));
    assert_true(thud_body_velocity(world, ball).x == 0.0f);
    thud_world_destroy(world);
}

/* ---- wind ---- */

static void blow_for(thud_world *world, const thud_wind *wind, int steps) {
    for (int i = 0; i < steps; i++) {
        assert_true(thud_world_apply_wind(world, wind, TEST_DT));
        test_step(world, 1);
    }
}

static void wind_brings_a_body_to_its_speed(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    thud_body_id box = test_add_box(world, (thud_vec2){0, 5}, (thud_vec2){0.5f, 0.5f});
    thud_wind wind = thud_wind_defaults();
    wind.velocity = (thud_vec2){8, 0};
    wind.drag = 4.0f;
    blow_for(world, &wind, 600);
    assert_float_equal(thud_body_velocity(world, ball).x, 8.0f, 0.1f);
    assert_float_equal(thud_body_velocity(world, box).x, 8.0f, 0.1f);
    assert_true(thud_body_velocity(world, box).x <= 8.0f);
    thud_world_destroy(world);
}

/* v' = -k v^2 / m with k = density drag diameter / 2: v = v0 / (1 + k v0 t / m). */
static void still_air_slows_a_ball_by_the_law_of_quadratic_drag(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id ball = test_add_ball(world, origin, 0.5f);
    set_density(world, ball, 10.0f);
    assert_true(thud_body_set_velocity(world, ball, (thud_vec2){20, 0}, 0.0f));
    thud_wind air = thud_wind_defaults();
    blow_for(world, &air, 60);
    float mass = thud_body_mass(world, ball).mass;
    float expected = 20.0f / (1.0f + 0.5f * 20.0f / mass);
    assert_float_equal(thud_body_velocity(world, ball).x, expected, 0.005f * expected);
    thud_world_destroy(world);
}

static void drag_takes_energy_and_never_gives_any(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    for (int i = 0; i < 6; i++) {
        thud_body_id box = test_add_box(world, (thud_vec2){100.0f * (float)i, 0}, (thud_vec2){1.0f, 0.1f});
        float pace = (float)(i + 1);
        assert_true(thud_body_set_velocity(world, box, (thud_vec2){30.0f * pace, 10.0f}, 3.0f * pace));
    }
    thud_wind air = thud_wind_defaults();
    air.drag = 50.0f;
    air.lift = 0.0f;
    double energy = test_kinetic_energy(world);
    const double start = energy;
    for (int i = 0; i < 120; i++) {
        blow_for(world, &air, 1);
        assert_true(test_kinetic_energy(world) <= energy);
        energy = test_kinetic_energy(world);
    }
    assert_true(energy < 0.01 * start);
    thud_world_destroy(world);
}

static void a_plate_set_against_the_wind_is_lifted(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id plate = test_add_box(world, origin, (thud_vec2){1.0f, 0.05f});
    assert_true(thud_body_teleport(world, plate, origin, 0.3f)); /* its front edge is up */
    thud_wind wind = thud_wind_defaults();
    wind.velocity = (thud_vec2){-10, 0};
    blow_for(world, &wind, 1);
    assert_true(thud_body_velocity(world, plate).x < 0.0f);
    assert_true(thud_body_velocity(world, plate).y > 0.0f);
    thud_world_destroy(world);
}

/* A capsule and its bounding box have the same length across the wind. */
static void a_capsule_feels_drag_by_its_length_across_the_wind(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id capsule = test_add_body(world, THUD_BODY_DYNAMIC, origin);
    thud_shape_def def = thud_shape_defaults();
    thud_body_add_capsule(world, capsule, &def, (thud_vec2){0, -1}, (thud_vec2){0, 1}, 0.5f);
    thud_wind wind = thud_wind_defaults();
    wind.velocity = (thud_vec2){0.01f, 0}; /* so little that the implicit integration has no effect */
    assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
    test_step(world, 1);
    float mass = thud_body_mass(world, capsule).mass;
    float gained = thud_body_velocity(world, capsule).x / TEST_DT * mass;
    assert_float_equal(gained, 0.5f * 0.01f * 0.01f * 3.0f, 1e-7f);
    assert_float_equal(thud_body_velocity(world, capsule).y, 0.0f, 1e-9f);
    assert_float_equal(thud_body_angular_velocity(world, capsule), 0.0f, 1e-9f);
    thud_world_destroy(world);
}

/* ---- gravity areas ---- */

static void a_circular_orbit_keeps_its_radius(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id moon = test_add_ball(world, (thud_vec2){10, 0}, 0.2f);
    thud_gravity_area planet = thud_gravity_area_defaults();
    planet.kind = THUD_GRAVITY_POINT;
    planet.strength = 40.0f;
    planet.radius = 5.0f; /* 10 m/s^2 at 10 m: 10 m/s, a turn in 6.3 s */
    assert_true(thud_body_set_velocity(world, moon, (thud_vec2){0, 10}, 0.0f));
    for (int i = 0; i < 10 * 377; i++) {
        assert_true(thud_world_apply_gravity_area(world, &planet, TEST_DT));
        test_step(world, 1);
        assert_float_equal(thud_vec2_length(thud_body_position(world, moon)), 10.0f, 0.1f);
    }
    thud_world_destroy(world);
}

static void each_falloff_weakens_as_it_says(void **state) {
    (void)state;
    const float expected[] = {8.0f, 4.0f, 2.0f}; /* at twice the radius */
    for (int i = 0; i < 3; i++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id ball = test_add_ball(world, (thud_vec2){0, 4}, 0.2f);
        thud_body_id inside = test_add_ball(world, (thud_vec2){1, 0}, 0.2f);
        thud_gravity_area planet = thud_gravity_area_defaults();
        planet.kind = THUD_GRAVITY_POINT;
        planet.strength = 8.0f;
        planet.radius = 2.0f;
        planet.falloff = (thud_gravity_falloff)i;
        assert_true(thud_world_apply_gravity_area(world, &planet, TEST_DT));
        test_step(world, 1);
        assert_float_equal(thud_body_velocity(world, ball).y, -expected[i] * TEST_DT, 1e-5f);
        assert_float_equal(thud_body_velocity(world, inside).x, -4.0f * TEST_DT, 1e-5f);
        thud_world_destroy(world);
    }
}

static void a_direction_pulls_only_those_within_its_area(void **state) {
    (void)state;
    thud_world *world = test_world_without_gravity();
    thud_body_id inside = test_add_ball(world, origin, 0.2f);
    thud_body_id outside = test_add_ball(world, (thud_vec2){10, 0}, 0.2f);
    thud_gravity_area shaft = thud_gravity_area_defaults();
    shaft.area = (thud_aabb){{-1, -1}, {1, 1}};
    shaft.direction = (thud_vec2){0, 5};
    assert_true(thud_world_apply_gravity_area(world, &shaft, TEST_DT));
    test_step(world, 1);
    assert_float_equal(thud_body_velocity(world, inside).y, 10.0f * TEST_DT, 1e-5f);
    assert_true(thud_body_velocity(world, outside).y == 0.0f);
    test_step(world, 1); /* the area acts for one step only */
    assert_float_equal(thud_body_velocity(world, inside).y, 10.0f * TEST_DT, 1e-5f);
    thud_world_destroy(world);
}

/* ---- common properties ---- */

/* The impulse on a body of several shapes is bit-identical for any order of its shapes in the hash. */
static void the_order_of_the_hash_does_not_show(void **state) {
    (void)state;
    thud_vec2 velocities[2];
    for (int run = 0; run < 2; run++) {
        thud_world *world = test_world_without_gravity();
        thud_body_id fillers[40];
        for (int i = 0; run == 1 && i < 40; i++) {
            fillers[i] = test_add_ball(world, (thud_vec2){(float)i, 0}, 0.4f);
        }
        thud_body_id body = test_add_body(world, THUD_BODY_DYNAMIC, (thud_vec2){5, 2});
        thud_shape_def def = thud_shape_defaults();
        for (int i = 0; i < 7; i++) {
            thud_vec2 at = {0.37f * (float)(i * 3 % 7), 0.11f * (float)i};
            thud_body_add_circle(world, body, &def, at, 0.1f + 0.05f * (float)i);
        }
        for (int i = 0; run == 1 && i < 40; i++) {
            thud_body_destroy(world, fillers[i]);
        }
        thud_body_set_velocity(world, body, (thud_vec2){1, 2}, 3.0f);
        thud_wind wind = thud_wind_defaults();
        wind.velocity = (thud_vec2){7, 1};
        thud_explosion bomb = thud_explosion_defaults();
        bomb.radius = 9.0f;
        assert_true(thud_world_explode(world, &bomb));
        assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
        test_step(world, 1);
        velocities[run] = thud_body_velocity(world, body);
        thud_world_destroy(world);
    }
    assert_memory_equal(&velocities[0], &velocities[1], sizeof velocities[0]);
}

/* Boxes in water, wind and blasts: the hash after two seconds. */
static uint64_t hash_of_a_stormy_lake(thud_lanes lanes, int threads) {
    thud_world_def def = thud_world_defaults();
    def.lanes = lanes;
    def.worker_count = threads;
    thud_world *world = test_world_of(&def);
    test_add_wall(world, (thud_vec2){0, -6}, (thud_vec2){30, 0.5f});
    for (int i = 0; i < 60; i++) {
        thud_vec2 at = {(float)(i % 12) * 1.3f - 8.0f, (float)(i / 12) * 1.2f - 2.0f};
        thud_body_id body =
            i % 2 ? test_add_box(world, at, (thud_vec2){0.5f, 0.3f}) : test_add_ball(world, at, 0.4f);
        set_density(world, body, 0.2f + 0.03f * (float)i);
    }
    thud_buoyancy lake = test_lake();
    lake.flow = (thud_vec2){1, 0};
    thud_wind wind = thud_wind_defaults();
    wind.velocity = (thud_vec2){-5, 0};
    wind.area = (thud_aabb){{-50, 0}, {50, 50}};
    thud_explosion bomb = thud_explosion_defaults();
    for (int i = 0; i < 120; i++) {
        assert_true(thud_world_apply_buoyancy(world, &lake, TEST_DT));
        assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
        if (i % 40 == 20) {
            assert_true(thud_world_explode(world, &bomb));
        }
        test_step(world, 1);
    }
    uint64_t hash = thud_world_hash(world);
    thud_world_destroy(world);
    return hash;
}

static void neither_lanes_nor_threads_change_a_bit(void **state) {
    (void)state;
    uint64_t plain = hash_of_a_stormy_lake(THUD_LANES_SCALAR, 1);
    assert_true(hash_of_a_stormy_lake(THUD_LANES_AUTO, 1) == plain);
    assert_true(hash_of_a_stormy_lake(THUD_LANES_AUTO, 2) == plain);
}

/* Tries to change the world that calls it. */
static float meddling_wave(float x, void *context) {
    (void)x;
    thud_world *world = context;
    thud_body_id body = thud_world_next_body(world, (thud_body_id){0, 0});
    assert_false(thud_body_destroy(world, body));
    assert_int_equal(thud_world_refusal(world).status, THUD_WORLD_LOCKED);
    return NAN; /* means no wave */
}

static void a_wave_function_cannot_change_the_world_under_the_call(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, (thud_vec2){0, -5}, 0.5f);
    thud_buoyancy lake = test_lake();
    lake.wave = meddling_wave;
    lake.wave_context = world;
    lake.wave_height = 1.0f;
    float_for(world, &lake, 10);
    assert_true(thud_body_is_valid(world, ball));
    assert_float_equal(thud_body_velocity(world, ball).y, 0.0f, 1e-3f);
    thud_world_destroy(world);
}

static void expect_refusal(thud_world *world, bool accepted, thud_status status, const char *field) {
    assert_false(accepted);
    thud_refusal refusal = thud_world_refusal(world);
    assert_int_equal(refusal.status, status);
    assert_string_equal(refusal.field, field);
}

#define REFUSES(call, type, made, member, value, status, name)                                               \
    do {                                                                                                     \
        type bad = made;                                                                                     \
        bad.member = value;                                                                                  \
        expect_refusal(world, call, status, name);                                                           \
    } while (0)

#define EXPLOSION(member, value, status)                                                                     \
    REFUSES(thud_world_explode(world, &bad), thud_explosion, thud_explosion_defaults(), member, value,       \
            status, #member)
#define WIND(member, value, status)                                                                          \
    REFUSES(thud_world_apply_wind(world, &bad, TEST_DT), thud_wind, thud_wind_defaults(), member, value,     \
            status, #member)
#define WATER(member, value, status)                                                                         \
    REFUSES(thud_world_apply_buoyancy(world, &bad, TEST_DT), thud_buoyancy, test_lake(), member, value,      \
            status, #member)
#define GRAVITY(member, value, status)                                                                       \
    REFUSES(thud_world_apply_gravity_area(world, &bad, TEST_DT), thud_gravity_area,                          \
            thud_gravity_area_defaults(), member, value, status, #member)

static void bad_input_is_refused_by_the_name_of_its_field_and_changes_nothing(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    test_add_ball(world, (thud_vec2){0, -1}, 0.5f);
    uint64_t before = thud_world_hash(world);
    const thud_vec2 nan2 = {0.0f, NAN};
    const thud_aabb turned = {{1, 1}, {0, 0}}, endless = {{0, 0}, {INFINITY, 1}};
    static const thud_shape no_shape = {0};

    EXPLOSION(center, nan2, THUD_NOT_FINITE);
    EXPLOSION(radius, -1.0f, THUD_NEGATIVE);
    EXPLOSION(falloff, NAN, THUD_NOT_FINITE);
    EXPLOSION(impulse_per_length, INFINITY, THUD_NOT_FINITE);
    WIND(area, turned, THUD_INVALID_BOUNDS);
    WIND(velocity, nan2, THUD_NOT_FINITE);
    WIND(density, 0.0f, THUD_NOT_POSITIVE);
    WIND(drag, -1.0f, THUD_NEGATIVE);
    WIND(lift, NAN, THUD_NOT_FINITE);
    WATER(area, turned, THUD_INVALID_BOUNDS);
    WATER(area.max, endless.max, THUD_NOT_FINITE);
    WATER(outline, &no_shape, thud_shape_check(&no_shape));
    WATER(density, -1.0f, THUD_NOT_POSITIVE);
    WATER(linear_drag, -1.0f, THUD_NEGATIVE);
    WATER(angular_drag, NAN, THUD_NOT_FINITE);
    WATER(flow, nan2, THUD_NOT_FINITE);
    WATER(wave_height, -1.0f, THUD_NEGATIVE);
    GRAVITY(area, turned, THUD_INVALID_BOUNDS);
    GRAVITY(kind, (thud_gravity_kind)2, THUD_OUT_OF_RANGE);
    GRAVITY(falloff, (thud_gravity_falloff)3, THUD_OUT_OF_RANGE);
    GRAVITY(direction, origin, THUD_ZERO_LENGTH);
    GRAVITY(point, nan2, THUD_NOT_FINITE);
    GRAVITY(strength, NAN, THUD_NOT_FINITE);
    GRAVITY(radius, 0.0f, THUD_NOT_POSITIVE);

    thud_wind wind = thud_wind_defaults();
    thud_buoyancy lake = test_lake();
    expect_refusal(world, thud_world_apply_wind(world, &wind, 0.0f), THUD_NOT_POSITIVE, "dt");
    expect_refusal(world, thud_world_apply_buoyancy(world, &lake, NAN), THUD_NOT_FINITE, "dt");
    expect_refusal(world, thud_world_explode(world, NULL), THUD_NULL_ARGUMENT, "explosion");
    expect_refusal(world, thud_world_apply_wind(world, NULL, TEST_DT), THUD_NULL_ARGUMENT, "wind");
    expect_refusal(world, thud_world_apply_buoyancy(world, NULL, TEST_DT), THUD_NULL_ARGUMENT, "water");
    expect_refusal(world, thud_world_apply_gravity_area(world, NULL, TEST_DT), THUD_NULL_ARGUMENT, "area");
    assert_false(thud_world_apply_wind(NULL, &wind, TEST_DT));
    thud_explosion far_out = thud_explosion_defaults();
    far_out.center.x = far_out.radius = FLT_MAX;
    far_out.falloff = 0.0f;
    expect_refusal(world, thud_world_explode(world, &far_out), THUD_NOT_FINITE, "area");
    assert_true(thud_world_hash(world) == before);
    thud_world_destroy(world);
}

static void absurd_numbers_leave_bodies_sound(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_body_id ball = test_add_ball(world, (thud_vec2){0.5f, -1}, 0.5f);
    thud_wind wind = thud_wind_defaults();
    wind.velocity = (thud_vec2){3e38f, 3e38f};
    assert_true(thud_world_apply_wind(world, &wind, TEST_DT));
    thud_buoyancy lake = test_lake();
    lake.density = 3e38f;
    lake.linear_drag = 3e38f;
    assert_true(thud_world_apply_buoyancy(world, &lake, TEST_DT));
    thud_explosion bomb = thud_explosion_defaults();
    bomb.impulse_per_length = 3e38f;
    bomb.radius = 1e30f;
    assert_true(thud_world_explode(world, &bomb));
    assert_int_equal(thud_world_refusal(world).status, THUD_OK); /* all were accepted */
    thud_vec2 velocity = thud_body_velocity(world, ball);
    assert_true(thud_vec2_is_finite(velocity));
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_of_half_the_density_of_water_floats_half_under),
        cmocka_unit_test(a_body_as_dense_as_water_hovers),
        cmocka_unit_test(denser_bodies_sink_and_lighter_ones_rise),
        cmocka_unit_test(a_flow_carries_along_at_its_speed),
        cmocka_unit_test(no_drag_however_large_reverses_a_motion),
        cmocka_unit_test(what_bobs_without_drag_neither_rises_higher_nor_comes_to_rest),
        cmocka_unit_test(a_wave_lifts_what_floats_on_it),
        cmocka_unit_test(water_with_an_outline_lifts_only_what_overlaps_it),
        cmocka_unit_test(what_floats_may_sleep_where_the_water_lets_it),
        cmocka_unit_test(an_explosion_pushes_evenly_to_all_sides),
        cmocka_unit_test(an_explosion_fades_with_the_distance_and_ends),
        cmocka_unit_test(only_the_exposed_length_counts),
        cmocka_unit_test(an_explosion_wakes_what_it_moves_and_nothing_else),
        cmocka_unit_test(a_filter_spares_what_it_does_not_see),
        cmocka_unit_test(wind_brings_a_body_to_its_speed),
        cmocka_unit_test(still_air_slows_a_ball_by_the_law_of_quadratic_drag),
        cmocka_unit_test(drag_takes_energy_and_never_gives_any),
        cmocka_unit_test(a_plate_set_against_the_wind_is_lifted),
        cmocka_unit_test(a_capsule_feels_drag_by_its_length_across_the_wind),
        cmocka_unit_test(a_circular_orbit_keeps_its_radius),
        cmocka_unit_test(each_falloff_weakens_as_it_says),
        cmocka_unit_test(a_direction_pulls_only_those_within_its_area),
        cmocka_unit_test(the_order_of_the_hash_does_not_show),
        cmocka_unit_test(neither_lanes_nor_threads_change_a_bit),
        cmocka_unit_test(a_wave_function_cannot_change_the_world_under_the_call),
        cmocka_unit_test(bad_input_is_refused_by_the_name_of_its_field_and_changes_nothing),
        cmocka_unit_test(absurd_numbers_leave_bodies_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
