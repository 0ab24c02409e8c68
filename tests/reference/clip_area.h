/*
 * The area that two convex outlines share, by clipping one with every edge of the other in double
 * (Sutherland and Hodgman, "Reentrant polygon clipping", 1974): slow and obviously right. Two shapes overlap
 * if it is positive.
 */
#pragma once

#include "thud/shape.h"

typedef struct reference_point {
    double x, y;
} reference_point;

/* The most points of an outline: 32 vertices with arcs of 128 steps in all, and what clipping adds. */
enum { reference_max_outline = 512 };

/*
 * The outline of a shape at a pose, counter-clockwise; returns the number of points. Rounded corners become
 * chords of `steps` steps a full turn (up to 128) with their ends on the arc: inside the shape, short of it
 * by radius * (1 - cos(pi / steps)) at most. Corners of polygons with a radius below a millionth of the coordinates are sharp.
 */
int reference_outline(const thud_shape *shape, thud_pose pose, int steps, reference_point *outline);

/* Signed area of a closed outline [m^2]. */
double reference_area(const reference_point *outline, int count);

/* Area that two convex counter-clockwise outlines share [m^2]. */
double reference_shared_area(const reference_point *a, int count_a, const reference_point *b, int count_b);

/* The same for two shapes, arcs in 128 steps. A segment has no area and shares none. */
double reference_shared_shape_area(const thud_shape *a, thud_pose pose_a, const thud_shape *b,
                                   thud_pose pose_b);
