#include "narrowphase/swept_outline.h"

/*
 * Seen from an obstacle that turns by w, a point at r from its centre that moves by v has the path
 *
 *     R(-w t) (r + v t) = r + (v - w x r) t - (w x v + w^2 r / 2) t^2    exact to (3 w^2 |v| + w^3 |r + v|) t^3 / 6
 */
void thud_outline_motion_make(thud_outline_motion *motion, thud_vec2 drift, float turn, float own_turn) {
    motion->translation = drift;
    motion->turn = turn - own_turn;
    motion->bend = (thud_vec2){0.0f, 0.0f};
    motion->error = 0.0f;
    if (own_turn != 0.0f) {
        float square = own_turn * own_turn, length = thud_vec2_length(drift);
        motion->translation = thud_vec2_sub(drift, thud_vec2_cross_scalar(own_turn, motion->arm));
        motion->bend = thud_vec2_neg(thud_vec2_add(thud_vec2_cross_scalar(own_turn, drift),
                                                   thud_vec2_scale(motion->arm, 0.5f * square)));
        motion->error =
            square * (0.5f * length + thud_abs(own_turn) / 6.0f * (thud_vec2_length(motion->arm) + length));
    }
}

/* How far the centre of an outline moves against a normal at most, by the end: where the bend is against it, the motion
 * along the normal is a concave function of the time, which is least at the start or the end; elsewhere without it. */
static float approach_along(const thud_outline_motion *motion, thud_vec2 normal) {
    return thud_vec2_dot(motion->translation, normal) + thud_min(thud_vec2_dot(motion->bend, normal), 0.0f) -
           motion->error;
}

/* Whether a plane separates a swept outline from the half plane behind it, both relative to the obstacle's
 * centre. A vertex at arm r of an outline that turns by w moves along the normal n by w x r . n t - w^2 r . n
 * t^2 / 2 in addition, exact to w^3 |r| t^3 / 6, which is bounded by a concave function in the same way. At
 * any angle no vertex is farther than the largest reach from the centre, which decides most cases. */
static bool plane_separates(const thud_swept_outline *swept, const thud_outline_motion *motion,
                            thud_vec2 normal, thud_vec2 point, float touching) {
    float gap = thud_vec2_dot(thud_vec2_sub(motion->arm, point), normal) - touching;
    float approach = approach_along(motion, normal);
    if (gap + thud_min(approach, 0.0f) > swept->reach) {
        return true;
    }
    if (gap + swept->reach <= 0.0f) {
        return false;
    }
    float turn = motion->turn, curve = 0.5f * turn * turn,
          error = curve * thud_abs(turn) * swept->reach / 3.0f;
    float low = INFINITY;
    for (int i = 0; i < swept->count; i++) {
        float height = thud_vec2_dot(swept->arms[i], normal);
        float rise = approach + turn * thud_vec2_cross(swept->arms[i], normal) -
                     curve * thud_max(height, 0.0f) - error;
        low = thud_min(low, thud_min(height + rise, height)); /* no branch, as with 0 */
    }
    return gap + low > 0.0f;
}

/* The same with the plane in the obstacle's frame. */
static bool separates_along(const thud_swept_outline *swept, const thud_outline_motion *motion,
                            thud_vec2 normal, thud_vec2 point, float touching) {
    thud_rot rotation = motion->pose.rotation;
    return plane_separates(swept, motion, thud_rot_apply(rotation, normal), thud_rot_apply(rotation, point),
                           touching);
}

/* The face of an obstacle farthest below the centre of the outline: if any face separates the two, mostly this one. */
static int most_distant_face(const thud_outline_motion *motion, const thud_outline_obstacle *obstacle) {
    thud_vec2 arm =
        thud_vec2_add(thud_rot_apply_inverse(motion->pose.rotation, motion->arm), obstacle->center);
    int best = 0;
    float farthest = -INFINITY;
    for (int i = 0; i < obstacle->outline.count; i++) {
        float height = thud_vec2_dot(thud_vec2_sub(arm, obstacle->outline.vertices[i]), obstacle->normals[i]);
        best = height > farthest ? i : best;
        farthest = thud_max(height, farthest);
    }
    return best;
}

/* Whether a plane along the path of the outline's centre separates the two: it passes an end of the obstacle. */
static bool passes(const thud_swept_outline *swept, const thud_outline_motion *motion,
                   const thud_outline_obstacle *obstacle, float touching) {
    thud_vec2 normal = thud_vec2_normalize(thud_vec2_perp(motion->translation));
    normal = thud_vec2_dot(motion->arm, normal) < 0.0f ? thud_vec2_neg(normal) : normal;
    thud_vec2 local = thud_rot_apply_inverse(motion->pose.rotation, normal);
    float top = -INFINITY;
    for (int i = 0; i < obstacle->outline.count; i++) {
        top = thud_max(top,
                       thud_vec2_dot(thud_vec2_sub(obstacle->outline.vertices[i], obstacle->center), local));
    }
    return thud_vec2_length_squared(normal) > 0.5f &&
           plane_separates(swept, motion, normal, thud_vec2_scale(normal, top), touching);
}

bool thud_swept_outline_may_sink_in(const thud_swept_outline *swept, const thud_outline_motion *motion,
                                    const thud_outline_obstacle *obstacle, float depth) {
    float touching = swept->radius + obstacle->outline.radius - depth;
    if (obstacle->outline.count == 1) { /* a circle has a face towards the outline */
        thud_vec2 middle = thud_rot_apply(motion->pose.rotation,
                                          thud_vec2_sub(obstacle->outline.vertices[0], obstacle->center));
        thud_vec2 normal = thud_vec2_normalize(thud_vec2_sub(motion->arm, middle));
        return !plane_separates(swept, motion, normal, middle, touching) &&
               !passes(swept, motion, obstacle, touching);
    }
    int first = most_distant_face(motion, obstacle);
    for (int k = 0; k < obstacle->outline.count; k++) {
        int i = first + k < obstacle->outline.count ? first + k : first + k - obstacle->outline.count;
        thud_vec2 start = thud_vec2_sub(obstacle->outline.vertices[i], obstacle->center);
        if (separates_along(swept, motion, obstacle->normals[i], start, touching)) {
            return false;
        }
    }
    for (int i = 0; i < 2 && obstacle->outline.count == 2; i++) {
        thud_vec2 start = thud_vec2_sub(obstacle->outline.vertices[i], obstacle->center);
        if (separates_along(swept, motion, thud_vec2_neg(thud_vec2_perp(obstacle->normals[i])), start,
                            touching)) {
            return false;
        }
    }
    return !passes(swept, motion, obstacle, touching);
}
