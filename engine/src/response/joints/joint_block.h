/*
 * joint_block.h: eight joints of a kind side by side. One layout for all kinds; a kind reads only its parts, and those
 * that all passes of the plainest kind read come first. `start_` is what the step found, the rest is where the last
 * substep has left it: a joint turns with its bodies within the step, so that a pendulum keeps its energy and a wheel
 * that spins by radians a step keeps its axle.
 *
 * What the constraints did to a body in a substep is the warm start of the next one (see batch.h). It was done at the
 * arms of the last substep: as they turn, so must the warm start, or constraint forces would lag behind and feed
 * energy into whatever swings.
 */
#ifndef THUD_SRC_RESPONSE_JOINT_BLOCK_H
#define THUD_SRC_RESPONSE_JOINT_BLOCK_H

#include "response/batch.h"

/* A spring or a firm hold over a substep, see softness.h. */
typedef struct thud_spring_block {
    float bias_rate[8], mass_scale[8];
    float relax_scale[8]; /* 1: a firm hold, relaxed; 0: a spring, left as it is */
    float bound[8];       /* largest impulse */
} thud_spring_block;

typedef struct thud_axis_block {
    thud_spring_block spring;
    thud_spring_block limit; /* as which limits push back; without bound */
    float target[8], lower[8], upper[8];
    float most_bias[8]; /* see thud_substep.joint_push_speed */
    float speed[8], motor_bound[8];
    float spring_impulse[8], motor_impulse[8], lower_impulse[8], upper_impulse[8];
} thud_axis_block;

/* Whether one of the eight has a part; what none has is neither filled nor solved. */
typedef struct thud_block_parts {
    int32_t soft_hold, linear, angular;
    int32_t angle; /* the angle is followed through the substeps */
    int32_t reserved[4];
} thud_block_parts;

typedef struct thud_joint_block {
    float inverse_ax[8], inverse_ay[8], inverse_aw[8]; /* inverse masses of body a */
    float inverse_bx[8], inverse_by[8], inverse_bw[8];
    float arm_ax[8], arm_ay[8], arm_bx[8], arm_by[8]; /* from the centres of mass to the anchors */
    float gap_x[8], gap_y[8];                         /* from anchor a to anchor b */
    float mass_xx[8], mass_xy[8], mass_yy[8];         /* effective mass of the hold's two rows */
    float impulse_x[8], impulse_y[8];                 /* of the same */

    float start_arm_ax[8], start_arm_ay[8], start_arm_bx[8], start_arm_by[8];
    float start_apart_x[8], start_apart_y[8]; /* from centre a to centre b */
    thud_block_parts has;

    float angle[8], start_angle[8];
    float axis_x[8], axis_y[8], start_axis_x[8], start_axis_y[8];
    float ratio[8];

    thud_spring_block spring;             /* of a soft hold */
    float most_bias_x[8], most_bias_y[8]; /* of the same, see thud_substep.joint_push_speed */

    thud_axis_block angular, linear;
} thud_joint_block;

#endif
