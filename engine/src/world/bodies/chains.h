/* chains.h: chains on bodies. */
#ifndef THUD_SRC_WORLD_BODIES_CHAINS_H
#define THUD_SRC_WORLD_BODIES_CHAINS_H

#include "thud/world.h"

/* Removes a chain from its body and destroys it. */
void thud_chain_remove(thud_world *world, int32_t chain);

#endif
