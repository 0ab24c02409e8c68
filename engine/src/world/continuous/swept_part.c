#include "world/continuous/swept_part.h"

#include "world/bodies/shape_parts.h"
#include "world/continuous/sweep_path.h"
#include "world/world_state.h"

void thud_swept_part_make(thud_swept_part *part, const thud_shape_record *record, int depth, const thud_sweep *sweep) {
    thud_vec2 middle = thud_middle_of(record->outline, record->count);
    float reach = 0.0f;
    part->count = record->count;
    part->radius = thud_part_share(depth) * record->radius;
    for (int i = 0; i < record->count; i++) {
        thud_vec2 vertex = thud_vec2_lerp(middle, record->outline[i], thud_part_share(depth));
        part->arms[i] = thud_rot_apply(sweep->rotation, thud_vec2_sub(vertex, sweep->local_center));
        reach = thud_max(reach, thud_vec2_length_squared(part->arms[i]));
    }
    part->reach = sqrtf(reach);
}

/*
 * A turning obstacle carries what is at r from its centre by w x r, up to second order: half of w^2 r, and w times the way that is
 * made meanwhile. Both are counted twice, to be on the safe side.
 */
void thud_relative_motion_make(thud_relative_motion *motion, const thud_world *world, const thud_body_path *path, int32_t body) {
    const thud_displacement *step = &world->bodies.displacements[path->body];
    bool moves = thud_state_moves(world->bodies.states[body]);
    motion->obstacle = body;
    motion->pose = moves ? thud_obstacle_pose(world, body, path->share) : world->bodies.poses[body];
    motion->arm = thud_vec2_sub(world->bodies.poses[path->body].position, motion->pose.position);
    motion->translation = step->translation;
    motion->turn = step->rotation;
    motion->swerve = 0.0f;
    if (moves) {
        const thud_pose *end = &world->bodies.poses[body];
        float turn = (1.0f - path->share) * thud_obstacle_turn(world, body);
        thud_vec2 drift = thud_vec2_sub(step->translation, thud_vec2_sub(end->position, motion->pose.position));
        motion->translation = thud_vec2_sub(drift, thud_vec2_cross_scalar(turn, motion->arm));
        motion->turn -= turn;
        motion->swerve =
            thud_abs(turn) * 2.0f * thud_vec2_length(drift) + turn * turn * thud_vec2_length(motion->arm);
    }
}

/*
 * Whether a plane parts a swept part from what lies behind it, both relative to the obstacle's centre of mass. A vertex at arm r
 * of a body that turns by w moves along the normal n by (t + w x r) . n s, and by -w^2 |r| s^2 / 2 at most besides: a
 * concave function of the time s, which is least as it begins or ends. However far it turns, no vertex comes nearer than the reach of
 * all: mostly that tells.
 */
static bool plane_parts(const thud_swept_part *part, const thud_relative_motion *motion, thud_vec2 normal, thud_vec2 point,
                        float touching) {
    float gap = thud_vec2_dot(thud_vec2_sub(motion->arm, point), normal) - touching;
    float approach = thud_vec2_dot(motion->translation, normal);
    if (gap + thud_min(approach - motion->swerve, 0.0f) > part->reach) {
        return true;
    }
    if (gap + part->reach <= 0.0f) {
        return false;
    }
    float impact = 0.5f * motion->turn * motion->turn * part->reach + motion->swerve;
    float low = INFINITY;
    for (int i = 0; i < part->count; i++) {
        float height = thud_vec2_dot(part->arms[i], normal);
        float rise = approach + motion->turn * thud_vec2_cross(part->arms[i], normal) - impact;
        low = thud_min(low, height + thud_min(rise, 0.0f));
    }
    return gap + low > 0.0f;
}

/* The same, the plane in the obstacle's frame. */
static bool parts_along(const thud_swept_part *part, const thud_relative_motion *motion, thud_vec2 normal, thud_vec2 point,
                        float touching) {
    thud_rot rotation = motion->pose.rotation;
    return plane_parts(part, motion, thud_rot_apply(rotation, normal), thud_rot_apply(rotation, point), touching);
}

/* The face of an obstacle that the body's centre of mass is farthest in front of: if any parts the two, mostly that one does. */
static int most_distant_face(const thud_relative_motion *motion, const thud_shape_record *obstacle, thud_vec2 center) {
    thud_vec2 arm = thud_vec2_add(thud_rot_apply_inverse(motion->pose.rotation, motion->arm), center);
    int best = 0;
    float farthest = -INFINITY;
    for (int i = 0; i < obstacle->count; i++) {
        float height = thud_vec2_dot(thud_vec2_sub(arm, obstacle->outline[i]), obstacle->outline[obstacle->count + i]);
        best = height > farthest ? i : best;
        farthest = thud_max(height, farthest);
    }
    return best;
}

bool thud_swept_part_may_sink_in(const thud_swept_part *part, const thud_relative_motion *motion,
                                 const thud_shape_record *obstacle, thud_vec2 center, float depth) {
    float touching = part->radius + obstacle->radius - depth;
    const thud_vec2 *normals = obstacle->outline + obstacle->count;
    int first = most_distant_face(motion, obstacle, center);
    for (int k = 0; k < obstacle->count; k++) {
        int i = first + k < obstacle->count ? first + k : first + k - obstacle->count;
        thud_vec2 start = thud_vec2_sub(obstacle->outline[i], center);
        if (parts_along(part, motion, normals[i], start, touching)) {
            return false;
        }
    }
    for (int i = 0; i < 2 && obstacle->count == 2; i++) {
        thud_vec2 start = thud_vec2_sub(obstacle->outline[i], center);
        if (parts_along(part, motion, thud_vec2_neg(thud_vec2_perp(normals[i])), start, touching)) {
            return false;
        }
    }
    return true;
}
