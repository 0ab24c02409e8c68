/* joint_step.h: joints in a step: which are solved, and where they are. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINT_STEP_H
#define THUD_SRC_WORLD_JOINTS_JOINT_STEP_H

#include "thud/world.h"

/* Where a joint is, in world axes. */
typedef struct thud_joint_place {
    thud_vec2 arm_a, arm_b; /* from the centres of mass to the anchors [m] */
    thud_vec2 gap;          /* from anchor a to anchor b [m] */
    thud_vec2 axis;         /* unit, turns with a */
} thud_joint_place;

/* Forgets what the joints of a body did in the last step, which may be no numbers any more. */
void thud_joints_forget(thud_world *world, int32_t body);

/* Lists the joints to solve in world->joints.active and poses them. */
void thud_list_joints(thud_world *world);

thud_joint_place thud_joint_place_now(const thud_world *world, int32_t joint);

/* The rope of a pulley in use [m]. */
float thud_joint_rope_now(const thud_world *world, int32_t joint);

/* The angle of b relative to a, full turns counted. */
float thud_joint_angle_now(const thud_world *world, int32_t joint);

/* Starts the angle, a gear's constant and a ratchet's tooth from where the bodies are. */
void thud_joint_start(thud_world *world, int32_t joint);

#endif
