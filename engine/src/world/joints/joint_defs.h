/* joint_defs.h: the definitions of joints, kind by kind. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINT_DEFS_H
#define THUD_SRC_WORLD_JOINTS_JOINT_DEFS_H

#include "thud/joint.h"
#include "thud/world.h"
#include "world/joints/joint_table.h"
#include "world/refusal.h"

/* Bytes of the kind's definition. */
size_t thud_joint_def_size(thud_joint_kind kind);

/* Whether a definition's own fields are right, all but its base. */
bool thud_joint_def_check(const thud_world *world, thud_call call, thud_joint_kind kind,
                          const thud_joint_def *def);

/* Hands a record's definition to the solver's joint; what that has accumulated stays. */
void thud_joint_def_apply(thud_world *world, int32_t joint);

#endif
