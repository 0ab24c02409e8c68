/* Links of chains against polygons: one link at least pushes out a polygon that is in the ground. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "geometry/outline.h"
#include "narrowphase/manifold.h"
#include "reference/random_shapes.h"

enum { POINTS = 6, LINKS = POINTS - 1 };

/* Ground from left to right that turns by `turn` at most at each point, and never steeper than 1.2 rad. */
static void make_ground(test_random *random, float turn, thud_vec2 points[POINTS]) {
    float slope = test_random_float(random, -0.5f, 0.5f);
    points[0] = thud_vec2_make(0.0f, 0.0f);
    for (int i = 1; i < POINTS; i++) {
        float length = test_random_float(random, 0.2f, 2.0f);
        thud_vec2 step = {length * thud_cos(slope), length * thud_sin(slope)};
        points[i] = thud_vec2_add(points[i - 1], step);
        slope = thud_clamp(slope + test_random_float(random, -turn, turn), -1.2f, 1.2f);
    }
}

/* Height of a point above the ground; FLT_MAX if there is no ground below it. */
static float height_above(const thud_vec2 points[POINTS], thud_vec2 at) {
    for (int i = 0; i < LINKS; i++) {
        thud_vec2 a = points[i], b = points[i + 1];
        if (a.x <= at.x && at.x <= b.x) {
            return at.y - (a.y + (b.y - a.y) * (at.x - a.x) / (b.x - a.x));
        }
    }
    return FLT_MAX;
}

/* Returns true if a link finds an overlap. Each link has its neighbours as in a chain. */
static bool is_held(const thud_vec2 points[POINTS], const thud_shape *shape, thud_pose pose) {
    for (int i = 0; i < LINKS; i++) {
        thud_shape link;
        assert_int_equal(thud_segment(points[i], points[i + 1], &link), THUD_OK);
        thud_link_ends ends = {.has_before = i > 0, .has_after = i + 1 < LINKS};
        ends.before = points[i > 0 ? i - 1 : 0];
        ends.after = points[i + 1 < LINKS ? i + 2 : i];
        thud_manifold manifold =
            thud_find_link_manifold(&link, &ends, thud_pose_identity(), shape, pose, 0.02f);
        for (int k = 0; k < manifold.count; k++) {
            if (manifold.points[k].separation < 0.0f) {
                return true;
            }
        }
    }
    return false;
}

/*
 * On a gentle ridge three polygons of a hundred, a tenth of their size deep in the ground, were once pushed out by
 * neither of its two links: the MTD of each leant towards the other. They fell through.
 */
static void a_polygon_in_gently_turning_ground_always_has_a_contact(void **state) {
    (void)state;
    test_random random = test_random_seed(61);
    int sunk = 0, dropped = 0;
    for (int i = 0; i < 40000; i++) {
        thud_vec2 points[POINTS];
        make_ground(&random, 0.25f, points);
        thud_shape shape;
        thud_regular_polygon(test_random_int(&random, 3, 8), test_random_float(&random, 0.15f, 0.8f), &shape);
        float x = test_random_float(&random, points[2].x, points[3].x);
        thud_pose pose = {{x, 0.0f}, thud_rot_from_angle(test_random_float(&random, -3.0f, 3.0f))};
        float lowest = FLT_MAX, inradius = thud_vec2_dot(shape.normals[0], shape.vertices[0]);
        for (int k = 0; k < shape.count; k++) {
            lowest = thud_min(lowest, height_above(points, thud_pose_apply(pose, shape.vertices[k])));
        }
        pose.position.y = -lowest - test_random_float(&random, 0.003f, 0.5f) * inradius;
        bool from_above = lowest < FLT_MAX && height_above(points, pose.position) > 0.3f * inradius;
        if (from_above) {
            sunk++;
            dropped += !is_held(points, &shape, pose);
        }
    }
    assert_true(sunk > 30000);
    if (dropped > 0) {
        fail_msg("%d of %d are held by no link", dropped, sunk);
    }
}

static float deepest(const thud_manifold *manifold) {
    float first = manifold->count > 0 ? manifold->points[0].separation : FLT_MAX;
    return manifold->count == 2 ? thud_min(first, manifold->points[1].separation) : first;
}

/* The separation of two placed shapes along a normal from a to b. */
static double separation_along(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b,
                               thud_vec2 normal) {
    double highest = -DBL_MAX, lowest = DBL_MAX;
    for (int i = 0; i < a->count; i++) {
        thud_vec2 at = thud_pose_apply(pose_a, a->vertices[i]);
        highest = fmax(highest, (double)normal.x * at.x + (double)normal.y * at.y);
    }
    for (int i = 0; i < b->count; i++) {
        thud_vec2 at = thud_pose_apply(pose_b, b->vertices[i]);
        lowest = fmin(lowest, (double)normal.x * at.x + (double)normal.y * at.y);
    }
    return lowest - highest - (double)a->radius - (double)b->radius;
}

/* Also beside its ends, where the way out is along a face of the other shape. */
static void a_link_without_neighbours_meets_shapes_as_a_segment_does(void **state) {
    (void)state;
    test_random random = test_random_seed(62);
    const thud_link_ends none = {0};
    int held = 0;
    for (int i = 0; i < 50000; i++) {
        float size = test_random_size(&random);
        thud_shape link = test_random_shape_of(&random, THUD_SHAPE_SEGMENT, size);
        thud_shape shape = test_random_shape(&random, size * test_random_float(&random, 0.1f, 2.0f));
        thud_pose pose_a = test_random_pose(&random, size), pose_b = test_random_pose(&random, size);
        float near = 0.02f * size;
        thud_manifold plain, of_link = thud_find_link_manifold(&link, &none, pose_a, &shape, pose_b, near);
        assert_int_equal(thud_find_manifold(&link, pose_a, &shape, pose_b, near, &plain), THUD_OK);
        float depth = -deepest(&plain);
        if (plain.count > 0 && depth < 0.02f * size) { /* deeper in, its side is that of the shape's middle */
            assert_true(of_link.count > 0);
            assert_true(thud_abs(depth + deepest(&of_link)) < 1e-4f * size);
            double along = separation_along(&link, pose_a, &shape, pose_b, of_link.normal);
            assert_true(fabs(along + (double)depth) < 1e-4 * (double)size);
            held++;
        } else {
            assert_true(plain.count > 0 || of_link.count == 0 || -deepest(&of_link) < -0.999f * near);
        }
    }
    assert_true(held > 1000);
}

static thud_vec2 up_from(thud_vec2 a, thud_vec2 b) {
    return thud_vec2_perp(thud_vec2_normalize(thud_vec2_sub(b, a)));
}

/* Normals lean over a ridge up to that of the neighbour there, and not at all to a neighbour in a valley or straight on. */
/* A link in the other direction, with its neighbours swapped, meets a shape in the same way: it is two-sided. */
static void assert_same_from_its_end(const thud_shape *link, const thud_link_ends *ends,
                                     const thud_shape *shape, thud_pose pose, const thud_manifold *found) {
    thud_shape back;
    assert_int_equal(thud_segment(link->vertices[1], link->vertices[0], &back), THUD_OK);
    const thud_link_ends swapped = {
        .before = ends->after, .after = ends->before, .has_before = true, .has_after = true};
    thud_manifold other = thud_find_link_manifold(&back, &swapped, thud_pose_identity(), shape, pose, 0.02f);
    assert_int_equal(other.count, found->count);
    if (found->count > 0) {
        assert_true(thud_vec2_distance(other.normal, found->normal) < 1e-4f);
        assert_true(thud_abs(deepest(&other) - deepest(found)) < 1e-4f);
    }
}

static void the_normal_of_a_link_leans_no_farther_than_those_of_its_neighbours(void **state) {
    (void)state;
    test_random random = test_random_seed(63);
    const float rounding = 0.002f;
    int upright = 0, leaning = 0;
    for (int i = 0; i < 20000; i++) {
        thud_vec2 points[POINTS];
        make_ground(&random, i % 3 == 0 ? 0.0f : 1.0f, points);
        thud_shape shape = test_random_shape(&random, test_random_float(&random, 0.1f, 2.0f));
        thud_pose pose = {{test_random_float(&random, points[1].x, points[LINKS - 1].x), 0.0f},
                          thud_rot_from_angle(test_random_float(&random, -3.0f, 3.0f))};
        float lowest = FLT_MAX, highest = -FLT_MAX;
        for (int k = 0; k < shape.count; k++) {
            float height = height_above(points, thud_pose_apply(pose, shape.vertices[k]));
            lowest = thud_min(lowest, height);
            highest = thud_max(highest, height);
        }
        if (highest == FLT_MAX) {
            continue; /* partly beside the ground */
        }
        pose.position.y = shape.radius - lowest + test_random_float(&random, -0.02f, 0.01f);
        thud_vec2 middle = thud_pose_apply(pose, thud_mean_of(shape.vertices, shape.count));
        thud_manifold found[LINKS];
        bool is_above = height_above(points, middle) > 0.05f;
        for (int k = 1; k + 1 < LINKS; k++) {
            thud_shape link;
            assert_int_equal(thud_segment(points[k], points[k + 1], &link), THUD_OK);
            thud_link_ends ends = {
                .before = points[k - 1], .after = points[k + 2], .has_before = true, .has_after = true};
            found[k] = thud_find_link_manifold(&link, &ends, thud_pose_identity(), &shape, pose, 0.02f);
            is_above = is_above && deepest(&found[k]) > -0.03f; /* no ridge cuts it */
            assert_same_from_its_end(&link, &ends, &shape, pose, &found[k]);
        }
        for (int k = 1; k + 1 < LINKS && is_above; k++) {
            if (found[k].count == 0) {
                continue;
            }
            thud_vec2 own = up_from(points[k], points[k + 1]), normal = found[k].normal;
            float to_start = thud_max(thud_vec2_cross(own, up_from(points[k - 1], points[k])), 0.0f);
            float to_end = thud_min(thud_vec2_cross(own, up_from(points[k + 1], points[k + 2])), 0.0f);
            float lean = thud_vec2_cross(own, normal);
            assert_true(thud_vec2_dot(own, normal) > 0.0f);
            assert_true(lean < to_start + rounding && lean > to_end - rounding);
            upright += thud_abs(lean) < rounding;
            leaning += thud_abs(lean) > 10.0f * rounding;
        }
    }
    assert_true(upright > 3000 && leaning > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_without_neighbours_meets_shapes_as_a_segment_does),
        cmocka_unit_test(the_normal_of_a_link_leans_no_farther_than_those_of_its_neighbours),
        cmocka_unit_test(a_polygon_in_gently_turning_ground_always_has_a_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
