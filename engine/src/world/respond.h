/* respond.h: the third stage: the solver. */
#ifndef THUD_SRC_WORLD_RESPOND_H
#define THUD_SRC_WORLD_RESPOND_H

#include "thud/world.h"

/* The stage. Returns THUD_OK, or the reason for a loss. */
thud_status thud_respond(thud_world *world, float dt);

#endif
