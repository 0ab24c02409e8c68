/*
 * speed_limit.h: the largest speed of a body. A spring stretched over tens of metres, a motor of absurd torque or an
 * explosion would otherwise throw bodies too far in a step for collision detection, and at last beyond the range of a
 * float.
 */
#pragma once

#include "response/batch.h"

/* A velocity below this share of the limit on both axes is within the limit: 0.7 < 1 / sqrt(2). */
static const float thud_sure_share = 0.7f;

/* Limits the velocities of some loaded bodies and their changes over a substep; bodies that are not dynamic keep theirs. */
void thud_limit_loaded(const thud_batch_bodies *bodies, int32_t first, int32_t count,
                       const thud_substep *substep);

/* Limits the speeds of those with finite mass; velocity - base, the sum of a body's impulses, stays. */
void thud_cap_speeds(const thud_batch_bodies *bodies, int32_t first, int32_t count,
                     const thud_substep *substep);
