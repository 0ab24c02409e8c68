/*
 * Ray and shape casts: a ray from the origin into the Minkowski difference. A ray against a shape is the case
 * where a is a point.
 */
#include "narrowphase/arguments.h"
#include "narrowphase/difference.h"
#include "thud/narrowphase.h"

/* What a placed pair meets along a translation of its first; false for nothing. The point is relative to the
 * pair's origin. */
static thud_cast_hit cast_pair(const thud_placed placed[2], thud_vec2 translation, thud_double2 *point) {
    thud_cast_hit hit = {0};
    thud_difference difference;
    thud_difference_build(&placed[0], &placed[1], &difference);
    thud_closest closest = thud_difference_closest(&difference);
    thud_double2 points[2];
    if (closest.separation < 0.0) {
        hit.hit = true;
        thud_difference_points(&difference, placed, &closest, points);
        *point = (thud_double2){0.5 * (points[0].x + points[1].x), 0.5 * (points[0].y + points[1].y)};
        return hit;
    }
    thud_entry entry = thud_difference_cast(&difference, (thud_double2){translation.x, translation.y});
    if (!entry.hit || entry.fraction > 1.0) {
        return hit;
    }
    thud_placed touching[2] = {placed[0], placed[1]};
    for (int i = 0; i < touching[0].count; i++) {
        touching[0].vertices[i].x += entry.fraction * translation.x;
        touching[0].vertices[i].y += entry.fraction * translation.y;
    }
    int count = thud_support_points(touching, (thud_double2){-entry.normal.x, -entry.normal.y}, points);
    *point =
        (thud_double2){0.5 * (points[0].x + points[count - 1].x), 0.5 * (points[0].y + points[count - 1].y)};
    hit.hit = true;
    hit.fraction = (float)entry.fraction;
    hit.normal = thud_double2_round(entry.normal);
    return hit;
}

thud_status thud_cast_ray(const thud_shape *shape, thud_pose pose, thud_vec2 origin, thud_vec2 translation,
                          thud_cast_hit *hit) {
    thud_status status = hit == NULL ? THUD_NULL_ARGUMENT : thud_check_placed(shape, pose);
    if (status == THUD_OK && (!thud_vec2_is_finite(origin) || !thud_vec2_is_finite(translation))) {
        status = THUD_NOT_FINITE;
    }
    if (status != THUD_OK) {
        return status;
    }
    thud_placed placed[2] = {{.count = 1}};
    thud_place(shape, thud_arrow(origin, pose.position), pose.rotation, &placed[1]);
    thud_double2 point = {0.0, 0.0};
    *hit = cast_pair(placed, translation, &point);
    if (hit->hit) { /* on the ray itself */
        hit->point = thud_vec2_mul_add(origin, hit->fraction, translation);
    }
    return THUD_OK;
}

thud_status thud_cast_shape(const thud_shape *a, thud_pose pose_a, thud_vec2 translation, const thud_shape *b,
                            thud_pose pose_b, thud_cast_hit *hit) {
    thud_status status = hit == NULL ? THUD_NULL_ARGUMENT : thud_check_pair(a, pose_a, b, pose_b);
    if (status == THUD_OK && !thud_vec2_is_finite(translation)) {
        status = THUD_NOT_FINITE;
    }
    if (status != THUD_OK) {
        return status;
    }
    thud_placed placed[2];
    thud_place(a, (thud_double2){0.0, 0.0}, pose_a.rotation, &placed[0]);
    thud_place(b, thud_arrow(pose_a.position, pose_b.position), pose_b.rotation, &placed[1]);
    thud_double2 point = {0.0, 0.0};
    *hit = cast_pair(placed, translation, &point);
    if (hit->hit) {
        hit->point =
            thud_vec2_make((float)(pose_a.position.x + point.x), (float)(pose_a.position.y + point.y));
    }
    return THUD_OK;
}
