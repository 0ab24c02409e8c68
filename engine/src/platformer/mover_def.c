/* mover_def.c: definitions and states of movers: defaults, checks, and the making of bodies. */
#include "platformer/mover_move.h"

#include "geometry/unit.h"
#include "world/check.h"
#include "world/refusal.h"

/* Steepest floor [rad]: steeper ground carries nothing. */
#define MOST_FLOOR_ANGLE 1.55f

thud_mover_def thud_mover_defaults(void) {
    return thud_mover_defaults_for_unit(1.0f);
}

thud_mover_def thud_mover_defaults_for_unit(float length_unit) {
    thud_mover_def def = {.up = {0.0f, 1.0f},
                          .floor_angle = 0.8f,
                          .step_height = 0.35f * length_unit,
                          .hold_speed = 30.0f * length_unit,
                          .corner_slip = 0.1f * length_unit,
                          .skin = 0.002f * length_unit,
                          .mass = 70.0f,
                          .push_force = 700.0f * length_unit,
                          .soft_speed = 2.0f * length_unit,
                          .filter = thud_shape_defaults().filter};
    /* A bad unit gives no shape, which thud_mover_def_check refuses. */
    (void)thud_capsule((thud_vec2){0.0f, -0.5f * length_unit}, (thud_vec2){0.0f, 0.5f * length_unit},
                       0.3f * length_unit, &def.shape);
    return def;
}

thud_mover_state thud_mover_state_at(thud_vec2 position) {
    return (thud_mover_state){
        .position = position, .rotation = thud_rot_identity(), .previous = position, .placed = position};
}

/* ---- checks: the first fault found ---- */

typedef struct fault {
    thud_status status;
    const char *field;
    double value;
} fault;

static fault no_fault(void) {
    return (fault){THUD_OK, NULL, 0.0};
}

static fault of_length(const char *field, float value, bool may_be_zero) {
    if (!thud_is_finite(value)) {
        return (fault){THUD_NOT_FINITE, field, (double)value};
    }
    if (value < 0.0f) {
        return (fault){may_be_zero ? THUD_NEGATIVE : THUD_NOT_POSITIVE, field, (double)value};
    }
    if (value == 0.0f && !may_be_zero) {
        return (fault){THUD_NOT_POSITIVE, field, 0.0};
    }
    return value <= THUD_MAX_COORDINATE ? no_fault() : (fault){THUD_OUT_OF_RANGE, field, (double)value};
}

static fault of_up(thud_vec2 up) {
    if (!thud_vec2_is_finite(up)) {
        return (fault){THUD_NOT_FINITE, "up", (double)up.x};
    }
    thud_vec2 unit = thud_vec2_normalize(up);
    return thud_is_unit(unit) ? no_fault() : (fault){THUD_ZERO_LENGTH, "up", (double)thud_vec2_length(up)};
}

static fault of_enums_and_shape(const thud_mover_def *def) {
    thud_status status = thud_shape_check(&def->shape);
    if (status != THUD_OK) {
        return (fault){status, "shape", 0.0};
    }
    if (!thud_is_finite(def->floor_angle)) {
        return (fault){THUD_NOT_FINITE, "floor_angle", (double)def->floor_angle};
    }
    if (def->floor_angle < 0.0f || def->floor_angle > MOST_FLOOR_ANGLE) {
        return (fault){THUD_OUT_OF_RANGE, "floor_angle", (double)def->floor_angle};
    }
    bool is_known = (unsigned)def->leaving <= (unsigned)THUD_LEAVING_KEEPS_NONE;
    return is_known ? of_up(def->up) : (fault){THUD_OUT_OF_RANGE, "leaving", (double)def->leaving};
}

static fault of_def(const thud_mover_def *def) {
    if (def == NULL) {
        return (fault){THUD_NULL_ARGUMENT, "def", 0.0};
    }
    fault found = of_enums_and_shape(def);
    if (found.status == THUD_OK) {
        found = of_length("skin", def->skin, false);
    }
    const struct {
        const char *field;
        float value;
    } lengths[] = {{"step_height", def->step_height}, {"hold_speed", def->hold_speed},
                   {"corner_slip", def->corner_slip}, {"mass", def->mass},
                   {"push_force", def->push_force},   {"soft_speed", def->soft_speed}};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] && found.status == THUD_OK; i++) {
        found = of_length(lengths[i].field, lengths[i].value, true);
    }
    return found;
}

thud_refusal thud_mover_def_check(const thud_mover_def *def) {
    fault found = of_def(def);
    return thud_refusal_of(
        found.status == THUD_OK ? NULL : __func__,
        &(thud_reason){.status = found.status, .field = found.field, .value = found.value});
}

static bool check_mover_def(const thud_world *world, thud_call call, const thud_mover_def *def) {
    fault found = of_def(def);
    return found.status == THUD_OK || thud_refuse(world, call, found.status, found.field, found.value);
}

bool thud_move_check_floor(const thud_world *world, thud_call call, const thud_mover_state *state) {
    const thud_vec2 remembered[] = {state->floor_normal, state->floor_point, state->floor_local,
                                    state->floor_velocity};
    for (int i = 0; i < 4; i++) {
        if (!thud_vec2_is_finite(remembered[i])) {
            return thud_check_finite_vec2(world, call, "state.floor", remembered[i]);
        }
    }
    return true;
}

bool thud_move_check(const thud_world *world, thud_call call, const thud_mover_def *def,
                     const thud_mover_state *state) {
    if (!check_mover_def(world, call, def)) {
        return false;
    }
    if (state == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "state", 0.0);
    }
    if (!thud_check_within_vec2(world, call, "state.position", state->position, THUD_MAX_POSITION) ||
        !thud_check_finite_vec2(world, call, "state.rotation",
                                (thud_vec2){state->rotation.c, state->rotation.s})) {
        return false;
    }
    if (!thud_rot_is_valid(state->rotation)) {
        return thud_refuse(world, call, THUD_NOT_NORMALIZED, "state.rotation", (double)state->rotation.c);
    }
    return thud_move_check_floor(world, call, state);
}

/* ---- body ---- */

bool thud_mover_create(thud_world *world, const thud_mover_def *def, thud_vec2 position,
                       thud_mover_state *state) {
    const thud_call call = thud_on_world(__func__);
    thud_mover_state made = thud_mover_state_at(position);
    if (world == NULL || !thud_move_check(world, call, def, state == NULL ? NULL : &made)) {
        return false;
    }
    thud_body_def body_def = thud_body_defaults();
    body_def.type = THUD_BODY_KINEMATIC;
    body_def.position = position;
    made.body = thud_body_create(world, &body_def);
    if (thud_body_id_is_null(made.body)) {
        return false;
    }
    thud_shape_def shape_def = thud_shape_defaults();
    shape_def.filter = def->filter;
    if (thud_shape_id_is_null(thud_body_add_shape(world, made.body, &shape_def, &def->shape))) {
        thud_body_destroy(world, made.body);
        return false;
    }
    world->bodies.bodies[made.body.slot].mover = true;
    *state = made;
    return true;
}

bool thud_mover_destroy(thud_world *world, thud_mover_state *state) {
    const thud_call call = thud_on_world(__func__);
    if (world == NULL) {
        return false;
    }
    if (state == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "state", 0.0);
    }
    if (!thud_body_id_is_null(state->body) && !thud_body_destroy(world, state->body)) {
        return false;
    }
    state->body = (thud_body_id){0, 0};
    return true;
}
