#include "step_times.h"

#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void bench_step_times_make(bench_step_times *times, int count, const double *ms) {
    size_t size = (size_t)count * sizeof *times->ms;
    times->ms = malloc(size);
    times->count = count;
    if (times->ms == NULL && count > 0) {
        bench_fail("out of memory");
    }
    if (count > 0) {
        memcpy(times->ms, ms, size);
    }
}

void bench_step_times_free(bench_step_times *times) {
    free(times->ms);
    *times = (bench_step_times){0};
}

void bench_step_times_lower(bench_step_times *least, const bench_step_times *run) {
    if (least->count == 0 && run->count > 0) {
        bench_step_times_make(least, run->count, run->ms);
    }
    for (int i = 0; i < run->count; i++) {
        least->ms[i] = fmin(least->ms[i], run->ms[i]);
    }
}

double bench_step_times_mean(const bench_step_times *times) {
    double sum = 0.0;
    for (int i = 0; i < times->count; i++) {
        sum += times->ms[i];
    }
    return times->count > 0 ? sum / times->count : 0.0;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_step_times_quantile(const bench_step_times *times, double share) {
    if (times->count == 0) {
        return 0.0;
    }
    bench_step_times sorted = {0};
    bench_step_times_make(&sorted, times->count, times->ms);
    qsort(sorted.ms, (size_t)sorted.count, sizeof *sorted.ms, compare_doubles);
    double result = sorted.ms[(int)ceil(share * sorted.count) - 1];
    bench_step_times_free(&sorted);
    return result;
}
