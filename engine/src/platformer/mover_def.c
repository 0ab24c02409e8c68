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
    float square = length_unit * length_unit; /* masses scale as areas do: shapes have density 1 in any unit */
    thud_mover_def def = {.up = {0.0f, 1.0f},
                          .floor_angle = 0.8f,
                          .step_height = 0.35f * length_unit,
                          .hold_speed = 30.0f * length_unit,
                          .corner_slip = 0.1f * length_unit,
                          .skin = 0.002f * length_unit,
                          .mass = 70.0f * square,
                          .push_force = 700.0f * length_unit * square,
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

/* ---- checks ---- */

static const thud_number mover_numbers[] = {
    THUD_NUMBER(thud_mover_def, floor_angle, 0.0f, MOST_FLOOR_ANGLE),
    THUD_NUMBER(thud_mover_def, skin, THUD_ABOVE_ZERO, THUD_MAX_COORDINATE),
    THUD_NUMBER(thud_mover_def, step_height, 0.0f, THUD_MAX_COORDINATE),
    THUD_NUMBER(thud_mover_def, hold_speed, 0.0f, THUD_MAX_COORDINATE),
    THUD_NUMBER(thud_mover_def, corner_slip, 0.0f, THUD_MAX_COORDINATE),
    THUD_NUMBER(thud_mover_def, mass, 0.0f, THUD_MAX_MASS),
    THUD_NUMBER(thud_mover_def, push_force, 0.0f, FLT_MAX),
    THUD_NUMBER(thud_mover_def, soft_speed, 0.0f, THUD_MAX_COORDINATE),
};

/* The first fault of a definition; its status is THUD_OK if there is none. */
static thud_reason fault_of_def(const thud_mover_def *def) {
    if (def == NULL) {
        return thud_reason_of(THUD_NULL_ARGUMENT, "def", 0.0);
    }
    thud_status status = thud_shape_check(&def->shape);
    if (status != THUD_OK) {
        return thud_reason_of(status, "shape", 0.0);
    }
    if ((unsigned)def->leaving > (unsigned)THUD_LEAVING_KEEPS_NONE) {
        return thud_reason_of(THUD_OUT_OF_RANGE, "leaving", (double)def->leaving);
    }
    if (!thud_vec2_is_finite(def->up)) {
        return thud_reason_of(THUD_NOT_FINITE, "up", (double)def->up.x);
    }
    if (!thud_is_unit(thud_vec2_normalize(def->up))) {
        return thud_reason_of(THUD_ZERO_LENGTH, "up", (double)thud_vec2_length(def->up));
    }
    return thud_numbers_fault(def, mover_numbers, sizeof mover_numbers / sizeof mover_numbers[0]);
}

thud_refusal thud_mover_def_check(const thud_mover_def *def) {
    thud_reason fault = fault_of_def(def);
    return fault.status == THUD_OK ? (thud_refusal){.status = THUD_OK} : thud_refusal_of(__func__, &fault);
}

/* Whether the body of a mover, if it has one, is of this world; a stale one is no error. */
THUD_OWN_CODE bool check_body(const thud_world *world, thud_call call, const thud_mover_state *state) {
    const thud_pool *pool = &world->bodies.pool;
    const thud_pool_id id = {state->body.slot, state->body.generation};
    return id.generation == 0 || id.generation >> THUD_POOL_COUNT_BITS == pool->tag ||
           thud_refuse_id(world, call, pool, id, "state.body") != THUD_NONE;
}

bool thud_move_check_floor(const thud_world *world, thud_call call, const thud_mover_state *state) {
    const thud_vec2 remembered[] = {state->floor_normal, state->floor_point, state->floor_local,
                                    state->floor_velocity};
    if (!check_body(world, call, state)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!thud_vec2_is_finite(remembered[i])) {
            return thud_check_finite_vec2(world, call, "state.floor", remembered[i]);
        }
    }
    return true;
}

bool thud_move_check(const thud_world *world, thud_call call, const thud_mover_def *def,
                     const thud_mover_state *state) {
    thud_reason fault = fault_of_def(def);
    if (fault.status != THUD_OK) {
        return thud_refuse_for(world, call, &fault);
    }
    if (!thud_check_given(world, call, "state", state != NULL) ||
        !thud_check_within_vec2(world, call, "state.position", state->position, THUD_MAX_POSITION) ||
        !thud_check_finite_vec2(world, call, "state.rotation",
                                (thud_vec2){state->rotation.c, state->rotation.s})) {
        return false;
    }
    if (!thud_rot_is_valid(state->rotation)) {
        return thud_refuse(world, call, THUD_NOT_NORMALIZED, "state.rotation", (double)state->rotation.c);
    }
    return thud_move_check_floor(world, call, state);
}

bool thud_move_ask(thud_move *move, thud_world *world, thud_call call, const thud_mover_def *def,
                   const thud_mover_state *state, thud_mover_result *result) {
    bool is_accepted = world != NULL && thud_move_check(world, call, def, state);
    if (is_accepted) {
        thud_move_begin(move, world, def, state, (thud_vec2){0.0f, 0.0f}, 1.0f, result);
    }
    return is_accepted;
}

bool thud_mover_fits(thud_world *world, const thud_mover_def *def, const thud_mover_state *state) {
    thud_move move;
    thud_mover_result result;
    thud_world_contact contacts[THUD_MOVE_CONTACTS];
    return thud_move_ask(&move, world, thud_on_world(__func__), def, state, &result) &&
           thud_move_contacts(&move, 0.0f, contacts) == 0;
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
    if (!thud_world_may_change(world, call) || !thud_check_given(world, call, "state", state != NULL) ||
        !check_body(world, call, state)) {
        return false;
    }
    if (thud_body_is_valid(world, state->body)) {
        thud_body_destroy(world, state->body);
    }
    state->body = (thud_body_id){0, 0};
    return true;
}
