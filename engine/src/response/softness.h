/*
 * softness.h: a damped spring as constants of the velocity solver (Catto, "Soft Constraints", GDC 2011). With
 * w = 2 pi hertz and the damping ratio z, an implicit Euler step of h gives
 *
 *     a1 = 2 z + h w,  a2 = h w a1,  a3 = 1 / (1 + a2):   bias_rate w / a1, mass_scale a2 a3, impulse_scale
 * a3
 *
 * mass_scale + impulse_scale = 1, so one of them is enough. bias_rate always comes with the factor
 * mass_scale: it is taken in here.
 */
#ifndef THUD_SRC_RESPONSE_SOFTNESS_H
#define THUD_SRC_RESPONSE_SOFTNESS_H

#include "response/batch.h"

/* Zero hertz is rigid and does not push. */
static inline thud_softness thud_make_softness(float hertz, float damping_ratio, float h) {
    thud_softness soft = {0.0f, 1.0f};
    if (hertz > 0.0f) {
        float omega = 2.0f * THUD_PI * hertz;
        float a1 = 2.0f * damping_ratio + h * omega;
        float a2 = h * omega * a1;
        soft.mass_scale = a2 / (1.0f + a2);
        soft.bias_rate = soft.mass_scale * (omega / a1);
    }
    return soft;
}

#endif
