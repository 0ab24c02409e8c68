/* ccd_candidates.h: slow bodies that are swept because a fast kinematic one runs into them. */
#pragma once

#include "thud/world.h"
#include "world/continuous/continuous_state.h"

struct thud_move_batch;

/* Adds deep bodies, and bodies near shapes of fast kinematic bodies that do not move along with them, and wakes sleepers. */
void thud_list_ccd_candidates(thud_world *world, const struct thud_move_batch *moved, thud_sweep_list *list);
