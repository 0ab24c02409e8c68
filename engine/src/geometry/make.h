/* Makes a shape from checked points: the last step of every constructor. */
#pragma once

#include "geometry/unit.h"
#include "thud/shape.h"

/* False for null, for a zeroed struct and for a number of vertices that no shape has, so that no access leaves an
 * array; all other shapes are assumed to come from a constructor. */
static inline bool thud_shape_is_made(const thud_shape *shape) {
    return shape != NULL && shape->kind != THUD_SHAPE_NONE && shape->count >= 1 &&
           shape->count <= THUD_MAX_VERTICES;
}

/* Whether points can be part of a shape: THUD_NOT_FINITE, THUD_OUT_OF_RANGE (a coordinate is too large),
 * THUD_OK. */
thud_status thud_points_check(const thud_vec2 *points, int count);

/* Whether 3 to `most` such points can be part of a shape of this radius; THUD_NULL_ARGUMENT, THUD_TOO_FEW_POINTS,
 * THUD_TOO_MANY_VERTICES and THUD_NEGATIVE, too. */
thud_status thud_cloud_check(const thud_vec2 *points, int count, int most, float radius,
                             const thud_shape *shape);

/* Whether a polygon of finite points is a box as thud_box makes it. Most shapes of games are: comparing its numbers takes a
 * tenth of what computing with them does. */
bool thud_is_upright_box(const thud_shape *shape);

/* The polygon of the corners of an upright box, as thud_polygon makes it counter-clockwise
 * from `low` on; false where it refuses them. Coordinates must be in range. */
bool thud_polygon_of_box(thud_vec2 low, thud_vec2 high, thud_shape *shape);

/* The polygon of a loop of at most 64 checked points of either winding, without straight runs. THUD_COLLINEAR
 * if it has no area, THUD_TOO_MANY_VERTICES, THUD_NOT_CONVEX; `shape` is written only on THUD_OK. */
thud_status thud_polygon_of_loop(const thud_vec2 *loop, int count, float radius, thud_shape *shape);

/* Largest number of points for thud_polygon_of_loop, which may include straight runs. */
enum { thud_max_loop = 2 * THUD_MAX_VERTICES };
