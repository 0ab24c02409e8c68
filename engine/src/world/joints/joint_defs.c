/*
 * joint_defs.c: the definitions, kind by kind: checks, and the solver's data. Their public functions and defaults are in
 * joint_calls.c, the functions for all kinds together in joints.c.
 *
 * Several kinds have a reference angle, an axis, or a coordinate with limit, motor and spring. The table of kinds gives
 * the places of these parts; the functions of a kind check and apply the rest of it.
 */
#include "world/joints/joint_defs.h"

#include "world/check.h"
#include "world/world_state.h"

#include <float.h>
#include <stddef.h>

/* The default largest force of a target joint, per mass of the body [m/s^2]. */
#define DEFAULT_TARGET_ACCELERATION 1000.0f

/* ---- parts ---- */

#define ROW(name, place, least, most)                                                                        \
    { name, offsetof(thud_joint_def, place), least, most }
#define NUMBER(kind, number, least, most) ROW(#number, kind.number, least, most)
#define VECTOR(kind, vector, most)                                                                           \
    ROW(#vector, kind.vector.x, -most, most), ROW(#vector, kind.vector.y, -most, most)
#define SPRING(kind, spring)                                                                                 \
    NUMBER(kind, spring.hertz, -FLT_MAX, FLT_MAX),                                                           \
        NUMBER(kind, spring.damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),                                      \
        NUMBER(kind, spring.target, -THUD_MAX_POSITION, THUD_MAX_POSITION)
#define COORDINATE(kind)                                                                                     \
    NUMBER(kind, limit.lower, -FLT_MAX, FLT_MAX), NUMBER(kind, limit.upper, -FLT_MAX, FLT_MAX),              \
        NUMBER(kind, motor.speed, -FLT_MAX, FLT_MAX), NUMBER(kind, motor.max_force, 0.0f, FLT_MAX),          \
        SPRING(kind, spring)
#define REFERENCE_ANGLE(kind) NUMBER(kind, reference_angle, -THUD_MAX_POSITION, THUD_MAX_POSITION)

static bool check_limit(const thud_world *world, thud_call call, const thud_joint_limit *limit) {
    return !limit->enabled || limit->lower <= limit->upper ||
           thud_refuse_why(world, call, THUD_OUT_OF_RANGE, "limit.lower", (double)limit->lower,
                           "it is above limit.upper");
}

static bool check_spring(const thud_world *world, thud_call call, const thud_joint_spring *spring,
                         const char *hertz_field) {
    return !spring->enabled || (thud_check_positive(world, call, hertz_field, spring->hertz) &&
                                thud_check_within(world, call, hertz_field, spring->hertz, THUD_MAX_HERTZ));
}

static bool check_axis(const thud_world *world, thud_call call, thud_vec2 axis) {
    return thud_vec2_length(axis) > 0.0f || thud_refuse(world, call, THUD_ZERO_LENGTH, "axis", 0.0);
}

static thud_spring make_spring(const thud_joint_spring *spring) {
    return (thud_spring){.hertz = spring->enabled ? spring->hertz : 0.0f,
                         .damping_ratio = spring->damping_ratio,
                         .bound = THUD_NO_BOUND};
}

/* The spring of a joint's hold. */
static thud_spring held(const thud_joint_base *base) {
    return base->hertz > 0.0f ? (thud_spring){base->hertz, base->damping_ratio, THUD_NO_BOUND}
                              : (thud_spring){.hertz = THUD_FIRM, .bound = THUD_NO_BOUND};
}

static thud_spring held_unless(const thud_joint_base *base, const thud_joint_spring *spring) {
    return spring->enabled ? make_spring(spring) : held(base);
}

/* ---- target ---- */

static const thud_number target_numbers[] = {
    VECTOR(target.def, local_anchor, THUD_MAX_COORDINATE),
    VECTOR(target.def, target, THUD_MAX_POSITION),
    NUMBER(target.def, hertz, THUD_ABOVE_ZERO, THUD_MAX_HERTZ),
    NUMBER(target.def, damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),
    NUMBER(target.def, max_force, 0.0f, FLT_MAX),
    NUMBER(target.def, break_force, 0.0f, FLT_MAX),
};

static void apply_target(thud_joint *joint, const thud_joint_def *any) {
    const thud_target_joint_def *def = &any->target.def;
    joint->hold = (thud_spring){def->hertz, def->damping_ratio, def->max_force};
}

/* ---- revolute, prismatic, wheel ---- */

static const thud_number revolute_numbers[] = {REFERENCE_ANGLE(revolute), COORDINATE(revolute)};
static const thud_number prismatic_numbers[] = {VECTOR(prismatic, axis, FLT_MAX), REFERENCE_ANGLE(prismatic),
                                                COORDINATE(prismatic)};
static const thud_number wheel_numbers[] = {VECTOR(wheel, axis, FLT_MAX), COORDINATE(wheel)};

/* ---- distance ---- */

static const thud_number distance_numbers[] = {
    NUMBER(distance, length, THUD_ABOVE_ZERO, THUD_MAX_POSITION),
    COORDINATE(distance),
    NUMBER(distance, limit.lower, 0.0f, FLT_MAX),
    NUMBER(distance, spring.target, 0.0f, FLT_MAX),
};

static void apply_distance(thud_joint *joint, const thud_joint_def *any) {
    const thud_distance_joint_def *def = &any->distance;
    if (!def->spring.enabled && !def->limit.enabled && !def->motor.enabled) {
        joint->linear.spring = held(&def->base);
        joint->linear.target = def->length;
    }
}

/* ---- weld ---- */

static const thud_number weld_numbers[] = {REFERENCE_ANGLE(weld), SPRING(weld, linear_spring),
                                           SPRING(weld, angular_spring)};

static bool check_weld(const thud_world *world, thud_call call, const thud_joint_def *def) {
    return check_spring(world, call, &def->weld.linear_spring, "linear_spring.hertz") &&
           check_spring(world, call, &def->weld.angular_spring, "angular_spring.hertz");
}

static void apply_weld(thud_joint *joint, const thud_joint_def *any) {
    const thud_weld_joint_def *def = &any->weld;
    joint->hold = held_unless(&def->base, &def->linear_spring);
    joint->angular.spring = held_unless(&def->base, &def->angular_spring);
}

/* ---- motor ---- */

static const thud_number motor_numbers[] = {
    REFERENCE_ANGLE(motor),
    NUMBER(motor, hertz, THUD_ABOVE_ZERO, THUD_MAX_HERTZ),
    NUMBER(motor, damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),
    NUMBER(motor, max_force, 0.0f, FLT_MAX),
    NUMBER(motor, max_torque, 0.0f, FLT_MAX),
};

static void apply_motor(thud_joint *joint, const thud_joint_def *any) {
    const thud_motor_joint_def *def = &any->motor;
    joint->hold = (thud_spring){def->hertz, def->damping_ratio, def->max_force};
    joint->angular.spring = (thud_spring){def->hertz, def->damping_ratio, def->max_torque};
}

/* ---- gear ---- */

static const thud_number gear_numbers[] = {NUMBER(gear, ratio, -THUD_MAX_COEFFICIENT, THUD_MAX_COEFFICIENT)};

/* Whether a joint may be geared: a hinge or slider on a static body. */
static bool check_geared(const thud_world *world, thud_call call, const char *field, thud_joint_id id) {
    thud_pool_id joint = {id.slot, id.generation};
    if (!thud_pool_is_valid(&world->joints.pool, joint)) {
        return thud_refuse_id(world, call, &world->joints.pool, joint, field) != THUD_NONE;
    }
    int32_t slot = (int32_t)id.slot;
    thud_joint_kind kind = world->joints.joints[slot].frame.kind;
    bool right = (kind == THUD_JOINT_REVOLUTE || kind == THUD_JOINT_PRISMATIC) &&
                 world->bodies.bodies[world->joints.records[slot].body[0]].type == THUD_BODY_STATIC;
    return right ||
           thud_refuse_kind(world, call, field, (double)slot, "it is no hinge or slider on a static body");
}

static bool check_gear(const thud_world *world, thud_call call, const thud_joint_def *def) {
    return check_geared(world, call, "joint_a", def->gear.joint_a) &&
           check_geared(world, call, "joint_b", def->gear.joint_b) &&
           (def->gear.ratio != 0.0f || thud_refuse(world, call, THUD_OUT_OF_RANGE, "ratio", 0.0));
}

static void apply_gear(thud_joint *joint, const thud_joint_def *any) {
    const thud_gear_joint_def *def = &any->gear;
    joint->frame.ratio = def->ratio;
    joint->linear.spring = held(&def->base);
}

/* ---- pulley ---- */

static const thud_number pulley_numbers[] = {
    VECTOR(pulley, wheel_a, THUD_MAX_POSITION),
    VECTOR(pulley, wheel_b, THUD_MAX_POSITION),
    NUMBER(pulley, length, THUD_ABOVE_ZERO, THUD_MAX_POSITION),
    NUMBER(pulley, ratio, THUD_ABOVE_ZERO, THUD_MAX_COEFFICIENT),
};

static void apply_pulley(thud_joint *joint, const thud_joint_def *any) {
    const thud_pulley_joint_def *def = &any->pulley;
    joint->frame.ratio = def->ratio;
    joint->linear.upper = def->length;
    joint->frame.wheel_a = def->wheel_a;
    joint->wheel_b = def->wheel_b;
}

/* ---- ratchet ---- */

static const thud_number ratchet_numbers[] = {NUMBER(ratchet, tooth, -FLT_MAX, FLT_MAX),
                                              NUMBER(ratchet, phase, -THUD_MAX_POSITION, THUD_MAX_POSITION)};

static bool check_ratchet(const thud_world *world, thud_call call, const thud_joint_def *def) {
    return def->ratchet.tooth != 0.0f || thud_refuse(world, call, THUD_OUT_OF_RANGE, "tooth", 0.0);
}

/* ---- filter ---- */

static bool check_filter(const thud_world *world, thud_call call, const thud_joint_def *def) {
    return !def->base.collide_connected ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, "base.collide_connected", 1.0);
}

/* ---- by kind ---- */

typedef struct kind_row {
    size_t size; /* of the definition */
    const thud_number *numbers;
    size_t number_count;
    size_t reference_angle, axis; /* places in a thud_joint_def; 0: the kind has none */
    size_t limit, motor, spring;  /* likewise; a kind has all three or none */
    bool limits_angle;            /* limit and spring act on the angle, not along the axis or line */
    bool motor_turns;             /* likewise */
    /* Of the fields that are no numbers, and those that are in no part; null: there are none. */
    bool (*check)(const thud_world *world, thud_call call, const thud_joint_def *def);
    void (*apply)(thud_joint *joint, const thud_joint_def *def);
} kind_row;

#define DEF(kind) .size = sizeof(thud_##kind##_joint_def)
#define NUMBERS(kind)                                                                                        \
    .numbers = kind##_numbers, .number_count = sizeof kind##_numbers / sizeof kind##_numbers[0]
#define PART(kind, part) .part = offsetof(thud_joint_def, kind.part)
#define PARTS(kind) PART(kind, limit), PART(kind, motor), PART(kind, spring)

static const kind_row kinds[THUD_JOINT_KIND_COUNT] = {
    [THUD_JOINT_TARGET] = {DEF(target), NUMBERS(target), .apply = apply_target},
    [THUD_JOINT_REVOLUTE] = {DEF(revolute), NUMBERS(revolute), PART(revolute, reference_angle),
                             PARTS(revolute), .limits_angle = true, .motor_turns = true},
    [THUD_JOINT_DISTANCE] = {DEF(distance), NUMBERS(distance), PARTS(distance), .apply = apply_distance},
    [THUD_JOINT_WELD] = {DEF(weld), NUMBERS(weld), PART(weld, reference_angle), .check = check_weld,
                         .apply = apply_weld},
    [THUD_JOINT_PRISMATIC] = {DEF(prismatic), NUMBERS(prismatic), PART(prismatic, reference_angle),
                              PART(prismatic, axis), PARTS(prismatic)},
    [THUD_JOINT_WHEEL] = {DEF(wheel), NUMBERS(wheel), PART(wheel, axis), PARTS(wheel), .motor_turns = true},
    [THUD_JOINT_MOTOR] = {DEF(motor), NUMBERS(motor), PART(motor, reference_angle), .apply = apply_motor},
    [THUD_JOINT_GEAR] = {DEF(gear), NUMBERS(gear), .check = check_gear, .apply = apply_gear},
    [THUD_JOINT_PULLEY] = {DEF(pulley), NUMBERS(pulley), .apply = apply_pulley},
    [THUD_JOINT_RATCHET] = {DEF(ratchet), NUMBERS(ratchet),
                            .reference_angle = offsetof(thud_joint_def, ratchet.phase), .check = check_ratchet},
    [THUD_JOINT_FILTER] = {DEF(filter), .check = check_filter},
};

size_t thud_joint_def_size(thud_joint_kind kind) {
    return kinds[kind].size;
}

/* A part of a definition; null if the kind has none. */
static const void *part_at(const thud_joint_def *def, size_t place) {
    return place == 0 ? NULL : (const char *)def + place;
}

float *thud_joint_def_number(thud_joint_kind kind, thud_joint_def *def, bool of_motor) {
    size_t part = of_motor ? kinds[kind].motor : kinds[kind].spring;
    size_t place = part + (of_motor ? offsetof(thud_joint_motor, speed) : offsetof(thud_joint_spring, target));
    return part == 0 ? NULL : (float *)(void *)((char *)def + place);
}

bool thud_joint_def_check_number(const thud_world *world, thud_call call, int32_t joint, const float *number,
                                 float value) {
    const kind_row *row = &kinds[world->joints.joints[joint].frame.kind];
    size_t place = (size_t)((const char *)number - (const char *)&world->joints.defs[joint]);
    const thud_number *range = row->numbers, *end = range + row->number_count;
    while (range < end && /* some numbers have two rows */
           (range->place != place ||
            thud_check_range(world, call, range->field, value, range->least, range->most))) {
        range++;
    }
    return range == end;
}

bool thud_joint_def_check(const thud_world *world, thud_call call, thud_joint_kind kind,
                          const thud_joint_def *def) {
    const kind_row *row = &kinds[kind];
    const thud_vec2 *axis = part_at(def, row->axis);
    const thud_joint_limit *limit = part_at(def, row->limit);
    const thud_joint_spring *spring = part_at(def, row->spring);
    return thud_check_numbers(world, call, def, row->numbers, row->number_count) &&
           (axis == NULL || check_axis(world, call, *axis)) &&
           (limit == NULL || check_limit(world, call, limit)) &&
           (spring == NULL || check_spring(world, call, spring, "spring.hertz")) &&
           (row->check == NULL || row->check(world, call, def));
}

/* Whether a part of two definitions, which begins with its switch, is enabled in both or in none; true without the part. */
static bool same_switch(const thud_joint_def *a, const thud_joint_def *b, size_t part) {
    const bool *enabled = part_at(a, part), *other = part_at(b, part);
    return enabled == NULL || *enabled == *other;
}

bool thud_joint_def_is_same(thud_joint_kind kind, const thud_joint_def *a, const thud_joint_def *b) {
    const kind_row *row = &kinds[kind];
    bool is_weld = kind == THUD_JOINT_WELD;
    return thud_numbers_are_same(a, b, row->numbers, row->number_count) && same_switch(a, b, row->limit) &&
           same_switch(a, b, row->motor) && same_switch(a, b, row->spring) &&
           same_switch(a, b, is_weld ? offsetof(thud_joint_def, weld.linear_spring) : 0) &&
           same_switch(a, b, is_weld ? offsetof(thud_joint_def, weld.angular_spring) : 0);
}

static void apply_parts(thud_joint *joint, const kind_row *row, const thud_joint_def *def) {
    const float *reference_angle = part_at(def, row->reference_angle);
    const thud_vec2 *axis = part_at(def, row->axis);
    const thud_joint_limit *limit = part_at(def, row->limit);
    const thud_joint_motor *motor = part_at(def, row->motor);
    const thud_joint_spring *spring = part_at(def, row->spring);
    if (reference_angle != NULL) {
        joint->frame.reference_angle = *reference_angle;
    }
    if (axis != NULL) {
        joint->frame.axis = thud_vec2_normalize(*axis);
    }
    if (limit != NULL) {
        thud_joint_axis *limited = row->limits_angle ? &joint->angular : &joint->linear;
        thud_joint_axis *driven = row->motor_turns ? &joint->angular : &joint->linear;
        limited->spring = make_spring(spring);
        limited->target = spring->target;
        limited->lower = limit->enabled ? limit->lower : -THUD_NO_LIMIT;
        limited->upper = limit->enabled ? limit->upper : THUD_NO_LIMIT;
        driven->speed = motor->speed;
        driven->motor_bound = motor->enabled ? motor->max_force : 0.0f;
    }
}

static thud_vec2 from_center(const thud_world *world, int32_t body, thud_vec2 anchor) {
    return thud_vec2_sub(anchor, world->bodies.bodies[body].mass.center);
}

void thud_joint_read_anchors(const thud_world *world, const thud_joint *joint, const thud_joint_def *def,
                             thud_vec2 anchors[2]) {
    anchors[0] = joint->frame.kind == THUD_JOINT_TARGET
                     ? def->target.def.target
                     : from_center(world, joint->state.body_a, def->base.anchor_a);
    anchors[1] = from_center(world, joint->state.body_b, def->base.anchor_b);
}

/*
 * Moves the anchors of a firm weld or slider, which may be anywhere (of a slider the line through both), to the point P between
 * the centres of mass where a push does not turn one body against the other:
 *
 *     w_b - w_a = (P - c_b) x i / I_b - (P - c_a) x -i / I_a = 0
 *
 * There point and angle do not depend on each other, so that solving one after the other solves the joint. From other points
 * one undoes the other: of assemblies of two to six boxes one in twenty gained more than three times its energy. And a slider's
 * spring has its frequency there: elsewhere it is softer, as if the bodies turned.
 */
static void place_freely(const thud_world *world, thud_joint *joint) {
    thud_joint_frame *frame = &joint->frame;
    const thud_spring *angle = frame->kind == THUD_JOINT_WELD ? &joint->angular.spring : &joint->hold;
    if (joint->hold.hertz < THUD_FIRM || angle->hertz < THUD_FIRM) {
        return;
    }
    float a = world->bodies.inverse_masses[joint->state.body_a].angular;
    float b = world->bodies.inverse_masses[joint->state.body_b].angular;
    if (a + b > 0.0f) {
        thud_pose b_in_a = {.rotation = thud_rot_from_angle(frame->reference_angle)};
        b_in_a.position = thud_vec2_sub(frame->anchor_a, thud_rot_apply(b_in_a.rotation, frame->anchor_b));
        frame->anchor_a = thud_vec2_scale(b_in_a.position, b / (a + b));
        frame->anchor_b = thud_pose_apply_inverse(b_in_a, frame->anchor_a);
    }
}

void thud_joint_def_apply(thud_world *world, int32_t slot) {
    static const thud_joint_axis idle = {
        .spring = {.bound = THUD_NO_BOUND}, .lower = -THUD_NO_LIMIT, .upper = THUD_NO_LIMIT};
    thud_joint *joint = &world->joints.joints[slot];
    const kind_row *row = &kinds[joint->frame.kind];
    const thud_joint_def *def = &world->joints.defs[slot];
    bool was_firm = thud_joint_is_firm(joint);
    joint->linear = joint->angular = idle;
    joint->hold = held(&def->base);
    if (joint->frame.kind != THUD_JOINT_GEAR) { /* see place_gear in joint_step.c */
        thud_vec2 anchors[2];
        thud_joint_read_anchors(world, joint, def, anchors);
        joint->frame.anchor_a = anchors[0];
        joint->frame.anchor_b = anchors[1];
    }
    apply_parts(joint, row, def);
    if (row->apply != NULL) {
        row->apply(joint, def);
    }
    if (joint->frame.kind == THUD_JOINT_WELD || joint->frame.kind == THUD_JOINT_PRISMATIC) {
        place_freely(world, joint);
    }
    if (joint->frame.kind == THUD_JOINT_TARGET && joint->hold.bound == 0.0f) {
        joint->hold.bound = DEFAULT_TARGET_ACCELERATION * world->def.length_unit *
                            world->bodies.bodies[joint->state.body_b].mass.mass;
    }
    thud_joint_note_parts(joint);
    world->joints.changed = world->joints.changed || thud_joint_is_firm(joint) != was_firm;
}
