/* body.h: bodies that leave the simulation. */
#pragma once

#include "thud/world.h"

/* Removes a body from the simulation: ends its contacts, removes its boxes from the hash. */
void thud_body_disable(thud_world *world, int32_t body);
