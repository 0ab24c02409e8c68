/*
 * step_code.h: the code of a step, for one after a pause. A game's step finds its code in no cache, and a small world's
 * step is mostly waiting for that, function by function: fetched all at once, it takes 0.8 of the time.
 */
#pragma once

#include "thud/base.h"

/* Prefetches the code that a step with a contact runs. */
void thud_fetch_step_code(thud_lanes lanes);
