/*
 * gain.h: how many times faster a scene steps with several threads than with one. Its worlds are built twice in one
 * process, for one thread and for several, and are stepped by turns, ten steps at a time, so that whatever else the
 * machine does happens to both. Before, between and after the two of a turn the cores are looked at (cores.h): a pair
 * that had no two alike cores does not count, and the scene is run again until each turn has pairs that do.
 */
#pragma once

#include "batch.h"

typedef struct bench_gain {
    double alone_ms,
        together_ms;    /* a step of all worlds, on average over the turns' medians; 0 where no pair counts */
    int turns, covered; /* into which the scene is cut, and those that have a pair that counts */
    int pairs, tried;   /* that count, of how many */
} bench_gain;

/* Runs until each turn has `wanted` pairs that count, or BENCH_GAIN_RUNS times, BENCH_TINY_GAIN_RUNS with the option
 * `tiny`. False with a reason where a run crashed. Needs two threads or more and two processors. */
bool bench_measure_gain(const bench_engine *engine, const bench_scene *scene,
                        const bench_run_options *options, int wanted, bench_gain *gain, const char **why);

/* How many times faster; 0 where no pair counts. */
double bench_gain_ratio(const bench_gain *gain);

enum { BENCH_GAIN_RUNS = 30, BENCH_TINY_GAIN_RUNS = 2 };
