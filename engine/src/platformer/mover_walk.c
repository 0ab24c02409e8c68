/*
 * mover_walk.c: the motion of a mover along the ground by its own velocity.
 *
 * On the ground it moves along the tangent of its floor, in pieces that are so short that ground which falls
 * away by more than a step differs from a slope. After each piece it is put down on the ground again.
 */
#include "platformer/mover_move.h"

#include "base/inline.h"

/* Largest number of pieces of a path, with all turns and hits. */
enum { MOST_PIECES = 24 };

/* Least length of a piece, as a part of the shape's half width, if steps are lower. */
#define LEAST_PIECE 0.5f

/* Least speed with which a belt carries it back that it does not enter, as a part of the speed at which it comes. */
#define RETURN_SHARE 0.1f

/* Ground falls away where its gradient has turned downwards by this. */
#define LEAST_TURN 0.02f

/* Part of hold_speed above which a mover flies off an edge. At the default of 6 m/s a foot of 0.3 m does not come back to the
 * edge below a gravity of 120 m/s^2. A way that rises by a sine of r counts as faster by r times RISE_SHARE. */
#define FLY_SHARE 0.2f
#define RISE_SHARE 0.35f

/* A path along the ground. */
typedef struct ground_walk {
    float speed;     /* along the ground, surface speed included; of either sign [m/s] */
    float belt; /* surface speed of the floor that it began on, which the floor's velocity includes [m/s] */
    float left;      /* to go [m] */
    float piece;     /* longest piece [m] */
    bool is_stopped; /* by a wall */
    bool has_turned; /* onto the ground at the end of the last piece: putting it down might turn it back */
} ground_walk;

static thud_vec2 ground_direction(thud_vec2 normal, float speed) {
    thud_vec2 along = {normal.y, -normal.x};
    return speed < 0.0f ? thud_vec2_neg(along) : along;
}

/* Metres along the ground per metre of the path. */
THUD_OWN_CODE float stretch_of(const thud_move *move, thud_vec2 direction) {
    float level = thud_abs(thud_vec2_dot(direction, move->right));
    return move->def->level_speed ? 1.0f / thud_max(level, 0.05f) : 1.0f;
}

/* Stops at a wall, or slows down to an obstacle that moves away. */
static void stop_at_wall(thud_move *move, ground_walk *w, const thud_world_hit *hit, thud_vec2 direction) {
    thud_vec2 normal = hit->cast.normal, floor = move->state.floor_velocity;
    float belt = w->speed < 0.0f ? -w->belt : w->belt;
    float receding = thud_move_hit(move, hit, thud_vec2_mul_add(floor, thud_abs(w->speed) - belt, direction));
    float against = -thud_vec2_dot(normal, direction);
    float most = against > 0.0f ? (receding + thud_vec2_dot(floor, normal)) / against + belt : 0.0f;
    most = thud_max(most, 0.0f);
    w->speed = thud_clamp(w->speed, -most, most);
    w->is_stopped = true;
    thud_move_meet(move, hit, thud_move_obstacle(move, hit->cast.normal));
}

/* Walks one piece up to a hit, then up the slope or the step, if there is one. Returns the distance. */
static float walk_piece(thud_move *move, ground_walk *w, float length) {
    thud_vec2 direction = ground_direction(move->state.floor_normal, w->speed);
    w->has_turned = false;
    thud_trace trace = thud_move_go(move, direction, length);
    if (!trace.blocked) {
        return length;
    }
    if (thud_move_is_walkable(move, trace.hit.cast.normal)) {
        thud_mover_surface ground;
        thud_move_meet(move, &trace.hit, &ground);
        thud_move_stand(move, &ground);
        w->has_turned = true;
        return trace.free;
    }
    thud_vec2 level = w->speed < 0.0f ? thud_vec2_neg(move->right) : move->right;
    float climbed = thud_move_climb(move, &trace, level, length - trace.free);
    if (climbed > 0.0f) {
        move->travelled += climbed;
        return trace.free + climbed;
    }
    stop_at_wall(move, w, &trace.hit, direction);
    return trace.free;
}

/* Rise of ground with this normal, per metre to the right. */
THUD_OWN_CODE float gradient(const thud_move *move, thud_vec2 normal) {
    return -thud_vec2_dot(normal, move->right) / thud_max(thud_vec2_dot(normal, move->up), 0.05f);
}

/* The direction in which it leaves the ground: along the last face; around the edge round feet would turn downwards. */
static thud_vec2 take_off(thud_move *move, float speed, thud_vec2 direction) {
    thud_vec2 normal = move->state.floor_normal;
    float inside = speed < 0.0f ? 2.0f * move->def->skin : -2.0f * move->def->skin;
    thud_vec2 stood = move->state.floor_point; /* of the shape without its radius */
    thud_vec2 edge = thud_vec2_mul_add(stood, -move->def->shape.radius - move->def->skin, normal);
    edge = move->ground.touching ? move->ground.point : edge;
    if (thud_move_sees_ground(move, edge, inside, 2.0f * move->def->skin, &normal)) {
        return ground_direction(normal, speed);
    }
    return direction;
}

/* Moves the mover back to where a walk began if the ground there is gone: destroyed, switched off, dropped through. */
static bool goes_back(thud_move *move, thud_vec2 from) {
    float drop;
    thud_mover_surface ground;
    thud_vec2 end = move->pose.position;
    move->pose.position = from;
    bool is_gone =
        !thud_move_ground_below(move, move->def->step_height + 2.0f * move->def->skin, &drop, &ground);
    move->pose.position = is_gone ? from : end;
    return is_gone;
}

/* Whether a fast mover flies off an edge with no ground a half width ahead, the sooner the more its way rises. Its round foot would roll
 * down around the edge, and at the end of a ramp leap up from there; a slow one would land on the edge again. */
static bool takes_off(thud_move *move, float speed, thud_vec2 direction, const thud_mover_surface *ground) {
    thud_vec2 normal;
    float step = move->def->step_height, width = move->half_width, rise = thud_vec2_dot(direction, move->up);
    return thud_abs(speed) * (1.0f + RISE_SHARE * rise) > FLY_SHARE * move->def->hold_speed &&
           !thud_move_sees_ground(move, thud_vec2_mul_add(ground->point, step, move->up),
                                  speed < 0.0f ? -width : width, 2.0f * step + width, &normal);
}

/* Puts the mover down on the ground after a piece in a direction; false without ground no deeper than a step, or than a slope
 * falls by in its length, below where the piece began; where the ground goes down, below its end. */
static bool settle(thud_move *move, const ground_walk *w, float piece, thud_vec2 direction) {
    const thud_mover_def *def = move->def;
    float slope =
        piece * thud_max(1.0f, 1.05f * sqrtf(1.0f - move->walkable * move->walkable) / move->walkable);
    float rising = thud_vec2_dot(direction, move->up);
    float depth = thud_max(def->step_height, slope) + 2.0f * def->skin;
    float drop;
    thud_mover_surface ground;
    if (!thud_move_ground_below(move, depth + slope, &drop, &ground)) {
        return false;
    }
    /* Where a round foot goes over an edge, its path is not that of the face before the edge. */
    if (drop > depth + piece * thud_min(rising, 0.0f)) {
        float face = thud_vec2_dot(take_off(move, w->speed, direction), move->up);
        if (drop > depth + piece * (rising - thud_min(face, 0.0f))) {
            return false;
        }
    }
    thud_move_straighten(move, &ground);
    float turn = gradient(move, move->state.floor_normal) - gradient(move, ground.normal);
    turn = thud_max(w->speed < 0.0f ? -turn : turn, 0.0f); /* of the ground, downwards */
    bool turns = turn > LEAST_TURN;
    bool is_step = drop > piece * turn + 2.0f * def->skin; /* more than the turn explains */
    bool flies = (turns || is_step) && thud_abs(w->speed) > def->hold_speed;
    if (flies || (turns && takes_off(move, w->speed, direction, &ground))) {
        return false;
    }
    thud_move_settle(move, drop);
    if (is_step) {
        move->result->stepped -= drop;
    }
    thud_move_stand(move, &ground);
    return true;
}

void thud_move_walk(thud_move *move) {
    float belt = thud_shape_is_valid(move->world, move->state.floor_shape)
                     ? move->world->shapes.records[move->state.floor_shape.slot].def->material.surface_speed
                     : 0.0f;
    float wanted = thud_vec2_dot(move->velocity, move->right);
    ground_walk w = {.speed = wanted + belt, .belt = belt};
    /* what an obstacle has pushed it along its path is a part of the path, as in the air */
    float pushed = thud_vec2_dot(move->shoved, ground_direction(move->state.floor_normal, w.speed));
    w.left = thud_max(thud_abs(w.speed) * move->dt - thud_max(pushed, 0.0f), 0.0f);
    w.piece = thud_max(move->def->step_height, LEAST_PIECE * move->half_width);
    thud_vec2 from = move->pose.position, along;
    bool stands, returns;
    int pieces = 0;
    do {
        along = ground_direction(move->state.floor_normal, w.speed);
        float stretch = stretch_of(move, along);
        float piece = thud_min(w.left * stretch, w.piece);
        float came = piece > 0.0f ? walk_piece(move, &w, piece) : 0.0f;
        w.left = thud_max(w.left - came / stretch, 0.0f);
        stands = w.has_turned || settle(move, &w, piece, along);
        float next = wanted + move->ground.material.surface_speed;
        returns = stands && next * w.speed < -RETURN_SHARE * w.speed * w.speed;
        if (returns) { /* the belt there carries it back: it would move to and fro over the seam */
            move->pose.position = from;
            w.left = 0.0f;
            w.has_turned = false;
        }
    } while ((returns || (stands && !w.is_stopped && w.left > 1.0e-6f * w.piece)) && ++pieces < MOST_PIECES);
    if (!stands && !move->ground.touching &&
        goes_back(move, from)) { /* it falls at once; the hits of the walk come again */
        move->result->hit_count = 0;
        thud_move_leave(move);
        thud_move_fly(move);
        return;
    }
    float own = w.speed - belt;
    if (w.is_stopped) { /* the belt does not add to it, nor turn it round */
        own = thud_clamp(own, thud_min(wanted, 0.0f), thud_max(wanted, 0.0f));
    }
    if (stands) {
        move->velocity = thud_vec2_scale(move->right, own);
    } else {
        move->velocity = thud_vec2_scale(take_off(move, w.speed, along), thud_abs(own));
        thud_move_leave(move);
    }
}
