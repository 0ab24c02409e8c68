/* advance.h: moves bodies to their new poses, eight at a time. */
#pragma once

#include "world/bodies/body_table.h"

/* thud_body_disable for a body whose state is not finite; keeps its pose, clears its velocity,
 * and counts it in the step's result. */
void thud_body_lose(thud_world *world, int32_t body);

/* The stage. Returns THUD_OK, or the reason for a loss. */
thud_status thud_advance(thud_world *world, float dt);
