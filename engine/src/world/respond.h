/* respond.h: the third stage: the solver. */
#pragma once

#include "thud/world.h"

/* The stage. Returns THUD_OK, or the reason for a loss. */
thud_status thud_respond(thud_world *world, float dt);
