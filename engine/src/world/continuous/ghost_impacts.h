/* ghost_impacts.h: impacts of continuous collision at internal edges; see ghosts.c for the rule. */
#pragma once

#include "thud/narrowphase.h"
#include "world/continuous/touch.h"

/* Replaces the normal of a touch at an edge of a static or kinematic shape that another such shape hides by the
 * normal of that shape's face. The touch is kept: it may be the only one that stops a body on its path over the
 * seam. Only touches of whole shapes: one that starts inside an obstacle must be stopped. Costs a query. */
bool thud_turn_touch(const thud_world *world, const thud_body_path *path, thud_touch *touch);

/* The poses of the centres of mass at a touch with an obstacle, after a fraction of the rest of a path. */
void thud_pose_touch(const thud_world *world, const thud_body_path *path, int32_t obstacle, float fraction,
                     thud_pose *center, thud_pose *other_center);

/* The same, and the manifold at these poses. */
thud_manifold thud_touch_manifold(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                                  float fraction, thud_pose *center, thud_pose *other_center);

/* Gets another shape at a touch, and the pose of its body's centre of mass then. */
typedef void thud_neighbour_visitor(void *context, int32_t shape, const thud_pose *center);

/* Visits other static and kinematic shapes that stop the shape of a touch at that time, in a box; not those
 * that let it pass, or may by the pre-solve callback, nor those not accepted by the user's filter yet. */
void thud_visit_neighbours(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                           thud_aabb box, thud_neighbour_visitor *visitor, void *context);
