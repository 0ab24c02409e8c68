#include "world/bodies/body_defs.h"

#include "world/check.h"

/* ---- bodies ---- */

thud_body_def thud_body_defaults(void) {
    return (thud_body_def){
        .type = THUD_BODY_STATIC, .gravity_scale = 1.0f, .sleep_speed = -1.0f, .may_sleep = true, .awake = true};
}

static const thud_number body_numbers[] = {
    THUD_NUMBER(thud_body_def, linear_damping, 0.0f, FLT_MAX),
    THUD_NUMBER(thud_body_def, angular_damping, 0.0f, FLT_MAX),
    THUD_NUMBER(thud_body_def, gravity_scale, -THUD_MAX_COEFFICIENT, THUD_MAX_COEFFICIENT),
    THUD_NUMBER(thud_body_def, sleep_speed, -FLT_MAX, FLT_MAX),
    THUD_VECTOR(thud_body_def, position, THUD_MAX_POSITION),
    THUD_NUMBER(thud_body_def, angle, -FLT_MAX, FLT_MAX),
    THUD_VECTOR(thud_body_def, velocity, THUD_MAX_SPEED),
    THUD_NUMBER(thud_body_def, angular_velocity, -THUD_MAX_SPIN, THUD_MAX_SPIN),
};

enum {
    NUMBER_COUNT = sizeof body_numbers / sizeof body_numbers[0],
    SETTING_COUNT = 4 /* of these: for a body that exists */
};

bool thud_body_def_check(const thud_world *world, thud_call call, const thud_body_def *def, bool is_new) {
    if (def == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "def", 0.0);
    }
    if (def->type < THUD_BODY_STATIC || def->type > THUD_BODY_DYNAMIC) {
        return thud_refuse(world, call, THUD_OUT_OF_RANGE, "type", (double)def->type);
    }
    return thud_check_numbers(world, call, def, body_numbers, is_new ? NUMBER_COUNT : SETTING_COUNT);
}

/* ---- shapes ---- */

thud_shape_def thud_shape_defaults(void) {
    return (thud_shape_def){.density = 1.0f,
                            .material = {.friction = 0.6f},
                            .filter = {.category = 1, .mask = UINT64_MAX},
                            .contact_events = true,
                            .sensor_events = true};
}

static const thud_number shape_numbers[] = {
    THUD_NUMBER(thud_shape_def, density, 0.0f, FLT_MAX),
    THUD_NUMBER(thud_shape_def, material.friction, 0.0f, THUD_MAX_COEFFICIENT),
    THUD_NUMBER(thud_shape_def, material.elasticity, 0.0f, 1.0f),
    THUD_NUMBER(thud_shape_def, material.rolling_resistance, 0.0f, THUD_MAX_COEFFICIENT),
    THUD_NUMBER(thud_shape_def, material.surface_speed, -THUD_MAX_SPEED, THUD_MAX_SPEED),
    THUD_VECTOR(thud_shape_def, one_way, FLT_MAX),
};

bool thud_shape_def_check(const thud_world *world, thud_call call, const thud_shape_def *def) {
    return thud_check_given(world, call, "def", def != NULL) &&
           thud_check_numbers(world, call, def, shape_numbers, sizeof shape_numbers / sizeof shape_numbers[0]);
}
