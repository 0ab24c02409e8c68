/* joint_state.h: shared by the files about joints: definitions, links, poses. */
#ifndef THUD_SRC_WORLD_JOINTS_JOINT_STATE_H
#define THUD_SRC_WORLD_JOINTS_JOINT_STATE_H

#include "world/world_state.h"

/* ---- definitions, kind by kind (joint_defs.c) ---- */

/* Bytes of the kind's definition. */
size_t thud_joint_def_size(thud_joint_kind kind);

/* Whether a definition's own fields are right, all but its base. */
bool thud_joint_def_check(const thud_world *world, thud_call call, thud_joint_kind kind,
                          const thud_joint_def *def);

/* Hands a record's definition to the solver's joint; what that has accumulated stays. */
void thud_joint_def_apply(thud_world *world, int32_t joint);

/* ---- any kind (joints.c) ---- */

/* `def` is a definition of the kind, null or not. */
thud_joint_id thud_joint_create(thud_world *world, thud_call call, thud_joint_kind kind, const void *def);
bool thud_joint_configure(thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                          const void *def);

/*
 * Copies the definition into `def`, which holds the defaults; leaves it alone for another kind or a stale id.
 */
bool thud_joint_definition(const thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                           void *def);

/* ---- poses (joint_step.c) ---- */

/* Where a joint is, in world axes. */
typedef struct thud_joint_place {
    thud_vec2 arm_a, arm_b; /* from the centres of mass to the anchors [m] */
    thud_vec2 gap;          /* from anchor a to anchor b [m] */
    thud_vec2 axis;         /* unit, turns with a */
} thud_joint_place;

thud_joint_place thud_joint_place_now(const thud_world *world, int32_t joint);

/* The rope of a pulley in use [m]. */
float thud_joint_rope_now(const thud_world *world, int32_t joint);

/* The angle of b relative to a, full turns counted. */
float thud_joint_angle_now(const thud_world *world, int32_t joint);

/* Starts the angle, a gear's constant and a ratchet's tooth from where the bodies are. */
void thud_joint_start(thud_world *world, int32_t joint);

#endif
