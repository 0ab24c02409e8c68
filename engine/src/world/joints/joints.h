/* joints.h: joints of any kind: create, configure, remove. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINTS_H
#define THUD_SRC_WORLD_JOINTS_JOINTS_H

#include "thud/joint.h"
#include "thud/world.h"
#include "world/refusal.h"

/* Takes a joint, and gears on it, off its bodies for good; they wake, and collide again if nothing keeps them from it. */
void thud_joint_remove(thud_world *world, int32_t joint);

/* Tells the solver of the joints on a body anew, after its mass has changed. */
void thud_joints_rebase(thud_world *world, int32_t body);

/* `def` is a definition of the kind, null or not. */
thud_joint_id thud_joint_create(thud_world *world, thud_call call, thud_joint_kind kind, const void *def);
bool thud_joint_configure(thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                          const void *def);

/*
 * Copies the definition into `def`, which holds the defaults; leaves it alone for another kind or a stale id.
 */
bool thud_joint_definition(const thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                           void *def);

#endif
