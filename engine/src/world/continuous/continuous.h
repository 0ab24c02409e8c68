/* continuous.h: continuous collision detection: sweeps the fast bodies of a step. */
#pragma once

#include "thud/world.h"
#include "world/move_batch.h"

/* Sweeps again, with impacts: fast bodies with obstacles near, bodies in the path of a fast kinematic body,
 * and bullets. THUD_OUT_OF_MEMORY: no body was swept, or no bullet. */
thud_status thud_sweep_fast_bodies(thud_world *world, const thud_move_batch *moved, float dt);
