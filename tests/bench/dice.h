/* dice.h: a small generator that gives every engine the same scene: xorshift (Marsaglia 2003), seeded by the scene. */
#pragma once

#include <stdint.h>

typedef struct dice {
    uint32_t state; /* not 0 */
} dice;

static inline float roll(dice *d, float low, float high) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 17;
    d->state ^= d->state << 5;
    return low + (high - low) * (float)(d->state >> 8) / 16777216.0f;
}
