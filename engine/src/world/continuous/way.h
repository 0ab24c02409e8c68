/*
 * way.h: where bodies have been in the step. One that moves goes evenly from its previous pose to its current one:
 *
 *     previous o-----------x impact        from one impact to the next and from the last one to its pose
 *                           \
 *                            o pose        a share of the step, 0 to 1, names a point of the way
 *
 * Others are where they are: what fell asleep in this step has hardly moved. All poses are of centres of mass.
 */
#ifndef THUD_SRC_WORLD_CONTINUOUS_WAY_H
#define THUD_SRC_WORLD_CONTINUOUS_WAY_H

#include "world/world_state.h"

/* A fraction of the straight way between two poses, turning evenly the shorter way round. */
thud_pose thud_pose_between(const thud_pose *from, const thud_pose *to, float fraction);

/* The pose at the start of the step, and after a share of it. */
const thud_pose *thud_way_start(const thud_world *world, int32_t body);
thud_pose thud_way_pose(const thud_world *world, int32_t body, float share);

/* Whether there are impacts on the way; the share of the first one after a share, 1 when there is none. */
bool thud_way_bends(const thud_world *world, int32_t body);
float thud_way_next_bend(const thud_world *world, int32_t body, float share);

/* A box that what reaches so far from the centre of mass [m] stays in during the step. */
thud_aabb thud_way_box(const thud_world *world, int32_t body, float reach);

#endif
