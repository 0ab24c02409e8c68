/* joint_defs.h: the definitions of joints, kind by kind. */
#pragma once

#include "thud/world.h"
#include "world/joints/joint_table.h"
#include "world/refusal.h"

/* Size of the kind's definition [bytes]. */
size_t thud_joint_def_size(thud_joint_kind kind);

/* Whether the fields of a definition are valid, except its base. */
bool thud_joint_def_check(const thud_world *world, thud_call call, thud_joint_kind kind,
                          const thud_joint_def *def);

/* Whether two definitions are the same, except their bases; the bytes between their fields may differ. */
bool thud_joint_def_is_same(thud_joint_kind kind, const thud_joint_def *a, const thud_joint_def *b);

/* The place in a definition of its motor's speed, or else of its spring's target; null if the kind has no motor and spring. */
float *thud_joint_def_number(thud_joint_kind kind, thud_joint_def *def, bool of_motor);

/* Whether another value of a number of a joint's definition is valid. */
bool thud_joint_def_check_number(const thud_world *world, thud_call call, int32_t joint, const float *number,
                                 float value);

/* The anchors of a definition, from the centres of mass, on the frames of the bodies; of a joint without body a in the world. */
void thud_joint_read_anchors(const thud_world *world, const thud_joint *joint, const thud_joint_def *def,
                             thud_vec2 anchors[2]);

/* Applies a record's definition to the solver's joint, which keeps its impulses. */
void thud_joint_def_apply(thud_world *world, int32_t joint);
