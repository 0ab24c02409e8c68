/* joint_break.h: joints that break. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINT_BREAK_H
#define THUD_SRC_WORLD_JOINTS_JOINT_BREAK_H

#include "thud/world.h"

/* Removes joints that bore more than they can in the step, and notes that. */
void thud_break_joints(thud_world *world, float dt);

#endif
