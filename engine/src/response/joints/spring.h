/*
 * spring.h: a spring of given frequency and damping as constants of the velocity solver. With x the stretch, v its speed, w = 2 pi hertz, z the
 * damping ratio and h the substep, the soft row gives (Catto, "Soft Constraints", GDC 2011)
 *
 *     v' = (1 - mass_scale) v - bias_rate x,   x' = x + h v'
 *
 * The implicit Euler constants of softness.h are stable for any w but lose energy: 15 % a swing at 1 Hz and 240 substeps a second. The
 * trapezoidal rule maps a root s of the spring to z = (1 + s h / 2) / (1 - s h / 2), of modulus one where there is no damping. Equating trace and
 * determinant of the two maps,
 *
 *     q = (w h)^2 / 4,  p = z w h:    mass_scale = 2 p / (1 + p + q),   bias_rate = w^2 h / (1 + p + q)
 *
 * so that an undamped spring swings for ever, at a frequency too low by (w h)^2 / 12. For springs too fast to be followed, or damped so heavily that
 * the speed would change its sign, the implicit constants are used: what links many bodies must not ring.
 */
#ifndef THUD_SRC_RESPONSE_SPRING_H
#define THUD_SRC_RESPONSE_SPRING_H

#include "response/softness.h"

/* The fastest spring that is followed swings by this in a substep [rad]: 19 Hz at 240 substeps a second. */
static const float thud_followed_swing = 0.5f;

static inline thud_softness thud_make_spring(float hertz, float damping_ratio, float h) {
    float swing = 2.0f * THUD_PI * hertz * h;
    float p = damping_ratio * swing;
    float q = 0.25f * swing * swing;
    if (swing > thud_followed_swing || p > 1.0f) {
        return thud_make_softness(hertz, damping_ratio, h);
    }
    float inverse = 1.0f / (1.0f + p + q);
    thud_softness soft = {.bias_rate = swing * swing * inverse / h, .mass_scale = 2.0f * p * inverse};
    return soft;
}

#endif
