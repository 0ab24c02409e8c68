/*
 * measure.c: the child process builds the scene's worlds, steps them and sends what it found through a pipe.
 *
 * A run either takes times or judges quality, never both: looking at poses would disturb caches and the peak of
 * memory. It is bound to the last processors that it may use, as many as there are threads.
 */
#define _GNU_SOURCE
#include "measure.h"

#include "cores.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BENCH_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BENCH_SANITIZED
#endif
#if defined(BENCH_SANITIZED)
size_t __sanitizer_get_current_allocated_bytes(void); /* the C library knows nothing of a sanitizer's heap */
#elif defined(__GLIBC__)
#include <malloc.h>
#endif

/* How often a run is judged: after every tenth of its steps. */
#define SAMPLES 10

static double clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return 1.0e3 * (double)now.tv_sec + 1.0e-6 * (double)now.tv_nsec;
}

static void bind_to_processors(int threads) {
    size_t processors[CPU_SETSIZE];
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    int count = bench_last_processors(processors, threads);
    for (int i = 0; i < count; i++) {
        CPU_SET(processors[i], &chosen);
    }
    sched_setaffinity(0, sizeof chosen, &chosen); /* where it is not allowed the run is merely less quiet */
}

/* A line of /proc/self/status in bytes, such as VmRSS or VmHWM; 0 where there is none. */
static int64_t memory_status(const char *name) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long long kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            sscanf(line + strlen(name), ": %lld", &kilobytes);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return (int64_t)kilobytes * 1024;
}

/* Bytes that live on the heap, whoever asked for them; -1 where nobody can tell. */
static int64_t heap_bytes(void) {
#if defined(BENCH_SANITIZED)
    return (int64_t)__sanitizer_get_current_allocated_bytes();
#elif defined(__GLIBC__)
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
#else
    return -1;
#endif
}

/* ---- one batch of worlds ---- */

typedef struct batch {
    const bench_scene *scene;
    bench_record *records;
    int count;
    int steps;
    bool judge;
} batch;

static void build_worlds(batch *b, const bench_engine *engine, int first, const bench_run_options *options) {
    bench_world_def def = {
        .gravity = {0.0f, b->scene->weightless ? 0.0f : -10.0f},
        .sleeping = b->scene->sleeping,
        .threads = options->threads,
        .lanes = options->lanes,
    };
    for (int i = 0; i < b->count; i++) {
        bench_record_open(&b->records[i], engine, &def);
        b->scene->build(&b->records[i], first + i);
    }
}

static void step_worlds(batch *b, int step) {
    for (int i = 0; i < b->count; i++) {
        bench_record *record = &b->records[i];
        if (b->scene->before_step != NULL) {
            b->scene->before_step(record, step);
        }
        record->engine->step(record->world);
    }
}

static void add_stages(const batch *b, bench_run *run) {
    for (int i = 0; i < b->count; i++) {
        bench_stage stages[BENCH_MAX_STAGES];
        run->stage_count = b->records[i].engine->stages(b->records[i].world, stages);
        for (int k = 0; k < run->stage_count; k++) {
            snprintf(run->stage_names[k], sizeof run->stage_names[k], "%s", stages[k].name);
            run->stage_ms[k] += stages[k].milliseconds;
        }
    }
}

/* Steps with the clocks running; times are added up. To read the processor's clock takes half a microsecond of wall time: the wall's is read nearer
 * to the step. */
static void time_steps(batch *b, bench_run *run, bench_step_times *times) {
    int warmup = b->scene->warmup > 1 ? b->scene->warmup : 1;
    if (warmup >= b->steps) {
        warmup = b->steps > 1 ? 1 : 0;
    }
    for (int step = 0; step < warmup; step++) {
        step_worlds(b, step);
    }
    run->steps = b->steps - warmup;
    if (times->count == 0) { /* else there was a batch before */
        bench_step_times_make(times, run->steps);
    }
    for (int step = warmup; step < b->steps; step++) {
        double cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        double wall = clock_ms(CLOCK_MONOTONIC);
        step_worlds(b, step);
        wall = clock_ms(CLOCK_MONOTONIC) - wall;
        run->cpu_ms += clock_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        run->wall_ms += wall;
        times->ms[step - warmup] += wall;
        add_stages(b, run);
    }
}

static bool is_sampled(const batch *b, int step) {
    int every = b->steps >= SAMPLES ? b->steps / SAMPLES : 1;
    return (step + 1) % every == 0;
}

static void judge_steps(batch *b, bench_quality_sums *sums) {
    thud_pose **before = calloc((size_t)b->count, sizeof *before);
    for (int step = 0; step < b->steps; step++) {
        /* What a scene adds before its last step has no pose yet: it is left out of the last step. */
        bool last = step == b->steps - 1;
        for (int i = 0; last && i < b->count; i++) {
            if (b->scene->before_step != NULL) {
                b->scene->before_step(&b->records[i], step);
            }
            before[i] = bench_quality_poses(&b->records[i]);
        }
        if (last) {
            for (int i = 0; i < b->count; i++) {
                b->records[i].engine->step(b->records[i].world);
            }
        } else {
            step_worlds(b, step);
        }
        for (int i = 0; i < b->count && is_sampled(b, step); i++) {
            bench_quality_sample(&b->records[i], sums);
        }
    }
    for (int i = 0; i < b->count; i++) {
        bench_quality_end(&b->records[i], before[i], b->scene->lost, sums);
        free(before[i]);
    }
    free(before);
}

static void count_contents(const batch *b, bench_run *run) {
    for (int i = 0; i < b->count; i++) {
        const bench_record *record = &b->records[i];
        for (int32_t k = 0; k < record->body_count; k++) {
            bool lives = !record->bodies[k].gone;
            run->bodies += lives && record->bodies[k].type == THUD_BODY_DYNAMIC;
            run->shapes += lives ? record->bodies[k].shape_count : 0;
        }
        for (int32_t k = 0; k < record->hinge_count; k++) {
            run->hinges +=
                !record->bodies[record->hinges[k].a].gone && !record->bodies[record->hinges[k].b].gone;
        }
        int contacts = record->engine->contacts(record->world);
        run->contacts = contacts < 0 ? -1 : run->contacts + contacts;
    }
}

static void add_holdings(const bench_record *record, bench_run *run) {
    bench_holding holdings[BENCH_MAX_HOLDINGS];
    run->holding_count = record->engine->memory != NULL ? record->engine->memory(record->world, holdings) : 0;
    for (int k = 0; k < run->holding_count; k++) {
        snprintf(run->holding_names[k], sizeof run->holding_names[k], "%s", holdings[k].name);
        run->holding_bytes[k] += holdings[k].bytes;
    }
}

/* Adds what the heap has gained since `before`, less what the bench took for itself. */
static void weigh_worlds(const batch *b, int64_t before, bench_run *run) {
    int64_t own = 0;
    for (int i = 0; i < b->count; i++) {
        own += bench_record_bytes(&b->records[i]);
        add_holdings(&b->records[i], run);
    }
    run->held_bytes = before < 0 ? -1 : run->held_bytes + heap_bytes() - before - own;
}

static int64_t highest(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* ---- the run ---- */

static void run_scene(const bench_engine *engine, const bench_scene *scene, const bench_run_options *options,
                      bench_run *run, bench_step_times *times) {
    int worlds = scene->worlds > 0 ? scene->worlds : 1;
    int at_once = scene->worlds_at_once > 0 ? scene->worlds_at_once : worlds;
    int64_t resident = memory_status("VmRSS");
    bench_quality_sums sums = {0};
    batch b = {
        .scene = scene, .steps = options->steps > 0 ? options->steps : scene->steps, .judge = options->judge};
    b.records = calloc((size_t)at_once, sizeof *b.records);
    if (b.records == NULL) {
        bench_fail("out of memory");
    }
    for (int first = 0; first < worlds; first += at_once) {
        b.count = worlds - first < at_once ? worlds - first : at_once;
        int64_t heap = heap_bytes();
        double start = clock_ms(CLOCK_MONOTONIC);
        build_worlds(&b, engine, first, options);
        run->build_ms += clock_ms(CLOCK_MONOTONIC) - start;
        if (b.judge) {
            judge_steps(&b, &sums);
        } else {
            time_steps(&b, run, times);
        }
        count_contents(&b, run);
        weigh_worlds(&b, heap, run);
        run->peak_bytes = highest(run->peak_bytes, memory_status("VmHWM") - resident);
        for (int i = 0; i < b.count; i++) {
            bench_record_close(&b.records[i]);
        }
    }
    free(b.records);
    double steps = run->steps > 0 ? (double)run->steps : 1.0;
    run->wall_ms /= steps;
    run->cpu_ms /= steps;
    for (int k = 0; k < run->stage_count; k++) {
        run->stage_ms[k] /= steps;
    }
    run->quality = bench_quality_result(&sums);
}

static bool write_all(int file, const void *data, size_t size) {
    const char *next = data;
    while (size > 0) {
        ssize_t written = write(file, next, size);
        if (written <= 0) {
            return false;
        }
        next += written;
        size -= (size_t)written;
    }
    return true;
}

static bool read_all(int file, void *data, size_t size) {
    char *next = data;
    while (size > 0) {
        ssize_t got = read(file, next, size);
        if (got <= 0) {
            return false;
        }
        next += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_times(int file, const bench_step_times *times) {
    return write_all(file, times->ms, (size_t)times->count * sizeof *times->ms);
}

static bool read_times(int file, int count, bench_step_times *times) {
    bench_step_times_make(times, count);
    return read_all(file, times->ms, (size_t)count * sizeof *times->ms);
}

bool bench_measure(const bench_engine *engine, const bench_scene *scene, const bench_run_options *options,
                   bench_run *run, bench_step_times *times, const char **why) {
    int ends[2];
    *times = (bench_step_times){0};
    *why = "no process could be started";
    if (pipe(ends) != 0) {
        return false;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        bench_run found = {0};
        close(ends[0]);
        bind_to_processors(options->threads);
        run_scene(engine, scene, options, &found, times);
        _exit(write_all(ends[1], &found, sizeof found) && write_times(ends[1], times) ? 0 : 1);
    }
    close(ends[1]);
    bool complete =
        child > 0 && read_all(ends[0], run, sizeof *run) && read_times(ends[0], run->steps, times);
    close(ends[0]);
    int status = 0;
    if (child > 0) {
        waitpid(child, &status, 0);
        *why = WIFSIGNALED(status) ? "it crashed" : "it failed";
    }
    return complete && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
