/*
 * sweep_path.h: the paths of bodies in the last step. A body that moved went evenly from its previous pose to its current one:
 *
 *     previous o-----------x impact        from one impact to the next, and from the last impact to the current pose
 *                           \
 *                            o pose        a share of the step, 0 to 1, is a point of the path
 *
 * The path of any other body is a point; one that fell asleep in this step has hardly moved. All poses are of centres of mass.
 */
#ifndef THUD_SRC_WORLD_CONTINUOUS_SWEEP_PATH_H
#define THUD_SRC_WORLD_CONTINUOUS_SWEEP_PATH_H

#include "world/world_state.h"

/* A pose between two others: linear in the position, the angle by the shorter way round. */
thud_pose thud_pose_between(const thud_pose *from, const thud_pose *to, float fraction);

/* The pose at the start of the step, and after a share of it. */
const thud_pose *thud_path_start(const thud_world *world, int32_t body);
thud_pose thud_path_pose(const thud_world *world, int32_t body, float share);

/* Whether there are impacts on the path; the share of the first one after a share, 1 when there is none. */
bool thud_path_has_impacts(const thud_world *world, int32_t body);
float thud_path_next_impact(const thud_world *world, int32_t body, float share);

/* A box that what reaches so far from the centre of mass [m] stays in during the step. */
thud_aabb thud_path_box(const thud_world *world, int32_t body, float reach);

#endif
