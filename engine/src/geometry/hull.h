/*
 * The convex hull of a point cloud with a limited number of vertices, without memory of its own.
 */
#ifndef THUD_SRC_GEOMETRY_HULL_H
#define THUD_SRC_GEOMETRY_HULL_H

#include "thud/math.h"

/*
 * Writes the hull's vertices counter-clockwise, at most `capacity` (>= 3) of them, and returns their number:
 * 1 if all points coincide, 2 if they lie on a line (the ends of the run), 0 for no points. Every point
 * lies within `tolerance` [m] of the lines of the hull's edges, unless the capacity was reached: then
 * `complete` (may be NULL) is false. The points must be finite. The result does not depend on the order of the
 * points. Cost: at most 2 * capacity passes over the points.
 */
int thud_hull_loop(const thud_vec2 *points, int count, double tolerance, int capacity, thud_vec2 *hull,
                   bool *complete);

/* The first point in the order of x, then y: a corner of the hull, or on its border. At least one point is
 * required. */
thud_vec2 thud_first_point(const thud_vec2 *points, int count);

#endif
