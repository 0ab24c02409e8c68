/*
 * thud_sin, thud_cos and thud_atan2 against the C library in double precision. The bound is that of the header;
 * the test prints the largest error that it found.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "thud/math.h"

static const double promised_error = 1.0e-6;

typedef struct worst {
    double error;
    float at;
} worst;

static void note(worst *seen, double error, float at) {
    if (!(error <= seen->error)) {
        seen->error = error;
        seen->at = at;
    }
}

/* The error of sine and cosine at one angle, the larger of the two. */
static void note_sine_and_cosine(worst *seen, float angle) {
    note(seen, fabs(thud_sin(angle) - sin((double)angle)), angle);
    note(seen, fabs(thud_cos(angle) - cos((double)angle)), angle);
}

static void sine_and_cosine_are_close_on_a_dense_grid_of_usual_angles(void **state) {
    (void)state;
    worst seen = {0.0, 0.0f};
    for (int i = -2000000; i <= 2000000; i++) {
        note_sine_and_cosine(&seen, (float)i * 1.0e-5f);
    }
    printf("largest error of sin and cos on [-20, 20]: %.3g at %.9g\n", seen.error, (double)seen.at);
    assert_true(seen.error < promised_error);
}

/* Walks over the bit patterns of all finite floats in odd strides, so that every exponent gets about 6,500 samples. */
static void sine_and_cosine_are_close_for_floats_of_every_size(void **state) {
    (void)state;
    worst seen = {0.0, 0.0f};
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 1283) {
        float angle;
        memcpy(&angle, &bits, sizeof angle);
        note_sine_and_cosine(&seen, angle);
        note_sine_and_cosine(&seen, -angle);
    }
    note_sine_and_cosine(&seen, FLT_MAX);
    note_sine_and_cosine(&seen, -FLT_MAX);
    printf("largest error of sin and cos over all sizes: %.3g at %.9g\n", seen.error, (double)seen.at);
    assert_true(seen.error < promised_error);
}

/* At the floats closest to multiples of pi/2 a careless reduction loses all digits. */
static void sine_and_cosine_are_close_next_to_multiples_of_a_quarter_turn(void **state) {
    (void)state;
    worst seen = {0.0, 0.0f};
    const double half_pi = 1.57079632679489661923;
    for (double k = 1.0; k < 1.0e30; k = floor(k * 1.0007) + 1.0) {
        float near_multiple = (float)(k * half_pi);
        note_sine_and_cosine(&seen, near_multiple);
        note_sine_and_cosine(&seen, nextafterf(near_multiple, 0.0f));
        note_sine_and_cosine(&seen, nextafterf(near_multiple, FLT_MAX));
    }
    printf("largest error of sin and cos next to k pi/2: %.3g at %.9g\n", seen.error, (double)seen.at);
    assert_true(seen.error < promised_error);
}

static void sine_is_odd_and_cosine_is_even_to_the_last_bit(void **state) {
    (void)state;
    for (int i = 0; i < 100000; i++) {
        float angle = (float)i * 0.013f;
        assert_true(thud_sin(-angle) == -thud_sin(angle));
        assert_true(thud_cos(-angle) == thud_cos(angle));
    }
    assert_true(thud_sin(0.0f) == 0.0f);
    assert_true(thud_cos(0.0f) == 1.0f);
}

static void the_arc_tangent_is_close_in_every_direction(void **state) {
    (void)state;
    worst seen = {0.0, 0.0f};
    const double step = 3.14159265358979323846 / 500000.0;
    for (int i = -499999; i <= 499999; i++) {
        float x = (float)cos(i * step);
        float y = (float)sin(i * step);
        note(&seen, fabs(thud_atan2(y, x) - atan2((double)y, (double)x)), (float)(i * step));
    }
    printf("largest error of atan2 on the unit circle: %.3g rad at %.9g\n", seen.error, (double)seen.at);
    assert_true(seen.error < promised_error);
}

static void the_arc_tangent_is_close_for_lengths_from_the_smallest_to_the_largest_float(void **state) {
    (void)state;
    worst seen = {0.0, 0.0f};
    const float sizes[] = {FLT_TRUE_MIN, 1.0e-40f, FLT_MIN, 1.0e-20f, 1.0e-3f, 0.4142135f, 0.4142136f,
                           1.0f,         3.0f,     1.0e7f,  1.0e20f,  FLT_MAX};
    const int count = sizeof sizes / sizeof *sizes;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            for (int signs = 0; signs < 4; signs++) {
                float y = (signs & 1) != 0 ? -sizes[i] : sizes[i];
                float x = (signs & 2) != 0 ? -sizes[j] : sizes[j];
                note(&seen, fabs(thud_atan2(y, x) - atan2((double)y, (double)x)), y);
            }
        }
    }
    printf("largest error of atan2 over all sizes: %.3g rad at y = %.9g\n", seen.error, (double)seen.at);
    assert_true(seen.error < promised_error);
}

static void the_arc_tangent_of_the_axes_and_of_zero_is_as_documented(void **state) {
    (void)state;
    assert_true(thud_atan2(0.0f, 0.0f) == 0.0f);
    assert_true(thud_atan2(0.0f, 1.0f) == 0.0f);
    assert_true(thud_atan2(1.0f, 0.0f) == 0.5f * THUD_PI);
    assert_true(thud_atan2(-1.0f, 0.0f) == -0.5f * THUD_PI);
    assert_true(thud_atan2(0.0f, -1.0f) == THUD_PI);
    assert_true(thud_atan2(-0.0f, -1.0f) == THUD_PI);
}

static void input_that_is_not_finite_gives_zero(void **state) {
    (void)state;
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        assert_true(thud_sin(bad[i]) == 0.0f);
        assert_true(thud_cos(bad[i]) == 0.0f);
        assert_true(thud_atan2(bad[i], 1.0f) == 0.0f);
        assert_true(thud_atan2(1.0f, bad[i]) == 0.0f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_are_close_on_a_dense_grid_of_usual_angles),
        cmocka_unit_test(sine_and_cosine_are_close_for_floats_of_every_size),
        cmocka_unit_test(sine_and_cosine_are_close_next_to_multiples_of_a_quarter_turn),
        cmocka_unit_test(sine_is_odd_and_cosine_is_even_to_the_last_bit),
        cmocka_unit_test(the_arc_tangent_is_close_in_every_direction),
        cmocka_unit_test(the_arc_tangent_is_close_for_lengths_from_the_smallest_to_the_largest_float),
        cmocka_unit_test(the_arc_tangent_of_the_axes_and_of_zero_is_as_documented),
        cmocka_unit_test(input_that_is_not_finite_gives_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
