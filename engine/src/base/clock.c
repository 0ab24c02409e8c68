#define _POSIX_C_SOURCE 199309L

#include "base/clock.h"

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static double milliseconds_now(void) {
    LARGE_INTEGER ticks, ticks_per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&ticks_per_second);
    return 1e3 * (double)ticks.QuadPart / (double)ticks_per_second.QuadPart;
}

#else

#include <time.h>

static double milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

#endif

#if defined(__x86_64__) || defined(__i386__)

uint64_t thud_clock_ticks(void) {
    return __builtin_ia32_rdtsc();
}

#else

uint64_t thud_clock_ticks(void) {
    return (uint64_t)(1e6 * milliseconds_now());
}

#endif

/* Age of a moment from which on it is renewed [ticks]. */
#define OLD (UINT64_C(1) << 33)

void thud_clock_renew(thud_clock_moment *moment, uint64_t ticks) {
    if (ticks - moment->ticks > OLD) {
        *moment = (thud_clock_moment){thud_clock_ticks(), milliseconds_now()}; /* read together */
    }
}

double thud_clock_tick_length(const thud_clock_moment *since) {
    uint64_t ticks = thud_clock_ticks() - since->ticks;
    return (milliseconds_now() - since->milliseconds) / (1.0 + (double)ticks);
}
