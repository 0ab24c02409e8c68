/*
 * turn.h: angles of eight joints. Within a step vectors are turned by the angles that their bodies turned. Most turn
 * little; else sine and cosine are taken by their series on a quarter of the angle, then twice by the double-angle
 * formulas: error below 1e-6 up to 4 rad, which is 240 rad/s at 60 steps a second; beyond 8 rad the angle is cut, and
 * the arms are right again at the next step.
 */
#ifndef THUD_SRC_RESPONSE_TURN_H
#define THUD_SRC_RESPONSE_TURN_H

#include "response/joints/rows.h"

static const float thud_small_turn = 0.4f; /* [rad] */

typedef struct thud_turn8 {
    thud_f8 cosine, sine;
} thud_turn8;

THUD_INLINE thud_turn8 thud_double_turn8(thud_turn8 turn) {
    thud_f8 two_sines = thud_f8_add(turn.sine, turn.sine);
    return (thud_turn8){thud_f8_sub(thud_f8_set1(1.0f), thud_f8_mul(two_sines, turn.sine)),
                        thud_f8_mul(two_sines, turn.cosine)};
}

/* A turn of up to thud_small_turn: sine and cosine by their series, the first term left out below 1e-7. */
THUD_INLINE thud_turn8 thud_turn_little8(thud_f8 x) {
    thud_f8 square = thud_f8_mul(x, x);
    thud_f8 one = thud_f8_set1(1.0f);
    thud_f8 sine = thud_f8_mul_add(square, thud_f8_set1(-1.0f / 5040.0f), thud_f8_set1(1.0f / 120.0f));
    sine = thud_f8_mul_add(square, sine, thud_f8_set1(-1.0f / 6.0f));
    sine = thud_f8_mul(x, thud_f8_mul_add(square, sine, one));
    thud_f8 cosine = thud_f8_mul_add(square, thud_f8_set1(-1.0f / 720.0f), thud_f8_set1(1.0f / 24.0f));
    cosine = thud_f8_mul_add(square, cosine, thud_f8_set1(-0.5f));
    cosine = thud_f8_mul_add(square, cosine, one);
    return (thud_turn8){cosine, sine};
}

/* Any turn of up to 8 rad. */
THUD_INLINE thud_turn8 thud_turn_far8(thud_f8 angle) {
    thud_f8 most = thud_f8_set1(8.0f);
    thud_f8 cut = thud_f8_max(thud_f8_min(angle, most), thud_f8_neg(most));
    thud_f8 x = thud_f8_mul(cut, thud_f8_set1(0.25f));
    thud_f8 square = thud_f8_mul(x, x);
    thud_f8 one = thud_f8_set1(1.0f);
    /* x (1 - x^2/3! + x^4/5! - x^6/7! + x^8/9!) and 1 - x^2/2! + x^4/4! - x^6/6! + x^8/8! - x^10/10! */
    thud_f8 sine = thud_f8_mul_add(square, thud_f8_set1(1.0f / 362880.0f), thud_f8_set1(-1.0f / 5040.0f));
    sine = thud_f8_mul_add(square, sine, thud_f8_set1(1.0f / 120.0f));
    sine = thud_f8_mul_add(square, sine, thud_f8_set1(-1.0f / 6.0f));
    sine = thud_f8_mul(x, thud_f8_mul_add(square, sine, one));
    thud_f8 cosine = thud_f8_mul_add(square, thud_f8_set1(-1.0f / 3628800.0f), thud_f8_set1(1.0f / 40320.0f));
    cosine = thud_f8_mul_add(square, cosine, thud_f8_set1(-1.0f / 720.0f));
    cosine = thud_f8_mul_add(square, cosine, thud_f8_set1(1.0f / 24.0f));
    cosine = thud_f8_mul_add(square, cosine, thud_f8_set1(-0.5f));
    cosine = thud_f8_mul_add(square, cosine, one);
    thud_turn8 quarter = {cosine, sine};
    return thud_double_turn8(thud_double_turn8(quarter));
}

/* The turns of eight joints' bodies; the same series for all of them. */
THUD_INLINE void thud_turn_by8(thud_f8 angle_a, thud_f8 angle_b, thud_turn8 *turn_a, thud_turn8 *turn_b) {
    thud_f8 largest = thud_f8_max(thud_f8_abs(angle_a), thud_f8_abs(angle_b));
    if (thud_m8_any(thud_f8_gt(largest, thud_f8_set1(thud_small_turn)))) {
        *turn_a = thud_turn_far8(angle_a);
        *turn_b = thud_turn_far8(angle_b);
    } else {
        *turn_a = thud_turn_little8(angle_a);
        *turn_b = thud_turn_little8(angle_b);
    }
}

THUD_INLINE thud_vec8 thud_turn_apply8(thud_turn8 turn, thud_vec8 v) {
    return (thud_vec8){thud_f8_sub(thud_f8_mul(turn.cosine, v.x), thud_f8_mul(turn.sine, v.y)),
                       thud_f8_add(thud_f8_mul(turn.sine, v.x), thud_f8_mul(turn.cosine, v.y))};
}

/* The turn from `from` to `to`. */
THUD_INLINE thud_turn8 thud_turn_between8(thud_turn8 from, thud_turn8 to) {
    return (thud_turn8){thud_f8_add(thud_f8_mul(from.cosine, to.cosine), thud_f8_mul(from.sine, to.sine)),
                        thud_f8_sub(thud_f8_mul(from.cosine, to.sine), thud_f8_mul(from.sine, to.cosine))};
}

/*
 * Its angle in [-pi, pi]: the arc tangent of t = smaller / larger of |sine| and |cosine|. Above tan(pi/8) by atan(t) =
 * pi/4 + atan((t - 1) / (t + 1)), so that the series x - x^3/3 + x^5/5 - ... needs only |x| <= tan(pi/8): the first
 * term left out, x^17/17, is below 2e-8.
 */
THUD_INLINE thud_f8 thud_turn_angle8(thud_turn8 turn) {
    thud_f8 zero = thud_f8_zero();
    thud_f8 across = thud_f8_abs(turn.cosine);
    thud_f8 up = thud_f8_abs(turn.sine);
    thud_f8 small = thud_f8_min(across, up);
    thud_f8 large = thud_f8_max(across, up);
    thud_m8 steep = thud_f8_gt(small, thud_f8_mul(large, thud_f8_set1(0.41421356f))); /* tan(pi/8) */
    thud_f8 over = thud_f8_select(steep, thud_f8_sub(small, large), small);
    thud_f8 under = thud_f8_select(steep, thud_f8_add(small, large), large);
    thud_f8 x = thud_f8_mul(over, thud_effective_mass8(under));
    thud_f8 square = thud_f8_mul(x, x);
    thud_f8 series = thud_f8_set1(-1.0f / 15.0f);
    series = thud_f8_mul_add(square, series, thud_f8_set1(1.0f / 13.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(-1.0f / 11.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(1.0f / 9.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(-1.0f / 7.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(1.0f / 5.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(-1.0f / 3.0f));
    series = thud_f8_mul_add(square, series, thud_f8_set1(1.0f));
    thud_f8 angle = thud_f8_mul_add(x, series, thud_f8_and_mask(thud_f8_set1(0.25f * THUD_PI), steep));
    angle = thud_f8_select(thud_f8_gt(up, across), thud_f8_sub(thud_f8_set1(0.5f * THUD_PI), angle), angle);
    angle = thud_f8_select(thud_f8_lt(turn.cosine, zero), thud_f8_sub(thud_f8_set1(THUD_PI), angle), angle);
    return thud_f8_select(thud_f8_lt(turn.sine, zero), thud_f8_neg(angle), angle);
}

/* Of the angles that differ from `angle` by full turns the one next to `near`. */
THUD_INLINE thud_f8 thud_unwind8(thud_f8 angle, thud_f8 near) {
    /* Adding 1.5 * 2^23 leaves no bits behind the point. */
    const float rounds = 12582912.0f, most_turns = 2.0e6f;
    thud_f8 turns = thud_f8_mul(thud_f8_sub(near, angle), thud_f8_set1(0.5f / THUD_PI));
    turns = thud_f8_max(thud_f8_min(turns, thud_f8_set1(most_turns)), thud_f8_set1(-most_turns));
    turns = thud_f8_sub(thud_f8_add(turns, thud_f8_set1(rounds)), thud_f8_set1(rounds));
    return thud_f8_mul_add(turns, thud_f8_set1(2.0f * THUD_PI), angle);
}

#endif
