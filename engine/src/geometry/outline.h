/*
 * outline.h: a shape's core vertices and radius, without a copy. A thud_shape has room for the
 * largest number of vertices and is copied as a whole (520 bytes); the shapes of a world store as
 * many as they have, and a query reads them in place.
 */
#pragma once

#include "thud/bounds.h"
#include "thud/shape.h"

typedef struct thud_outline {
    int count;    /* core vertices, at least 1 */
    float radius; /* [m] */
    const thud_vec2 *vertices;
} thud_outline;

static inline thud_outline thud_outline_of(const thud_shape *shape) {
    return (thud_outline){shape->count, shape->radius, shape->vertices};
}

/* thud_shape_aabb for a valid shape at a valid pose. */
static inline thud_aabb thud_outline_aabb(thud_outline outline, thud_pose pose) {
    thud_vec2 first = thud_pose_apply(pose, outline.vertices[0]);
    thud_aabb box = {first, first};
    for (int i = 1; i < outline.count; i++) {
        thud_vec2 vertex = thud_pose_apply(pose, outline.vertices[i]);
        box.min = thud_vec2_min(box.min, vertex);
        box.max = thud_vec2_max(box.max, vertex);
    }
    return thud_aabb_expand(box, outline.radius);
}

static inline thud_vec2 thud_mean_of(const thud_vec2 *vertices, int count) {
    thud_vec2 mean = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        mean = thud_vec2_mul_add(mean, 1.0f / (float)count, vertices[i]);
    }
    return mean;
}

/* How far the core vertices reach along a direction, in their frame [m]. */
static inline float thud_outline_reach(thud_outline outline, thud_vec2 direction) {
    float reach = thud_vec2_dot(outline.vertices[0], direction);
    for (int i = 1; i < outline.count; i++) {
        reach = thud_max(reach, thud_vec2_dot(outline.vertices[i], direction));
    }
    return reach;
}

/* thud_shape_contains for a valid shape that is no segment and a finite point. */
bool thud_outline_contains(thud_outline outline, thud_vec2 point);
