/*
 * report.c: see report.h.
 *
 * Times of one thread are processor time: on a machine that does nothing else it is the same as the wall's, and on a
 * shared one it is still the engine's. With several threads it is the wall's clock that counts.
 */
#include "report.h"

#include "median.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int engine_count(void) {
    int count = 0;
    while (bench_engines[count] != NULL) {
        count++;
    }
    return count;
}

static bool has_figures(const bench_row *row, int engine) {
    return row->cells[engine].tried && !row->cells[engine].failed;
}

static double run_milliseconds(const bench_row *row, int engine, int repeat) {
    const bench_run *run = &row->cells[engine].runs[repeat];
    return row->threads == 1 ? run->cpu_ms : run->wall_ms;
}

/* The median over the runs of a field of bench_run that is a double. */
static double median_of(const bench_row *row, int engine, size_t offset) {
    double values[BENCH_MAX_REPEATS];
    for (int i = 0; i < row->repeats; i++) {
        memcpy(&values[i], (const char *)&row->cells[engine].runs[i] + offset, sizeof values[i]);
    }
    return bench_median(values, row->repeats);
}

double bench_cell_milliseconds(const bench_row *row, int engine) {
    double values[BENCH_MAX_REPEATS];
    for (int i = 0; i < row->repeats; i++) {
        values[i] = run_milliseconds(row, engine, i);
    }
    return bench_median(values, row->repeats);
}

double bench_cell_spread(const bench_row *row, int engine) {
    double low = HUGE_VAL, high = 0.0;
    for (int i = 0; i < row->repeats; i++) {
        low = fmin(low, run_milliseconds(row, engine, i));
        high = fmax(high, run_milliseconds(row, engine, i));
    }
    double middle = bench_cell_milliseconds(row, engine);
    return middle > 0.0 ? 0.5 * (high - low) / middle : 0.0;
}

double bench_row_ratio(const bench_row *row, int engine) {
    if (!has_figures(row, 0) || !has_figures(row, engine)) {
        return 0.0;
    }
    double values[BENCH_MAX_REPEATS];
    for (int i = 0; i < row->repeats; i++) {
        values[i] = run_milliseconds(row, engine, i) / run_milliseconds(row, 0, i);
    }
    return bench_median(values, row->repeats);
}

double bench_row_least_ratio(const bench_row *row, int engine) {
    if (!has_figures(row, 0) || !has_figures(row, engine)) {
        return 0.0;
    }
    return bench_step_times_mean(&row->cells[engine].least) / bench_step_times_mean(&row->cells[0].least);
}

static bool answers_differ(const bench_row *row, int engine) {
    double ours = row->cells[0].runs[0].answer, theirs = row->cells[engine].runs[0].answer;
    return fabs(ours - theirs) > (double)row->scene->tolerance * fabs(ours);
}

const char *bench_row_objection(const bench_row *row, int engine) {
    const char *why = NULL;
    if (!has_figures(row, 0) || !has_figures(row, engine)) {
        return NULL;
    }
    if (row->scene->operations > 0) {
        why = answers_differ(row, engine) ? "its answers differ" : NULL;
    } else {
        bench_quality_is_worse(&row->cells[0].quality, &row->cells[engine].quality, row->scene->rests, &why);
    }
    return why;
}

/* ---- the table ---- */

static void print_stages(const bench_run *run) {
    for (int i = 0; i < run->stage_count; i++) {
        printf("%s%s %.3f", i == 0 ? "              stages: " : "  ", run->stage_names[i], run->stage_ms[i]);
    }
    if (run->stage_count > 0) {
        printf("\n");
    }
}

/* What an engine holds for each of `count` things at the end; negative where that is unknown. */
static double held_for_each(const bench_run *run, int count) {
    return run->held_bytes < 0 || count <= 0 ? -1.0 : (double)run->held_bytes / (double)count;
}

static void print_held(const bench_run *run, int count) {
    double bytes = held_for_each(run, count);
    if (bytes < 0.0) {
        printf(" %7s", "-");
    } else {
        printf(" %7.0f", bytes);
    }
}

/* What the engine says that its memory is for. */
static void print_holdings(const bench_run *run) {
    for (int i = 0; i < run->holding_count; i++) {
        double megabytes = (double)run->holding_bytes[i] / 1048576.0;
        printf("%s%s %.2f", i == 0 ? "              memory in MB: " : "  ", run->holding_names[i], megabytes);
    }
    if (run->holding_count > 0) {
        printf("\n");
    }
}

static void print_gain(const bench_row *row, const bench_gain *gain) {
    if (gain->tried > 0) {
        printf("              %d threads are %.2f times as fast as one (%d of %d turns; %d of %d pairs had "
               "alike cores)\n",
               row->threads, bench_gain_ratio(gain), gain->covered, gain->turns, gain->pairs, gain->tried);
    }
}

static void print_ratio(double ratio) {
    if (ratio > 0.0) {
        printf(" %7.2fx", ratio);
    } else {
        printf(" %8s", "");
    }
}

/* Of the steps' least times: a long one of these is the engine's, not the machine's. */
static void print_step_times(const bench_step_times *least) {
    printf("              steps: median %.4f  p99 %.4f  largest %.4f\n", bench_step_times_quantile(least, 0.5),
           bench_step_times_quantile(least, 0.99), bench_step_times_quantile(least, 1.0));
}

static void print_objection(const bench_row *row, int engine) {
    const char *objection = bench_row_objection(row, engine);
    printf("%s%s\n", objection != NULL ? "  does not count: " : "", objection != NULL ? objection : "");
}

/* Where the times are those of single queries, creations or short steps. */
static void print_operations(const bench_row *row, int engine) {
    const bench_cell *cell = &row->cells[engine];
    printf("  %-10s %9.1f %4.0f%%", bench_engines[engine]->name, 1.0e6 * bench_cell_milliseconds(row, engine),
           100.0 * bench_cell_spread(row, engine));
    print_ratio(engine > 0 ? bench_row_ratio(row, engine) : 0.0);
    printf(" %9.1f", 1.0e6 * bench_step_times_mean(&cell->least));
    print_ratio(engine > 0 ? bench_row_least_ratio(row, engine) : 0.0);
    printf(" %9.1f %9.1f %9.1f %8.1f %10.5f", 1.0e6 * bench_step_times_quantile(&cell->least, 0.5),
           1.0e6 * bench_step_times_quantile(&cell->least, 0.99),
           1.0e6 * bench_step_times_quantile(&cell->least, 1.0), (double)cell->runs[0].peak_bytes / 1048576.0,
           cell->runs[0].answer);
    print_objection(row, engine);
}

static void print_cell(const bench_row *row, int engine) {
    const bench_cell *cell = &row->cells[engine];
    const char *name = bench_engines[engine]->name;
    if (!cell->tried || cell->failed) {
        printf("  %-10s  %s\n", name, cell->failed ? cell->failure : "cannot run this scene");
        return;
    }
    if (row->scene->operations > 0) {
        print_operations(row, engine);
        return;
    }
    const bench_quality *q = &cell->quality;
    double ms = bench_cell_milliseconds(row, engine);
    printf("  %-10s %9.4f %4.0f%%", name, ms, 100.0 * bench_cell_spread(row, engine));
    print_ratio(engine > 0 ? bench_row_ratio(row, engine) : 0.0);
    printf(" %9.4f", bench_step_times_mean(&cell->least));
    print_ratio(engine > 0 ? bench_row_least_ratio(row, engine) : 0.0);
    int bodies = cell->runs[0].bodies > 0 ? cell->runs[0].bodies : 1;
    printf(" %8.0f %8.1f", 1.0e6 * ms / (double)bodies, (double)cell->runs[0].peak_bytes / 1048576.0);
    print_held(&cell->runs[0], cell->runs[0].bodies);
    print_held(&cell->runs[0], cell->runs[0].shapes);
    print_held(&cell->runs[0], cell->runs[0].contacts);
    printf(" %8.2f %8.1f %8.2f %8.1f", 1.0e3 * q->mean_penetration, 1.0e3 * q->largest_penetration,
           1.0e3 * q->mean_joint_error, 1.0e3 * q->largest_joint_error);
    printf(" %9.5f %8.2f %5d", q->kinetic_energy, q->tallest_point, q->lost);
    print_objection(row, engine);
    print_step_times(&cell->least);
    print_gain(row, &cell->gain);
    print_stages(&cell->runs[0]);
    print_holdings(&cell->runs[0]);
}

static void print_heading(const bench_row *row, const bench_run *run) {
    if (row->scene->operations > 0) {
        printf("\n%s: %d bodies, %d shapes; %d samples of %d operations; %d thread%s; %s lanes; %d runs\n",
               row->scene->name, run->bodies, run->shapes, run->steps, run->operations, row->threads,
               row->threads == 1 ? "" : "s", thud_lanes_name(row->lanes), row->repeats);
        printf("  %-10s %9s %5s %8s %9s %8s %9s %9s %9s %8s %10s\n", "engine", "ns each", "+-", "thud is",
               "least", "thud is", "median", "p99", "largest", "peak MB", "answer");
        return;
    }
    printf("\n%s: %d bodies, %d shapes, %d hinges at the end; %d steps; %d thread%s; %s lanes; %d runs\n",
           row->scene->name, run->bodies, run->shapes, run->hinges, run->steps, row->threads,
           row->threads == 1 ? "" : "s", thud_lanes_name(row->lanes), row->repeats);
    printf("  %-10s %9s %5s %8s %9s %8s %8s %8s %7s %7s %7s %8s %8s %8s %8s %9s %8s %5s\n", "engine",
           "ms/step", "+-", "thud is", "least", "thud is", "ns/body", "peak MB", "B/body", "B/shape",
           "B/cont", "pen mm", "max", "joint mm", "max", "J/kg", "top m", "lost");
}

void bench_print_row(const bench_row *row) {
    const bench_run *first = &row->cells[0].runs[0];
    for (int i = 0; i < engine_count(); i++) {
        if (has_figures(row, i)) {
            first = &row->cells[i].runs[0];
        }
    }
    print_heading(row, first);
    for (int i = 0; i < engine_count(); i++) {
        if (row->cells[i].tried || row->cells[i].unable) {
            print_cell(row, i);
        }
    }
    fflush(stdout);
}

/* The geometric mean of the ratios of a group's rows, and how many there are and count. */
static void print_mean(const bench_row *rows, int count, int engine, const char *group) {
    double sum = 0.0, sum_by_least = 0.0, least = HUGE_VAL;
    int found = 0, uncounted = 0;
    for (int i = 0; i < count; i++) {
        double ratio = bench_row_ratio(&rows[i], engine);
        if (strcmp(rows[i].scene->group, group) != 0 || ratio <= 0.0) {
            continue;
        }
        sum += log(ratio);
        sum_by_least += log(bench_row_least_ratio(&rows[i], engine));
        least = fmin(least, ratio);
        found++;
        uncounted += bench_row_objection(&rows[i], engine) != NULL;
    }
    if (found > 0) {
        printf("  %-8s %-10s %6.2f times as fast (%.2f by the least times) as a geometric mean of %d scenes, "
               "at least %.2f; %d do not count\n",
               group, bench_engines[engine]->name, exp(sum / found), exp(sum_by_least / found), found, least,
               uncounted);
    }
}

void bench_print_summary(const bench_row *rows, int count) {
    static const char *const groups[] = {"ten",   "games",  "grids", "small",
                                         "scale", "sparse", "sizes", "smoke"};
    printf("\nThud is\n");
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        for (int engine = 1; engine < engine_count(); engine++) {
            print_mean(rows, count, engine, groups[g]);
        }
    }
}

/* ---- JSON ---- */

static void add_quality(cJSON *object, const bench_quality *q) {
    cJSON_AddNumberToObject(object, "mean_penetration", q->mean_penetration);
    cJSON_AddNumberToObject(object, "largest_penetration", q->largest_penetration);
    cJSON_AddNumberToObject(object, "overlapping_pairs", q->overlapping_pairs);
    cJSON_AddNumberToObject(object, "mean_joint_error", q->mean_joint_error);
    cJSON_AddNumberToObject(object, "largest_joint_error", q->largest_joint_error);
    cJSON_AddNumberToObject(object, "kinetic_energy", q->kinetic_energy);
    cJSON_AddNumberToObject(object, "tallest_point", q->tallest_point);
    cJSON_AddNumberToObject(object, "bodies_lost", q->lost);
}

static void add_held(cJSON *object, const char *name, double bytes) {
    if (bytes < 0.0) {
        cJSON_AddNullToObject(object, name);
    } else {
        cJSON_AddNumberToObject(object, name, bytes);
    }
}

static void add_memory(cJSON *object, const bench_run *run) {
    cJSON_AddNumberToObject(object, "peak_bytes", (double)run->peak_bytes);
    add_held(object, "held_bytes", (double)run->held_bytes);
    add_held(object, "bytes_per_body", held_for_each(run, run->bodies));
    add_held(object, "bytes_per_shape", held_for_each(run, run->shapes));
    add_held(object, "bytes_per_contact", held_for_each(run, run->contacts));
    cJSON *memory = cJSON_AddObjectToObject(object, "memory");
    for (int i = 0; i < run->holding_count; i++) {
        cJSON_AddNumberToObject(memory, run->holding_names[i], (double)run->holding_bytes[i]);
    }
}

static cJSON *cell_to_json(const bench_row *row, int engine) {
    const bench_cell *cell = &row->cells[engine];
    const bench_run *run = &cell->runs[0];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", row->scene->name);
    cJSON_AddStringToObject(object, "group", row->scene->group);
    cJSON_AddStringToObject(object, "engine", bench_engines[engine]->name);
    cJSON_AddStringToObject(object, "engine_note", bench_engines[engine]->note);
    cJSON_AddNumberToObject(object, "threads", row->threads);
    cJSON_AddStringToObject(object, "thud_lanes", thud_lanes_name(row->lanes));
    if (cell->failed) {
        cJSON_AddStringToObject(object, "failure", cell->failure);
        return object;
    }
    cJSON_AddNumberToObject(object, "repeats", row->repeats);
    cJSON_AddNumberToObject(object, "steps", run->steps);
    cJSON_AddNumberToObject(object, "bodies", run->bodies);
    cJSON_AddNumberToObject(object, "shapes", run->shapes);
    cJSON_AddNumberToObject(object, "hinges", run->hinges);
    cJSON_AddNumberToObject(object, "contacts", run->contacts);
    if (row->scene->operations > 0) {
        cJSON_AddNumberToObject(object, "operations", run->operations);
        cJSON_AddNumberToObject(object, "ns_per_operation", 1.0e6 * bench_cell_milliseconds(row, engine));
        cJSON_AddNumberToObject(object, "answer", run->answer);
    }
    cJSON_AddNumberToObject(object, "ms_per_step", bench_cell_milliseconds(row, engine));
    cJSON_AddNumberToObject(object, "spread", bench_cell_spread(row, engine));
    cJSON_AddNumberToObject(object, "least_ms_per_step", bench_step_times_mean(&cell->least));
    cJSON_AddNumberToObject(object, "median_ms", bench_step_times_quantile(&cell->least, 0.5));
    cJSON_AddNumberToObject(object, "p99_ms", bench_step_times_quantile(&cell->least, 0.99));
    cJSON_AddNumberToObject(object, "largest_ms", bench_step_times_quantile(&cell->least, 1.0));
    cJSON_AddNumberToObject(object, "wall_ms_per_step", median_of(row, engine, offsetof(bench_run, wall_ms)));
    cJSON_AddNumberToObject(object, "cpu_ms_per_step", median_of(row, engine, offsetof(bench_run, cpu_ms)));
    cJSON_AddNumberToObject(object, "build_ms", median_of(row, engine, offsetof(bench_run, build_ms)));
    add_memory(object, run);
    cJSON *stages = cJSON_AddObjectToObject(object, "stages");
    for (int i = 0; i < run->stage_count; i++) {
        cJSON_AddNumberToObject(stages, run->stage_names[i], run->stage_ms[i]);
    }
    add_quality(object, &cell->quality);
    if (cell->gain.tried > 0) {
        cJSON_AddNumberToObject(object, "gain", bench_gain_ratio(&cell->gain));
        cJSON_AddNumberToObject(object, "gain_turns", cell->gain.turns);
        cJSON_AddNumberToObject(object, "gain_turns_covered", cell->gain.covered);
        cJSON_AddNumberToObject(object, "gain_pairs", cell->gain.pairs);
        cJSON_AddNumberToObject(object, "gain_pairs_tried", cell->gain.tried);
    }
    double ratio = engine > 0 ? bench_row_ratio(row, engine) : 0.0;
    if (ratio > 0.0) {
        const char *objection = bench_row_objection(row, engine);
        cJSON_AddNumberToObject(object, "thud_is_faster_by", ratio);
        cJSON_AddNumberToObject(object, "thud_is_faster_by_least", bench_row_least_ratio(row, engine));
        cJSON_AddBoolToObject(object, "counts", objection == NULL);
        if (objection != NULL) {
            cJSON_AddStringToObject(object, "objection", objection);
        }
    }
    return object;
}

static bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    bool good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL && fclose(file) != 0) {
        good = false;
    }
    return good;
}

bool bench_write_json(const bench_row *rows, int count, const char *path) {
    cJSON *array = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        for (int engine = 0; engine < engine_count(); engine++) {
            if (rows[i].cells[engine].tried) {
                cJSON_AddItemToArray(array, cell_to_json(&rows[i], engine));
            }
        }
    }
    char *text = cJSON_Print(array);
    bool good = text != NULL && write_text(path, text);
    cJSON_free(text);
    cJSON_Delete(array);
    return good;
}

/* ---- the chart ---- */

#define CHART_WIDTH 760
#define LABEL_WIDTH 130
#define NUMBER_WIDTH 150
#define BAR_HEIGHT 13
#define ROW_GAP 12
#define TOP 54

static const char *const bar_colors[BENCH_MAX_ENGINES] = {"#2f7ed8", "#9aa5b1", "#cfb26b", "#b58fb0"};

static int figures_in(const bench_row *row) {
    int count = 0;
    for (int i = 0; i < engine_count(); i++) {
        count += has_figures(row, i);
    }
    return count;
}

/* One scene: a bar for each engine, as long as its time beside the slowest one's; times differ from machine to
 * machine, so the labels are ratios. */
static int draw_row(FILE *file, const bench_row *row, int y) {
    double slowest = 0.0;
    for (int i = 0; i < engine_count(); i++) {
        slowest = has_figures(row, i) ? fmax(slowest, bench_cell_milliseconds(row, i)) : slowest;
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LABEL_WIDTH - 8, y + 11,
            row->scene->name);
    for (int i = 0; i < engine_count(); i++) {
        if (!has_figures(row, i)) {
            continue;
        }
        double ms = bench_cell_milliseconds(row, i), ratio = i > 0 ? bench_row_ratio(row, i) : 0.0;
        double width = ms / slowest * (double)(CHART_WIDTH - LABEL_WIDTH - NUMBER_WIDTH);
        fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", LABEL_WIDTH, y,
                width, BAR_HEIGHT - 2, bar_colors[i]);
        if (ratio > 0.0) {
            fprintf(file, "<text x=\"%.1f\" y=\"%d\">x %.1f%s</text>\n", LABEL_WIDTH + width + 6.0, y + 10,
                    ratio, bench_row_objection(row, i) != NULL ? ", does not count" : "");
        }
        y += BAR_HEIGHT;
    }
    return y + ROW_GAP;
}

bool bench_write_svg(const bench_row *rows, int count, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    int height = TOP;
    for (int i = 0; i < count; i++) {
        height += figures_in(&rows[i]) > 0 ? figures_in(&rows[i]) * BAR_HEIGHT + ROW_GAP : 0;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            CHART_WIDTH, height);
    fprintf(file,
            "<text x=\"%d\" y=\"20\" font-size=\"14\">Time of a step, a query or a creation, %d thread%s; "
            "shorter is better</text>\n",
            LABEL_WIDTH, count > 0 ? rows[0].threads : 1, count > 0 && rows[0].threads > 1 ? "s" : "");
    for (int i = 0; i < engine_count(); i++) {
        int x = LABEL_WIDTH + i * 100;
        fprintf(file, "<rect x=\"%d\" y=\"30\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x, bar_colors[i]);
        fprintf(file, "<text x=\"%d\" y=\"39\">%s</text>\n", x + 14, bench_engines[i]->name);
    }
    int y = TOP;
    for (int i = 0; i < count; i++) {
        y = figures_in(&rows[i]) > 0 ? draw_row(file, &rows[i], y) : y;
    }
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}

void bench_row_free(bench_row *row) {
    for (int i = 0; i < BENCH_MAX_ENGINES; i++) {
        bench_step_times_free(&row->cells[i].least);
    }
}
