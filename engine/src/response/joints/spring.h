/*
 * spring.h: a spring of given frequency and damping as constants of the velocity solver. With x the stretch,
 * v its speed under all other forces, w = 2 pi hertz, z the damping ratio and h the substep, the soft row
 * gives (Catto, "Soft Constraints", GDC 2011)
 *
 *     v' = (1 - mass_scale) v - bias_rate x,   x' = x + h v'
 *
 * The implicit Euler constants of softness.h are stable for any w but lose energy: 15 % a swing at 1 Hz and
 * 240 substeps a second. So two things are asked instead. A constant force f must stretch the spring by f /
 * k: bias_rate = (1 - mass_scale) w^2 h. The map's determinant, which is 1 - mass_scale, must be what damping
 * leaves of the swing's area, e^(-2 z w h), here by the trapezoidal rule with p = z w h, q = (w h)^2 / 4:
 *
 *     1 - mass_scale = (1 - p + q) / (1 + p + q)
 *
 * Its trace then agrees with the spring's to second order. An undamped spring becomes the symplectic Euler
 * rule: it swings for ever, too fast by (w h)^2 / 24. For springs too fast to be followed, or damped so
 * heavily that the speed would change its sign, the implicit constants are used: what links many bodies must
 * not ring. For the same reason no spring is faster than a quarter of the substep rate.
 */
#ifndef THUD_SRC_RESPONSE_SPRING_H
#define THUD_SRC_RESPONSE_SPRING_H

#include "response/softness.h"

/* The fastest spring that is followed swings by this in a substep [rad]: 19 Hz at 240 substeps a second. */
static const float thud_followed_swing = 0.5f;

/* Swings a substep of the fastest spring that is used at all. */
static const float thud_fastest_spring = 0.25f;

static inline thud_softness thud_make_spring(float hertz, float damping_ratio, float h) {
    float capped = thud_min(hertz, thud_fastest_spring / h);
    float swing = 2.0f * THUD_PI * capped * h;
    float p = damping_ratio * swing;
    float q = 0.25f * swing * swing;
    if (swing > thud_followed_swing || p > 1.0f) {
        return thud_make_softness(capped, damping_ratio, h);
    }
    float kept = (1.0f - p + q) / (1.0f + p + q);
    thud_softness soft = {.bias_rate = kept * swing * swing / h, .mass_scale = 1.0f - kept};
    return soft;
}

#endif
