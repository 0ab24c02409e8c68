/*
 * joint_defs.c: the definitions, kind by kind: defaults, checks, and the solver's data. Their public functions are in
 * joint_calls.c, those for all kinds together in joints.c.
 */
#include "world/joints/joint_defs.h"

#include "world/check.h"
#include "world/joints/joint_step.h"
#include "world/world_state.h"

/* The default largest force of a target joint, per mass of the body [m/s^2]. */
#define DEFAULT_TARGET_ACCELERATION 1000.0f

/* ---- parts ---- */

static bool is_valid(const thud_world *world, thud_joint_id joint) {
    return thud_pool_is_valid(&world->joints.pool, (thud_pool_id){joint.slot, joint.generation});
}

static bool check_hertz(const thud_world *world, thud_call call, const char *field, float hertz) {
    return thud_check_positive(world, call, field, hertz) &&
           thud_check_within(world, call, field, hertz, THUD_MAX_HERTZ);
}

static bool check_damping(const thud_world *world, thud_call call, const char *field, float damping_ratio) {
    return thud_check_up_to(world, call, field, damping_ratio, THUD_MAX_COEFFICIENT);
}

static bool check_limit(const thud_world *world, thud_call call, const thud_joint_limit *limit) {
    if (!thud_check_finite(world, call, "limit.lower", limit->lower) ||
        !thud_check_finite(world, call, "limit.upper", limit->upper)) {
        return false;
    }
    return !limit->enabled || limit->lower <= limit->upper ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, "limit.lower", (double)limit->lower);
}

static bool check_motor(const thud_world *world, thud_call call, const thud_joint_motor *motor) {
    return thud_check_finite(world, call, "motor.speed", motor->speed) &&
           thud_check_not_negative(world, call, "motor.max_force", motor->max_force);
}

/* The names of a spring's fields in messages. */
typedef struct spring_fields {
    const char *hertz, *damping_ratio, *target;
} spring_fields;

#define FIELDS_OF(spring) (&(spring_fields){spring ".hertz", spring ".damping_ratio", spring ".target"})

static bool check_spring(const thud_world *world, thud_call call, const thud_joint_spring *spring,
                         const spring_fields *fields) {
    bool right_hertz = spring->enabled ? check_hertz(world, call, fields->hertz, spring->hertz)
                                       : thud_check_finite(world, call, fields->hertz, spring->hertz);
    return right_hertz && check_damping(world, call, fields->damping_ratio, spring->damping_ratio) &&
           thud_check_within(world, call, fields->target, spring->target, THUD_MAX_POSITION);
}

static bool check_axis(const thud_world *world, thud_call call, thud_vec2 axis) {
    return thud_check_finite_vec2(world, call, "axis", axis) &&
           (thud_vec2_length(axis) > 0.0f || thud_refuse(world, call, THUD_ZERO_LENGTH, "axis", 0.0));
}

static thud_spring make_spring(const thud_joint_spring *spring) {
    return (thud_spring){.hertz = spring->enabled ? spring->hertz : 0.0f,
                         .damping_ratio = spring->damping_ratio,
                         .bound = THUD_NO_BOUND};
}

static thud_spring firm(void) {
    return (thud_spring){.hertz = THUD_FIRM, .bound = THUD_NO_BOUND};
}

/* The spring of a joint's hold. */
static thud_spring held(const thud_joint_base *base) {
    thud_spring soft = {.hertz = base->hertz, .damping_ratio = base->damping_ratio, .bound = THUD_NO_BOUND};
    return base->hertz > 0.0f ? soft : firm();
}

static thud_spring held_unless(const thud_joint_base *base, const thud_joint_spring *spring) {
    return spring->enabled ? make_spring(spring) : held(base);
}

static void set_spring(thud_joint_axis *axis, const thud_joint_spring *spring) {
    axis->spring = make_spring(spring);
    axis->target = spring->target;
}

static void set_limit(thud_joint_axis *axis, const thud_joint_limit *limit) {
    axis->lower = limit->enabled ? limit->lower : -THUD_NO_LIMIT;
    axis->upper = limit->enabled ? limit->upper : THUD_NO_LIMIT;
}

static void set_motor(thud_joint_axis *axis, const thud_joint_motor *motor) {
    axis->speed = motor->speed;
    axis->motor_bound = motor->enabled ? motor->max_force : 0.0f;
}

/* ---- target ---- */

thud_target_joint_def thud_target_joint_defaults(void) {
    return (thud_target_joint_def){.hertz = 5.0f, .damping_ratio = 0.7f};
}

static bool check_target(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_target_joint_def *def = &any->target.def;
    return thud_check_within_vec2(world, call, "local_anchor", def->local_anchor, THUD_MAX_COORDINATE) &&
           thud_check_within_vec2(world, call, "target", def->target, THUD_MAX_POSITION) &&
           check_hertz(world, call, "hertz", def->hertz) &&
           check_damping(world, call, "damping_ratio", def->damping_ratio) &&
           thud_check_not_negative(world, call, "max_force", def->max_force) &&
           thud_check_not_negative(world, call, "break_force", def->break_force);
}

static void apply_target(thud_joint *joint, const thud_joint_def *any) {
    const thud_target_joint_def *def = &any->target.def;
    joint->hold = (thud_spring){def->hertz, def->damping_ratio, def->max_force};
}

/* ---- revolute ---- */

thud_revolute_joint_def thud_revolute_joint_defaults(void) {
    return (thud_revolute_joint_def){0};
}

static bool check_revolute(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_revolute_joint_def *def = &any->revolute;
    return thud_check_within(world, call, "reference_angle", def->reference_angle, THUD_MAX_POSITION) &&
           check_limit(world, call, &def->limit) && check_motor(world, call, &def->motor) &&
           check_spring(world, call, &def->spring, FIELDS_OF("spring"));
}

static void apply_revolute(thud_joint *joint, const thud_joint_def *any) {
    const thud_revolute_joint_def *def = &any->revolute;
    joint->frame.reference_angle = def->reference_angle;
    set_spring(&joint->angular, &def->spring);
    set_limit(&joint->angular, &def->limit);
    set_motor(&joint->angular, &def->motor);
}

/* ---- distance ---- */

thud_distance_joint_def thud_distance_joint_defaults(void) {
    return (thud_distance_joint_def){.length = 1.0f};
}

static bool check_distance(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_distance_joint_def *def = &any->distance;
    return thud_check_positive(world, call, "length", def->length) &&
           thud_check_within(world, call, "length", def->length, THUD_MAX_POSITION) &&
           check_limit(world, call, &def->limit) &&
           thud_check_not_negative(world, call, "limit.lower", def->limit.lower) &&
           check_motor(world, call, &def->motor) &&
           check_spring(world, call, &def->spring, FIELDS_OF("spring")) &&
           thud_check_not_negative(world, call, "spring.target", def->spring.target);
}

static void apply_distance(thud_joint *joint, const thud_joint_def *any) {
    const thud_distance_joint_def *def = &any->distance;
    set_spring(&joint->linear, &def->spring);
    if (!def->spring.enabled && !def->limit.enabled && !def->motor.enabled) {
        joint->linear.spring = held(&def->base);
        joint->linear.target = def->length;
    }
    set_limit(&joint->linear, &def->limit);
    set_motor(&joint->linear, &def->motor);
}

/* ---- weld ---- */

thud_weld_joint_def thud_weld_joint_defaults(void) {
    return (thud_weld_joint_def){0};
}

static bool check_weld(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_weld_joint_def *def = &any->weld;
    return thud_check_within(world, call, "reference_angle", def->reference_angle, THUD_MAX_POSITION) &&
           check_spring(world, call, &def->linear_spring, FIELDS_OF("linear_spring")) &&
           check_spring(world, call, &def->angular_spring, FIELDS_OF("angular_spring"));
}

static void apply_weld(thud_joint *joint, const thud_joint_def *any) {
    const thud_weld_joint_def *def = &any->weld;
    joint->frame.reference_angle = def->reference_angle;
    joint->hold = held_unless(&def->base, &def->linear_spring);
    joint->angular.spring = held_unless(&def->base, &def->angular_spring);
}

/* ---- prismatic ---- */

thud_prismatic_joint_def thud_prismatic_joint_defaults(void) {
    return (thud_prismatic_joint_def){.axis = {1.0f, 0.0f}};
}

static bool check_prismatic(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_prismatic_joint_def *def = &any->prismatic;
    return check_axis(world, call, def->axis) &&
           thud_check_within(world, call, "reference_angle", def->reference_angle, THUD_MAX_POSITION) &&
           check_limit(world, call, &def->limit) && check_motor(world, call, &def->motor) &&
           check_spring(world, call, &def->spring, FIELDS_OF("spring"));
}

static void apply_prismatic(thud_joint *joint, const thud_joint_def *any) {
    const thud_prismatic_joint_def *def = &any->prismatic;
    joint->frame.axis = thud_vec2_normalize(def->axis);
    joint->frame.reference_angle = def->reference_angle;
    set_spring(&joint->linear, &def->spring);
    set_limit(&joint->linear, &def->limit);
    set_motor(&joint->linear, &def->motor);
}

/* ---- wheel ---- */

thud_wheel_joint_def thud_wheel_joint_defaults(void) {
    return (thud_wheel_joint_def){.axis = {0.0f, 1.0f}, .spring = {true, 2.0f, 0.7f, 0.0f}};
}

static bool check_wheel(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_wheel_joint_def *def = &any->wheel;
    return check_axis(world, call, def->axis) && check_limit(world, call, &def->limit) &&
           check_motor(world, call, &def->motor) &&
           check_spring(world, call, &def->spring, FIELDS_OF("spring"));
}

static void apply_wheel(thud_joint *joint, const thud_joint_def *any) {
    const thud_wheel_joint_def *def = &any->wheel;
    joint->frame.axis = thud_vec2_normalize(def->axis);
    set_spring(&joint->linear, &def->spring);
    set_limit(&joint->linear, &def->limit);
    set_motor(&joint->angular, &def->motor);
}

/* ---- motor ---- */

thud_motor_joint_def thud_motor_joint_defaults(void) {
    return (thud_motor_joint_def){
        .hertz = 2.0f, .damping_ratio = 1.0f, .max_force = 100.0f, .max_torque = 100.0f};
}

static bool check_drive(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_motor_joint_def *def = &any->motor;
    return thud_check_within(world, call, "reference_angle", def->reference_angle, THUD_MAX_POSITION) &&
           check_hertz(world, call, "hertz", def->hertz) &&
           check_damping(world, call, "damping_ratio", def->damping_ratio) &&
           thud_check_not_negative(world, call, "max_force", def->max_force) &&
           thud_check_not_negative(world, call, "max_torque", def->max_torque);
}

static void apply_drive(thud_joint *joint, const thud_joint_def *any) {
    const thud_motor_joint_def *def = &any->motor;
    joint->frame.reference_angle = def->reference_angle;
    thud_spring spring = {def->hertz, def->damping_ratio, def->max_force};
    joint->hold = spring;
    spring.bound = def->max_torque;
    joint->angular.spring = spring;
}

/* ---- gear ---- */

thud_gear_joint_def thud_gear_joint_defaults(void) {
    return (thud_gear_joint_def){.base = {.collide_connected = true}, .ratio = 1.0f};
}

/* Whether a joint may be geared: a hinge or slider on a static body. */
static bool check_geared(const thud_world *world, thud_call call, const char *field, thud_joint_id id) {
    if (!is_valid(world, id)) {
        return thud_refuse_id(world, call, &world->joints.pool, (thud_pool_id){id.slot, id.generation},
                              field);
    }
    thud_joint_kind kind = world->joints.joints[id.slot].frame.kind;
    int32_t carrier = world->joints.records[id.slot].body[0];
    bool right = (kind == THUD_JOINT_REVOLUTE || kind == THUD_JOINT_PRISMATIC) &&
                 world->bodies.bodies[carrier].type == THUD_BODY_STATIC;
    return right ||
           thud_refuse_kind(world, call, field, (double)id.slot, "it is no hinge or slider on a static body");
}

static bool check_gear(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_gear_joint_def *def = &any->gear;
    return check_geared(world, call, "joint_a", def->joint_a) &&
           check_geared(world, call, "joint_b", def->joint_b) &&
           thud_check_within(world, call, "ratio", def->ratio, THUD_MAX_COEFFICIENT) &&
           (def->ratio != 0.0f || thud_refuse(world, call, THUD_OUT_OF_RANGE, "ratio", 0.0));
}

static void apply_gear(thud_joint *joint, const thud_joint_def *any) {
    const thud_gear_joint_def *def = &any->gear;
    joint->frame.ratio = def->ratio;
    joint->linear.spring = held(&def->base);
}

/* ---- pulley ---- */

thud_pulley_joint_def thud_pulley_joint_defaults(void) {
    return (thud_pulley_joint_def){.ratio = 1.0f};
}

static bool check_pulley(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_pulley_joint_def *def = &any->pulley;
    return thud_check_within_vec2(world, call, "wheel_a", def->wheel_a, THUD_MAX_POSITION) &&
           thud_check_within_vec2(world, call, "wheel_b", def->wheel_b, THUD_MAX_POSITION) &&
           thud_check_positive(world, call, "length", def->length) &&
           thud_check_within(world, call, "length", def->length, THUD_MAX_POSITION) &&
           thud_check_positive(world, call, "ratio", def->ratio) &&
           thud_check_within(world, call, "ratio", def->ratio, THUD_MAX_COEFFICIENT);
}

static void apply_pulley(thud_joint *joint, const thud_joint_def *any) {
    const thud_pulley_joint_def *def = &any->pulley;
    joint->frame.ratio = def->ratio;
    joint->linear.upper = def->length;
    joint->frame.axis = def->wheel_a;
    joint->wheel_b = def->wheel_b;
}

/* ---- ratchet ---- */

thud_ratchet_joint_def thud_ratchet_joint_defaults(void) {
    return (thud_ratchet_joint_def){.tooth = THUD_PI / 8.0f};
}

static bool check_ratchet(const thud_world *world, thud_call call, const thud_joint_def *any) {
    const thud_ratchet_joint_def *def = &any->ratchet;
    return thud_check_finite(world, call, "tooth", def->tooth) &&
           (def->tooth != 0.0f || thud_refuse(world, call, THUD_OUT_OF_RANGE, "tooth", 0.0)) &&
           thud_check_within(world, call, "phase", def->phase, THUD_MAX_POSITION);
}

static void apply_ratchet(thud_joint *joint, const thud_joint_def *any) {
    /* the refresh finds the holding tooth */
    joint->frame.reference_angle = any->ratchet.phase;
}

/* ---- filter ---- */

thud_filter_joint_def thud_filter_joint_defaults(void) {
    return (thud_filter_joint_def){0};
}

static bool check_filter(const thud_world *world, thud_call call, const thud_joint_def *def) {
    return !def->base.collide_connected ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, "base.collide_connected", 1.0);
}

/* ---- by kind ---- */

typedef struct kind_row {
    size_t size;
    bool (*check)(const thud_world *world, thud_call call, const thud_joint_def *def);
    void (*apply)(thud_joint *joint, const thud_joint_def *def); /* null: it is never solved */
} kind_row;

static const kind_row kinds[THUD_JOINT_KIND_COUNT] = {
    [THUD_JOINT_TARGET] = {sizeof(thud_target_joint_def), check_target, apply_target},
    [THUD_JOINT_REVOLUTE] = {sizeof(thud_revolute_joint_def), check_revolute, apply_revolute},
    [THUD_JOINT_DISTANCE] = {sizeof(thud_distance_joint_def), check_distance, apply_distance},
    [THUD_JOINT_WELD] = {sizeof(thud_weld_joint_def), check_weld, apply_weld},
    [THUD_JOINT_PRISMATIC] = {sizeof(thud_prismatic_joint_def), check_prismatic, apply_prismatic},
    [THUD_JOINT_WHEEL] = {sizeof(thud_wheel_joint_def), check_wheel, apply_wheel},
    [THUD_JOINT_MOTOR] = {sizeof(thud_motor_joint_def), check_drive, apply_drive},
    [THUD_JOINT_GEAR] = {sizeof(thud_gear_joint_def), check_gear, apply_gear},
    [THUD_JOINT_PULLEY] = {sizeof(thud_pulley_joint_def), check_pulley, apply_pulley},
    [THUD_JOINT_RATCHET] = {sizeof(thud_ratchet_joint_def), check_ratchet, apply_ratchet},
    [THUD_JOINT_FILTER] = {sizeof(thud_filter_joint_def), check_filter, NULL},
};

size_t thud_joint_def_size(thud_joint_kind kind) {
    return kinds[kind].size;
}

bool thud_joint_def_check(const thud_world *world, thud_call call, thud_joint_kind kind,
                          const thud_joint_def *def) {
    return kinds[kind].check(world, call, def);
}

/* Makes an axis without spring, motor and limits. */
static void clear_axis(thud_joint_axis *axis) {
    axis->spring = (thud_spring){.bound = THUD_NO_BOUND};
    axis->target = 0.0f;
    axis->lower = -THUD_NO_LIMIT;
    axis->upper = THUD_NO_LIMIT;
    axis->speed = 0.0f;
    axis->motor_bound = 0.0f;
}

static thud_vec2 from_center(const thud_world *world, int32_t body, thud_vec2 anchor) {
    return thud_vec2_sub(anchor, world->bodies.bodies[body].mass.center);
}

/* A gear has no anchors; see thud_joint_refresh. */
static void place_anchors(const thud_world *world, thud_joint *joint, const thud_joint_def *def) {
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        return;
    }
    joint->frame.anchor_b = from_center(world, joint->state.body_b, def->base.anchor_b);
    joint->frame.anchor_a = joint->frame.kind == THUD_JOINT_TARGET
                                ? def->target.def.target
                                : from_center(world, joint->state.body_a, def->base.anchor_a);
}

void thud_joint_def_apply(thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    thud_joint_def def = thud_joint_table_def(&world->joints, slot);
    bool was_firm = thud_joint_is_firm(joint);
    clear_axis(&joint->linear);
    clear_axis(&joint->angular);
    joint->hold = held(&def.base);
    place_anchors(world, joint, &def);
    if (kinds[joint->frame.kind].apply != NULL) {
        kinds[joint->frame.kind].apply(joint, &def);
    }
    if (joint->frame.kind == THUD_JOINT_TARGET && joint->hold.bound == 0.0f) {
        joint->hold.bound = DEFAULT_TARGET_ACCELERATION * world->def.length_unit *
                            world->bodies.bodies[joint->state.body_b].mass.mass;
    }
    thud_joint_note_parts(joint);
    world->joints.changed = world->joints.changed || thud_joint_is_firm(joint) != was_firm;
}
