/*
 * Time of impact: the first moment of a sweep at which two shapes come as close as a target separation.
 *
 * If neither turns: exact, one ray into the Minkowski difference. Otherwise conservative advancement: at
 * fraction f the shapes are separated along some normal n. A vertex at arm p of a body that turns by w during
 * the sweep moves along n from x0 at x1, and its acceleration along n never exceeds w^2 |p|. So
 *
 *     g(s) = min over b (x0 + x1 s) - max over a (x0 + x1 s) - radii - target
 *            - 1/2 (w_a^2 max |p_a| + w_b^2 max |p_b|) s^2
 *
 * is a lower bound of the separation at f + s. g is concave, so if g(0) >= 0 and g(s) >= 0, nothing touches in between:
 * the algorithm steps to the largest such s and measures again. The time is never late. After B. Mirtich, "Impulse-
 * based Dynamic Simulation of Rigid Body Systems" (1996), with a bound of second order: it converges quadratically, and
 * a spinning shape that is not approaching costs few steps. Along a fixed n the far end of a long face that turns comes
 * down where nothing is, so from the second step on the same bound is also taken along an n that turns with either
 * shape: the longest of the three steps counts.
 *
 * The number of steps is bounded: many turns beside another spinning shape, or a gap that stays near the tolerance
 * while a shape spins, would take any number of them. Then the result is the fraction reached, up to which nothing
 * touches. A shape that turns many times beside one that does not turn is swept as a disc first.
 */
#pragma once

#include "narrowphase/difference.h"

/* The motion of a shape from fraction 0 to fraction 1: its centre moves on a line, it turns uniformly, any
 * number of times. */
typedef struct thud_sweep {
    thud_double2 center;      /* of rotation, usually the centre of mass; at fraction 0, world [m] */
    thud_vec2 local_center;   /* the same point in the frame of the shape [m] */
    thud_rot rotation;        /* at fraction 0 */
    thud_double2 translation; /* of the centre, in all [m] */
    double turn;              /* in all [rad] */
} thud_sweep;

typedef struct thud_toi_input {
    const thud_shape *shape_a, *shape_b;
    thud_sweep sweep_a, sweep_b;
    /* The separation that counts as touching [m]: the shapes stop that far apart, or that deep in each other
     * if it is negative. So that no thin shape is passed unnoticed, a target deeper than half of the sum of
     * the radii is raised to that; so it is at least 0 for sharp shapes. */
    float target;
    float tolerance; /* largest distance from the target at the reported fraction [m], > 0; only for turning
                        shapes. Raised to 2.4e-7 of their reach, the precision of rotations */
} thud_toi_input;

typedef enum thud_toi_state {
    THUD_TOI_NONE = 0,       /* farther apart than the target in the whole sweep; fraction 1 */
    THUD_TOI_HIT,            /* they reach the target at `fraction`; before it they are farther apart */
    THUD_TOI_STARTED_CLOSER, /* nearer than the target already at the start: a contact, not an impact; fraction
                                1 */
    THUD_TOI_UNDECIDED /* the bound on steps was reached: up to `fraction` they are farther apart than the target; the rest
                          is unknown */
} thud_toi_state;

typedef struct thud_toi_output {
    thud_toi_state state;
    double fraction;
    /* unit, from a to b, at `fraction`; at the start for THUD_TOI_STARTED_CLOSER; shortly before `fraction` for
     * THUD_TOI_UNDECIDED; else zero */
    thud_double2 normal;
    int32_t steps; /* of conservative advancement, up to thud_toi_most_steps; 0 if neither shape turns */
} thud_toi_output;

/* Shapes at exactly the target that separate or slide are no hit, those that approach one at fraction 0. All
 * must be valid and finite. Never late; with rotation early by at most `tolerance` of separation. */
thud_toi_output thud_time_of_impact(const thud_toi_input *input);

/* The bound on the steps of two shapes with a number of vertices in all, 22 for 64 to 177 for 2: together
 * they take at most 80 us on a processor of 2023. Scenes of fast bodies take 1 to 4, and seldom more than 10. */
int32_t thud_toi_most_steps(int vertices);

/* Places a shape at a fraction of its sweep, relative to `origin`. */
void thud_sweep_place(const thud_shape *shape, const thud_sweep *sweep, double fraction, thud_double2 origin,
                      thud_placed *placed);

/* The rotation by an angle of any size. */
thud_rot thud_rot_from_turn(double angle);
