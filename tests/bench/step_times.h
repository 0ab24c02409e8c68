/*
 * step_times.h: how long each step of a run took, and the least over several runs. An engine does the same in
 * each run, so with enough runs the least times are those of an undisturbed one. On a shared machine they are a
 * better measure of an engine than whole runs.
 */
#pragma once

#include <stdbool.h>

typedef struct bench_step_times {
    double *ms; /* wall, by timed step, of all worlds together; owned */
    int count;
} bench_step_times;

/* A copy of so many. */
void bench_step_times_make(bench_step_times *times, int count, const double *ms);
void bench_step_times_free(bench_step_times *times);

/* Lowers each of `least` to what another run took; an empty one becomes the same as that. */
void bench_step_times_lower(bench_step_times *least, const bench_step_times *run);

/* The least that at least a share of the steps do not exceed [ms], 0 < share <= 1: the median
 * with 0.5, the largest with 1. */
double bench_step_times_quantile(const bench_step_times *times, double share);

/* A step on average [ms]; 0 where there is none. */
double bench_step_times_mean(const bench_step_times *times);
