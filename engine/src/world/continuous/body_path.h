/* body_path.h: sweeps a fast body again from its pose at the start of the step, with an impulse at each impact. */
#pragma once

#include "world/continuous/sweep_path.h"
#include "world/continuous/touch.h"
#include "world/world_state.h"

/* Sweeps a body; `known` is its first touch, if that has been searched for; may be null. */
void thud_sweep_body(thud_world *world, int32_t body, float dt, const thud_touch *known);

/* Searches for the first touch of a body; does not move it. */
bool thud_look_ahead(thud_world *world, int32_t body, float dt, thud_touch *touch);
