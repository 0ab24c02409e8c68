/*
 * What a shape can be asked: its box, its support, whether a point lies in it.
 */
#include "geometry/make.h"
#include "geometry/precise.h"
#include "thud/shape.h"

thud_aabb thud_shape_aabb(const thud_shape *shape, thud_pose pose) {
    if (!thud_shape_is_made(shape) || !thud_pose_is_valid(pose)) {
        thud_aabb invalid = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
        return invalid;
    }
    thud_vec2 first = thud_pose_apply(pose, shape->vertices[0]);
    thud_aabb box = {first, first};
    for (int i = 1; i < shape->count; i++) {
        thud_vec2 vertex = thud_pose_apply(pose, shape->vertices[i]);
        box.min = thud_vec2_min(box.min, vertex);
        box.max = thud_vec2_max(box.max, vertex);
    }
    return thud_aabb_expand(box, shape->radius);
}

int thud_shape_support(const thud_shape *shape, thud_vec2 direction) {
    if (!thud_shape_is_made(shape)) {
        return 0;
    }
    int best = 0;
    float farthest = thud_vec2_dot(shape->vertices[0], direction);
    for (int i = 1; i < shape->count; i++) {
        float projection = thud_vec2_dot(shape->vertices[i], direction);
        if (projection > farthest) {
            farthest = projection;
            best = i;
        }
    }
    return best;
}

/* Whether the point is on the inner side of every edge, or on it; false for a core without area. */
static bool core_contains(const thud_shape *shape, thud_vec2 point) {
    for (int i = 0; i < shape->count; i++) {
        if (thud_orientation(shape->vertices[i], shape->vertices[(i + 1) % shape->count], point) < 0.0) {
            return false;
        }
    }
    return shape->count >= 3;
}

bool thud_shape_contains(const thud_shape *shape, thud_vec2 point) {
    if (!thud_shape_is_made(shape) || shape->kind == THUD_SHAPE_SEGMENT || !thud_vec2_is_finite(point)) {
        return false;
    }
    if (core_contains(shape, point)) {
        return true;
    }
    double reach_squared = (double)shape->radius * shape->radius;
    for (int i = 0; i < shape->count && shape->radius > 0.0f; i++) {
        thud_double2 a = thud_double2_of(shape->vertices[i]);
        thud_double2 b = thud_double2_of(shape->vertices[(i + 1) % shape->count]);
        if (thud_segment_distance_squared(a, b, thud_double2_of(point)) <= reach_squared) {
            return true;
        }
    }
    return false;
}
