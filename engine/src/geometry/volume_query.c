/*
 * volume_query.c: queries of bounding volumes: overlap, containment, distance, projection, hits of a segment. All are
 * computed for cores (volume_core.h) except containment, which is exact and written for each kind.
 */
#include <float.h>

#include "geometry/volume_core.h"
#include "thud/bounds.h"

typedef struct interval {
    double min, max;
} interval;

/* The projection of the vertices on an axis, without the radius. */
static interval project_core(const thud_core *core, thud_double2 axis) {
    double first = thud_double2_dot(core->vertices[0], axis);
    interval covered = {first, first};
    for (int i = 1; i < core->count; i++) {
        double along = thud_double2_dot(core->vertices[i], axis);
        covered.min = thud_double_min(along, covered.min);
        covered.max = thud_double_max(along, covered.max);
    }
    return covered;
}

/* The gap between the projections of two cores on an axis; negative by the overlap. */
static double gap_along(const thud_core *a, const thud_core *b, thud_double2 axis) {
    interval of_a = project_core(a, axis);
    interval of_b = project_core(b, axis);
    return thud_double_max(of_b.min - of_a.max, of_a.min - of_b.max);
}

static double edge_distance_squared(const thud_core *core, thud_double2 point) {
    double nearest = HUGE_VAL;
    for (int i = 0; i < core->count; i++) {
        thud_double2 next = core->vertices[i + 1 < core->count ? i + 1 : 0];
        nearest = thud_double_min(nearest, thud_segment_distance_squared(core->vertices[i], next, point));
    }
    return nearest;
}

/* Square of the distance between two cores that do not overlap: between a vertex of one and an edge of the other. */
static double apart_distance_squared(const thud_core *a, const thud_core *b) {
    double nearest = HUGE_VAL;
    for (int i = 0; i < a->count; i++) {
        nearest = thud_double_min(nearest, edge_distance_squared(b, a->vertices[i]));
    }
    for (int i = 0; i < b->count; i++) {
        nearest = thud_double_min(nearest, edge_distance_squared(a, b->vertices[i]));
    }
    return nearest;
}

/* Separating axes first, the edge normals of both: they decide it unless the radii reach across a gap, or two
 * points have no axes. Then the corners count too, and the distance decides. The axes need not have length
 * one: along an axis n the radii reach (r_a + r_b) |n|, which is compared as a square. */
static bool cores_overlap(const thud_core *a, const thud_core *b) {
    double reach = a->radius + b->radius;
    int count = a->axis_count + b->axis_count;
    bool is_decided = count > 0;
    for (int i = 0; i < count; i++) {
        thud_double2 axis = i < a->axis_count ? a->axes[i] : b->axes[i - a->axis_count];
        double gap = gap_along(a, b, axis);
        if (gap >= 0.0 && !thud_is_overlap(gap * gap - reach * reach * thud_double2_dot(axis, axis))) {
            return false;
        }
        is_decided = is_decided && thud_is_overlap(gap);
    }
    return is_decided || thud_is_overlap(apart_distance_squared(a, b) - reach * reach);
}

bool thud_volume_overlaps(const thud_volume *a, const thud_volume *b) {
    thud_core core_a;
    thud_core core_b;
    return thud_core_of_volume(a, &core_a) && thud_core_of_volume(b, &core_b) &&
           cores_overlap(&core_a, &core_b);
}

double thud_core_point_distance_squared(const thud_core *core, thud_double2 point) {
    bool inside = core->count >= 3;
    for (int i = 0; i < core->axis_count && inside; i++) {
        interval covered = project_core(core, core->axes[i]);
        double along = thud_double2_dot(point, core->axes[i]);
        inside = covered.min <= along && along <= covered.max;
    }
    return inside ? 0.0 : edge_distance_squared(core, point);
}

static bool dop8_contains(const thud_dop8 *dop, thud_vec2 point) {
    const double along[4] = {point.x, point.y, (double)point.x + point.y, (double)point.x - point.y};
    for (int i = 0; i < 4; i++) {
        if (along[i] < dop->min[i] || along[i] > dop->max[i]) {
            return false;
        }
    }
    return true;
}

bool thud_volume_contains(const thud_volume *volume, thud_vec2 point) {
    thud_core core;
    if (!thud_core_of_volume(volume, &core) || !thud_vec2_is_finite(point)) {
        return false;
    }
    switch (volume->kind) {
    case THUD_VOLUME_AABB:
        return thud_aabb_contains_point(volume->aabb, point);
    case THUD_VOLUME_OBB: {
        thud_double2 local = thud_obb_local(&volume->obb, point);
        return fabs(local.x) <= volume->obb.extents.x && fabs(local.y) <= volume->obb.extents.y;
    }
    case THUD_VOLUME_DOP8:
        return dop8_contains(&volume->dop8, point);
    default:
        return thud_core_point_distance_squared(&core, thud_double2_of(point)) <= core.radius * core.radius;
    }
}

float thud_volume_distance(const thud_volume *volume, thud_vec2 point) {
    thud_core core;
    if (!thud_vec2_is_finite(point) || !thud_core_of_volume(volume, &core) ||
        thud_volume_contains(volume, point)) {
        return 0.0f;
    }
    double distance = sqrt(thud_core_point_distance_squared(&core, thud_double2_of(point))) - core.radius;
    return distance < 0.0 ? 0.0f : thud_min((float)thud_double_min(distance, FLT_MAX), FLT_MAX);
}

thud_projection thud_volume_project(const thud_volume *volume, thud_vec2 axis) {
    thud_projection none = {0.0f, 0.0f};
    thud_core core;
    if (!thud_vec2_is_finite(axis) || !thud_core_of_volume(volume, &core)) {
        return none;
    }
    thud_double2 direction = thud_double2_of(axis);
    interval covered = project_core(&core, direction);
    double reach = core.radius * thud_double2_length(direction);
    return (thud_projection){thud_round_down(covered.min - reach), thud_round_up(covered.max + reach)};
}

/* ---- segments ---- */

/* A segment: the points start + t * arm, 0 <= t <= 1. */
typedef struct segment_path {
    thud_double2 start, arm;
} segment_path;

/* The first time at which a path from outside meets the circle |p - center| = radius; above 1 if it does not. */
static double meet_circle(const segment_path *path, thud_double2 center, double radius) {
    /* |arm|^2 t^2 + 2 dot(from, arm) t + |from|^2 - radius^2 = 0, the smaller root */
    thud_double2 from = thud_double2_sub(path->start, center);
    double a = thud_double2_dot(path->arm, path->arm);
    double b = thud_double2_dot(from, path->arm);
    double c = thud_double2_dot(from, from) - radius * radius;
    double discriminant = b * b - a * c;
    if (b >= 0.0 || discriminant < 0.0) {
        return HUGE_VAL;
    }
    return (-b - sqrt(discriminant)) / a;
}

/* The same for the two segments parallel to the edge a b at a distance of `radius`. */
static double meet_sides(const segment_path *path, thud_double2 a, thud_double2 b, double radius) {
    thud_double2 edge = thud_double2_sub(b, a);
    double length = thud_double2_length(edge);
    if (length == 0.0) {
        return HUGE_VAL;
    }
    thud_double2 from = thud_double2_sub(path->start, a);
    double height = thud_double2_cross(edge, from) / length;
    double climb = thud_double2_cross(edge, path->arm) / length;
    bool approaches = height > 0.0 ? climb < 0.0 : climb > 0.0;
    if (!approaches || fabs(height) < radius) {
        return HUGE_VAL; /* between the lines: only the ends can be hit */
    }
    double t = (fabs(height) - radius) / fabs(climb);
    double along = thud_double2_dot(edge, from) + t * thud_double2_dot(edge, path->arm);
    return along >= 0.0 && along <= length * length ? t : HUGE_VAL;
}

bool thud_volume_hit_by_segment(const thud_volume *volume, thud_vec2 p1, thud_vec2 p2, float *fraction) {
    thud_core core;
    if (!thud_vec2_is_finite(p1) || !thud_vec2_is_finite(p2) || !thud_core_of_volume(volume, &core)) {
        return false;
    }
    double first = HUGE_VAL;
    if (thud_volume_contains(volume, p1)) {
        first = 0.0;
    } else {
        /* From outside, the first point of a rounded polygon lies on a rounded edge. */
        segment_path path = {thud_double2_of(p1), thud_arrow(p1, p2)};
        for (int i = 0; i < core.count; i++) {
            thud_double2 a = core.vertices[i];
            thud_double2 b = core.vertices[i + 1 < core.count ? i + 1 : 0];
            first = thud_double_min(first, meet_circle(&path, a, core.radius));
            first = thud_double_min(first, meet_sides(&path, a, b, core.radius));
        }
    }
    if (!(first <= 1.0)) {
        return false;
    }
    if (fraction != NULL) {
        *fraction = (float)thud_double_max(first, 0.0);
    }
    return true;
}
