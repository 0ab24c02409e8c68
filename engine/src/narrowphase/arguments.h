/*
 * The first steps of every public function of the narrowphase: refuses bad arguments, and orders the two
 * shapes by their content alone, so that swapping them flips the normal and changes nothing else.
 */
#pragma once

#include "geometry/outline.h"
#include "geometry/unit.h"

/* THUD_OK, or the fault of the shape (see thud_shape_check) or of the pose: THUD_NOT_FINITE, THUD_NOT_NORMALIZED. */
thud_status thud_check_placed(const thud_shape *shape, thud_pose pose);

/* THUD_OK, or the fault of the first bad one of the two. */
thud_status thud_check_pair(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b);

/* Whether a position is within THUD_MAX_POSITION, the range of the kernels, which compute in floats. */
bool thud_is_in_world(thud_pose pose);

/* Whether b comes before a: by vertices, then radius, then the bits of the rest. Equal ones keep their order. */
bool thud_outlines_are_swapped(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b);
