/*
 * A clock for timings shown to people. The simulation must not depend on it. On x86 a step counts the processor's
 * ticks, which takes a fourth of the time of reading the system's clock: five readings of that were 6 % of a step of
 * one crate. Ticks are converted where timings are read.
 */
#pragma once

#include <stdint.h>

/* Ticks of constant length since some fixed moment. */
uint64_t thud_clock_ticks(void);

/* Ticks from a reading to a later one; 0 if the later one is behind, as that of another core may be. */
static inline float thud_clock_ticks_between(uint64_t start, uint64_t end) {
    int64_t passed = (int64_t)(end - start);
    return passed > 0 ? (float)passed : 0.0f;
}

/* A moment by the ticks and by the system's clock. */
typedef struct thud_clock_moment {
    uint64_t ticks;
    double milliseconds;
} thud_clock_moment;

/* Sets the moment to now if it is some seconds old: the system may have slept since, with the ticks going on. */
void thud_clock_renew(thud_clock_moment *moment, uint64_t ticks);

/* The length of a tick by the time since a moment [ms]. */
double thud_clock_tick_length(const thud_clock_moment *since);
