#define _POSIX_C_SOURCE 199309L

#include "base/clock.h"

#include <time.h>

double thud_clock_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}
