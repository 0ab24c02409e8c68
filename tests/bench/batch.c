#include "batch.h"

#include <stdlib.h>

/* The share of bodies and operations that a tiny scene has. */
#define TINY 50

int bench_scene_worlds(const bench_scene *scene) {
    return scene->worlds > 0 ? scene->worlds : 1;
}

int bench_scene_worlds_at_once(const bench_scene *scene) {
    return scene->worlds_at_once > 0 ? scene->worlds_at_once : bench_scene_worlds(scene);
}

int bench_scene_steps(const bench_scene *scene, const bench_run_options *options) {
    return options->steps > 0 ? options->steps : scene->steps;
}

int bench_scene_warmup(const bench_scene *scene, int steps) {
    int warmup = scene->warmup > 1 ? scene->warmup : 1;
    if (warmup >= steps) {
        warmup = steps > 1 ? 1 : 0;
    }
    return warmup;
}

bench_batch bench_batch_open(const bench_scene *scene, const bench_engine *engine,
                             const bench_run_options *options, int first) {
    bench_world_def def = {
        .gravity = {0.0f, scene->weightless ? 0.0f : -10.0f},
        .sleeping = scene->sleeping,
        .threads = options->threads,
        .lanes = options->lanes,
    };
    int left = bench_scene_worlds(scene) - first, most = bench_scene_worlds_at_once(scene);
    bench_batch batch = {.scene = scene, .count = left < most ? left : most};
    int divisor = options->tiny ? TINY : 1;
    bool is_one_step = (options->cold || options->frame_ms > 0) && scene->operate == NULL;
    batch.operations = scene->operations > divisor && !is_one_step ? scene->operations / divisor : 1;
    batch.records = calloc((size_t)batch.count, sizeof *batch.records);
    if (batch.records == NULL) {
        bench_fail("out of memory");
    }
    for (int i = 0; i < batch.count; i++) {
        bench_record_open(&batch.records[i], engine, &def);
        batch.records[i].divisor = divisor;
        scene->build(&batch.records[i], first + i);
    }
    return batch;
}

void bench_batch_close(bench_batch *batch) {
    for (int i = 0; i < batch->count; i++) {
        bench_record_close(&batch->records[i]);
    }
    free(batch->records);
    *batch = (bench_batch){0};
}

void bench_batch_prepare(bench_batch *batch) {
    for (int i = 0; i < batch->count && batch->scene->prepare != NULL; i++) {
        batch->scene->prepare(&batch->records[i]);
    }
}

double bench_batch_step(bench_batch *batch, int step) {
    double found = 0.0;
    for (int i = 0; i < batch->count; i++) {
        bench_record *record = &batch->records[i];
        if (batch->scene->before_step != NULL) {
            batch->scene->before_step(record, step);
        }
        if (batch->scene->operate != NULL) {
            found += batch->scene->operate(record, batch->operations);
        } else {
            for (int k = 0; k < batch->operations; k++) {
                record->engine->step(record->world);
            }
        }
    }
    return found;
}
