/*
 * shape_parts.h: nested parts of a shape, about the same middle.
 *
 * An obstacle stops the first part that is clear of it at the start of the sweep. A box that slides over a seam in the
 * floor is not stopped by the next tile, because its core passes clear of the tile. A ball that a motor presses deep
 * into a wall is stopped by a part farther inside, and its middle stays on its side.
 *
 *     depth   0        1       2      3       4                   5
 *     part    all      core    half   a quarter    a disc about its middle    the middle
 */
#pragma once

#include "narrowphase/manifold.h"
#include "world/bodies/shape_table.h"

enum { THUD_CORE_DEPTH = 1, THUD_DISC_DEPTH = 4, THUD_DEPTH_COUNT = 6 };

/* The size of the part at a depth, as a share of the shape's. */
float thud_part_share(int depth);

/* The centroid of a polygon; the mean of one to three vertices. */
thud_vec2 thud_middle_of(const thud_vec2 *vertices, int count);

/* Fills the part of a shape at a depth, in the body's frame; of vertices and normals those that exist. */
void thud_part_read(const thud_shape_record *record, int depth, thud_shape *part);

/* The manifold of a part of a body's shape, its centre of mass at a pose, and an obstacle at another. */
thud_manifold thud_part_manifold(const thud_world *world, int32_t body, const thud_shape *part,
                                 const thud_pose *center, const thud_shape_record *obstacle,
                                 const thud_pose *obstacle_center);
