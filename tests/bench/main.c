/*
 * main.c: runs scenes on engines in turn and reports.
 *
 *     bench [--scene S]... [--engine E]... [--threads N] [--gain] [--lanes WIDTH] [--repeat R] [--steps N]
 *           [--json FILE] [--svg FILE] [--cold] [--frame MS] [--tiny] [--list]
 *
 * S is a scene or a group of scenes; without it the groups `ten`, `games` and `grids` run on every engine found. --tiny
 * makes the games with a fiftieth of their bodies and operations, and --gain with few tries, to test the bench. --cold
 * goes through memory of its own before each step, as a game does between two steps; --frame waits for so long.
 * Engines take turns (A B C A B C), so that a machine that slows down slows all of them; one more run of each,
 * which is not timed, judges quality. --gain also measures how many times faster N threads are than one (gain.h),
 * which can take some minutes for each scene.
 */
#include "cores.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CHOICES 32

typedef struct choices {
    const char *names[MAX_CHOICES];
    int count;
} choices;

typedef struct arguments {
    choices scenes, engines;
    int threads, repeats, steps, frame_ms;
    bool gain, cold, tiny;
    thud_lanes lanes;
    const char *json, *svg;
} arguments;

static bool is_chosen(const choices *chosen, const char *name) {
    for (int i = 0; i < chosen->count; i++) {
        if (strcmp(chosen->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static _Noreturn void usage(const char *complaint, const char *what) {
    if (complaint != NULL) {
        fprintf(stderr, "bench: %s: %s\n", complaint, what);
    }
    fprintf(stderr, "usage: bench [--scene S]... [--engine E]... [--threads N] [--gain] [--lanes WIDTH]\n"
                    "             [--repeat R] [--steps N] [--json FILE] [--svg FILE] [--cold] [--frame MS]\n"
                    "             [--tiny] [--list]\n");
    exit(2);
}

static void list_all(void) {
    for (const bench_scene *scene = bench_scenes; scene->name != NULL; scene++) {
        printf("%-14s %-7s %d steps\n", scene->name, scene->group, scene->steps);
    }
    for (int i = 0; bench_engines[i] != NULL; i++) {
        printf("engine %s: %s\n", bench_engines[i]->name, bench_engines[i]->note);
    }
}

static int number(const char *text, int low, int high, const char *option) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < low || value > high) {
        usage("a number out of range", option);
    }
    return (int)value;
}

/* SIMD width of Thud. */
static thud_lanes lanes_named(const char *name) {
    for (int i = THUD_LANES_AUTO; i <= THUD_LANES_AVX512; i++) {
        if (strcmp(name, thud_lanes_name((thud_lanes)i)) == 0 && thud_lanes_available((thud_lanes)i)) {
            return (thud_lanes)i;
        }
    }
    usage("no such lanes here", name);
}

static void choose(choices *chosen, const char *name) {
    if (chosen->count == MAX_CHOICES) {
        usage("too many of one option", name);
    }
    chosen->names[chosen->count++] = name;
}

static arguments parse(int count, char **values) {
    arguments args = {.threads = 1, .repeats = 3};
    for (int i = 1; i < count; i++) {
        const char *option = values[i];
        if (strcmp(option, "--list") == 0) {
            list_all();
            exit(0);
        }
        if (strcmp(option, "--gain") == 0) {
            args.gain = true;
            continue;
        }
        if (strcmp(option, "--cold") == 0) {
            args.cold = true;
            continue;
        }
        if (strcmp(option, "--tiny") == 0) {
            args.tiny = true;
            continue;
        }
        if (i + 1 == count) {
            usage("unknown, or without its value", option);
        }
        const char *value = values[++i];
        if (strcmp(option, "--scene") == 0) {
            choose(&args.scenes, value);
        } else if (strcmp(option, "--engine") == 0) {
            choose(&args.engines, value);
        } else if (strcmp(option, "--threads") == 0) {
            args.threads = number(value, 1, 32, option);
        } else if (strcmp(option, "--lanes") == 0) {
            args.lanes = lanes_named(value);
        } else if (strcmp(option, "--repeat") == 0) {
            args.repeats = number(value, 1, BENCH_MAX_REPEATS, option);
        } else if (strcmp(option, "--steps") == 0) {
            args.steps = number(value, 2, 1000000, option);
        } else if (strcmp(option, "--frame") == 0) {
            args.frame_ms = number(value, 0, 1000, option);
        } else if (strcmp(option, "--json") == 0) {
            args.json = value;
        } else if (strcmp(option, "--svg") == 0) {
            args.svg = value;
        } else {
            usage("unknown", option);
        }
    }
    return args;
}

/* A name that nothing bears is an error, so that a slip does not pass for a result. */
static void check_names(const arguments *args) {
    for (int i = 0; i < args->scenes.count; i++) {
        bool known = false;
        for (const bench_scene *scene = bench_scenes; scene->name != NULL; scene++) {
            known |= strcmp(scene->name, args->scenes.names[i]) == 0 ||
                     strcmp(scene->group, args->scenes.names[i]) == 0;
        }
        if (!known) {
            usage("no such scene", args->scenes.names[i]);
        }
    }
    for (int i = 0; i < args->engines.count; i++) {
        bool known = false;
        for (int k = 0; bench_engines[k] != NULL; k++) {
            known |= strcmp(bench_engines[k]->name, args->engines.names[i]) == 0;
        }
        if (!known) {
            usage("no such engine here", args->engines.names[i]);
        }
    }
}

/* A run's steps lower the least times. */
static bool measure(const bench_engine *engine, const bench_scene *scene, const bench_run_options *options,
                    bench_cell *cell, bench_run *run) {
    bench_step_times times;
    bool measured = bench_measure(engine, scene, options, run, &times, &cell->failure);
    if (measured) {
        bench_step_times_lower(&cell->least, &times);
    }
    bench_step_times_free(&times);
    return measured;
}

/* ---- the runs ---- */

static void run_row(bench_row *row, const arguments *args) {
    /* The first turn judges, and wakes the machine up. */
    for (int turn = -1; turn < row->repeats; turn++) {
        for (int i = 0; bench_engines[i] != NULL; i++) {
            const bench_engine *engine = bench_engines[i];
            bench_cell *cell = &row->cells[i];
            bool asked = args->engines.count == 0 || is_chosen(&args->engines, engine->name);
            bool able = (row->scene->needs & ~engine->abilities) == 0;
            cell->unable = asked && !able;
            if (!asked || !able || cell->failed) {
                continue;
            }
            bench_run_options options = {.threads = row->threads,
                                         .lanes = row->lanes,
                                         .steps = args->steps,
                                         .frame_ms = args->frame_ms,
                                         .cold = args->cold,
                                         .tiny = args->tiny,
                                         .judge = turn < 0};
            cell->tried = true;
            bench_run judged = {0};
            cell->failed =
                !measure(engine, row->scene, &options, cell, turn < 0 ? &judged : &cell->runs[turn]);
            if (turn < 0) {
                cell->quality = judged.quality;
            }
            if (turn == row->repeats - 1 && args->gain && row->scene->operate == NULL && !cell->failed) {
                cell->failed = !bench_measure_gain(engine, row->scene, &options, row->repeats, &cell->gain,
                                                   &cell->failure);
            }
        }
    }
}

int main(int count, char **values) {
    arguments args = parse(count, values);
    check_names(&args);
    size_t processors[2];
    if (args.gain && (args.threads < 2 || bench_last_processors(processors, 2) < 2)) {
        usage("wants two threads or more, and two processors", "--gain");
    }
    if (args.scenes.count == 0) {
        choose(&args.scenes, "ten");
        choose(&args.scenes, "games");
        choose(&args.scenes, "grids");
    }
    for (int i = 0; bench_missing_engines[i] != NULL; i++) {
        printf("Not here: %s\n", bench_missing_engines[i]);
    }
    bench_row *rows = NULL;
    int32_t row_count = 0, row_capacity = 0;
    bool good = true;
    for (const bench_scene *scene = bench_scenes; scene->name != NULL; scene++) {
        if (!is_chosen(&args.scenes, scene->name) && !is_chosen(&args.scenes, scene->group)) {
            continue;
        }
        rows = bench_grow(rows, row_count, &row_capacity, sizeof *rows);
        bench_row *row = &rows[row_count++];
        memset(row, 0, sizeof *row);
        row->scene = scene;
        row->threads = args.threads;
        row->lanes = args.lanes == THUD_LANES_AUTO ? thud_lanes_best() : args.lanes;
        row->repeats = args.repeats;
        run_row(row, &args);
        bench_print_row(row);
        for (int i = 0; bench_engines[i] != NULL; i++) {
            good = good && !row->cells[i].failed;
        }
    }
    bench_print_summary(rows, row_count);
    if (args.json != NULL && !bench_write_json(rows, row_count, args.json)) {
        fprintf(stderr, "bench: cannot write %s\n", args.json);
        good = false;
    }
    if (args.svg != NULL && !bench_write_svg(rows, row_count, args.svg)) {
        fprintf(stderr, "bench: cannot write %s\n", args.svg);
        good = false;
    }
    for (int32_t i = 0; i < row_count; i++) {
        bench_row_free(&rows[i]);
    }
    free(rows);
    return good ? 0 : 1;
}
