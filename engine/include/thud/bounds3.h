/*
 * bounds3.h: boxes in space, axis-aligned and oriented, for culling and picking. The world is flat: no other
 * part of Thud uses this header.
 *
 *     thud_aabb3 crate = {{-1, -1, -1}, {1, 1, 1}};
 *     thud_vec3 up = {0, 1, 0}, eye = {0, 0, 9}, view = {0, 0, -16};
 *     thud_pose3 pose = thud_pose3_identity();
 *     pose.rotation = thud_basis3_from_axis_angle(up, 0.25f * THUD_PI);
 *     thud_obb3 turned = thud_obb3_of_aabb(crate, pose);
 *     pose.position = up;
 *     thud_obb3 other = thud_obb3_of_aabb(crate, pose);
 *     thud_obb3_mtd mtd;
 *     bool touched = thud_obb3_find_mtd(&turned, &other, &mtd);          // true: 1 deep, way out (0, -1, 0)
 *     float fraction;
 *     bool picked = thud_obb3_hit_by_ray(&turned, eye, view, &fraction);  // true, at (9 - sqrt(2)) / 16
 *     bool drawn = thud_aabb3_overlaps(thud_aabb3_moved(crate, pose), crate);
 *
 * Any finite input is accepted. A single point, a line and a plane give boxes of zero thickness. Invalid boxes
 * and numbers give false, zero or an invalid box.
 *
 * Threads: plain functions without state, on any thread at any time.
 */
#pragma once

#include "thud/math.h"

THUD_BEGIN_C

/** Whether oriented boxes that share no interior point but touch overlap: no, as in the plane (rows F0, F1). */
#define THUD_TOUCHING_OVERLAPS_3D false

/** A point or a direction in space. */
typedef struct thud_vec3 {
    float x, y, z;
} thud_vec3;

/** A rotation, as the images of the x, y and z axes: unit vectors at right angles, right-handed. */
typedef struct thud_basis3 {
    thud_vec3 axis[3];
} thud_basis3;

/** A rotation followed by a translation. */
typedef struct thud_pose3 {
    thud_vec3 position;
    thud_basis3 rotation;
} thud_pose3;

/** Axis-aligned box: all points with min <= p <= max in all coordinates [m]. */
typedef struct thud_aabb3 {
    thud_vec3 min, max;
} thud_aabb3;

/** Oriented box: all points within `extents` [m] of `center` along its three axes. */
typedef struct thud_obb3 {
    thud_vec3 center;
    thud_vec3 extents; /**< half sizes, >= 0 */
    thud_basis3 rotation;
} thud_obb3;

/** The overlap of two oriented boxes and the translation that ends it. */
typedef struct thud_obb3_mtd {
    float depth;           /**< length of the translation [m] */
    thud_vec3 translation; /**< the shortest one that moves a out of b [m] */
    int axis; /**< which of the 15: 0 to 2 faces of a, 3 to 5 faces of b, 6 + 3 i + j edge i of a with edge j
                 of b */
} thud_obb3_mtd;

/* ---- poses ---- */

/** The rotation by the angle 0. */
THUD_API thud_basis3 thud_basis3_identity(void);

/** The rotation about an axis (of any length but zero) by an angle [rad], counter-clockwise seen from its
 * tip. A zero axis gives the identity. */
THUD_API thud_basis3 thud_basis3_from_axis_angle(thud_vec3 axis, float angle);

/** The rotation by b, then by a. */
THUD_API thud_basis3 thud_basis3_mul(thud_basis3 a, thud_basis3 b);

/** The pose at the origin, not turned. */
THUD_API thud_pose3 thud_pose3_identity(void);

/** The point, given in the frame of the pose, in the parent's frame. */
THUD_API thud_vec3 thud_pose3_apply(thud_pose3 pose, thud_vec3 point);

/** Whether all is finite and the axes have the length 1, are at right angles and right-handed, within 1e-3. */
THUD_API bool thud_pose3_is_valid(thud_pose3 pose);

/* ---- AABB ---- */

/** The smallest box around points. No points give THUD_TOO_FEW_POINTS, a number that is not finite gives
 * THUD_NOT_FINITE; `box` is written only on THUD_OK. */
THUD_API thud_status thud_aabb3_of_points(const thud_vec3 *points, int count, thud_aabb3 *box);

/** Whether the box is finite and min <= max. */
THUD_API bool thud_aabb3_is_valid(thud_aabb3 box);

/** The smallest box that contains both. */
THUD_API thud_aabb3 thud_aabb3_union(thud_aabb3 a, thud_aabb3 b);

/** The smallest aligned box around the box at the pose: from the absolute values of the axes. */
THUD_API thud_aabb3 thud_aabb3_moved(thud_aabb3 box, thud_pose3 pose);

/** Whether the two have a point in common; boxes that only touch overlap, as in thud_aabb_overlaps. */
THUD_API bool thud_aabb3_overlaps(thud_aabb3 a, thud_aabb3 b);

/** Whether the point lies in the box or on its border. */
THUD_API bool thud_aabb3_contains_point(thud_aabb3 box, thud_vec3 point);

/** Whether `outer` contains all of `inner`. */
THUD_API bool thud_aabb3_contains(thud_aabb3 outer, thud_aabb3 inner);

/** A box that follows a pose and is computed when it is read. Fill in `local`, then set poses. */
typedef struct thud_placed_aabb3 {
    thud_aabb3 local; /**< in the frame of the pose */
    thud_pose3 pose;
    thud_aabb3 world; /**< as last computed */
    bool dirty;       /**< the pose or local box changed since then */
} thud_placed_aabb3;

/** A box that is placed at a pose. */
THUD_API thud_placed_aabb3 thud_placed_aabb3_make(thud_aabb3 local, thud_pose3 pose);

/** Changes the pose; computes nothing. */
THUD_API void thud_placed_aabb3_set_pose(thud_placed_aabb3 *placed, thud_pose3 pose);

/** The box in the pose's parent frame; computed if it is dirty. */
THUD_API thud_aabb3 thud_placed_aabb3_get(thud_placed_aabb3 *placed);

/* ---- OBB ---- */

/** An AABB as an OBB, placed at a pose. */
THUD_API thud_obb3 thud_obb3_of_aabb(thud_aabb3 box, thud_pose3 pose);

/** The box along the principal axes of the points, the longest spread first: the eigenvectors of their
 * covariance by Jacobi's rotations, which are at right angles for any points. It contains every point. No
 * points give THUD_TOO_FEW_POINTS, a number that is not finite THUD_NOT_FINITE, a size beyond the range of
 * float THUD_OUT_OF_RANGE; `box` is written only on THUD_OK. */
THUD_API thud_status thud_obb3_of_covariance(const thud_vec3 *points, int count, thud_obb3 *box);

/** Whether the box is finite, has extents >= 0 and a valid rotation. */
THUD_API bool thud_obb3_is_valid(const thud_obb3 *box);

/** The box moved by a pose. */
THUD_API thud_obb3 thud_obb3_moved(const thud_obb3 *box, thud_pose3 pose);

/** The eight corners: bits 0, 1 and 2 of the index select the side along the first, second and third axis. */
THUD_API void thud_obb3_corners(const thud_obb3 *box, thud_vec3 corners[8]);

/** Whether the point lies in the box or on its border. */
THUD_API bool thud_obb3_contains_point(const thud_obb3 *box, thud_vec3 point);

/** Whether two boxes share an interior point, by separating axes: three face normals of each and nine cross
 * products of edges. Symmetric. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree" (1996). */
THUD_API bool thud_obb3_overlaps(const thud_obb3 *a, const thud_obb3 *b);

/** The shortest translation out of an overlap. Without an overlap, returns false and sets `mtd` to zero. */
THUD_API bool thud_obb3_find_mtd(const thud_obb3 *a, const thud_obb3 *b, thud_obb3_mtd *mtd);

/** Whether the ray from `origin` along `translation` meets the box. `fraction` (may be null) of the
 * translation where it does: 0 where it starts inside; written only on a hit. */
THUD_API bool thud_obb3_hit_by_ray(const thud_obb3 *box, thud_vec3 origin, thud_vec3 translation,
                                   float *fraction);

THUD_END_C
