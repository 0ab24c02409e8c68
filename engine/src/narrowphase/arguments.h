/*
 * What every public function of the narrowphase does first: refuse bad arguments, and put the two shapes into
 * an order that depends on their content alone, so that swapping them flips the normal and changes nothing
 * else.
 */
#ifndef THUD_SRC_NARROWPHASE_ARGUMENTS_H
#define THUD_SRC_NARROWPHASE_ARGUMENTS_H

#include "geometry/outline.h"

/*
 * THUD_OK, or what is wrong with the shape (see thud_shape_check) or the pose: THUD_NOT_FINITE,
 * THUD_NOT_NORMALIZED.
 */
thud_status thud_check_placed(const thud_shape *shape, thud_pose pose);

/* THUD_OK, or what is wrong with the first bad one of the two. */
thud_status thud_check_pair(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b);

/* Whether a position lies within THUD_MAX_POSITION: what the kernels, which work in floats, are made for. */
bool thud_is_in_world(thud_pose pose);

/*
 * Whether b comes before a: by vertices, then radius, then the bits of the rest. Equal content keeps its
 * order.
 */
bool thud_outlines_are_swapped(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b);
bool thud_pair_is_swapped(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b);

#endif
