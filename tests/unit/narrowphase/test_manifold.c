/*
 * Manifolds of one pair, and the batch kernel that makes them: worked examples, all features as the oracle,
 * the same bits for every width.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "narrowphase/manifold.h"
#include "random_pairs.h"
#include "reference/pair_features.h"
#include "batch_case.h"
#include "shapes.h"
#include "widths.h"

static thud_manifold manifold_of(thud_shape a, thud_pose pose_a, thud_shape b, thud_pose pose_b, float near) {
    thud_manifold there, back;
    assert_int_equal(thud_find_manifold(&a, pose_a, &b, pose_b, near, &there), THUD_OK);
    assert_int_equal(thud_find_manifold(&b, pose_b, &a, pose_a, near, &back), THUD_OK);
    assert_true(there.count == back.count);
    assert_true(there.normal.x == -back.normal.x && there.normal.y == -back.normal.y);
    for (int k = 0; k < there.count; k++) {
        assert_true(there.points[k].point.x == back.points[k].point.x &&
                    there.points[k].point.y == back.points[k].point.y);
        assert_true(there.points[k].separation == back.points[k].separation);
        assert_int_equal(there.points[k].feature, back.points[k].feature);
    }
    return there;
}

/* ---- worked examples ---- */

static void expect_one(thud_manifold found, thud_vec2 normal, thud_vec2 point, float separation) {
    assert_int_equal(found.count, 1);
    assert_float_equal(found.normal.x, normal.x, 2e-6f);
    assert_float_equal(found.normal.y, normal.y, 2e-6f);
    assert_float_equal(found.points[0].point.x, point.x, 2e-6f);
    assert_float_equal(found.points[0].point.y, point.y, 2e-6f);
    assert_float_equal(found.points[0].separation, separation, 2e-6f);
}

/* Expects two points in the order of x, then y. */
static void expect_two(thud_manifold found, thud_vec2 normal, thud_vec2 first, thud_vec2 second,
                       float separation) {
    assert_int_equal(found.count, 2);
    assert_float_equal(found.normal.x, normal.x, 2e-6f);
    assert_float_equal(found.normal.y, normal.y, 2e-6f);
    thud_vec2 p = found.points[0].point, q = found.points[1].point;
    bool ordered = p.x < q.x - 1e-4f || (p.x < q.x + 1e-4f && p.y < q.y);
    thud_vec2 low = ordered ? p : q, high = ordered ? q : p;
    assert_float_equal(low.x, first.x, 2e-6f);
    assert_float_equal(low.y, first.y, 2e-6f);
    assert_float_equal(high.x, second.x, 2e-6f);
    assert_float_equal(high.y, second.y, 2e-6f);
    assert_float_equal(found.points[0].separation, separation, 2e-6f);
    assert_float_equal(found.points[1].separation, separation, 2e-6f);
    assert_int_not_equal(found.points[0].feature, found.points[1].feature);
}

static void every_pair_of_kinds_has_the_points_that_one_computes_by_hand(void **state) {
    (void)state;
    thud_shape ball = circle(1), square = box(1, 1, 0), round = box(1, 1, 0.5f),
               line = segment(v(-2, 0), v(2, 0));
    thud_shape pill = capsule(v(-1, 0), v(1, 0), 0.5f);
    float diagonal = sqrtf(0.5f);
    expect_one(manifold_of(ball, at(0, 0), ball, at(1.5f, 0), 0), v(1, 0), v(0.75f, 0), -0.5f);
    expect_one(manifold_of(pill, at(0, 0), ball, at(0.5f, 1.25f), 0), v(0, 1), v(0.5f, 0.375f), -0.25f);
    expect_one(manifold_of(pill, at(0, 0), ball, at(2, 0), 0), v(1, 0), v(1.25f, 0), -0.5f);
    expect_one(manifold_of(line, at(0, 0), ball, at(1, -0.75f), 0), v(0, -1), v(1, 0.125f), -0.25f);
    expect_one(manifold_of(square, at(0, 0), ball, at(1.75f, 0.5f), 0), v(1, 0), v(0.875f, 0.5f), -0.25f);
    expect_one(manifold_of(square, at(0, 0), ball, at(0.25f, 0), 0), v(1, 0), v(0.125f, 0), -1.75f);
    expect_one(manifold_of(square, at(0, 0), ball, at(1.5f, 1.5f), 0), v(diagonal, diagonal),
               v(1.25f - 0.5f * diagonal, 1.25f - 0.5f * diagonal), 0.5f * sqrtf(2.0f) - 1.0f);
    expect_two(manifold_of(pill, at(0, 0), pill, at(0.5f, 0.75f), 0), v(0, 1), v(-0.5f, 0.375f), v(1, 0.375f),
               -0.25f);
    expect_one(manifold_of(pill, at(0, 0), pill, at(2.75f, 0), 0), v(1, 0), v(1.375f, 0), -0.25f);
    expect_two(manifold_of(line, at(0, 0), pill, at(1.5f, 0.25f), 0), v(0, 1), v(0.5f, -0.125f),
               v(2, -0.125f), -0.25f);
    expect_two(manifold_of(square, at(0, 0), pill, at(1.5f, 1.25f), 0), v(0, 1), v(0.5f, 0.875f),
               v(1, 0.875f), -0.25f);
    expect_two(manifold_of(line, at(0, 0), square, at(1.5f, 0.75f), 0), v(0, 1), v(0.5f, -0.125f),
               v(2, -0.125f), -0.25f);
    expect_two(manifold_of(square, at(0, 0), square, at(0.5f, 1.75f), 0), v(0, 1), v(-0.5f, 0.875f),
               v(1, 0.875f), -0.25f);
    expect_two(manifold_of(square, at(0, 0), round, at(0.5f, 2.25f), 0), v(0, 1), v(-0.5f, 0.875f),
               v(1, 0.875f), -0.25f);
    expect_one(manifold_of(round, at(0, 0), round, at(2.5f, 2.5f), 0), v(diagonal, diagonal), v(1.25f, 1.25f),
               0.5f * sqrtf(2.0f) - 1.0f);
}

static void a_corner_over_a_face_is_one_point(void **state) {
    (void)state;
    thud_shape ground = box(5, 1, 0), square = box(1, 1, 0);
    float top = 1.0f + sqrtf(2.0f) - 0.1f;
    expect_one(manifold_of(ground, at(0, 0), square, at_angle(0.5f, top, 0.25f * THUD_PI), 0), v(0, 1),
               v(0.5f, 0.95f), -0.1f);
}

static void what_is_near_but_apart_has_points_with_positive_separation(void **state) {
    (void)state;
    thud_shape square = box(1, 1, 0);
    expect_two(manifold_of(square, at(0, 0), square, at(0, 2.25f), 0.5f), v(0, 1), v(-1, 1.125f),
               v(1, 1.125f), 0.25f);
    assert_int_equal(manifold_of(square, at(0, 0), square, at(0, 2.25f), 0.125f).count, 0);
    /* Corner to corner at 45 degrees: 0.3 apart on each axis, 0.424 in distance. */
    assert_int_equal(manifold_of(square, at(0, 0), square, at(2.3f, 2.3f), 0.4f).count, 0);
    expect_one(manifold_of(square, at(0, 0), square, at(2.3f, 2.3f), 0.5f), v(sqrtf(0.5f), sqrtf(0.5f)),
               v(1.15f, 1.15f), 0.3f * sqrtf(2.0f));
}

/* From the fuzzer: with the largest float as the limit, its square gave a circle in a box a
 * second point, deeper than the first. */
static void however_far_away_counts_as_near_a_circle_has_one_point(void **state) {
    (void)state;
    const float nears[] = {0.1f, 1.0e6f, 1.0e19f, 3.0e38f};
    for (int i = 0; i < 4; i++) {
        thud_manifold found =
            manifold_of(box(0.5f, 0.25f, 0), at(0, 0), circle(1.0f), at(1.0f, 1.0f), nears[i]);
        assert_int_equal(found.count, 1);
        assert_float_equal(found.points[0].separation, sqrtf(0.25f + 0.5625f) - 1.0f, 1e-6f);
    }
}

static void nothing_near_gives_an_empty_manifold(void **state) {
    (void)state;
    thud_manifold found = manifold_of(circle(1), at(0, 0), box(1, 1, 0), at(9, 0), 0.5f);
    assert_true(found.count == 0 && found.normal.x == 0 && found.normal.y == 0);
}

static void degenerate_places_give_finite_manifolds(void **state) {
    (void)state;
    thud_shape shapes[] = {circle(1), capsule(v(-1, 0), v(1, 0), 0.5f), segment(v(-1, 0), v(1, 0)),
                           box(1, 1, 0), box(1, 1, 0.25f)};
    const float offsets[] = {0.0f, 1e-20f, 1e-7f, 0.5f, 1.0f, 2.0f};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            for (int k = 0; k < 6; k++) {
                thud_manifold found;
                assert_int_equal(
                    thud_find_manifold(&shapes[i], at(0, 0), &shapes[j], at(offsets[k], 0), 0.5f, &found),
                    THUD_OK);
                assert_true(found.count > 0 ||
                            (shapes[i].radius + shapes[j].radius == 0 && offsets[k] >= 2.0f));
                assert_float_equal(thud_vec2_length(found.normal), found.count > 0 ? 1.0f : 0.0f, 1e-6f);
                for (int p = 0; p < found.count; p++) {
                    assert_true(thud_vec2_is_finite(found.points[p].point) &&
                                thud_is_finite(found.points[p].separation));
                }
            }
        }
    }
}

static void segments_end_to_end_on_one_line_are_apart(void **state) {
    (void)state;
    thud_shape line = segment(v(-1, 0), v(1, 0)), pill = capsule(v(-1, 0), v(1, 0), 0.25f);
    expect_one(
        manifold_of(line, at_angle(0, 0, 0.3f), line, at_angle(3 * cosf(0.3f), 3 * sinf(0.3f), 0.3f), 2),
        v(cosf(0.3f), sinf(0.3f)), v(1.5f * cosf(0.3f), 1.5f * sinf(0.3f)), 1.0f);
    assert_int_equal(manifold_of(pill, at(0, 0), pill, at(2.6f, 0), 0).count, 0);
    expect_one(manifold_of(pill, at(0, 0), pill, at(2.4f, 0), 0), v(1, 0), v(1.2f, 0), -0.1f);
}

/* Two triangles whose upright edges lie on one line and share an end. The point of the contact is
 * that end: when both ends of the incident edge were equally deep up to rounding, the far end was
 * taken, 0.23 m outside of the other triangle. */
static void edges_end_to_end_touch_at_their_common_end(void **state) {
    (void)state;
    test_random random = test_random_seed(60771);
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        float below = test_random_float(&random, 0.05f, 1.0f), above = test_random_float(&random, 0.05f, 1.0f);
        thud_vec2 end = {test_random_float(&random, -1.0f, 1.0f), test_random_float(&random, -1.0f, 1.0f)};
        thud_shape left = triangle(end, v(end.x - 0.3f, end.y - below), v(end.x, end.y - below));
        thud_shape right = triangle(end, v(end.x + 0.3f, end.y + above), v(end.x, end.y + above));
        thud_pose pose = {{test_random_float(&random, -3.0f, 3.0f), test_random_float(&random, -3.0f, 3.0f)},
                          thud_rot_from_angle(test_random_float(&random, -3.0f, 3.0f))};
        thud_manifold found = manifold_of(left, pose, right, pose, 0.01f);
        reference_core a = reference_place(&left, pose), b = reference_place(&right, pose);
        for (int k = 0; k < found.count; k++) {
            thud_vec2 point = found.points[k].point;
            assert_true(reference_point_distance(&a, point.x, point.y) < 1e-4);
            assert_true(reference_point_distance(&b, point.x, point.y) < 1e-4);
            hits++;
        }
    }
    assert_true(hits >= 20000);
}

/* ---- properties ---- */

static void the_deepest_point_is_as_deep_as_all_features_say(void **state) {
    (void)state;
    test_random random = test_random_seed(20301);
    const float near = 0.02f;
    int hits = 0;
    for (int i = 0; i < 50000; i++) {
        random_pair pair = random_close_pair(&random);
        reference_core a = reference_place(&pair.a, pair.pose_a), b = reference_place(&pair.b, pair.pose_b);
        double separation = reference_separation(&a, &b);
        thud_manifold found;
        assert_int_equal(thud_find_manifold(&pair.a, pair.pose_a, &pair.b, pair.pose_b, near, &found),
                         THUD_OK);
        if (fabs(separation - near) > 1e-5) {
            assert_int_equal(found.count > 0, separation < near);
        }
        if (found.count == 0) {
            continue;
        }
        double deepest = found.points[0].separation;
        for (int k = 0; k < found.count; k++) {
            thud_manifold_point point = found.points[k];
            deepest = fmin(deepest, point.separation);
            assert_true(point.separation <= near);
            /* The point lies in both shapes up to half of the gap; if an overlap cuts a corner,
             * up to the whole overlap. */
            double slack = fmax(0.5 * point.separation, -separation) + 1e-5;
            if (separation > -0.01) {
                assert_true(reference_point_distance(&a, point.point.x, point.point.y) < slack);
                assert_true(reference_point_distance(&b, point.point.x, point.point.y) < slack);
            }
        }
        assert_float_equal(deepest, separation, 1e-5);
        assert_float_equal(thud_vec2_length(found.normal), 1.0, 1e-6);
        hits++;
    }
    assert_true(hits > 10000);
}

static void pebbles_and_boulders_are_as_exact_for_their_size(void **state) {
    (void)state;
    test_random random = test_random_seed(20307);
    int hits = 0;
    for (int i = 0; i < 50000; i++) { /* 1 cm to 100 m, a kilometre from the origin */
        float size_a = test_random_size(&random), size_b = test_random_size(&random);
        float size = size_a > size_b ? size_a : size_b, distance = test_random_float(&random, 0.0f, 0.75f);
        thud_shape a = test_random_shape(&random, size_a), b = test_random_shape(&random, size_b);
        thud_pose pose_a = test_random_pose(&random, 1000.0f), pose_b = test_random_pose(&random, 1.0f);
        pose_b.position =
            thud_vec2_mul_add(pose_a.position, distance * (size_a + size_b), test_random_unit(&random));
        thud_manifold found;
        assert_int_equal(thud_find_manifold(&a, pose_a, &b, pose_b, 0.02f * size, &found), THUD_OK);
        reference_core core_a = reference_place(&a, pose_a), core_b = reference_place(&b, pose_b);
        double separation = reference_separation(&core_a, &core_b), deepest = found.points[0].separation;
        if (found.count == 0) {
            assert_true(separation > 0.02 * size - 1e-5 * size);
            continue;
        }
        deepest = found.count == 2 ? fmin(deepest, found.points[1].separation) : deepest;
        assert_float_equal(deepest / size, separation / size, 2e-6);
        assert_float_equal(thud_vec2_length(found.normal), 1.0, 1e-6);
        hits++;
    }
    assert_true(hits > 10000);
}

/* A number between two positive ones, every power of ten as likely as every other. */
static float number_between(test_random *random, float low, float high) {
    return low * expf(test_random_float(random, 0.0f, logf(high / low)));
}

/* The hull of 3 to 8 points close to one line, down to the thinnest possible, half of them bowed; sharp or
 * rounded. */
static thud_shape random_sliver(test_random *random, float length) {
    for (;;) {
        thud_vec2 points[8], direction = test_random_unit(random);
        int count = test_random_int(random, 3, 8);
        float thickness = length * number_between(random, 1e-6f, 0.1f);
        bool is_bowed = test_random_int(random, 0, 1) == 0;
        for (int i = 0; i < count; i++) {
            float along = test_random_float(random, -0.5f, 0.5f),
                  across = test_random_float(random, -1.0f, 1.0f);
            across = is_bowed ? 1.0f - 4.0f * along * along + 0.05f * across : across;
            points[i] = thud_vec2_mul_add(thud_vec2_scale(direction, along * length), across * thickness,
                                          thud_vec2_perp(direction));
        }
        float radius =
            test_random_int(random, 0, 3) == 0 ? length * number_between(random, 1e-4f, 0.5f) : 0.0f;
        thud_shape sliver;
        if (thud_hull(points, count, radius, &sliver) == THUD_OK) {
            return sliver;
        }
    }
}

/* A sliver of 0.1 to 10 m and another sliver, or in each fourth pair any shape; from deep overlap to a gap. */
static random_pair random_pair_with_sliver(test_random *random) {
    random_pair pair;
    float length_a = number_between(random, 0.1f, 10.0f), length_b = number_between(random, 0.1f, 10.0f);
    pair.a = random_sliver(random, length_a);
    bool is_any = test_random_int(random, 0, 3) == 0;
    pair.b = is_any ? test_random_shape(random, length_b) : random_sliver(random, length_b);
    pair.pose_a = test_random_pose(random, 1.0f);
    pair.pose_b = test_random_pose(random, 1.0f);
    if (test_random_int(random, 0, 2) == 0) {
        pair.pose_b.rotation =
            thud_rot_mul(pair.pose_a.rotation, thud_rot_from_angle(number_between(random, 1e-7f, 1e-2f)));
    }
    float distance =
        (length_a + length_b) * (test_random_int(random, 0, 1) == 0 ? number_between(random, 1e-6f, 1.0f)
                                                                    : test_random_float(random, 0.0f, 0.6f));
    thud_vec2 middle = thud_pose_apply(pair.pose_a, thud_shape_centroid(&pair.a));
    thud_vec2 arm = thud_rot_apply(pair.pose_b.rotation, thud_shape_centroid(&pair.b));
    pair.pose_b.position = thud_vec2_mul_add(thud_vec2_sub(middle, arm), distance, test_random_unit(random));
    return pair;
}

/* Separation of two cores along a normal, less their radii. */
static double separation_along(const reference_core *a, const reference_core *b, thud_vec2 normal) {
    double top = -INFINITY, bottom = INFINITY;
    for (int i = 0; i < a->count; i++) {
        top = fmax(top, a->x[i] * normal.x + a->y[i] * normal.y);
    }
    for (int i = 0; i < b->count; i++) {
        bottom = fmin(bottom, b->x[i] * normal.x + b->y[i] * normal.y);
    }
    return bottom - top - a->radius - b->radius;
}

/*
 * Of 4,000,000 such pairs 2 once had no manifold, 67 were up to 17 mm off and 4 had a wrong normal. Two edges that
 * meet in a flat corner have equal separations and equal normals up to rounding: the wrong one was taken
 * as the reference edge or the incident edge, and the deepest point lies beside it.
 */
static void the_manifold_of_nearly_collinear_hulls_is_as_exact(void **state) {
    (void)state;
    enum { pairs = TEST_UNLESS_SANITIZED(300000, 30000) };
    test_random random = test_random_seed(20308);
    const float near = 0.02f;
    int hits = 0;
    for (int i = 0; i < pairs; i++) {
        random_pair pair = random_pair_with_sliver(&random);
        thud_manifold found;
        assert_int_equal(thud_find_manifold(&pair.a, pair.pose_a, &pair.b, pair.pose_b, near, &found),
                         THUD_OK);
        reference_core a = reference_place(&pair.a, pair.pose_a), b = reference_place(&pair.b, pair.pose_b);
        double separation = reference_separation(&a, &b);
        if (found.count == 0) {
            assert_true(separation > near - 1e-5);
            continue;
        }
        double deepest = found.points[0].separation;
        deepest = found.count == 2 ? fmin(deepest, found.points[1].separation) : deepest;
        assert_float_equal(deepest, separation, 1e-5);
        if (separation < 0.0) {
            assert_float_equal(separation_along(&a, &b, found.normal), separation, 3e-5);
        }
        hits++;
    }
    assert_true(hits > pairs / 2);
}

static void swapping_the_shapes_flips_the_normal_and_changes_nothing_else(void **state) {
    (void)state;
    test_random random = test_random_seed(20302);
    for (int i = 0; i < 20000; i++) {
        random_pair pair = random_close_pair(&random);
        manifold_of(pair.a, pair.pose_a, pair.b, pair.pose_b, 0.02f);
    }
}

static void features_stay_while_a_box_rocks_on_the_ground(void **state) {
    (void)state;
    thud_shape ground = box(10, 1, 0), crates[] = {box(1, 1, 0), box(0.8f, 0.8f, 0.2f)};
    for (int i = 0; i < 2; i++) {
        int features[2] = {-1, -1};
        for (int step = 0; step < 200; step++) {
            float angle = 0.002f * sinf(0.37f * (float)step), sink = 0.001f * cosf(0.11f * (float)step);
            thud_manifold found =
                manifold_of(ground, at(0, 0), crates[i], at_angle(2.0f, 2.0f + sink, angle), 0.02f);
            assert_int_equal(found.count, 2);
            for (int k = 0; k < 2; k++) {
                if (step == 0) {
                    features[k] = found.points[k].feature;
                }
                assert_true(found.points[k].feature == features[0] || found.points[k].feature == features[1]);
            }
        }
    }
}

static bool are_neighbours(int i, int k, int count) {
    return (i + 1) % count == k || (k + 1) % count == i;
}

/* The lower byte is a corner of the shape with more of them, the upper one a corner of the other. */
static void the_features_of_two_points_are_the_ends_of_an_edge_of_each_shape(void **state) {
    (void)state;
    test_random random = test_random_seed(20309);
    int counted = 0;
    for (int i = 0; i < 60000; i++) {
        random_pair pair = i % 2 == 0 ? random_close_pair(&random) : random_pair_with_sliver(&random);
        if (i % 4 == 0) { /* of a box, two corners have the same x */
            pair.a = box(test_random_float(&random, 0.1f, 1.0f), test_random_float(&random, 0.1f, 1.0f), 0);
        }
        thud_manifold found = manifold_of(pair.a, pair.pose_a, pair.b, pair.pose_b, 0.02f);
        if (found.count == 2 && pair.a.count != pair.b.count) {
            int more = pair.a.count > pair.b.count ? pair.a.count : pair.b.count;
            int fewer = pair.a.count + pair.b.count - more, first = found.points[0].feature,
                second = found.points[1].feature;
            assert_true(are_neighbours(first & 255, second & 255, more));
            assert_true(are_neighbours(first >> 8, second >> 8, fewer));
            counted++;
        }
    }
    assert_true(counted > 5000);
}

/* ---- the batch kernel ---- */

static batch_case first_batch, second_batch;

/* Runs `first_batch` in plain C and in every width of this processor, compares the results, and frees it. */
static void assert_same_bits_in_all_widths(void) {
    point_at_own_arrays(&first_batch);
    batch_case *before = malloc(sizeof *before);
    *before = first_batch;
    thud_collide_batch_run(&first_batch.batch, THUD_LANES_SCALAR);
    for (int w = 0; w < test_width_count; w++) {
        second_batch = *before;
        point_at_own_arrays(&second_batch);
        if (thud_lanes_available(test_widths[w])) {
            thud_collide_batch_run(&second_batch.batch, test_widths[w]);
            assert_memory_equal(first_batch.features, second_batch.features, sizeof first_batch.features);
            assert_memory_equal(first_batch.manifolds, second_batch.manifolds, sizeof first_batch.manifolds);
            assert_memory_equal(first_batch.origins, second_batch.origins, sizeof first_batch.origins);
        }
    }
    free(before);
    free_batch(&first_batch);
}

static void all_widths_give_the_same_bits(void **state) {
    (void)state;
    test_random random = test_random_seed(20303);
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        for (int b = 0; b <= a && b != THUD_CORE_LINK; b++) { /* links never meet each other */
            fill_batch(&random, (thud_core_class)a, (thud_core_class)b, &first_batch);
            assert_same_bits_in_all_widths();
        }
    }
}

static void bits_do_not_depend_on_the_other_pairs_of_the_batch(void **state) {
    (void)state;
    test_random random = test_random_seed(20304);
    thud_lanes lanes = thud_lanes_best();
    for (int a = 0; a < THUD_CORE_CLASSES; a++) {
        fill_batch(&random, (thud_core_class)a, (thud_core_class)(a / 2), &first_batch);
        second_batch = first_batch;
        point_at_own_arrays(&first_batch);
        point_at_own_arrays(&second_batch);
        thud_collide_batch_run(&first_batch.batch, lanes);
        for (int i = 0; i < batch_size; i++) {
            second_batch.batch.contacts = &second_batch.contacts[i];
            second_batch.batch.count = 1;
            thud_collide_batch_run(&second_batch.batch, lanes);
        }
        assert_memory_equal(first_batch.features, second_batch.features, sizeof first_batch.features);
        assert_memory_equal(first_batch.manifolds, second_batch.manifolds, sizeof first_batch.manifolds);
        free_batch(&first_batch);
    }
}

static void old_impulses_go_to_the_points_of_the_same_feature(void **state) {
    (void)state;
    test_random random = test_random_seed(20305);
    fill_batch(&random, THUD_CORE_8, THUD_CORE_4, &first_batch);
    point_at_own_arrays(&first_batch);
    thud_collide_batch_run(&first_batch.batch, THUD_LANES_SCALAR);
    for (int i = 0; i < batch_size; i++) { /* impulses as from a solver */
        for (int k = 0; k < 2; k++) {
            first_batch.manifolds[i].normal_impulse[k] = 10.0f + (float)k;
        }
        first_batch.manifolds[i].friction_impulse = 5.0f;
        first_batch.manifolds[i].rolling_impulse = 6.0f;
    }
    second_batch = first_batch;
    point_at_own_arrays(&second_batch);
    for (int i = 0; i < 2 * batch_size; i++) { /* a small motion that changes few features */
        second_batch.poses[i].position =
            thud_vec2_add(second_batch.poses[i].position, test_random_vec2(&random, 0.05f));
    }
    thud_collide_batch_run(&second_batch.batch, THUD_LANES_SCALAR);
    int carried = 0, dropped = 0;
    for (int i = 0; i < batch_size; i++) {
        thud_contact_features was = first_batch.features[i], is = second_batch.features[i];
        const thud_contact_manifold *manifold = &second_batch.manifolds[i];
        bool any = false;
        for (int k = 0; k < 2; k++) {
            float expected = 0.0f;
            for (int j = 0; k < is.count && j < was.count; j++) {
                expected = is.feature[k] == was.feature[j] ? 10.0f + (float)j : expected;
            }
            assert_true(manifold->normal_impulse[k] == expected);
            any = any || expected != 0.0f;
            carried += expected != 0.0f;
            dropped += expected == 0.0f && k < is.count && was.count > 0;
        }
        assert_true(manifold->friction_impulse == (any ? 5.0f : 0.0f));
        assert_true(manifold->rolling_impulse == (any ? 6.0f : 0.0f));
        assert_int_equal(is.flags, 77);
    }
    assert_true(carried > 100 && dropped > 3);
    free_batch(&first_batch);
}

static void arms_reach_from_both_centres_to_the_same_point(void **state) {
    (void)state;
    test_random random = test_random_seed(20306);
    fill_batch(&random, THUD_CORE_32, THUD_CORE_8, &first_batch);
    point_at_own_arrays(&first_batch);
    thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
    int points = 0;
    for (int i = 0; i < batch_size; i++) {
        const thud_contact_manifold *manifold = &first_batch.manifolds[i];
        for (int k = 0; k < first_batch.features[i].count; k++) {
            thud_vec2 from_a = thud_vec2_add(first_batch.poses[2 * i].position, manifold->arm_a[k]);
            thud_vec2 arm_b = k == 0 ? manifold->arm_b : thud_manifold_second_arm_b(manifold);
            thud_vec2 from_b = thud_vec2_add(first_batch.poses[2 * i + 1].position, arm_b);
            assert_float_equal(thud_vec2_distance(from_a, from_b), 0.0f, 1e-6f);
            points++;
        }
    }
    assert_true(points > 200);
    free_batch(&first_batch);
}

static void what_is_noted_of_the_material_stays_and_a_second_point_is_told(void **state) {
    (void)state;
    test_random random = test_random_seed(20307);
    fill_batch(&random, THUD_CORE_8, THUD_CORE_4, &first_batch);
    point_at_own_arrays(&first_batch);
    for (int i = 0; i < batch_size; i++) {
        first_batch.manifolds[i].friction = 0.01f * (float)i;
        first_batch.manifolds[i].signed_points = i % 3 == 0 ? -1.0f : 1.0f;
    }
    int counts[3] = {0, 0, 0};
    for (int round = 0; round < 2; round++) { /* over what the first round wrote */
        thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
        for (int i = 0; i < batch_size; i++) {
            const thud_contact_manifold *manifold = &first_batch.manifolds[i];
            int count = first_batch.features[i].count;
            assert_true(manifold->friction == 0.01f * (float)i);
            assert_true(manifold->signed_points == (i % 3 == 0 ? -1.0f : 1.0f) * (count == 2 ? 2.0f : 1.0f));
            counts[count]++;
        }
    }
    assert_true(counts[0] > 20 && counts[1] > 20 && counts[2] > 20);
    free_batch(&first_batch);
}

/* ---- rectangles ---- */

/* A rotated rectangle beside its body's centre, as exact as floats allow. */
static thud_shape random_rectangle(test_random *random) {
    for (;;) {
        thud_pose pose = test_random_pose(random, 0.5f);
        float x = test_random_float(random, 0.1f, 1.5f), y = test_random_float(random, 0.1f, 1.5f);
        thud_vec2 corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
        for (int i = 0; i < 4; i++) {
            corners[i] = thud_pose_apply(pose, corners[i]);
        }
        thud_shape shape;
        float radius = test_random_int(random, 0, 2) == 0 ? 0.1f : 0.0f;
        if (thud_polygon(corners, 4, radius, &shape) == THUD_OK && thud_core_is_rectangle(&shape)) {
            return shape;
        }
    }
}

static void fill_rectangles(test_random *random, batch_case *made) {
    fill_batch(random, THUD_CORE_4, THUD_CORE_4, made);
    for (int i = 0; i < 2 * batch_size; i++) {
        thud_shape shape = random_rectangle(random);
        char *record = (char *)made->records[THUD_CORE_4] + (size_t)i * thud_core_size(THUD_CORE_4);
        thud_core_build(&shape, test_random_vec2(random, 0.2f), record);
    }
}

static void rectangles_collide_as_quadrangles_do(void **state) {
    (void)state;
    test_random random = test_random_seed(20308);
    int counts[3] = {0, 0, 0};
    for (int round = 0; round < 20; round++) {
        fill_rectangles(&random, &first_batch);
        second_batch = first_batch;
        point_at_own_arrays(&first_batch);
        point_at_own_arrays(&second_batch);
        second_batch.batch.rectangles = true;
        thud_collide_batch_run(&first_batch.batch, thud_lanes_best());
        thud_collide_batch_run(&second_batch.batch, thud_lanes_best());
        for (int i = 0; i < batch_size; i++) {
            thud_contact_features expected = first_batch.features[i], found = second_batch.features[i];
            const thud_contact_manifold *a = &first_batch.manifolds[i], *b = &second_batch.manifolds[i];
            bool is_just_near = thud_abs(thud_min(expected.nearest, found.nearest) - 0.02f) < 1e-5f;
            bool is_close_call = is_just_near || thud_vec2_distance(a->normal, b->normal) > 0.01f;
            if (is_close_call && expected.count > 0 && found.count > 0) { /* two MTDs of equal depth */
                assert_float_equal(expected.nearest, found.nearest, face_tolerance + 1e-5f);
            }
            if (is_close_call) {
                continue;
            }
            assert_int_equal(expected.count, found.count);
            counts[found.count]++;
            if (found.count > 0) {
                assert_float_equal(expected.nearest, found.nearest, 1e-5f);
                assert_float_equal(thud_vec2_distance(a->normal, b->normal), 0.0f, 1e-3f); /* close corners turn the normal */
            }
            for (int k = 0; k < found.count; k++) {
                assert_true(expected.feature[k] == found.feature[k]);
                assert_float_equal(a->separation[k], b->separation[k], 1e-5f);
                assert_float_equal(thud_vec2_distance(a->arm_a[k], b->arm_a[k]), 0.0f, 1e-4f);
            }
        }
        free_batch(&first_batch);
    }
    assert_true(counts[0] > 200 && counts[1] > 200 && counts[2] > 200);
}

static void all_widths_give_the_same_bits_of_rectangles(void **state) {
    (void)state;
    test_random random = test_random_seed(20309);
    fill_rectangles(&random, &first_batch);
    first_batch.batch.rectangles = true;
    assert_same_bits_in_all_widths();
}

static void a_quad_that_is_nearly_a_rectangle_is_not_one(void **state) {
    (void)state;
    thud_shape shape = box(1, 0.5f, 0);
    assert_true(thud_core_is_rectangle(&shape));
    const thud_vec2 slanted[4] = {{-1, -0.5f}, {1, -0.5f}, {1.0001f, 0.5f}, {-0.9999f, 0.5f}};
    assert_int_equal(thud_polygon(slanted, 4, 0, &shape), THUD_OK);
    assert_false(thud_core_is_rectangle(&shape));
    const thud_vec2 tapered[4] = {{-1, -0.5f}, {1, -0.5f}, {0.9999f, 0.5f}, {-0.9999f, 0.5f}};
    assert_int_equal(thud_polygon(tapered, 4, 0, &shape), THUD_OK);
    assert_false(thud_core_is_rectangle(&shape));
    const thud_vec2 triangle[3] = {{0, 0}, {1, 0}, {0, 1}};
    assert_int_equal(thud_polygon(triangle, 3, 0, &shape), THUD_OK);
    assert_false(thud_core_is_rectangle(&shape));
}

/* ---- refusals ---- */

static void bad_arguments_are_refused_and_nothing_is_written(void **state) {
    (void)state;
    thud_shape ball = circle(1), none = {.kind = THUD_SHAPE_NONE};
    thud_manifold out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    assert_int_equal(thud_find_manifold(NULL, at(0, 0), &ball, at(0, 0), 0, &out), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_manifold(&ball, at(0, 0), NULL, at(0, 0), 0, &out), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_manifold(&ball, at(0, 0), &ball, at(0, 0), 0, NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_find_manifold(&none, at(0, 0), &ball, at(0, 0), 0, &out), THUD_WRONG_KIND);
    assert_int_equal(thud_find_manifold(&ball, at(NAN, 0), &ball, at(0, 0), 0, &out), THUD_NOT_FINITE);
    assert_int_equal(thud_find_manifold(&ball, at(0, 0), &ball, at(0, 0), NAN, &out), THUD_NOT_FINITE);
    assert_int_equal(thud_find_manifold(&ball, at(0, 0), &ball, at(0, 0), -1, &out), THUD_NEGATIVE);
    assert_memory_equal(&out, &before, sizeof out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_kinds_has_the_points_that_one_computes_by_hand),
        cmocka_unit_test(a_corner_over_a_face_is_one_point),
        cmocka_unit_test(what_is_near_but_apart_has_points_with_positive_separation),
        cmocka_unit_test(however_far_away_counts_as_near_a_circle_has_one_point),
        cmocka_unit_test(nothing_near_gives_an_empty_manifold),
        cmocka_unit_test(degenerate_places_give_finite_manifolds),
        cmocka_unit_test(segments_end_to_end_on_one_line_are_apart),
        cmocka_unit_test(edges_end_to_end_touch_at_their_common_end),
        cmocka_unit_test(the_deepest_point_is_as_deep_as_all_features_say),
        cmocka_unit_test(pebbles_and_boulders_are_as_exact_for_their_size),
        cmocka_unit_test(the_manifold_of_nearly_collinear_hulls_is_as_exact),
        cmocka_unit_test(swapping_the_shapes_flips_the_normal_and_changes_nothing_else),
        cmocka_unit_test(features_stay_while_a_box_rocks_on_the_ground),
        cmocka_unit_test(the_features_of_two_points_are_the_ends_of_an_edge_of_each_shape),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(bits_do_not_depend_on_the_other_pairs_of_the_batch),
        cmocka_unit_test(old_impulses_go_to_the_points_of_the_same_feature),
        cmocka_unit_test(arms_reach_from_both_centres_to_the_same_point),
        cmocka_unit_test(what_is_noted_of_the_material_stays_and_a_second_point_is_told),
        cmocka_unit_test(rectangles_collide_as_quadrangles_do),
        cmocka_unit_test(all_widths_give_the_same_bits_of_rectangles),
        cmocka_unit_test(a_quad_that_is_nearly_a_rectangle_is_not_one),
        cmocka_unit_test(bad_arguments_are_refused_and_nothing_is_written),
    };
    return cmocka_run_group_tests_name("manifold_pairs", tests, NULL, NULL);
}
