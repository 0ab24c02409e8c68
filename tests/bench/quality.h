/*
 * quality.h: how well a simulation holds, from poses alone and by the same code for every engine.
 */
#pragma once

#include "record.h"

typedef struct bench_quality {
    double largest_penetration; /* of two shapes, over all samples [m] */
    double mean_penetration;    /* of the pairs that overlap, over all samples [m] */
    double overlapping_pairs;   /* in a sample, on average */
    double largest_joint_error; /* distance of a hinge's two anchors, over all samples [m] */
    double mean_joint_error;    /* [m] */
    double kinetic_energy;      /* of a kilogram at the end, from the last two poses [J/kg] */
    double tallest_point;       /* at the end [m] */
    int lost;                   /* bodies outside the scene or without a finite pose at the end */
} bench_quality;

/* Sums over samples; zero to begin with. */
typedef struct bench_quality_sums {
    double penetration, penetration_samples, largest_penetration;
    double joint_error, joint_samples, largest_joint_error;
    double energy, mass, tallest;
    int samples, lost, worlds;
} bench_quality_sums;

/* Poses of every body of a record, to take velocities from; released with free. */
thud_pose *bench_quality_poses(const bench_record *record);

/* Adds penetration and joint errors as they are now. */
void bench_quality_sample(const bench_record *record, bench_quality_sums *sums);

/* Adds the measures of the last state; `before` are the poses a step ago. */
void bench_quality_end(const bench_record *record, const thud_pose *before, bool (*lost)(thud_vec2),
                       bench_quality_sums *sums);

bench_quality bench_quality_result(const bench_quality_sums *sums);

/* Whether ours is worse than theirs by more than chance and taste; says in what. `rests`: the scene is meant to stand
 * still. */
bool bench_quality_is_worse(const bench_quality *ours, const bench_quality *theirs, bool rests,
                            const char **why);
