#include "world/continuous/sweep_path.h"

#include "world/world_state.h"

/* The smaller rotation between two poses [rad]. */
static float turn_between(const thud_pose *from, const thud_pose *to) {
    return thud_rot_angle(thud_rot_inv_mul(from->rotation, to->rotation));
}

static const thud_impact *first_impact(const thud_world *world, int32_t body) {
    if (world->continuous.impact_count == 0) {
        return NULL;
    }
    int32_t first = world->bodies.bodies[body].first_impact;
    bool is_own = first < world->continuous.impact_count && world->continuous.impacts[first].body == body;
    return is_own ? &world->continuous.impacts[first] : NULL;
}

/* The next impact of the same body; NULL after the last one. */
static const thud_impact *next_impact(const thud_world *world, const thud_impact *impact) {
    const thud_impact *next = impact + 1;
    return next < world->continuous.impacts + world->continuous.impact_count && next->body == impact->body
               ? next
               : NULL;
}

bool thud_path_has_impacts(const thud_world *world, int32_t body) {
    return first_impact(world, body) != NULL;
}

float thud_path_next_impact(const thud_world *world, int32_t body, float share) {
    const thud_impact *impact = first_impact(world, body);
    while (impact != NULL && impact->share <= share) {
        impact = next_impact(world, impact);
    }
    return impact != NULL ? impact->share : 1.0f;
}

void thud_path_forget(thud_world *world, int32_t body) {
    thud_impact *impacts = world->continuous.impacts;
    int32_t i = world->bodies.bodies[body].first_impact;
    for (; i < world->continuous.impact_count && impacts[i].body == body; i++) {
        impacts[i].body = THUD_NONE;
    }
}

const thud_pose *thud_path_start(const thud_world *world, int32_t body) {
    bool moves = thud_state_moves(world->bodies.states[body]);
    return moves ? &world->bodies.previous[body] : &world->bodies.poses[body];
}

/* A pose on the path between two others, which turns by `turn` in all [rad]. */
static thud_pose pose_on_way(const thud_pose *from, const thud_pose *to, float turn, float fraction) {
    return (thud_pose){thud_vec2_lerp(from->position, to->position, fraction),
                       thud_rot_mul(from->rotation, thud_rot_from_angle(fraction * turn))};
}

thud_pose thud_pose_between(const thud_pose *from, const thud_pose *to, float fraction) {
    return pose_on_way(from, to, turn_between(from, to), fraction);
}

thud_sweep thud_sweep_make(const thud_world *world, int32_t body, const thud_pose *center,
                           thud_double2 translation, float turn) {
    return (thud_sweep){.center = thud_double2_of(center->position),
                        .local_center = world->bodies.bodies[body].mass.center,
                        .rotation = center->rotation,
                        .translation = translation,
                        .turn = (double)turn};
}

thud_sweep thud_sweep_between(const thud_world *world, int32_t body, const thud_pose *from,
                              const thud_pose *to) {
    return thud_sweep_make(world, body, from, thud_arrow(from->position, to->position), turn_between(from, to));
}

thud_pose thud_path_pose(const thud_world *world, int32_t body, float share) {
    const thud_pose *to = &world->bodies.poses[body];
    if (!thud_state_moves(world->bodies.states[body]) || share >= 1.0f) {
        return *to;
    }
    const thud_pose *from = &world->bodies.previous[body];
    float start = 0.0f, end = 1.0f;
    const thud_impact *impact = first_impact(world, body);
    for (; impact != NULL && impact->share <= share; impact = next_impact(world, impact)) {
        from = &impact->pose;
        start = impact->share;
    }
    if (impact != NULL) {
        to = &impact->pose;
        end = impact->share;
    }
    return thud_pose_between(from, to, (share - start) / (end - start));
}

thud_aabb thud_path_box(const thud_world *world, int32_t body, float reach) {
    thud_vec2 to = world->bodies.poses[body].position;
    thud_aabb box = {to, to};
    if (thud_state_moves(world->bodies.states[body])) {
        thud_vec2 from = world->bodies.previous[body].position;
        box = (thud_aabb){thud_vec2_min(from, to), thud_vec2_max(from, to)};
    }
    for (const thud_impact *impact = first_impact(world, body); impact != NULL;
         impact = next_impact(world, impact)) {
        box.min = thud_vec2_min(box.min, impact->pose.position);
        box.max = thud_vec2_max(box.max, impact->pose.position);
    }
    return thud_aabb_expand(box, reach);
}

float thud_kinematic_step(const thud_world *world, int32_t body) {
    return thud_longest_step(&world->bodies.displacements[body], world->bodies.sleep_data[body].reach);
}

bool thud_obstacle_rests(const thud_world *world, int32_t body) {
    return world->bodies.bodies[body].type != THUD_BODY_DYNAMIC &&
           !thud_state_moves(world->bodies.states[body]);
}

float thud_obstacle_turn(const thud_world *world, int32_t body) {
    float turn = world->bodies.displacements[body].rotation;
    if (world->bodies.states[body] == THUD_STATE_KINEMATIC_MOVING && thud_abs(turn) <= THUD_MOST_TURN) {
        return turn;
    }
    return turn_between(&world->bodies.previous[body], &world->bodies.poses[body]);
}

thud_pose thud_obstacle_pose(const thud_world *world, int32_t body, float share) {
    if (!thud_state_moves(world->bodies.states[body])) {
        return world->bodies.poses[body];
    }
    if (share == 0.0f) {
        return world->bodies.previous[body];
    }
    return pose_on_way(&world->bodies.previous[body], &world->bodies.poses[body], thud_obstacle_turn(world, body), share);
}

thud_pose thud_pose_along(const thud_pose *from, const thud_displacement *displacement, float fraction) {
    thud_pose pose = {thud_vec2_mul_add(from->position, fraction, displacement->translation), from->rotation};
    pose.rotation = thud_rot_normalize(
        thud_rot_mul(from->rotation, thud_rot_from_angle(fraction * displacement->rotation)));
    return pose;
}
