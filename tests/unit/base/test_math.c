/* Vectors, rotations, poses and boxes of math.h and bounds.h, with their limits: zero vectors, NaN, infinity. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "thud/bounds.h"
#include "thud/math.h"

static void assert_vec2_near(thud_vec2 actual, float x, float y, float tolerance) {
    assert_float_equal(actual.x, x, tolerance);
    assert_float_equal(actual.y, y, tolerance);
}

static void a_normalized_vector_has_length_one_and_a_zero_vector_stays_zero(void **state) {
    (void)state;
    assert_vec2_near(thud_vec2_normalize(thud_vec2_make(3.0f, -4.0f)), 0.6f, -0.8f, 1.0e-6f);
    assert_vec2_near(thud_vec2_normalize(thud_vec2_make(0.0f, 0.0f)), 0.0f, 0.0f, 0.0f);
    assert_vec2_near(thud_vec2_normalize(thud_vec2_make(FLT_TRUE_MIN, 0.0f)), 0.0f, 0.0f, 0.0f);
}

static void perp_turns_left_and_cross_is_positive_for_what_lies_to_the_left(void **state) {
    (void)state;
    thud_vec2 x = {1.0f, 0.0f};
    assert_vec2_near(thud_vec2_perp(x), 0.0f, 1.0f, 0.0f);
    assert_true(thud_vec2_cross(x, thud_vec2_perp(x)) == 1.0f);
    /* 2 rad/s about the origin moves the point (3, 0) upwards at 6 m/s */
    assert_vec2_near(thud_vec2_cross_scalar(2.0f, thud_vec2_make(3.0f, 0.0f)), 0.0f, 6.0f, 0.0f);
}

static void min_and_max_return_the_second_where_the_two_do_not_compare(void **state) {
    (void)state;
    assert_true(isnan(thud_min(1.0f, NAN)));
    assert_true(thud_min(NAN, 1.0f) == 1.0f);
    assert_true(thud_max(NAN, 1.0f) == 1.0f);
    assert_true(signbit(thud_min(0.0f, -0.0f)) != 0);
    assert_true(signbit(thud_min(-0.0f, 0.0f)) == 0);
    assert_true(signbit(thud_max(0.0f, -0.0f)) != 0);
}

static void only_numbers_are_finite(void **state) {
    (void)state;
    assert_true(thud_is_finite(0.0f));
    assert_true(thud_is_finite(-FLT_MAX));
    assert_false(thud_is_finite(INFINITY));
    assert_false(thud_is_finite(-INFINITY));
    assert_false(thud_is_finite(NAN));
}

static void rotations_add_their_angles(void **state) {
    (void)state;
    thud_rot a = thud_rot_from_angle(0.7f);
    thud_rot b = thud_rot_from_angle(-2.1f);
    assert_float_equal(thud_rot_angle(thud_rot_mul(a, b)), -1.4f, 1.0e-6f);
    assert_float_equal(thud_rot_angle(thud_rot_inv_mul(a, b)), -2.8f, 1.0e-6f);
    thud_vec2 v = {0.3f, 5.0f};
    thud_vec2 back = thud_rot_apply_inverse(a, thud_rot_apply(a, v));
    assert_vec2_near(back, v.x, v.y, 1.0e-6f);
}

static void integrating_small_turns_keeps_length_one_and_sums_to_the_angle(void **state) {
    (void)state;
    thud_rot q = thud_rot_identity();
    for (int i = 0; i < 1000; i++) {
        q = thud_rot_integrate(q, 0.001f);
    }
    assert_true(thud_rot_is_valid(q));
    assert_float_equal(q.c * q.c + q.s * q.s, 1.0f, 1.0e-6f);
    assert_float_equal(thud_rot_angle(q), 1.0f, 1.0e-4f);
    thud_rot degenerate = {0.0f, 0.0f};
    assert_true(thud_rot_is_valid(thud_rot_normalize(degenerate)));
    assert_false(thud_rot_is_valid(degenerate));
}

static void a_pose_and_its_inverse_cancel(void **state) {
    (void)state;
    thud_pose a = {{1.0f, -2.0f}, thud_rot_from_angle(1.1f)};
    thud_pose b = {{-4.0f, 0.5f}, thud_rot_from_angle(-0.4f)};
    thud_vec2 point = {0.25f, 3.0f};
    thud_vec2 there = thud_pose_apply(a, point);
    assert_vec2_near(thud_pose_apply_inverse(a, there), point.x, point.y, 1.0e-6f);

    thud_pose chained = thud_pose_mul(a, b);
    thud_vec2 expected = thud_pose_apply(a, thud_pose_apply(b, point));
    assert_vec2_near(thud_pose_apply(chained, point), expected.x, expected.y, 1.0e-5f);

    thud_pose relative = thud_pose_inv_mul(a, chained);
    assert_vec2_near(relative.position, b.position.x, b.position.y, 1.0e-5f);
    assert_float_equal(thud_rot_angle(relative.rotation), -0.4f, 1.0e-6f);
}

static void an_interpolated_pose_is_halfway_at_one_half_and_the_ends_are_exact(void **state) {
    (void)state;
    thud_pose a = {{0.0f, 0.0f}, thud_rot_from_angle(3.0f)};
    thud_pose b = {{2.0f, 4.0f}, thud_rot_from_angle(-3.0f)};
    thud_pose middle = thud_pose_interpolate(a, b, 0.5f);
    assert_vec2_near(middle.position, 1.0f, 2.0f, 0.0f);
    assert_float_equal(fabsf(thud_rot_angle(middle.rotation)), THUD_PI,
                       1.0e-6f); /* the shorter arc, over pi */
    assert_vec2_near(thud_pose_interpolate(a, b, 0.0f).position, 0.0f, 0.0f, 0.0f);
    assert_vec2_near(thud_pose_interpolate(a, b, 1.0f).position, 2.0f, 4.0f, 0.0f);
}

static void boxes_that_touch_overlap_and_boxes_apart_do_not(void **state) {
    (void)state;
    thud_aabb a = {{0.0f, 0.0f}, {1.0f, 1.0f}};
    thud_aabb touching = {{1.0f, 1.0f}, {2.0f, 2.0f}};
    thud_aabb apart = {{1.0f, nextafterf(1.0f, 2.0f)}, {2.0f, 2.0f}};
    assert_true(thud_aabb_overlaps(a, touching));
    assert_true(thud_aabb_overlaps(touching, a));
    assert_false(thud_aabb_overlaps(a, apart));
    assert_true(thud_aabb_contains(a, a));
    assert_false(thud_aabb_contains(a, touching));
    thud_aabb both = thud_aabb_union(a, touching);
    assert_vec2_near(both.min, 0.0f, 0.0f, 0.0f);
    assert_vec2_near(both.max, 2.0f, 2.0f, 0.0f);
    assert_vec2_near(thud_aabb_center(both), 1.0f, 1.0f, 0.0f);
    assert_vec2_near(thud_aabb_extents(both), 1.0f, 1.0f, 0.0f);
    assert_true(thud_aabb_perimeter(both) == 8.0f);
    assert_true(thud_aabb_contains(thud_aabb_expand(a, 1.0f), touching));
}

static void a_box_with_nan_infinity_or_swapped_corners_is_not_valid(void **state) {
    (void)state;
    thud_aabb point = {{1.0f, 2.0f}, {1.0f, 2.0f}};
    thud_aabb swapped = {{1.0f, 0.0f}, {0.0f, 1.0f}};
    thud_aabb endless = {{0.0f, 0.0f}, {INFINITY, 1.0f}};
    thud_aabb no_number = {{0.0f, NAN}, {1.0f, 1.0f}};
    assert_true(thud_aabb_is_valid(point));
    assert_false(thud_aabb_is_valid(swapped));
    assert_false(thud_aabb_is_valid(endless));
    assert_false(thud_aabb_is_valid(no_number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_normalized_vector_has_length_one_and_a_zero_vector_stays_zero),
        cmocka_unit_test(perp_turns_left_and_cross_is_positive_for_what_lies_to_the_left),
        cmocka_unit_test(min_and_max_return_the_second_where_the_two_do_not_compare),
        cmocka_unit_test(only_numbers_are_finite),
        cmocka_unit_test(rotations_add_their_angles),
        cmocka_unit_test(integrating_small_turns_keeps_length_one_and_sums_to_the_angle),
        cmocka_unit_test(a_pose_and_its_inverse_cancel),
        cmocka_unit_test(an_interpolated_pose_is_halfway_at_one_half_and_the_ends_are_exact),
        cmocka_unit_test(boxes_that_touch_overlap_and_boxes_apart_do_not),
        cmocka_unit_test(a_box_with_nan_infinity_or_swapped_corners_is_not_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
