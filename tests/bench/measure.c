/*
 * measure.c: a child process builds the scene's worlds and steps them.
 *
 * A run either takes times or judges quality, never both: looking at poses would disturb caches and the peak of
 * memory. It is bound to the last processors that it may use, as many as there are threads.
 */
#define _GNU_SOURCE
#include "measure.h"

#include "child.h"
#include "clock.h"
#include "cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BENCH_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BENCH_SANITIZED
#endif
#if defined(BENCH_SANITIZED)
size_t __sanitizer_get_current_allocated_bytes(void); /* the C library does not count a sanitizer's heap */
#elif defined(__GLIBC__)
#include <malloc.h>
#endif

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

/* Bytes allocated on the heap by the whole process; -1 where the C library does not report them. */
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

static void add_stages(const bench_batch *b, bench_run *run) {
    for (int i = 0; i < b->count; i++) {
        bench_stage stages[BENCH_MAX_STAGES];
        run->stage_count = b->records[i].engine->stages(b->records[i].world, stages);
        for (int k = 0; k < run->stage_count; k++) {
            snprintf(run->stage_names[k], sizeof run->stage_names[k], "%s", stages[k].name);
            run->stage_ms[k] += stages[k].milliseconds;
        }
    }
}

/* Twice the third level of the cache of the machine that the figures come from. */
enum { EVICTING_BYTES = 64 << 20 };

/* Goes through memory of its own, so that a step finds its code and data in no cache, as after a frame of a game. It is not part of
 * the program: the leak sanitizer reads all of that as each of hundreds of runs ends, 64 MB for 0.2 s. */
static void evict_caches(void) {
    static volatile unsigned char *memory;
    if (memory == NULL) {
        memory = calloc(EVICTING_BYTES, 1);
    }
    if (memory == NULL) {
        bench_fail("out of memory");
    }
    for (size_t i = 0; i < EVICTING_BYTES; i += 64) {
        memory[i]++;
    }
}

/* Does what a game does between two steps. */
static void leave_step(const bench_run_options *options) {
    if (options->cold) {
        evict_caches();
    }
    if (options->frame_ms > 0) {
        nanosleep(&(struct timespec){options->frame_ms / 1000, options->frame_ms % 1000 * 1000000L}, NULL);
    }
}

/* Steps with the clocks running; times are added up, those of single steps in `step_ms`. To read the processor's clock
 * takes half a microsecond of wall time: the wall's is read nearer to the step. */
static void time_steps(bench_batch *b, int steps, const bench_run_options *options, bench_run *run,
                       double *step_ms) {
    int warmup = bench_scene_warmup(b->scene, steps);
    for (int step = 0; step < warmup; step++) {
        bench_batch_prepare(b);
        bench_batch_step(b, step);
    }
    run->steps = steps - warmup;
    run->operations = b->operations;
    for (int step = warmup; step < steps; step++) {
        bench_batch_prepare(b);
        leave_step(options);
        double cpu = bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        double wall = bench_wall_ms();
        run->answer += bench_batch_step(b, step);
        wall = bench_wall_ms() - wall;
        run->cpu_ms += bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        run->wall_ms += wall;
        step_ms[step - warmup] += wall / b->operations;
        add_stages(b, run);
    }
}

/* Judges each step: of ten or a hundred chance decides which engine has the deepest overlap. */
static void judge_steps(bench_batch *b, int steps, bench_quality_sums *sums) {
    thud_pose **before = calloc((size_t)b->count, sizeof *before);
    for (int step = 0; step < steps; step++) {
        /* What a scene adds before its last step has no pose yet: it is left out of the last step. */
        bool last = step == steps - 1;
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
            bench_batch_step(b, step);
        }
        for (int i = 0; i < b->count; i++) {
            bench_quality_sample(&b->records[i], sums);
        }
    }
    for (int i = 0; i < b->count; i++) {
        bench_quality_end(&b->records[i], before[i], b->scene->lost, sums);
        free(before[i]);
    }
    free(before);
}

static void count_contents(const bench_batch *b, bench_run *run) {
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

/* The bytes that the engine says it holds. */
static int64_t add_holdings(const bench_record *record, bench_run *run) {
    bench_holding holdings[BENCH_MAX_HOLDINGS];
    int64_t held = 0;
    run->holding_count = record->engine->memory != NULL ? record->engine->memory(record->world, holdings) : 0;
    for (int k = 0; k < run->holding_count; k++) {
        snprintf(run->holding_names[k], sizeof run->holding_names[k], "%s", holdings[k].name);
        run->holding_bytes[k] += holdings[k].bytes;
        held += holdings[k].bytes;
    }
    return held;
}

/* Adds what the worlds hold: by the engine's own count, as Thud's large tables are not on the C library's heap, else
 * what the heap has gained since `before`, less what the bench took for itself. */
static void weigh_worlds(const bench_batch *b, int64_t before, bench_run *run) {
    int64_t own = 0, counted = 0;
    for (int i = 0; i < b->count; i++) {
        own += (int64_t)sizeof b->records[i] + bench_record_bytes(&b->records[i]);
        counted += add_holdings(&b->records[i], run);
    }
    int64_t gained = before < 0 ? -1 : heap_bytes() - before - own;
    int64_t held = run->holding_count > 0 ? counted : gained;
    run->held_bytes = held < 0 ? -1 : run->held_bytes + held;
}

static int64_t highest(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* ---- the run ---- */

/* A child's task and its results; in shared memory. */
typedef struct measure_job {
    const bench_engine *engine;
    const bench_scene *scene;
    const bench_run_options *options;
    bench_run run;
    double step_ms[]; /* by timed step, of all worlds together */
} measure_job;

static void bind_to_processors(int threads) {
    size_t processors[BENCH_MAX_PROCESSORS];
    int count = bench_last_processors(processors, threads);
    bench_bind(processors, count);
}

static void run_scene(void *context) {
    measure_job *job = context;
    bench_run *run = &job->run;
    int all = bench_scene_worlds(job->scene), at_once = bench_scene_worlds_at_once(job->scene);
    int step_count = bench_scene_steps(job->scene, job->options);
    bind_to_processors(job->options->threads);
    int64_t resident = memory_status("VmRSS");
    bench_quality_sums sums = {0};
    for (int first = 0; first < all; first += at_once) {
        int64_t heap = heap_bytes();
        double start = bench_wall_ms();
        bench_batch b = bench_batch_open(job->scene, job->engine, job->options, first);
        run->build_ms += bench_wall_ms() - start;
        if (job->options->judge && job->scene->operations > 0) {
            bench_batch_prepare(
                &b); /* operations are judged by their answers, which the timed runs compare */
            bench_batch_step(&b, 0);
        } else if (job->options->judge) {
            judge_steps(&b, step_count, &sums);
        } else {
            time_steps(&b, step_count, job->options, run, job->step_ms);
        }
        count_contents(&b, run);
        weigh_worlds(&b, heap, run);
        run->peak_bytes = highest(run->peak_bytes, memory_status("VmHWM") - resident);
        bench_batch_close(&b);
    }
    double steps = run->steps > 0 ? (double)run->steps : 1.0;
    double operations = run->operations > 0 ? steps * (double)run->operations : steps;
    run->wall_ms /= operations;
    run->cpu_ms /= operations;
    run->answer /= operations;
    for (int k = 0; k < run->stage_count; k++) {
        run->stage_ms[k] /= steps;
    }
    run->quality = bench_quality_result(&sums);
}

bool bench_measure(const bench_engine *engine, const bench_scene *scene, const bench_run_options *options,
                   bench_run *run, bench_step_times *times, const char **why) {
    size_t size = sizeof(measure_job) + (size_t)bench_scene_steps(scene, options) * sizeof(double);
    measure_job *job = bench_share(size);
    job->engine = engine;
    job->scene = scene;
    job->options = options;
    bool measured = bench_run_child(run_scene, job, why);
    *times = (bench_step_times){0};
    if (measured) {
        *run = job->run;
        bench_step_times_make(times, run->steps, job->step_ms);
    }
    bench_unshare(job, size);
    return measured;
}
