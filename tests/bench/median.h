/* median.h: the middle of some values. */
#pragma once

/* Of at least one, which it sorts; the mean of the two in the middle where there are two. */
double bench_median(double *values, int count);
