/* joint.h: joints of every kind from definitions of any bits, and every call on them. */
#include "play.h"

#define BASE_FIELDS(type)                                                                                    \
    FUZZ_FIELD(type, base.anchor_a.x, FUZZ_FLOAT, 2), FUZZ_FIELD(type, base.anchor_a.y, FUZZ_FLOAT, 2),      \
        FUZZ_FIELD(type, base.anchor_b.x, FUZZ_FLOAT, 2), FUZZ_FIELD(type, base.anchor_b.y, FUZZ_FLOAT, 2),  \
        FUZZ_FIELD(type, base.collide_connected, FUZZ_BOOL, 0), FUZZ_FIELD(type, base.hertz, FUZZ_FLOAT, 5), \
        FUZZ_FIELD(type, base.damping_ratio, FUZZ_FLOAT, 2),                                                 \
        FUZZ_FIELD(type, base.break_force, FUZZ_FLOAT, 100),                                                 \
        FUZZ_FIELD(type, base.break_torque, FUZZ_FLOAT, 100), FUZZ_FIELD(type, base.name, FUZZ_NAME, 0)
#define LIMIT_FIELDS(type)                                                                                   \
    FUZZ_FIELD(type, limit.enabled, FUZZ_BOOL, 0), FUZZ_FIELD(type, limit.lower, FUZZ_FLOAT, 2),             \
        FUZZ_FIELD(type, limit.upper, FUZZ_FLOAT, 2)
#define MOTOR_FIELDS(type)                                                                                   \
    FUZZ_FIELD(type, motor.enabled, FUZZ_BOOL, 0), FUZZ_FIELD(type, motor.speed, FUZZ_FLOAT, 10),            \
        FUZZ_FIELD(type, motor.max_force, FUZZ_FLOAT, 1000)
#define SPRING_FIELDS(type, spring)                                                                          \
    FUZZ_FIELD(type, spring.enabled, FUZZ_BOOL, 0), FUZZ_FIELD(type, spring.hertz, FUZZ_FLOAT, 10),          \
        FUZZ_FIELD(type, spring.damping_ratio, FUZZ_FLOAT, 2),                                               \
        FUZZ_FIELD(type, spring.target, FUZZ_FLOAT, 2)

static const fuzz_field target_fields[] = {
    FUZZ_FIELD(thud_target_joint_def, local_anchor.x, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_target_joint_def, local_anchor.y, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_target_joint_def, target.x, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_target_joint_def, target.y, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_target_joint_def, hertz, FUZZ_FLOAT, 10),
    FUZZ_FIELD(thud_target_joint_def, damping_ratio, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_target_joint_def, max_force, FUZZ_FLOAT, 1000),
    FUZZ_FIELD(thud_target_joint_def, break_force, FUZZ_FLOAT, 100),
    FUZZ_FIELD(thud_target_joint_def, name, FUZZ_NAME, 0),
};
static const fuzz_field revolute_fields[] = {
    BASE_FIELDS(thud_revolute_joint_def),
    FUZZ_FIELD(thud_revolute_joint_def, reference_angle, FUZZ_FLOAT, 7),
    LIMIT_FIELDS(thud_revolute_joint_def),
    MOTOR_FIELDS(thud_revolute_joint_def),
    SPRING_FIELDS(thud_revolute_joint_def, spring),
};
static const fuzz_field distance_fields[] = {
    BASE_FIELDS(thud_distance_joint_def),
    FUZZ_FIELD(thud_distance_joint_def, length, FUZZ_FLOAT, 3),
    LIMIT_FIELDS(thud_distance_joint_def),
    MOTOR_FIELDS(thud_distance_joint_def),
    SPRING_FIELDS(thud_distance_joint_def, spring),
};
static const fuzz_field weld_fields[] = {
    BASE_FIELDS(thud_weld_joint_def),
    FUZZ_FIELD(thud_weld_joint_def, reference_angle, FUZZ_FLOAT, 7),
    SPRING_FIELDS(thud_weld_joint_def, linear_spring),
    SPRING_FIELDS(thud_weld_joint_def, angular_spring),
};
static const fuzz_field prismatic_fields[] = {
    BASE_FIELDS(thud_prismatic_joint_def),
    FUZZ_FIELD(thud_prismatic_joint_def, axis.x, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_prismatic_joint_def, axis.y, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_prismatic_joint_def, reference_angle, FUZZ_FLOAT, 7),
    LIMIT_FIELDS(thud_prismatic_joint_def),
    MOTOR_FIELDS(thud_prismatic_joint_def),
    SPRING_FIELDS(thud_prismatic_joint_def, spring),
};
static const fuzz_field wheel_fields[] = {
    BASE_FIELDS(thud_wheel_joint_def),
    FUZZ_FIELD(thud_wheel_joint_def, axis.x, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_wheel_joint_def, axis.y, FUZZ_FLOAT, 1),
    LIMIT_FIELDS(thud_wheel_joint_def),
    MOTOR_FIELDS(thud_wheel_joint_def),
    SPRING_FIELDS(thud_wheel_joint_def, spring),
};
static const fuzz_field motor_fields[] = {
    BASE_FIELDS(thud_motor_joint_def),
    FUZZ_FIELD(thud_motor_joint_def, reference_angle, FUZZ_FLOAT, 7),
    FUZZ_FIELD(thud_motor_joint_def, hertz, FUZZ_FLOAT, 10),
    FUZZ_FIELD(thud_motor_joint_def, damping_ratio, FUZZ_FLOAT, 2),
    FUZZ_FIELD(thud_motor_joint_def, max_force, FUZZ_FLOAT, 1000),
    FUZZ_FIELD(thud_motor_joint_def, max_torque, FUZZ_FLOAT, 1000),
};
static const fuzz_field gear_fields[] = {
    BASE_FIELDS(thud_gear_joint_def),
    FUZZ_FIELD(thud_gear_joint_def, ratio, FUZZ_FLOAT, 3),
};
static const fuzz_field pulley_fields[] = {
    BASE_FIELDS(thud_pulley_joint_def),
    FUZZ_FIELD(thud_pulley_joint_def, wheel_a.x, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_pulley_joint_def, wheel_a.y, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_pulley_joint_def, wheel_b.x, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_pulley_joint_def, wheel_b.y, FUZZ_FLOAT, 5),
    FUZZ_FIELD(thud_pulley_joint_def, length, FUZZ_FLOAT, 9),
    FUZZ_FIELD(thud_pulley_joint_def, ratio, FUZZ_FLOAT, 3),
};
static const fuzz_field ratchet_fields[] = {
    BASE_FIELDS(thud_ratchet_joint_def),
    FUZZ_FIELD(thud_ratchet_joint_def, tooth, FUZZ_FLOAT, 1),
    FUZZ_FIELD(thud_ratchet_joint_def, phase, FUZZ_FLOAT, 7),
};
static const fuzz_field filter_fields[] = {
    BASE_FIELDS(thud_filter_joint_def),
};

/* ---- each kind ---- */

static bool keep(fuzz_play *play, thud_joint_id joint) {
    fuzz_keep(play, FUZZ_JOINT, (fuzz_id){joint.slot, joint.generation});
    return joint.generation != 0;
}

static void read_base(fuzz_play *play, thud_joint_base *base) {
    base->body_a = fuzz_body(play);
    base->body_b = fuzz_body(play);
}

static void read_base_of_target(fuzz_play *play, thud_target_joint_def *def) {
    def->body = fuzz_body(play);
}

static void read_base_of_gear(fuzz_play *play, thud_gear_joint_def *def) {
    def->joint_a = fuzz_joint(play);
    def->joint_b = fuzz_joint(play);
}

/* The four functions of a kind: `read_start` reads what it is made on. */
#define KIND(kind, read_start)                                                                               \
    static bool kind##_defaults(fuzz_play *play) {                                                           \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        fuzz_edit(play->in, &def, kind##_fields, sizeof kind##_fields / sizeof kind##_fields[0]);            \
        return true;                                                                                         \
    }                                                                                                        \
    static bool kind##_create(fuzz_play *play) {                                                             \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        read_start;                                                                                          \
        fuzz_edit(play->in, &def, kind##_fields, sizeof kind##_fields / sizeof kind##_fields[0]);            \
        return fuzz_has_room(play) && keep(play, thud_##kind##_joint_create(play->world, &def));             \
    }                                                                                                        \
    static bool kind##_definition(fuzz_play *play) {                                                         \
        thud_##kind##_joint_def def = thud_##kind##_joint_definition(play->world, fuzz_joint(play));         \
        fuzz_see_bits(play, def.name_of_base != NULL);                                                       \
        return true;                                                                                         \
    }                                                                                                        \
    static bool kind##_configure(fuzz_play *play) {                                                          \
        thud_joint_id joint = fuzz_joint(play);                                                              \
        thud_##kind##_joint_def def = thud_##kind##_joint_definition(play->world, joint);                    \
        if (fuzz_rarely(play->in, 16)) {                                                                     \
            read_start;                                                                                      \
        }                                                                                                    \
        fuzz_edit(play->in, &def, kind##_fields, sizeof kind##_fields / sizeof kind##_fields[0]);            \
        return thud_##kind##_joint_configure(play->world, joint, &def);                                      \
    }

#define name_of_base name
KIND(target, read_base_of_target(play, &def))
#undef name_of_base
#define name_of_base base.name
KIND(revolute, read_base(play, &def.base))
KIND(distance, read_base(play, &def.base))
KIND(weld, read_base(play, &def.base))
KIND(prismatic, read_base(play, &def.base))
KIND(wheel, read_base(play, &def.base))
KIND(motor, read_base(play, &def.base))
KIND(gear, read_base_of_gear(play, &def))
KIND(pulley, read_base(play, &def.base))
KIND(ratchet, read_base(play, &def.base))
KIND(filter, read_base(play, &def.base))

/* ---- all kinds ---- */

static bool joint_base_at(fuzz_play *play) {
    thud_body_id a = fuzz_body(play);
    thud_body_id b = fuzz_body(play);
    thud_joint_base base = thud_joint_base_at(play->world, a, b, fuzz_vec2(play->in, 5));
    fuzz_see_vec2(play, base.anchor_a);
    fuzz_see_vec2(play, base.anchor_b);
    return true;
}

static bool target_set_target(fuzz_play *play) {
    thud_joint_id joint = fuzz_joint(play);
    return thud_target_joint_set_target(play->world, joint, fuzz_vec2(play->in, 5));
}

static bool joint_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_joint_is_valid(play->world, fuzz_joint(play)));
}

static bool joint_kind_of(fuzz_play *play) {
    fuzz_see_bits(play, (uint64_t)thud_joint_kind_of(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_destroy(fuzz_play *play) {
    thud_joint_id joint = fuzz_joint(play);
    bool destroyed = thud_joint_destroy(play->world, joint);
    fuzz_check(!destroyed || !thud_joint_is_valid(play->world, joint), "a destroyed joint is valid");
    return destroyed;
}

static bool joint_common(fuzz_play *play) {
    thud_joint_base base = thud_joint_common(play->world, fuzz_joint(play));
    fuzz_see_bits(play, base.body_b.slot);
    return true;
}

static bool joint_force(fuzz_play *play) {
    fuzz_see_vec2(play, thud_joint_force(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_torque(fuzz_play *play) {
    fuzz_see_number(play, thud_joint_torque(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_angle(fuzz_play *play) {
    fuzz_see_number(play, thud_joint_angle(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_translation(fuzz_play *play) {
    fuzz_see_number(play, thud_joint_translation(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_anchors(fuzz_play *play) {
    thud_vec2 a = {0, 0}, b = {0, 0};
    thud_joint_id joint = fuzz_joint(play);
    bool found = thud_joint_anchors(play->world, joint, &a, fuzz_rarely(play->in, 32) ? NULL : &b);
    fuzz_see_vec2(play, a);
    fuzz_see_vec2(play, b);
    return fuzz_see_bool(play, found);
}

static bool world_next_joint(fuzz_play *play) {
    fuzz_see_bits(play, thud_world_next_joint(play->world, fuzz_joint(play)).slot);
    return true;
}

static bool body_next_joint(fuzz_play *play) {
    thud_body_id body = fuzz_body(play);
    fuzz_see_bits(play, thud_body_next_joint(play->world, body, fuzz_joint(play)).slot);
    return true;
}

static bool world_joint_events(fuzz_play *play) {
    thud_joint_events events = thud_world_joint_events(play->world);
    for (int i = 0; i < events.break_count; i++) {
        fuzz_see_bits(play, events.breaks[i].joint.slot);
        fuzz_see_vec2(play, events.breaks[i].force);
    }
    return true;
}

static bool joint_motor_speed(fuzz_play *play) {
    fuzz_see_number(play, thud_joint_motor_speed(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_set_motor_speed(fuzz_play *play) {
    thud_joint_id joint = fuzz_joint(play);
    return thud_joint_set_motor_speed(play->world, joint, fuzz_number(play->in, 20));
}

static bool joint_spring_target(fuzz_play *play) {
    fuzz_see_number(play, thud_joint_spring_target(play->world, fuzz_joint(play)));
    return true;
}

static bool joint_set_spring_target(fuzz_play *play) {
    thud_joint_id joint = fuzz_joint(play);
    return thud_joint_set_spring_target(play->world, joint, fuzz_number(play->in, 5));
}

static const fuzz_row joint_rows[] = {
    {"thud_joint_base_at", FUZZ_ASKS, joint_base_at},
    {"thud_target_joint_defaults", FUZZ_ALONE, target_defaults},
    {"thud_target_joint_create", FUZZ_CHANGES, target_create},
    {"thud_target_joint_set_target", FUZZ_CHANGES, target_set_target},
    {"thud_target_joint_definition", FUZZ_ASKS, target_definition},
    {"thud_target_joint_configure", FUZZ_CHANGES, target_configure},
    {"thud_revolute_joint_defaults", FUZZ_ALONE, revolute_defaults},
    {"thud_revolute_joint_create", FUZZ_CHANGES, revolute_create},
    {"thud_revolute_joint_definition", FUZZ_ASKS, revolute_definition},
    {"thud_revolute_joint_configure", FUZZ_CHANGES, revolute_configure},
    {"thud_distance_joint_defaults", FUZZ_ALONE, distance_defaults},
    {"thud_distance_joint_create", FUZZ_CHANGES, distance_create},
    {"thud_distance_joint_definition", FUZZ_ASKS, distance_definition},
    {"thud_distance_joint_configure", FUZZ_CHANGES, distance_configure},
    {"thud_weld_joint_defaults", FUZZ_ALONE, weld_defaults},
    {"thud_weld_joint_create", FUZZ_CHANGES, weld_create},
    {"thud_weld_joint_definition", FUZZ_ASKS, weld_definition},
    {"thud_weld_joint_configure", FUZZ_CHANGES, weld_configure},
    {"thud_prismatic_joint_defaults", FUZZ_ALONE, prismatic_defaults},
    {"thud_prismatic_joint_create", FUZZ_CHANGES, prismatic_create},
    {"thud_prismatic_joint_definition", FUZZ_ASKS, prismatic_definition},
    {"thud_prismatic_joint_configure", FUZZ_CHANGES, prismatic_configure},
    {"thud_wheel_joint_defaults", FUZZ_ALONE, wheel_defaults},
    {"thud_wheel_joint_create", FUZZ_CHANGES, wheel_create},
    {"thud_wheel_joint_definition", FUZZ_ASKS, wheel_definition},
    {"thud_wheel_joint_configure", FUZZ_CHANGES, wheel_configure},
    {"thud_motor_joint_defaults", FUZZ_ALONE, motor_defaults},
    {"thud_motor_joint_create", FUZZ_CHANGES, motor_create},
    {"thud_motor_joint_definition", FUZZ_ASKS, motor_definition},
    {"thud_motor_joint_configure", FUZZ_CHANGES, motor_configure},
    {"thud_gear_joint_defaults", FUZZ_ALONE, gear_defaults},
    {"thud_gear_joint_create", FUZZ_CHANGES, gear_create},
    {"thud_gear_joint_definition", FUZZ_ASKS, gear_definition},
    {"thud_gear_joint_configure", FUZZ_CHANGES, gear_configure},
    {"thud_pulley_joint_defaults", FUZZ_ALONE, pulley_defaults},
    {"thud_pulley_joint_create", FUZZ_CHANGES, pulley_create},
    {"thud_pulley_joint_definition", FUZZ_ASKS, pulley_definition},
    {"thud_pulley_joint_configure", FUZZ_CHANGES, pulley_configure},
    {"thud_ratchet_joint_defaults", FUZZ_ALONE, ratchet_defaults},
    {"thud_ratchet_joint_create", FUZZ_CHANGES, ratchet_create},
    {"thud_ratchet_joint_definition", FUZZ_ASKS, ratchet_definition},
    {"thud_ratchet_joint_configure", FUZZ_CHANGES, ratchet_configure},
    {"thud_filter_joint_defaults", FUZZ_ALONE, filter_defaults},
    {"thud_filter_joint_create", FUZZ_CHANGES, filter_create},
    {"thud_filter_joint_definition", FUZZ_ASKS, filter_definition},
    {"thud_filter_joint_configure", FUZZ_CHANGES, filter_configure},
    {"thud_joint_is_valid", FUZZ_ASKS, joint_is_valid},
    {"thud_joint_kind_of", FUZZ_ASKS, joint_kind_of},
    {"thud_joint_destroy", FUZZ_CHANGES, joint_destroy},
    {"thud_joint_common", FUZZ_ASKS, joint_common},
    {"thud_joint_force", FUZZ_ASKS, joint_force},
    {"thud_joint_torque", FUZZ_ASKS, joint_torque},
    {"thud_joint_angle", FUZZ_ASKS, joint_angle},
    {"thud_joint_translation", FUZZ_ASKS, joint_translation},
    {"thud_joint_anchors", FUZZ_ASKS, joint_anchors},
    {"thud_world_next_joint", FUZZ_ASKS, world_next_joint},
    {"thud_body_next_joint", FUZZ_ASKS, body_next_joint},
    {"thud_world_joint_events", FUZZ_ASKS, world_joint_events},
    {"thud_joint_motor_speed", FUZZ_ASKS, joint_motor_speed},
    {"thud_joint_set_motor_speed", FUZZ_CHANGES, joint_set_motor_speed},
    {"thud_joint_spring_target", FUZZ_ASKS, joint_spring_target},
    {"thud_joint_set_spring_target", FUZZ_CHANGES, joint_set_spring_target},
};
const fuzz_page fuzz_joint_page = FUZZ_PAGE(joint_rows);
