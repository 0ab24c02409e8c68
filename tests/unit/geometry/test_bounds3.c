/*
 * Boxes in space. The oracle of overlap is linear programming by listing all basic solutions: the twelve half
 * spaces of two boxes have a common point if and only if a point where three of their planes cross lies in
 * all of them.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "thud/bounds3.h"

static thud_vec3 v3(float x, float y, float z) {
    thud_vec3 v = {x, y, z};
    return v;
}

static thud_vec3 random_vec3(test_random *random, float reach) {
    thud_vec3 v;
    v.x = test_random_float(random, -reach, reach);
    v.y = test_random_float(random, -reach, reach);
    v.z = test_random_float(random, -reach, reach);
    return v;
}

static thud_basis3 random_basis(test_random *random) {
    thud_basis3 first = thud_basis3_from_axis_angle(random_vec3(random, 1), test_random_float(random, -3, 3));
    return thud_basis3_mul(
        first, thud_basis3_from_axis_angle(random_vec3(random, 1), test_random_float(random, -3, 3)));
}

static thud_pose3 random_pose3(test_random *random, float reach) {
    thud_pose3 pose = {random_vec3(random, reach), random_basis(random)};
    return pose;
}

static double dot(thud_vec3 a, thud_vec3 b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
}

static double length(thud_vec3 a) {
    return sqrt(dot(a, a));
}

/* ---- the oracle ---- */

/* The points p with dot(n, p) <= limit. */
typedef struct half_space {
    double n[3], limit;
} half_space;

/* The six half spaces of a box grown by `margin`. */
static void list_half_spaces(const thud_obb3 *box, double margin, half_space *spaces) {
    const float extents[3] = {box->extents.x, box->extents.y, box->extents.z};
    for (int i = 0; i < 6; i++) {
        thud_vec3 axis = box->rotation.axis[i / 2];
        double sign = i % 2 == 0 ? 1 : -1;
        spaces[i] = (half_space){{sign * axis.x, sign * axis.y, sign * axis.z},
                                 sign * dot(axis, box->center) + extents[i / 2] + margin};
    }
}

/* Where three planes cross (Cramer's rule); false where they do not. */
static bool cross_planes(const half_space *a, const half_space *b, const half_space *c, double point[3]) {
    double bc[3], ca[3], ab[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        bc[i] = b->n[j] * c->n[k] - b->n[k] * c->n[j];
        ca[i] = c->n[j] * a->n[k] - c->n[k] * a->n[j];
        ab[i] = a->n[j] * b->n[k] - a->n[k] * b->n[j];
    }
    double determinant = a->n[0] * bc[0] + a->n[1] * bc[1] + a->n[2] * bc[2];
    if (fabs(determinant) < 1e-12) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        point[i] = (a->limit * bc[i] + b->limit * ca[i] + c->limit * ab[i]) / determinant;
    }
    return true;
}

/* Returns true if two boxes, each grown by `margin`, have a common point. */
static bool have_common_point(const thud_obb3 *a, const thud_obb3 *b, double margin) {
    half_space spaces[12];
    list_half_spaces(a, margin, spaces);
    list_half_spaces(b, margin, spaces + 6);
    for (int i = 0; i < 12; i++) {
        for (int j = i + 1; j < 12; j++) {
            for (int k = j + 1; k < 12; k++) {
                double p[3];
                if (!cross_planes(&spaces[i], &spaces[j], &spaces[k], p)) {
                    continue;
                }
                bool inside = true;
                for (int s = 0; s < 12 && inside; s++) {
                    const half_space *space = &spaces[s];
                    inside =
                        space->n[0] * p[0] + space->n[1] * p[1] + space->n[2] * p[2] <= space->limit + 1e-9;
                }
                if (inside) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- poses ---- */

static void a_rotation_turns_counter_clockwise_about_its_axis(void **state) {
    (void)state;
    thud_pose3 pose = thud_pose3_identity();
    pose.rotation = thud_basis3_from_axis_angle(v3(0, 0, 5), 0.5f * THUD_PI);
    pose.position = v3(1, 2, 3);
    thud_vec3 there = thud_pose3_apply(pose, v3(1, 0, 0));
    assert_true(length(v3(there.x - 1, there.y - 3, there.z - 3)) < 1e-6);
    assert_true(thud_pose3_is_valid(pose));
    /* a third of a turn about the diagonal brings x to y, y to z and z to x */
    thud_basis3 third = thud_basis3_from_axis_angle(v3(2, 2, 2), THUD_PI * 2 / 3);
    for (int i = 0; i < 3; i++) {
        const float next[3] = {third.axis[i].x, third.axis[i].y, third.axis[i].z};
        for (int k = 0; k < 3; k++) {
            assert_true(fabsf(next[k] - (k == (i + 1) % 3 ? 1.0f : 0.0f)) < 1e-6f);
        }
    }
    thud_basis3 none = thud_basis3_from_axis_angle(v3(0, 0, 0), 1), identity = thud_basis3_identity();
    assert_memory_equal(&none, &identity, sizeof none);
    none = thud_basis3_from_axis_angle(v3(0, NAN, 0), 1);
    assert_memory_equal(&none, &identity, sizeof none);
}

static void a_product_of_many_rotations_stays_a_rotation(void **state) {
    (void)state;
    test_random random = test_random_seed(61);
    thud_pose3 pose = thud_pose3_identity();
    for (int i = 0; i < 10000; i++) {
        pose.rotation = thud_basis3_mul(pose.rotation, random_basis(&random));
        assert_true(thud_pose3_is_valid(pose));
    }
    assert_true(fabs(length(pose.rotation.axis[0]) - 1) < 1e-6);
    assert_true(fabs(dot(pose.rotation.axis[0], pose.rotation.axis[2])) < 1e-6);
}

static void what_is_no_rotation_is_not_valid(void **state) {
    (void)state;
    thud_pose3 pose = thud_pose3_identity();
    pose.rotation.axis[2].z = -1; /* left-handed */
    assert_false(thud_pose3_is_valid(pose));
    pose = thud_pose3_identity();
    pose.rotation.axis[1] = v3(0.5f, 0.9f, 0);
    assert_false(thud_pose3_is_valid(pose));
    pose = thud_pose3_identity();
    pose.rotation.axis[0].x = NAN;
    assert_false(thud_pose3_is_valid(pose));
    pose = thud_pose3_identity();
    pose.position.y = INFINITY;
    assert_false(thud_pose3_is_valid(pose));
}

/* ---- aligned boxes ---- */

static void an_aligned_box_holds_its_points(void **state) {
    (void)state;
    const thud_vec3 points[] = {{1, 5, -3}, {0, 7, 2}, {4, 6, 0}};
    thud_aabb3 box;
    assert_int_equal(thud_aabb3_of_points(points, 3, &box), THUD_OK);
    assert_true(box.min.x == 0 && box.min.y == 5 && box.min.z == -3);
    assert_true(box.max.x == 4 && box.max.y == 7 && box.max.z == 2);
    assert_int_equal(thud_aabb3_of_points(points, 1, &box), THUD_OK);
    assert_true(thud_aabb3_is_valid(box) && thud_aabb3_contains_point(box, points[0]));
}

static void bad_points_give_no_box(void **state) {
    (void)state;
    const thud_vec3 points[] = {{0, 0, 0}, {1, NAN, 0}};
    const thud_vec3 wide[] = {{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};
    thud_aabb3 box, box_before;
    thud_obb3 turned, turned_before;
    memset(&box, 0x5a, sizeof box);
    memset(&turned, 0x5a, sizeof turned);
    box_before = box, turned_before = turned;
    assert_int_equal(thud_aabb3_of_points(NULL, 2, &box), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_aabb3_of_points(points, 2, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_aabb3_of_points(points, 0, &box), THUD_TOO_FEW_POINTS);
    assert_int_equal(thud_aabb3_of_points(points, 2, &box), THUD_NOT_FINITE);
    assert_int_equal(thud_obb3_of_covariance(NULL, 2, &turned), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_obb3_of_covariance(points, 2, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_obb3_of_covariance(points, -1, &turned), THUD_TOO_FEW_POINTS);
    assert_int_equal(thud_obb3_of_covariance(points, 2, &turned), THUD_NOT_FINITE);
    assert_int_equal(thud_obb3_of_covariance(wide, 2, &turned), THUD_OUT_OF_RANGE);
    assert_memory_equal(&box, &box_before, sizeof box);
    assert_memory_equal(&turned, &turned_before, sizeof turned);
}

static void aligned_boxes_that_touch_overlap_and_contain_their_border(void **state) {
    (void)state;
    thud_aabb3 a = {{0, 0, 0}, {1, 1, 1}}, b = {{1, 0, 0}, {2, 1, 1}}, c = {{1.01f, 0, 0}, {2, 1, 1}};
    thud_aabb3 small = {{0, 0.5f, 0}, {1, 0.75f, 1}}, invalid = {{1, 0, 0}, {0, 1, 1}};
    assert_true(thud_aabb3_overlaps(a, b));
    assert_false(thud_aabb3_overlaps(a, c));
    assert_true(thud_aabb3_contains(a, small));
    assert_false(thud_aabb3_contains(small, a));
    assert_true(thud_aabb3_contains_point(a, v3(1, 1, 1)));
    assert_false(thud_aabb3_contains_point(a, v3(1, 1.0001f, 1)));
    assert_false(thud_aabb3_contains_point(a, v3(NAN, 0, 0)));
    assert_false(thud_aabb3_is_valid(invalid));
    thud_aabb3 both = thud_aabb3_union(a, c);
    assert_true(both.min.x == 0 && both.max.x == 2);
}

static void a_moved_aligned_box_is_the_smallest_around_its_corners(void **state) {
    (void)state;
    test_random random = test_random_seed(62);
    for (int i = 0; i < 2000; i++) {
        thud_vec3 points[2] = {random_vec3(&random, 5), random_vec3(&random, 5)};
        thud_aabb3 box, around;
        assert_int_equal(thud_aabb3_of_points(points, 2, &box), THUD_OK);
        thud_pose3 pose = random_pose3(&random, 10);
        thud_vec3 corners[8];
        for (int k = 0; k < 8; k++) {
            corners[k] = thud_pose3_apply(pose, v3((k & 1) != 0 ? box.max.x : box.min.x,
                                                   (k & 2) != 0 ? box.max.y : box.min.y,
                                                   (k & 4) != 0 ? box.max.z : box.min.z));
        }
        assert_int_equal(thud_aabb3_of_points(corners, 8, &around), THUD_OK);
        thud_aabb3 moved = thud_aabb3_moved(box, pose);
        assert_true(length(v3(moved.min.x - around.min.x, moved.min.y - around.min.y,
                              moved.min.z - around.min.z)) < 1e-5);
        assert_true(length(v3(moved.max.x - around.max.x, moved.max.y - around.max.y,
                              moved.max.z - around.max.z)) < 1e-5);
    }
    thud_pose3 bad = thud_pose3_identity();
    bad.position.x = NAN;
    thud_aabb3 unit = {{0, 0, 0}, {1, 1, 1}}, invalid = {{1, 0, 0}, {0, 1, 1}};
    assert_false(thud_aabb3_is_valid(thud_aabb3_moved(unit, bad)));
    assert_false(thud_aabb3_is_valid(thud_aabb3_moved(invalid, thud_pose3_identity())));
}

static void a_placed_box_follows_its_pose_when_asked(void **state) {
    (void)state;
    thud_aabb3 unit = {{0, 0, 0}, {1, 1, 1}};
    thud_pose3 pose = thud_pose3_identity();
    thud_placed_aabb3 placed = thud_placed_aabb3_make(unit, pose);
    assert_true(placed.dirty);
    assert_true(thud_placed_aabb3_get(&placed).max.x == 1);
    assert_false(placed.dirty);
    pose.position.x = 5;
    thud_placed_aabb3_set_pose(&placed, pose);
    assert_true(placed.dirty && placed.world.max.x == 1); /* not computed yet */
    assert_true(thud_placed_aabb3_get(&placed).max.x == 6);
    thud_placed_aabb3_set_pose(NULL, pose);
    assert_false(thud_aabb3_is_valid(thud_placed_aabb3_get(NULL)));
}

/* ---- oriented boxes ---- */

static thud_obb3 random_obb3(test_random *random, float reach) {
    thud_obb3 box;
    box.center = random_vec3(random, reach);
    box.extents.x = test_random_float(random, 0.05f, 1);
    box.extents.y = test_random_float(random, 0.05f, 1);
    box.extents.z = test_random_float(random, 0.05f, 1);
    box.rotation = random_basis(random);
    return box;
}

/* Turns a box like `other`, up to an angle of about 10^-n about a random axis. */
static void make_nearly_parallel(test_random *random, const thud_obb3 *other, thud_obb3 *box) {
    static const float angles[] = {0, 1e-8f, 1e-7f, 1e-6f, 1e-5f, 1e-4f, 1e-3f};
    thud_basis3 small =
        thud_basis3_from_axis_angle(random_vec3(random, 1), angles[test_random_int(random, 0, 6)]);
    box->rotation = thud_basis3_mul(small, other->rotation);
}

static void overlap_is_what_linear_programming_says_on_a_hundred_thousand_pairs(void **state) {
    (void)state;
    const double margin = 2e-6;
    test_random random = test_random_seed(63);
    int counts[2] = {0, 0};
    for (int i = 0; i < 100000; i++) {
        thud_obb3 a = random_obb3(&random, 0.8f), b = random_obb3(&random, 0.8f);
        if (i % 4 == 0) {
            make_nearly_parallel(&random, &a, &b);
        }
        bool overlap = thud_obb3_overlaps(&a, &b);
        assert_int_equal(thud_obb3_overlaps(&b, &a), overlap);
        /* Allows for rounding: boxes that overlap have a common point when grown a little, others none when
         * shrunk. */
        bool agrees = overlap ? have_common_point(&a, &b, margin) : !have_common_point(&a, &b, -margin);
        if (!agrees) {
            fail_msg("pair %d: overlap should not be %d", i, overlap);
        }
        counts[overlap]++;
    }
    assert_true(counts[0] > 25000 && counts[1] > 25000);
}

static void overlap_does_not_change_when_both_move_together(void **state) {
    (void)state;
    test_random random = test_random_seed(64);
    int asked = 0;
    for (int i = 0; i < 20000; i++) {
        thud_obb3 a = random_obb3(&random, 0.8f), b = random_obb3(&random, 0.8f);
        thud_obb3 larger = a, smaller = a;
        const float tolerance = 1e-5f;
        larger.extents = v3(a.extents.x + tolerance, a.extents.y + tolerance, a.extents.z + tolerance);
        smaller.extents = v3(a.extents.x - tolerance, a.extents.y - tolerance, a.extents.z - tolerance);
        if (thud_obb3_overlaps(&larger, &b) != thud_obb3_overlaps(&smaller, &b)) {
            continue;
        }
        thud_pose3 pose = random_pose3(&random, 10);
        thud_obb3 moved_a = thud_obb3_moved(&a, pose), moved_b = thud_obb3_moved(&b, pose);
        assert_int_equal(thud_obb3_overlaps(&moved_a, &moved_b), thud_obb3_overlaps(&a, &b));
        asked++;
    }
    assert_true(asked > 19000);
}

static void boxes_that_touch_exactly_do_not_overlap(void **state) {
    (void)state;
    thud_obb3 a = {{0, 0, 0}, {1, 1, 1}, thud_basis3_identity()}, b = a;
    thud_obb3_mtd mtd;
    b.center.x = 2;
    assert_false(thud_obb3_overlaps(&a, &b));
    assert_false(thud_obb3_find_mtd(&a, &b, &mtd));
    assert_true(mtd.depth == 0 && mtd.translation.x == 0);
    b.center.x = 1.999f;
    assert_true(thud_obb3_overlaps(&a, &b));
}

static void only_an_edge_pair_parts_two_crossed_bars(void **state) {
    (void)state;
    /* Two bars on edge, at right angles, one above the other: no face normal separates them. */
    thud_obb3 a = {{0, 0, 0}, {2, 0.5f, 0.5f}, thud_basis3_from_axis_angle(v3(1, 0, 0), 0.25f * THUD_PI)};
    thud_obb3 b = {{0, 0, 1.45f}, {0.5f, 2, 0.5f}, thud_basis3_from_axis_angle(v3(0, 1, 0), 0.25f * THUD_PI)};
    assert_false(thud_obb3_overlaps(&a, &b)); /* each reaches sqrt(1/2) = 0.7071 */
    b.center.z = 1.41f;
    thud_obb3_mtd mtd;
    assert_true(thud_obb3_find_mtd(&a, &b, &mtd));
    assert_int_equal(mtd.axis, 6 + 3 * 0 + 1); /* the first edge of a with the second of b */
    assert_true(fabsf(mtd.depth - (1.4142136f - 1.41f)) < 1e-5f);
    assert_true(mtd.translation.z < 0);
}

static void the_mtd_is_the_shortest_way_out(void **state) {
    (void)state;
    test_random random = test_random_seed(65);
    int overlaps = 0;
    for (int i = 0; i < 5000; i++) {
        thud_obb3 a = random_obb3(&random, 0.5f), b = random_obb3(&random, 0.5f);
        if (i % 4 == 0) {
            make_nearly_parallel(&random, &a, &b);
        }
        thud_obb3_mtd mtd;
        if (!thud_obb3_find_mtd(&a, &b, &mtd)) {
            continue;
        }
        overlaps++;
        assert_true(fabs(length(mtd.translation) - mtd.depth) < 1e-6);
        thud_obb3 moved = a;
        moved.center = v3(a.center.x + mtd.translation.x, a.center.y + mtd.translation.y,
                          a.center.z + mtd.translation.z);
        assert_false(have_common_point(&moved, &b, -2e-6));
        for (int k = 0; k < 20; k++) {
            thud_vec3 direction = random_vec3(&random, 1);
            double stretch = (mtd.depth * 0.999 - 1e-5) / fmax(length(direction), 1e-3);
            if (stretch > 0 && length(direction) > 1e-3) {
                moved.center =
                    v3(a.center.x + (float)stretch * direction.x, a.center.y + (float)stretch * direction.y,
                       a.center.z + (float)stretch * direction.z);
                assert_true(thud_obb3_overlaps(&moved, &b));
            }
        }
    }
    assert_true(overlaps > 2000);
}

static void the_covariance_box_contains_its_points_whatever_they_are(void **state) {
    (void)state;
    test_random random = test_random_seed(66);
    for (int i = 0; i < 3000; i++) {
        thud_vec3 points[50];
        int count = test_random_int(&random, 1, 50);
        thud_pose3 pose = random_pose3(&random, i % 2 == 0 ? 1 : 1000);
        static const float scales[] = {1e-30f, 1e-3f, 1, 1e3f, 1e30f};
        float scale = scales[i % 5];
        for (int k = 0; k < count; k++) {
            thud_vec3 p = random_vec3(&random, 1);
            p.z *= i % 3 == 0 ? 0.0f : 0.3f;  /* a plane */
            p.y *= i % 6 == 0 ? 0.0f : 0.5f;  /* a line */
            p.x *= i % 18 == 0 ? 0.0f : 1.0f; /* a point */
            p = thud_pose3_apply(pose, p);
            points[k] = v3(scale * p.x, scale * p.y, scale * p.z);
        }
        thud_obb3 box;
        assert_int_equal(thud_obb3_of_covariance(points, count, &box), THUD_OK);
        assert_true(thud_obb3_is_valid(&box));
        for (int k = 0; k < count; k++) {
            assert_true(thud_obb3_contains_point(&box, points[k]));
        }
    }
}

static void the_covariance_box_of_a_bar_is_the_bar(void **state) {
    (void)state;
    test_random random = test_random_seed(67);
    for (int i = 0; i < 500; i++) {
        thud_obb3 bar = random_obb3(&random, 10);
        bar.extents = v3(3, 2, 1);
        thud_vec3 corners[8];
        thud_obb3_corners(&bar, corners);
        thud_obb3 box;
        assert_int_equal(thud_obb3_of_covariance(corners, 8, &box), THUD_OK);
        assert_true(length(v3(box.extents.x - 3, box.extents.y - 2, box.extents.z - 1)) < 1e-4);
        assert_true(length(v3(box.center.x - bar.center.x, box.center.y - bar.center.y,
                              box.center.z - bar.center.z)) < 1e-4);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(fabs(dot(box.rotation.axis[k], bar.rotation.axis[k])) - 1) < 1e-5);
        }
    }
}

static void an_aligned_box_becomes_an_oriented_one(void **state) {
    (void)state;
    thud_aabb3 flat = {{1, 1, 1}, {3, 2, 5}};
    thud_pose3 pose = thud_pose3_identity();
    pose.position = v3(10, 0, 0);
    thud_obb3 box = thud_obb3_of_aabb(flat, pose);
    assert_true(box.center.x == 12 && box.center.y == 1.5f && box.center.z == 3);
    assert_true(box.extents.x == 1 && box.extents.y == 0.5f && box.extents.z == 2);
    thud_vec3 corners[8];
    thud_obb3_corners(&box, corners);
    assert_true(corners[0].x == 11 && corners[0].y == 1 && corners[0].z == 1);
    assert_true(corners[7].x == 13 && corners[7].y == 2 && corners[7].z == 5);
    assert_true(corners[5].x == 13 && corners[5].y == 1 && corners[5].z == 5);
}

static void a_ray_hits_where_sampling_enters(void **state) {
    (void)state;
    test_random random = test_random_seed(68);
    enum { samples = 200 };
    int hits = 0;
    for (int i = 0; i < 5000; i++) {
        thud_obb3 box = random_obb3(&random, 0.5f);
        thud_vec3 origin = random_vec3(&random, 2), aside = random_vec3(&random, 1);
        thud_vec3 translation = {1.5f * (box.center.x - origin.x) + aside.x,
                                 1.5f * (box.center.y - origin.y) + aside.y,
                                 1.5f * (box.center.z - origin.z) + aside.z};
        if (i % 5 == 0) {
            translation.x = 0; /* along a plane of the axes */
            box.rotation = thud_basis3_identity();
        }
        float fraction = -7;
        bool hit = thud_obb3_hit_by_ray(&box, origin, translation, &fraction);
        hits += hit;
        for (int k = 0; k <= samples; k++) {
            float t = (float)k / (float)samples;
            thud_vec3 p =
                v3(origin.x + t * translation.x, origin.y + t * translation.y, origin.z + t * translation.z);
            if (thud_obb3_contains_point(&box, p)) {
                assert_true(hit && fraction <= t + 1e-5f);
                break;
            }
        }
        if (hit) {
            assert_true(fraction >= 0 && fraction <= 1);
            thud_obb3 grown = box;
            grown.extents = v3(box.extents.x + 1e-5f, box.extents.y + 1e-5f, box.extents.z + 1e-5f);
            thud_vec3 p = v3(origin.x + fraction * translation.x, origin.y + fraction * translation.y,
                             origin.z + fraction * translation.z);
            assert_true(thud_obb3_contains_point(&grown, p));
        } else {
            assert_true(fraction == -7);
        }
    }
    assert_true(hits > 500 && hits < 4500);
}

static void invalid_boxes_answer_nothing(void **state) {
    (void)state;
    thud_obb3 good = {{0, 0, 0}, {1, 1, 1}, thud_basis3_identity()}, bad[3] = {good, good, good};
    bad[0].extents.x = -1;
    bad[1].center.y = NAN;
    bad[2].rotation.axis[1] = v3(1, 0, 0);
    thud_obb3_mtd mtd;
    for (int i = 0; i < 3; i++) {
        assert_false(thud_obb3_is_valid(&bad[i]));
        assert_false(thud_obb3_overlaps(&good, &bad[i]));
        assert_false(thud_obb3_overlaps(&bad[i], &good));
        assert_false(thud_obb3_find_mtd(&good, &bad[i], &mtd));
        assert_false(thud_obb3_contains_point(&bad[i], v3(0, 0, 0)));
        assert_false(thud_obb3_hit_by_ray(&bad[i], v3(0, 0, 0), v3(1, 0, 0), NULL));
        thud_obb3 moved = thud_obb3_moved(&bad[i], thud_pose3_identity());
        assert_false(thud_obb3_is_valid(&moved));
    }
    assert_false(thud_obb3_overlaps(NULL, &good));
    assert_false(thud_obb3_find_mtd(&good, &good, NULL));
    assert_false(thud_obb3_contains_point(&good, v3(0, NAN, 0)));
    assert_false(thud_obb3_hit_by_ray(&good, v3(0, 0, 0), v3(INFINITY, 0, 0), NULL));
    assert_true(thud_obb3_hit_by_ray(&good, v3(0, 0, 0), v3(0, 0, 0), NULL)); /* starts inside */
    thud_obb3_corners(NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rotation_turns_counter_clockwise_about_its_axis),
        cmocka_unit_test(a_product_of_many_rotations_stays_a_rotation),
        cmocka_unit_test(what_is_no_rotation_is_not_valid),
        cmocka_unit_test(an_aligned_box_holds_its_points),
        cmocka_unit_test(bad_points_give_no_box),
        cmocka_unit_test(aligned_boxes_that_touch_overlap_and_contain_their_border),
        cmocka_unit_test(a_moved_aligned_box_is_the_smallest_around_its_corners),
        cmocka_unit_test(a_placed_box_follows_its_pose_when_asked),
        cmocka_unit_test(overlap_is_what_linear_programming_says_on_a_hundred_thousand_pairs),
        cmocka_unit_test(overlap_does_not_change_when_both_move_together),
        cmocka_unit_test(boxes_that_touch_exactly_do_not_overlap),
        cmocka_unit_test(only_an_edge_pair_parts_two_crossed_bars),
        cmocka_unit_test(the_mtd_is_the_shortest_way_out),
        cmocka_unit_test(the_covariance_box_contains_its_points_whatever_they_are),
        cmocka_unit_test(the_covariance_box_of_a_bar_is_the_bar),
        cmocka_unit_test(an_aligned_box_becomes_an_oriented_one),
        cmocka_unit_test(a_ray_hits_where_sampling_enters),
        cmocka_unit_test(invalid_boxes_answer_nothing),
    };
    return cmocka_run_group_tests_name("geometry_bounds3", tests, NULL, NULL);
}
