/* The convex hull: it contains its points, is convex, and is independent of order, duplicates and collinear points. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "thud/shape.h"

enum { max_cloud = 300 };

/* A cloud whose kind changes with i: any points, points of a grid (many collinear), few points (duplicates), or points
 * on both sides of a line. */
static int random_cloud(test_random *random, int i, float size, thud_vec2 *cloud) {
    int count = test_random_int(random, 3, max_cloud);
    thud_pose pose = test_random_pose(random, 10 * size);
    for (int k = 0; k < count; k++) {
        thud_vec2 p = test_random_vec2(random, size);
        if (i % 4 == 1) {
            p.x = size * (float)test_random_int(random, 0, 9) / 9;
            p.y = size * (float)test_random_int(random, 0, 9) / 9;
        } else if (i % 4 == 2) {
            p.x = size * (float)test_random_int(random, 0, 2);
            p.y = size * (float)test_random_int(random, 0, 2);
        } else if (i % 4 == 3) {
            p.y = 0.1f * size * (float)test_random_int(random, 0, 1);
        }
        cloud[k] = thud_pose_apply(pose, p);
    }
    return count;
}

/* Distance of a point from the hull's edges [m]; negative inside. */
static double outside(const thud_shape *hull, thud_vec2 p) {
    double farthest = -INFINITY;
    for (int i = 0; i < hull->count; i++) {
        double x = (double)p.x - hull->vertices[i].x;
        double y = (double)p.y - hull->vertices[i].y;
        farthest = fmax(farthest, x * hull->normals[i].x + y * hull->normals[i].y);
    }
    return farthest;
}

static void the_hull_contains_its_points_and_is_convex(void **state) {
    (void)state;
    test_random random = test_random_seed(21);
    int made = 0;
    for (int i = 0; i < 3000; i++) {
        float size = test_random_size(&random);
        thud_vec2 cloud[max_cloud];
        int count = random_cloud(&random, i, size, cloud);
        thud_shape hull;
        thud_status status = thud_hull(cloud, count, 0, &hull);
        if (status != THUD_OK) {
            /* Few points on a coarse grid may lie on a line; this is the only valid refusal. */
            assert_true(status == THUD_COLLINEAR || status == THUD_TOO_FEW_POINTS);
            assert_true(i % 4 == 2 || i % 4 == 3 || count < 6);
            continue;
        }
        made++;
        assert_int_equal(thud_shape_check(&hull), THUD_OK);
        double tolerance = 2 * THUD_SHAPE_TOLERANCE * 4 *
                           size; /* of the box's larger side: 2 sqrt(2) or the grid's 2 * sqrt(2) */
        for (int k = 0; k < count; k++) {
            assert_true(outside(&hull, cloud[k]) <= tolerance);
        }
        for (int k = 0; k < hull.count; k++) {
            bool given = false;
            for (int j = 0; j < count && !given; j++) {
                given = cloud[j].x == hull.vertices[k].x && cloud[j].y == hull.vertices[k].y;
            }
            assert_true(given);
        }
    }
    assert_true(made > 2500);
}

static void the_order_of_the_points_does_not_matter(void **state) {
    (void)state;
    test_random random = test_random_seed(22);
    for (int i = 0; i < 500; i++) {
        thud_vec2 cloud[max_cloud];
        int count = random_cloud(&random, i, 1, cloud);
        thud_shape hull, shuffled;
        thud_status status = thud_hull(cloud, count, 0.1f, &hull);
        for (int k = count - 1; k > 0; k--) {
            int j = test_random_int(&random, 0, k);
            thud_vec2 p = cloud[k];
            cloud[k] = cloud[j];
            cloud[j] = p;
        }
        assert_int_equal(thud_hull(cloud, count, 0.1f, &shuffled), status);
        if (status == THUD_OK) {
            assert_memory_equal(&hull, &shuffled, sizeof hull);
        }
    }
}

static void equal_distances_are_decided_by_coordinates(void **state) {
    (void)state;
    /* Two corners are equally far from the first one, where the hull starts: the order of the
     * points must not decide. */
    thud_vec2 cloud[5] = {{0, 0}, {-1, 0}, {1, 1}, {1, -1}, {0.5f, 0}};
    thud_shape first;
    assert_int_equal(thud_hull(cloud, 5, 0, &first), THUD_OK);
    test_random random = test_random_seed(23);
    for (int i = 0; i < 100; i++) {
        int a = test_random_int(&random, 0, 4);
        int b = test_random_int(&random, 0, 4);
        thud_vec2 p = cloud[a];
        cloud[a] = cloud[b];
        cloud[b] = p;
        thud_shape again;
        assert_int_equal(thud_hull(cloud, 5, 0, &again), THUD_OK);
        assert_memory_equal(&again, &first, sizeof first);
    }
}

static void a_grid_gives_its_four_corners(void **state) {
    (void)state;
    /* Turned by an angle at which no coordinate is exact, every side is a run of 20 nearly collinear points,
     * each one twice. */
    for (int angle = 0; angle < 90; angle++) {
        thud_vec2 cloud[800];
        thud_pose pose = {{1000, -500}, thud_rot_from_angle((float)angle * THUD_PI / 180)};
        for (int i = 0; i < 800; i++) {
            cloud[i] = thud_pose_apply(pose, thud_vec2_make((float)(i % 20) * 10, (float)(i / 20 % 20) * 10));
        }
        thud_shape hull;
        assert_int_equal(thud_hull(cloud, 800, 0, &hull), THUD_OK);
        assert_int_equal(hull.count, 4);
        assert_true(fabsf(thud_shape_area(&hull) - 190 * 190) < 1);
    }
}

static void a_circle_of_32_points_is_taken_and_one_of_33_refused(void **state) {
    (void)state;
    for (int count = 32; count <= 33; count++) {
        thud_vec2 cloud[33];
        for (int i = 0; i < count; i++) {
            float angle = 2 * THUD_PI * (float)i / (float)count;
            cloud[i] = thud_vec2_make(thud_cos(angle), thud_sin(angle));
        }
        thud_shape hull;
        memset(&hull, 0x5a, sizeof hull);
        thud_shape before = hull;
        if (count == 32) {
            assert_int_equal(thud_hull(cloud, count, 0, &hull), THUD_OK);
            assert_int_equal(hull.count, 32);
        } else {
            assert_int_equal(thud_hull(cloud, count, 0, &hull), THUD_TOO_MANY_VERTICES);
            assert_memory_equal(&hull, &before, sizeof hull);
        }
    }
}

static void a_dense_circle_is_refused_not_coarsened(void **state) {
    (void)state;
    static thud_vec2 cloud[20000];
    for (int i = 0; i < 20000; i++) {
        float angle = 2 * THUD_PI * (float)i / 20000;
        cloud[i] = thud_vec2_make(thud_cos(angle), thud_sin(angle));
    }
    thud_shape hull;
    assert_int_equal(thud_hull(cloud, 20000, 0, &hull), THUD_TOO_MANY_VERTICES);
}

static void bad_clouds_are_refused(void **state) {
    (void)state;
    const thud_vec2 same[] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    const thud_vec2 line[] = {{0, 0}, {1, 2}, {2, 4}, {3, 6}, {1, 2}};
    const thud_vec2 nan[] = {{0, 0}, {1, 2}, {NAN, 4}, {3, 6}};
    const thud_vec2 good[] = {{0, 0}, {1, 0}, {0, 1}};
    const thud_vec2 far[] = {{0, 0}, {1, 0}, {0, 2e8f}};
    thud_shape hull;
    memset(&hull, 0x5a, sizeof hull);
    thud_shape before = hull;
    assert_int_equal(thud_hull(same, 4, 0, &hull), THUD_TOO_FEW_POINTS);
    assert_int_equal(thud_hull(line, 5, 0, &hull), THUD_COLLINEAR);
    assert_int_equal(thud_hull(nan, 4, 0, &hull), THUD_NOT_FINITE);
    assert_int_equal(thud_hull(good, 2, 0, &hull), THUD_TOO_FEW_POINTS);
    assert_int_equal(thud_hull(good, -5, 0, &hull), THUD_TOO_FEW_POINTS);
    assert_int_equal(thud_hull(good, 3, -1, &hull), THUD_NEGATIVE);
    assert_int_equal(thud_hull(good, 3, NAN, &hull), THUD_NOT_FINITE);
    assert_int_equal(thud_hull(far, 3, 0, &hull), THUD_OUT_OF_RANGE);
    assert_int_equal(thud_hull(NULL, 3, 0, &hull), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_hull(good, 3, 0, NULL), THUD_NULL_ARGUMENT);
    assert_memory_equal(&hull, &before, sizeof hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hull_contains_its_points_and_is_convex),
        cmocka_unit_test(the_order_of_the_points_does_not_matter),
        cmocka_unit_test(equal_distances_are_decided_by_coordinates),
        cmocka_unit_test(a_grid_gives_its_four_corners),
        cmocka_unit_test(a_circle_of_32_points_is_taken_and_one_of_33_refused),
        cmocka_unit_test(a_dense_circle_is_refused_not_coarsened),
        cmocka_unit_test(bad_clouds_are_refused),
    };
    return cmocka_run_group_tests_name("geometry_hull", tests, NULL, NULL);
}
