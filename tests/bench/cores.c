#define _GNU_SOURCE /* sched_setaffinity */
#include "cores.h"

#include "clock.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

/* Near cores take 50 to 140 ns on the machine of the figures, far ones 240 to 1,000; two halves of one core take twice
 * the time at once. What the system does in between now and then lengthens a loop by a tenth. */
#define LONGEST_LINE_NS 200.0
#define MOST_APART 1.08 /* times of loops */

/* A fraction of a millisecond each. */
enum { LINE_TRIPS = 4000, LOOP_TURNS = 600000 };

/* On the line in place of a number: there is no second thread. */
enum { NOBODY_SENDS = -1 };

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
    bench_bind(&self->processor, 1);
    double start = bench_wall_ms();
    self->work(self);
    self->ns = 1.0e6 * (bench_wall_ms() - start);
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

void bench_bind(const size_t *processors, int count) {
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (int i = 0; i < count; i++) {
        CPU_SET(processors[i], &chosen);
    }
    sched_setaffinity(0, sizeof chosen, &chosen); /* where it is not allowed the run is merely less quiet */
}

static bool ran_alike(double shortest, double longest) {
    return shortest > 0.0 && longest < MOST_APART * shortest;
}

bench_cores bench_look_at_cores(const size_t processors[2]) {
    atomic_int line;
    atomic_init(&line, 0);
    pinned adds[2] = {{processors[0], add_up, NULL, 1, 0.0}, {processors[1], add_up, NULL, 0, 0.0}};
    pinned sends[2] = {{processors[0], send_line, &line, 1, 0.0}, {processors[1], send_line, &line, 0, 0.0}};
    bench_cores look = {.alone_ns = run_at_once(adds, 1)};
    look.at_once_ns = run_at_once(adds, 2);
    /* Otherwise they are not alike, and one thread may burn its time waiting for another that has no processor. */
    if (ran_alike(fmin(look.alone_ns, look.at_once_ns), fmax(look.alone_ns, look.at_once_ns))) {
        look.line_ns = run_at_once(sends, 2) / (double)LINE_TRIPS;
    }
    return look;
}

bool bench_cores_were_alike(const bench_cores *looks, int count) {
    double shortest = HUGE_VAL, longest = 0.0;
    bool near = true;
    for (int i = 0; i < count; i++) {
        shortest = fmin(shortest, fmin(looks[i].alone_ns, looks[i].at_once_ns));
        longest = fmax(longest, fmax(looks[i].alone_ns, looks[i].at_once_ns));
        near &= looks[i].line_ns > 0.0 && looks[i].line_ns < LONGEST_LINE_NS;
    }
    return near && ran_alike(shortest, longest);
}
