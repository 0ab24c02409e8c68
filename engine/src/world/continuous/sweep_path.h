/*
 * sweep_path.h: the paths of bodies in the last step. A body moves uniformly from its previous pose to its current one:
 *
 *     previous o-----------x impact        from one impact to the next, and from the last impact to the current pose
 *                           \
 *                            o pose        a share of the step, 0 to 1, is a point of the path
 *
 * The path of any other body is a point; one that fell asleep in this step has hardly moved. All
 * poses are of centres of mass.
 */
#pragma once

#include "narrowphase/toi.h"
#include "response/solve_input.h"
#include "thud/bounds.h"
#include "thud/world.h"

/* A pose between two others: linear in the position, the angle in the shorter direction. */
thud_pose thud_pose_between(const thud_pose *from, const thud_pose *to, float fraction);

/* The even motion of a body's shapes, its centre of mass at a pose; and that from one pose to another. */
thud_sweep thud_sweep_make(const thud_world *world, int32_t body, const thud_pose *center,
                           thud_double2 translation, float turn);
thud_sweep thud_sweep_between(const thud_world *world, int32_t body, const thud_pose *from, const thud_pose *to);

/* The pose at the start of the step, and after a share of it. */
const thud_pose *thud_path_start(const thud_world *world, int32_t body);
thud_pose thud_path_pose(const thud_world *world, int32_t body, float share);

/* Whether there are impacts on the path; the share of the first one after a share, 1 when there is none. */
bool thud_path_has_impacts(const thud_world *world, int32_t body);
float thud_path_next_impact(const thud_world *world, int32_t body, float share);

/* Leaves the body's impacts to no body, as it is destroyed: another one may get its slot. */
void thud_path_forget(thud_world *world, int32_t body);

/* A box that contains a disc of radius `reach` [m] about the centre of mass during the step. */
thud_aabb thud_path_box(const thud_world *world, int32_t body, float reach);

/* Whether a body is static, or kinematic and does not move. */
bool thud_obstacle_rests(const thud_world *world, int32_t body);

/* The pose of the centre of mass of a body that is not swept, after a share of the step: it moves uniformly. */
thud_pose thud_obstacle_pose(const thud_world *world, int32_t body, float share);

/* The pose of a body's centre of mass after a fraction of a displacement. */
thud_pose thud_pose_along(const thud_pose *from, const thud_displacement *displacement, float fraction);

/* The largest displacement of any point within `reach` of the centre of mass [m]. */
static inline float thud_longest_step(const thud_displacement *displacement, float reach) {
    return thud_vec2_length(displacement->translation) + thud_abs(displacement->rotation) * reach;
}

/* How far a point within `reach` leaves, on an arc, boxes around its ends [m]: r (1 - cos(turn / 2)) <= r turn^2 / 8. */
static inline float thud_arc_bulge(float turn, float reach) {
    return thud_min(0.125f * turn * turn, 2.0f) * reach;
}

/* The longest step of a moving kinematic body. */
float thud_kinematic_step(const thud_world *world, int32_t body);

/* A body is swept through four whole turns at most [rad]: each further turn costs as much time and finds nothing new. */
#define THUD_MOST_TURN 25.0f

/* The rotation of a moving obstacle in the step [rad]: of a kinematic one maybe more than half a turn, without whole turns
 * above THUD_MOST_TURN; of a dynamic one the shorter arc. */
float thud_obstacle_turn(const thud_world *world, int32_t body);
