#define _GNU_SOURCE /* sched_setaffinity */
#include "cores.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/* What calm cores may take: on the machine of the figures near ones take 75 to 120 ns and far ones 390 to 480; two halves of one core take twice
 * the time at once. */
#define LONGEST_LINE_NS 150.0
#define LONGEST_AT_ONCE 1.04
#define LONGEST_ALONE 1.1 /* of the shortest seen */

enum { LINE_TRIPS = 100000, LOOP_TURNS = 6000000, TRIES = 3 };

/* On the line in place of a number: there is no second thread. */
enum { NOBODY_SENDS = -1 };

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1.0e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* ---- two threads, each on a processor ---- */

typedef struct pinned {
    size_t processor;
    void (*work)(struct pinned *self);
    atomic_int *line;
    int first; /* whether it sends the line first: 0 or 1 */
    double ns; /* out */
} pinned;

static void *run_pinned(void *argument) {
    pinned *self = argument;
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    CPU_SET(self->processor, &chosen);
    pthread_setaffinity_np(pthread_self(), sizeof chosen, &chosen);
    double start = now_ns();
    self->work(self);
    self->ns = now_ns() - start;
    return NULL;
}

/* Runs some at once; returns the longest time, or -1 where there is no thread. */
static double run_at_once(pinned *all, int count) {
    pthread_t threads[2];
    int started = 0;
    while (started < count && pthread_create(&threads[started], NULL, run_pinned, &all[started]) == 0) {
        started++;
    }
    if (started < count && all->line != NULL) {
        atomic_store(all->line, NOBODY_SENDS);
    }
    double longest = started < count ? -1.0 : 0.0;
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        longest = started == count && all[i].ns > longest ? all[i].ns : longest;
    }
    return longest;
}

/* The number goes up by one whenever the line has come over. */
static void send_line(pinned *self) {
    for (int i = 1 - self->first; i < 2 * LINE_TRIPS; i += 2) {
        int seen;
        while ((seen = atomic_load(self->line)) != i) {
            if (seen == NOBODY_SENDS) {
                return;
            }
        }
        atomic_store(self->line, i + 1);
    }
}

/* More additions at once than half a core has room for. */
static void add_up(pinned *self) {
    uint64_t a = (uint64_t)self->first, b = 2, c = 3, d = 4, e = 5, f = 6;
    for (uint64_t i = 0; i < LOOP_TURNS; i++) {
        a += i;
        b ^= a;
        c += b;
        d ^= i;
        e += d;
        f += i;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
}

/* ---- */

int bench_last_processors(size_t *processors, int count) {
    cpu_set_t allowed;
    int found = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return 0;
    }
    for (size_t i = CPU_SETSIZE; i > 0 && found < count; i--) {
        if (CPU_ISSET(i - 1, &allowed)) {
            processors[found++] = i - 1;
        }
    }
    return found;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

/* A cache line to the other core and back; negative where it did not come. */
static double line_ns(const size_t processors[2]) {
    atomic_int line;
    atomic_init(&line, 0);
    pinned two[2] = {{processors[0], send_line, &line, 1, 0.0}, {processors[1], send_line, &line, 0, 0.0}};
    return run_at_once(two, 2) / LINE_TRIPS;
}

/* The time of a loop that uses no memory on one core, and of two at once; the shortest of some tries. */
static bool loop_ns(const size_t processors[2], double *alone, double *at_once) {
    pinned two[2] = {{processors[0], add_up, NULL, 1, 0.0}, {processors[1], add_up, NULL, 0, 0.0}};
    *alone = *at_once = 1.0e18;
    for (int i = 0; i < TRIES; i++) {
        *alone = smaller(*alone, run_at_once(two, 1));
        *at_once = smaller(*at_once, run_at_once(two, 2));
    }
    return *alone > 0.0 && *at_once > 0.0;
}

bool bench_cores_are_calm(void) {
    static double shortest = 1.0e18;
    size_t processors[2];
    double alone, at_once;
    if (bench_last_processors(processors, 2) < 2 || !loop_ns(processors, &alone, &at_once)) {
        return false;
    }
    shortest = smaller(shortest, alone);
    double line = line_ns(processors);
    return line > 0.0 && line < LONGEST_LINE_NS && at_once < LONGEST_AT_ONCE * alone &&
           alone < LONGEST_ALONE * shortest;
}

void bench_wait_for_calm_cores(void) {
    struct timespec pause = {.tv_nsec = 250000000};
    for (int i = 0; i < 300 && !bench_cores_are_calm(); i++) {
        nanosleep(&pause, NULL);
    }
}
