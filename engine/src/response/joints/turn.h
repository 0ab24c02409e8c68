/*
 * turn.h: rotation of eight vectors by the angles that their bodies turned within a step. Sine and cosine by
 * their series on a quarter of the angle, then twice by the double-angle formulas: error below 1e-6 up to 4
 * rad, which is 240 rad/s at 60 steps a second; beyond 8 rad the angle is cut, and the arms are right again
 * at the next step.
 */
#ifndef THUD_SRC_RESPONSE_TURN_H
#define THUD_SRC_RESPONSE_TURN_H

#include "response/joints/rows.h"

typedef struct thud_turn8 {
    thud_f8 cosine, sine;
} thud_turn8;

THUD_INLINE thud_turn8 thud_double_turn8(thud_turn8 turn) {
    thud_f8 two_sines = thud_f8_add(turn.sine, turn.sine);
    return (thud_turn8){thud_f8_sub(thud_f8_set1(1.0f), thud_f8_mul(two_sines, turn.sine)),
                        thud_f8_mul(two_sines, turn.cosine)};
}

THUD_INLINE thud_turn8 thud_turn_by8(thud_f8 angle) {
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

THUD_INLINE thud_vec8 thud_turn_apply8(thud_turn8 turn, thud_vec8 v) {
    return (thud_vec8){thud_f8_sub(thud_f8_mul(turn.cosine, v.x), thud_f8_mul(turn.sine, v.y)),
                       thud_f8_add(thud_f8_mul(turn.sine, v.x), thud_f8_mul(turn.cosine, v.y))};
}

#endif
