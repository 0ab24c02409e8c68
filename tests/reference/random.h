/*
 * random.h: the random numbers of all tests: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014). The same seed gives the same sequence everywhere; a property test prints its seed.
 */
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef struct test_random {
    uint64_t state; /* any value is a seed */
} test_random;

/* A generator; prints "seed N" as the first thing a failed property test needs. */
static inline test_random test_random_seed(uint64_t seed) {
    printf("seed %" PRIu64 "\n", seed);
    return (test_random){seed};
}

static inline uint64_t test_random_bits(test_random *random) {
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in [0, count), count > 0. */
static inline uint32_t test_random_below(test_random *random, uint32_t count) {
    return (uint32_t)(test_random_bits(random) % count);
}

/* Uniform in [low, high]. */
static inline int test_random_int(test_random *random, int low, int high) {
    uint64_t span = (uint64_t)(high - low) + 1;
    return low + (int)(test_random_bits(random) % span);
}

/* Uniform in [low, high). */
static inline float test_random_float(test_random *random, float low, float high) {
    float unit = (float)(test_random_bits(random) >> 40) / 16777216.0f; /* 24 bits */
    return low + (high - low) * unit;
}
