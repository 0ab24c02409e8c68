/*
 * Overlap, MTD and distance, all from the point of the Minkowski difference that is closest to the origin.
 */
#include "base/inline.h"
#include "narrowphase/arguments.h"
#include "narrowphase/difference.h"
#include "narrowphase/outlines.h"
#include "thud/narrowphase.h"

#include <float.h>

/* Places two outlines in their order by content, relative to the position of the first one. */
THUD_OWN_CODE void place_in_order(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                                  bool swapped, thud_placed placed[2]) {
    if (swapped) {
        thud_place_pair(b, pose_b, a, pose_a, placed);
    } else {
        thud_place_pair(a, pose_a, b, pose_b, placed);
    }
}

/* Two shapes in their order by content, relative to the position of the first. */
typedef struct measured_pair {
    bool swapped;
    thud_vec2 origin;
    thud_placed placed[2];
    thud_difference difference;
    thud_closest closest;
} measured_pair;

static void measure_outlines(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                             measured_pair *measured) {
    measured->swapped = thud_outlines_are_swapped(a, pose_a, b, pose_b);
    place_in_order(a, pose_a, b, pose_b, measured->swapped, measured->placed);
    thud_difference_build(&measured->placed[0], &measured->placed[1], &measured->difference);
    measured->origin = measured->swapped ? pose_b.position : pose_a.position;
    measured->closest = thud_difference_closest(&measured->difference);
}

static thud_vec2 caller_normal(const measured_pair *measured) {
    thud_vec2 normal = thud_double2_round(measured->closest.normal);
    return measured->swapped ? thud_vec2_neg(normal) : normal;
}

/* A point relative to the origin of the pair, in world coordinates. */
static thud_vec2 world_point(const measured_pair *measured, thud_double2 point) {
    return thud_vec2_make((float)(measured->origin.x + point.x), (float)(measured->origin.y + point.y));
}

/* Distance of a vertex from an edge above which rounding does not matter, as a part of the coordinates. */
#define CLEAR_SIDE 1.0e-9

typedef enum edge_result { UNCLEAR, APART, OVERLAPPING } edge_result;

static double size_of(const thud_placed *placed) {
    return thud_vertices_size(placed->vertices, placed->count, placed->radius);
}

/* The quick separation test: the edges of a polygon against the vertices of another core. APART: all are outside
 * of one edge by more than the radii. OVERLAPPING: one is inside of all edges. Both by more than `clear`. */
static edge_result test_edges(const thud_placed *polygon, const thud_placed *other, double clear) {
    uint32_t inside = polygon->count > 2 ? UINT32_MAX >> (32 - other->count) : 0; /* a bit per vertex */
    double radius = polygon->radius + other->radius + clear;
    for (int i = 0; i < polygon->count && polygon->count > 2; i++) {
        thud_double2 start = polygon->vertices[i];
        thud_double2 edge = thud_double2_sub(polygon->vertices[i + 1 < polygon->count ? i + 1 : 0], start);
        double length = thud_double2_length(edge), nearest = -INFINITY;
        for (int k = 0; k < other->count; k++) {
            double within = thud_double2_cross(edge, thud_double2_sub(other->vertices[k], start));
            nearest = within > nearest ? within : nearest;
            inside &= ~((uint32_t)(within <= clear * length) << k);
        }
        if (nearest < -length * radius) {
            return APART;
        }
    }
    return inside != 0 ? OVERLAPPING : UNCLEAR;
}

/* Whether a vertex is nearer to the first one of a rounded shape than the radii, by more than `clear` [m]. */
THUD_OWN_CODE bool is_vertex_near(const thud_placed *polygon, const thud_placed *rounded, double clear) {
    double reach = polygon->radius + rounded->radius - clear;
    bool is_near = false;
    for (int i = 0; i < polygon->count && !is_near && reach > 0.0; i++) {
        thud_double2 arm = thud_double2_sub(polygon->vertices[i], rounded->vertices[0]);
        is_near = thud_double2_dot(arm, arm) < reach * reach;
    }
    return is_near;
}

bool thud_outlines_overlap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b) {
    thud_placed placed[2];
    place_in_order(a, pose_a, b, pose_b, thud_outlines_are_swapped(a, pose_a, b, pose_b), placed);
    double clear = CLEAR_SIDE * (size_of(&placed[0]) + size_of(&placed[1]));
    edge_result result = is_vertex_near(&placed[0], &placed[1], clear)
                             ? OVERLAPPING
                             : test_edges(&placed[0], &placed[1], clear);
    if (result == UNCLEAR) {
        result = test_edges(&placed[1], &placed[0], clear);
    }
    if (result != UNCLEAR) {
        return result == OVERLAPPING;
    }
    thud_difference difference;
    thud_difference_build(&placed[0], &placed[1], &difference);
    return thud_difference_closest(&difference).separation < 0.0;
}

bool thud_overlap(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b) {
    if (thud_check_pair(a, pose_a, b, pose_b) != THUD_OK) {
        return false;
    }
    return thud_outlines_overlap(thud_outline_of(a), pose_a, thud_outline_of(b), pose_b);
}

thud_status thud_find_mtd(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b,
                          thud_mtd *mtd) {
    thud_status status = mtd == NULL ? THUD_NULL_ARGUMENT : thud_check_pair(a, pose_a, b, pose_b);
    if (status != THUD_OK) {
        return status;
    }
    thud_mtd found = {0};
    measured_pair measured;
    measure_outlines(thud_outline_of(a), pose_a, thud_outline_of(b), pose_b, &measured);
    if (measured.closest.separation < 0.0) {
        found.overlap = true;
        found.depth = (float)-measured.closest.separation;
        found.normal = caller_normal(&measured);
        found.translation = thud_vec2_scale(found.normal, -found.depth);
    }
    *mtd = found;
    return THUD_OK;
}

bool thud_outlines_distance(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                            thud_distance_result *result) {
    thud_distance_result found = {0};
    measured_pair measured;
    measure_outlines(a, pose_a, b, pose_b, &measured);
    if (measured.closest.separation > (double)FLT_MAX) {
        return false;
    }
    if (measured.closest.separation > 0.0) {
        thud_double2 points[2];
        thud_difference_points(&measured.difference, measured.placed, &measured.closest, points);
        found.distance = (float)measured.closest.separation;
        found.point_a = world_point(&measured, points[measured.swapped ? 1 : 0]);
        found.point_b = world_point(&measured, points[measured.swapped ? 0 : 1]);
        found.normal = caller_normal(&measured);
    } else {
        found.point_a = world_point(&measured, thud_difference_common_point(
                                                   &measured.difference, measured.placed, &measured.closest));
        found.point_b = found.point_a;
    }
    *result = found;
    return true;
}

thud_status thud_find_distance(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b,
                               thud_distance_result *result) {
    thud_status status = result == NULL ? THUD_NULL_ARGUMENT : thud_check_pair(a, pose_a, b, pose_b);
    if (status != THUD_OK) {
        return status;
    }
    return thud_outlines_distance(thud_outline_of(a), pose_a, thud_outline_of(b), pose_b, result)
               ? THUD_OK
               : THUD_OUT_OF_RANGE;
}

bool thud_outlines_gap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b, float margin,
                       thud_gap *gap) {
    measured_pair measured;
    measure_outlines(a, pose_a, b, pose_b, &measured);
    if (measured.closest.separation > (double)margin) {
        return false;
    }
    thud_double2 points[2];
    gap->separation = (float)measured.closest.separation;
    gap->normal = caller_normal(&measured);
    gap->count = thud_support_points(measured.placed, measured.closest.normal, points);
    for (int i = 0; i < gap->count; i++) {
        gap->points[i] = world_point(&measured, points[i]);
    }
    return true;
}
