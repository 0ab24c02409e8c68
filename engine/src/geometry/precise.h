/*
 * Vectors of doubles between points of floats. Geometry that runs once per shape (hulls, areas, orientation
 * tests) is in double: a difference of two floats of similar size is exact then, and so is the sign of a cross
 * product of two such differences in all but absurd cases; shapes far from the origin lose no precision.
 */
#pragma once

#include <float.h>
#include <math.h>

#include "thud/math.h"

typedef struct thud_double2 {
    double x, y;
} thud_double2;

/* Unlike fmin and fmax, these define the sign of zero. */
static inline double thud_double_min(double a, double b) {
    return a < b ? a : b;
}

static inline double thud_double_max(double a, double b) {
    return a > b ? a : b;
}

/* The arrow from a to b. */
static inline thud_double2 thud_arrow(thud_vec2 a, thud_vec2 b) {
    return (thud_double2){(double)b.x - a.x, (double)b.y - a.y};
}

static inline double thud_double2_dot(thud_double2 a, thud_double2 b) {
    return a.x * b.x + a.y * b.y;
}

static inline double thud_double2_cross(thud_double2 a, thud_double2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline double thud_double2_length(thud_double2 a) {
    return sqrt(thud_double2_dot(a, a));
}

static inline thud_vec2 thud_double2_round(thud_double2 a) {
    return thud_vec2_make((float)a.x, (float)a.y);
}

/* The same, limited to the range of floats. NaN stays NaN. */
static inline thud_vec2 thud_double2_round_in_range(thud_double2 a) {
    double most = FLT_MAX;
    return thud_vec2_make((float)thud_double_max(-most, thud_double_min(most, a.x)),
                          (float)thud_double_max(-most, thud_double_min(most, a.y)));
}

/* Twice the signed area of the triangle: positive if a, b, c run counter-clockwise. */
static inline double thud_orientation(thud_vec2 a, thud_vec2 b, thud_vec2 c) {
    return thud_double2_cross(thud_arrow(a, b), thud_arrow(a, c));
}

static inline thud_double2 thud_double2_of(thud_vec2 a) {
    return (thud_double2){a.x, a.y};
}

static inline thud_double2 thud_double2_neg(thud_double2 a) {
    return (thud_double2){-a.x, -a.y};
}

static inline thud_double2 thud_double2_sub(thud_double2 a, thud_double2 b) {
    return (thud_double2){a.x - b.x, a.y - b.y};
}

/* a + factor * b */
static inline thud_double2 thud_double2_mul_add(thud_double2 a, double factor, thud_double2 b) {
    return (thud_double2){a.x + factor * b.x, a.y + factor * b.y};
}

/* A point of a turned frame with its origin at `origin`. */
static inline thud_double2 thud_double2_place(thud_vec2 origin, thud_rot turn, thud_double2 point) {
    return (thud_double2){origin.x + turn.c * point.x - turn.s * point.y,
                          origin.y + turn.s * point.x + turn.c * point.y};
}

static inline thud_double2 thud_double2_min(thud_double2 a, thud_double2 b) {
    return (thud_double2){thud_double_min(a.x, b.x), thud_double_min(a.y, b.y)};
}

static inline thud_double2 thud_double2_max(thud_double2 a, thud_double2 b) {
    return (thud_double2){thud_double_max(a.x, b.x), thud_double_max(a.y, b.y)};
}

/* Square of the distance [m^2] from a point to the segment a b, which may be a point. */
static inline double thud_segment_distance_squared(thud_double2 a, thud_double2 b, thud_double2 point) {
    thud_double2 along = thud_double2_sub(b, a);
    thud_double2 arm = thud_double2_sub(point, a);
    double length_squared = thud_double2_dot(along, along);
    double projection = thud_double2_dot(along, arm);
    if (projection <= 0.0) {
        return thud_double2_dot(arm, arm);
    }
    if (projection >= length_squared) {
        thud_double2 beyond = thud_double2_sub(point, b);
        return thud_double2_dot(beyond, beyond);
    }
    double across = thud_double2_cross(along, arm);
    return across * across / length_squared;
}

/* ---- rounding.c: rounds to float in a chosen direction, so that sizes measured in double fit into volumes of floats ---- */

/* The smallest float that is not less, and the largest that is not more; infinity beyond the range of float.
 */
float thud_round_up(double value);
float thud_round_down(double value);

/* The smallest float whose square in double is not less. */
float thud_round_up_root(double square);
