/*
 * outlines.h: overlap and casts of shapes that are read in place, for queries of a world: the answers of thud_overlap, thud_cast_ray
 * and thud_cast_shape, bit for bit, for shapes and poses that are known to be valid. What clearly misses or clearly overlaps is told
 * apart by a few cross products first, without the Minkowski difference.
 */
#ifndef THUD_SRC_NARROWPHASE_OUTLINES_H
#define THUD_SRC_NARROWPHASE_OUTLINES_H

#include "geometry/outline.h"
#include "thud/narrowphase.h"

bool thud_outlines_overlap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b);

thud_cast_hit thud_outline_cast_ray(thud_outline outline, thud_pose pose, thud_vec2 origin, thud_vec2 translation);

/* The hit of a, which moves along `translation`, on b. */
thud_cast_hit thud_outline_cast(thud_outline a, thud_pose pose_a, thud_vec2 translation, thud_outline b, thud_pose pose_b);

#endif
