/*
 * report.h: what was measured, as a table on the terminal, as JSON, and as a bar chart.
 */
#pragma once

#include "gain.h"
#include "measure.h"

#define BENCH_MAX_ENGINES 4
#define BENCH_MAX_REPEATS 99

/* An engine on a scene. */
typedef struct bench_cell {
    bool tried;  /* false: the engine cannot do this scene, or it was not asked for */
    bool unable; /* asked for, but lacks what the scene needs */
    bool failed;
    const char *failure;               /* why */
    bench_run runs[BENCH_MAX_REPEATS]; /* the timed ones */
    bench_step_times least;            /* of their steps */
    bench_gain gain;                   /* zero where it was not asked for */
    bench_quality quality;
} bench_cell;

/* All engines on a scene, in the order of bench_engines. */
typedef struct bench_row {
    const bench_scene *scene;
    int threads;
    thud_lanes lanes; /* of Thud */
    int repeats;
    bench_cell cells[BENCH_MAX_ENGINES];
} bench_row;

/* The middle of the runs, and half of their range as a share of it. */
double bench_cell_milliseconds(const bench_row *row, int engine);
double bench_cell_spread(const bench_row *row, int engine);

/* How many times faster Thud is than another engine: the median of the ratios of runs made one after the other.
 * 0 where one of the two has no figures. */
double bench_row_ratio(const bench_row *row, int engine);

/* The same by the least time that each step took in any run. */
double bench_row_least_ratio(const bench_row *row, int engine);

/* Why Thud's run does not count beside another engine's; NULL where it does. */
const char *bench_row_objection(const bench_row *row, int engine);

void bench_print_row(const bench_row *row);

/* Geometric means of the ratios over the ten scenes and over each other group. */
void bench_print_summary(const bench_row *rows, int count);

bool bench_write_json(const bench_row *rows, int count, const char *path);
bool bench_write_svg(const bench_row *rows, int count, const char *path);

/* Gives back what its cells hold. */
void bench_row_free(bench_row *row);
