/* advance.h: moves bodies to their new poses, eight at a time. */
#ifndef THUD_SRC_WORLD_ADVANCE_H
#define THUD_SRC_WORLD_ADVANCE_H

#include "broadphase/spatial_hash.h"
#include "world/bodies/body_table.h"

/* thud_body_disable for a body whose state has stopped being finite, with its pose as it is and no velocity; counted in the step's result
 *. */
void thud_body_lose(thud_world *world, int32_t body);

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_advance(thud_world *world, float dt);

#endif
