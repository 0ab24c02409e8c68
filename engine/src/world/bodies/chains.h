/* chains.h: chains on bodies. */
#pragma once

#include "thud/world.h"

/* Removes a chain from its body and destroys it. */
void thud_chain_remove(thud_world *world, int32_t chain);
