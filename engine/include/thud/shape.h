/**
 * shape.h: convex shapes and their properties: hull, mass, box, support.
 *
 * Every shape is the convex hull of a few core vertices, grown by a radius. A circle has one vertex, a capsule and a
 * segment have two, a polygon has 3 to 32. So each algorithm is written once for all kinds.
 *
 *     thud_shape box;
 *     thud_box((thud_vec2){0.5f, 0.5f}, 0.0f, &box);
 *     thud_mass mass = thud_shape_mass(&box, 1.0f);          // 1 kg, centre (0, 0), inertia 1/6 kg m^2
 *
 * Threads: these functions have no state; any thread may call them at any time.
 */
#pragma once

#include "thud/base.h"
#include "thud/bounds.h"
#include "thud/limits.h"
#include "thud/math.h"

THUD_BEGIN_C

/** The largest number of points of an outline to decompose. */
#define THUD_MAX_OUTLINE 65536

/** Tolerance relative to the size of a shape, the same for all units of length: a fraction of the larger side
 * of the points' box. Points nearer to each other than this are equal; points nearer than this to the line
 * through their neighbours are collinear. */
#define THUD_SHAPE_TOLERANCE 1.0e-5f

/** The kind of a shape. */
typedef enum thud_shape_kind {
    THUD_SHAPE_NONE = 0, /**< no shape, as in a zeroed struct; every function refuses it */
    THUD_SHAPE_CIRCLE,   /**< one core vertex, radius > 0 */
    THUD_SHAPE_CAPSULE,  /**< two core vertices, radius > 0 */
    THUD_SHAPE_SEGMENT,  /**< two core vertices, radius 0, two-sided, no mass */
    THUD_SHAPE_POLYGON   /**< 3 to 32 core vertices, radius >= 0 */
} thud_shape_kind;

/** A convex shape in the frame of its owner: the hull of `vertices[0..count)`, grown by `radius`. Make it
 * with the functions below, which validate it; it is a plain value that may be copied and kept. */
typedef struct thud_shape {
    thud_shape_kind kind;
    int count;                             /**< core vertices, 1 to THUD_MAX_VERTICES */
    float radius;                          /**< rounding around the core [m], >= 0 */
    thud_vec2 vertices[THUD_MAX_VERTICES]; /**< counter-clockwise [m] */
    thud_vec2 normals[THUD_MAX_VERTICES]; /**< outward unit normal of the edge from vertex i to i + 1 (two for
                                             a segment, none for a circle) */
} thud_shape;

/** Mass properties. */
typedef struct thud_mass {
    float mass;       /**< [kg] */
    thud_vec2 center; /**< centre of mass in the frame of the shape [m] */
    float inertia;    /**< rotational inertia about the centre of mass [kg m^2] */
} thud_mass;

/* Constructors. They write `shape` only on THUD_OK. All refuse null pointers (THUD_NULL_ARGUMENT), NaN and
 * infinity (THUD_NOT_FINITE), coordinates and radii beyond THUD_MAX_COORDINATE and sizes below
 * THUD_MIN_SHAPE_SIZE (THUD_OUT_OF_RANGE). */

/** Makes a circle. Refuses a radius that is not positive (THUD_NOT_POSITIVE). */
THUD_API thud_status thud_circle(thud_vec2 center, float radius, thud_shape *shape);

/** Makes a capsule: all points within `radius` of the line segment from p1 to p2. Refuses a radius that is
 * not positive, and points whose distance is negligible beside the radius (THUD_ZERO_LENGTH). */
THUD_API thud_status thud_capsule(thud_vec2 p1, thud_vec2 p2, float radius, thud_shape *shape);

/** Makes a line segment: two-sided and without mass. Refuses equal points (THUD_ZERO_LENGTH). */
THUD_API thud_status thud_segment(thud_vec2 p1, thud_vec2 p2, thud_shape *shape);

/** Makes a box about the origin from its half extents [m], grown by `radius` (0 for sharp corners). Refuses
 * half extents that are not positive (THUD_NOT_POSITIVE) and a negative radius (THUD_NEGATIVE). */
THUD_API thud_status thud_box(thud_vec2 half_extents, float radius, thud_shape *shape);

/** Makes a box at a pose in the owner's frame. Refuses what thud_box refuses, THUD_NOT_NORMALIZED rotations,
 * and boxes so small for their distance from the origin that rounding leaves no area (THUD_COLLINEAR). */
THUD_API thud_status thud_offset_box(thud_vec2 half_extents, float radius, thud_pose pose, thud_shape *shape);

/** Makes a regular polygon about the origin. `circumradius` [m] is the distance of its vertices; the first
 * one is at angle 0. Refuses fewer than 3 sides (THUD_TOO_FEW_POINTS), more than 32 (THUD_TOO_MANY_VERTICES)
 * and a radius that is not positive. */
THUD_API thud_status thud_regular_polygon(int sides, float circumradius, thud_shape *shape);

/** Makes a polygon from 3 to 32 points in order (either winding), which must be convex. Drops points on
 * straight edges; the first vertex may be another point than the first one given. Refuses
 * THUD_TOO_FEW_POINTS, THUD_TOO_MANY_VERTICES, a negative radius, equal neighbours (THUD_ZERO_LENGTH),
 * THUD_COLLINEAR points, and outlines that are THUD_NOT_CONVEX (use thud_hull or thud_decompose). */
THUD_API thud_status thud_polygon(const thud_vec2 *points, int count, float radius, thud_shape *shape);

/** Makes the convex hull of any number of points, duplicates and collinear points included. The result does not
 * depend on their order. Every point lies in the hull, or at most twice THUD_SHAPE_TOLERANCE of the box's larger
 * side outside it. Refuses fewer than 3 points or all equal ones (THUD_TOO_FEW_POINTS), points without area
 * (THUD_COLLINEAR), and hulls of more than 32 vertices (THUD_TOO_MANY_VERTICES). Allocates nothing; cost: two
 * passes over the points for each vertex. Source: W. F. Eddy, "A new convex hull algorithm for planar sets" (1977). */
THUD_API thud_status thud_hull(const thud_vec2 *points, int count, float radius, thud_shape *shape);

/**
 * Splits a simple outline (any winding, 3 to THUD_MAX_OUTLINE points) into convex polygons of at most 32
 * vertices: ear clipping, then removal of diagonals between parts whose union is convex (Hertel-Mehlhorn, 1983). Drops
 * equal neighbours and points on straight edges first, slivers without area last.
 *
 * Writes `part_count` on THUD_OK and on THUD_CAPACITY. THUD_CAPACITY means that there are more than `capacity` parts;
 * `parts` is then unchanged. To count first, pass capacity 0; `parts` may then be null. Refuses outlines that cross or
 * touch themselves (THUD_SELF_INTERSECTING), THUD_TOO_FEW_POINTS and THUD_COLLINEAR. O(n^2) time; memory from `hooks`
 * (null for the defaults) is released before return.
 */
THUD_API thud_status thud_decompose(const thud_vec2 *outline, int count, const thud_hooks *hooks,
                                    thud_shape *parts, int capacity, int *part_count);

/** Checks whether the functions above could have made the shape, moved by any pose. Use it for shapes from a file.
 * Returns the first fault found, or THUD_OK: THUD_BAD_DATA if normals do not fit the vertices, THUD_WRONG_WINDING
 * for a clockwise polygon, THUD_COLLINEAR for one without area. Cost: a pass over its vertices. */
THUD_API thud_status thud_shape_check(const thud_shape *shape);

/* Queries. For a null shape, a zeroed one, and one whose `count` is not in 1 to THUD_MAX_VERTICES, they
 * return the value stated, or zero. They check nothing else: use thud_shape_check for a shape that the
 * functions above did not make. */

/** The shape transformed by a pose: the same shape in another frame. A zeroed shape for an invalid pose, or for
 * no shape. Far from the origin the rounding of floats can make vertices coincide; thud_shape_check detects this. */
THUD_API thud_shape thud_shape_transformed(const thud_shape *shape, thud_pose pose);

/** Area [m^2], rounding included; 0 for a segment. */
THUD_API float thud_shape_area(const thud_shape *shape);

/** Centroid of the shape [m]; for a segment its midpoint. */
THUD_API thud_vec2 thud_shape_centroid(const thud_shape *shape);

/** Mass properties for a density [kg/m^2], rounding included exactly. For a segment, and for a density that
 * is not positive, only the centre is set; mass and inertia are 0. */
THUD_API thud_mass thud_shape_mass(const thud_shape *shape, float density);

/** The smallest axis-aligned box around the shape at a pose; an invalid box (min > max) for an invalid pose. */
THUD_API thud_aabb thud_shape_aabb(const thud_shape *shape, thud_pose pose);

/** The index of the core vertex farthest along `direction` (frame of the shape); the lowest one of equals. */
THUD_API int thud_shape_support(const thud_shape *shape, thud_vec2 direction);

/** Whether a point in the frame of the shape lies in it or on its edge. Always false for a segment. */
THUD_API bool thud_shape_contains(const thud_shape *shape, thud_vec2 point);

THUD_END_C
