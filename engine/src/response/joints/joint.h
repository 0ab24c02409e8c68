/*
 * joint.h: a joint as the solver sees it. All kinds have one record, made of the same parts, so that one text
 * poses, warm starts, stores and measures them all; a kind is a choice of rows over these parts (one file a
 * kind beside this one). The world keeps a record a joint slot, refreshes what moves before each step, and
 * finds impulses and wrench there after it.
 *
 *     hold      two coupled rows that keep something in place: a point, or across a slider and its angle
 *     linear    one row along an axis or a line,   each with a spring or rigid hold, a motor, and limits
 *     angular   one row about the joint,
 */
#ifndef THUD_SRC_RESPONSE_JOINT_H
#define THUD_SRC_RESPONSE_JOINT_H

#include "thud/math.h"
#include "thud/response.h"

/* Farther than any limit; finite, so that its products are too. */
#define THUD_NO_LIMIT 1.0e30f

/* Stronger than any force. */
#define THUD_NO_BOUND 1.0e30f

/* What keeps a row at its target. */
typedef enum thud_hold_mode { THUD_HOLD_NONE, THUD_HOLD_SPRING, THUD_HOLD_RIGID } thud_hold_mode;

typedef struct thud_spring {
    thud_hold_mode mode;
    float hertz, damping_ratio; /* of a spring; >= 0 */
    float bound;                /* largest force or torque, THUD_NO_BOUND for none */
} thud_spring;

typedef struct thud_joint_hold {
    thud_spring spring;
    thud_vec2 impulse; /* in and out, of one substep */
} thud_joint_hold;

typedef struct thud_joint_axis {
    thud_spring spring;
    float target;       /* of the spring [m or rad] */
    float lower, upper; /* -/+ THUD_NO_LIMIT for none [m or rad] */
    float speed;        /* of the motor [m/s or rad/s] */
    float motor_bound;  /* 0: no motor [N or N m] */
    float spring_impulse, motor_impulse, lower_impulse, upper_impulse; /* in and out, of one substep */
} thud_joint_axis;

typedef struct thud_joint {
    thud_joint_kind kind;
    int32_t body_a, body_b; /* body slots; -1: none (the world itself) */

    /* Refreshed each step, in world axes. */
    thud_vec2 arm_a, arm_b; /* from the centres of mass to the anchors [m] */
    thud_vec2 gap;          /* from anchor a to anchor b [m] */
    thud_vec2 axis;         /* unit, turns with a */
    float angle;            /* of b relative to a, without jumps; what the solver adds is corrected [rad] */
    float ratio;            /* gear, pulley */

    thud_joint_hold hold;
    thud_joint_axis linear, angular;

    /* Out: what the joint did to body b in a substep. */
    thud_vec2 impulse;     /* [N s] */
    float angular_impulse; /* beyond that of `impulse` at the anchor [N m s] */
} thud_joint;

#endif
