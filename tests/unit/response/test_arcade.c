/* The arcade response and the split of an MTD. */
#include "test.h"

#include <math.h>

#include "thud/response.h"

static void assert_near(float value, float expected) {
    if (!(fabsf(value - expected) <= 1e-5f)) {
        print_error("%.9g is not %.9g\n", (double)value, (double)expected);
        fail();
    }
}

static void a_fall_on_the_floor_bounces_by_the_elasticity_and_loses_friction(void **state) {
    (void)state;
    thud_vec2 floor = {0, 0}, ball = {2, -4};
    thud_arcade_surface surface = {0.5f, 0.25f, 0.0f};
    assert_int_equal(thud_arcade_response(&floor, 0, &ball, 1, (thud_vec2){0, 1}, &surface), THUD_OK);
    assert_near(ball.x, 1.5f);
    assert_near(ball.y, 2.0f);
    assert_true(floor.x == 0.0f && floor.y == 0.0f);
}

/* Slope of 45 degrees, vertical fall with 2 m/s: 2 sin 45 remains along the slope, all of it without
 * friction. */
static void a_slope_needs_no_special_case(void **state) {
    (void)state;
    float s = sqrtf(0.5f);
    thud_vec2 slope = {0, 0}, ball = {0, -2};
    thud_arcade_surface surface = {0.0f, 0.0f, 0.0f};
    assert_int_equal(thud_arcade_response(&slope, 0, &ball, 1, (thud_vec2){s, s}, &surface), THUD_OK);
    assert_near(ball.x, 1.0f);
    assert_near(ball.y, -1.0f);
}

static void below_the_glue_speed_a_contact_sticks(void **state) {
    (void)state;
    thud_arcade_surface surface = {0.0f, 0.1f, 0.5f};
    thud_vec2 floor = {0, 0}, slow = {0.4f, -1}, fast = {0.6f, -1};
    assert_int_equal(thud_arcade_response(&floor, 0, &slow, 1, (thud_vec2){0, 1}, &surface), THUD_OK);
    assert_near(slow.x, 0.0f);
    assert_int_equal(thud_arcade_response(&floor, 0, &fast, 1, (thud_vec2){0, 1}, &surface), THUD_OK);
    assert_near(fast.x, 0.54f);
}

static void two_bodies_share_the_change_by_inverse_mass(void **state) {
    (void)state;
    thud_vec2 heavy = {3, 0}, light = {0, 0};
    thud_arcade_surface surface = {1.0f, 0.0f, 0.0f};
    assert_int_equal(thud_arcade_response(&heavy, 1, &light, 2, (thud_vec2){1, 0}, &surface), THUD_OK);
    assert_near(heavy.x, 1.0f);
    assert_near(light.x, 4.0f);
    assert_near(heavy.x / 1.0f + light.x / 2.0f, 3.0f);
}

static void parting_bodies_and_two_walls_are_left_alone(void **state) {
    (void)state;
    thud_arcade_surface surface = {1.0f, 1.0f, 1.0f};
    thud_vec2 a = {-1, 1}, b = {1, 0};
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, (thud_vec2){1, 0}, &surface), THUD_OK);
    assert_true(a.x == -1.0f && a.y == 1.0f && b.x == 1.0f && b.y == 0.0f);
    thud_vec2 c = {1, 0}, d = {-1, 0};
    assert_int_equal(thud_arcade_response(&c, 0, &d, 0, (thud_vec2){1, 0}, &surface), THUD_OK);
    assert_true(c.x == 1.0f && d.x == -1.0f);
}

static void an_mtd_is_shared_half_each_or_all_on_the_one_that_yields(void **state) {
    (void)state;
    thud_vec2 a, b;
    thud_share_mtd((thud_vec2){0, 2}, 1, 1, &a, &b);
    assert_near(a.y, 1.0f);
    assert_near(b.y, -1.0f);
    thud_share_mtd((thud_vec2){0, 2}, 0, 1, &a, &b);
    assert_near(a.y, 0.0f);
    assert_near(b.y, -2.0f);
    thud_share_mtd((thud_vec2){0, 2}, 0, 0, &a, &b);
    assert_true(a.y == 0.0f && b.y == 0.0f);
}

static void bad_input_is_refused_and_nothing_changes(void **state) {
    (void)state;
    const thud_arcade_surface good = {0.5f, 0.5f, 0.0f};
    const thud_vec2 normal = {1, 0};
    thud_vec2 a = {1, 0}, b = {-1, 0};
    thud_arcade_surface bad = good;
    bad.elasticity = 1.1f;
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, normal, &bad), THUD_OUT_OF_RANGE);
    bad = good;
    bad.friction = 2.0f;
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, normal, &bad), THUD_OUT_OF_RANGE);
    bad = good;
    bad.glue = -1.0f;
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, normal, &bad), THUD_NEGATIVE);
    bad.glue = NAN;
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, normal, &bad), THUD_NOT_FINITE);
    assert_int_equal(thud_arcade_response(&a, -1, &b, 1, normal, &good), THUD_NEGATIVE);
    assert_int_equal(thud_arcade_response(&a, NAN, &b, 1, normal, &good), THUD_NOT_FINITE);
    assert_int_equal(thud_arcade_response(&a, 1, &b, 1, (thud_vec2){1, 1}, &good), THUD_NOT_NORMALIZED);
    assert_int_equal(thud_arcade_response(NULL, 1, &b, 1, normal, &good), THUD_NULL_ARGUMENT);
    assert_true(a.x == 1.0f && b.x == -1.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fall_on_the_floor_bounces_by_the_elasticity_and_loses_friction),
        cmocka_unit_test(a_slope_needs_no_special_case),
        cmocka_unit_test(below_the_glue_speed_a_contact_sticks),
        cmocka_unit_test(two_bodies_share_the_change_by_inverse_mass),
        cmocka_unit_test(parting_bodies_and_two_walls_are_left_alone),
        cmocka_unit_test(an_mtd_is_shared_half_each_or_all_on_the_one_that_yields),
        cmocka_unit_test(bad_input_is_refused_and_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
