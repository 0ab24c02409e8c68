/* gain.c: see gain.h. */
#define _GNU_SOURCE
#include "gain.h"

#include "child.h"
#include "clock.h"
#include "cores.h"
#include "median.h"

#include <stdlib.h>

/* The first step of a turn is not timed: the other side has had the caches, and workers sleep. */
enum { TIMED_STEPS = 10, TURN_STEPS = TIMED_STEPS + 1 };

/* Before a turn, until the cores are alike: some 50 ms. */
enum { MOST_LOOKS = 40 };

enum { ALONE, TOGETHER, SIDES };

typedef struct pair {
    double ms[SIDES]; /* of the timed steps */
    bool counts;
} pair;

/* A child's task and its results; in shared memory. */
typedef struct gain_job {
    const bench_engine *engine;
    const bench_scene *scene;
    const bench_run_options *options;
    int run;
    int turn_count;
    pair turns[];
} gain_job;

static double time_turn(bench_batch *batch, int first_step) {
    bench_batch_step(batch, first_step);
    double start = bench_wall_ms();
    for (int i = 1; i < TURN_STEPS; i++) {
        bench_batch_step(batch, first_step + i);
    }
    return bench_wall_ms() - start;
}

/* `order` decides which side comes first. */
static pair take_turn(bench_batch sides[SIDES], int first_step, int order, const size_t *processors,
                      int processor_count) {
    pair taken = {0};
    bench_cores looks[SIDES + 1];
    int tries = 0;
    do {
        looks[0] = bench_look_at_cores(processors);
    } while (!bench_cores_were_alike(looks, 1) && ++tries < MOST_LOOKS);
    for (int i = 0; i < SIDES; i++) {
        int side = (i + order) % SIDES;
        bench_bind(processors, side == ALONE ? 1 : processor_count);
        taken.ms[side] = time_turn(&sides[side], first_step);
        bench_bind(processors, processor_count);
        looks[i + 1] = bench_look_at_cores(processors);
    }
    taken.counts = bench_cores_were_alike(looks, SIDES + 1);
    return taken;
}

static int turns_of_batch(const bench_scene *scene, const bench_run_options *options) {
    int steps = bench_scene_steps(scene, options);
    return (steps - bench_scene_warmup(scene, steps)) / TURN_STEPS;
}

static void run_by_turns(void *context) {
    gain_job *job = context;
    size_t processors[BENCH_MAX_PROCESSORS];
    int processor_count = bench_last_processors(processors, job->options->threads);
    bench_bind(processors, processor_count);
    bench_run_options options[SIDES] = {*job->options, *job->options};
    options[ALONE].threads = 1;
    int warmup = bench_scene_warmup(job->scene, bench_scene_steps(job->scene, job->options));
    pair *next = job->turns;
    int all = bench_scene_worlds(job->scene), at_once = bench_scene_worlds_at_once(job->scene);
    for (int first = 0; first < all; first += at_once) {
        bench_batch sides[SIDES];
        for (int side = 0; side < SIDES; side++) {
            sides[side] = bench_batch_open(job->scene, job->engine, &options[side], first);
            for (int step = 0; step < warmup; step++) {
                bench_batch_step(&sides[side], step);
            }
        }
        for (int turn = 0; turn < turns_of_batch(job->scene, job->options); turn++) {
            *next++ =
                take_turn(sides, warmup + turn * TURN_STEPS, job->run + turn, processors, processor_count);
        }
        for (int side = 0; side < SIDES; side++) {
            bench_batch_close(&sides[side]);
        }
    }
}

/* ---- over all runs ---- */

/* The pairs of a turn that count. */
typedef struct turn_times {
    double ms[SIDES][BENCH_GAIN_RUNS];
    int count;
} turn_times;

/* Returns whether each turn has as many as are wanted. */
static bool add_run(const gain_job *job, int wanted, turn_times *turns, bench_gain *gain) {
    bool enough = true;
    for (int i = 0; i < job->turn_count; i++) {
        const pair *taken = &job->turns[i];
        turn_times *times = &turns[i];
        for (int side = 0; side < SIDES && taken->counts; side++) {
            times->ms[side][times->count] = taken->ms[side];
        }
        times->count += taken->counts;
        gain->pairs += taken->counts;
        enough &= times->count >= wanted;
    }
    gain->tried += job->turn_count;
    return enough;
}

static void add_up_turns(turn_times *turns, bench_gain *gain) {
    for (int i = 0; i < gain->turns; i++) {
        if (turns[i].count > 0) {
            gain->alone_ms += bench_median(turns[i].ms[ALONE], turns[i].count);
            gain->together_ms += bench_median(turns[i].ms[TOGETHER], turns[i].count);
            gain->covered++;
        }
    }
    double steps = gain->covered > 0 ? (double)(TIMED_STEPS * gain->covered) : 1.0;
    gain->alone_ms /= steps;
    gain->together_ms /= steps;
}

bool bench_measure_gain(const bench_engine *engine, const bench_scene *scene,
                        const bench_run_options *options, int wanted, bench_gain *gain, const char **why) {
    int at_once = bench_scene_worlds_at_once(scene);
    int batches = (bench_scene_worlds(scene) + at_once - 1) / at_once;
    *gain = (bench_gain){.turns = batches * turns_of_batch(scene, options)};
    size_t size = sizeof(gain_job) + (size_t)gain->turns * sizeof(pair);
    gain_job *job = bench_share(size);
    turn_times *turns = calloc((size_t)gain->turns + 1, sizeof *turns);
    if (turns == NULL) {
        bench_fail("out of memory");
    }
    *job = (gain_job){.engine = engine, .scene = scene, .options = options, .turn_count = gain->turns};
    bool measured = true, enough = false;
    int most_runs = options->tiny ? BENCH_TINY_GAIN_RUNS : BENCH_GAIN_RUNS;
    for (job->run = 0; job->run < most_runs && measured && !enough; job->run++) {
        measured = bench_run_child(run_by_turns, job, why);
        enough = measured && add_run(job, wanted, turns, gain);
    }
    add_up_turns(turns, gain);
    free(turns);
    bench_unshare(job, size);
    return measured;
}

double bench_gain_ratio(const bench_gain *gain) {
    return gain->together_ms > 0.0 ? gain->alone_ms / gain->together_ms : 0.0;
}
