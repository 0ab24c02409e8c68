/*
 * joint.h: a joint as the solver sees it. The world keeps one record a joint slot, refreshes what moves (arms and gaps in
 * world axes) before each step, and finds the impulses there after it. A new joint adds a kind, a record to the union, a wide
 * block and a file of kernels beside target_kernel.c; islands, batches and blocks take it without a change.
 */
#ifndef THUD_SRC_RESPONSE_JOINT_H
#define THUD_SRC_RESPONSE_JOINT_H

#include "thud/math.h"

typedef enum thud_joint_kind {
    THUD_JOINT_TARGET,
    THUD_JOINT_KIND_COUNT
} thud_joint_kind;

/* Pulls a point of body b to a point of the world by a soft spring; what drags a body with the mouse. */
typedef struct thud_target_joint {
    thud_vec2 local_anchor; /* on body b, from its centre of mass, in its axes [m]; kept here for the world */
    thud_vec2 target;       /* in the world [m]; kept here for the world */
    float hertz;            /* of the spring, > 0 [Hz] */
    float damping_ratio;    /* 1: critical */
    float max_force;        /* [N] */
    thud_vec2 arm;          /* refreshed each step: the anchor from the centre of mass, in world axes [m] */
    thud_vec2 gap;          /* refreshed each step: the anchor minus the target [m] */
    thud_vec2 impulse;      /* in and out, of one substep [N s] */
} thud_target_joint;

typedef struct thud_joint {
    thud_joint_kind kind;
    int32_t body_a, body_b; /* body slots; -1: none (the world itself) */
    union {
        thud_target_joint target;
    } as;
} thud_joint;

#endif
