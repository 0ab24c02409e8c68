/*
 * outlines.h: overlap and casts of shapes that are read in place, for queries of a world: the answers of thud_overlap, thud_cast_ray
 * and thud_cast_shape, bit for bit, for shapes and poses that are known to be valid. What clearly misses or clearly overlaps is told
 * apart by a few cross products first, without the Minkowski difference.
 */
#ifndef THUD_SRC_NARROWPHASE_OUTLINES_H
#define THUD_SRC_NARROWPHASE_OUTLINES_H

#include "geometry/outline.h"
#include "thud/narrowphase.h"

/* How far apart two shapes are, or how deep one is in the other. */
typedef struct thud_gap {
    float separation; /* [m], the depth of the MTD below 0 */
    thud_vec2 normal; /* unit, from a to b: of the closest features, of the MTD where they overlap */
    int count;
    thud_vec2 points[2]; /* where the features that face each other do so, midway between the surfaces [m] */
} thud_gap;

/* Measures two shapes; false, and nothing is written, where they are farther apart than `margin`. */
bool thud_outlines_gap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b, float margin,
                       thud_gap *gap);

bool thud_outlines_overlap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b);

thud_cast_hit thud_outline_cast_ray(thud_outline outline, thud_pose pose, thud_vec2 origin, thud_vec2 translation);

/* The hit of a, which moves along `translation`, on b. */
thud_cast_hit thud_outline_cast(thud_outline a, thud_pose pose_a, thud_vec2 translation, thud_outline b, thud_pose pose_b);

#endif
