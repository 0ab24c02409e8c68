/*
 * bounds.h: bounding volumes: simple shapes that contain complicated ones and are cheap to compare. They need
 * no world and no shapes. Use them to select in an editor, to cull in a renderer, or to test in a game
 * whether two things touch. The functions of AABBs, the boxes of the broadphase, are inline. One set of
 * functions handles all six kinds, AABBs included.
 *
 *     thud_aabb box = {{0, 0}, {1, 2}}, other = {{1, 1}, {4, 4}};
 *     bool near = thud_aabb_overlaps(thud_aabb_expand(box, 0.1f), other);
 *
 *     thud_vec2 points[] = {{0, 0}, {4, 1}, {5, 3}, {1, 2}, {2, 1}};
 *     thud_volume circle, aabb, card, dop, capsule, hull;
 *     thud_volume_of_points(THUD_VOLUME_CIRCLE, points, 5, &circle);
 *     thud_volume_of_points(THUD_VOLUME_AABB, points, 5, &aabb);
 *     thud_volume_of_points(THUD_VOLUME_OBB, points, 5, &card);          // of smallest area
 *     thud_volume_of_points(THUD_VOLUME_DOP8, points, 5, &dop);
 *     thud_volume_of_points(THUD_VOLUME_CAPSULE, points, 5, &capsule);
 *     thud_volume_of_points(THUD_VOLUME_HULL, points, 5, &hull);
 *
 *     thud_vec2 mouse = {2, 3};
 *     bool over = thud_volume_contains(&card, mouse);                    // false
 *     float away = thud_volume_distance(&hull, mouse);                   // sqrt(9 / 17)
 *     thud_pose aside = {{10, 0}, {1, 0}};
 *     card = thud_volume_moved(&card, aside);                            // not rebuilt
 *     bool touched = thud_volume_overlaps(&circle, &card);               // false
 *     bool seen = thud_volume_hit_by_segment(&capsule, mouse, points[0], NULL);
 *
 * Any finite input is accepted. One point, a line and equal points give volumes of zero thickness.
 *
 * Threads: plain functions without state, on any thread at any time.
 */
#pragma once

#include "thud/math.h"

THUD_BEGIN_C

/** Axis-aligned bounding box: all points with min <= p <= max in both coordinates [m]. */
typedef struct thud_aabb {
    thud_vec2 min, max;
} thud_aabb;

/** Finite and min <= max in both coordinates. A point is a valid box. */
static inline bool thud_aabb_is_valid(thud_aabb box) {
    return box.min.x >= -FLT_MAX && box.min.x <= box.max.x && box.max.x <= FLT_MAX && box.min.y >= -FLT_MAX &&
           box.min.y <= box.max.y && box.max.y <= FLT_MAX;
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
    return (outer.min.x <= inner.min.x) & (outer.min.y <= inner.min.y) & (inner.max.x <= outer.max.x) &
           (inner.max.y <= outer.max.y);
}

/** Whether the point lies in the box or on its border. */
static inline bool thud_aabb_contains_point(thud_aabb box, thud_vec2 point) {
    return (box.min.x <= point.x) & (point.x <= box.max.x) & (box.min.y <= point.y) & (point.y <= box.max.y);
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

/** The smallest axis-aligned box around the box after rotation and translation by the pose. */
THUD_API thud_aabb thud_aabb_moved(thud_aabb box, thud_pose pose);

/* ---- the other kinds ---- */

/** The largest number of core vertices of a shape or hull. */
#define THUD_MAX_VERTICES 32

/** Whether two volumes that touch without a common interior overlap. They do not: `<=` means apart. Those of
 * the broadphase (thud_aabb_overlaps) differ on purpose: an extra pair costs little, a missing one is an error. */
#define THUD_TOUCHING_OVERLAPS false

/** All points within `radius` [m] of `center`. */
typedef struct thud_bounding_circle {
    thud_vec2 center;
    float radius; /**< >= 0 */
} thud_bounding_circle;

/** Oriented bounding box: a box about `center` whose axes are (c, s) and (-s, c) of its rotation. */
typedef struct thud_obb {
    thud_vec2 center;
    thud_vec2 extents; /**< half width along the first axis, half height along the second [m], >= 0 */
    thud_rot rotation;
} thud_obb;

/** 8-DOP: all points whose x, y, x + y and x - y lie between min[i] and max[i], in that order. */
typedef struct thud_dop8 {
    float min[4], max[4];
} thud_dop8;

/** All points within `radius` [m] of the line from p1 to p2, which may be one point. */
typedef struct thud_bounding_capsule {
    thud_vec2 p1, p2;
    float radius; /**< >= 0 */
} thud_bounding_capsule;

/** All points within `radius` [m] of a convex polygon, counter-clockwise; of one point or a line. */
typedef struct thud_bounding_hull {
    int count;    /**< 1 to THUD_MAX_VERTICES */
    float radius; /**< >= 0 */
    thud_vec2 vertices[THUD_MAX_VERTICES];
} thud_bounding_hull;

/** The kind of a volume. */
typedef enum thud_volume_kind {
    THUD_VOLUME_NONE = 0, /**< no volume; the kind of a zeroed struct */
    THUD_VOLUME_CIRCLE,
    THUD_VOLUME_AABB,
    THUD_VOLUME_OBB,
    THUD_VOLUME_DOP8,
    THUD_VOLUME_CAPSULE,
    THUD_VOLUME_HULL
} thud_volume_kind;

/** A bounding volume of any kind. Fill in kind and member by hand, or let the functions below build it. */
typedef struct thud_volume {
    thud_volume_kind kind;
    union {
        thud_bounding_circle circle;
        thud_aabb aabb;
        thud_obb obb;
        thud_dop8 dop8;
        thud_bounding_capsule capsule;
        thud_bounding_hull hull;
    };
} thud_volume;

/** The projection of a volume on an axis: the least and the largest dot(p, axis) of its points p. */
typedef struct thud_projection {
    float min, max;
} thud_projection;

typedef struct thud_shape thud_shape;

/* ---- building: `volume` is written only on THUD_OK ---- */

/**
 * Builds the volume of a kind around points; it contains all of them.
 * - Circle, AABB, 8-DOP: the smallest.
 * - OBB: the one of smallest area, see thud_obb_of_smallest_area.
 * - Capsule: about the middle line of that OBB.
 * - Hull: exact up to 32 corners. Of more corners it has the 32 outermost, grown until it contains the rest.
 *
 * Refuses no points (THUD_TOO_FEW_POINTS), points that are not finite (THUD_NOT_FINITE), no kind
 * (THUD_WRONG_KIND), and results beyond the range of float (THUD_OUT_OF_RANGE). Cost: a few passes over
 * the points for each corner of their hull.
 */
THUD_API thud_status thud_volume_of_points(thud_volume_kind kind, const thud_vec2 *points, int count,
                                           thud_volume *volume);

/** The volume of a kind around a shape at a pose, its rounding included. Refuses invalid poses (THUD_NOT_NORMALIZED). */
THUD_API thud_status thud_volume_of_shape(thud_volume_kind kind, const thud_shape *shape, thud_pose pose,
                                          thud_volume *volume);

/** Builds a volume of the kind of `a` that contains `a` and `b`, up to the rounding of float; `merged` may be
 * one of them. The smallest for AABB, 8-DOP and two circles. Refuses invalid volumes. */
THUD_API thud_status thud_volume_merge(const thud_volume *a, const thud_volume *b, thud_volume *merged);

/** THUD_OK, or the fault of a volume: no kind, not finite, a negative size, min beyond max, a hull not convex. */
THUD_API thud_status thud_volume_check(const thud_volume *volume);

/** The OBB along the principal axes of the points: the eigenvectors of the covariance of their hull's corners,
 * so that clusters of points inside the hull do not turn it. Refuses what thud_volume_of_points does. */
THUD_API thud_status thud_obb_of_covariance(const thud_vec2 *points, int count, thud_obb *obb);

/** The OBB of smallest area: one side of it lies on a side of the hull, so only those directions are tried. Refuses
 * what thud_volume_of_points does. Source: H. Freeman, R. Shapira, "Determining the minimum-area encasing rectangle for
 * an arbitrary closed curve" (1975); G. Toussaint, "Solving geometric problems with the rotating calipers" (1983). */
THUD_API thud_status thud_obb_of_smallest_area(const thud_vec2 *points, int count, thud_obb *obb);

/** An AABB as an OBB, placed at a pose. */
THUD_API thud_obb thud_obb_of_aabb(thud_aabb box, thud_pose pose);

/* ---- using: invalid volumes and numbers give false, zero, or a volume of no kind ---- */

/** The volume, moved. Exact except for AABB and 8-DOP: the smallest around the rotated volume. */
THUD_API thud_volume thud_volume_moved(const thud_volume *volume, thud_pose pose);

/** Whether two volumes have common interior points, see THUD_TOUCHING_OVERLAPS. Symmetric, bit for bit. */
THUD_API bool thud_volume_overlaps(const thud_volume *a, const thud_volume *b);

/** Whether a point lies in the volume or on its border. */
THUD_API bool thud_volume_contains(const thud_volume *volume, thud_vec2 point);

/** Distance from a point to the volume [m]; 0 where it contains the point. */
THUD_API float thud_volume_distance(const thud_volume *volume, thud_vec2 point);

/** Whether the segment from p1 to p2 meets the volume. Sets `fraction` (may be null) to the fraction of the segment up
 * to the first common point: 0 where p1 is inside. */
THUD_API bool thud_volume_hit_by_segment(const thud_volume *volume, thud_vec2 p1, thud_vec2 p2,
                                         float *fraction);

/** Area [m^2]. */
THUD_API float thud_volume_area(const thud_volume *volume);

/** The projection of the volume on an axis of any length. */
THUD_API thud_projection thud_volume_project(const thud_volume *volume, thud_vec2 axis);

/** The volume as a convex polygon grown by a radius, for drawing. Writes the vertices counter-clockwise (some
 * may coincide) and the radius [m]. Returns the number of vertices. */
THUD_API int thud_volume_core(const thud_volume *volume, thud_vec2 vertices[THUD_MAX_VERTICES],
                              float *radius);

/* ---- OBB against OBB ---- */

/** One of the four axes of the test. The boxes are apart if the distance of their centres along an axis
 * exceeds the sum of the two projection radii. */
typedef struct thud_obb_axis {
    thud_vec2 axis; /**< unit, a face normal of a (0, 1) or b (2, 3) */
    float distance; /**< from the centre of a to that of b along the axis [m], signed */
    float radius_a; /**< r(axis) = ex * |axis . u0| + ey * |axis . u1| [m] */
    float radius_b;
} thud_obb_axis;

/** Finds the four axes and the projections of the boxes on each. Returns whether the boxes overlap. */
THUD_API bool thud_obb_find_axes(const thud_obb *a, const thud_obb *b, thud_obb_axis axes[4]);

/** Finds the shortest translation that moves a out of b [m]; false, and zero, where the boxes do not overlap. */
THUD_API bool thud_obb_find_mtd(const thud_obb *a, const thud_obb *b, thud_vec2 *translation);

THUD_END_C
