/*
 * Time of impact by fine sampling: the shapes are moved in small even steps, and every pair of features is measured at
 * each. Slow and obviously right; it may miss a short touch between two samples, but never reports a false one.
 */
#pragma once

#include "thud/narrowphase.h"

/* Two shapes and their motions. */
typedef struct reference_pair {
    const thud_shape *shapes[2];
    const thud_motion *motions[2];
} reference_pair;

/* The separation at a time [m], in double; negative by the depth of the MTD. */
double reference_separation_at(const reference_pair *pair, double time);

/*
 * The first time up to t_max at which a sample overlaps by more than `depth` [m], refined by bisection; INFINITY if
 * none does [s].
 */
double reference_time_of_impact(const reference_pair *pair, double t_max, double depth, int samples);
