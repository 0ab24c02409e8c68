#define _POSIX_C_SOURCE 199309L

#include "base/clock.h"

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double thud_clock_milliseconds(void) {
    LARGE_INTEGER ticks, ticks_per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&ticks_per_second);
    return 1e3 * (double)ticks.QuadPart / (double)ticks_per_second.QuadPart;
}

#else

#include <time.h>

double thud_clock_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

#endif
