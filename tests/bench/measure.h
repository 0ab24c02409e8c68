/*
 * measure.h: one run of a scene on an engine, in a process of its own.
 */
#pragma once

#include "batch.h"
#include "quality.h"
#include "step_times.h"

typedef struct bench_run {
    double wall_ms, cpu_ms;     /* a step of all worlds together, or an operation (scenes.h), on average */
    double answer;              /* what an operation found, on average */
    int operations;             /* in a sample; 1 where steps are timed */
    int64_t peak_bytes;         /* resident, less what was resident before the worlds were made */
    int64_t held_bytes;         /* of the engine on the heap after the last step; -1: unknown */
    double build_ms;            /* making the worlds, wall */
    int steps;                  /* that were timed */
    int bodies, shapes, hinges; /* dynamic bodies; shapes and hinges of all, at the end */
    int contacts;               /* at the end; -1: unknown */
    int stage_count;
    char stage_names[BENCH_MAX_STAGES][16];
    double stage_ms[BENCH_MAX_STAGES]; /* as the engine reports, wall time */
    int holding_count;
    char holding_names[BENCH_MAX_HOLDINGS][16];
    int64_t holding_bytes[BENCH_MAX_HOLDINGS]; /* as the engine reports; their sum is a part of held_bytes */
    bench_quality quality;
} bench_run;

/* Runs and returns true; false with a reason where the run crashed. `times` is to be freed by
 * the caller; a run that judges has none. */
bool bench_measure(const bench_engine *engine, const bench_scene *scene, const bench_run_options *options,
                   bench_run *run, bench_step_times *times, const char **why);
