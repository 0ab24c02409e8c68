/* mover_fly.c: the motion of a mover through the air: sliding along walls, past corners, and landing. */
#include "platformer/mover_move.h"

/* Largest number of turns of a path, with all hits. */
enum { MOST_TURNS = 24 };

/* Least cosine between the normals of two surfaces that are one. */
#define SAME_FACE 0.99f

/* A mover slips past a corner that is behind it by no more than this part of its way past it. */
#define STEEPEST_SLIP 0.75f

/* The rest of a path in the air, and the planes met so far. */
typedef struct flight {
    thud_plane planes[THUD_MOVE_CONTACTS];
    int count;
    thud_vec2 left;  /* to go [m] */
    thud_vec2 frame; /* velocity of what it leaves, or flies among, with which it has moved already [m/s] */
} flight;

/* Slips past a corner in the way along a unit vector: aside by at most `most`, to a place with a path along it that is free for a
 * length, or ends on ground. */
static bool slip_past(thud_move *move, flight *f, thud_vec2 along, float length, thud_vec2 aside, float most) {
    float way = thud_vec2_dot(f->left, along);
    if (!(most > 0.0f) || thud_vec2_dot(f->left, aside) < -STEEPEST_SLIP * way) {
        return false; /* against its motion */
    }
    thud_trace trace = thud_move_trace(move, move->pose.position, aside, most);
    thud_vec2 there = thud_vec2_mul_add(move->pose.position, trace.free, aside);
    thud_trace past = thud_move_trace(move, there, along, thud_max(way, length));
    if (past.blocked && !thud_move_is_walkable(move, past.hit.cast.normal)) {
        return false;
    }
    thud_vec2 passed = thud_vec2_mul_add(there, thud_min(way, past.free), along);
    thud_trace back = thud_move_trace(move, passed, thud_vec2_neg(aside), trace.free);
    move->pose.position = thud_vec2_mul_add(passed, -back.free, aside);
    f->left = thud_vec2_mul_add(f->left, -way, along);
    return true;
}

/* Slips past the corner of a ceiling, or onto the edge of a floor, as on the other side of a gap, where a flat foot has fallen just
 * short of the edge, or a round one of where it rolls up: by no more than it has fallen since it left its floor. */
static bool slip(thud_move *move, flight *f, const thud_world_hit *hit) {
    float most = move->def->corner_slip, radius = move->def->shape.radius;
    /* a level dash along no axis rises by rounding */
    if (thud_move_jumps(move, thud_vec2_dot(f->frame, move->up))) {
        float length = radius + 4.0f * move->def->skin;
        return thud_vec2_dot(hit->cast.normal, move->up) < THUD_MOVE_CEILING_COSINE &&
               (slip_past(move, f, move->up, length, thud_vec2_neg(move->right), most) ||
                slip_past(move, f, move->up, length, move->right, most));
    }
    thud_vec2 left = move->state.floor_point; /* by the shape without its radius; (0, 0): it left none */
    float height = thud_move_height(move, move->pose.position, hit->cast.point);
    if ((left.x == 0.0f && left.y == 0.0f) || height > most + radius * (1.0f - move->walkable)) {
        return false;
    }
    float fallen = thud_move_height(move, move->pose.position, left) - radius;
    float side = thud_vec2_dot(hit->cast.normal, move->right) < 0.0f ? 1.0f : -1.0f;
    return slip_past(move, f, thud_vec2_scale(move->right, side), move->half_width, move->up,
                     thud_min(most, fallen + move->def->skin));
}

/* Lands on ground: the rest of the path is along it. */
static void land(thud_move *move, const thud_world_hit *hit, const flight *f) {
    float drop;
    thud_mover_surface ground;
    bool is_felt =
        thud_move_feel_ground(move, &drop, &ground); /* of a flat foot on two tiles the one below its middle */
    if (!is_felt || thud_vec2_dot(ground.normal, hit->cast.normal) < SAME_FACE) {
        thud_move_meet(move, hit, &ground);
    }
    thud_vec2 floor_velocity = thud_surface_velocity(&ground);
    move->result->landing_speed =
        thud_max(-thud_vec2_dot(thud_vec2_sub(move->velocity, ground.velocity), hit->cast.normal), 0.0f);
    thud_move_hit(move, hit, move->velocity);
    thud_move_stand(move, &ground);
    move->state.floor_velocity = floor_velocity;
    thud_vec2 kept = thud_move_kept_velocity(move, floor_velocity);
    thud_vec2 own = thud_vec2_sub(move->velocity, kept);
    thud_vec2 along = {hit->cast.normal.y, -hit->cast.normal.x};
    float speed = move->def->slides_at_rest ? thud_vec2_dot(own, along) : thud_vec2_dot(own, move->right);
    move->velocity = thud_vec2_scale(move->right, speed);
    float across = thud_vec2_dot(f->left, move->right), left = thud_abs(across);
    thud_vec2 direction = across < 0.0f ? thud_vec2_neg(along) : along, landed = move->pose.position;
    thud_move_go(move, direction, left);
    if (thud_move_ground_below(move, left + 2.0f * move->def->skin, &drop, &ground)) {
        thud_move_settle(move, drop);
        thud_move_stand(move, &ground);
    } else if (left < move->half_width) { /* just beyond an edge it stands in this step: a press is not lost */
        move->pose.position = landed;
    } else { /* a path that grazes an edge goes on */
        move->state.on_floor = false;
    }
}

/* Lands between two steep surfaces that have stopped its fall. */
static void land_between(thud_move *move, float fallen) {
    float drop;
    thud_mover_surface ground;
    if (fallen > 0.0f && thud_move_feel_ground(move, &drop, &ground)) {
        move->result->landing_speed = fallen / move->dt;
        thud_move_stand(move, &ground);
        thud_vec2 kept = thud_move_kept_velocity(move, thud_surface_velocity(&ground));
        float own = thud_vec2_dot(thud_vec2_sub(move->velocity, kept), move->right);
        move->velocity = thud_vec2_scale(move->right, own);
    }
}

/* A motion without the part that a steep slope would turn upwards: a mover does not climb it by running into it. */
THUD_OWN_CODE thud_vec2 without_lift(const thud_move *move, thud_vec2 motion, thud_vec2 normal,
                                     float receding) {
    float lean = thud_vec2_dot(normal, move->up), side = thud_vec2_dot(normal, move->right);
    float rise = thud_vec2_dot(motion, move->up), across = thud_vec2_dot(motion, move->right);
    float least = -receding - thud_max(rise, 0.0f) * lean;
    return lean > 0.0f && across * side < least ? thud_vec2_mul_add(motion, least / side - across, move->right)
                                                : motion;
}

/* Slides along an obstacle that is no ground, or stops. */
static void deflect(thud_move *move, flight *f, const thud_world_hit *hit) {
    thud_vec2 normal = hit->cast.normal;
    thud_mover_surface *obstacle = thud_move_obstacle(move, normal);
    if (slip(move, f, hit)) {
        return;
    }
    float receding =
        thud_max(thud_move_hit(move, hit, move->velocity) + thud_vec2_dot(f->frame, normal), 0.0f);
    thud_move_meet(move, hit, obstacle);
    if (f->count < THUD_MOVE_CONTACTS) {
        f->planes[f->count++] = (thud_plane){.normal = normal, .push = FLT_MAX};
    }
    f->left = thud_planes_clip_velocity(without_lift(move, f->left, normal, receding * move->dt), f->planes,
                                        f->count, 0.0f);
    f->planes[f->count - 1].velocity = thud_vec2_scale(normal, -receding);
    thud_vec2 own = without_lift(move, thud_vec2_sub(move->velocity, f->frame), normal, receding);
    own = thud_planes_clip_velocity(own, f->planes, f->count, 0.0f);
    move->velocity = thud_vec2_add(own, f->frame);
    f->planes[f->count - 1].velocity = (thud_vec2){0.0f, 0.0f};
}

void thud_move_fly(thud_move *move) {
    thud_vec2 done = move->was_on_floor ? thud_move_kept_velocity(move, move->carried) : move->carried;
    flight f = {.left = thud_vec2_sub(thud_vec2_scale(move->velocity, move->dt), done),
                .frame = thud_vec2_scale(done, 1.0f / move->dt)};
    float falling = -thud_vec2_dot(f.left, move->up);
    if (!move->result->crushed) { /* obstacles that have pushed it are in the way of the rest */
        f.left = thud_vec2_sub(f.left, move->shoved);
    }
    for (int pieces = 0; pieces < MOST_TURNS; pieces++) {
        float length = thud_vec2_length(f.left);
        if (!(length > 0.0f)) {
            land_between(move, pieces > 0 ? falling : 0.0f);
            return;
        }
        thud_vec2 direction = thud_vec2_scale(f.left, 1.0f / length);
        thud_trace trace = thud_move_go(move, direction, length);
        f.left = thud_vec2_scale(direction, length - trace.free);
        if (!trace.blocked) {
            return;
        }
        if (thud_move_is_walkable(move, trace.hit.cast.normal)) {
            land(move, &trace.hit, &f);
            return;
        }
        deflect(move, &f, &trace.hit);
    }
}
