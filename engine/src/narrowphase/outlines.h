/*
 * outlines.h: overlap, distance and casts of shapes without copies, for a world: the same results as thud_overlap,
 * thud_find_distance, thud_cast_ray and thud_cast_shape, bit for bit, for shapes and poses that are known to be valid. A few cross products
 * first decide clear misses and clear overlaps, without the Minkowski difference.
 */
#pragma once

#include "geometry/outline.h"
#include "thud/narrowphase.h"

/* The separation of two shapes, or the depth of their overlap. */
typedef struct thud_gap {
    float separation; /* [m], the depth of the MTD below 0 */
    thud_vec2 normal; /* unit, from a to b: of the closest features, or of the MTD if they overlap */
    int count;
    thud_vec2 points[2]; /* of the features that face each other, midway between the surfaces [m] */
} thud_gap;

/* Measures two shapes. If they are farther apart than `margin`, returns false and writes nothing. */
bool thud_outlines_gap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b, float margin,
                       thud_gap *gap);

/* As thud_find_distance. If the distance is out of range, returns false and writes nothing. */
bool thud_outlines_distance(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b,
                            thud_distance_result *result);

bool thud_outlines_overlap(thud_outline a, thud_pose pose_a, thud_outline b, thud_pose pose_b);

/* Also tells whether the ray hits the outline or passes it by about `near` or less. */
thud_cast_hit thud_outline_cast_ray(thud_outline outline, thud_pose pose, thud_vec2 origin,
                                    thud_vec2 translation, float near, bool *is_near);

/* The hit of a, which moves along `translation`, on b. */
thud_cast_hit thud_outline_cast(thud_outline a, thud_pose pose_a, thud_vec2 translation, thud_outline b, thud_pose pose_b);
