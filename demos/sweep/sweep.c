/* sweep.c: the command: reads the file, makes the runs or reads those of shards, and writes what came of them. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

static int processor_count(void) {
#if defined(_WIN32)
    return 1;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (int)count : 1;
#endif
}

static bool complain(const char *what) {
    fprintf(stderr, "thud-demos: %s\n", what);
    return false;
}

/* The file's name without folders and ending, and something behind it. */
static void name_result(const char *file, const char *behind, char name[sweep_text_size]) {
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    snprintf(name, sweep_text_size, "%.*s%s", length < 150 ? length : 150, base, behind);
}

/* All runs of the points that the file gives, not made yet. */
static sweep_run *list_runs(const sweep *it, int *count) {
    *count = sweep_point_count(it) * it->seeds;
    sweep_run *runs = calloc((size_t)*count, sizeof *runs);
    for (int i = 0; runs && i < *count; i++) {
        runs[i] = (sweep_run){
            .index = i, .point = sweep_point_at(it, i / it->seeds), .seed = (uint32_t)(i % it->seeds)};
    }
    return runs;
}

/* Makes the runs of a shard, which stand together for as long as it takes. */
static bool make_shard(const sweep *it, const sweep_options *options, int jobs, sweep_run *runs, int count) {
    sweep_run *mine = calloc((size_t)count, sizeof *mine);
    int taken = 0;
    for (int i = 0; mine && i < count; i++) {
        if (options->shards <= 1 || i / it->seeds % options->shards == options->shard - 1) {
            mine[taken++] = runs[i];
        }
    }
    if (mine) {
        sweep_make_runs(it, mine, taken, jobs, true);
    }
    for (int i = 0; mine && i < taken; i++) {
        runs[mine[i].index] = mine[i];
    }
    free(mine);
    return mine != NULL || complain("out of memory");
}

static bool merge(const sweep *it, const sweep_options *options, sweep_run *runs, int count) {
    char error[SCENE_ERROR_SIZE];
    for (int i = 0; i < options->merge_count; i++) {
        if (!sweep_read_csv(it, runs, count, options->merge[i], error)) {
            return complain(error);
        }
    }
    return true;
}

/* Of several seeds mean and worst. */
static void print_best(const sweep *it, const sweep_run *runs, int count, int best) {
    printf("best: run %d, cost %.6g\n", runs[best].index,
           sweep_joined(it, runs, count, best, -1, SWEEP_MEAN));
    for (int i = 0; i < it->varied_count; i++) {
        printf("  %s = %.9g\n", it->varied[i].path, runs[best].point.values[i]);
    }
    for (int i = 0; i < it->goal_count; i++) {
        int what = it->goals[i].measure;
        printf("  %s %.6g %s", sweep_measure_name(what),
               sweep_joined(it, runs, count, best, what, SWEEP_MEAN), sweep_measure_unit(what));
        if (it->seeds > 1) {
            printf(" in the mean of %d seeds, at worst %.6g", it->seeds,
                   sweep_joined(it, runs, count, best, what, SWEEP_WORST));
        }
        printf("\n");
    }
}

/* Writes tables, picture and preset beside each other; of a shard the table of runs only. */
static bool write_results(const sweep *it, const sweep_options *options, const sweep_run *runs, int count) {
    char csv[sweep_text_size], svg[sweep_text_size], preset[sweep_text_size], joined[sweep_text_size];
    char behind[60] = ".csv";
    if (options->shards > 1) {
        snprintf(behind, sizeof behind, ".%d-of-%d.csv", options->shard, options->shards);
    }
    name_result(options->file, behind, csv);
    name_result(options->file, ".svg", svg);
    name_result(options->file, "-best.preset", preset);
    name_result(options->file, "-seeds.csv", joined);
    int failed = 0, done = 0, best = sweep_best(it, runs, count);
    for (int i = 0; i < count; i++) {
        done += runs[i].done;
        failed += runs[i].failed;
    }
    bool whole = options->shards <= 1, joins = whole && it->seeds > 1;
    if ((joins && !sweep_write_joined(it, runs, count, joined)) || !sweep_write_csv(it, runs, count, csv) ||
        (whole && !sweep_write_svg(it, runs, count, svg)) ||
        (whole && best >= 0 && !sweep_write_preset(it, &runs[best].point, preset))) {
        return complain("the results cannot be written to this folder");
    }
    printf("%d runs, %d failed: %s%s%s", done, failed, csv, joins ? ", " : "", joins ? joined : "");
    printf(whole ? ", %s%s%s\n" : "\n", svg, best >= 0 ? ", " : "", best >= 0 ? preset : "");
    if (whole && best >= 0) {
        print_best(it, runs, count, best);
    } else if (whole) {
        printf("best: none, as no run has all measures of the goal\n");
    }
    return true;
}

/* Whether a run of hours will be able to write its results. */
static bool can_write(const sweep_options *options) {
    char probe[sweep_text_size];
    name_result(options->file, ".probe", probe);
    FILE *file = fopen(probe, "ab");
    if (!file) {
        return complain("the results cannot be written to this folder");
    }
    fclose(file);
    remove(probe);
    return true;
}

static bool run_sweep(const sweep *it, const sweep_options *options) {
    int jobs = options->jobs > 0 ? options->jobs : processor_count(), count = 0;
    sweep_run *runs = NULL;
    bool done = true;
    if (it->method == SWEEP_NELDER_MEAD) {
        if (options->shards > 1 || options->merge_count > 0) {
            return complain("nelder-mead goes by what it has found: it has no shards");
        }
        count = sweep_descend(it, jobs, &runs);
    } else {
        runs = list_runs(it, &count);
        done = !runs                      ? complain("out of memory")
               : options->merge_count > 0 ? merge(it, options, runs, count)
                                          : make_shard(it, options, jobs, runs, count);
    }
    done = done && write_results(it, options, runs, count);
    free(runs);
    return done;
}

int sweep_main(const sweep_options *options) {
    sweep it;
    char error[SCENE_ERROR_SIZE];
    bool done = sweep_load(&it, options->file, options->base, error)
                    ? can_write(options) && run_sweep(&it, options)
                    : complain(error);
    sweep_free(&it);
    return done ? 0 : 1;
}
