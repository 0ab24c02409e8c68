/*
 * scenes.h: what is measured. A scene builds worlds through record.h and may do something before each step,
 * which counts as part of the step.
 */
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include "record.h"

typedef struct bench_scene {
    const char *name;
    const char *group; /* "ten" for those of the published comparison */
    int steps;
    int warmup;         /* of these, the first ones are not timed; at least 1 */
    int worlds;         /* stepped in turn */
    int worlds_at_once; /* fewer where an engine cannot hold them all; 0: all */
    bool weightless;
    bool sleeping;
    bool hinges; /* needs them */
    bool rests;  /* is meant to stand still at the end */
    void (*build)(bench_record *world, int index);
    void (*before_step)(bench_record *world, int step); /* may be NULL */
    bool (*lost)(thud_vec2 position);                   /* whether a body there has left the scene */
} bench_scene;

/* All scenes; ends with a zeroed one. */
extern const bench_scene bench_scenes[];

/* ---- the ten of the peers' comparison (scenes_ten.c, scenes_rain.c) ---- */

void bench_build_compounds(bench_record *world, int index);
void bench_build_joint_grid(bench_record *world, int index);
void bench_build_junkyard(bench_record *world, int index);
void bench_junkyard_before_step(bench_record *world, int step);
void bench_build_large_pyramid(bench_record *world, int index);
void bench_build_many_pyramids(bench_record *world, int index);
void bench_build_rain(bench_record *world, int index);
void bench_rain_before_step(bench_record *world, int step);
void bench_build_smash(bench_record *world, int index);
void bench_build_spinner(bench_record *world, int index);
void bench_build_tumbler(bench_record *world, int index);
void bench_build_washer(bench_record *world, int index);

/* Eleven bodies, 13 shapes, ten hinges, feet at `position`; returns the first body. `group` > 0 sets one apart from
 * the next. */
int bench_add_ragdoll(bench_record *world, thud_vec2 position, int group);

/* ---- ours (scenes_more.c) ---- */

void bench_build_small(bench_record *world, int index);
void bench_build_fifty(bench_record *world, int index);
void bench_build_empty(bench_record *world, int index);
void bench_build_tiny(bench_record *world, int index);
void bench_build_pile_1k(bench_record *world, int index);
void bench_build_pile_10k(bench_record *world, int index);
void bench_build_pile_50k(bench_record *world, int index);
void bench_build_pile_200k(bench_record *world, int index);
void bench_build_sparse(bench_record *world, int index);
void bench_build_sizes(bench_record *world, int index);

#endif
