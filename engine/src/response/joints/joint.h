/*
 * joint.h: a joint in the solver. The record of each kind is made of the same parts, so that all kinds share the
 * code that poses, warm starts, stores and measures them. A kind is a choice of rows over these parts
 * (point_rows.h, line_rows.h, slide_rows.h):
 *
 *     frame     the place of the joint on its bodies
 *     hold      two coupled rows that hold a point, or the offset across a slider and its angle;
 *               its stiffness is also that of limits, even in kinds without these rows
 *     linear    one row along an axis or a line,   each with a spring or firm hold, a motor, and limits
 *     angular   one row about the joint,
 *
 * A record has three cache lines of rows of eight floats, which kernels read for eight joints at once. A hinge without
 * spring, motor and limits uses only the first line.
 */
#pragma once

#include "thud/math.h"
#include "thud/response.h"

/* No limit: larger than any; finite, so that its products are finite. */
#define THUD_NO_LIMIT 1.0e30f

/* No bound: larger than any force. */
#define THUD_NO_BOUND 1.0e30f

/* The frequency of a firm hold [Hz]: as stiff as the solver allows. */
#define THUD_FIRM 1.0e30f

/* Holds a row at its target: not at all (0 Hz), by a spring, or firmly. */
typedef struct thud_spring {
    float hertz; /* >= 0; THUD_FIRM and more: firm */
    float damping_ratio;
    float bound; /* largest force or torque, THUD_NO_BOUND for none */
} thud_spring;

typedef struct thud_joint_axis {
    thud_spring spring;
    float target;       /* of the spring [m or rad] */
    float lower, upper; /* -/+ THUD_NO_LIMIT for none [m or rad] */
    float speed;        /* of the motor [m/s or rad/s] */
    float motor_bound;  /* 0: no motor [N or N m] */
} thud_joint_axis;

/* Impulses of one substep along an axis. */
typedef struct thud_axis_impulses {
    float spring, motor, lower, upper;
} thud_axis_impulses;

/* The parts of a joint that are in use. */
enum { THUD_JOINT_SOFT_HOLD = 1, THUD_JOINT_LINEAR = 2, THUD_JOINT_ANGULAR = 4 };

/* In the frames of the bodies, from their centres of mass. Without a body the centre is the origin. */
typedef struct thud_joint_frame {
    union {
        struct {
            thud_vec2 anchor_a, anchor_b; /* [m] */
        };
        struct {
            thud_vec2 minus_direction_a, direction_b; /* of a gear, see line_rows.h */
        };
    };
    union {
        thud_vec2 axis;    /* unit vector on body a */
        thud_vec2 wheel_a; /* of a pulley, world [m] */
        thud_vec2 levers;  /* of a gear, see line_rows.h */
    };
    union {
        float reference_angle; /* of b minus a where the joint's angle is 0 [rad] */
        float ratio;           /* of a gear or pulley */
    };
    uint16_t kind;  /* thud_joint_kind */
    uint16_t parts; /* THUD_JOINT_SOFT_HOLD and so on; see thud_joint_note_parts */
} thud_joint_frame;

/* The state that a step leaves for the next one. Impulses are of one substep. */
typedef struct thud_joint_state {
    thud_vec2 hold;        /* impulses of the hold's rows */
    thud_vec2 impulse;     /* out: impulse of the joint on body b [N s] */
    float angular_impulse; /* out: in addition to that of `impulse` at the anchor [N m s] */
    union {
        float angle;      /* of b relative to a, continuous; approximate for kinds that do not use it [rad] */
        float gear_error; /* of a gear: x in line_rows.h */
    };
    int32_t body_a, body_b; /* body slots; -1: the world */
} thud_joint_state;

typedef struct thud_joint {
    thud_joint_frame frame;
    thud_joint_state state;
    thud_joint_axis linear, angular;
    thud_axis_impulses linear_impulses, angular_impulses;
    thud_spring hold;
    thud_vec2 wheel_b; /* pulley [m] */
    float gear_constant; /* the sum of a gear's coordinates that it maintains; not read by the solver */
    float resting_rate; /* substeps a second of its last solved step while it rests, else 0; not read by the solver */
    float reserved;
} thud_joint;

_Static_assert(sizeof(thud_joint_frame) == 32 && sizeof(thud_joint_state) == 32 &&
                   sizeof(thud_joint_axis) == 32 && sizeof(thud_joint) == 192,
               "rows of eight floats in three cache lines");

static inline bool thud_joint_axis_acts(const thud_joint_axis *axis) {
    return axis->spring.hertz > 0.0f || axis->motor_bound > 0.0f || axis->lower > -THUD_NO_LIMIT ||
           axis->upper < THUD_NO_LIMIT;
}

/* Families of rows, see joints_kernel.c. */
typedef enum thud_joint_family { THUD_POINT_ROWS, THUD_LINE_ROWS, THUD_SLIDE_ROWS } thud_joint_family;

/* The rows that a kind uses. */
typedef struct thud_joint_kind_rows {
    thud_joint_family family;
    bool hold, linear, angular;
    bool holds_angle; /* the second row of the hold is the angle */
} thud_joint_kind_rows;

static inline thud_joint_kind_rows thud_rows_of_kind(int kind) {
    static const thud_joint_kind_rows rows[THUD_JOINT_KIND_COUNT] = {
        [THUD_JOINT_TARGET] = {THUD_POINT_ROWS, .hold = true},
        [THUD_JOINT_MOTOR] = {THUD_POINT_ROWS, .hold = true, .angular = true},
        [THUD_JOINT_REVOLUTE] = {THUD_POINT_ROWS, .hold = true, .angular = true},
        [THUD_JOINT_WELD] = {THUD_POINT_ROWS, .hold = true, .angular = true},
        [THUD_JOINT_RATCHET] = {THUD_POINT_ROWS, .angular = true},
        [THUD_JOINT_DISTANCE] = {THUD_LINE_ROWS, .linear = true},
        [THUD_JOINT_PULLEY] = {THUD_LINE_ROWS, .linear = true},
        [THUD_JOINT_GEAR] = {THUD_LINE_ROWS, .linear = true},
        [THUD_JOINT_PRISMATIC] = {THUD_SLIDE_ROWS, .hold = true, .linear = true, .holds_angle = true},
        [THUD_JOINT_WHEEL] = {THUD_SLIDE_ROWS, .hold = true, .linear = true, .angular = true}};
    return rows[kind];
}

/* Whether a joint has firm rows that joint trees (tree_links.h) can solve. */
static inline bool thud_joint_is_firm(const thud_joint *joint) {
    bool holds = thud_rows_of_kind(joint->frame.kind).hold && joint->hold.hertz >= THUD_FIRM;
    bool has_firm_axis = joint->linear.spring.hertz >= THUD_FIRM || joint->angular.spring.hertz >= THUD_FIRM;
    return holds || (has_firm_axis && joint->frame.kind != THUD_JOINT_GEAR);
}

/* Call this after a part has changed: it lists the parts in use and clears the impulses of the others. */
static inline void thud_joint_note_parts(thud_joint *joint) {
    static const thud_axis_impulses none = {0.0f, 0.0f, 0.0f, 0.0f};
    bool linear = thud_joint_axis_acts(&joint->linear);
    bool angular = thud_joint_axis_acts(&joint->angular);
    joint->frame.parts = (uint16_t)((joint->hold.hertz < THUD_FIRM ? THUD_JOINT_SOFT_HOLD : 0) |
                                    (linear ? THUD_JOINT_LINEAR : 0) | (angular ? THUD_JOINT_ANGULAR : 0));
    if (!linear) {
        joint->linear_impulses = none;
    }
    if (!angular) {
        joint->angular_impulses = none;
    }
}
