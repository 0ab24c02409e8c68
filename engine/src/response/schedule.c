/*
 * schedule.c: the order in which the parts of the constraint graph are solved. Each batch is a task from beginning to
 * end. Partitions go through their stages (stages.c). Several workers end each stage before they begin the next; a
 * worker has the same partitions each time (base/tasks.h), which stay in its core's cache. One worker, whose cache is
 * too small for all of them, goes through them as a wave, so that the stages of a partition follow each other:
 *
 *     partition   0    1    2    3    4        A partition begins a stage when the interfaces on both sides of it are
 *     stage       3    2    1    0             solved for the last one. So waves start at partition 0, each wave a
 *                                              partition behind the one before.
 *
 * If the stages ended together, one worker would take 1.13 times as long for large_pyramid and 1.2 for joint_grid.
 */
#include "base/tasks.h"
#include "response/solver_step.h"

/* Runs each stage of a partition, then that of the interface before it. */
static void run_wave(const thud_solver_step *step) {
    const thud_constraint_graph *graph = &step->solver->graph;
    for (int32_t i = 0; i < graph->partition_count + step->stage_count - 1; i++) {
        for (int32_t stage = 0; stage < step->stage_count; stage++) {
            int32_t partition = i - stage;
            if (partition >= 0 && partition < graph->partition_count) {
                thud_run_stage(step, partition, stage);
            }
            if (partition > 0 && partition < graph->partition_count) {
                thud_run_stage(step, graph->body_part_count + partition - 1, stage);
            }
        }
    }
}

/* A stage of several parts. */
typedef struct parts_stage {
    const thud_solver_step *step;
    int32_t first_part, stage;
} parts_stage;

static void run_part(int32_t part, int32_t worker, void *context) {
    (void)worker;
    const parts_stage *parts = context;
    thud_run_stage(parts->step, parts->first_part + part, parts->stage);
}

static void run_stages(const thud_solver_step *step) {
    const thud_constraint_graph *graph = &step->solver->graph;
    thud_tasks *tasks = step->input->tasks;
    for (int32_t stage = 0; stage < step->stage_count; stage++) {
        parts_stage partitions = {step, 0, stage}, interfaces = {step, graph->body_part_count, stage};
        thud_tasks_run(tasks, run_part, &partitions, graph->partition_count);
        thud_run_stage(step, graph->part_count - 1, stage);
        thud_tasks_run(tasks, run_part, &interfaces, graph->partition_count - 1);
    }
}

static bool has_blocks(const thud_graph_part *part) {
    bool has = false;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        has = has || part->coloring[kind].block_count > 0;
    }
    return has;
}

void thud_solve_parts(thud_solver_step *step) {
    const thud_constraint_graph *graph = &step->solver->graph;
    thud_tasks *tasks = step->input->tasks;
    if (graph->partition_count == 0) {
        thud_tasks_run(tasks, thud_solve_batch, step, graph->part_count);
    } else if (thud_tasks_worker_count(tasks) > 1 || has_blocks(&graph->parts[graph->part_count - 1])) {
        run_stages(step);
    } else {
        run_wave(step);
    }
}
