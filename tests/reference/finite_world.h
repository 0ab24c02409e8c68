/* Whether all that can be read of a world is finite. */
#ifndef THUD_TESTS_REFERENCE_FINITE_WORLD_H
#define THUD_TESTS_REFERENCE_FINITE_WORLD_H

#include "thud/world.h"

/* Reads poses, velocities, masses, bounds, contacts, joints and events; ends the program with a message that names the cause, a
 * call and the value that it was given, where a number is NaN or infinite. */
void test_check_finite(thud_world *world, const char *cause, double value);

#endif
