/* respond.h: the third stage: the solver. */
#ifndef THUD_SRC_WORLD_RESPOND_H
#define THUD_SRC_WORLD_RESPOND_H

#include "thud/world.h"

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_respond(thud_world *world, float dt);

#endif
