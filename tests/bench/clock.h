/* clock.h: the system's clocks in milliseconds. A file that includes it defines _GNU_SOURCE first. */
#pragma once

#include <time.h>

static inline double bench_clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return 1.0e3 * (double)now.tv_sec + 1.0e-6 * (double)now.tv_nsec;
}

static inline double bench_wall_ms(void) {
    return bench_clock_ms(CLOCK_MONOTONIC);
}
