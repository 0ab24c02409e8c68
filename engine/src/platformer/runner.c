/* runner.c: the runner's definition: defaults, checks, and the accelerations and speeds that
 * follow from heights and times. */
#include "thud/runner.h"

#include "platformer/runner_fields.h"

#define SHORTEST_JUMP_TIME 0.001f /* [s]: gravity stays within the range of float */
#define LONGEST_TIME 1000         /* [s] */
#define LARGEST_MULTIPLE 1.0e4f   /* of an acceleration [-] */
#define SMALLEST_SHARE 1.0e-3f    /* of gravity or height; zero would divide by zero [-] */

thud_runner_def thud_runner_defaults(void) {
    thud_runner_def def = {
        .run_speed = 8,
        .run_time = 0.15f,
        .stop_time = 0.1f,
        .turn_boost = 2,
        .grip = 0.4f,
        .air_control = 0.65f,
        .jump_height = 3.25f,
        .jump_time = 0.4f,
        .short_hop = 0.25f,
        .apex_speed = 0.15f,
        .apex_gravity = 0.5f,
        .fall_gravity = 1.6f,
        .fall_speed = 20,
        .coyote_time = 0.1f,
        .jump_buffer = 0.12f,
        .wall_slide_speed = 3,
        .wall_jump_height = 2.5f,
        .wall_jump_push = 7,
        .wall_jump_lock = 0.15f,
        .ladder_speed = 4,
        .swim_speed = 4.5f,
        .swim_time = 0.3f,
        .sink_speed = 1,
        .swim_stroke = 12,
        .dash_speed = 20,
        .dash_time = 0.15f,
        .dash_end = 0.4f,
        .dash_cooldown = 0.2f,
    };
    return def;
}

void thud_runner_scale(thud_runner_def *def, float length_unit) {
    if (def == NULL) {
        return;
    }
    float *const lengths[] = {&def->run_speed,        &def->jump_height,      &def->fall_speed,
                              &def->wall_slide_speed, &def->wall_jump_height, &def->wall_jump_push,
                              &def->ladder_speed,     &def->swim_speed,       &def->sink_speed,
                              &def->swim_stroke,      &def->dash_speed};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        *lengths[i] *= length_unit;
    }
}

/* ---- checks ---- */

/* The status of a value outside of its range. */
static thud_status refusal_of(const thud_runner_field *field, float value) {
    if (!thud_is_finite(value)) {
        return THUD_NOT_FINITE;
    }
    if (value < 0 && field->low == 0) {
        return THUD_NEGATIVE;
    }
    return value <= 0 && field->low > 0 ? THUD_NOT_POSITIVE : THUD_OUT_OF_RANGE;
}

thud_status thud_runner_check_fields(const thud_runner_field *fields, size_t count, const void *object,
                                     const char **name) {
    for (size_t i = 0; i < count; i++) {
        float value = *(const float *)(const void *)((const char *)object + fields[i].offset);
        if (!(value >= fields[i].low && value <= fields[i].high)) {
            *name = fields[i].name;
            return refusal_of(&fields[i], value);
        }
    }
    *name = NULL;
    return THUD_OK;
}

/* A field of the definition. */
#define FIELD(member, low, high) THUD_RUNNER_FIELD(thud_runner_def, member, #member, low, high)

thud_status thud_runner_check(const thud_runner_def *def, const char **field) {
    static const thud_runner_field fields[] = {
        FIELD(run_speed, 0, THUD_MAX_COORDINATE),
        FIELD(run_time, 0, LONGEST_TIME),
        FIELD(stop_time, 0, LONGEST_TIME),
        FIELD(turn_boost, 1, LARGEST_MULTIPLE),
        FIELD(grip, 0, THUD_MAX_COEFFICIENT),
        FIELD(air_control, 0, LARGEST_MULTIPLE),
        FIELD(jump_height, THUD_MIN_SHAPE_SIZE, THUD_MAX_COORDINATE),
        FIELD(jump_time, SHORTEST_JUMP_TIME, LONGEST_TIME),
        FIELD(short_hop, SMALLEST_SHARE, 1),
        FIELD(apex_speed, 0, 1),
        FIELD(apex_gravity, SMALLEST_SHARE, 1),
        FIELD(fall_gravity, SMALLEST_SHARE, LARGEST_MULTIPLE),
        FIELD(fall_speed, 0, THUD_MAX_COORDINATE),
        FIELD(coyote_time, 0, LONGEST_TIME),
        FIELD(jump_buffer, 0, LONGEST_TIME),
        FIELD(wall_slide_speed, 0, THUD_MAX_COORDINATE),
        FIELD(wall_jump_height, 0, THUD_MAX_COORDINATE),
        FIELD(wall_jump_push, 0, THUD_MAX_COORDINATE),
        FIELD(wall_jump_lock, 0, LONGEST_TIME),
        FIELD(ladder_speed, 0, THUD_MAX_COORDINATE),
        FIELD(swim_speed, 0, THUD_MAX_COORDINATE),
        FIELD(swim_time, 0, LONGEST_TIME),
        FIELD(sink_speed, -THUD_MAX_COORDINATE, THUD_MAX_COORDINATE),
        FIELD(swim_stroke, 0, THUD_MAX_COORDINATE),
        FIELD(dash_speed, 0, THUD_MAX_COORDINATE),
        FIELD(dash_time, 0, LONGEST_TIME),
        FIELD(dash_end, 0, 1),
        FIELD(dash_cooldown, 0, LONGEST_TIME),
    };
    const char *name = "def";
    thud_status status = THUD_NULL_ARGUMENT;
    if (def != NULL) {
        status = thud_runner_check_fields(fields, sizeof fields / sizeof fields[0], def, &name);
    }
    if (field != NULL) {
        *field = name;
    }
    return status;
}

/* ---- derived values ---- */

/* The amount that the hang adds to the square of a speed (A) and to the time of a jump (B), see thud_runner_gravity. */
static float hang(const thud_runner_def *def) {
    return 1 / def->apex_gravity - 1;
}

static float height_share(const thud_runner_def *def) {
    return 1 + def->apex_speed * def->apex_speed * hang(def);
}

static float time_share(const thud_runner_def *def) {
    return 1 + def->apex_speed * hang(def);
}

float thud_runner_jump_speed(const thud_runner_def *def) {
    return 2 * def->jump_height * time_share(def) / (def->jump_time * height_share(def));
}

float thud_runner_gravity(const thud_runner_def *def) {
    return thud_runner_jump_speed(def) * time_share(def) / def->jump_time;
}

float thud_runner_fall_gravity(const thud_runner_def *def) {
    return def->fall_gravity * thud_runner_gravity(def);
}

float thud_runner_hop_gravity(const thud_runner_def *def) {
    float speed = thud_runner_jump_speed(def);
    return speed * speed / (2 * def->short_hop * def->jump_height);
}

float thud_runner_speed_for_height(const thud_runner_def *def, float height) {
    float gravity = thud_runner_gravity(def);
    float apex_speed = def->apex_speed * thud_runner_jump_speed(def);
    float apex_height = apex_speed * apex_speed / (2 * def->apex_gravity * gravity);
    if (!(height > 0)) {
        return 0;
    }
    if (height <= apex_height) {
        return sqrtf(2 * def->apex_gravity * gravity * height);
    }
    return sqrtf(apex_speed * apex_speed + 2 * gravity * (height - apex_height));
}
