/* joints.h: joints of any kind: create, configure, break, remove. */
#pragma once

#include "thud/world.h"
#include "world/refusal.h"

/* Removes a joint and gears on it. The bodies wake, and collide again if nothing else prevents it. */
void thud_joint_remove(thud_world *world, int32_t joint);

/* Removes joints whose force or torque in the step was above their thresholds, and lists them as broken. */
void thud_break_joints(thud_world *world);

/* Updates the solver's data of a body's joints after its mass has changed. */
void thud_joints_rebase(thud_world *world, int32_t body);

/* `def` is a definition of the kind, null or not. */
thud_joint_id thud_joint_create(thud_world *world, thud_call call, thud_joint_kind kind, const void *def);
bool thud_joint_configure(thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                          const void *def);

/* Copies the definition into `def`, which holds the defaults; leaves it alone for another kind or a stale id. */
bool thud_joint_definition(const thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                           void *def);
