/*
 * volume_core.h: the common form of all bounding volumes, so that each test is written once: the convex hull of a few
 * vertices, grown by a radius, and the directions of its separating axes.
 *
 * All in double: the square and the product of any floats stay in its range.
 */
#pragma once

#include "geometry/precise.h"
#include "thud/bounds.h"

typedef struct thud_core {
    int count; /* vertices, 1 to THUD_MAX_VERTICES, counter-clockwise; some may coincide */
    int axis_count;
    double radius;
    thud_double2 vertices[THUD_MAX_VERTICES];
    thud_double2 axes[THUD_MAX_VERTICES + 1]; /* separating axes, of any length; a point has none */
} thud_core;

/* The core of a volume; false for one that is not valid. */
bool thud_core_of_volume(const thud_volume *volume, thud_core *core);

/* Square of the distance from a point to the core, without its radius; 0 inside. */
double thud_core_point_distance_squared(const thud_core *core, thud_double2 point);

/* Grows an 8-DOP so that it contains a disc around a point; start with thud_dop8_empty. */
void thud_dop8_add(thud_dop8 *dop, thud_double2 point, double radius);

/* The empty 8-DOP, the start of thud_dop8_add. */
thud_dop8 thud_dop8_empty(void);

/* A point in the frame of a box. */
thud_double2 thud_obb_local(const thud_obb *box, thud_vec2 point);

/* Whether a gap, negative for an overlap, counts as one: THUD_TOUCHING_OVERLAPS decides for touching volumes. */
static inline bool thud_is_overlap(double gap) {
    return gap < 0.0 || (THUD_TOUCHING_OVERLAPS && gap == 0.0);
}

/* The check of a box as in thud_volume_check. */
thud_status thud_obb_check(const thud_obb *box);
