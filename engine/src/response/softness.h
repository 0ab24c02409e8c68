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
#pragma once

#include "response/batch.h"

/* Zero hertz gives a rigid constraint without push-out. */
static inline thud_softness thud_make_softness(float hertz, float damping_ratio, float h) {
    thud_softness soft = {0.0f, 1.0f, 0.0f};
    if (hertz > 0.0f) {
        float omega = 2.0f * THUD_PI * hertz;
        float a1 = 2.0f * damping_ratio + h * omega;
        float a2 = h * omega * a1;
        soft.mass_scale = a2 / (1.0f + a2);
        soft.bias_rate = soft.mass_scale * (omega / a1);
    }
    return soft;
}

/*
 * A contact at rest is compressed until its spring bears the load: with the impulse l of a
 * substep and the inverse effective mass k by
 *
 *     -s = k l (1 - mass_scale) / bias_rate
 *
 * If one of its two points bears more than the other, the contact tilts. Crates on a tilted contact lean farther and
 * tilt it more: with springs of 30 Hz a column of more than 14 crates buckles, and so do leaning towers of 12. So each
 * step sets the points apart by a fraction (share) of the tilt that the loads of the last step explain: at rest 1 -
 * share of the tilt is left, as if the springs were that much stiffer. Only the tilt is corrected: the mean depth damps
 * the waves in a stack (correcting it too left a pyramid of 5,050 with 0.4 J/kg).
 *
 * The loads are one to two steps old. A spring with a time constant 1 / bias_rate stays damped while share * 1.5 dt <
 * (1 - share) / bias_rate. With a factor of 1.5 a column of crates oscillates, with 1.75 it comes to rest, and 2.5 is
 * used: a share of 0.74 in steps of 1/60 s at the default settings. With short steps or slow springs a share above 0.85
 * oscillates for other reasons; the share is at most 0.75.
 */
static inline float thud_levelling(thud_softness soft, float dt) {
    const float delay = 2.5f, largest_share = 0.75f;
    float share = thud_min(1.0f / (1.0f + delay * dt * soft.bias_rate), largest_share);
    return soft.bias_rate > 0.0f ? share * (1.0f - soft.mass_scale) / soft.bias_rate : 0.0f;
}
