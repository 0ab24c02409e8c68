/* joint_break.h: joints that break. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINT_BREAK_H
#define THUD_SRC_WORLD_JOINTS_JOINT_BREAK_H

#include "thud/world.h"

/* Removes joints whose force or torque in the step was above their thresholds, and lists them as broken. */
void thud_break_joints(thud_world *world, float dt);

#endif
