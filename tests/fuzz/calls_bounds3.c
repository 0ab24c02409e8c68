/* Boxes in space. */
#include "play.h"

static thud_vec3 any_vec3(fuzz_play *play, float reach) {
    thud_vec3 v;
    v.x = fuzz_number(play->in, reach);
    v.y = fuzz_number(play->in, reach);
    v.z = fuzz_number(play->in, reach);
    return v;
}

static thud_pose3 any_pose3(fuzz_play *play) {
    thud_pose3 pose;
    thud_vec3 axis = any_vec3(play, 1);
    pose.position = any_vec3(play, 3);
    pose.rotation = thud_basis3_from_axis_angle(axis, fuzz_number(play->in, THUD_PI));
    if (fuzz_rarely(play->in, 16)) {
        pose.rotation.axis[1] = any_vec3(play, 1);
    }
    return pose;
}

static thud_aabb3 any_aabb3(fuzz_play *play) {
    thud_aabb3 box;
    box.min = any_vec3(play, 3);
    thud_vec3 size = any_vec3(play, 3);
    box.max =
        (thud_vec3){box.min.x + thud_abs(size.x), box.min.y + thud_abs(size.y), box.min.z + thud_abs(size.z)};
    if (fuzz_rarely(play->in, 16)) {
        box.max.y = fuzz_number(play->in, 3);
    }
    return box;
}

static thud_obb3 any_obb3(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    return thud_obb3_of_aabb(box, any_pose3(play));
}

static int any_points3(fuzz_play *play, thud_vec3 *points) {
    int count = fuzz_choice(play->in, 12);
    for (int i = 0; i < count; i++) {
        points[i] = any_vec3(play, 3);
    }
    return count;
}

static bool see_vec3(fuzz_play *play, thud_vec3 v) {
    fuzz_see_number(play, v.x);
    fuzz_see_number(play, v.y);
    fuzz_see_number(play, v.z);
    return true;
}

static bool basis3_identity(fuzz_play *play) {
    return see_vec3(play, thud_basis3_identity().axis[0]);
}

static bool basis3_from_axis_angle(fuzz_play *play) {
    return see_vec3(play, any_pose3(play).rotation.axis[2]);
}

static bool basis3_mul(fuzz_play *play) {
    thud_pose3 a = any_pose3(play);
    thud_pose3 b = any_pose3(play);
    return see_vec3(play, thud_basis3_mul(a.rotation, b.rotation).axis[1]);
}

static bool pose3_identity(fuzz_play *play) {
    return see_vec3(play, thud_pose3_identity().position);
}

static bool pose3_apply(fuzz_play *play) {
    thud_pose3 pose = any_pose3(play);
    return see_vec3(play, thud_pose3_apply(pose, any_vec3(play, 3)));
}

static bool pose3_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_pose3_is_valid(any_pose3(play)));
}

static bool aabb3_of_points(fuzz_play *play) {
    thud_vec3 points[12];
    thud_aabb3 box;
    int count = any_points3(play, points);
    return fuzz_see_status(play, thud_aabb3_of_points(points, count, &box));
}

static bool aabb3_is_valid(fuzz_play *play) {
    return fuzz_see_bool(play, thud_aabb3_is_valid(any_aabb3(play)));
}

static bool aabb3_union(fuzz_play *play) {
    thud_aabb3 a = any_aabb3(play);
    return see_vec3(play, thud_aabb3_union(a, any_aabb3(play)).min);
}

static bool aabb3_moved(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    return see_vec3(play, thud_aabb3_moved(box, any_pose3(play)).max);
}

static bool aabb3_overlaps(fuzz_play *play) {
    thud_aabb3 a = any_aabb3(play);
    return fuzz_see_bool(play, thud_aabb3_overlaps(a, any_aabb3(play)));
}

static bool aabb3_contains_point(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    return fuzz_see_bool(play, thud_aabb3_contains_point(box, any_vec3(play, 3)));
}

static bool aabb3_contains(fuzz_play *play) {
    thud_aabb3 a = any_aabb3(play);
    return fuzz_see_bool(play, thud_aabb3_contains(a, any_aabb3(play)));
}

static bool placed_aabb3_make(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    thud_placed_aabb3 placed = thud_placed_aabb3_make(box, any_pose3(play));
    return placed.dirty;
}

static bool placed_aabb3_set_pose(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    thud_placed_aabb3 placed = thud_placed_aabb3_make(box, thud_pose3_identity());
    bool null = fuzz_rarely(play->in, 16);
    thud_placed_aabb3_set_pose(null ? NULL : &placed, any_pose3(play));
    return see_vec3(play, thud_placed_aabb3_get(&placed).min);
}

static bool placed_aabb3_get(fuzz_play *play) {
    thud_aabb3 box = any_aabb3(play);
    thud_placed_aabb3 placed = thud_placed_aabb3_make(box, any_pose3(play));
    thud_placed_aabb3_get(NULL);
    return see_vec3(play, thud_placed_aabb3_get(&placed).max);
}

static bool obb3_of_aabb(fuzz_play *play) {
    return see_vec3(play, any_obb3(play).center);
}

static bool obb3_of_covariance(fuzz_play *play) {
    thud_vec3 points[12];
    thud_obb3 box;
    int count = any_points3(play, points);
    return fuzz_see_status(play, thud_obb3_of_covariance(points, count, &box));
}

static bool obb3_is_valid(fuzz_play *play) {
    thud_obb3 box = any_obb3(play);
    return fuzz_see_bool(play, thud_obb3_is_valid(&box));
}

static bool obb3_moved(fuzz_play *play) {
    thud_obb3 box = any_obb3(play);
    return see_vec3(play, thud_obb3_moved(&box, any_pose3(play)).center);
}

static bool obb3_corners(fuzz_play *play) {
    thud_obb3 box = any_obb3(play);
    thud_vec3 corners[8];
    thud_obb3_corners(&box, corners);
    return see_vec3(play, corners[7]);
}

static bool obb3_contains_point(fuzz_play *play) {
    thud_obb3 box = any_obb3(play);
    return fuzz_see_bool(play, thud_obb3_contains_point(&box, any_vec3(play, 3)));
}

static bool obb3_overlaps(fuzz_play *play) {
    thud_obb3 a = any_obb3(play);
    thud_obb3 b = any_obb3(play);
    bool overlap = thud_obb3_overlaps(&a, &b);
    fuzz_check(thud_obb3_overlaps(&b, &a) == overlap, "boxes overlap one way only");
    return fuzz_see_bool(play, overlap);
}

static bool obb3_find_mtd(fuzz_play *play) {
    thud_obb3 a = any_obb3(play);
    thud_obb3 b = any_obb3(play);
    thud_obb3_mtd mtd;
    bool overlap = thud_obb3_find_mtd(&a, &b, &mtd);
    fuzz_check(overlap == thud_obb3_overlaps(&a, &b), "boxes with a way out %d", overlap);
    return see_vec3(play, mtd.translation);
}

static bool obb3_hit_by_ray(fuzz_play *play) {
    thud_obb3 box = any_obb3(play);
    thud_vec3 origin = any_vec3(play, 5);
    float fraction = 0.0f;
    bool hit = thud_obb3_hit_by_ray(&box, origin, any_vec3(play, 9), &fraction);
    fuzz_check(fraction >= 0.0f && fraction <= 1.0f, "fraction %g", (double)fraction);
    return fuzz_see_bool(play, hit);
}

static const fuzz_row bounds3_rows[] = {
    {"thud_basis3_identity", FUZZ_ALONE, basis3_identity},
    {"thud_basis3_from_axis_angle", FUZZ_ALONE, basis3_from_axis_angle},
    {"thud_basis3_mul", FUZZ_ALONE, basis3_mul},
    {"thud_pose3_identity", FUZZ_ALONE, pose3_identity},
    {"thud_pose3_apply", FUZZ_ALONE, pose3_apply},
    {"thud_pose3_is_valid", FUZZ_ALONE, pose3_is_valid},
    {"thud_aabb3_of_points", FUZZ_ALONE, aabb3_of_points},
    {"thud_aabb3_is_valid", FUZZ_ALONE, aabb3_is_valid},
    {"thud_aabb3_union", FUZZ_ALONE, aabb3_union},
    {"thud_aabb3_moved", FUZZ_ALONE, aabb3_moved},
    {"thud_aabb3_overlaps", FUZZ_ALONE, aabb3_overlaps},
    {"thud_aabb3_contains_point", FUZZ_ALONE, aabb3_contains_point},
    {"thud_aabb3_contains", FUZZ_ALONE, aabb3_contains},
    {"thud_placed_aabb3_make", FUZZ_ALONE, placed_aabb3_make},
    {"thud_placed_aabb3_set_pose", FUZZ_ALONE, placed_aabb3_set_pose},
    {"thud_placed_aabb3_get", FUZZ_ALONE, placed_aabb3_get},
    {"thud_obb3_of_aabb", FUZZ_ALONE, obb3_of_aabb},
    {"thud_obb3_of_covariance", FUZZ_ALONE, obb3_of_covariance},
    {"thud_obb3_is_valid", FUZZ_ALONE, obb3_is_valid},
    {"thud_obb3_moved", FUZZ_ALONE, obb3_moved},
    {"thud_obb3_corners", FUZZ_ALONE, obb3_corners},
    {"thud_obb3_contains_point", FUZZ_ALONE, obb3_contains_point},
    {"thud_obb3_overlaps", FUZZ_ALONE, obb3_overlaps},
    {"thud_obb3_find_mtd", FUZZ_ALONE, obb3_find_mtd},
    {"thud_obb3_hit_by_ray", FUZZ_ALONE, obb3_hit_by_ray},
};
const fuzz_page fuzz_bounds3_page = FUZZ_PAGE(bounds3_rows);
