/* world.h: whether the world as a whole is at rest. */
#ifndef THUD_SRC_WORLD_WORLD_H
#define THUD_SRC_WORLD_WORLD_H

#include "thud/world.h"

/* Whether nothing moves and nothing has changed, so that a step has no effect. */
bool thud_world_is_at_rest(const thud_world *world);

#endif
