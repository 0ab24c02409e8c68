/*
 * spring.h: a spring of given frequency and damping as constants of the velocity solver. With x the stretch,
 * v its speed under all other forces, w = 2 pi hertz, z the damping ratio and h the substep, the soft row
 * gives (Catto, "Soft Constraints", GDC 2011)
 *
 *     v' = (1 - mass_scale) v - bias_rate x,   x' = x + h v'
 *
 * The implicit Euler constants of settings.c are stable for any w but lose energy: 15 % per oscillation at 1 Hz and 240
 * substeps a second. So the constants follow from two other conditions. A constant force f must stretch the spring by f
 * / k: bias_rate = (1 - mass_scale) w^2 h. The map's determinant, 1 - mass_scale, must be the factor of damping on the
 * area of the orbit, e^(-2 z w h), here by the trapezoidal rule with p = z w h, q = (w h)^2 / 4:
 *
 *     1 - mass_scale = (1 - p + q) / (1 + p + q)
 *
 * Its trace then agrees with the spring's to second order. An undamped spring becomes the symplectic Euler rule: it
 * oscillates for ever, too fast by (w h)^2 / 24. Springs that are too fast for this, or damped so heavily that the
 * speed would change its sign, use the implicit constants: joints between many bodies must not ring. For the same
 * reason no spring is faster than a quarter of the substep rate, with the arms at which it is fastest.
 */
#pragma once

#include "response/joints/rows.h"

/* Largest phase per substep of a spring with the accurate constants [rad]: 19 Hz at 240 substeps a second. */
static const float thud_followed_swing = 0.5f;

/* Largest frequency of any spring [oscillations per substep]. */
static const float thud_fastest_spring = 0.25f;

/* Smallest share of the speed that a hold gives up in a substep if it is a spring: next to none of an undamped one. */
static const float thud_least_scale = 1.0e-6f;

/* Largest damping ratio: more changes nothing. */
static const float thud_most_damping = 1.0e6f;

/* The constants of a spring or a firm hold in a substep. */
typedef struct thud_spring_w {
    thud_fw bias_rate, mass_scale;
    thud_fw relax_scale, softness; /* see thud_spring_block */
} thud_spring_w;

/* The change of a row's speed per impulse: without the arms that turn against it, and at most. */
typedef struct thud_stiffness_w {
    thud_fw base, most;
} thud_stiffness_w;

/* See make_softness in settings.c; frequency 0 gives zeros. */
THUD_INLINE thud_spring_w thud_implicit_spring_w(thud_fw omega, thud_fw damping_ratio, float h) {
    thud_fw swing = thud_fw_mul(omega, thud_fw_set1(h));
    thud_fw a1 = thud_fw_add(thud_fw_add(damping_ratio, damping_ratio), swing);
    thud_fw a2 = thud_fw_mul(swing, a1);
    thud_fw scale = thud_fw_div(a2, thud_fw_add(thud_fw_set1(1.0f), a2));
    thud_fw rate = thud_fw_mul(omega, wide_inverse(a1));
    return (thud_spring_w){.bias_rate = thud_fw_mul(scale, rate), .mass_scale = scale};
}

THUD_INLINE thud_spring_w thud_followed_spring_w(thud_fw swing, thud_fw p, float inverse_h) {
    thud_fw one = thud_fw_set1(1.0f);
    thud_fw q = thud_fw_mul(thud_fw_set1(0.25f), thud_fw_mul(swing, swing));
    thud_fw under = thud_fw_add(thud_fw_add(one, p), q);
    thud_fw kept = thud_fw_div(thud_fw_add(thud_fw_sub(one, p), q), under);
    thud_fw rate = thud_fw_mul(thud_fw_mul(kept, thud_fw_mul(swing, swing)), thud_fw_set1(inverse_h));
    return (thud_spring_w){.bias_rate = rate, .mass_scale = thud_fw_sub(one, kept)};
}

/*
 * The constants of springs, firm holds or none, see thud_spring. Springs at arms pull as stiffly as one that moves the mass 1 / L
 * without arms (L: `base`). The stiffness of the effective mass would turn with the arms: such springs do work in each turn. A box
 * hung by its corner rose without end. With the scalar constants from above for the mass 1 / L, and K the change of the rows'
 * speeds per impulse,
 *
 *     l' = l - (K + softness)^-1 (v + rate x + softness l)
 *     rate = bias_rate / mass_scale,   softness = (1 / mass_scale - 1) L
 *
 * replaces l' = mass_scale l - K^-1 (mass_scale v + bias_rate x), which it is where K = L.
 */
THUD_INLINE thud_spring_w thud_make_spring_w(thud_fw hertz, thud_fw damping_ratio, thud_stiffness_w stiffness,
                                             const thud_substep *substep) {
    thud_fw one = thud_fw_set1(1.0f), zero = thud_fw_zero();
    thud_fw stiffening = thud_fw_div(stiffness.most, stiffness.base);
    damping_ratio = thud_fw_min(damping_ratio, thud_fw_set1(thud_most_damping));
    thud_fw fastest =
        thud_fw_div(thud_fw_set1(thud_fastest_spring * substep->inverse_h), thud_fw_sqrt(stiffening));
    thud_fw omega = thud_fw_mul(thud_fw_set1(2.0f * THUD_PI), thud_fw_min(hertz, fastest));
    thud_fw swing = thud_fw_mul(omega, thud_fw_set1(substep->h));
    thud_fw p = thud_fw_mul(damping_ratio, swing);
    thud_spring_w implicit = thud_implicit_spring_w(omega, damping_ratio, substep->h);
    thud_spring_w followed = thud_followed_spring_w(swing, p, substep->inverse_h);
    thud_fw squared = thud_fw_mul(thud_fw_mul(swing, swing), stiffening);
    thud_fw slow = thud_fw_set1(thud_followed_swing * thud_followed_swing);
    thud_mw fast = thud_mw_or(thud_fw_gt(squared, slow), thud_fw_gt(p, one));
    thud_mw firm = thud_fw_ge(hertz, thud_fw_set1(THUD_FIRM));
    thud_mw none = thud_fw_le(hertz, zero);
    thud_mw turns = thud_mw_andnot(thud_fw_gt(stiffening, one), firm);
    thud_fw rate = thud_fw_select(fast, implicit.bias_rate, followed.bias_rate);
    thud_fw scale = thud_fw_select(fast, implicit.mass_scale, followed.mass_scale);
    thud_fw inverse = thud_fw_div(one, thud_fw_max(scale, thud_fw_set1(thud_least_scale)));
    inverse = thud_fw_select(turns, inverse, one);
    rate = thud_fw_select(firm, thud_fw_set1(substep->joint.bias_rate), thud_fw_mul(rate, inverse));
    scale = thud_fw_select(firm, thud_fw_set1(substep->joint.mass_scale), thud_fw_select(turns, one, scale));
    return (thud_spring_w){.bias_rate = thud_fw_select(none, zero, rate),
                           .mass_scale = thud_fw_select(none, zero, scale),
                           .relax_scale = thud_fw_and_mask(one, firm),
                           .softness = thud_fw_mul(thud_fw_sub(inverse, one), stiffness.base)};
}
