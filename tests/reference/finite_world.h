/* Checks that all readable values of a world are finite. */
#pragma once

#include "thud/world.h"

/* Reads poses, velocities, masses, bounds, contacts, joints and events; if a number is NaN or infinite, ends the
 * program with a message that names the cause, a call and its argument. */
void test_check_finite(thud_world *world, const char *cause, double value);
