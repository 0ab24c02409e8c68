#include "narrowphase/swept_outline.h"

/*
 * Whether a plane separates a swept outline from the half plane behind it, both relative to the obstacle's centre. A
 * vertex at arm r of an outline that turns by w moves along the normal n by (t + w x r) . n s, and by -w^2 |r| s^2 / 2
 * at most in addition: a concave function of the time s, which is least at the start or the end. At any angle no vertex
 * is farther than the largest reach from the centre, which decides most cases.
 */
static bool plane_separates(const thud_swept_outline *swept, const thud_outline_motion *motion,
                            thud_vec2 normal, thud_vec2 point, float touching) {
    float gap = thud_vec2_dot(thud_vec2_sub(motion->arm, point), normal) - touching;
    float approach = thud_vec2_dot(motion->translation, normal);
    if (gap + thud_min(approach - motion->swerve, 0.0f) > swept->reach) {
        return true;
    }
    if (gap + swept->reach <= 0.0f) {
        return false;
    }
    float impact = 0.5f * motion->turn * motion->turn * swept->reach + motion->swerve;
    float low = INFINITY;
    for (int i = 0; i < swept->count; i++) {
        float height = thud_vec2_dot(swept->arms[i], normal);
        float rise = approach + motion->turn * thud_vec2_cross(swept->arms[i], normal) - impact;
        low = thud_min(low, height + thud_min(rise, 0.0f));
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

/* The face of an obstacle at the largest distance below the centre of the outline: if any face
 * separates the two, mostly this one. */
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

bool thud_swept_outline_may_sink_in(const thud_swept_outline *swept, const thud_outline_motion *motion,
                                    const thud_outline_obstacle *obstacle, float depth) {
    float touching = swept->radius + obstacle->outline.radius - depth;
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
    return true;
}

bool thud_swept_disc_may_meet(float reach, const thud_outline_motion *motion, const thud_outline_obstacle *obstacle) {
    int face = most_distant_face(motion, obstacle);
    thud_rot rotation = motion->pose.rotation;
    thud_vec2 start = thud_vec2_sub(obstacle->outline.vertices[face], obstacle->center);
    thud_vec2 normal = thud_rot_apply(rotation, obstacle->normals[face]);
    float gap = thud_vec2_dot(thud_vec2_sub(motion->arm, thud_rot_apply(rotation, start)), normal);
    float approach = thud_vec2_dot(motion->translation, normal) - motion->swerve;
    return gap + thud_min(approach, 0.0f) <= reach + obstacle->outline.radius;
}
