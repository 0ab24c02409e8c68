/* shape_query.c: queries of one shape: its box, its support point along a direction, containment of a point. */
#include "geometry/make.h"
#include "geometry/outline.h"
#include "geometry/precise.h"
#include "thud/shape.h"

thud_aabb thud_shape_aabb(const thud_shape *shape, thud_pose pose) {
    if (!thud_shape_is_made(shape) || !thud_pose_is_valid(pose)) {
        return (thud_aabb){{1.0f, 1.0f}, {-1.0f, -1.0f}};
    }
    return thud_outline_aabb(thud_outline_of(shape), pose);
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
static bool core_contains(thud_outline outline, thud_vec2 point) {
    const thud_vec2 *vertices = outline.vertices;
    for (int i = 0; i < outline.count; i++) {
        if (thud_orientation(vertices[i], vertices[i + 1 < outline.count ? i + 1 : 0], point) < 0.0) {
            return false;
        }
    }
    return outline.count >= 3;
}

bool thud_outline_contains(thud_outline outline, thud_vec2 point) {
    if (core_contains(outline, point)) {
        return true;
    }
    double reach_squared = (double)outline.radius * outline.radius;
    for (int i = 0; i < outline.count && outline.radius > 0.0f; i++) {
        thud_double2 a = thud_double2_of(outline.vertices[i]);
        thud_double2 b = thud_double2_of(outline.vertices[(i + 1) % outline.count]);
        if (thud_segment_distance_squared(a, b, thud_double2_of(point)) <= reach_squared) {
            return true;
        }
    }
    return false;
}

bool thud_shape_contains(const thud_shape *shape, thud_vec2 point) {
    bool has_inside =
        thud_shape_is_made(shape) && shape->kind != THUD_SHAPE_SEGMENT && thud_vec2_is_finite(point);
    return has_inside && thud_outline_contains(thud_outline_of(shape), point);
}
