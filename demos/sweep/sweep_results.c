/* sweep_results.c: results as rows of a CSV file, written and read; the best point, and its preset. */
#include "sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "presets.h"

enum { row_size = 2048 };

static void write_number(FILE *file, double value) {
    if (isfinite(value)) {
        fprintf(file, ",%.9g", value);
    } else {
        fprintf(file, ","); /* nothing was measured */
    }
}

bool sweep_write_csv(const sweep *it, const sweep_run *runs, int count, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "run");
    for (int i = 0; i < it->varied_count; i++) {
        fprintf(file, ",%s", it->varied[i].path);
    }
    fprintf(file, ",seed,status,cost");
    for (int i = 0; i < SWEEP_MEASURE_COUNT; i++) {
        fprintf(file, ",%s", sweep_measure_name(i));
    }
    fprintf(file, "\n");
    for (int i = 0; i < count; i++) {
        const sweep_run *run = &runs[i];
        if (!run->done) {
            continue;
        }
        fprintf(file, "%d", run->index);
        for (int j = 0; j < it->varied_count; j++) {
            write_number(file, run->point.values[j]);
        }
        fprintf(file, ",%" PRIu32 ",%s", run->seed, run->failed ? run->why : "ok");
        write_number(file, sweep_cost(it, run));
        for (int j = 0; j < SWEEP_MEASURE_COUNT; j++) {
            write_number(file, run->measures[j]);
        }
        fprintf(file, "\n");
    }
    return fclose(file) == 0;
}

/* ---- seeds ---- */

/* How far a value is from what is wanted of it; of a measure that nothing is wanted of, more is worse. */
static double badness(const sweep *it, int what, double value) {
    for (int i = 0; i < it->goal_count; i++) {
        const sweep_goal *goal = &it->goals[i];
        if (goal->measure == what) {
            return goal->reaches ? fabs(value - goal->target) : goal->weight * value;
        }
    }
    return value;
}

double sweep_joined(const sweep *it, const sweep_run *runs, int count, int first, int what, sweep_join join) {
    double sum = 0, least = INFINITY, most = -INFINITY, worst = NAN;
    int seen = 0;
    for (int i = first; i < first + it->seeds && i < count; i++) {
        double value = sweep_value(it, &runs[i], what);
        if (isfinite(value)) {
            bool is_worse = seen == 0 || badness(it, what, value) > badness(it, what, worst);
            worst = is_worse ? value : worst;
            sum += value;
            least = fmin(least, value);
            most = fmax(most, value);
            seen++;
        }
    }
    const double joined[] = {[SWEEP_MEAN] = sum / seen, least, most, worst};
    return seen > 0 ? joined[join] : NAN;
}

static int failed_seeds(const sweep *it, const sweep_run *runs, int count, int first) {
    int failed = 0;
    for (int i = first; i < first + it->seeds && i < count; i++) {
        failed += runs[i].failed;
    }
    return failed;
}

bool sweep_write_joined(const sweep *it, const sweep_run *runs, int count, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "point");
    for (int i = 0; i < it->varied_count; i++) {
        fprintf(file, ",%s", it->varied[i].path);
    }
    fprintf(file, ",seeds,failed,cost_mean,cost_worst");
    for (int i = 0; i < SWEEP_MEASURE_COUNT; i++) {
        fprintf(file, ",%s_mean,%s_worst", sweep_measure_name(i), sweep_measure_name(i));
    }
    fprintf(file, "\n");
    for (int first = 0; first < count; first += it->seeds) {
        fprintf(file, "%d", first / it->seeds);
        for (int i = 0; i < it->varied_count; i++) {
            write_number(file, runs[first].point.values[i]);
        }
        fprintf(file, ",%d,%d", it->seeds, failed_seeds(it, runs, count, first));
        for (int what = -1; what < SWEEP_MEASURE_COUNT; what++) {
            write_number(file, sweep_joined(it, runs, count, first, what, SWEEP_MEAN));
            write_number(file, sweep_joined(it, runs, count, first, what, SWEEP_WORST));
        }
        fprintf(file, "\n");
    }
    return fclose(file) == 0;
}

/* ---- read ---- */

/* Cuts the next field from a row. */
static char *next_field(char **row) {
    char *field = *row;
    char *comma = field ? strchr(field, ',') : NULL;
    if (comma) {
        *comma = '\0';
    }
    *row = comma ? comma + 1 : NULL;
    return field;
}

static double number_in(const char *field) {
    return field && *field ? strtod(field, NULL) : NAN;
}

static bool read_row(const sweep *it, sweep_run *runs, int count, char *row) {
    char *end, *field = next_field(&row);
    long index = strtol(field, &end, 10);
    if (end == field || *end || index < 0 || index >= count) {
        return false;
    }
    sweep_run *run = &runs[index];
    for (int i = 0; i < it->varied_count; i++) {
        double value = number_in(next_field(&row)), wanted = run->point.values[i];
        if (!(fabs(value - wanted) <= 1e-6 * fmax(1, fabs(wanted)))) {
            return false; /* another sweep's */
        }
    }
    (void)next_field(&row); /* the seed, which goes by the index */
    field = next_field(&row);
    run->failed = !field || strcmp(field, "ok") != 0;
    snprintf(run->why, sizeof run->why, "%s", field ? field : "cut");
    (void)next_field(&row); /* the cost, which goes by the measures */
    for (int i = 0; i < SWEEP_MEASURE_COUNT; i++) {
        run->measures[i] = number_in(next_field(&row));
    }
    run->done = true;
    return true;
}

bool sweep_read_csv(const sweep *it, sweep_run *runs, int count, const char *path,
                    char error[SCENE_ERROR_SIZE]) {
    FILE *file = fopen(path, "r");
    char row[row_size];
    bool right = file && fgets(row, sizeof row, file) && strncmp(row, "run,", 4) == 0;
    snprintf(error, SCENE_ERROR_SIZE, "%.150s is no result of a sweep", path);
    for (int line = 2; right && fgets(row, sizeof row, file); line++) {
        row[strcspn(row, "\r\n")] = '\0';
        right = read_row(it, runs, count, row);
        snprintf(error, SCENE_ERROR_SIZE, "%.150s:%d: it is no row of this sweep", path, line);
    }
    if (file) {
        fclose(file);
    }
    return right;
}

/* ---- the best ---- */

int sweep_best(const sweep *it, const sweep_run *runs, int count) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i + it->seeds <= count; i += it->seeds) {
        double cost = 0;
        for (int seed = 0; seed < it->seeds; seed++) {
            cost += sweep_cost(it, &runs[i + seed]) / it->seeds;
        }
        if (cost < least) { /* false for NaN */
            least = cost;
            best = i;
        }
    }
    return best;
}

bool sweep_write_preset(const sweep *it, const sweep_point *point, const char *path) {
    scene_options options = it->log.start;
    for (int i = 0; i < it->varied_count; i++) {
        (void)setting_set(&options, it->varied[i].setting, (float)point->values[i]);
    }
    demo_numbers *numbers = numbers_open(&options);
    char *text = thud_preset_text(numbers_set(numbers), THUD_PRESET_CHANGED, NULL);
    FILE *file = numbers ? fopen(path, "w") : NULL;
    bool written = file && fputs(text, file) >= 0;
    written = file && fclose(file) == 0 && written;
    thud_text_free(text);
    numbers_close(numbers);
    return written;
}
