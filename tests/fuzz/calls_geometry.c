/* What stands alone: base, trigonometry, bounds, shapes. */
#include "play.h"

/* ---- base.h and math.h ---- */

static bool version(fuzz_play *play) {
    (void)play;
    return thud_version()[0] != '\0';
}

static bool status_name(fuzz_play *play) {
    return thud_status_name((thud_status)fuzz_count(play->in, THUD_STATUS_COUNT + 1))[0] != '\0';
}

static bool status_message(fuzz_play *play) {
    return thud_status_message((thud_status)fuzz_count(play->in, THUD_STATUS_COUNT + 1))[0] != '\0';
}

static bool hooks_defaults(fuzz_play *play) {
    (void)play;
    return thud_hooks_defaults().allocate != NULL;
}

static bool lanes_best(fuzz_play *play) {
    (void)play;
    return thud_lanes_available(thud_lanes_best());
}

static bool lanes_available(fuzz_play *play) {
    return thud_lanes_available((thud_lanes)fuzz_count(play->in, 7));
}

static bool lanes_name(fuzz_play *play) {
    return thud_lanes_name((thud_lanes)fuzz_count(play->in, 7))[0] != '\0';
}

static const fuzz_row base_rows[] = {
    {"thud_version", FUZZ_ALONE, version},
    {"thud_status_name", FUZZ_ALONE, status_name},
    {"thud_status_message", FUZZ_ALONE, status_message},
    {"thud_hooks_defaults", FUZZ_ALONE, hooks_defaults},
    {"thud_lanes_best", FUZZ_ALONE, lanes_best},
    {"thud_lanes_available", FUZZ_ALONE, lanes_available},
    {"thud_lanes_name", FUZZ_ALONE, lanes_name},
};
const fuzz_page fuzz_base_page = FUZZ_PAGE(base_rows);

static bool sine(fuzz_play *play) {
    float sin = thud_sin(fuzz_number(play->in, 100));
    fuzz_see_number(play, sin);
    fuzz_check(thud_abs(sin) <= 1.000001f, "a sine of %g", (double)sin);
    return true;
}

static bool cosine(fuzz_play *play) {
    float cos = thud_cos(fuzz_number(play->in, 100));
    fuzz_see_number(play, cos);
    fuzz_check(thud_abs(cos) <= 1.000001f, "a cosine of %g", (double)cos);
    return true;
}

static bool arc_tangent(fuzz_play *play) {
    float y = fuzz_number(play->in, 1);
    float angle = thud_atan2(y, fuzz_number(play->in, 1));
    fuzz_see_number(play, angle);
    fuzz_check(thud_abs(angle) <= 3.141594f, "an angle of %g", (double)angle);
    return true;
}

static const fuzz_row math_rows[] = {
    {"thud_sin", FUZZ_ALONE, sine},
    {"thud_cos", FUZZ_ALONE, cosine},
    {"thud_atan2", FUZZ_ALONE, arc_tangent},
};
const fuzz_page fuzz_math_page = FUZZ_PAGE(math_rows);

/* ---- bounds.h ---- */

enum { most_points = 40 };

static int any_points(fuzz_play *play, thud_vec2 *points) {
    int count = fuzz_choice(play->in, most_points);
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec2(play->in, 5);
    }
    return count;
}

/* A volume of any kind, that may be none. */
static thud_volume any_volume(fuzz_play *play) {
    static const fuzz_field fields[] = {
        FUZZ_FIELD(thud_volume, kind, FUZZ_INT, 7),
        FUZZ_FIELD(thud_volume, hull.count, FUZZ_INT, 40),
        FUZZ_FIELD(thud_volume, hull.radius, FUZZ_FLOAT, 1),
        FUZZ_FIELD(thud_volume, hull.vertices[0].x, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_volume, hull.vertices[0].y, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_volume, hull.vertices[1].x, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_volume, hull.vertices[1].y, FUZZ_FLOAT, 2),
        FUZZ_FIELD(thud_volume, hull.vertices[2].x, FUZZ_FLOAT, 2),
    };
    thud_volume volume = {0};
    thud_vec2 points[most_points];
    thud_volume_kind kind = (thud_volume_kind)fuzz_choice(play->in, 8);
    int count = any_points(play, points);
    thud_volume_of_points(kind, points, count, &volume);
    if (fuzz_rarely(play->in, 8)) {
        fuzz_edit(play->in, &volume, fields, sizeof fields / sizeof fields[0]);
    }
    return volume;
}

static bool aabb_moved(fuzz_play *play) {
    thud_aabb box;
    box.min = fuzz_vec2(play->in, 5);
    box.max = fuzz_vec2(play->in, 5);
    thud_aabb moved = thud_aabb_moved(box, fuzz_pose(play->in, 5));
    fuzz_see_vec2(play, moved.min);
    return true;
}

static bool volume_of_points(fuzz_play *play) {
    thud_vec2 points[most_points];
    thud_volume volume = {0};
    thud_volume_kind kind = (thud_volume_kind)fuzz_choice(play->in, 8);
    int count = any_points(play, points);
    bool made = fuzz_see_status(play, thud_volume_of_points(kind, points, count, &volume));
    fuzz_check(!made || thud_volume_check(&volume) == THUD_OK, "a volume that is none");
    return made;
}

static bool volume_of_shape(fuzz_play *play) {
    thud_volume volume = {0};
    thud_volume_kind kind = (thud_volume_kind)fuzz_choice(play->in, 8);
    thud_shape shape = fuzz_shape(play->in, 2);
    bool made = fuzz_see_status(play, thud_volume_of_shape(kind, &shape, fuzz_pose(play->in, 5), &volume));
    fuzz_check(!made || thud_volume_check(&volume) == THUD_OK, "a volume that is none");
    return made;
}

static bool volume_merge(fuzz_play *play) {
    thud_volume a = any_volume(play);
    thud_volume b = any_volume(play);
    return fuzz_see_status(play, thud_volume_merge(&a, &b, fuzz_rarely(play->in, 2) ? &a : &b));
}

static bool volume_check(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    return fuzz_see_status(play, thud_volume_check(&volume));
}

static bool obb_of_covariance(fuzz_play *play) {
    thud_vec2 points[most_points];
    thud_obb box;
    int count = any_points(play, points);
    return fuzz_see_status(play, thud_obb_of_covariance(points, count, &box));
}

static bool obb_of_smallest_area(fuzz_play *play) {
    thud_vec2 points[most_points];
    thud_obb box;
    int count = any_points(play, points);
    return fuzz_see_status(play, thud_obb_of_smallest_area(points, count, &box));
}

static thud_obb any_obb(fuzz_play *play) {
    thud_obb box;
    thud_pose pose = fuzz_pose(play->in, 2);
    box.center = pose.position;
    box.rotation = pose.rotation;
    box.extents = fuzz_vec2(play->in, 2);
    if (!fuzz_rarely(play->in, 8)) {
        box.extents = thud_vec2_abs(box.extents);
    }
    return box;
}

static bool obb_of_aabb(fuzz_play *play) {
    thud_aabb box;
    box.min = fuzz_vec2(play->in, 5);
    box.max = fuzz_vec2(play->in, 5);
    fuzz_see_vec2(play, thud_obb_of_aabb(box, fuzz_pose(play->in, 5)).center);
    return true;
}

static bool volume_moved(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    thud_volume moved = thud_volume_moved(&volume, fuzz_pose(play->in, 5));
    fuzz_see_bits(play, moved.kind);
    return true;
}

static bool volume_overlaps(fuzz_play *play) {
    thud_volume a = any_volume(play);
    thud_volume b = any_volume(play);
    bool overlap = thud_volume_overlaps(&a, &b);
    fuzz_check(thud_volume_overlaps(&b, &a) == overlap, "volumes overlap one way only");
    return fuzz_see_bool(play, overlap);
}

static bool volume_contains(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    return fuzz_see_bool(play, thud_volume_contains(&volume, fuzz_vec2(play->in, 5)));
}

static bool volume_distance(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    fuzz_see_number(play, thud_volume_distance(&volume, fuzz_vec2(play->in, 5)));
    return true;
}

static bool volume_hit_by_segment(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    thud_vec2 p1 = fuzz_vec2(play->in, 5);
    float fraction = 0.0f;
    bool hit = thud_volume_hit_by_segment(&volume, p1, fuzz_vec2(play->in, 5), &fraction);
    fuzz_check(fraction >= 0.0f && fraction <= 1.0f, "fraction %g", (double)fraction);
    return fuzz_see_bool(play, hit);
}

static bool volume_area(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    fuzz_see_number(play, thud_volume_area(&volume));
    return true;
}

static bool volume_project(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    thud_projection cover = thud_volume_project(&volume, fuzz_vec2(play->in, 1));
    fuzz_see_number(play, cover.min);
    fuzz_see_number(play, cover.max);
    return true;
}

static bool volume_core(fuzz_play *play) {
    thud_volume volume = any_volume(play);
    thud_vec2 vertices[THUD_MAX_VERTICES];
    float radius = 0.0f;
    int count = thud_volume_core(&volume, vertices, &radius);
    fuzz_check(count >= 0 && count <= THUD_MAX_VERTICES, "%d vertices", count);
    return true;
}

static bool obb_find_axes(fuzz_play *play) {
    thud_obb a = any_obb(play);
    thud_obb b = any_obb(play);
    thud_obb_axis axes[4];
    return fuzz_see_bool(play, thud_obb_find_axes(&a, &b, axes));
}

static bool obb_find_mtd(fuzz_play *play) {
    thud_obb a = any_obb(play);
    thud_obb b = any_obb(play);
    thud_vec2 translation = {0, 0};
    bool overlap = thud_obb_find_mtd(&a, &b, &translation);
    fuzz_see_vec2(play, translation);
    return overlap;
}

static const fuzz_row bounds_rows[] = {
    {"thud_aabb_moved", FUZZ_ALONE, aabb_moved},
    {"thud_volume_of_points", FUZZ_ALONE, volume_of_points},
    {"thud_volume_of_shape", FUZZ_ALONE, volume_of_shape},
    {"thud_volume_merge", FUZZ_ALONE, volume_merge},
    {"thud_volume_check", FUZZ_ALONE, volume_check},
    {"thud_obb_of_covariance", FUZZ_ALONE, obb_of_covariance},
    {"thud_obb_of_smallest_area", FUZZ_ALONE, obb_of_smallest_area},
    {"thud_obb_of_aabb", FUZZ_ALONE, obb_of_aabb},
    {"thud_volume_moved", FUZZ_ALONE, volume_moved},
    {"thud_volume_overlaps", FUZZ_ALONE, volume_overlaps},
    {"thud_volume_contains", FUZZ_ALONE, volume_contains},
    {"thud_volume_distance", FUZZ_ALONE, volume_distance},
    {"thud_volume_hit_by_segment", FUZZ_ALONE, volume_hit_by_segment},
    {"thud_volume_area", FUZZ_ALONE, volume_area},
    {"thud_volume_project", FUZZ_ALONE, volume_project},
    {"thud_volume_core", FUZZ_ALONE, volume_core},
    {"thud_obb_find_axes", FUZZ_ALONE, obb_find_axes},
    {"thud_obb_find_mtd", FUZZ_ALONE, obb_find_mtd},
};
const fuzz_page fuzz_bounds_page = FUZZ_PAGE(bounds_rows);

/* ---- shape.h ---- */

static bool see_shape(fuzz_play *play, thud_status status, const thud_shape *shape) {
    fuzz_check(status != THUD_OK || thud_shape_check(shape) == THUD_OK, "a shape that is none was made");
    return fuzz_see_status(play, status);
}

static bool circle(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 center = fuzz_vec2(play->in, 2);
    thud_status status = thud_circle(center, fuzz_number(play->in, 2), &shape);
    return see_shape(play, status, &shape);
}

static bool capsule(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 p1 = fuzz_vec2(play->in, 2);
    thud_vec2 p2 = fuzz_vec2(play->in, 2);
    thud_status status = thud_capsule(p1, p2, fuzz_number(play->in, 2), &shape);
    return see_shape(play, status, &shape);
}

static bool segment(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 p1 = fuzz_vec2(play->in, 2);
    thud_status status = thud_segment(p1, fuzz_vec2(play->in, 2), &shape);
    return see_shape(play, status, &shape);
}

static bool box(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 half = fuzz_vec2(play->in, 2);
    thud_status status = thud_box(half, fuzz_number(play->in, 1), &shape);
    return see_shape(play, status, &shape);
}

static bool offset_box(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 half = fuzz_vec2(play->in, 2);
    float radius = fuzz_number(play->in, 1);
    thud_status status = thud_offset_box(half, radius, fuzz_pose(play->in, 5), &shape);
    return see_shape(play, status, &shape);
}

static bool regular_polygon(fuzz_play *play) {
    thud_shape shape;
    int sides = fuzz_count(play->in, 34);
    thud_status status = thud_regular_polygon(sides, fuzz_number(play->in, 2), &shape);
    return see_shape(play, status, &shape);
}

static bool polygon(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 points[most_points];
    int count = any_points(play, points);
    thud_status status = thud_polygon(points, count, fuzz_number(play->in, 1), &shape);
    return see_shape(play, status, &shape);
}

static bool hull(fuzz_play *play) {
    thud_shape shape;
    thud_vec2 points[most_points];
    int count = any_points(play, points);
    thud_status status = thud_hull(points, count, fuzz_number(play->in, 1), &shape);
    return see_shape(play, status, &shape);
}

static bool decompose(fuzz_play *play) {
    thud_shape parts[12];
    thud_vec2 points[most_points];
    int part_count = 0;
    int count = any_points(play, points);
    thud_hooks hooks = fuzz_hooks(play);
    thud_status status =
        thud_decompose(points, count, fuzz_rarely(play->in, 2) ? NULL : &hooks, parts, 12, &part_count);
    for (int i = 0; status == THUD_OK && i < part_count; i++) {
        fuzz_check(thud_shape_check(&parts[i]) == THUD_OK, "a part that is none");
    }
    return fuzz_see_status(play, status);
}

static bool shape_check(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    thud_shape_check(NULL);
    return fuzz_see_status(play, thud_shape_check(&shape));
}

static bool shape_transformed(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    thud_shape moved = thud_shape_transformed(&shape, fuzz_pose(play->in, 5));
    fuzz_see_vec2(play, moved.vertices[0]);
    return true;
}

static bool shape_area(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    fuzz_see_number(play, thud_shape_area(&shape));
    return true;
}

static bool shape_centroid(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    fuzz_see_vec2(play, thud_shape_centroid(&shape));
    return true;
}

static bool shape_mass(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    thud_mass mass = thud_shape_mass(&shape, fuzz_number(play->in, 2));
    fuzz_see_number(play, mass.mass);
    return true;
}

static bool shape_aabb(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    fuzz_see_vec2(play, thud_shape_aabb(&shape, fuzz_pose(play->in, 5)).min);
    return true;
}

static bool shape_support(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    int vertex = thud_shape_support(&shape, fuzz_vec2(play->in, 1));
    fuzz_check(vertex >= 0 && vertex < THUD_MAX_VERTICES, "vertex %d", vertex);
    return true;
}

static bool shape_contains(fuzz_play *play) {
    thud_shape shape = fuzz_shape(play->in, 2);
    return fuzz_see_bool(play, thud_shape_contains(&shape, fuzz_vec2(play->in, 2)));
}

static const fuzz_row shape_rows[] = {
    {"thud_circle", FUZZ_ALONE, circle},
    {"thud_capsule", FUZZ_ALONE, capsule},
    {"thud_segment", FUZZ_ALONE, segment},
    {"thud_box", FUZZ_ALONE, box},
    {"thud_offset_box", FUZZ_ALONE, offset_box},
    {"thud_regular_polygon", FUZZ_ALONE, regular_polygon},
    {"thud_polygon", FUZZ_ALONE, polygon},
    {"thud_hull", FUZZ_ALONE, hull},
    {"thud_decompose", FUZZ_ALONE, decompose},
    {"thud_shape_check", FUZZ_ALONE, shape_check},
    {"thud_shape_transformed", FUZZ_ALONE, shape_transformed},
    {"thud_shape_area", FUZZ_ALONE, shape_area},
    {"thud_shape_centroid", FUZZ_ALONE, shape_centroid},
    {"thud_shape_mass", FUZZ_ALONE, shape_mass},
    {"thud_shape_aabb", FUZZ_ALONE, shape_aabb},
    {"thud_shape_support", FUZZ_ALONE, shape_support},
    {"thud_shape_contains", FUZZ_ALONE, shape_contains},
};
const fuzz_page fuzz_shape_page = FUZZ_PAGE(shape_rows);
