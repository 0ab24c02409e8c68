/* ccd_candidates.h: slow bodies that are swept because a fast kinematic one runs into them. */
#pragma once

#include "thud/world.h"

struct thud_move_batch;

/* Bodies to sweep; each is marked in world->continuous.swept. */
typedef struct thud_sweep_list {
    int32_t *bodies; /* with room for every body */
    int32_t count;
} thud_sweep_list;

/* Adds the bodies near the shapes of fast kinematic bodies that do not move along with them, and wakes those that
 * sleep. */
void thud_list_ccd_candidates(thud_world *world, const struct thud_move_batch *moved, thud_sweep_list *list);
