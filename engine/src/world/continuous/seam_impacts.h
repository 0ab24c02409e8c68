/* seam_impacts.h: impacts of continuous collision on several static or kinematic shapes whose faces are in line. */
#pragma once

#include "thud/narrowphase.h"
#include "world/continuous/touch.h"

/* Adds to the manifold of a whole shape and a static or kinematic one the points on other such shapes at the same
 * time, whose faces are in line with it, and those of the body's other shapes along the same normal. Without it a
 * box that lands flat on a seam is stopped at the ends of one tile, and a table at one leg, which turns it.
 * `center` is the pose of its body's centre of mass. Costs a query of the hash for each shape of the body. */
void thud_widen_manifold(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                         const thud_pose *center, thud_manifold *manifold);
