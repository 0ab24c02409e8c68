/*
 * Sine, cosine and arc tangent with the same bits on every machine: only integer arithmetic, +, -, *, / on
 * doubles, and one rounding to float at the end.
 *
 * Sine and cosine first reduce the angle to one quarter turn. An angle is m * 2^e with a 24-bit integer m, so
 * its number of quarter turns is m * 2^e * (2/pi). Only its value modulo 4 and some 40 bits after the point
 * matter. Of the bits of 2/pi, those before the place e - 2 would add multiples of 4 and are skipped; the
 * next 64 bits, times m, give the quarter turns modulo 4 as a fixed-point number with 62 bits after the
 * point, because unsigned arithmetic is modulo 2^64. The truncated part is below 2^-38 of a quarter turn for every
 * float up to the largest. (Payne and Hanek, "Radian reduction for trigonometric functions", 1983.)
 */
#include <stdint.h>
#include <string.h>

#include "thud/math.h"

#ifdef __FAST_MATH__
#error "Thud's results must not depend on the compiler: build it without -ffast-math"
#endif

#if FLT_EVAL_METHOD != 0
#error "Thud needs float arithmetic that rounds to float (on 32-bit x86: -mfpmath=sse)"
#endif

/* The first 192 bits of 2/pi after the point. */
static const uint64_t two_over_pi[3] = {
    UINT64_C(0xa2f9836e4e441529),
    UINT64_C(0xfc2757d1f534ddc0),
    UINT64_C(0xdb6295993c439041),
};

static const double pi = 3.14159265358979323846;
static const double half_pi = 1.57079632679489661923;
static const double quarter_pi = 0.78539816339744830962;

/* 64 bits of 2/pi after its first `skip` bits; a negative skip puts zeros in front. */
static uint64_t bits_of_two_over_pi(int skip) {
    if (skip < 0) {
        return skip > -64 ? two_over_pi[0] >> -skip : 0;
    }
    int word = skip / 64;
    int shift = skip % 64;
    uint64_t high = two_over_pi[word] << shift;
    return shift == 0 ? high : high | two_over_pi[word + 1] >> (64 - shift);
}

/* angle = (quadrant + 4 k) * pi/2 + remainder, |remainder| <= pi/4 */
typedef struct reduced_angle {
    int quadrant;
    double remainder;
} reduced_angle;

/* `angle` is finite and not negative. */
static reduced_angle reduce(float angle) {
    if (angle <= (float)quarter_pi) {
        return (reduced_angle){0, angle};
    }
    uint32_t bits;
    memcpy(&bits, &angle, sizeof bits);
    uint64_t mantissa = (bits & 0x7fffff) | 0x800000;
    int exponent = (int)(bits >> 23) - 127 - 23;
    uint64_t quarters = mantissa * bits_of_two_over_pi(exponent - 2);

    uint64_t half = UINT64_C(1) << 61;
    uint64_t quadrant = (quarters + half) >> 62;
    uint64_t fraction = quarters - (quadrant << 62);
    double signed_fraction = fraction < (UINT64_C(1) << 63) ? (double)fraction : -(double)(0 - fraction);
    double quarter_turn_per_unit = half_pi / 4611686018427387904.0; /* 2^62 */
    return (reduced_angle){(int)(quadrant & 3), signed_fraction * quarter_turn_per_unit};
}

/* Taylor series on |x| <= pi/4; the first omitted term is below 2e-9. */
static double sine_series(double x) {
    double xx = x * x;
    return x * (1.0 + xx * (-1.0 / 6.0 + xx * (1.0 / 120.0 + xx * (-1.0 / 5040.0 + xx * (1.0 / 362880.0)))));
}

/* Taylor series on |x| <= pi/4; the first omitted term is below 2e-10. */
static double cosine_series(double x) {
    double xx = x * x;
    return 1.0 + xx * (-1.0 / 2.0 +
                       xx * (1.0 / 24.0 + xx * (-1.0 / 720.0 + xx * (1.0 / 40320.0 + xx * (-1.0 / 3628800.0)))));
}

/* Sine of the angle plus a number of quarter turns. */
static double sine_of(reduced_angle angle, int quarter_turns) {
    int quadrant = (angle.quadrant + quarter_turns) & 3;
    double magnitude = (quadrant & 1) != 0 ? cosine_series(angle.remainder) : sine_series(angle.remainder);
    return quadrant < 2 ? magnitude : -magnitude;
}

float thud_sin(float angle) {
    if (!thud_is_finite(angle)) {
        return 0.0f;
    }
    float sine = (float)sine_of(reduce(thud_abs(angle)), 0);
    return angle < 0.0f ? -sine : sine;
}

float thud_cos(float angle) {
    if (!thud_is_finite(angle)) {
        return 0.0f;
    }
    return (float)sine_of(reduce(thud_abs(angle)), 1);
}

/* Arc tangent on [0, 1]. Above tan(pi/8) it uses atan(t) = pi/4 + atan((t - 1) / (t + 1)), so that the series
 * x - x^3/3 + x^5/5 - ... needs only |x| <= tan(pi/8); the first omitted term, x^21/21, is below 5e-10. */
static double arc_tangent(double t) {
    const double tan_eighth_pi = 0.41421356237309504880;
    double offset = 0.0;
    if (t > tan_eighth_pi) {
        t = (t - 1.0) / (t + 1.0);
        offset = quarter_pi;
    }
    double tt = t * t;
    double high = 1.0 / 13.0 + tt * (-1.0 / 15.0 + tt * (1.0 / 17.0 + tt * (-1.0 / 19.0)));
    double low = 1.0 / 5.0 + tt * (-1.0 / 7.0 + tt * (1.0 / 9.0 + tt * (-1.0 / 11.0 + tt * high)));
    double series = 1.0 + tt * (-1.0 / 3.0 + tt * low);
    return offset + t * series;
}

float thud_atan2(float y, float x) {
    if (!thud_is_finite(y) || !thud_is_finite(x) || (y == 0.0f && x >= 0.0f)) { /* most bodies do not turn */
        return 0.0f;
    }
    double across = thud_abs(x);
    double up = thud_abs(y);
    double angle = up <= across ? arc_tangent(up / across) : half_pi - arc_tangent(across / up);
    if (x < 0.0f) {
        angle = pi - angle;
    }
    return (float)(y < 0.0f ? -angle : angle);
}
