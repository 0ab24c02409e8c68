/* mover_carry.c: what moves a mover from outside: its floor carries it, and other movers push it. */
#include "platformer/mover_move.h"

#include "base/inline.h"

/* Largest number of other movers, and crates, through which a mover is carried. */
enum { MOST_PASSED = 8 };

/* A dynamic body that moves by this part of the way rides too. */
#define RIDING_SHARE 0.5f

/* Whether what is in the way does not hold the mover back: another mover, which is pushed; or a crate that rides too and has moved
 * before it in this step, as one on its head. What is left in the mover pushes it out. */
static bool moves_along(const thud_move *move, thud_body_id other, thud_vec2 direction, float length) {
    const thud_body_table *bodies = &move->world->bodies;
    float along = move->dt * thud_vec2_dot(bodies->velocities[other.slot].linear, direction);
    return bodies->bodies[other.slot].mover ||
           (bodies->bodies[other.slot].type == THUD_BODY_DYNAMIC && along > RIDING_SHARE * length);
}

/* Moves the mover by an outside motion, up to solid obstacles that do not move along. False without others on the path. */
static bool carry(thud_move *move, thud_vec2 by) {
    float length = thud_vec2_length(by);
    if (!(length > 0.0f) || !thud_is_finite(length)) {
        return false;
    }
    thud_vec2 direction = thud_vec2_scale(by, 1.0f / length);
    thud_trace trace;
    for (int passed = 0;; passed++) {
        trace = thud_move_trace(move, move->pose.position, direction, length);
        if (!trace.blocked || passed == MOST_PASSED || !moves_along(move, trace.hit.body, direction, length)) {
            break;
        }
        thud_move_ignore_shape(move, trace.hit.shape);
    }
    bool passes = move->filter.ignored_shape_count > 0;
    thud_move_follow(move, &trace, direction, by);
    return passes;
}

/* Whether the floor's body still is one: a game may put it anywhere once it is disabled or has no solid shape. */
static bool floor_is_solid(const thud_move *move) {
    uint32_t body = move->state.floor_body.slot;
    if (!move->world->bodies.bodies[body].enabled) {
        return false;
    }
    THUD_EACH_SHAPE(move->world, body, shape) {
        const thud_shape_def *def = move->world->shapes.records[shape].def;
        if (!def->sensor && thud_filter_accepts(move->def->filter, def->filter)) {
            return true;
        }
    }
    return false;
}

bool thud_move_carry_with(thud_move *move, thud_body_id platform, thud_vec2 by) {
    thud_move_look_for(move, platform, false);
    bool passes = carry(move, by);
    move->carried = thud_vec2_sub(move->pose.position, move->start);
    thud_move_look(move);
    return passes;
}

/* Moves the mover with its floor; false without other movers on the path. */
THUD_OWN_CODE bool carry_with_floor(thud_move *move) {
    const thud_mover_state *state = &move->state;
    if (!state->on_floor || !thud_body_is_valid(move->world, state->floor_body)) {
        return false;
    }
    thud_move_relieve_floor(move);
    thud_pose floor = thud_body_current_pose(&move->world->bodies, (int32_t)state->floor_body.slot);
    thud_vec2 now = thud_pose_apply(floor, state->floor_local);
    thud_vec2 by = thud_vec2_sub(now, state->floor_point);
    if ((by.x == 0.0f && by.y == 0.0f) || !floor_is_solid(move)) {
        return false;
    }
    return thud_move_carry_with(move, state->floor_body, by);
}

/* The translation by pushes of other movers since the last move; a move that acts clears it. */
static thud_vec2 take_push(const thud_move *move) {
    thud_vec2 none = {0.0f, 0.0f};
    if (!move->has_body) {
        return none;
    }
    thud_vec2 *record = &move->world->bodies.bodies[move->state.body.slot].pushed, pushed = *record;
    if (move->acts && (pushed.x != 0.0f || pushed.y != 0.0f)) {
        *record = none;
    }
    bool is_moved = move->start.x != move->state.placed.x || move->start.y != move->state.placed.y;
    return is_moved ? none : pushed;
}

void thud_move_carry(thud_move *move) {
    thud_crowd crowd;
    thud_vec2 pushed = take_push(move);
    bool passes = carry_with_floor(move), is_pushed = pushed.x != 0.0f || pushed.y != 0.0f;
    if (!passes && !is_pushed) {
        return;
    }
    thud_crowd_begin(move, &crowd);
    if (is_pushed &&
        thud_crowd_is_in_mover(move)) { /* else the pusher is gone, or the floor has carried it already */
        (void)carry(move, pushed);
        thud_move_look(move);
    }
    if (passes) {
        (void)thud_crowd_push(move);
    }
    thud_crowd_end(move, &crowd);
}
