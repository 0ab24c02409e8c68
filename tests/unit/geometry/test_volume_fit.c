/*
 * Building, merging and moving bounding volumes: they contain their input, and are as small as their comments
 * promise.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/random_volumes.h"
#include "thud/shape.h"

enum { max_cloud = 100 };

static thud_vec2 v(float x, float y) {
    return thud_vec2_make(x, y);
}

/* Clouds of all sizes, near and far; some of one point, of equal points, on a line or on a circle. */
static int random_cloud(test_random *random, int i, thud_vec2 *cloud) {
    float size = test_random_size(random);
    int count = test_random_int(random, 1, i % 3 == 0 ? 5 : max_cloud);
    thud_pose pose = test_random_pose(random, i % 5 == 0 ? 1000 * size : size);
    for (int k = 0; k < count; k++) {
        thud_vec2 p = test_random_vec2(random, size);
        switch (i % 7) {
        case 0:
            p = v(size, size);
            break;
        case 1:
            p.y = 0;
            break;
        case 2:
            p = thud_vec2_scale(test_random_unit(random), size);
            break;
        case 3:
            p.y *= 0.1f;
            break;
        default:
            break;
        }
        cloud[k] = thud_pose_apply(pose, p);
    }
    return count;
}

/* ---- points ---- */

static void every_volume_contains_its_points(void **state) {
    (void)state;
    test_random random = test_random_seed(41);
    for (int i = 0; i < 3000; i++) {
        thud_vec2 cloud[max_cloud];
        int count = random_cloud(&random, i, cloud);
        for (int k = 0; k < volume_kind_count; k++) {
            thud_volume volume;
            assert_int_equal(thud_volume_of_points(volume_kinds[k], cloud, count, &volume), THUD_OK);
            assert_int_equal(volume.kind, volume_kinds[k]);
            for (int p = 0; p < count; p++) {
                assert_true(thud_volume_contains(&volume, cloud[p]));
                assert_true(thud_volume_distance(&volume, cloud[p]) == 0);
            }
        }
        thud_volume turned = {.kind = THUD_VOLUME_OBB};
        assert_int_equal(thud_obb_of_covariance(cloud, count, &turned.obb), THUD_OK);
        for (int p = 0; p < count; p++) {
            assert_true(thud_volume_contains(&turned, cloud[p]));
        }
    }
}

static void degenerate_points_give_volumes_of_zero_thickness(void **state) {
    (void)state;
    const thud_vec2 same[] = {{3, -5}, {3, -5}, {3, -5}};
    const thud_vec2 line[] = {{0, 0}, {4, 0}, {1, 0}, {2, 0}};
    for (int k = 0; k < volume_kind_count; k++) {
        thud_volume volume;
        assert_int_equal(thud_volume_of_points(volume_kinds[k], same, 3, &volume), THUD_OK);
        assert_true(thud_volume_area(&volume) == 0);
        assert_true(thud_volume_contains(&volume, same[0]));
        assert_false(thud_volume_contains(&volume, v(3.0001f, -5)));
        assert_int_equal(thud_volume_of_points(volume_kinds[k], line, 4, &volume), THUD_OK);
        assert_true(thud_volume_contains(&volume, v(3, 0)));
        bool has_thickness = volume_kinds[k] == THUD_VOLUME_CIRCLE || volume_kinds[k] == THUD_VOLUME_DOP8;
        assert_true(has_thickness || thud_volume_area(&volume) == 0);
    }
}

static void any_finite_input_is_taken_if_the_result_is_finite(void **state) {
    (void)state;
    const float scales[] = {1e-38f, 1e-30f, 1e-20f, 1e20f, 1e30f, 1e38f};
    for (int i = 0; i < 6; i++) {
        float s = scales[i];
        const thud_vec2 points[] = {{s, 0}, {0, s}, {-s, 0}, {0, -s}, {0.5f * s, 0.25f * s}};
        for (int k = 0; k < volume_kind_count; k++) {
            thud_volume volume;
            assert_int_equal(thud_volume_of_points(volume_kinds[k], points, 5, &volume), THUD_OK);
            for (int p = 0; p < 5; p++) {
                assert_true(thud_volume_contains(&volume, points[p]));
            }
            assert_false(thud_volume_contains(&volume, v(1.5f * s, 1.5f * s)));
            assert_true(thud_volume_overlaps(&volume, &volume));
            assert_true(thud_volume_hit_by_segment(&volume, v(2 * s, 0), v(-2 * s, 0), NULL));
        }
    }
    const thud_vec2 all[] = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
    thud_volume volume;
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_AABB, all, 2, &volume), THUD_OK);
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_CIRCLE, all, 2, &volume), THUD_OUT_OF_RANGE);
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_DOP8, all, 2, &volume), THUD_OUT_OF_RANGE);
}

static void bad_points_are_refused(void **state) {
    (void)state;
    const thud_vec2 good[] = {{0, 0}, {1, 0}, {0, 1}};
    const thud_vec2 bad[][3] = {{{0, 0}, {NAN, 0}, {0, 1}}, {{0, 0}, {1, 0}, {0, INFINITY}}};
    thud_volume volume;
    memset(&volume, 0x5a, sizeof volume);
    thud_volume before = volume;
    thud_obb box;
    memset(&box, 0x5a, sizeof box);
    thud_obb box_before = box;
    for (int k = 0; k < volume_kind_count; k++) {
        thud_volume_kind kind = volume_kinds[k];
        assert_int_equal(thud_volume_of_points(kind, good, 0, &volume), THUD_TOO_FEW_POINTS);
        assert_int_equal(thud_volume_of_points(kind, good, -1, &volume), THUD_TOO_FEW_POINTS);
        assert_int_equal(thud_volume_of_points(kind, NULL, 3, &volume), THUD_NULL_ARGUMENT);
        assert_int_equal(thud_volume_of_points(kind, good, 3, NULL), THUD_NULL_ARGUMENT);
        assert_int_equal(thud_volume_of_points(kind, bad[0], 3, &volume), THUD_NOT_FINITE);
        assert_int_equal(thud_volume_of_points(kind, bad[1], 3, &volume), THUD_NOT_FINITE);
    }
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_NONE, good, 3, &volume), THUD_WRONG_KIND);
    assert_int_equal(thud_volume_of_points((thud_volume_kind)77, good, 3, &volume), THUD_WRONG_KIND);
    assert_memory_equal(&volume, &before, sizeof volume);
    thud_status (*const builders[2])(const thud_vec2 *, int, thud_obb *) = {thud_obb_of_covariance,
                                                                            thud_obb_of_smallest_area};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(builders[i](good, 0, &box), THUD_TOO_FEW_POINTS);
        assert_int_equal(builders[i](NULL, 3, &box), THUD_NULL_ARGUMENT);
        assert_int_equal(builders[i](good, 3, NULL), THUD_NULL_ARGUMENT);
        assert_int_equal(builders[i](bad[0], 3, &box), THUD_NOT_FINITE);
    }
    assert_memory_equal(&box, &box_before, sizeof box);
}

/* ---- as small as promised ---- */

/* The largest distance from a centre to any of the points. */
static double reach(double x, double y, const thud_vec2 *points, int count) {
    double farthest = 0;
    for (int i = 0; i < count; i++) {
        farthest = fmax(farthest, hypot(points[i].x - x, points[i].y - y));
    }
    return farthest;
}

static void the_circle_is_the_smallest_of_all_pairs_and_triples(void **state) {
    (void)state;
    test_random random = test_random_seed(42);
    for (int i = 0; i < 2000; i++) {
        thud_vec2 p[max_cloud];
        int count = random_cloud(&random, i, p);
        count = count > 12 ? 12 : count;
        thud_volume circle;
        assert_int_equal(thud_volume_of_points(THUD_VOLUME_CIRCLE, p, count, &circle), THUD_OK);
        double smallest = count == 1 ? 0 : INFINITY;
        double far = fmax(fabs((double)p[0].x), fabs((double)p[0].y));
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                double mx = 0.5 * ((double)p[a].x + p[b].x), my = 0.5 * ((double)p[a].y + p[b].y);
                smallest = fmin(smallest, reach(mx, my, p, count));
                for (int c = b + 1; c < count; c++) {
                    double bx = (double)p[b].x - p[a].x, by = (double)p[b].y - p[a].y;
                    double cx = (double)p[c].x - p[a].x, cy = (double)p[c].y - p[a].y;
                    double d = 2 * (bx * cy - by * cx);
                    if (d != 0) {
                        double ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
                        double uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
                        smallest = fmin(smallest, reach(p[a].x + ux, p[a].y + uy, p, count));
                    }
                }
            }
        }
        assert_true(circle.circle.radius >= smallest * (1 - 1e-7));
        assert_true(circle.circle.radius <= smallest * (1 + 1e-6) + 2e-7 * far);
    }
}

/* Area of the box around points along an angle. */
static double box_area(double angle, const thud_vec2 *points, int count) {
    double c = cos(angle), s = sin(angle);
    double min_x = INFINITY, max_x = -INFINITY, min_y = INFINITY, max_y = -INFINITY;
    for (int i = 0; i < count; i++) {
        double x = c * points[i].x + s * points[i].y, y = c * points[i].y - s * points[i].x;
        min_x = fmin(min_x, x), max_x = fmax(max_x, x);
        min_y = fmin(min_y, y), max_y = fmax(max_y, y);
    }
    return (max_x - min_x) * (max_y - min_y);
}

static void no_sampled_angle_has_a_smaller_box(void **state) {
    (void)state;
    test_random random = test_random_seed(43);
    for (int i = 0; i < 150; i++) {
        thud_vec2 cloud[max_cloud];
        int count = random_cloud(&random, i, cloud);
        thud_obb box;
        assert_int_equal(thud_obb_of_smallest_area(cloud, count, &box), THUD_OK);
        double far = fmax(fabs((double)box.center.x), fabs((double)box.center.y));
        double x = box.extents.x, y = box.extents.y;
        double area = 4 * x * y;
        double rounding =
            1e-6 * (x + y) * (x + y) + 1e-6 * far * (x + y); /* of extents and centre to float */
        for (int k = 0; k < 3600; k++) {
            assert_true(area <= box_area(k * acos(-1.0) / 2 / 3600, cloud, count) + rounding);
        }
    }
}

static void the_smallest_box_is_found_among_many_hull_corners(void **state) {
    (void)state;
    /* 500 corners on an ellipse: more than a hull of limited size could hold. */
    static thud_vec2 cloud[500];
    for (int i = 0; i < 500; i++) {
        float angle = 2 * THUD_PI * (float)i / 500;
        thud_pose turned = {{0, 0}, thud_rot_from_angle(0.3f)};
        cloud[i] = thud_pose_apply(turned, v(3 * thud_cos(angle), thud_sin(angle)));
    }
    thud_obb box;
    assert_int_equal(thud_obb_of_smallest_area(cloud, 500, &box), THUD_OK);
    assert_true(fabsf(box.extents.x * box.extents.y - 3) < 1e-4f);
}

static void the_smallest_box_is_found_along_straight_runs_of_points(void **state) {
    (void)state;
    /* A stadium: 200 corners in its ends, 100 points along each of its sides. */
    static thud_vec2 cloud[400];
    for (int i = 0; i < 100; i++) {
        thud_vec2 arc = {thud_cos(THUD_PI * ((float)i / 99 - 0.5f)),
                         thud_sin(THUD_PI * ((float)i / 99 - 0.5f))};
        float x = 10 * (float)i / 99 - 5;
        cloud[i] = v(x, 1);
        cloud[100 + i] = v(5 + arc.x, arc.y);
        cloud[200 + i] = v(-5 - arc.x, arc.y);
        cloud[300 + i] = v(x, -1);
    }
    thud_obb box;
    assert_int_equal(thud_obb_of_smallest_area(cloud, 400, &box), THUD_OK);
    float half_length = 5 + thud_cos(THUD_PI / 198); /* the tips lie between two corners */
    assert_true(fabsf(box.extents.x * box.extents.y - half_length) < 1e-5f);
}

static void the_covariance_box_of_an_upright_box_has_its_long_axis_first(void **state) {
    (void)state;
    const thud_vec2 upright[] = {{-1, -4}, {1, -4}, {1, 4}, {-1, 4}};
    const thud_vec2 level[] = {{-4, -1}, {4, -1}, {4, 1}, {-4, 1}};
    thud_obb box;
    assert_int_equal(thud_obb_of_covariance(upright, 4, &box), THUD_OK);
    assert_true(box.extents.x == 4 && box.extents.y == 1 && box.rotation.c == 0);
    assert_int_equal(thud_obb_of_covariance(level, 4, &box), THUD_OK);
    assert_true(box.extents.x == 4 && box.extents.y == 1 && box.rotation.s == 0);
}

static void the_covariance_box_follows_the_hull_not_the_cluster(void **state) {
    (void)state;
    /* The corners of a long box turned by 0.5, and a thousand points along another direction inside it. */
    static thud_vec2 cloud[1004];
    thud_pose turned = {{10, 20}, thud_rot_from_angle(0.5f)};
    const thud_vec2 corners[] = {{-4, -1}, {4, -1}, {4, 1}, {-4, 1}};
    for (int i = 0; i < 4; i++) {
        cloud[i] = thud_pose_apply(turned, corners[i]);
    }
    for (int i = 0; i < 1000; i++) {
        float t = (float)i / 1000 - 0.5f;
        cloud[4 + i] = thud_pose_apply(turned, v(1.4f * t, 1.4f * t));
    }
    thud_obb box;
    assert_int_equal(thud_obb_of_covariance(cloud, 1004, &box), THUD_OK);
    assert_true(fabsf(thud_abs(box.rotation.c) - thud_cos(0.5f)) < 1e-5f);
    assert_true(fabsf(box.extents.x - 4) < 1e-4f && fabsf(box.extents.y - 1) < 1e-4f);
    assert_true(fabsf(box.center.x - 10) < 1e-4f && fabsf(box.center.y - 20) < 1e-4f);
}

static void the_covariance_box_lies_along_the_eigenvector(void **state) {
    (void)state;
    test_random random = test_random_seed(44);
    for (int i = 0; i < 1000; i++) {
        thud_vec2 t[3]; /* a triangle is its own hull */
        for (int k = 0; k < 3; k++) {
            t[k] = test_random_vec2(&random, 10);
        }
        double mx = ((double)t[0].x + t[1].x + t[2].x) / 3, my = ((double)t[0].y + t[1].y + t[2].y) / 3;
        double xx = 0, xy = 0, yy = 0;
        for (int k = 0; k < 3; k++) {
            xx += (t[k].x - mx) * (t[k].x - mx);
            xy += (t[k].x - mx) * (t[k].y - my);
            yy += (t[k].y - my) * (t[k].y - my);
        }
        thud_obb box;
        assert_int_equal(thud_obb_of_covariance(t, 3, &box), THUD_OK);
        /* The covariance in the box's frame is diagonal, the larger variance first. */
        double c = box.rotation.c, s = box.rotation.s;
        double across = (yy - xx) * c * s + xy * (c * c - s * s);
        double first = xx * c * c + 2 * xy * c * s + yy * s * s;
        assert_true(fabs(across) < 1e-6 * (xx + yy));
        assert_true(first >= 0.5 * (xx + yy) * (1 - 1e-6));
    }
}

static void the_capsule_is_no_larger_than_it_must_be_around_a_capsule(void **state) {
    (void)state;
    thud_shape shape;
    assert_int_equal(thud_capsule(v(1, 1), v(4, 5), 0.5f, &shape), THUD_OK);
    thud_volume capsule;
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_CAPSULE, &shape, thud_pose_identity(), &capsule),
                     THUD_OK);
    assert_true(fabsf(capsule.capsule.radius - 0.5f) < 1e-5f);
    assert_true(fabsf(thud_vec2_distance(capsule.capsule.p1, capsule.capsule.p2) - 5) < 1e-5f);
}

/* The corners (3, 0), (2, 1) and their mirror images: a capsule of radius 1 from -2 to 2. */
static void the_ends_of_a_capsule_around_corners_are_as_far_inside_as_these_allow(void **state) {
    (void)state;
    const thud_vec2 corners[] = {{3, 0}, {2, 1}, {-2, 1}, {-3, 0}, {-2, -1}, {2, -1}};
    const float sizes[] = {0.001f, 1, 1000};
    for (int i = 0; i < 24; i++) {
        thud_pose pose = {{0, 0}, thud_rot_from_angle(0.8f * (float)(i / 3))};
        double size = sizes[i % 3];
        thud_vec2 cloud[6];
        for (int k = 0; k < 6; k++) {
            cloud[k] = thud_pose_apply(pose, thud_vec2_scale(corners[k], sizes[i % 3]));
        }
        thud_volume capsule;
        assert_int_equal(thud_volume_of_points(THUD_VOLUME_CAPSULE, cloud, 6, &capsule), THUD_OK);
        double area = (8 + acos(-1.0)) * size * size;
        assert_true(fabs(thud_volume_area(&capsule) / area - 1) < 1e-3); /* a rounding moves an end by its root */
    }
}

/* Far from the origin the box of a disc is larger by its rounding, and the ends may pass each other by as much. */
static void the_capsule_around_a_circle_is_a_circle(void **state) {
    (void)state;
    test_random random = test_random_seed(48);
    for (int i = 0; i < 300; i++) {
        float radius = test_random_size(&random);
        thud_shape shape;
        assert_int_equal(thud_circle(test_random_vec2(&random, radius), radius, &shape), THUD_OK);
        thud_pose pose = test_random_pose(&random, i % 3 == 0 ? 10000.0f : 10 * radius);
        thud_volume capsule;
        assert_int_equal(thud_volume_of_shape(THUD_VOLUME_CAPSULE, &shape, pose, &capsule), THUD_OK);
        thud_vec2 between = thud_vec2_sub(capsule.capsule.p2, capsule.capsule.p1);
        assert_true(between.x == 0 && between.y == 0);
        double rounding = 4e-7 * (radius + fabs((double)pose.position.x) + fabs((double)pose.position.y));
        assert_true(fabs((double)capsule.capsule.radius - (double)radius) < rounding);
    }
}

/* The points are sqrt(1 + 2^-52) from the centre: their distance rounds to 1, even in doubles. */
static void a_point_outside_by_less_than_a_rounding_of_doubles_is_contained(void **state) {
    (void)state;
    const thud_vec2 points[] = {{1, 0x1p-26f}, {-1, -0x1p-26f}};
    thud_volume circle;
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_CIRCLE, points, 2, &circle), THUD_OK);
    assert_true(circle.circle.center.x == 0 && circle.circle.center.y == 0);
    assert_true(circle.circle.radius == nextafterf(1, 2));
}

static void the_hull_of_many_corners_still_contains_all(void **state) {
    (void)state;
    static thud_vec2 cloud[1000];
    for (int i = 0; i < 1000; i++) {
        float angle = 2 * THUD_PI * (float)i / 1000;
        cloud[i] = v(thud_cos(angle), thud_sin(angle));
    }
    thud_volume hull;
    assert_int_equal(thud_volume_of_points(THUD_VOLUME_HULL, cloud, 1000, &hull), THUD_OK);
    assert_int_equal(hull.hull.count, 32);
    assert_true(hull.hull.radius > 0 &&
                hull.hull.radius < 0.0051f); /* 1 - cos(pi 32 / 1000), from 32 points an edge */
    for (int i = 0; i < 1000; i++) {
        assert_true(thud_volume_contains(&hull, cloud[i]));
    }
}

/* ---- shapes, merging, moving ---- */

/* Fails where a point lies outside a volume by more than the rounding of float at its place and size. */
static void assert_contains_nearly(const thud_volume *volume, reference_point p, double size) {
    thud_vec2 point = v((float)p.x, (float)p.y);
    float allowed = (float)(2e-6 * (size + fabs(p.x) + fabs(p.y)));
    if (thud_volume_distance(volume, point) > allowed) {
        fail_msg("kind %d: (%g, %g) lies %g outside", (int)volume->kind, p.x, p.y,
                 (double)thud_volume_distance(volume, point));
    }
}

static void the_volume_of_a_shape_contains_its_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(45);
    for (int i = 0; i < 1000; i++) {
        float size = test_random_size(&random);
        thud_shape shape = test_random_shape(&random, size);
        thud_pose pose = test_random_pose(&random, 3 * size);
        reference_point outline[reference_max_outline];
        int count = reference_outline(&shape, pose, 64, outline);
        for (int k = 0; k < volume_kind_count; k++) {
            thud_volume volume;
            assert_int_equal(thud_volume_of_shape(volume_kinds[k], &shape, pose, &volume), THUD_OK);
            for (int p = 0; p < count; p++) {
                assert_contains_nearly(&volume, outline[p], size);
            }
        }
        thud_volume hull, box;
        assert_int_equal(thud_volume_of_shape(THUD_VOLUME_HULL, &shape, pose, &hull), THUD_OK);
        assert_true(fabsf(thud_volume_area(&hull) - thud_shape_area(&shape)) <= 1e-4f * size * size);
        assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, &shape, pose, &box), THUD_OK);
        thud_aabb expected = thud_shape_aabb(&shape, pose);
        assert_true(thud_vec2_distance(box.aabb.min, expected.min) < 2e-6f * size);
        assert_true(thud_vec2_distance(box.aabb.max, expected.max) < 2e-6f * size);
    }
}

static void bad_shapes_and_poses_are_refused(void **state) {
    (void)state;
    thud_shape none = {.kind = THUD_SHAPE_NONE};
    thud_shape box;
    thud_volume volume;
    thud_pose bad = thud_pose_identity();
    assert_int_equal(thud_box(v(1, 1), 0, &box), THUD_OK);
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, &none, bad, &volume), THUD_WRONG_KIND);
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, NULL, bad, &volume), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, &box, bad, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_NONE, &box, bad, &volume), THUD_WRONG_KIND);
    bad.rotation.c = 2;
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, &box, bad, &volume), THUD_NOT_NORMALIZED);
    bad.position.x = NAN;
    assert_int_equal(thud_volume_of_shape(THUD_VOLUME_AABB, &box, bad, &volume), THUD_NOT_FINITE);
}

static void a_merged_volume_contains_both(void **state) {
    (void)state;
    test_random random = test_random_seed(46);
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < volume_kind_count * volume_kind_count; k++) {
            float size = test_random_size(&random);
            thud_volume parts[2];
            parts[0] = test_random_volume(&random, volume_kinds[k / volume_kind_count], size, size);
            parts[1] = test_random_volume(&random, volume_kinds[k % volume_kind_count], 0.3f * size, size);
            thud_volume merged;
            assert_int_equal(thud_volume_merge(&parts[0], &parts[1], &merged), THUD_OK);
            assert_int_equal(merged.kind, parts[0].kind);
            for (int part = 0; part < 2; part++) {
                reference_point outline[reference_max_outline];
                int count = reference_volume_outline(&parts[part], 32, false, outline);
                for (int p = 0; p < count; p++) {
                    assert_contains_nearly(&merged, outline[p], size);
                }
            }
            assert_int_equal(thud_volume_merge(&parts[0], &parts[1], &parts[0]), THUD_OK); /* in place */
            assert_memory_equal(&parts[0], &merged, sizeof merged);
        }
    }
}

static void two_circles_merge_into_the_smallest_circle(void **state) {
    (void)state;
    thud_volume a = {.kind = THUD_VOLUME_CIRCLE}, b = a, merged;
    a.circle = (thud_bounding_circle){{-2, 0}, 1};
    b.circle = (thud_bounding_circle){{3, 0}, 2};
    assert_int_equal(thud_volume_merge(&a, &b, &merged), THUD_OK);
    assert_true(merged.circle.radius == 4 && merged.circle.center.x == 1 && merged.circle.center.y == 0);
    b.circle = (thud_bounding_circle){{-2, 0.5f}, 0.5f};
    assert_int_equal(thud_volume_merge(&b, &a, &merged), THUD_OK);
    assert_memory_equal(&merged.circle, &a.circle, sizeof a.circle);
}

static void invalid_volumes_are_refused_by_merging(void **state) {
    (void)state;
    thud_volume none = {.kind = THUD_VOLUME_NONE};
    thud_volume good = {.kind = THUD_VOLUME_CIRCLE};
    thud_volume merged = {.kind = THUD_VOLUME_NONE};
    good.circle.radius = 1;
    assert_int_equal(thud_volume_merge(&none, &good, &merged), THUD_WRONG_KIND);
    assert_int_equal(thud_volume_merge(&good, &none, &merged), THUD_WRONG_KIND);
    assert_int_equal(thud_volume_merge(NULL, &good, &merged), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_volume_merge(&good, NULL, &merged), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_volume_merge(&good, &good, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(merged.kind, THUD_VOLUME_NONE);
}

static void a_moved_volume_contains_the_moved_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(47);
    for (int i = 0; i < 2000; i++) {
        float size = test_random_size(&random);
        thud_volume volume = test_random_volume(&random, volume_kinds[i % volume_kind_count], size, size);
        thud_pose pose = test_random_pose(&random, 5 * size);
        thud_volume moved = thud_volume_moved(&volume, pose);
        assert_int_equal(moved.kind, volume.kind);
        reference_point outline[reference_max_outline];
        int count = reference_volume_outline(&volume, 32, false, outline);
        for (int p = 0; p < count; p++) {
            double c = pose.rotation.c, s = pose.rotation.s, x = outline[p].x, y = outline[p].y;
            reference_point there = {pose.position.x + c * x - s * y, pose.position.y + s * x + c * y};
            assert_contains_nearly(&moved, there, size);
        }
        bool grows = volume.kind == THUD_VOLUME_AABB || volume.kind == THUD_VOLUME_DOP8;
        double before = thud_volume_area(&volume), after = thud_volume_area(&moved);
        assert_true(grows ? after >= before * (1 - 1e-4) : fabs(after - before) <= 1e-4 * size * size);
    }
}

static void a_turned_box_takes_the_absolute_axes(void **state) {
    (void)state;
    thud_aabb box = {{-1, -2}, {3, 2}};
    thud_pose quarter = {{10, 20}, {0, 1}};
    thud_aabb moved = thud_aabb_moved(box, quarter);
    assert_true(moved.min.x == 8 && moved.max.x == 12 && moved.min.y == 19 && moved.max.y == 23);
    thud_aabb invalid = {{1, 0}, {0, 0}};
    assert_false(thud_aabb_is_valid(thud_aabb_moved(invalid, quarter)));
    quarter.position.x = NAN;
    assert_false(thud_aabb_is_valid(thud_aabb_moved(box, quarter)));
}

static void what_cannot_be_moved_becomes_no_volume(void **state) {
    (void)state;
    thud_volume circle = {.kind = THUD_VOLUME_CIRCLE};
    circle.circle.radius = 1;
    thud_pose pose = thud_pose_identity();
    assert_int_equal(thud_volume_moved(&circle, pose).kind, THUD_VOLUME_CIRCLE);
    pose.rotation.s = NAN;
    assert_int_equal(thud_volume_moved(&circle, pose).kind, THUD_VOLUME_NONE);
    assert_int_equal(thud_volume_moved(NULL, thud_pose_identity()).kind, THUD_VOLUME_NONE);
    circle.circle.center.x = FLT_MAX;
    pose = thud_pose_identity();
    pose.position.x = FLT_MAX;
    assert_int_equal(thud_volume_moved(&circle, pose).kind, THUD_VOLUME_NONE);
}

static void faults_in_volumes_are_named(void **state) {
    (void)state;
    thud_volume volume = {.kind = THUD_VOLUME_NONE};
    assert_int_equal(thud_volume_check(&volume), THUD_WRONG_KIND);
    assert_int_equal(thud_volume_check(NULL), THUD_NULL_ARGUMENT);

    volume.kind = THUD_VOLUME_CIRCLE;
    volume.circle.radius = -1;
    assert_int_equal(thud_volume_check(&volume), THUD_NEGATIVE);
    volume.circle.radius = NAN;
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_FINITE);

    volume.kind = THUD_VOLUME_AABB;
    volume.aabb = (thud_aabb){{0, 1}, {1, 0}};
    assert_int_equal(thud_volume_check(&volume), THUD_INVALID_BOUNDS);
    volume.aabb.max.y = INFINITY;
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_FINITE);

    volume.kind = THUD_VOLUME_OBB;
    volume.obb = (thud_obb){{0, 0}, {1, -1}, {1, 0}};
    assert_int_equal(thud_volume_check(&volume), THUD_NEGATIVE);
    volume.obb = (thud_obb){{0, 0}, {1, 1}, {1, 1}};
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_NORMALIZED);
    volume.obb = (thud_obb){{0, NAN}, {1, 1}, {1, 0}};
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_FINITE);

    volume.kind = THUD_VOLUME_DOP8;
    volume.dop8 = (thud_dop8){{0, 0, 0, -1}, {1, 1, 2, 1}};
    assert_int_equal(thud_volume_check(&volume), THUD_OK);
    volume.dop8.max[2] = 3; /* a side that no corner reaches */
    assert_int_equal(thud_volume_check(&volume), THUD_INVALID_BOUNDS);
    volume.dop8.max[2] = -1;
    assert_int_equal(thud_volume_check(&volume), THUD_INVALID_BOUNDS);
    volume.dop8.max[2] = NAN;
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_FINITE);

    volume.kind = THUD_VOLUME_CAPSULE;
    volume.capsule = (thud_bounding_capsule){{0, 0}, {0, 0}, 0};
    assert_int_equal(thud_volume_check(&volume), THUD_OK);
    volume.capsule.radius = -1;
    assert_int_equal(thud_volume_check(&volume), THUD_NEGATIVE);
    volume.capsule.p2.y = NAN;
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_FINITE);

    volume.kind = THUD_VOLUME_HULL;
    volume.hull = (thud_bounding_hull){.count = 4, .vertices = {{0, 0}, {2, 0}, {1, 0.5f}, {0, 2}}};
    assert_int_equal(thud_volume_check(&volume), THUD_NOT_CONVEX);
    volume.hull.count = 3;
    assert_int_equal(thud_volume_check(&volume), THUD_OK);
    volume.hull.radius = -1;
    assert_int_equal(thud_volume_check(&volume), THUD_NEGATIVE);
    volume.hull.count = 0;
    assert_int_equal(thud_volume_check(&volume), THUD_TOO_FEW_POINTS);
    volume.hull.count = 33;
    assert_int_equal(thud_volume_check(&volume), THUD_TOO_MANY_VERTICES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_volume_contains_its_points),
        cmocka_unit_test(degenerate_points_give_volumes_of_zero_thickness),
        cmocka_unit_test(any_finite_input_is_taken_if_the_result_is_finite),
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(the_circle_is_the_smallest_of_all_pairs_and_triples),
        cmocka_unit_test(no_sampled_angle_has_a_smaller_box),
        cmocka_unit_test(the_smallest_box_is_found_among_many_hull_corners),
        cmocka_unit_test(the_smallest_box_is_found_along_straight_runs_of_points),
        cmocka_unit_test(the_covariance_box_of_an_upright_box_has_its_long_axis_first),
        cmocka_unit_test(the_covariance_box_follows_the_hull_not_the_cluster),
        cmocka_unit_test(the_covariance_box_lies_along_the_eigenvector),
        cmocka_unit_test(the_capsule_is_no_larger_than_it_must_be_around_a_capsule),
        cmocka_unit_test(the_ends_of_a_capsule_around_corners_are_as_far_inside_as_these_allow),
        cmocka_unit_test(the_capsule_around_a_circle_is_a_circle),
        cmocka_unit_test(a_point_outside_by_less_than_a_rounding_of_doubles_is_contained),
        cmocka_unit_test(the_hull_of_many_corners_still_contains_all),
        cmocka_unit_test(the_volume_of_a_shape_contains_its_outline),
        cmocka_unit_test(bad_shapes_and_poses_are_refused),
        cmocka_unit_test(a_merged_volume_contains_both),
        cmocka_unit_test(two_circles_merge_into_the_smallest_circle),
        cmocka_unit_test(invalid_volumes_are_refused_by_merging),
        cmocka_unit_test(a_moved_volume_contains_the_moved_outline),
        cmocka_unit_test(a_turned_box_takes_the_absolute_axes),
        cmocka_unit_test(what_cannot_be_moved_becomes_no_volume),
        cmocka_unit_test(faults_in_volumes_are_named),
    };
    return cmocka_run_group_tests_name("geometry_volume_fit", tests, NULL, NULL);
}
