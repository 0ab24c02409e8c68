/*
 * Random poses and valid shapes of every kind for property tests.
 */
#pragma once

#include "random.h"
#include "thud/shape.h"

/* A size from 0.01 to 100, every decade as likely as every other. */
float test_random_size(test_random *random);

/* Both coordinates uniform in [-reach, reach). */
thud_vec2 test_random_vec2(test_random *random, float reach);

/* A direction of length one. */
thud_vec2 test_random_unit(test_random *random);

/* Any angle; position within +-reach. */
thud_pose test_random_pose(test_random *random, float reach);

/* A valid shape of a kind, about `size` from end to end, near the origin of its frame but rarely centred on
 * it. */
thud_shape test_random_shape_of(test_random *random, thud_shape_kind kind, float size);

/* A valid shape of any kind. */
thud_shape test_random_shape(test_random *random, float size);

/* `count` points of a star-shaped simple outline about the origin, counter-clockwise, radii from size / 4 to
 * size. */
void test_random_star(test_random *random, float size, thud_vec2 *outline, int count);
