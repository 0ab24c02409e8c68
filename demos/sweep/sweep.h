/*
 * sweep.h: a search over numbers of a scene: the contents of a sweep file, its runs, and their measurements.
 *
 *     thud-sweep 1
 *     scene pyramid
 *     steps 600                                    of 1/60 s in each run
 *     seeds 3                                      runs for each point, which differ in the scene's dice; 1
 *     preset ../presets/heavy.preset               where it starts from; a path from the folder of the sweep file
 *     set world.solver.max_speed 100
 *     replay jumps.rec                             inputs of a recording (of the same scene)
 *     key space 60 90                              a key held from step 60 to step 90
 *     key space 60 90 12                           the same up to 12 steps later, by the seed
 *     vary world.solver.substeps 1 8 8             lowest, highest, how many values on a grid; "log" behind spaces them so
 *     vary world.solver.contact_hertz 10 60 6 log
 *     method grid                                  or: random 200, nelder-mead 100 (runs at most, about)
 *     minimise penetration_max                     adds it to the cost; a weight may follow
 *     reach settle_time 2 0.1                      adds ((settle_time - 2) / 0.1) squared
 *
 * Free of SDL.
 */
#pragma once

#include "recording.h"

enum {
    sweep_most_varied = 6,
    sweep_most_goals = 8,
    sweep_most_presses = 32,
    sweep_most_runs = 1000000,
    sweep_text_size = 200
};

/* What is measured in each run; lengths of overlap in millimetres. A run that has no player,
 * say, measures NaN there. */
typedef enum sweep_measure {
    SWEEP_PENETRATION_MAX,
    SWEEP_PENETRATION_P99, /* of the largest of each step */
    SWEEP_ENERGY_DRIFT,    /* energy at the end minus energy at the start [J] */
    SWEEP_SETTLE_TIME,     /* until all sleep for good [s] */
    SWEEP_JITTER,          /* mean speed of bodies over the last quarter [m/s] */
    SWEEP_TUNNELLED,       /* bodies that have left the scene's view by its own size */
    SWEEP_JOINT_ERROR,     /* largest distance of a hinge's anchors [mm] */
    SWEEP_MS_P50,          /* of a step [ms]: not the same in each run */
    SWEEP_MS_P99,
    SWEEP_LAUNCH_HEIGHT, /* how far the highest body rises above the one that was highest at first [m] */
    SWEEP_JUMP_HEIGHT,   /* of the player from the first press of space to the apex [m] */
    SWEEP_JUMP_TIME,     /* between these [s] */
    SWEEP_STOP_TIME,     /* of the player from the last release of a key to rest [s] */
    SWEEP_LEVEL_TIME,    /* until the player is at the end of the level [s] */
    SWEEP_MISSED_JUMPS,  /* presses of space that the player did not jump upon */
    SWEEP_MEASURE_COUNT
} sweep_measure;

const char *sweep_measure_name(int which);
const char *sweep_measure_unit(int which);
int sweep_measure_find(const char *name); /* -1: none */

/* A number that is varied. */
typedef struct sweep_varied {
    char path[settings_path_size];
    int setting;
    double low, high;
    int count; /* values on a grid */
    bool logarithmic, whole;
} sweep_varied;

/* A part of the cost: weight times the measure, or its distance from the target, over the tolerance, squared. */
typedef struct sweep_goal {
    int measure;
    bool reaches;
    double weight, target, tolerance;
} sweep_goal;

/* A key that is held from a step to another, both up to `spread` steps later by the seed. */
typedef struct sweep_press {
    int key, from, to, spread;
} sweep_press;

typedef enum sweep_method { SWEEP_GRID, SWEEP_RANDOM, SWEEP_NELDER_MEAD } sweep_method;

typedef struct sweep {
    recording log; /* its start: the options of each run; the inputs of a replay */
    sweep_press presses[sweep_most_presses];
    int press_count;
    int steps, seeds;
    sweep_varied varied[sweep_most_varied];
    int varied_count;
    sweep_goal goals[sweep_most_goals];
    int goal_count;
    sweep_method method;
    int budget; /* points of random, runs of nelder-mead */
} sweep;

/* Reads a sweep file; false with one line in `error`. `base` gives level and SIMD width. Free it
 * by sweep_free in both cases. */
bool sweep_load(sweep *into, const char *path, const scene_options *base, char error[SCENE_ERROR_SIZE]);
void sweep_free(sweep *it);

/* ---- runs ---- */

/* The values of the varied numbers. */
typedef struct sweep_point {
    double values[sweep_most_varied];
} sweep_point;

/* A run and what came of it. */
typedef struct sweep_run {
    int index;
    sweep_point point;
    uint32_t seed;
    bool done, failed;
    char why[160]; /* it failed */
    double measures[SWEEP_MEASURE_COUNT];
} sweep_run;

/* Makes one run in this process. */
void sweep_make_run(const sweep *it, sweep_run *run);

/* Makes runs, on `jobs` processes at once; one that crashes is a failed run. Shows progress on stderr where `shows`. */
void sweep_make_runs(const sweep *it, sweep_run *runs, int count, int jobs, bool shows);

/* The cost of a run: NaN where it failed, or a measure of a goal is missing. */
double sweep_cost(const sweep *it, const sweep_run *run);

/* What a run has measured, or its cost (`what` -1); NaN where it failed. */
double sweep_value(const sweep *it, const sweep_run *run, int what);

/* Where a value is in the range of a number, from 0 to 1. */
double sweep_share_of(const sweep_varied *varied, double value);

/* A number from 0 to 1 for each index. */
double sweep_share(uint64_t index);

/* The values that are varied, rounded where the number is whole, within their ranges. */
sweep_point sweep_rounded(const sweep *it, sweep_point point);

/* All points of a grid or of a random search, which depend on nothing but the file. */
int sweep_point_count(const sweep *it);
sweep_point sweep_point_at(const sweep *it, int index);

/* Nelder and Mead's simplex: makes runs until it has converged or the budget is spent. Appends to an array of stb_ds'
 * kind made by realloc; returns how many. */
int sweep_descend(const sweep *it, int jobs, sweep_run **runs);

/* A bar with the time left, on stderr, at most once a second. */
typedef struct sweep_progress {
    int count, done;
    long long start, shown; /* [s] */
    bool shows;
} sweep_progress;

sweep_progress sweep_progress_of(int count, bool shows);
void sweep_show_progress(sweep_progress *of, const char *more, bool end);

/* ---- results ---- */

/* What the runs of a point's seeds have measured, joined. Worst: farthest from what is to be
 * reached, or else the least good. */
typedef enum sweep_join { SWEEP_MEAN, SWEEP_LEAST, SWEEP_MOST, SWEEP_WORST } sweep_join;

/* Of the point whose first run is runs[first]; `what`: a measure, or -1 for the cost. NaN where none was measured. */
double sweep_joined(const sweep *it, const sweep_run *runs, int count, int first, int what, sweep_join join);

/* A row for each point, with mean and worst of all measures. */
bool sweep_write_joined(const sweep *it, const sweep_run *runs, int count, const char *path);

bool sweep_write_csv(const sweep *it, const sweep_run *runs, int count, const char *path);

/* Reads the rows of a file that sweep_write_csv wrote for the same sweep into `runs`, by their
 * indices; false with one line. */
bool sweep_read_csv(const sweep *it, sweep_run *runs, int count, const char *path,
                    char error[SCENE_ERROR_SIZE]);

/* A curve with its spread over seeds, a heat map of two numbers, or dots over the first number. */
bool sweep_write_svg(const sweep *it, const sweep_run *runs, int count, const char *path);

/* The first run of the point whose mean cost over seeds is least; -1 where all failed. */
int sweep_best(const sweep *it, const sweep_run *runs, int count);

/* Writes a point as a preset of the numbers that differ from the scene's own. */
bool sweep_write_preset(const sweep *it, const sweep_point *point, const char *path);

/* ---- the command ---- */

typedef struct sweep_options {
    const char *file;
    int jobs;           /* 0: as many as there are processors */
    int shard, shards;  /* 1 of 3, say; shards 0 or 1: all */
    const char **merge; /* CSV files to join in place of runs */
    int merge_count;
    const scene_options *base;
} sweep_options;

/* Exit code: 0, or 1 where it could not be done, with one line on stderr. */
int sweep_main(const sweep_options *options);
