/* continuous.h: continuous collision detection: sweeps the fast bodies of a step. */
#ifndef THUD_SRC_WORLD_CONTINUOUS_CONTINUOUS_H
#define THUD_SRC_WORLD_CONTINUOUS_CONTINUOUS_H

#include "thud/world.h"
#include "world/move_batch.h"

/*
 * Sends fast bodies that have something near, bodies that a fast kinematic one runs into, and bullets their way again, with impacts
 *. THUD_OUT_OF_MEMORY: none was swept, or no bullet.
 */
struct thud_move_batch;
thud_status thud_sweep_fast_bodies(thud_world *world, const struct thud_move_batch *moved, float dt);

#endif
