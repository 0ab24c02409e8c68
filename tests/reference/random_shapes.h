/*
 * Random numbers, poses and valid shapes of every kind for property tests. The same seed gives the same
 * sequence everywhere; a property test prints its seed.
 */
#ifndef THUD_TESTS_REFERENCE_RANDOM_SHAPES_H
#define THUD_TESTS_REFERENCE_RANDOM_SHAPES_H

#include <stdint.h>

#include "thud/shape.h"

/* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
typedef struct test_random {
    uint64_t state;
} test_random;

/* A generator; prints "seed N" as the first thing a failed property test needs. */
test_random test_random_seed(uint64_t seed);

uint64_t test_random_bits(test_random *random);

/* Uniform in [low, high]. */
int test_random_int(test_random *random, int low, int high);

/* Uniform in [low, high). */
float test_random_float(test_random *random, float low, float high);

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

#endif
