/*
 * cores.h: what the machine gives two threads at the moment. A virtual machine's cores are moved about by their host, sometimes far apart or onto two halves of
 * one, and others use them too: what a second thread gains can be told only while it has a core of its own.
 */
#ifndef BENCH_CORES_H
#define BENCH_CORES_H

#include <stdbool.h>
#include <stddef.h>

/* The last processors that the process may use, at most `count` of them; returns how many. */
int bench_last_processors(size_t *processors, int count);

/* Whether the last two processors that the process may use are two cores, near each other, and as fast as the fastest that was seen so far.
 * Takes some 60 ms. */
bool bench_cores_are_calm(void);

/* Returns when they are, or after a hundred seconds. */
void bench_wait_for_calm_cores(void);

#endif
