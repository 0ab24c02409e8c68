/*
 * invariants.h: the invariants of a world between any two calls, table by table; see invariants.c. Tests
 * and fuzzers check them at any time, and a step checks them at its end: of a small world always, of a
 * large one so rarely that it costs little.
 */
#pragma once

#include "thud/world.h"

#ifdef THUD_ASSERTIONS

/* Checks all tables of a world and calls its assert hook for each invariant that does not hold. O(size of the world) */
void thud_world_check_invariants(const thud_world *world);

/* The same at the end of a step, if a check is due. */
void thud_world_check_invariants_after_step(thud_world *world);

#endif
