/* joint_step.h: joints in a step: lists the joints to solve, and gives their places. */
#pragma once

#include "thud/world.h"

/* The place of a joint, in world axes. */
typedef struct thud_joint_place {
    thud_vec2 arm_a, arm_b; /* from the centres of mass to the anchors [m] */
    thud_vec2 gap;          /* from anchor a to anchor b [m] */
    thud_vec2 axis;         /* unit, turns with a */
} thud_joint_place;

/* Clears the impulses of a body's joints, which may be NaN. Full turns are kept. */
void thud_joints_forget(thud_world *world, int32_t body);

/* Lists the joints to solve in world->joints.active and poses them. */
void thud_list_joints(thud_world *world);

thud_joint_place thud_joint_place_now(const thud_world *world, int32_t joint);

/* The current length of a pulley's rope [m]. */
float thud_joint_rope_now(const thud_world *world, int32_t joint);

/* The angle of b relative to a, full turns counted. */
float thud_joint_angle_now(const thud_world *world, int32_t joint);

/* Initializes the angle, a gear's constant and a ratchet's tooth from the poses of the bodies. */
void thud_joint_start(thud_world *world, int32_t joint);
