/*
 * Fits a volume around a cloud. The direction or centre is chosen first and rounded to float; sizes are
 * measured from there and rounded outwards: so a volume contains its points exactly, not just nearly.
 */
#include "geometry/fit.h"

#include "geometry/loop.h"
#include "geometry/make.h"
#include "geometry/volume_core.h"
#include "thud/shape.h"

static double radius_at(const thud_cloud *cloud, int i) {
    return cloud->radius[i < cloud->split ? 0 : 1];
}

thud_status thud_fit_check(const void *points, int count, int dimensions, const void *volume) {
    const float *coordinates = points;
    if (points == NULL || volume == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (count < 1) {
        return THUD_TOO_FEW_POINTS;
    }
    for (int64_t i = 0; i < (int64_t)dimensions * count; i++) {
        if (!thud_is_finite(coordinates[i])) {
            return THUD_NOT_FINITE;
        }
    }
    return THUD_OK;
}

/* The distance of the farthest disc's border from a core, rounded up to a float. */
static float reach_around(const thud_core *core, const thud_cloud *cloud) {
    float reach = 0.0f;
    for (int i = 0; i < cloud->count; i++) {
        double square = thud_core_point_distance_squared(core, thud_double2_of(cloud->points[i]));
        double radius = radius_at(cloud, i);
        float needed = radius == 0.0 ? thud_round_up_root(square) : thud_round_up(sqrt(square) + radius);
        reach = thud_max(reach, needed);
    }
    return reach;
}

/* Sets the radius of a circle, capsule or hull so that it contains the cloud. */
static float fitted_radius(const thud_volume *sharp, const thud_cloud *cloud) {
    thud_core core;
    return thud_core_of_volume(sharp, &core) ? reach_around(&core, cloud) : HUGE_VALF;
}

static void fit_circle(const thud_cloud *cloud, thud_volume *volume) {
    volume->circle.radius = 0.0f;
    volume->circle.center = thud_double2_round(thud_smallest_circle_center(cloud->points, cloud->count));
    volume->circle.radius = fitted_radius(volume, cloud);
}

static void fit_aabb(const thud_cloud *cloud, thud_volume *volume) {
    thud_aabb box = {{HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF}};
    for (int i = 0; i < cloud->count; i++) {
        thud_vec2 p = cloud->points[i];
        double radius = radius_at(cloud, i);
        box.min = thud_vec2_min(thud_vec2_make(thud_round_down(p.x - radius), thud_round_down(p.y - radius)),
                                box.min);
        box.max =
            thud_vec2_max(thud_vec2_make(thud_round_up(p.x + radius), thud_round_up(p.y + radius)), box.max);
    }
    volume->aabb = box;
}

thud_obb thud_fit_obb(const thud_cloud *cloud, thud_rot direction) {
    thud_obb box = {cloud->points[0], {0.0f, 0.0f}, direction};
    thud_double2 min = {HUGE_VAL, HUGE_VAL}, max = {-HUGE_VAL, -HUGE_VAL}, most = {0.0, 0.0};
    for (int i = 0; i < cloud->count; i++) {
        thud_double2 local = thud_obb_local(&box, cloud->points[i]);
        double radius = radius_at(cloud, i);
        min = thud_double2_min(min, (thud_double2){local.x - radius, local.y - radius});
        max = thud_double2_max(max, (thud_double2){local.x + radius, local.y + radius});
    }
    thud_double2 middle = {0.5 * (min.x + max.x), 0.5 * (min.y + max.y)};
    box.center = thud_double2_round(thud_double2_place(box.center, direction, middle));
    for (int i = 0; i < cloud->count; i++) {
        thud_double2 local = thud_obb_local(&box, cloud->points[i]);
        double radius = radius_at(cloud, i);
        most = thud_double2_max(most, (thud_double2){fabs(local.x) + radius, fabs(local.y) + radius});
    }
    box.extents = thud_vec2_make(thud_round_up(most.x), thud_round_up(most.y));
    return box;
}

static void fit_obb(const thud_cloud *cloud, thud_volume *volume) {
    volume->obb = thud_fit_obb(cloud, thud_smallest_area_direction(cloud->points, cloud->count));
}

static void fit_dop8(const thud_cloud *cloud, thud_volume *volume) {
    volume->dop8 = thud_dop8_empty();
    for (int i = 0; i < cloud->count; i++) {
        thud_dop8_add(&volume->dop8, thud_double2_of(cloud->points[i]), radius_at(cloud, i));
    }
}

/* Along the middle line of the box of smallest area, as wide as the cloud is across. A disc at (x, y) in that
 * frame fits into an end at e if |(x - e, y)| + its radius <= the capsule's radius: so each end moves inwards
 * as far as the discs allow. */
static void fit_capsule(const thud_cloud *cloud, thud_volume *volume) {
    thud_obb box = thud_fit_obb(cloud, thud_smallest_area_direction(cloud->points, cloud->count));
    bool upright = box.extents.y > box.extents.x;
    double across = upright ? box.extents.x : box.extents.y;
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int i = 0; i < cloud->count; i++) {
        thud_double2 local = thud_obb_local(&box, cloud->points[i]);
        double x = upright ? local.y : local.x;
        double y = upright ? local.x : local.y;
        double slack = across - radius_at(cloud, i);
        double inwards = sqrt(thud_double_max(slack * slack - y * y, 0.0));
        low = thud_double_min(low, x + inwards);
        high = thud_double_max(high, x - inwards);
    }
    if (low > high) { /* one circle contains all */
        low = 0.5 * (low + high);
        high = low;
    }
    thud_double2 along = upright ? (thud_double2){-box.rotation.s, box.rotation.c}
                                 : (thud_double2){box.rotation.c, box.rotation.s};
    thud_double2 center = thud_double2_of(box.center);
    volume->capsule.radius = 0.0f;
    volume->capsule.p1 = thud_double2_round(thud_double2_mul_add(center, low, along));
    volume->capsule.p2 = thud_double2_round(thud_double2_mul_add(center, high, along));
    volume->capsule.radius = fitted_radius(volume, cloud);
}

static void fit_hull(const thud_cloud *cloud, thud_volume *volume) {
    thud_vec2 loop[THUD_MAX_VERTICES];
    double tolerance = THUD_SHAPE_TOLERANCE * thud_points_extent(cloud->points, cloud->count);
    int count = thud_hull_loop(cloud->points, cloud->count, tolerance, THUD_MAX_VERTICES, loop, NULL);
    volume->hull.radius = 0.0f;
    volume->hull.count = thud_loop_simplify(loop, count, tolerance, volume->hull.vertices);
    volume->hull.radius = fitted_radius(volume, cloud);
}

/* The volume of a kind around a checked cloud. */
static thud_status fit(thud_volume_kind kind, const thud_cloud *cloud, thud_volume *volume) {
    static void (*const fits[])(const thud_cloud *cloud, thud_volume *volume) = {
        [THUD_VOLUME_CIRCLE] = fit_circle,   [THUD_VOLUME_AABB] = fit_aabb,
        [THUD_VOLUME_OBB] = fit_obb,         [THUD_VOLUME_DOP8] = fit_dop8,
        [THUD_VOLUME_CAPSULE] = fit_capsule, [THUD_VOLUME_HULL] = fit_hull};
    thud_volume fitted = {.kind = kind};
    if (kind == THUD_VOLUME_NONE || (size_t)kind >= sizeof fits / sizeof fits[0]) {
        return THUD_WRONG_KIND;
    }
    fits[kind](cloud, &fitted);
    if (thud_volume_check(&fitted) != THUD_OK) {
        return THUD_OUT_OF_RANGE;
    }
    *volume = fitted;
    return THUD_OK;
}

thud_status thud_volume_of_points(thud_volume_kind kind, const thud_vec2 *points, int count,
                                  thud_volume *volume) {
    thud_status status = thud_fit_check(points, count, 2, volume);
    if (status != THUD_OK) {
        return status;
    }
    thud_cloud cloud = {.points = points, .count = count, .split = count};
    return fit(kind, &cloud, volume);
}

thud_status thud_volume_of_shape(thud_volume_kind kind, const thud_shape *shape, thud_pose pose,
                                 thud_volume *volume) {
    if (shape == NULL || volume == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_shape_check(shape);
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_pose_is_valid(pose)) {
        return thud_vec2_is_finite(pose.position) ? THUD_NOT_NORMALIZED : THUD_NOT_FINITE;
    }
    thud_shape placed = thud_shape_transformed(shape, pose);
    status = thud_fit_check(placed.vertices, placed.count, 2, volume);
    if (status != THUD_OK) {
        return THUD_OUT_OF_RANGE; /* the moved volume overflows */
    }
    thud_cloud cloud = {placed.vertices, placed.count, placed.count, {placed.radius, placed.radius}};
    return fit(kind, &cloud, volume);
}

/* ---- merging ---- */

/* The smallest circle around two circles: the larger if it contains the other, else from far side to far
 * side. */
static thud_bounding_circle circle_around(thud_bounding_circle a, thud_bounding_circle b) {
    if (b.radius > a.radius) {
        return circle_around(b, a);
    }
    thud_double2 between = thud_arrow(a.center, b.center);
    double distance = thud_double2_length(between);
    if (distance + b.radius <= a.radius) {
        return a;
    }
    double radius = 0.5 * (distance + a.radius + b.radius);
    thud_double2 center =
        thud_double2_mul_add(thud_double2_of(a.center), (radius - a.radius) / distance, between);
    thud_bounding_circle around = {thud_double2_round(center), 0.0f};
    double to_a = thud_double2_length(thud_arrow(around.center, a.center)) + a.radius;
    double to_b = thud_double2_length(thud_arrow(around.center, b.center)) + b.radius;
    around.radius = thud_round_up(thud_double_max(to_a, to_b));
    return around;
}

static thud_dop8 dop8_around(const thud_dop8 *a, const thud_dop8 *b) {
    thud_dop8 around;
    for (int i = 0; i < 4; i++) {
        around.min[i] = thud_min(a->min[i], b->min[i]);
        around.max[i] = thud_max(a->max[i], b->max[i]);
    }
    return around;
}

/* A volume as a cloud; `vertices` keeps its points. */
static thud_cloud cloud_of_volume(const thud_volume *volume, thud_vec2 vertices[THUD_MAX_VERTICES]) {
    thud_cloud cloud = {.points = vertices};
    cloud.count = thud_volume_core(volume, vertices, &cloud.radius[0]);
    cloud.split = cloud.count;
    return cloud;
}

/* Both in one cloud: the directions of most kinds depend on both. */
static thud_status fit_both(const thud_volume *a, const thud_volume *b, thud_volume *merged) {
    thud_vec2 vertices[2 * THUD_MAX_VERTICES];
    thud_cloud of_a = cloud_of_volume(a, vertices);
    thud_cloud of_b = cloud_of_volume(b, vertices + of_a.count);
    thud_cloud both = {vertices, of_a.count + of_b.count, of_a.count, {of_a.radius[0], of_b.radius[0]}};
    return fit(a->kind, &both, merged);
}

thud_status thud_volume_merge(const thud_volume *a, const thud_volume *b, thud_volume *merged) {
    if (merged == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = thud_first_fault(thud_volume_check(a), thud_volume_check(b));
    if (status != THUD_OK) {
        return status;
    }
    if (a->kind != THUD_VOLUME_CIRCLE && a->kind != THUD_VOLUME_DOP8) {
        return fit_both(a, b, merged);
    }
    thud_volume other = *b;
    if (b->kind != a->kind) {
        thud_vec2 vertices[THUD_MAX_VERTICES];
        thud_cloud cloud = cloud_of_volume(b, vertices);
        status = fit(a->kind, &cloud, &other);
        if (status != THUD_OK) {
            return status;
        }
    }
    thud_volume around = {.kind = a->kind};
    if (a->kind == THUD_VOLUME_CIRCLE) {
        around.circle = circle_around(a->circle, other.circle);
    } else {
        around.dop8 = dop8_around(&a->dop8, &other.dop8);
    }
    if (thud_volume_check(&around) != THUD_OK) {
        return THUD_OUT_OF_RANGE;
    }
    *merged = around;
    return THUD_OK;
}
