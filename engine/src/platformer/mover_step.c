/* mover_step.c: a mover climbs a step that is in its way: up, forward, down. */
#include "platformer/mover_move.h"

/* Length of the room required above a step, in half widths of the shape: a round head fits under any ceiling. */
#define ROOM_ABOVE_STEP 0.5f

/* Height of the floor, as a plane, above the foot of the mover at a position: where a round foot on a slope meets the
 * obstacle ahead. Not below 0. */
static float floor_at(const thud_move *move, thud_vec2 position, thud_vec2 point) {
    thud_vec2 normal = move->state.floor_normal;
    float reach = thud_move_reach(move, thud_vec2_neg(normal));
    float across = thud_vec2_dot(thud_vec2_sub(point, position), move->right);
    float height = -(reach + across * thud_vec2_dot(normal, move->right)) / thud_vec2_dot(normal, move->up);
    return thud_max(height - move->foot, 0.0f);
}

/* Whether a hit is low enough to be a step for the mover at a position, on ground of a height above its foot. */
static bool is_step(const thud_move *move, thud_vec2 position, const thud_trace *trace, float floor) {
    float height = thud_move_height(move, position, trace->hit.cast.point);
    return trace->blocked && height <= floor + move->def->step_height + move->def->skin;
}

float thud_move_climb(thud_move *move, const thud_trace *to_step, thud_vec2 direction, float length) {
    const thud_mover_def *def = move->def;
    thud_vec2 from = move->pose.position;
    float floor = floor_at(move, from, to_step->hit.cast.point);
    if (def->step_height == 0.0f || !is_step(move, from, to_step, floor)) {
        return 0.0f;
    }
    thud_trace rise = thud_move_trace(move, from, move->up, floor + def->step_height + def->skin);
    thud_vec2 above = thud_vec2_mul_add(from, rise.free, move->up);
    float room = ROOM_ABOVE_STEP * move->half_width;
    if (thud_move_trace(move, above, direction, room).blocked) {
        return 0.0f;
    }
    float came = thud_clamp(length, 2.0f * def->skin, room); /* the walk goes on from there */
    thud_vec2 riser = to_step->hit.cast.normal; /* where it leans, the top begins behind it */
    float lean = thud_vec2_dot(riser, move->up) / thud_max(-thud_vec2_dot(riser, direction), 0.1f);
    float top_begins = thud_min(lean * def->step_height + 2.0f * def->skin, room);
    float inside = thud_vec2_dot(direction, move->right) * 2.0f * def->skin;
    thud_vec2 ahead, top = move->up;
    thud_trace down;
    bool stands = false;
    for (;;) {
        ahead = thud_vec2_mul_add(above, came, direction);
        down = thud_move_trace(move, ahead, thud_vec2_neg(move->up), rise.free);
        bool is_next = !is_step(move, from, &down, floor); /* it was above the next step already */
        if (!is_next) {
            if (down.free >= rise.free) {
                return 0.0f;
            }
            stands = thud_move_is_walkable(move, down.hit.cast.normal);
            if (stands || thud_move_sees_ground(move, down.hit.cast.point, inside, thud_abs(inside), &top)) {
                break;
            }
        }
        float other = is_next ? room : top_begins;
        if (is_next ? came <= other : came >= other) {
            return 0.0f;
        }
        came = other;
    }
    move->pose.position = thud_vec2_mul_add(ahead, -down.free, move->up);
    move->result->stepped += rise.free - down.free;
    thud_mover_surface ground;
    thud_move_surface(move, down.hit.shape, down.hit.cast.point, stands ? down.hit.cast.normal : move->up,
                      &ground);
    thud_move_stand(move, &ground);
    return came;
}
