/*
 * Every number that a world takes, set to every value that a careless or hostile program may give: a
 * call that is refused leaves the world as it was, and after a call that is accepted all readable values
 * are finite, at once and after three steps.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/finite_world.h"
#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/chain.h"
#include "thud/event.h"
#include "thud/forces.h"
#include "thud/joint.h"

static const float hostile[] = {NAN,    INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1e30f, -1e30f,
                                1e18f,  -1e18f,   1e10f,     -1e10f,  1e6f,     1e-6f, 1e-30f,
                                1e-45f, -1e-45f,  FLT_MIN,   0.0f,    -0.0f,    -1.0f};

enum { hostile_count = sizeof hostile / sizeof hostile[0] };

/* ---- the scene ---- */

/* A scene with all features: bodies that touch, are joined, moved, and in a sensor. */
typedef struct site {
    thud_world *world;
    thud_body_id ground, platform, lower, upper, left, right;
    thud_joint_id hinge, slider;
    thud_chain_id chain;
} site;

static thud_joint_base tie(const site *s, thud_body_id a, thud_body_id b, thud_vec2 point) {
    return thud_joint_base_at(s->world, a, b, point);
}

static site make_site_in(thud_world *world) {
    site s = {.world = world};
    thud_shape_def def = thud_shape_defaults();
    def.hit_events = true;
    s.ground = test_add_ground(world);
    s.platform = test_add_body(world, THUD_BODY_KINEMATIC, thud_vec2_make(6.0f, 0.5f));
    thud_body_add_box(world, s.platform, &def, thud_vec2_make(1.0f, 0.4f));
    thud_body_set_velocity(world, s.platform, thud_vec2_make(-0.5f, 0.0f), 0.0f);
    s.lower = test_add_box(world, thud_vec2_make(0.0f, 0.5f), thud_vec2_make(0.5f, 0.5f));
    s.upper = test_add_box(world, thud_vec2_make(0.1f, 1.5f), thud_vec2_make(0.5f, 0.5f));
    s.left = test_add_ball(world, thud_vec2_make(-3.0f, 3.0f), 0.4f);
    s.right = test_add_ball(world, thud_vec2_make(4.6f, 0.4f), 0.4f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    hinge.base = tie(&s, s.ground, s.left, thud_vec2_make(-3.0f, 4.0f));
    s.hinge = thud_revolute_joint_create(world, &hinge);
    thud_prismatic_joint_def slider = thud_prismatic_joint_defaults();
    slider.base = tie(&s, s.ground, s.right, thud_vec2_make(4.6f, 0.4f));
    s.slider = thud_prismatic_joint_create(world, &slider);
    const thud_vec2 points[] = {{-6.0f, 2.0f}, {-5.0f, 1.0f}, {-4.0f, 1.0f}};
    thud_chain_def chain = thud_chain_defaults();
    chain.points = points;
    chain.count = 3;
    s.chain = thud_chain_create(world, s.ground, &chain);
    thud_shape_def sensor = thud_shape_defaults();
    sensor.sensor = true;
    sensor.density = 0.0f;
    thud_body_add_circle(world, s.platform, &sensor, thud_vec2_make(0.0f, 0.0f), 2.0f);
    return s;
}

static site make_site(void) {
    return make_site_in(test_world_create());
}

/* ---- values that are read ---- */

static const char *case_name;
static float case_value;

static void check_world(thud_world *world) {
    test_check_finite(world, case_name, (double)case_value);
}

static void check_number(const char *what, float value) {
    if (!thud_is_finite(value)) {
        fail_msg("%s = %g: %s is %g", case_name, (double)case_value, what, (double)value);
    }
}

static void check_vector(const char *what, thud_vec2 value) {
    check_number(what, value.x);
    check_number(what, value.y);
}

/* Steps and checks that a lost body is reported. */
static void step_and_check(thud_world *world, int steps, float dt) {
    for (int i = 0; i < steps; i++) {
        thud_step_result result = thud_world_step(world, dt);
        if (result.status != (result.disabled_bodies > 0 ? THUD_NOT_FINITE : THUD_OK)) {
            fail_msg("%s = %g: a step that lost %d bodies returns %s", case_name, (double)case_value,
                     result.disabled_bodies, thud_status_name(result.status));
        }
        check_world(world);
    }
}

/* ---- the calls ---- */

/* Makes a call with a value in a field of its arguments; returns true if it was accepted. */
typedef bool hostile_call(site *s, size_t field, float value);

static void put(void *structure, size_t field, float value) {
    memcpy((char *)structure + field, &value, sizeof value);
}

static bool create_body_of_type(site *s, size_t field, float value, thud_body_type type) {
    thud_body_def def = thud_body_defaults();
    def.type = type;
    def.position = thud_vec2_make(1.0f, 2.3f);
    put(&def, field, value);
    thud_body_id body = thud_body_create(s->world, &def);
    if (body.generation == 0) {
        return false;
    }
    thud_shape_def shape = thud_shape_defaults();
    assert_true(thud_body_add_box(s->world, body, &shape, thud_vec2_make(0.3f, 0.2f)).generation != 0);
    return true;
}

static bool create_body(site *s, size_t field, float value) {
    return create_body_of_type(s, field, value, THUD_BODY_DYNAMIC);
}

static bool create_kinematic_body(site *s, size_t field, float value) {
    return create_body_of_type(s, field, value, THUD_BODY_KINEMATIC);
}

static bool configure_body(site *s, size_t field, float value) {
    thud_body_def def = thud_body_definition(s->world, s->upper);
    put(&def, field, value);
    return thud_body_configure(s->world, s->upper, &def);
}

static bool add_shape(site *s, size_t field, float value) {
    thud_shape_def def = thud_shape_defaults();
    put(&def, field, value);
    return thud_body_add_box(s->world, s->upper, &def, thud_vec2_make(0.7f, 0.2f)).generation != 0;
}

static bool configure_shape(site *s, size_t field, float value) {
    thud_shape_id shape = test_shape_of(s->world, s->lower);
    thud_shape_def def = thud_shape_definition(s->world, shape);
    put(&def, field, value);
    return thud_shape_configure(s->world, shape, &def);
}

static bool set_mass(site *s, size_t field, float value) {
    thud_mass mass = thud_body_mass(s->world, s->upper);
    put(&mass, field, value);
    return thud_body_set_mass(s->world, s->upper, &mass);
}

/* Arguments of the calls that take numbers one by one. */
typedef struct numbers {
    thud_vec2 position, vector;
    float angle, number, dt;
} numbers;

static numbers make_numbers(size_t field, float value) {
    numbers n = {{1.0f, 2.0f}, {1.0f, -1.0f}, 0.3f, 0.5f, TEST_DT};
    put(&n, field, value);
    return n;
}

static bool teleport(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_teleport(s->world, s->upper, n.position, n.angle);
}

static bool teleport_joined(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_teleport(s->world, s->left, n.position, n.angle);
}

static bool teleport_ground(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_teleport(s->world, s->ground, n.position, n.angle);
}

static bool set_velocity(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_set_velocity(s->world, s->lower, n.vector, n.number);
}

static bool set_platform_velocity(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_set_velocity(s->world, s->platform, n.vector, n.number);
}

static bool set_target(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_set_target(s->world, s->platform, n.position, n.angle, n.dt);
}

static bool apply_force(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_apply_force(s->world, s->upper, n.vector, n.position);
}

static bool apply_force_to_center(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_apply_force_to_center(s->world, s->left, n.vector);
}

static bool apply_torque(site *s, size_t field, float value) {
    return thud_body_apply_torque(s->world, s->lower, make_numbers(field, value).number);
}

static bool apply_impulse(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    return thud_body_apply_impulse(s->world, s->upper, n.vector, n.position);
}

static bool apply_angular_impulse(site *s, size_t field, float value) {
    return thud_body_apply_angular_impulse(s->world, s->lower, make_numbers(field, value).number);
}

static bool move_chain_point(site *s, size_t field, float value) {
    return thud_chain_move_point(s->world, s->chain, 1, make_numbers(field, value).position);
}

static bool insert_chain_point(site *s, size_t field, float value) {
    return thud_chain_insert_point(s->world, s->chain, 3, make_numbers(field, value).position);
}

static bool step(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    bool accepted = n.dt >= THUD_MIN_STEP && n.dt <= THUD_MAX_STEP;
    if (accepted) {
        step_and_check(s->world, 3, n.dt);
    } else {
        assert_int_not_equal(thud_world_step(s->world, n.dt).status, THUD_OK);
    }
    return accepted;
}

static bool move_target(site *s, size_t field, float value) {
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = s->upper;
    thud_joint_id joint = thud_target_joint_create(s->world, &def);
    bool moved = thud_target_joint_set_target(s->world, joint, make_numbers(field, value).position);
    if (!moved) {
        thud_joint_destroy(s->world, joint);
    }
    return moved;
}

static bool find_closest(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    thud_closest_shape closest =
        thud_world_closest_shape(s->world, n.position, n.number, thud_query_filter_all());
    check_vector("closest point", closest.point);
    check_number("closest distance", closest.distance);
    return true;
}

static bool cast(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    thud_world_hit hit = thud_world_cast_ray(s->world, n.position, n.vector, thud_query_filter_all());
    check_vector("point of a ray", hit.cast.point);
    check_vector("normal of a ray", hit.cast.normal);
    thud_body_sweep sweep = thud_world_cast_body(s->world, s->upper, n.vector, thud_query_filter_all());
    check_vector("point of a sweep", sweep.hit.cast.point);
    thud_world_shape_at(s->world, n.position, thud_query_filter_all());
    return true;
}

static bool read_velocity(site *s, size_t field, float value) {
    numbers n = make_numbers(field, value);
    check_vector("velocity at", thud_body_velocity_at(s->world, s->platform, n.position));
    return true;
}

static bool explode(site *s, size_t field, float value) {
    thud_explosion explosion = thud_explosion_defaults();
    put(&explosion, field, value);
    return thud_world_explode(s->world, &explosion);
}

static bool blow(site *s, size_t field, float value) {
    thud_wind wind = thud_wind_defaults();
    wind.velocity = thud_vec2_make(3.0f, 1.0f);
    put(&wind, field, value);
    return thud_world_apply_wind(s->world, &wind, TEST_DT);
}

static bool blow_for(site *s, size_t field, float value) {
    thud_wind wind = thud_wind_defaults();
    wind.velocity = thud_vec2_make(3.0f, 1.0f);
    return thud_world_apply_wind(s->world, &wind, make_numbers(field, value).dt);
}

static float steep_wave(float x, void *context) {
    return x * *(const float *)context;
}

static bool flood(site *s, size_t field, float value) {
    thud_buoyancy water = thud_buoyancy_defaults();
    water.area = (thud_aabb){{-20.0f, -5.0f}, {20.0f, 1.0f}};
    put(&water, field, value);
    return thud_world_apply_buoyancy(s->world, &water, TEST_DT);
}

static bool flood_in_waves(site *s, size_t field, float value) {
    float slope = make_numbers(field, value).number;
    thud_buoyancy water = thud_buoyancy_defaults();
    water.area = (thud_aabb){{-20.0f, -5.0f}, {20.0f, 1.0f}};
    water.wave = steep_wave;
    water.wave_context = &slope;
    water.wave_height = 1e30f;
    return thud_world_apply_buoyancy(s->world, &water, TEST_DT);
}

static bool pull_down(site *s, size_t field, float value) {
    thud_gravity_area area = thud_gravity_area_defaults();
    put(&area, field, value);
    return thud_world_apply_gravity_area(s->world, &area, TEST_DT);
}

static bool pull_to_point(site *s, size_t field, float value) {
    thud_gravity_area area = thud_gravity_area_defaults();
    area.kind = THUD_GRAVITY_POINT;
    put(&area, field, value);
    return thud_world_apply_gravity_area(s->world, &area, TEST_DT);
}

static bool configure_world(site *s, size_t field, float value) {
    thud_world_def def = thud_world_definition(s->world);
    put(&def, field, value);
    return thud_world_configure(s->world, &def);
}

static bool create_world(site *s, size_t field, float value) {
    (void)s;
    thud_world_def def = thud_world_defaults();
    put(&def, field, value);
    bool accepted = thud_world_def_check(&def).status == THUD_OK;
    thud_world *world = thud_world_create(&def);
    assert_true((world != NULL) == accepted);
    if (world != NULL) {
        make_site_in(world);
        step_and_check(world, 3, TEST_DT);
        thud_world_destroy(world);
    }
    return true; /* the world of the site refuses nothing */
}

/* A joint of a kind on the upper box that is created with a value, and one that gets the value later. */
#define JOINT_CALLS(kind, prepare)                                                                           \
    static thud_##kind##_joint_def make_##kind(const site *s) {                                              \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        prepare;                                                                                             \
        return def;                                                                                          \
    }                                                                                                        \
    static bool create_##kind(site *s, size_t field, float value) {                                          \
        thud_##kind##_joint_def def = make_##kind(s);                                                        \
        put(&def, field, value);                                                                             \
        return thud_##kind##_joint_create(s->world, &def).generation != 0;                                   \
    }                                                                                                        \
    static bool configure_##kind(site *s, size_t field, float value) {                                       \
        thud_##kind##_joint_def def = make_##kind(s);                                                        \
        thud_joint_id joint = thud_##kind##_joint_create(s->world, &def);                                    \
        if (joint.generation == 0) { /* its bodies are too far apart now */                                       \
            return true;                                                                                     \
        }                                                                                                    \
        step_and_check(s->world, 1, TEST_DT);                                                                \
        def = thud_##kind##_joint_definition(s->world, joint);                                               \
        put(&def, field, value);                                                                             \
        uint64_t hash = thud_world_hash(s->world);                                                           \
        bool accepted = thud_##kind##_joint_configure(s->world, joint, &def);                                \
        assert_true(accepted || thud_world_hash(s->world) == hash);                                          \
        return true;                                                                                         \
    }

#define BASE def.base = tie(s, s->lower, s->upper, thud_vec2_make(0.1f, 1.0f))

JOINT_CALLS(target, (def.body = s->upper, def.target = thud_vec2_make(1.0f, 3.0f)))
JOINT_CALLS(revolute,
            (BASE, def.limit.enabled = def.motor.enabled = def.spring.enabled = true, def.spring.hertz = 2.0f,
             def.motor.max_force = 1.0f, def.limit.lower = -1.0f, def.limit.upper = 1.0f))
JOINT_CALLS(distance,
            (BASE, def.limit.enabled = def.motor.enabled = def.spring.enabled = true, def.spring.hertz = 2.0f,
             def.motor.max_force = 1.0f, def.limit.lower = 0.0f, def.limit.upper = 1.0f))
JOINT_CALLS(prismatic,
            (BASE, def.limit.enabled = def.motor.enabled = def.spring.enabled = true, def.spring.hertz = 2.0f,
             def.motor.max_force = 1.0f, def.limit.lower = -1.0f, def.limit.upper = 1.0f))
JOINT_CALLS(weld, (BASE, def.linear_spring.enabled = def.angular_spring.enabled = true,
                   def.linear_spring.hertz = 2.0f, def.angular_spring.hertz = 2.0f))
JOINT_CALLS(wheel, (BASE, def.limit.enabled = def.motor.enabled = true, def.limit.lower = -1.0f,
                    def.limit.upper = 1.0f))
JOINT_CALLS(motor, BASE)
JOINT_CALLS(gear, (def.joint_a = s->hinge, def.joint_b = s->slider))
JOINT_CALLS(pulley, (BASE, def.wheel_a = thud_vec2_make(0.0f, 5.0f), def.wheel_b = thud_vec2_make(1.0f, 5.0f),
                     def.length = 8.0f))
JOINT_CALLS(ratchet, BASE)

/* ---- all of it ---- */

typedef struct hostile_case {
    const char *name;
    hostile_call *call;
    size_t field;
} hostile_case;

#define CASE(call, type, member)                                                                             \
    { #call " " #member, call, offsetof(type, member) }
#define CASE2(call, type, member) CASE(call, type, member.x), CASE(call, type, member.y)
#define BODY_SETTINGS(call)                                                                                  \
    CASE(call, thud_body_def, linear_damping), CASE(call, thud_body_def, angular_damping),                   \
        CASE(call, thud_body_def, gravity_scale), CASE(call, thud_body_def, sleep_speed)
#define BODY(call)                                                                                           \
    BODY_SETTINGS(call), CASE2(call, thud_body_def, position), CASE(call, thud_body_def, angle),             \
        CASE2(call, thud_body_def, velocity), CASE(call, thud_body_def, angular_velocity)
#define SHAPE(call)                                                                                          \
    CASE(call, thud_shape_def, density), CASE(call, thud_shape_def, material.friction),                      \
        CASE(call, thud_shape_def, material.elasticity),                                                     \
        CASE(call, thud_shape_def, material.rolling_resistance),                                             \
        CASE(call, thud_shape_def, material.surface_speed)
#define WORLD(call)                                                                                          \
    CASE2(call, thud_world_def, gravity), CASE(call, thud_world_def, solver.contact_hertz),                  \
        CASE(call, thud_world_def, solver.contact_damping_ratio),                                            \
        CASE(call, thud_world_def, solver.push_out_speed),                                                   \
        CASE(call, thud_world_def, solver.elasticity_threshold),                                             \
        CASE(call, thud_world_def, solver.joint_hertz),                                                      \
        CASE(call, thud_world_def, solver.joint_damping_ratio),                                              \
        CASE(call, thud_world_def, solver.max_speed), CASE(call, thud_world_def, length_unit),               \
        CASE(call, thud_world_def, slop), CASE(call, thud_world_def, speculative_distance),                  \
        CASE(call, thud_world_def, aabb_margin), CASE(call, thud_world_def, hit_speed),                      \
        CASE(call, thud_world_def, sleep_speed), CASE(call, thud_world_def, sleep_time)
#define JOINT(kind, member)                                                                                  \
    CASE(create_##kind, thud_##kind##_joint_def, member),                                                    \
        CASE(configure_##kind, thud_##kind##_joint_def, member)
#define JOINT2(kind, member) JOINT(kind, member.x), JOINT(kind, member.y)
#define JOINT_BASE(kind)                                                                                     \
    JOINT2(kind, base.anchor_a), JOINT2(kind, base.anchor_b), JOINT(kind, base.hertz),                       \
        JOINT(kind, base.damping_ratio), JOINT(kind, base.break_force), JOINT(kind, base.break_torque)
#define JOINT_LIMIT(kind) JOINT(kind, limit.lower), JOINT(kind, limit.upper)
#define JOINT_MOTOR(kind) JOINT(kind, motor.speed), JOINT(kind, motor.max_force)
#define JOINT_SPRING(kind, spring)                                                                           \
    JOINT(kind, spring.hertz), JOINT(kind, spring.damping_ratio), JOINT(kind, spring.target)
#define JOINT_AXIS(kind) JOINT_LIMIT(kind), JOINT_MOTOR(kind), JOINT_SPRING(kind, spring)

static const hostile_case cases[] = {
    BODY(create_body),
    BODY(create_kinematic_body),
    BODY_SETTINGS(configure_body),
    SHAPE(add_shape),
    SHAPE(configure_shape),
    CASE(set_mass, thud_mass, mass),
    CASE(set_mass, thud_mass, inertia),
    CASE2(set_mass, thud_mass, center),
    CASE2(teleport, numbers, position),
    CASE(teleport, numbers, angle),
    CASE2(teleport_joined, numbers, position),
    CASE(teleport_joined, numbers, angle),
    CASE2(teleport_ground, numbers, position),
    CASE(teleport_ground, numbers, angle),
    CASE2(set_velocity, numbers, vector),
    CASE(set_velocity, numbers, number),
    CASE2(set_platform_velocity, numbers, vector),
    CASE(set_platform_velocity, numbers, number),
    CASE2(set_target, numbers, position),
    CASE(set_target, numbers, angle),
    CASE(set_target, numbers, dt),
    CASE2(apply_force, numbers, vector),
    CASE2(apply_force, numbers, position),
    CASE2(apply_force_to_center, numbers, vector),
    CASE(apply_torque, numbers, number),
    CASE2(apply_impulse, numbers, vector),
    CASE2(apply_impulse, numbers, position),
    CASE(apply_angular_impulse, numbers, number),
    CASE2(move_chain_point, numbers, position),
    CASE2(insert_chain_point, numbers, position),
    CASE(step, numbers, dt),
    CASE2(move_target, numbers, position),
    CASE2(find_closest, numbers, position),
    CASE(find_closest, numbers, number),
    CASE2(cast, numbers, position),
    CASE2(cast, numbers, vector),
    CASE2(read_velocity, numbers, position),
    CASE2(explode, thud_explosion, center),
    CASE(explode, thud_explosion, radius),
    CASE(explode, thud_explosion, falloff),
    CASE(explode, thud_explosion, impulse_per_length),
    CASE2(blow, thud_wind, area.min),
    CASE2(blow, thud_wind, area.max),
    CASE2(blow, thud_wind, velocity),
    CASE(blow, thud_wind, density),
    CASE(blow, thud_wind, drag),
    CASE(blow, thud_wind, lift),
    CASE(blow_for, numbers, dt),
    CASE2(flood, thud_buoyancy, area.min),
    CASE2(flood, thud_buoyancy, area.max),
    CASE(flood, thud_buoyancy, density),
    CASE(flood, thud_buoyancy, linear_drag),
    CASE(flood, thud_buoyancy, angular_drag),
    CASE2(flood, thud_buoyancy, flow),
    CASE(flood, thud_buoyancy, wave_height),
    CASE(flood_in_waves, numbers, number),
    CASE2(pull_down, thud_gravity_area, area.min),
    CASE2(pull_down, thud_gravity_area, direction),
    CASE(pull_down, thud_gravity_area, strength),
    CASE2(pull_to_point, thud_gravity_area, point),
    CASE(pull_to_point, thud_gravity_area, strength),
    CASE(pull_to_point, thud_gravity_area, radius),
    WORLD(configure_world),
    WORLD(create_world),
    JOINT2(target, local_anchor),
    JOINT2(target, target),
    JOINT(target, hertz),
    JOINT(target, damping_ratio),
    JOINT(target, max_force),
    JOINT(target, break_force),
    JOINT_BASE(revolute),
    JOINT(revolute, reference_angle),
    JOINT_AXIS(revolute),
    JOINT_BASE(distance),
    JOINT(distance, length),
    JOINT_AXIS(distance),
    JOINT_BASE(prismatic),
    JOINT(prismatic, reference_angle),
    JOINT2(prismatic, axis),
    JOINT_AXIS(prismatic),
    JOINT_BASE(weld),
    JOINT(weld, reference_angle),
    JOINT_SPRING(weld, linear_spring),
    JOINT_SPRING(weld, angular_spring),
    JOINT_BASE(wheel),
    JOINT2(wheel, axis),
    JOINT_AXIS(wheel),
    JOINT_BASE(motor),
    JOINT(motor, reference_angle),
    JOINT(motor, hertz),
    JOINT(motor, damping_ratio),
    JOINT(motor, max_force),
    JOINT(motor, max_torque),
    JOINT(gear, ratio),
    JOINT_BASE(pulley),
    JOINT2(pulley, wheel_a),
    JOINT2(pulley, wheel_b),
    JOINT(pulley, length),
    JOINT(pulley, ratio),
    JOINT_BASE(ratchet),
    JOINT(ratchet, tooth),
    JOINT(ratchet, phase),
};

static void count_reasons(int level, const char *message, void *context) {
    (void)level, (void)message;
    ++*(int *)context;
}

/*
 * Makes a call with one value after the other, from the v-th on, until one is accepted: those that are refused leave the
 * world as it was. Returns how many were tried.
 */
static int try_values(const hostile_case *chosen, int v) {
    int reasons = 0, tried = 0;
    thud_world_def def = thud_world_defaults();
    def.hooks.log = count_reasons;
    def.hooks.context = &reasons;
    site s = make_site_in(test_world_of(&def));
    step_and_check(s.world, 2, TEST_DT);
    uint64_t hash = thud_world_hash(s.world);
    for (bool accepted = false; v + tried < hostile_count && !accepted; tried++) {
        int told = reasons;
        case_value = hostile[v + tried];
        accepted = chosen->call(&s, chosen->field, case_value);
        if (!accepted && (thud_world_hash(s.world) != hash || reasons == told)) {
            fail_msg("%s = %g was refused without a reason, or has changed the world", case_name, (double)case_value);
        }
        check_world(s.world);
    }
    step_and_check(s.world, 3, TEST_DT);
    thud_world_destroy(s.world);
    return tried;
}

static void whatever_number_is_given_all_that_can_be_read_is_finite(void **state) {
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        case_name = cases[c].name;
        for (int v = 0; v < hostile_count;) {
            v += try_values(&cases[c], v);
        }
    }
}

/* The same with several values in sequence, in one world. */
static void whatever_numbers_follow_each_other_all_that_can_be_read_is_finite(void **state) {
    (void)state;
    test_random random = test_random_seed(1813);
    for (int round = 0; round < TEST_UNLESS_SANITIZED(1500, 60); round++) {
        site s = make_site();
        step_and_check(s.world, 1, TEST_DT);
        for (int k = 0; k < 6; k++) {
            const hostile_case *chosen = &cases[test_random_int(&random, 0, (int)(sizeof cases / sizeof cases[0]) - 1)];
            case_name = chosen->name;
            case_value = hostile[test_random_int(&random, 0, hostile_count - 1)];
            chosen->call(&s, chosen->field, case_value);
            check_world(s.world);
            step_and_check(s.world, 2, TEST_DT);
        }
        step_and_check(s.world, 10, TEST_DT);
        thud_world_destroy(s.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_number_is_given_all_that_can_be_read_is_finite),
        cmocka_unit_test(whatever_numbers_follow_each_other_all_that_can_be_read_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
