/* mover_drop.c: the way of a mover down through a one-way floor, which may be of many bodies. */
#include "platformer/mover_move.h"

/* How far bodies that move as one may part in a step, by rounding, in skins. */
#define PLATFORM_PLAY 0.1f

/* The way from where the mover stood on the floor that it drops through, which moves with its body. */
static thud_vec2 way_from_floor(const thud_move *move) {
    const thud_mover_state *state = &move->state;
    thud_pose floor = thud_body_current_pose(&move->world->bodies, (int32_t)state->drop_body.slot);
    thud_vec2 stood = thud_pose_apply(floor, state->floor_local);
    return thud_vec2_sub(thud_move_support_middle(move, thud_vec2_neg(state->floor_normal)), stood);
}

void thud_move_end_drop(thud_move *move) {
    thud_mover_state *state = &move->state;
    if (state->dropping) {
        thud_vec2 normal = state->floor_normal;
        float height = thud_move_reach(move, normal) + thud_move_reach(move, thud_vec2_neg(normal));
        float most = thud_max(thud_vec2_dot(state->floor_velocity, move->up), 0.0f);
        state->dropping =
            !thud_move_jumps(move, most) &&
            thud_vec2_dot(way_from_floor(move), normal) >= -height - move->def->skin - move->world->def.slop;
    }
}

/* Whether a shape continues the floor that the mover drops through: it reaches up to the plane on which the mover stood, below
 * the mover there or on its way since, with this move. */
static bool continues_floor(const thud_move *move, thud_shape_id shape) {
    thud_vec2 normal = move->state.floor_normal, way = way_from_floor(move);
    float cosine = thud_vec2_dot(normal, move->up);
    float foot = (thud_move_reach(move, thud_vec2_neg(normal)) + move->def->skin) / cosine;
    thud_vec2 below = thud_vec2_mul_add(thud_vec2_sub(move->pose.position, way), -foot, move->up);
    float aside = thud_abs(thud_vec2_dot(thud_vec2_mul_add(way, move->dt, move->velocity), move->right));
    thud_vec2 end = thud_vec2_scale((thud_vec2){normal.y, -normal.x}, (aside + move->half_width) / cosine);
    thud_vec2 ends[] = {thud_vec2_neg(end), end};
    thud_outline plane = {2, move->def->skin + move->world->def.slop, ends};
    thud_gap gap;
    return thud_move_overlap(move, shape, plane, (thud_pose){below, thud_rot_identity()}, &gap);
}

bool thud_move_as_one(const thud_move *move, int32_t a, int32_t b) {
    const thud_velocity *velocities = move->world->bodies.velocities;
    float play = PLATFORM_PLAY * move->def->skin;
    float apart = move->dt * thud_vec2_distance(velocities[a].linear, velocities[b].linear);
    return apart <= play && velocities[a].angular == velocities[b].angular;
}

bool thud_move_is_part(const thud_move *move, int32_t body, int32_t platform) {
    const thud_body *record = &move->world->bodies.bodies[body];
    return record->type == THUD_BODY_KINEMATIC && !record->mover && thud_move_as_one(move, body, platform);
}

bool thud_move_drops_through(const thud_move *move, thud_shape_id shape) {
    int32_t body = move->world->shapes.records[shape.slot].body;
    return thud_move_as_one(move, body, (int32_t)move->state.drop_body.slot) &&
           thud_move_is_one_way(move, shape) && continues_floor(move, shape);
}

bool thud_mover_drop_through(thud_world *world, const thud_mover_def *def, thud_mover_state *state) {
    thud_move move;
    thud_mover_result result;
    if (!thud_move_ask(&move, world, thud_on_world(__func__), def, state, &result) || !state->on_floor ||
        !thud_shape_is_valid(world, state->floor_shape) || !thud_move_is_one_way(&move, state->floor_shape)) {
        return false;
    }
    state->dropping = true;
    state->rests = false;
    state->drop_body = state->floor_body;
    return true;
}
