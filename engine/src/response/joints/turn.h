/*
 * turn.h: rotations of bodies and joints side by side. Within a step vectors are turned by the rotations of their
 * bodies. Most are small. For others sine and cosine are taken by their series at a quarter of the angle, then doubled
 * twice by the double-angle formulas: error below 1e-6 up to 4 rad, which is 240 rad/s at 60 steps a second; beyond 8
 * rad the angle is limited, and the arms are right again at the next step.
 */
#pragma once

#include "response/joints/rows.h"

static const float thud_small_turn = 0.4f; /* [rad] */

typedef struct thud_turn_w {
    thud_fw cosine, sine;
} thud_turn_w;

THUD_INLINE thud_turn_w thud_double_turn_w(thud_turn_w turn) {
    thud_fw two_sines = thud_fw_add(turn.sine, turn.sine);
    return (thud_turn_w){thud_fw_sub(thud_fw_set1(1.0f), thud_fw_mul(two_sines, turn.sine)),
                        thud_fw_mul(two_sines, turn.cosine)};
}

/* The polynomial of the given coefficients, the highest first. */
THUD_INLINE thud_fw thud_polynomial_w(thud_fw x, const float *coefficients, int count) {
    thud_fw sum = thud_fw_set1(coefficients[0]);
    for (int i = 1; i < count; i++) {
        sum = thud_fw_mul_add(x, sum, thud_fw_set1(coefficients[i]));
    }
    return sum;
}

/* A turn of up to thud_small_turn: sine and cosine by their series; the first omitted term is below 1e-7. */
THUD_INLINE thud_turn_w thud_turn_little_w(thud_fw x) {
    static const float sines[] = {-1.0f / 5040.0f, 1.0f / 120.0f, -1.0f / 6.0f, 1.0f};
    static const float cosines[] = {-1.0f / 720.0f, 1.0f / 24.0f, -0.5f, 1.0f};
    thud_fw square = thud_fw_mul(x, x);
    return (thud_turn_w){.cosine = thud_polynomial_w(square, cosines, 4),
                         .sine = thud_fw_mul(x, thud_polynomial_w(square, sines, 4))};
}

/* Any turn of up to 8 rad. Not inlined, as it is rare. */
THUD_OWN_CODE thud_turn_w thud_turn_far_w(thud_fw angle) {
    thud_fw most = thud_fw_set1(8.0f);
    thud_fw cut = thud_fw_max(thud_fw_min(angle, most), thud_fw_neg(most));
    thud_fw x = thud_fw_mul(cut, thud_fw_set1(0.25f));
    thud_fw square = thud_fw_mul(x, x);
    /* x (1 - x^2/3! + x^4/5! - x^6/7! + x^8/9!) and 1 - x^2/2! + x^4/4! - x^6/6! + x^8/8! - x^10/10! */
    static const float sines[] = {1.0f / 362880.0f, -1.0f / 5040.0f, 1.0f / 120.0f, -1.0f / 6.0f, 1.0f};
    static const float cosines[] = {-1.0f / 3628800.0f, 1.0f / 40320.0f, -1.0f / 720.0f,
                                    1.0f / 24.0f,       -0.5f,           1.0f};
    thud_turn_w quarter = {.cosine = thud_polynomial_w(square, cosines, 6),
                           .sine = thud_fw_mul(x, thud_polynomial_w(square, sines, 5))};
    return thud_double_turn_w(thud_double_turn_w(quarter));
}

/* The turns of the bodies in the lanes. */
THUD_INLINE thud_turn_w thud_turn_by_w(thud_fw angle) {
    thud_turn_w turn = thud_turn_little_w(angle);
    thud_mw is_far = thud_fw_gt(thud_fw_abs(angle), thud_fw_set1(thud_small_turn));
    if (thud_mw_any(is_far)) {
        thud_turn_w far = thud_turn_far_w(angle);
        turn.cosine = thud_fw_select(is_far, far.cosine, turn.cosine);
        turn.sine = thud_fw_select(is_far, far.sine, turn.sine);
    }
    return turn;
}

THUD_INLINE wide_vec2 thud_turn_apply_w(thud_turn_w turn, wide_vec2 v) {
    return (wide_vec2){thud_fw_sub(thud_fw_mul(turn.cosine, v.x), thud_fw_mul(turn.sine, v.y)),
                       thud_fw_add(thud_fw_mul(turn.sine, v.x), thud_fw_mul(turn.cosine, v.y))};
}

/* The turn from `from` to `to`. */
THUD_INLINE thud_turn_w thud_turn_between_w(thud_turn_w from, thud_turn_w to) {
    return (thud_turn_w){thud_fw_add(thud_fw_mul(from.cosine, to.cosine), thud_fw_mul(from.sine, to.sine)),
                        thud_fw_sub(thud_fw_mul(from.cosine, to.sine), thud_fw_mul(from.sine, to.cosine))};
}

/* Its angle in [-pi, pi]: the arc tangent of t = smaller / larger of |sine| and |cosine|. Above tan(pi/8) by
 * atan(t) = pi/4 + atan((t - 1) / (t + 1)), so that the series x - x^3/3 + x^5/5 - ... needs only |x| <=
 * tan(pi/8): the first omitted term, x^17/17, is below 2e-8. */
THUD_INLINE thud_fw thud_turn_angle_w(thud_turn_w turn) {
    thud_fw zero = thud_fw_zero();
    thud_fw across = thud_fw_abs(turn.cosine);
    thud_fw up = thud_fw_abs(turn.sine);
    thud_fw small = thud_fw_min(across, up);
    thud_fw large = thud_fw_max(across, up);
    thud_mw steep = thud_fw_gt(small, thud_fw_mul(large, thud_fw_set1(0.41421356f))); /* tan(pi/8) */
    thud_fw over = thud_fw_select(steep, thud_fw_sub(small, large), small);
    thud_fw under = thud_fw_select(steep, thud_fw_add(small, large), large);
    thud_fw x = thud_fw_mul(over, wide_inverse(under));
    static const float terms[] = {-1.0f / 15.0f, 1.0f / 13.0f, -1.0f / 11.0f, 1.0f / 9.0f,
                                  -1.0f / 7.0f,  1.0f / 5.0f,  -1.0f / 3.0f,  1.0f};
    thud_fw series = thud_polynomial_w(thud_fw_mul(x, x), terms, 8);
    thud_fw angle = thud_fw_mul_add(x, series, thud_fw_and_mask(thud_fw_set1(0.25f * THUD_PI), steep));
    angle = thud_fw_select(thud_fw_gt(up, across), thud_fw_sub(thud_fw_set1(0.5f * THUD_PI), angle), angle);
    angle = thud_fw_select(thud_fw_lt(turn.cosine, zero), thud_fw_sub(thud_fw_set1(THUD_PI), angle), angle);
    return thud_fw_select(thud_fw_lt(turn.sine, zero), thud_fw_neg(angle), angle);
}

/* The angle that differs from `angle` by full turns and is nearest to `near`. */
THUD_INLINE thud_fw thud_unwind_w(thud_fw angle, thud_fw near) {
    /* Adding 1.5 * 2^23 rounds to an integer. */
    const float rounds = 12582912.0f, most_turns = 2.0e6f;
    thud_fw turns = thud_fw_mul(thud_fw_sub(near, angle), thud_fw_set1(0.5f / THUD_PI));
    turns = thud_fw_max(thud_fw_min(turns, thud_fw_set1(most_turns)), thud_fw_set1(-most_turns));
    turns = thud_fw_sub(thud_fw_add(turns, thud_fw_set1(rounds)), thud_fw_set1(rounds));
    return thud_fw_mul_add(turns, thud_fw_set1(2.0f * THUD_PI), angle);
}
