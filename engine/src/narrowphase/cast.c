/*
 * Ray and shape casts: a ray from the origin into the Minkowski difference. A ray against a shape is the case
 * where a is a point.
 */
#include "narrowphase/arguments.h"
#include "narrowphase/difference.h"
#include "narrowphase/outlines.h"
#include "thud/narrowphase.h"

/* The entry of the path of the first of a placed pair into their difference; no hit if there is none. */
static thud_cast_hit enter(const thud_difference *difference, thud_double2 translation, thud_entry *entry) {
    thud_cast_hit hit = {0};
    *entry = thud_difference_cast(difference, translation);
    if (entry->hit && entry->fraction <= 1.0) {
        hit.hit = true;
        hit.fraction = (float)entry->fraction;
        hit.normal = thud_double2_round(entry->normal);
    }
    return hit;
}

/* The distance beyond the radius that is clear, as a part of the coordinates: far above their rounding. */
#define CLEARLY_BEYOND 1.0e-9

/* A little more than the radius. */
static double clear_reach(const thud_difference *shape) {
    return shape->radius +
           2.0 * CLEARLY_BEYOND * thud_vertices_size(shape->vertices, shape->count, shape->radius);
}

/* Whether the whole shape lies clearly on one side of the ray from the origin, behind it or beyond its end. */
static bool is_clear_of_ray(const thud_difference *shape, thud_double2 translation, double reach) {
    double lowest = INFINITY, highest = -INFINITY, first = INFINITY, last = -INFINITY;
    for (int i = 0; i < shape->count; i++) {
        double side = thud_double2_cross(translation, shape->vertices[i]);
        double along = thud_double2_dot(translation, shape->vertices[i]);
        lowest = thud_double_min(side, lowest);
        highest = thud_double_max(side, highest);
        first = thud_double_min(along, first);
        last = thud_double_max(along, last);
    }
    double squared_length = thud_double2_dot(translation, translation), margin = reach * sqrt(squared_length);
    return lowest > margin || highest < -margin || last < -margin || first > squared_length + margin;
}

/* Whether a pair overlaps, and how deep; a pair that is clearly apart is not measured. */
static bool starts_inside(const thud_difference *difference, double reach, thud_closest *closest) {
    if (thud_difference_is_apart(difference, reach)) {
        return false;
    }
    *closest = thud_difference_closest(difference);
    return closest->separation < 0.0;
}

thud_cast_hit thud_outline_cast_ray(thud_outline outline, thud_pose pose, thud_vec2 origin,
                                    thud_vec2 translation, float near, bool *is_near) {
    thud_difference difference;
    thud_difference_of_point(outline, thud_arrow(origin, pose.position), pose.rotation, &difference);
    thud_double2 path = {translation.x, translation.y};
    thud_cast_hit hit = {0};
    double reach = clear_reach(&difference);
    *is_near = !is_clear_of_ray(&difference, path, reach + (double)near);
    if (!*is_near) {
        return hit;
    }
    thud_entry entry = {.fraction = 0.0};
    thud_closest closest;
    if (starts_inside(&difference, reach, &closest)) {
        hit.hit = true;
    } else {
        hit = enter(&difference, path, &entry);
    }
    if (hit.hit) { /* on the ray itself */
        hit.point =
            thud_double2_round_in_range(thud_double2_mul_add(thud_double2_of(origin), entry.fraction, path));
    }
    return hit;
}

thud_status thud_cast_ray(const thud_shape *shape, thud_pose pose, thud_vec2 origin, thud_vec2 translation,
                          thud_cast_hit *hit) {
    thud_status status = hit == NULL ? THUD_NULL_ARGUMENT : thud_check_placed(shape, pose);
    if (status == THUD_OK && (!thud_vec2_is_finite(origin) || !thud_vec2_is_finite(translation))) {
        status = THUD_NOT_FINITE;
    }
    if (status == THUD_OK) {
        bool is_near;
        *hit = thud_outline_cast_ray(thud_outline_of(shape), pose, origin, translation, 0.0f, &is_near);
    }
    return status;
}

/* The point at which the first of a pair touches the second at the end of its path. */
static thud_double2 middle_of_touch(thud_placed placed[2], thud_double2 translation,
                                    const thud_entry *entry) {
    thud_double2 points[2];
    for (int i = 0; i < placed[0].count; i++) {
        placed[0].vertices[i].x += entry->fraction * translation.x;
        placed[0].vertices[i].y += entry->fraction * translation.y;
    }
    int count = thud_support_points(placed, thud_double2_neg(entry->normal), points);
    return (thud_double2){0.5 * (points[0].x + points[count - 1].x),
                          0.5 * (points[0].y + points[count - 1].y)};
}

/* The largest sine of a motion into a face, to which the motion is parallel. More than the rounding of floats: beside a seam the
 * normal of a round shape is that of a corner, and if it leans less than LEAST_RISE (ghosts.c) no neighbour hides the corner. */
#define SLIDE_SINE 2.0e-5

/* Whether a motion of the first of an overlapping pair leads deeper in along the MTD, or there is none. Otherwise the
 * overlap along that axis never grows, and it bounds the depth. */
static bool leads_in(const thud_closest *closest, thud_double2 translation) {
    double length = thud_double2_length(translation);
    return length == 0.0 || thud_double2_dot(closest->normal, translation) > SLIDE_SINE * length;
}

thud_cast_hit thud_outline_cast(thud_outline a, thud_pose pose_a, thud_vec2 translation, thud_outline b,
                                thud_pose pose_b) {
    thud_placed placed[2];
    thud_place_pair(a, pose_a, b, pose_b, placed);
    thud_difference difference;
    thud_double2 path = {translation.x, translation.y}, point;
    thud_cast_hit hit = {0};
    thud_difference_build(&placed[0], &placed[1], &difference);
    thud_closest closest;
    if (starts_inside(&difference, clear_reach(&difference), &closest)) {
        if (!leads_in(&closest, path)) {
            return hit;
        }
        hit.hit = true;
        hit.normal = thud_double2_round(thud_double2_neg(closest.normal));
        hit.depth = (float)-closest.separation;
        point = thud_difference_common_point(&difference, placed, &closest);
    } else {
        thud_entry entry;
        hit = enter(&difference, path, &entry);
        if (!hit.hit) {
            return hit;
        }
        point = middle_of_touch(placed, path, &entry);
    }
    hit.point =
        thud_double2_round_in_range((thud_double2){pose_a.position.x + point.x, pose_a.position.y + point.y});
    return hit;
}

thud_status thud_cast_shape(const thud_shape *a, thud_pose pose_a, thud_vec2 translation, const thud_shape *b,
                            thud_pose pose_b, thud_cast_hit *hit) {
    thud_status status = hit == NULL ? THUD_NULL_ARGUMENT : thud_check_pair(a, pose_a, b, pose_b);
    if (status == THUD_OK && !thud_vec2_is_finite(translation)) {
        status = THUD_NOT_FINITE;
    }
    if (status == THUD_OK) {
        *hit = thud_outline_cast(thud_outline_of(a), pose_a, translation, thud_outline_of(b), pose_b);
    }
    return status;
}
