/*
 * cores.h: the processors that a run may use, and the speed of two threads on them at the moment. The host
 * of a virtual machine moves its cores within tenths of a second, sometimes far apart or onto two halves of
 * one core, and other machines use them too. The gain of a second thread can be measured only while its core
 * is as fast as the first one's, and near it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The most processors that a run is bound to. */
enum { BENCH_MAX_PROCESSORS = 64 };

/* The last processors that the thread may use, at most `count` of them; returns how many. */
int bench_last_processors(size_t *processors, int count);

/* From then on the thread, and those that it makes, run on these alone. */
void bench_bind(const size_t *processors, int count);

/* What two processors took at one moment [ns]; negative where a thread could not be made. */
typedef struct bench_cores {
    double alone_ns;   /* the first one, for a loop that uses no memory */
    double at_once_ns; /* both at once, for the loop each: the slower one */
    double line_ns;    /* a cache line from one to the other and back; 0 where the loop's times differ too much */
} bench_cores;

/* Takes about a millisecond. */
bench_cores bench_look_at_cores(const size_t processors[2]);

/* Whether they were near each other and equally fast, whatever they did, in all of these looks. */
bool bench_cores_were_alike(const bench_cores *looks, int count);
