/* body.h: bodies that leave the simulation. */
#ifndef THUD_SRC_WORLD_BODIES_BODY_H
#define THUD_SRC_WORLD_BODIES_BODY_H

#include "thud/world.h"

/* Takes a body out of the simulation: its contacts end, its boxes leave the hash. */
void thud_body_disable(thud_world *world, int32_t body);

#endif
