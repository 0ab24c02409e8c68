/*
 * Two oriented boxes in space by separating axes. Boxes are apart if and only if they are apart along one of
 * 15 axes: the three face normals of each, and the cross product of each edge direction of one with each of
 * the other. Along an axis n the boxes reach r = ex |n . u0| + ey |n . u1| + ez |n . u2| from their centres.
 *
 * Parallel edges have no cross product; face normals then show the separation. So cross products shorter than
 * parallel_limit, the sine of the angle between the edges, are skipped: at that angle the two axes differ by less
 * than the precision of float.
 */
#include "geometry/precise3.h"

static const double parallel_limit = 1.0e-7;

enum { axis_count = 15 };

/* r(axis), see above. */
static double projection_radius(const thud_obb3 *box, thud_double3 axis) {
    const double extents[3] = {box->extents.x, box->extents.y, box->extents.z};
    double radius = 0.0;
    for (int i = 0; i < 3; i++) {
        radius += extents[i] * fabs(thud_double3_dot(axis, thud_double3_of(box->rotation.axis[i])));
    }
    return radius;
}

/* Unit vector along axis `index` of the 15; false for the cross product of parallel edges. */
static bool find_axis(const thud_obb3 *a, const thud_obb3 *b, int index, thud_double3 *axis) {
    if (index < 6) {
        *axis = thud_double3_of(index < 3 ? a->rotation.axis[index] : b->rotation.axis[index - 3]);
        return true;
    }
    int pair = index - 6;
    thud_double3 cross = thud_double3_cross(thud_double3_of(a->rotation.axis[pair / 3]),
                                            thud_double3_of(b->rotation.axis[pair % 3]));
    double length = thud_double3_length(cross);
    if (length < parallel_limit) {
        return false;
    }
    *axis = thud_double3_scale(cross, 1.0 / length);
    return true;
}

/* The depth of the overlap along an axis; 0 or less without one. */
static double depth_along(const thud_obb3 *a, const thud_obb3 *b, thud_double3 axis) {
    double distance = thud_double3_dot(thud_arrow3(a->center, b->center), axis);
    return projection_radius(a, axis) + projection_radius(b, axis) - fabs(distance);
}

static bool is_overlap(double depth) {
    return depth > 0.0 || (THUD_TOUCHING_OVERLAPS_3D && depth == 0.0);
}

/* The axis of least depth among those from 0 to 14; -1 if the boxes are apart along one. */
static int find_least_depth(const thud_obb3 *a, const thud_obb3 *b, double *least) {
    int best = -1;
    for (int i = 0; i < axis_count; i++) {
        thud_double3 axis;
        if (!find_axis(a, b, i, &axis)) {
            continue;
        }
        double depth = depth_along(a, b, axis);
        if (!is_overlap(depth)) {
            return -1;
        }
        if (best < 0 || depth < *least) {
            best = i;
            *least = depth;
        }
    }
    return best;
}

bool thud_obb3_overlaps(const thud_obb3 *a, const thud_obb3 *b) {
    double depth;
    return thud_obb3_is_valid(a) && thud_obb3_is_valid(b) && find_least_depth(a, b, &depth) >= 0;
}

bool thud_obb3_find_mtd(const thud_obb3 *a, const thud_obb3 *b, thud_obb3_mtd *mtd) {
    if (mtd == NULL) {
        return false;
    }
    thud_obb3_mtd none = {.depth = 0.0f};
    *mtd = none;
    if (!thud_obb3_is_valid(a) || !thud_obb3_is_valid(b)) {
        return false;
    }
    double depth = 0.0;
    int best = find_least_depth(a, b, &depth);
    if (best < 0) {
        return false;
    }
    thud_double3 axis = {0.0, 0.0, 0.0};
    find_axis(a, b, best, &axis);
    bool b_is_ahead = thud_double3_dot(thud_arrow3(a->center, b->center), axis) > 0.0;
    mtd->depth = (float)depth;
    mtd->axis = best;
    mtd->translation = thud_double3_round(thud_double3_scale(axis, b_is_ahead ? -depth : depth));
    return true;
}
