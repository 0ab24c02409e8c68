/*
 * Vectors of doubles in space, and matrices as their three columns: precise.h in 3D.
 */
#ifndef THUD_SRC_GEOMETRY_PRECISE3_H
#define THUD_SRC_GEOMETRY_PRECISE3_H

#include "geometry/precise.h"
#include "thud/bounds3.h"

typedef struct thud_double3 {
    double x, y, z;
} thud_double3;

static inline thud_double3 thud_double3_of(thud_vec3 a) {
    return (thud_double3){a.x, a.y, a.z};
}

/* The arrow from a to b. */
static inline thud_double3 thud_arrow3(thud_vec3 a, thud_vec3 b) {
    return (thud_double3){(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
}

static inline double thud_double3_dot(thud_double3 a, thud_double3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline thud_double3 thud_double3_cross(thud_double3 a, thud_double3 b) {
    return (thud_double3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double thud_double3_length(thud_double3 a) {
    return sqrt(thud_double3_dot(a, a));
}

static inline thud_double3 thud_double3_scale(thud_double3 a, double factor) {
    return (thud_double3){factor * a.x, factor * a.y, factor * a.z};
}

/* a + factor * b */
static inline thud_double3 thud_double3_mul_add(thud_double3 a, double factor, thud_double3 b) {
    return (thud_double3){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static inline thud_vec3 thud_double3_round(thud_double3 a) {
    return (thud_vec3){(float)a.x, (float)a.y, (float)a.z};
}

#endif
