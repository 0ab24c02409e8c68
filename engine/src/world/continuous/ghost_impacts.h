/* ghost_impacts.h: impacts of continuous collision at internal edges; see ghosts.c for the rule. */
#ifndef THUD_SRC_WORLD_CONTINUOUS_GHOST_IMPACTS_H
#define THUD_SRC_WORLD_CONTINUOUS_GHOST_IMPACTS_H

#include "thud/narrowphase.h"
#include "world/continuous/touch.h"

/*
 * Turns a touch of a static or kinematic shape at an edge that another such shape hides to the normal of that one's face. It is not dropped: a body that is on
 * its way over the seam may not be stopped by the other one. Only touches of whole shapes are turned: what starts in an obstacle is stopped by it.
 * Costs a query of the hash.
 */
bool thud_turn_touch(const thud_world *world, const thud_body_path *path, thud_touch *touch);

/* How the shape of a turned touch meets the face, its body's centre of mass at a pose: one or two of its corners that are farthest along the normal. */
thud_manifold thud_turned_manifold(const thud_world *world, const thud_touch *touch, const thud_pose *center);

/* How the shapes of a touch meet, each body's centre of mass at a pose. */
thud_manifold thud_touch_manifold(const thud_world *world, const thud_touch *touch, const thud_pose *center,
                                  const thud_pose *other_center);

/*
 * Whether another static or kinematic shape stops the one of a touch there, too. What is let through, or may be by the user, does not; nor does what his filter has
 * not been asked about.
 */
bool thud_may_stop_too(const thud_world *world, const thud_body_path *path, const thud_touch *touch,
                       int32_t shape);

#endif
