/*
 * Ray and shape casts: worked examples, and steps along the path against all features.
 */
#include "test.h"

#include <math.h>
#include <string.h>

#include "random_pairs.h"
#include "reference/pair_features.h"
#include "shapes.h"

static thud_cast_hit ray(thud_shape shape, thud_pose pose, thud_vec2 origin, thud_vec2 translation) {
    thud_cast_hit hit;
    assert_int_equal(thud_cast_ray(&shape, pose, origin, translation, &hit), THUD_OK);
    return hit;
}

static void expect_hit(thud_cast_hit hit, float fraction, thud_vec2 point, thud_vec2 normal) {
    assert_true(hit.hit);
    assert_float_equal(hit.fraction, fraction, 1e-6f);
    assert_float_equal(hit.point.x, point.x, 2e-6f);
    assert_float_equal(hit.point.y, point.y, 2e-6f);
    assert_float_equal(hit.normal.x, normal.x, 2e-6f);
    assert_float_equal(hit.normal.y, normal.y, 2e-6f);
}

static void rays_hit_where_one_computes_it_by_hand(void **state) {
    (void)state;
    thud_shape pill;
    assert_int_equal(thud_capsule(v(-1, 0), v(1, 0), 0.5f, &pill), THUD_OK);
    expect_hit(ray(circle(1), at(5, 0), v(0, 0), v(8, 0)), 0.5f, v(4, 0), v(-1, 0));
    expect_hit(ray(circle(5), at(0, 0), v(-10, 3), v(20, 0)), 0.3f, v(-4, 3), v(-0.8f, 0.6f));
    expect_hit(ray(box(1, 1, 0), at(0, 0), v(-3, 0.5f), v(4, 0)), 0.5f, v(-1, 0.5f), v(-1, 0));
    expect_hit(ray(box(1, 1, 0.5f), at(0, 0), v(0, 4), v(0, -5)), 0.5f, v(0, 1.5f), v(0, 1));
    float diagonal = sqrtf(0.5f);
    expect_hit(ray(box(1, 1, 1), at(0, 0), v(4, 4), v(-4, -4)), 1.0f - (1.0f + diagonal) / 4.0f,
               v(1 + diagonal, 1 + diagonal), v(diagonal, diagonal));
    expect_hit(ray(pill, at(0, 0), v(0.5f, 2), v(0, -2)), 0.75f, v(0.5f, 0.5f), v(0, 1));
    expect_hit(ray(pill, at(0, 0), v(4, 0), v(-5, 0)), 0.5f, v(1.5f, 0), v(1, 0));
}

/* From a fraction that was rounded to a float it was 0.5 mm off the surface at the end of 5 km. */
static void the_point_of_a_ray_is_on_the_surface_however_long_the_ray_is(void **state) {
    (void)state;
    for (float length = 10.0f; length < 1.0e5f; length *= 3.7f) {
        for (int i = 0; i < 100; i++) {
            thud_vec2 origin = {0.01f * length * (float)(i % 30), length * (1.0f + 0.07f * (float)i)};
            thud_cast_hit hit = ray(box(1, 1, 0), at(0, 0), origin, v(-1.37f * origin.x, -1.37f * origin.y));
            assert_true(hit.hit && hit.normal.y == 1.0f);
            assert_float_equal(hit.point.y, 1.0f, 1e-6f);
        }
    }
}

static void a_segment_is_hit_from_both_sides(void **state) {
    (void)state;
    thud_shape wall = segment(v(0, -1), v(0, 1));
    expect_hit(ray(wall, at(2, 0), v(0, 0.5f), v(4, 0)), 0.5f, v(2, 0.5f), v(-1, 0));
    expect_hit(ray(wall, at(2, 0), v(4, 0.5f), v(-4, 0)), 0.5f, v(2, 0.5f), v(1, 0));
    assert_false(ray(wall, at(2, 0), v(0, 1.0001f), v(4, 0)).hit);
    assert_false(ray(wall, at(2, 0), v(2, -3), v(0, 9)).hit); /* parallel to the wall */
}

static void rays_that_pass_stop_short_or_leave_hit_nothing(void **state) {
    (void)state;
    assert_false(ray(circle(1), at(5, 0), v(0, 1), v(8, 0)).hit);
    assert_false(ray(circle(1), at(5, 0), v(0, 0), v(3.99f, 0)).hit);
    assert_false(ray(circle(1), at(5, 0), v(0, 0), v(-8, 0)).hit);
    assert_false(ray(circle(1), at(5, 0), v(0, 0), v(0, 0)).hit);
    assert_false(ray(box(1, 1, 0), at(0, 0), v(-3, 1), v(9, 0)).hit);
    assert_false(ray(box(1, 1, 0), at(0, 0), v(1, 0), v(3, 0)).hit);
    expect_hit(ray(box(1, 1, 0), at(0, 0), v(1, 0), v(-3, 0)), 0.0f, v(1, 0), v(1, 0));
}

static void a_ray_that_starts_inside_hits_at_once_without_a_normal(void **state) {
    (void)state;
    expect_hit(ray(circle(1), at(5, 0), v(5.5f, 0), v(8, 0)), 0.0f, v(5.5f, 0), v(0, 0));
    assert_true(ray(circle(1), at(5, 0), v(5.5f, 0), v(8, 0)).depth == 0.0f);
}

static void a_shape_that_starts_inside_hits_at_once_with_the_way_out(void **state) {
    (void)state;
    thud_shape square = box(1, 1, 0);
    thud_cast_hit hit;
    assert_int_equal(thud_cast_shape(&square, at(0, 0), v(4, 0), &square, at(1.5f, 0), &hit), THUD_OK);
    expect_hit(hit, 0.0f, v(0.75f, hit.point.y), v(-1, 0));
    assert_float_equal(hit.depth, 0.5f, 1e-6f);
    assert_int_equal(thud_cast_shape(&square, at(0, 0), v(0, 0), &square, at(1.5f, 0), &hit), THUD_OK);
    expect_hit(hit, 0.0f, v(0.75f, hit.point.y), v(-1, 0)); /* no motion, so none that leads out */
    thud_shape ball = circle(1);
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(1, -3), &square, at(0, -1.75f), &hit), THUD_OK);
    expect_hit(hit, 0.0f, v(hit.point.x, -0.75f), v(0, 1)); /* on the surface of the thinner one */
    assert_float_equal(hit.depth, 0.25f, 1e-6f);
}

/* The fraction was once 0 and the normal (0, 0) for all directions, so that a character slightly inside of
 * the ground could neither walk nor jump. */
static void a_motion_that_leads_out_or_along_is_free(void **state) {
    (void)state;
    thud_shape square = box(1, 1, 0);
    const thud_vec2 free_ways[] = {v(-4, 0), v(-1, 3), v(0, 2), v(0, -2), v(-1e-3f, 5)};
    for (size_t i = 0; i < sizeof free_ways / sizeof free_ways[0]; i++) {
        thud_cast_hit hit;
        assert_int_equal(thud_cast_shape(&square, at(0, 0), free_ways[i], &square, at(1.99f, 0), &hit),
                         THUD_OK);
        assert_false(hit.hit);
        assert_true(hit.fraction == 0 && hit.normal.x == 0 && hit.depth == 0);
    }
    thud_pose slope = {v(0, 0), thud_rot_from_angle(0.4f)}, on_slope = slope;
    on_slope.position = thud_rot_apply(slope.rotation, v(-0.5f, 1.999f));
    for (int i = -50; i <= 50; i++) { /* along the slope, made parallel to it in floats */
        thud_vec2 translation = thud_rot_apply(slope.rotation, v(0.1f * (float)i, 0.0f));
        thud_cast_hit hit;
        assert_int_equal(thud_cast_shape(&square, on_slope, translation, &square, slope, &hit), THUD_OK);
        assert_int_equal(hit.hit, i == 0);
    }
}

static void shapes_hit_where_one_computes_it_by_hand(void **state) {
    (void)state;
    thud_shape square = box(1, 1, 0), ball = circle(1), wall = segment(v(0, -3), v(0, 3));
    thud_cast_hit hit;
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(8, 0), &square, at(6, 0.5f), &hit), THUD_OK);
    expect_hit(hit, 0.5f, v(5, 0), v(-1, 0));
    assert_int_equal(thud_cast_shape(&square, at(0, 0), v(8, 0), &wall, at(5, 0), &hit), THUD_OK);
    expect_hit(hit, 0.5f, v(5, 0), v(-1, 0));
    assert_int_equal(thud_cast_shape(&square, at(0, 0), v(0, 8), &square, at(1, 6), &hit), THUD_OK);
    expect_hit(hit, 0.5f, v(0.5f, 5), v(0, -1));
    assert_int_equal(thud_cast_shape(&square, at(0, 0), v(0, 8), &square, at(2, 6), &hit), THUD_OK);
    assert_false(hit.hit);
    assert_true(hit.fraction == 0 && hit.point.x == 0 && hit.normal.x == 0);
}

/* ---- properties ---- */

/* The separation of shape a, moved by a part of the translation, from b. */
static double separation_after(const random_pair *pair, thud_vec2 translation, double fraction) {
    reference_core a = reference_place(&pair->a, pair->pose_a), b = reference_place(&pair->b, pair->pose_b);
    for (int i = 0; i < a.count; i++) {
        a.x[i] += fraction * translation.x;
        a.y[i] += fraction * translation.y;
    }
    return reference_separation(&a, &b);
}

static void a_cast_stops_at_the_first_touch(void **state) {
    (void)state;
    test_random random = test_random_seed(20291);
    int hits = 0, misses = 0, ways_out = 0;
    for (int i = 0; i < 50000; i++) {
        random_pair pair = random_pair_within(&random, 6.0f);
        thud_vec2 translation = test_random_vec2(&random, 8.0f);
        thud_cast_hit hit;
        assert_int_equal(thud_cast_shape(&pair.a, pair.pose_a, translation, &pair.b, pair.pose_b, &hit),
                         THUD_OK);
        double end = hit.hit ? hit.fraction : 1.0;
        if (hit.hit && hit.fraction == 0.0f) {
            double before = separation_after(&pair, translation, 0.0);
            assert_true(before < 1e-6);
            assert_float_equal(hit.depth, (float)(before < 0.0 ? -before : 0.0), 2e-6f);
            thud_vec2 out = thud_vec2_scale(hit.normal, hit.depth); /* moves a out of b */
            assert_float_equal(separation_after(&pair, out, 1.0), 0.0, 2e-6);
            reference_core a = reference_place(&pair.a, pair.pose_a),
                           b = reference_place(&pair.b, pair.pose_b);
            assert_true(reference_point_distance(&a, hit.point.x, hit.point.y) < 1e-6);
            assert_true(reference_point_distance(&b, hit.point.x, hit.point.y) < 1e-6);
            continue;
        }
        if (!hit.hit && separation_after(&pair, translation, 0.0) < -1e-6) { /* the motion leads out */
            double before = separation_after(&pair, translation, 0.0);
            for (int k = 1; k <= 32; k++) {
                assert_true(separation_after(&pair, translation, k / 32.0) > before - 2e-5);
            }
            ways_out++;
            continue;
        }
        for (int k = 0; k < 32; k++) {
            assert_true(separation_after(&pair, translation, end * k / 32.0) > -1e-6);
        }
        hits += hit.hit;
        misses += !hit.hit;
        if (hit.hit) {
            assert_float_equal(separation_after(&pair, translation, end), 0.0, 1e-5);
            assert_true(thud_vec2_dot(hit.normal, translation) < 1e-5f);
            assert_float_equal(thud_vec2_length(hit.normal), 1.0f, 1e-6f);
            reference_core b = reference_place(&pair.b, pair.pose_b);
            assert_float_equal(reference_point_distance(&b, hit.point.x, hit.point.y), 0.0, 1e-2);
        }
    }
    assert_true(hits > 5000 && misses > 5000 && ways_out > 1000);
}

static void a_ray_stops_on_the_outline(void **state) {
    (void)state;
    test_random random = test_random_seed(20292);
    int hits = 0, misses = 0;
    for (int i = 0; i < 100000; i++) {
        thud_shape shape = test_random_shape(&random, test_random_float(&random, 0.2f, 2.0f));
        thud_pose pose = test_random_pose(&random, 1.0f);
        thud_vec2 origin = test_random_vec2(&random, 3.0f), translation = test_random_vec2(&random, 6.0f);
        reference_core core = reference_place(&shape, pose);
        thud_cast_hit hit = ray(shape, pose, origin, translation);
        double end = hit.hit ? hit.fraction : 1.0;
        double start_distance = reference_point_distance(&core, origin.x, origin.y);
        if (hit.hit && hit.fraction == 0.0f) {
            assert_true(start_distance < 1e-6);
            continue;
        }
        for (int k = 0; k < 32; k++) {
            double f = end * k / 32.0;
            double x = origin.x + f * translation.x, y = origin.y + f * translation.y;
            assert_true(reference_point_distance(&core, x, y) > -1e-6);
        }
        hits += hit.hit;
        misses += !hit.hit;
        if (hit.hit) {
            assert_float_equal(reference_point_distance(&core, hit.point.x, hit.point.y), 0.0, 3e-6);
            assert_true(thud_vec2_dot(hit.normal, translation) < 0.0f);
        }
    }
    assert_true(hits > 5000 && misses > 10000);
}

static void a_ray_to_a_point_within_always_hits(void **state) {
    (void)state;
    test_random random = test_random_seed(20293);
    for (int i = 0; i < 50000; i++) {
        thud_shape shape = test_random_shape(&random, 1.0f);
        thud_pose pose = test_random_pose(&random, 1.0f);
        thud_vec2 inside = thud_pose_apply(pose, thud_shape_centroid(&shape));
        thud_vec2 origin = thud_vec2_mul_add(inside, 5.0f, test_random_unit(&random));
        if (shape.kind != THUD_SHAPE_SEGMENT) {
            thud_cast_hit hit = ray(shape, pose, origin, thud_vec2_sub(inside, origin));
            assert_true(hit.hit && hit.fraction > 0.0f);
        }
    }
}

/* ---- refusals ---- */

static void bad_arguments_are_refused_and_nothing_is_written(void **state) {
    (void)state;
    thud_shape ball = circle(1), none = {.kind = THUD_SHAPE_NONE};
    thud_cast_hit out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    assert_int_equal(thud_cast_ray(NULL, at(0, 0), v(0, 0), v(1, 0), &out), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_cast_ray(&ball, at(0, 0), v(0, 0), v(1, 0), NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_cast_ray(&none, at(0, 0), v(0, 0), v(1, 0), &out), THUD_WRONG_KIND);
    assert_int_equal(thud_cast_ray(&ball, at(NAN, 0), v(0, 0), v(1, 0), &out), THUD_NOT_FINITE);
    assert_int_equal(thud_cast_ray(&ball, at(0, 0), v(0, NAN), v(1, 0), &out), THUD_NOT_FINITE);
    assert_int_equal(thud_cast_ray(&ball, at(0, 0), v(0, 0), v(INFINITY, 0), &out), THUD_NOT_FINITE);
    assert_int_equal(thud_cast_shape(NULL, at(0, 0), v(1, 0), &ball, at(0, 0), &out), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(1, 0), NULL, at(0, 0), &out), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(1, 0), &ball, at(0, 0), NULL), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(1, 0), &none, at(0, 0), &out), THUD_WRONG_KIND);
    assert_int_equal(thud_cast_shape(&ball, at(0, 0), v(1, NAN), &ball, at(0, 0), &out), THUD_NOT_FINITE);
    assert_memory_equal(&out, &before, sizeof out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_hit_where_one_computes_it_by_hand),
        cmocka_unit_test(the_point_of_a_ray_is_on_the_surface_however_long_the_ray_is),
        cmocka_unit_test(a_segment_is_hit_from_both_sides),
        cmocka_unit_test(rays_that_pass_stop_short_or_leave_hit_nothing),
        cmocka_unit_test(a_ray_that_starts_inside_hits_at_once_without_a_normal),
        cmocka_unit_test(a_shape_that_starts_inside_hits_at_once_with_the_way_out),
        cmocka_unit_test(a_motion_that_leads_out_or_along_is_free),
        cmocka_unit_test(shapes_hit_where_one_computes_it_by_hand),
        cmocka_unit_test(a_cast_stops_at_the_first_touch),
        cmocka_unit_test(a_ray_stops_on_the_outline),
        cmocka_unit_test(a_ray_to_a_point_within_always_hits),
        cmocka_unit_test(bad_arguments_are_refused_and_nothing_is_written),
    };
    return cmocka_run_group_tests_name("cast_rays_and_shapes", tests, NULL, NULL);
}
