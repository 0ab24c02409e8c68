/*
 * Each kind of joint with each of its parameters: a change wakes both bodies, is in the definition that is read back,
 * and acts bit-identically to a joint that was created with it. Each kind reports its load, breaks just above its
 * threshold, and is as compliant as its softness defines.
 */
#include "reference/test_world.h"
#include "unit/response/joints/joint_rig.h"

#include <string.h>

static const float gravity = 10.0f; /* [m/s^2] */
static const float mass = 2.0f;     /* of both boxes [kg] */

/* ---- one of each kind, between two boxes; gear and target on hinges and alone ---- */

typedef struct pair_rig {
    joint_rig rig;
    thud_body_id a, b;
    thud_joint_id joint;
} pair_rig;

static thud_joint_base base_of(const pair_rig *r) {
    return thud_joint_base_at(r->rig.world, r->a, r->b, thud_vec2_make(3.0f, 0.0f));
}

static thud_joint_id hinge_on_post(const pair_rig *r, thud_body_id body) {
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = thud_joint_base_at(r->rig.world, r->rig.post, body, thud_body_position(r->rig.world, body));
    return thud_revolute_joint_create(r->rig.world, &def);
}

#define WITH_BASE(kind, set)                                                                                 \
    static thud_##kind##_joint_def plain_##kind(const pair_rig *r) {                                         \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        def.base = base_of(r);                                                                               \
        set;                                                                                                 \
        return def;                                                                                          \
    }

WITH_BASE(revolute, def.spring.hertz = 2.0f)
WITH_BASE(distance, def.spring.target = def.length)
WITH_BASE(weld, def.linear_spring.hertz = def.angular_spring.hertz = 2.0f)
WITH_BASE(prismatic, )
WITH_BASE(wheel, )
WITH_BASE(motor, )
WITH_BASE(ratchet, )
WITH_BASE(pulley, def.wheel_a = thud_vec2_make(2.0f, 3.0f); def.wheel_b = thud_vec2_make(4.0f, 3.0f); def.length = 6.5f)

static thud_gear_joint_def plain_gear(const pair_rig *r) {
    thud_gear_joint_def def = thud_gear_joint_defaults();
    def.joint_a = hinge_on_post(r, r->a);
    def.joint_b = hinge_on_post(r, r->b);
    return def;
}

static thud_target_joint_def plain_target(const pair_rig *r) {
    thud_target_joint_def def = thud_target_joint_defaults();
    def.body = r->b;
    def.target = thud_body_position(r->rig.world, r->b);
    return def;
}

/* ---- each parameter ---- */

typedef enum apply_mode { AS_IT_IS, MADE_SO, CHANGED } apply_mode;
typedef void apply(pair_rig *r, apply_mode mode);
typedef struct parameter {
    const char *name;
    apply *apply;
} parameter;

/* A function that creates a joint without the field, creates it with the field, or changes the field of a joint. */
#define PARAMETER(kind, name, field, value)                                                                  \
    static void kind##_##name(pair_rig *r, apply_mode mode) {                                                        \
        thud_##kind##_joint_def def =                                                                        \
            mode == CHANGED ? thud_##kind##_joint_definition(r->rig.world, r->joint) : plain_##kind(r);       \
        if (mode != AS_IT_IS) {                                                                               \
            assert_false(def.field == (value)); /* the value must be new */                                  \
            def.field = value;                                                                               \
        }                                                                                                    \
        if (mode == CHANGED) {                                                                                \
            assert_true(thud_##kind##_joint_configure(r->rig.world, r->joint, &def));                        \
            assert_true(thud_##kind##_joint_definition(r->rig.world, r->joint).field == (value));            \
        } else {                                                                                             \
            r->joint = thud_##kind##_joint_create(r->rig.world, &def);                                       \
            assert_true(thud_joint_is_valid(r->rig.world, r->joint));                                        \
        }                                                                                                    \
    }

static int thing;

#define OF_EACH(kind)                                                                                        \
    PARAMETER(kind, hertz, base.hertz, 3.0f)                                                                 \
    PARAMETER(kind, damping_ratio, base.damping_ratio, 0.5f)                                                 \
    PARAMETER(kind, break_force, base.break_force, 1.0e6f)                                                   \
    PARAMETER(kind, break_torque, base.break_torque, 1.0e6f)                                                 \
    PARAMETER(kind, collide_connected, base.collide_connected, \
              !thud_##kind##_joint_defaults().base.collide_connected)      \
    PARAMETER(kind, user_data, base.user_data, (void *)&thing)
#define ANCHORS(kind)                                                                                        \
    PARAMETER(kind, anchor_a_x, base.anchor_a.x, 0.7f)                                                       \
    PARAMETER(kind, anchor_a_y, base.anchor_a.y, 0.2f)                                                       \
    PARAMETER(kind, anchor_b_x, base.anchor_b.x, -0.6f)                                                      \
    PARAMETER(kind, anchor_b_y, base.anchor_b.y, 0.3f)
#define LIMIT(kind)                                                                                          \
    PARAMETER(kind, limit_enabled, limit.enabled, true)                                                      \
    PARAMETER(kind, limit_upper, limit.upper, 0.5f)
#define LOWER_LIMIT(kind) PARAMETER(kind, limit_lower, limit.lower, -0.5f)
#define MOTOR(kind)                                                                                          \
    PARAMETER(kind, motor_enabled, motor.enabled, true)                                                      \
    PARAMETER(kind, motor_speed, motor.speed, 2.0f)                                                          \
    PARAMETER(kind, motor_max_force, motor.max_force, 50.0f)
#define SPRING(kind, spring)                                                                                 \
    PARAMETER(kind, spring##_hertz, spring.hertz, 3.0f)                                                      \
    PARAMETER(kind, spring##_damping_ratio, spring.damping_ratio, 0.4f)
#define SPRING_TARGET(kind)                                                                                  \
    SPRING(kind, spring)                                                                                     \
    PARAMETER(kind, spring_target, spring.target, 0.3f)
#define REFERENCE_ANGLE(kind) PARAMETER(kind, reference_angle, reference_angle, 0.2f)

OF_EACH(revolute) ANCHORS(revolute) LIMIT(revolute) LOWER_LIMIT(revolute) MOTOR(revolute) SPRING_TARGET(revolute)
REFERENCE_ANGLE(revolute)
PARAMETER(revolute, spring_enabled, spring.enabled, true)
OF_EACH(distance) ANCHORS(distance) LIMIT(distance) MOTOR(distance) SPRING_TARGET(distance)
PARAMETER(distance, length, length, 1.5f)
OF_EACH(weld) ANCHORS(weld) SPRING(weld, linear_spring) SPRING(weld, angular_spring) REFERENCE_ANGLE(weld)
PARAMETER(weld, linear_spring_enabled, linear_spring.enabled, true)
PARAMETER(weld, angular_spring_enabled, angular_spring.enabled, true)
OF_EACH(prismatic) ANCHORS(prismatic) LIMIT(prismatic) LOWER_LIMIT(prismatic) MOTOR(prismatic) SPRING_TARGET(prismatic)
REFERENCE_ANGLE(prismatic)
PARAMETER(prismatic, axis, axis.y, 1.0f)
OF_EACH(wheel) ANCHORS(wheel) LIMIT(wheel) LOWER_LIMIT(wheel) MOTOR(wheel) SPRING_TARGET(wheel)
PARAMETER(wheel, spring_enabled, spring.enabled, false)
PARAMETER(wheel, axis, axis.x, 1.0f)
OF_EACH(motor) ANCHORS(motor) REFERENCE_ANGLE(motor)
PARAMETER(motor, own_hertz, hertz, 4.0f)
PARAMETER(motor, own_damping_ratio, damping_ratio, 0.5f)
PARAMETER(motor, max_force, max_force, 5.0f)
PARAMETER(motor, max_torque, max_torque, 0.1f)
OF_EACH(ratchet) ANCHORS(ratchet)
PARAMETER(ratchet, tooth, tooth, -0.1f)
PARAMETER(ratchet, phase, phase, -0.05f)
OF_EACH(pulley) ANCHORS(pulley)
PARAMETER(pulley, wheel_a, wheel_a.x, 1.0f)
PARAMETER(pulley, wheel_b, wheel_b.x, 5.0f)
PARAMETER(pulley, length, length, 5.5f)
PARAMETER(pulley, ratio, ratio, 2.0f)
OF_EACH(gear)
PARAMETER(gear, ratio, ratio, -2.0f)
PARAMETER(target, local_anchor, local_anchor.x, 0.2f)
PARAMETER(target, target, target.y, 1.0f)
PARAMETER(target, hertz, hertz, 2.0f)
PARAMETER(target, damping_ratio, damping_ratio, 0.1f)
PARAMETER(target, max_force, max_force, 30.0f)
PARAMETER(target, break_force, break_force, 1.0e6f)
PARAMETER(target, user_data, user_data, (void *)&thing)

#define ROW(kind, name) {#kind " " #name, kind##_##name}
#define ROWS_OF_EACH(kind)                                                                                   \
    ROW(kind, hertz), ROW(kind, damping_ratio), ROW(kind, break_force), ROW(kind, break_torque),             \
        ROW(kind, collide_connected), ROW(kind, user_data)
#define ROWS_OF_ANCHORS(kind)                                                                                \
    ROW(kind, anchor_a_x), ROW(kind, anchor_a_y), ROW(kind, anchor_b_x), ROW(kind, anchor_b_y)
#define ROWS_OF_AXIS(kind)                                                                                   \
    ROW(kind, limit_enabled), ROW(kind, limit_upper), ROW(kind, motor_enabled), ROW(kind, motor_speed),      \
        ROW(kind, motor_max_force), ROW(kind, spring_hertz), ROW(kind, spring_damping_ratio),                \
        ROW(kind, spring_target)

static const parameter parameters[] = {
    ROWS_OF_EACH(revolute), ROWS_OF_ANCHORS(revolute), ROWS_OF_AXIS(revolute), ROW(revolute, limit_lower),
    ROW(revolute, reference_angle), ROW(revolute, spring_enabled),
    ROWS_OF_EACH(distance), ROWS_OF_ANCHORS(distance), ROWS_OF_AXIS(distance), ROW(distance, length),
    ROWS_OF_EACH(weld), ROWS_OF_ANCHORS(weld), ROW(weld, linear_spring_hertz), ROW(weld, linear_spring_damping_ratio),
    ROW(weld, angular_spring_hertz), ROW(weld, angular_spring_damping_ratio), ROW(weld, reference_angle),
    ROW(weld, linear_spring_enabled), ROW(weld, angular_spring_enabled),
    ROWS_OF_EACH(prismatic), ROWS_OF_ANCHORS(prismatic), ROWS_OF_AXIS(prismatic), ROW(prismatic, limit_lower),
    ROW(prismatic, reference_angle), ROW(prismatic, axis),
    ROWS_OF_EACH(wheel), ROWS_OF_ANCHORS(wheel), ROWS_OF_AXIS(wheel), ROW(wheel, limit_lower),
    ROW(wheel, spring_enabled), ROW(wheel, axis),
    ROWS_OF_EACH(motor), ROWS_OF_ANCHORS(motor), ROW(motor, reference_angle), ROW(motor, own_hertz),
    ROW(motor, own_damping_ratio), ROW(motor, max_force), ROW(motor, max_torque),
    ROWS_OF_EACH(ratchet), ROWS_OF_ANCHORS(ratchet), ROW(ratchet, tooth), ROW(ratchet, phase),
    ROWS_OF_EACH(pulley), ROWS_OF_ANCHORS(pulley), ROW(pulley, wheel_a), ROW(pulley, wheel_b), ROW(pulley, length),
    ROW(pulley, ratio),
    ROWS_OF_EACH(gear), ROW(gear, ratio),
    ROW(target, local_anchor), ROW(target, target), ROW(target, hertz), ROW(target, damping_ratio),
    ROW(target, max_force), ROW(target, break_force), ROW(target, user_data),
};
enum { parameter_count = sizeof parameters / sizeof parameters[0] };

/* Two boxes with different spins, in a world with sleep. */
static pair_rig make_pair(float g) {
    thud_world_def def = thud_world_defaults();
    def.gravity = thud_vec2_make(0.0f, -g);
    pair_rig r = {.rig = {.world = thud_world_create(&def)}};
    assert_non_null(r.rig.world);
    r.rig.post = rig_body(r.rig.world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    r.a = rig_box(r.rig.world, thud_vec2_make(2.0f, 0.0f), thud_vec2_make(0.5f, 0.5f), mass);
    r.b = rig_box(r.rig.world, thud_vec2_make(4.0f, 0.0f), thud_vec2_make(0.5f, 0.3f), mass);
    return r;
}

static bool is_alone(const parameter *p) {
    return strncmp(p->name, "target", 6) == 0;
}

static void a_change_of_any_parameter_wakes_both_bodies_and_is_told(void **state) {
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        const parameter *p = &parameters[i];
        pair_rig r = make_pair(0.0f);
        p->apply(&r, AS_IT_IS);
        rig_step(&r.rig, 2);
        thud_body_sleep(r.rig.world, r.a);
        thud_body_sleep(r.rig.world, r.b);
        assert_false(thud_body_is_awake(r.rig.world, r.a));
        assert_false(thud_body_is_awake(r.rig.world, r.b));
        p->apply(&r, CHANGED);
        if (!thud_body_is_awake(r.rig.world, r.b) || (!is_alone(p) && !thud_body_is_awake(r.rig.world, r.a))) {
            fail_msg("%s: a body sleeps on", p->name);
        }
        thud_world_destroy(r.rig.world);
    }
}

/* The hash after a second. */
static uint64_t play_out(const parameter *p, apply_mode mode) {
    pair_rig r = make_pair(gravity);
    p->apply(&r, mode == MADE_SO ? MADE_SO : AS_IT_IS);
    if (mode == CHANGED) {
        p->apply(&r, CHANGED);
    }
    thud_body_apply_angular_impulse(r.rig.world, r.a, 0.5f);
    thud_body_apply_angular_impulse(r.rig.world, r.b, -0.4f);
    rig_step(&r.rig, 60);
    uint64_t hash = thud_world_hash(r.rig.world);
    thud_world_destroy(r.rig.world);
    return hash;
}

static void a_changed_joint_acts_to_the_bit_as_if_it_had_been_made_so(void **state) {
    (void)state;
    int felt = 0;
    for (int i = 0; i < parameter_count; i++) {
        uint64_t changed = play_out(&parameters[i], CHANGED);
        if (changed != play_out(&parameters[i], MADE_SO)) {
            fail_msg("%s: a change is not the same as making it so", parameters[i].name);
        }
        felt += changed != play_out(&parameters[i], AS_IT_IS);
    }
    print_message("%d of %d parameters are felt by themselves\n", felt, (int)parameter_count);
    assert_true(felt > 45); /* the others need a flag set, or a load */
}

/* ---- loads of each kind ---- */

/* A box that a joint to the post holds against gravity, or against a torque if the joint has no linear rows. */
typedef struct loaded {
    const char *name;
    thud_joint_id (*make)(const joint_rig *rig, thud_body_id box, thud_joint_base base);
    bool by_torque;
    float moving; /* share of the box's mass, or inertia, that moves with a soft joint */
} loaded;

static const float load_torque = 3.0f; /* [N m] */

static thud_joint_id load_revolute(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = base;
    return thud_revolute_joint_create(rig->world, &def);
}

static thud_joint_id load_rod(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.base = base;
    def.base.anchor_a.y += 1.0f;
    return thud_distance_joint_create(rig->world, &def);
}

static thud_joint_id load_rope(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_distance_joint_def def = thud_distance_joint_defaults();
    def.base = base;
    def.base.anchor_a.y += 1.0f;
    def.limit = (thud_joint_limit){true, 0.0f, 1.0f};
    return thud_distance_joint_create(rig->world, &def);
}

static thud_joint_id load_weld(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_weld_joint_def def = thud_weld_joint_defaults();
    def.base = base;
    return thud_weld_joint_create(rig->world, &def);
}

static thud_joint_id load_slider_across(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = base;
    return thud_prismatic_joint_create(rig->world, &def);
}

static thud_joint_id load_slider_limit(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    def.base = base;
    def.axis = thud_vec2_make(0.0f, -1.0f);
    def.limit = (thud_joint_limit){true, -1.0f, 0.0f};
    return thud_prismatic_joint_create(rig->world, &def);
}

static thud_joint_id load_wheel_across(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.base = base;
    def.axis = thud_vec2_make(1.0f, 0.0f);
    return thud_wheel_joint_create(rig->world, &def);
}

static thud_joint_id load_wheel_limit(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    def.base = base;
    def.spring.enabled = false;
    def.limit = (thud_joint_limit){true, 0.0f, 1.0f};
    return thud_wheel_joint_create(rig->world, &def);
}

/* A spring of its own frequency, which gets that of the base. */
static thud_joint_id load_motor(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_motor_joint_def def = thud_motor_joint_defaults();
    def.base = base;
    def.hertz = base.hertz > 0.0f ? base.hertz : def.hertz;
    def.damping_ratio = base.hertz > 0.0f ? base.damping_ratio : def.damping_ratio;
    return thud_motor_joint_create(rig->world, &def);
}

/* The other end holds a box of the same mass. */
static thud_joint_id load_pulley(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    thud_vec2 at = thud_body_position(rig->world, box);
    thud_pulley_joint_def def = thud_pulley_joint_defaults();
    def.base = base;
    def.base.body_a = rig_box(rig->world, thud_vec2_make(at.x - 3.0f, at.y), thud_vec2_make(0.3f, 0.3f), mass);
    def.base.anchor_a = thud_vec2_make(0.0f, 0.0f);
    def.wheel_a = thud_vec2_make(at.x - 3.0f, at.y + 2.0f);
    def.wheel_b = thud_vec2_make(at.x, at.y + 2.0f);
    def.length = 4.0f;
    return thud_pulley_joint_create(rig->world, &def);
}

static thud_joint_id load_hinge_limit(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base = base;
    def.limit = (thud_joint_limit){true, 0.0f, 1.0f};
    return thud_revolute_joint_create(rig->world, &def);
}

static thud_joint_id load_weld_turning(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    return load_weld(rig, box, base);
}

static thud_joint_id load_ratchet(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    (void)box;
    thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
    def.base = base;
    return thud_ratchet_joint_create(rig->world, &def);
}

/* The other wheel is too heavy to turn. */
static thud_joint_id load_gear(const joint_rig *rig, thud_body_id box, thud_joint_base base) {
    thud_vec2 at = thud_body_position(rig->world, box);
    thud_vec2 beside = {at.x - 3.0f, at.y};
    thud_body_id wheel = rig_box(rig->world, beside, thud_vec2_make(50.0f, 50.0f), 1.0e6f);
    thud_revolute_joint_def hinge = thud_revolute_joint_defaults();
    thud_gear_joint_def def = thud_gear_joint_defaults();
    hinge.base = thud_joint_base_at(rig->world, rig->post, wheel, beside);
    def.joint_a = thud_revolute_joint_create(rig->world, &hinge);
    hinge.base = thud_joint_base_at(rig->world, rig->post, box, at);
    def.joint_b = thud_revolute_joint_create(rig->world, &hinge);
    def.base.hertz = base.hertz;
    def.base.damping_ratio = base.damping_ratio;
    def.base.break_torque = base.break_torque;
    return thud_gear_joint_create(rig->world, &def);
}

static const loaded loads[] = {
    {"revolute", load_revolute, false, 1.0f},
    {"distance, rod", load_rod, false, 1.0f},
    {"distance, limit", load_rope, false, 1.0f},
    {"weld", load_weld, false, 1.0f},
    {"prismatic, across", load_slider_across, false, 1.0f},
    {"prismatic, limit", load_slider_limit, false, 1.0f},
    {"wheel, across", load_wheel_across, false, 1.0f},
    {"wheel, limit", load_wheel_limit, false, 1.0f},
    {"motor", load_motor, false, 1.0f},
    {"pulley", load_pulley, false, 1.0f}, /* half the mass, and half of the rope on this side */
    {"revolute, limit", load_hinge_limit, true, 1.0f},
    {"weld, turning", load_weld_turning, true, 1.0f},
    {"ratchet", load_ratchet, true, 1.0f},
    {"gear", load_gear, true, 1.0f},
};
enum { load_count = sizeof loads / sizeof loads[0] };

typedef struct load_rig {
    joint_rig rig;
    thud_body_id box;
    thud_joint_id joint;
} load_rig;

/* With `hertz` and thresholds for the joint; zeros for none. */
static load_rig make_load(const loaded *kind, float hertz, float break_force, float break_torque) {
    load_rig r = {.rig = make_rig(kind->by_torque ? 0.0f : gravity)};
    thud_vec2 at = {5.0f, 1.0f};
    r.box = rig_box(r.rig.world, at, thud_vec2_make(0.5f, 0.5f), mass);
    thud_joint_base base = thud_joint_base_at(r.rig.world, r.rig.post, r.box, at);
    base.hertz = hertz;
    base.damping_ratio = 1.0f;
    base.break_force = break_force;
    base.break_torque = break_torque;
    r.joint = kind->make(&r.rig, r.box, base);
    assert_true(thud_joint_is_valid(r.rig.world, r.joint));
    return r;
}

/* Steps under the load; returns how many joints broke. */
static int bear(const load_rig *r, const loaded *kind, int steps) {
    int breaks = 0;
    for (int i = 0; i < steps; i++) {
        if (kind->by_torque) {
            thud_body_apply_torque(r->rig.world, r->box, -load_torque);
        }
        rig_step(&r->rig, 1);
        breaks += thud_world_joint_events(r->rig.world).break_count;
    }
    return breaks;
}

/* Deflection: downwards, or clockwise. */
static float yield_of(const load_rig *r, const loaded *kind) {
    return kind->by_torque ? -thud_body_angle(r->rig.world, r->box) : 1.0f - thud_body_position(r->rig.world, r->box).y;
}

static void each_kind_holds_still_under_load_and_tells_it(void **state) {
    (void)state;
    for (int i = 0; i < load_count; i++) {
        load_rig r = make_load(&loads[i], 0.0f, 0.0f, 0.0f);
        bear(&r, &loads[i], 300);
        thud_vec2 force = thud_joint_force(r.rig.world, r.joint);
        float torque = thud_joint_torque(r.rig.world, r.joint);
        float weight = loads[i].by_torque ? 0.0f : mass * gravity;
        float turning = loads[i].by_torque ? load_torque : 0.0f;
        if (!is_near(force.x, 0.0f, 0.1f) || !is_near(force.y, weight, 0.1f) || !is_near(torque, turning, 0.03f)) {
            fail_msg("%s", loads[i].name);
        }
        bool is_spring = loads[i].make == load_motor;
        if (!is_spring && !is_near(yield_of(&r, &loads[i]), 0.0f, 0.003f)) {
            fail_msg("%s yields", loads[i].name);
        }
        thud_world_destroy(r.rig.world);
    }
}

/* A threshold of 20 % above the load holds (a drive overshoots by 14 % at first), one of 10 % below breaks, once. */
static void each_kind_breaks_just_above_what_it_is_said_to_bear(void **state) {
    (void)state;
    for (int i = 0; i < load_count; i++) {
        for (int weak = 0; weak < 2; weak++) {
            float share = weak ? 0.9f : 1.2f;
            bool by_torque = loads[i].by_torque;
            load_rig r = make_load(&loads[i], 0.0f, by_torque ? 0.0f : share * mass * gravity,
                                   by_torque ? share * load_torque : 0.0f);
            int breaks = bear(&r, &loads[i], 120);
            if (breaks != weak || thud_joint_is_valid(r.rig.world, r.joint) != !weak) {
                fail_msg("%s: %d breaks at %g of the load", loads[i].name, breaks, (double)share);
            }
            thud_world_destroy(r.rig.world);
        }
    }
}

/* x = f / k with k = m (2 pi hertz)^2; for rotation with the inertia. */
static void each_kind_yields_as_its_softness_says(void **state) {
    (void)state;
    const float frequencies[] = {1.5f, 4.0f}; /* [Hz] */
    for (int i = 0; i < load_count; i++) {
        for (int f = 0; f < 2; f++) {
            load_rig r = make_load(&loads[i], frequencies[f], 0.0f, 0.0f);
            bear(&r, &loads[i], 600);
            float omega = 2.0f * THUD_PI * frequencies[f];
            float inertia = thud_body_mass(r.rig.world, r.box).inertia;
            float expected = loads[i].by_torque ? load_torque / (inertia * omega * omega) : gravity / (omega * omega);
            float yielded = yield_of(&r, &loads[i]);
            if (!is_near(yielded / expected, loads[i].moving, 0.02f)) {
                fail_msg("%s at %g Hz: %g instead of %g", loads[i].name, (double)frequencies[f], (double)yielded,
                         (double)expected);
            }
            thud_world_destroy(r.rig.world);
        }
    }
}

/* On a hinge that is an undamped spring of 1 Hz a box oscillates with its initial amplitude. */
static void an_undamped_hold_keeps_its_swing_and_its_frequency(void **state) {
    (void)state;
    load_rig r = make_load(&loads[0], 1.0f, 0.0f, 0.0f);
    thud_revolute_joint_def def = thud_revolute_joint_definition(r.rig.world, r.joint);
    def.base.damping_ratio = 0.0f;
    assert_true(thud_revolute_joint_configure(r.rig.world, r.joint, &def));
    float sag = gravity / (4.0f * THUD_PI * THUD_PI);
    float lowest = 1.0f, highest = 0.0f;
    rig_step(&r.rig, 20 * 60); /* twenty whole swings: it is at the top again */
    assert_true(is_near(thud_body_position(r.rig.world, r.box).y, 1.0f, 0.05f * sag));
    for (int i = 0; i < 60; i++) {
        rig_step(&r.rig, 1);
        lowest = thud_min(lowest, thud_body_position(r.rig.world, r.box).y);
        highest = thud_max(highest, thud_body_position(r.rig.world, r.box).y);
    }
    assert_true(is_near(lowest, 1.0f - 2.0f * sag, 0.02f * sag));
    assert_true(is_near(highest, 1.0f, 0.02f * sag));
    thud_world_destroy(r.rig.world);
}

/* A body that falls into a rope of 1 Hz rises nearly to its initial height. */
static void a_soft_rope_gives_back_what_fell_into_it(void **state) {
    (void)state;
    load_rig r = make_load(&loads[2], 1.0f, 0.0f, 0.0f);
    thud_distance_joint_def def = thud_distance_joint_definition(r.rig.world, r.joint);
    def.base.damping_ratio = 0.0f;
    def.limit.upper = 2.0f; /* it falls freely for a metre first */
    assert_true(thud_distance_joint_configure(r.rig.world, r.joint, &def));
    rig_step(&r.rig, 40);
    float highest = -10.0f;
    for (int i = 0; i < 120; i++) {
        rig_step(&r.rig, 1);
        highest = thud_max(highest, thud_body_position(r.rig.world, r.box).y);
    }
    assert_true(is_near(highest, 1.0f, 0.05f));
    thud_world_destroy(r.rig.world);
}

static void a_bad_softness_is_refused_by_field(void **state) {
    (void)state;
    load_rig r = make_load(&loads[0], 0.0f, 0.0f, 0.0f);
    thud_revolute_joint_def def = thud_revolute_joint_definition(r.rig.world, r.joint);
    def.base.hertz = -1.0f;
    assert_false(thud_revolute_joint_configure(r.rig.world, r.joint, &def));
    assert_int_equal(thud_world_refusal(r.rig.world).status, THUD_NEGATIVE);
    assert_string_equal(thud_world_refusal(r.rig.world).field, "base.hertz");
    def.base.hertz = 1.0f;
    def.base.damping_ratio = NAN;
    assert_false(thud_revolute_joint_configure(r.rig.world, r.joint, &def));
    assert_int_equal(thud_world_refusal(r.rig.world).status, THUD_NOT_FINITE);
    assert_string_equal(thud_world_refusal(r.rig.world).field, "base.damping_ratio");
    thud_world_destroy(r.rig.world);
}

/* Fields after the base are stored only as far as a joint has had some. */
static void a_plain_hinge_in_the_slot_of_one_with_a_motor_has_none(void **state) {
    (void)state;
    pair_rig r = make_pair(gravity);
    thud_revolute_joint_def plain = plain_revolute(&r);
    thud_revolute_joint_def driven = plain;
    driven.motor = (thud_joint_motor){true, 3.0f, 5.0f};
    thud_joint_id first = thud_revolute_joint_create(r.rig.world, &plain);
    thud_joint_id second = thud_revolute_joint_create(r.rig.world, &driven);
    assert_true(thud_joint_motor_speed(r.rig.world, first) == 0.0f);
    assert_true(thud_joint_motor_speed(r.rig.world, second) == 3.0f);
    assert_true(thud_joint_destroy(r.rig.world, second));
    thud_joint_id third = thud_revolute_joint_create(r.rig.world, &plain);
    assert_int_equal(third.slot, second.slot);
    thud_revolute_joint_def stored = thud_revolute_joint_definition(r.rig.world, third);
    assert_false(stored.motor.enabled);
    assert_true(stored.motor.speed == 0.0f && stored.motor.max_force == 0.0f);
    assert_true(thud_joint_set_motor_speed(r.rig.world, first, -2.0f));
    assert_true(thud_joint_motor_speed(r.rig.world, first) == -2.0f);
    thud_world_destroy(r.rig.world);
}

/* Contacts elsewhere let the constraint graph be updated. */
static void a_body_whose_partner_is_disabled_beside_contacts_falls_freely(void **state) {
    (void)state;
    thud_world *world = test_world_create();
    thud_shape_def shape = thud_shape_defaults();
    thud_body_id floor = test_add_body(world, THUD_BODY_STATIC, thud_vec2_make(0.0f, 0.0f));
    thud_body_add_segment(world, floor, &shape, thud_vec2_make(-5.0f, 0.0f), thud_vec2_make(5.0f, 0.0f));
    for (int i = 0; i < 4; i++) {
        test_add_ball(world, thud_vec2_make((float)i, 0.5f), 0.5f);
    }
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    def.base.body_a = test_add_ball(world, thud_vec2_make(20.0f, 50.0f), 0.2f);
    def.base.body_b = test_add_ball(world, thud_vec2_make(21.0f, 50.0f), 0.2f);
    def.base.anchor_b = thud_vec2_make(-1.0f, 0.0f);
    assert_true(thud_revolute_joint_create(world, &def).generation != 0);
    test_step(world, 5);
    thud_body_def heavy = thud_body_definition(world, def.base.body_a);
    heavy.disabled = true;
    assert_true(thud_body_configure(world, def.base.body_a, &heavy));
    float before = thud_body_velocity(world, def.base.body_b).y;
    test_step(world, 30);
    assert_float_equal(thud_body_velocity(world, def.base.body_b).y, before - 10.0f * 30.0f * TEST_DT, 1e-2f);
    thud_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_of_any_parameter_wakes_both_bodies_and_is_told),
        cmocka_unit_test(a_changed_joint_acts_to_the_bit_as_if_it_had_been_made_so),
        cmocka_unit_test(each_kind_holds_still_under_load_and_tells_it),
        cmocka_unit_test(each_kind_breaks_just_above_what_it_is_said_to_bear),
        cmocka_unit_test(each_kind_yields_as_its_softness_says),
        cmocka_unit_test(an_undamped_hold_keeps_its_swing_and_its_frequency),
        cmocka_unit_test(a_soft_rope_gives_back_what_fell_into_it),
        cmocka_unit_test(a_bad_softness_is_refused_by_field),
        cmocka_unit_test(a_plain_hinge_in_the_slot_of_one_with_a_motor_has_none),
        cmocka_unit_test(a_body_whose_partner_is_disabled_beside_contacts_falls_freely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
