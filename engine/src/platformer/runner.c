/* runner.c: the runner's definition: defaults, checks, the accelerations and speeds that follow from heights and times; and
 * its surroundings as a mover finds them. */
#include "platformer/runner_def.h"
#include "thud/mover.h"
#include "world/check.h"

#include <float.h>
#include <stddef.h>

thud_runner_def thud_runner_defaults(void) {
#define DEFAULT(field, value, ...) .field = value,
    return (thud_runner_def){THUD_RUNNER_NUMBERS(DEFAULT)};
}

void thud_runner_scale(thud_runner_def *def, float length_unit) {
#define SCALE(field, value, least, most, label, unit, ...)                                                   \
    def->field *= (unit)[0] == 'm' ? length_unit : 1.0f;
    if (def != NULL) {
        THUD_RUNNER_NUMBERS(SCALE)
    }
}

/* ---- checks: by tables, a row per field with the range of its documentation ---- */

#define FAULT(fields, object) thud_numbers_fault(object, fields, sizeof fields / sizeof fields[0])
#define FIELD_OF(type, member, name, low, high)                                                              \
    { name, offsetof(type, member), low, high }

thud_status thud_runner_check(const thud_runner_def *def, const char **field) {
#define RANGE(field, value, least, most, ...) {#field, offsetof(thud_runner_def, field), least, most},
    static const thud_number fields[] = {THUD_RUNNER_NUMBERS(RANGE)};
    thud_reason fault = def == NULL ? thud_reason_of(THUD_NULL_ARGUMENT, "def", 0.0) : FAULT(fields, def);
    if (field != NULL) {
        *field = fault.field;
    }
    return fault.status;
}

/* The fields of a step's arguments. */
#define INPUT(member) FIELD_OF(thud_runner_input, member, "input." #member, -FLT_MAX, FLT_MAX)
#define AROUND(member, low, high) FIELD_OF(thud_runner_surroundings, member, "around." #member, low, high)
#define STATE(member, low, high) FIELD_OF(thud_runner, member, "runner." #member, low, high)

/* Outside motion is added in every step: its sum stays far from the state's limits. */
#define OUTSIDE(member) AROUND(member, -THUD_MAX_COORDINATE, THUD_MAX_COORDINATE)
#define SPEED(member) STATE(member, -THUD_MAX_SPEED, THUD_MAX_SPEED)
#define TIMER(member) STATE(member, 0, FLT_MAX)

static const thud_number input_fields[] = {INPUT(direction), INPUT(climb)};
static const thud_number around_fields[] = {
    AROUND(floor_normal.x, -FLT_MAX, FLT_MAX),
    AROUND(floor_normal.y, -FLT_MAX, FLT_MAX),
    OUTSIDE(floor_velocity.x),
    OUTSIDE(floor_velocity.y),
    OUTSIDE(wall_velocity.x),
    OUTSIDE(wall_velocity.y),
    OUTSIDE(ceiling_velocity),
    AROUND(floor_friction, 0, FLT_MAX),
    OUTSIDE(flow.x),
    OUTSIDE(flow.y),
    OUTSIDE(gained.x),
    OUTSIDE(gained.y),
};
static const thud_number state_fields[] = {
    SPEED(velocity.x),      SPEED(velocity.y),  SPEED(speed),     SPEED(dash_velocity.x),
    SPEED(dash_velocity.y), SPEED(carried.x),   SPEED(carried.y), TIMER(wall_left),
    TIMER(coyote_left),     TIMER(buffer_left), TIMER(lock_left), TIMER(dash_left),
    TIMER(cooldown_left),
};

/* Checks the whole numbers; returns the name of an invalid one, or null. */
static const char *wrong_choice(const thud_runner *runner, const thud_runner_surroundings *around) {
    bool is_phase = (unsigned)runner->phase <= THUD_RUNNER_DASH;
    return around->wall < -1 || around->wall > 1       ? "around.wall"
           : !is_phase                                 ? "runner.phase"
           : runner->facing < -1 || runner->facing > 1 ? "runner.facing"
           : runner->wall < -1 || runner->wall > 1     ? "runner.wall"
                                                       : NULL;
}

thud_status thud_runner_check_step(const thud_runner_def *def, const thud_runner *runner,
                                   const thud_runner_input *input, const thud_runner_surroundings *around,
                                   float dt, const char **field) {
    if (runner == NULL || input == NULL || around == NULL) {
        *field = runner == NULL ? "runner" : input == NULL ? "input" : "around";
        return THUD_NULL_ARGUMENT;
    }
    if (!(dt >= THUD_MIN_STEP && dt <= THUD_MAX_STEP)) {
        *field = "dt";
        return thud_is_finite(dt) ? THUD_OUT_OF_RANGE : THUD_NOT_FINITE;
    }
    *field = wrong_choice(runner, around);
    if (*field != NULL) {
        return THUD_OUT_OF_RANGE;
    }
    thud_status status = thud_runner_check(def, field);
    if (status != THUD_OK) {
        return status;
    }
    thud_reason fault = FAULT(input_fields, input);
    fault = fault.status != THUD_OK ? fault : FAULT(around_fields, around);
    fault = fault.status != THUD_OK ? fault : FAULT(state_fields, runner);
    *field = fault.field;
    return fault.status;
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

/* ---- the surroundings ---- */

#define UPRIGHT 0.9f /* least level part of a wall's normal: cosine of 25 degrees */

thud_runner_surroundings thud_runner_look(const thud_runner_result *wanted, const thud_mover_result *moved) {
    thud_runner_surroundings around = {0};
    if (wanted == NULL || moved == NULL) {
        return around;
    }
    around.on_floor = moved->floor.touching;
    around.at_ceiling = moved->ceiling.touching;
    around.ceiling_velocity = around.on_floor ? 0 : moved->ceiling.velocity.y;
    for (int i = 0; i < moved->hit_count; i++) { /* what the runner itself pushes up stops it */
        const thud_mover_hit *hit = &moved->hits[i];
        if (hit->impulse > 0 && thud_body_id_equal(hit->body, moved->ceiling.body)) {
            around.ceiling_velocity = thud_min(around.ceiling_velocity, 0);
        }
    }
    around.floor_friction = moved->friction;
    if (moved->wall.touching && thud_abs(moved->wall.normal.x) > UPRIGHT) {
        around.wall = moved->wall.normal.x < 0 ? 1 : -1;
        around.wall_velocity = around.on_floor ? around.wall_velocity : moved->wall.velocity;
    }
    around.floor_velocity = moved->left_floor ? moved->floor_velocity : around.floor_velocity;
    if (moved->left_floor && wanted->mean_velocity.y > 0) {
        around.gained = moved->floor_velocity; /* without a hit in the first step of the jump */
    } else if (moved->left_floor || moved->landed) {
        around.gained = thud_vec2_sub(moved->velocity, wanted->mean_velocity);
        /* the floor stops the velocity at the end of the step, which a dash down that ended in it has less of than in the mean */
        float most = thud_max(moved->velocity.y, 0) - wanted->velocity.y;
        around.gained.y = thud_min(around.gained.y, most);
    }
    if (moved->landed) {
        around.gained.y = -wanted->velocity.y; /* a fall that slows down onto what rises ends, too */
    }
    return around;
}
