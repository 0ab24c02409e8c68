/*
 * A loop: points in order around a closed outline, the last joined to the first: the common form of polygons,
 * hulls and outlines before they become shapes.
 */
#pragma once

#include "thud/math.h"

/* Width or height of the points' box, whichever is larger [m]; 0 for no points. */
double thud_points_extent(const thud_vec2 *points, int count);

/* Drops the points that lie within `tolerance` [m] of the line through their kept neighbours: duplicates and
 * straight runs. `simple` must have room for `count` points; returns the number of kept points. They do not
 * depend on the place in a run where the loop starts. */
int thud_loop_simplify(const thud_vec2 *loop, int count, double tolerance, thud_vec2 *simple);

/* Signed area [m^2]: positive if the loop runs counter-clockwise. */
double thud_loop_area(const thud_vec2 *loop, int count);

void thud_loop_reverse(thud_vec2 *loop, int count);

/* Whether a direction's angle lies in [0, pi). Those of one full turn cross between the halves twice. */
static inline bool thud_goes_up(thud_vec2 direction) {
    return direction.y > 0.0f || (direction.y == 0.0f && direction.x > 0.0f);
}

/* Whether a loop turns left at every point, and once around in all. */
bool thud_loop_is_convex(const thud_vec2 *loop, int count);

/* ---- hull.c: the convex hull of a cloud with a limited number of vertices, without memory of its own ---- */

/* Writes the hull's vertices counter-clockwise, at most `capacity` (>= 3) of them, and returns their number:
 * 1 if all points coincide, 2 if they lie on a line (the ends of the run), 0 for no points. Every point lies
 * within `tolerance` [m] of the lines of the hull's edges, unless the capacity was reached: then `complete`
 * (may be NULL) is false. The points must be finite. The result does not depend on the order of the points.
 * Cost: at most 2 * capacity passes over the points. */
int thud_hull_loop(const thud_vec2 *points, int count, double tolerance, int capacity, thud_vec2 *hull,
                   bool *complete);

/* The first point in the order of x, then y: on the border of the hull. At least one point is required. */
thud_vec2 thud_first_point(const thud_vec2 *points, int count);
