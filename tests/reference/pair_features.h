/*
 * Two shapes measured feature by feature in double: every vertex against every edge, every face against every
 * vertex. Slow and obviously right.
 */
#pragma once

#include "thud/shape.h"

typedef struct reference_core {
    int count;
    double radius;
    double x[THUD_MAX_VERTICES], y[THUD_MAX_VERTICES];
} reference_core;

/* The core of a shape at a pose, exact up to the rounding of doubles. */
reference_core reference_place(const thud_shape *shape, thud_pose pose);

/* The same moved to (x, y) and turned by an angle [rad] about the frame's point `center`, which goes to (x,
 * y). */
reference_core reference_place_at(const thud_shape *shape, thud_vec2 center, double x, double y,
                                  double angle);

/* Distance of the rounded shapes [m]; negative by the depth of the MTD when they overlap. */
double reference_separation(const reference_core *a, const reference_core *b);

/* Signed distance of a point from a rounded shape [m]: negative inside. */
double reference_point_distance(const reference_core *core, double x, double y);
