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
 * A contact at rest gives way until its spring bears the load: with the impulse l of a substep and the inverse effective mass k by
 *
 *     -s = k l (1 - mass_scale) / bias_rate
 *
 * Where one of its two points bears more than the other, it tilts. Crates on a tilted contact lean farther and tilt it more: with springs of 30 Hz
 * a column of more than 14 crates buckles, and so do leaning towers of 12. So each step sets the points apart by a share of the tilt that the loads
 * of the last step explain: at rest what is left of the tilt is 1 - share, as if the springs were that much stiffer. Only of the tilt: the mean
 * depth is what damps the waves in a stack (taking it out too left a pyramid of 5,050 with 0.4 J/kg).
 *
 * The loads are one to two steps old. A spring with a time constant 1 / bias_rate stays damped while share * 1.5 dt < (1 - share) / bias_rate; in
 * that a column of crates swings up at 1.5 and comes to rest at 1.75, and 2.5 is taken: a share of 0.74 in steps of 1/60 s with the default settings.
 * Where steps are short or springs are slow more than 0.85 swings up for other reasons.
 */
static inline float thud_levelling(thud_softness soft, float dt) {
    const float delay = 2.5f, largest_share = 0.75f;
    float share = thud_min(1.0f / (1.0f + delay * dt * soft.bias_rate), largest_share);
    return soft.bias_rate > 0.0f ? share * (1.0f - soft.mass_scale) / soft.bias_rate : 0.0f;
}

#endif
