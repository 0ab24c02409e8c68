/*
 * bounds.h: bounding volumes; simple shapes that contain complicated ones and are cheap to compare.
 *
 *     thud_aabb box = {{0.0f, 0.0f}, {1.0f, 2.0f}};
 *     thud_aabb fat = thud_aabb_expand(box, 0.1f);
 *     bool near = thud_aabb_overlaps(fat, other);
 */
#ifndef THUD_BOUNDS_H
#define THUD_BOUNDS_H

#include "thud/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Axis-aligned bounding box: all points with min <= p <= max in both coordinates [m]. */
typedef struct thud_aabb {
    thud_vec2 min, max;
} thud_aabb;

/** Finite and min <= max in both coordinates. A point is a valid box. */
static inline bool thud_aabb_is_valid(thud_aabb box) {
    return thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max) && box.min.x <= box.max.x &&
           box.min.y <= box.max.y;
}

/** The smallest box that contains both. */
static inline thud_aabb thud_aabb_union(thud_aabb a, thud_aabb b) {
    thud_aabb box = {thud_vec2_min(a.min, b.min), thud_vec2_max(a.max, b.max)};
    return box;
}

/** Whether the two have a point in common; boxes that only touch do. */
static inline bool thud_aabb_overlaps(thud_aabb a, thud_aabb b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/** Whether `outer` contains all of `inner`; shared borders count as inside. */
static inline bool thud_aabb_contains(thud_aabb outer, thud_aabb inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

/** Whether the point lies in the box or on its border. */
static inline bool thud_aabb_contains_point(thud_aabb box, thud_vec2 point) {
    return box.min.x <= point.x && point.x <= box.max.x && box.min.y <= point.y && point.y <= box.max.y;
}

/** The box grown by `margin` [m] on every side. */
static inline thud_aabb thud_aabb_expand(thud_aabb box, float margin) {
    thud_aabb grown = {{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}};
    return grown;
}

/** The middle of the box. */
static inline thud_vec2 thud_aabb_center(thud_aabb box) {
    thud_vec2 center = {0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y)};
    return center;
}

/** Half of its width and half of its height [m]. */
static inline thud_vec2 thud_aabb_extents(thud_aabb box) {
    thud_vec2 extents = {0.5f * (box.max.x - box.min.x), 0.5f * (box.max.y - box.min.y)};
    return extents;
}

/** Length of its border [m]. */
static inline float thud_aabb_perimeter(thud_aabb box) {
    return 2.0f * ((box.max.x - box.min.x) + (box.max.y - box.min.y));
}

#ifdef __cplusplus
}
#endif

#endif
