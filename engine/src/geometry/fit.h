/*
 * A cloud: the input of fits of bounding volumes. Points, or the core vertices of one or two rounded
 * objects: the points before `split` are the centres of discs of radius[0], the others of radius[1]. So the
 * same fits serve points, shapes and merges.
 */
#pragma once

#include "geometry/precise.h"
#include "thud/bounds.h"

typedef struct thud_cloud {
    const thud_vec2 *points;
    int count;
    int split;
    float radius[2];
} thud_cloud;

/* Whether points can be fitted by `volume`: THUD_NULL_ARGUMENT, THUD_TOO_FEW_POINTS, THUD_NOT_FINITE or THUD_OK. */
thud_status thud_fit_check(const void *points, int count, int dimensions, const void *volume);

thud_obb thud_fit_obb(const thud_cloud *cloud, thud_rot direction);

/* The first axis of the box of smallest area. */
thud_rot thud_smallest_area_direction(const thud_vec2 *points, int count);

/* The centre of the smallest circle around points, at least one. */
thud_double2 thud_smallest_circle_center(const thud_vec2 *points, int count);
