/* drop_ghosts.h: a step's contacts at internal edges; see ghosts.c for the rule. */
#pragma once

#include "thud/world.h"

/* Drops those that are ghosts among contacts whose manifolds were made in this step, at most THUD_CONTACT_RANGE, and turns those on a
 * seam. Looks at those only that have a static or kinematic body. Needs the lists of contacts of bodies; of different contacts on
 * several threads. */
void thud_drop_ghosts(const thud_world *world, const int32_t *contacts, int32_t count);
