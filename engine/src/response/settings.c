/*
 * settings.c: the defaults of the solver's settings, their check, and the constants of a substep that follow from them.
 *
 * A damped spring as constants of the velocity solver (Catto, "Soft Constraints", GDC 2011): with w = 2 pi hertz and the
 * damping ratio z, an implicit Euler step of h gives
 *
 *     a1 = 2 z + h w,  a2 = h w a1,  a3 = 1 / (1 + a2):   bias_rate w / a1, mass_scale a2 a3, impulse_scale a3
 *
 * mass_scale + impulse_scale = 1, so one of them is enough. bias_rate always comes with the factor mass_scale: it is taken
 * in here.
 */
#include "response/settings.h"

#include <float.h>

#include "geometry/unit.h"
#include "response/speed_limit.h"

/* Limits far beyond any sensible setting. */
static const int most_substeps = 64;

thud_solver_settings thud_solver_settings_defaults(void) {
    thud_solver_settings settings;
    settings.substeps = 4;
    settings.contact_hertz = 30.0f;
    settings.contact_damping_ratio = 10.0f;
    settings.push_out_speed = 3.0f;
    settings.elasticity_threshold = 1.0f;
    settings.joint_hertz = 60.0f;
    settings.joint_damping_ratio = 2.0f;
    settings.max_speed = 400.0f;
    settings.warm_starting = true;
    return settings;
}

thud_status thud_solver_settings_check(const thud_solver_settings *settings) {
    const float values[] = {settings->contact_hertz,  settings->contact_damping_ratio,
                            settings->push_out_speed, settings->elasticity_threshold,
                            settings->joint_hertz,    settings->joint_damping_ratio,
                            settings->max_speed};
    thud_status status = THUD_OK;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        status = thud_first_fault(status, thud_amount_check(values[i]));
    }
    bool in_range = settings->substeps >= 1 && settings->substeps <= most_substeps;
    return thud_first_fault(status, in_range ? THUD_OK : THUD_OUT_OF_RANGE);
}

/* ---- the substep ---- */

/* Contacts with static or kinematic bodies are so much stiffer, or heavy heaps would push bodies into the ground. */
static const float ground_stiffness = 2.0f;

/* Likewise joints, so that thousands of bodies do not press a bar off its hinge, and damped more. With a factor of 2 a
 * hinge errs less (spinner's by 0.4 instead of 1.1 mm; by 1.8 with 1), but overshoots where crates press on the body
 * that it holds: 7 to 37 % of lifts and drawbridges at their stops and of welded shelves jumped on without end. */
static const float joint_ground_stiffness = 1.25f;

/* A contact's spring is at most an eighth of the substep rate: faster ones are unstable. */
static const float substeps_a_swing = 8.0f;

/* The same for rigid rows of joints: softer than contacts, they may be faster. */
static const float joint_substeps_a_swing = 4.0f;

/* The fastest correction of a joint's errors: of distances as a share of a body's largest speed, 20 m/s; of angles 10 rad/s, as the
 * angle in a period of joint_hertz. Without these bounds hinges that an arm drags against a wall threw crates at up to 540 m/s;
 * with 15 m/s a ring of links that bears a thousand times their mass opens by 0.6 m, and with 16 three times as many crates
 * fall through a bridge of a fiftieth of their density as with 20. */
static const float joint_push_share = 1.0f / 20.0f, joint_push_angle = 1.0f / 6.0f;

/* Long gaps close by this share in a period of joint_hertz, 15 m/s for each metre, so that what hangs on an anchor which a game
 * teleports in each step is not left behind, and a link that was taken a kilometre away comes back. */
static const float joint_far_share = 1.0f / 4.0f;

/* Largest rotation of a body in a substep [rad]: arms and levers are constant over one. */
static const float largest_turn = 0.25f * THUD_PI;

/* A spring over a substep of h. Zero hertz gives a rigid constraint without push-out. */
static thud_softness make_softness(float hertz, float damping_ratio, float h) {
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
 *
 * Each point is set apart by no more than push-out goes in this part of the spring's period, 9.5 mm: more than crates at rest
 * need. Crates of 50 times the density that fell on a bridge sank 0.5 m into it, and levelling turned planks out of their way.
 */
static const float level_periods = 0.095f;

static float levelling_of(thud_softness soft, float dt) {
    const float delay = 2.5f, largest_share = 0.75f;
    float share = thud_min(1.0f / (1.0f + delay * dt * soft.bias_rate), largest_share);
    return soft.bias_rate > 0.0f ? 0.5f * share * (1.0f - soft.mass_scale) / soft.bias_rate : 0.0f;
}

thud_substep thud_make_substep(const thud_solver_settings *settings, float dt) {
    float h = dt / (float)settings->substeps;
    float hertz = thud_min(settings->contact_hertz, 1.0f / (substeps_a_swing * h));
    float rigid_hertz = thud_min(settings->joint_hertz, 1.0f / (joint_substeps_a_swing * h));
    float side = thud_sure_share * settings->max_speed, turn = largest_turn / h;
    thud_substep substep = {
        .h = h,
        .inverse_h = 1.0f / h,
        .count = settings->substeps,
        .contact = make_softness(hertz, settings->contact_damping_ratio, h),
        .ground = make_softness(ground_stiffness * hertz, settings->contact_damping_ratio, h),
        .joint = make_softness(rigid_hertz, settings->joint_damping_ratio, h),
        .joint_ground = make_softness(joint_ground_stiffness * rigid_hertz,
                                      joint_ground_stiffness * settings->joint_damping_ratio, h),
        .joint_push_speed = joint_push_share * settings->max_speed,
        .joint_push_turn = joint_push_angle * settings->joint_hertz,
        .joint_far_rate = joint_far_share * settings->joint_hertz,
        .push_out_speed = settings->push_out_speed,
        .most_levelled = hertz > 0.0f ? level_periods * settings->push_out_speed / hertz : 0.0f,
        .elasticity_threshold = settings->elasticity_threshold,
        .max_speed = settings->max_speed,
        .max_turn = turn,
        .sure_limits = {side, side, turn, FLT_MAX, side, side, turn, FLT_MAX}};
    substep.contact.levelling = levelling_of(substep.contact, dt);
    substep.ground.levelling = levelling_of(substep.ground, dt);
    return substep;
}
