/* chains.h: chains on bodies. */
#ifndef THUD_SRC_WORLD_BODIES_CHAINS_H
#define THUD_SRC_WORLD_BODIES_CHAINS_H

#include "thud/world.h"

/* Takes a chain off its body for good. */
void thud_chain_remove(thud_world *world, int32_t chain);

#endif
