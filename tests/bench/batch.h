/*
 * batch.h: worlds of a scene that live at the same time and are stepped in turn; most scenes are one world.
 */
#pragma once

#include "scenes.h"

/* How a scene is run. */
typedef struct bench_run_options {
    int threads;
    thud_lanes lanes; /* of Thud */
    int steps;        /* 0: the scene's */
    int frame_ms;     /* wait before each timed step */
    bool cold;        /* evict caches before each timed step */
    bool tiny;        /* scenes of the group `games` make a fiftieth of their bodies and operations */
    bool judge;       /* sample quality instead of taking times and memory */
} bench_run_options;

typedef struct bench_batch {
    const bench_scene *scene;
    bench_record *records; /* one for each world; owned */
    int count;
    int operations; /* that a sample is made up of */
} bench_batch;

/* How many worlds the scene has in all, and at most in a batch. */
int bench_scene_worlds(const bench_scene *scene);
int bench_scene_worlds_at_once(const bench_scene *scene);

/* How many steps are made, and the first one that is timed. */
int bench_scene_steps(const bench_scene *scene, const bench_run_options *options);
int bench_scene_warmup(const bench_scene *scene, int steps);

/* Builds the worlds from `first` on, as many as live at once or as there are left. */
bench_batch bench_batch_open(const bench_scene *scene, const bench_engine *engine,
                             const bench_run_options *options, int first);
void bench_batch_close(bench_batch *batch);

/* What a sample does that is not timed: done before each one. */
void bench_batch_prepare(bench_batch *batch);

/* Steps each world once, or makes the operations of a sample; `step` counts from 0. Returns what
 * the operations found (scenes.h). */
double bench_batch_step(bench_batch *batch, int step);
