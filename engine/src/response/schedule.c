#include "response/schedule.h"

#include "base/memory.h"
#include "base/spin.h"

typedef struct thud_partition_progress partition_progress;
typedef struct thud_island_progress island_progress;

bool thud_schedule_reserve(thud_solver *solver) {
    const thud_constraint_graph *graph = &solver->graph;
    return thud_renew(&solver->hooks, &solver->partitions, sizeof *solver->partitions,
                      &solver->partition_capacity, graph->partition_count) &&
           thud_renew(&solver->hooks, &solver->islands, sizeof *solver->islands, &solver->island_capacity,
                      graph->large_count) &&
           thud_renew(&solver->hooks, &solver->motions, sizeof *solver->motions, &solver->motion_capacity,
                      graph->partition_count);
}

void thud_schedule_release(thud_solver *solver) {
    thud_release_array(&solver->hooks, &solver->partitions, sizeof *solver->partitions,
                       &solver->partition_capacity);
    thud_release_array(&solver->hooks, &solver->islands, sizeof *solver->islands, &solver->island_capacity);
    thud_release_array(&solver->hooks, &solver->motions, sizeof *solver->motions, &solver->motion_capacity);
}

static bool has_blocks(const thud_graph_part *part) {
    int32_t blocks = 0;
    for (int kind = 0; kind < THUD_CONSTRAINT_KIND_COUNT; kind++) {
        blocks += part->coloring[kind].block_count;
    }
    return blocks > 0;
}

/* Nothing has been done yet. */
static void clear_progress(const thud_solver_step *step) {
    const thud_solver *solver = step->solver;
    const thud_constraint_graph *graph = &solver->graph;
    for (int32_t i = 0; i < graph->large_count; i++) {
        island_progress *progress = &solver->islands[i];
        atomic_init(&progress->arrivals, 0);
        atomic_init(&progress->open, 1);
        progress->has_overflow = has_blocks(&graph->parts[graph->large[i].overflow]);
        progress->has_barrier = progress->has_overflow || graph->large[i].split_body >= 0;
    }
    for (int32_t i = 0; i < graph->partition_count; i++) {
        partition_progress *progress = &solver->partitions[i];
        /* That of a mass-split body is solved at the barrier. */
        atomic_init(&progress->begun, graph->parts[i].role == THUD_PART_SPLIT ? step->stage_count : 0);
        atomic_init(&progress->ended, 0);
        atomic_init(&progress->arrivals, 0);
        atomic_init(&progress->interface_ended, 0);
        progress->island = graph->parts[i].island;
    }
}

/* ---- one stage of one partition ---- */

static bool has_ended(atomic_int *stages, int32_t wanted) {
    return atomic_load_explicit(stages, memory_order_acquire) >= wanted;
}

static bool is_ready(const thud_solver_step *step, int32_t partition, int32_t stage) {
    partition_progress *progress = &step->solver->partitions[partition];
    const thud_large_island *island = &step->solver->graph.large[progress->island];
    island_progress *whole = &step->solver->islands[progress->island];
    if (stage >= step->stage_count || !has_ended(&progress->ended, stage) ||
        (whole->has_barrier && !has_ended(&whole->open, stage + 1))) {
        return false;
    }
    return whole->has_overflow || /* all interfaces are solved at the barrier */
           ((partition == island->first_partition || has_ended(&progress[-1].interface_ended, stage)) &&
            (!thud_has_interface_behind(island, partition) || has_ended(&progress->interface_ended, stage)));
}

/* A partition has ended a stage: solves the interface behind it, or the one before, if both its partitions have. What
 * the other one's worker wrote it has released, and this one acquires it. */
static void arrive_at_interface(const thud_solver_step *step, const thud_large_island *island,
                                int32_t partition, int32_t stage) {
    partition_progress *progress = &step->solver->partitions[partition];
    if (atomic_fetch_add_explicit(&progress->arrivals, 1, memory_order_acq_rel) == 2 * stage + 1) {
        thud_run_stage(step, island->first_interface + partition - island->first_partition, stage);
        atomic_store_explicit(&progress->interface_ended, stage + 1, memory_order_release);
    }
}

/* All partitions of an island have ended a stage. */
static void end_stage(const thud_solver_step *step, const thud_large_island *island,
                      island_progress *progress, int32_t stage) {
    if (island->split_body >= 0) {
        thud_run_split_stage(step, island->split_partition, stage, false);
    }
    if (progress->has_overflow) {
        thud_run_stage(step, island->overflow, stage);
        for (int32_t i = 0; i < island->partition_count - 1; i++) {
            thud_run_stage(step, island->first_interface + i, stage);
        }
    }
    if (island->split_body >= 0) {
        thud_run_split_stage(step, island->split_partition, stage, true);
    }
    atomic_store_explicit(&progress->open, stage + 2, memory_order_release);
}

static void run_stage(const thud_solver_step *step, int32_t partition, int32_t stage) {
    partition_progress *progress = &step->solver->partitions[partition];
    const thud_large_island *island = &step->solver->graph.large[progress->island];
    island_progress *whole = &step->solver->islands[progress->island];
    thud_run_stage(step, partition, stage);
    atomic_store_explicit(&progress->ended, stage + 1, memory_order_release);
    if (whole->has_barrier && atomic_fetch_add_explicit(&whole->arrivals, 1, memory_order_acq_rel) + 1 ==
                                  island->partition_count * (stage + 1)) {
        end_stage(step, island, whole, stage);
    }
    if (!whole->has_overflow && partition > island->first_partition) {
        arrive_at_interface(step, island, partition - 1, stage);
    }
    if (!whole->has_overflow && thud_has_interface_behind(island, partition)) {
        arrive_at_interface(step, island, partition, stage);
    }
}

/* Runs the next stage of a partition if it is ready and nobody else does. */
static bool try_stage(const thud_solver_step *step, int32_t partition) {
    atomic_int *begun = &step->solver->partitions[partition].begun;
    int stage = atomic_load_explicit(begun, memory_order_relaxed);
    if (!is_ready(step, partition, stage) ||
        !atomic_compare_exchange_strong_explicit(begun, &stage, stage + 1, memory_order_acq_rel,
                                                 memory_order_relaxed)) {
        return false;
    }
    run_stage(step, partition, stage);
    return true;
}

/* ---- a worker's way through the partitions ---- */

/* A worker's share of the partitions. The others are for those that have nothing to do in their own: a partition that
 * goes from core to core takes longer. */
typedef struct worker_share {
    int32_t first, end;
} worker_share;

/* Runs the first stage that is ready, of its share from `next` on, in a circle, then of the others, and returns whose it
 * was; -1 where there was none. */
static int32_t run_next(const thud_solver_step *step, worker_share share, int32_t next) {
    int32_t count = step->solver->graph.partition_count, own = share.end - share.first;
    for (int32_t i = 0; i < count; i++) {
        int32_t partition =
            i < own ? share.first + (next - share.first + i) % own : (share.first + i) % count;
        if (try_stage(step, partition)) {
            return partition;
        }
    }
    return -1;
}

static bool are_all_begun(const thud_solver_step *step) {
    int32_t i = 0;
    while (i < step->solver->graph.partition_count &&
           has_ended(&step->solver->partitions[i].begun, step->stage_count)) {
        i++;
    }
    return i == step->solver->graph.partition_count;
}

/* Until the barrier opens, or a little: polling would steal the cache line from the worker that opens it. */
static void wait_a_little(atomic_int *open, int32_t seen, int *spins) {
    enum { PAUSES = 32 };
    for (int i = 0; i < PAUSES && atomic_load_explicit(open, memory_order_relaxed) == seen; i++) {
        thud_spin(spins);
    }
}

/* From partition to partition of its share, after each back to those before it that are ready once more. */
static void run_partitions(const thud_solver_step *step, worker_share share) {
    int32_t first = share.first < step->solver->graph.partition_count ? share.first : 0;
    atomic_int *open = &step->solver->islands[step->solver->partitions[first].island].open;
    int spins = 0;
    int32_t next = share.first;
    while (!are_all_begun(step)) {
        int32_t seen = atomic_load_explicit(open, memory_order_relaxed);
        int32_t partition = run_next(step, share, next);
        if (partition < 0) {
            wait_a_little(open, seen, &spins);
            continue;
        }
        spins = 0;
        bool is_own = partition >= share.first && partition < share.end;
        next = is_own && partition + 1 < share.end ? partition + 1 : share.first;
        while (is_own && partition > share.first && try_stage(step, partition - 1)) {
            partition--;
        }
    }
}

/* ---- the step ---- */

/* What a worker does of it all: batches first, as stages fill the time at the end better. */
static void work(int32_t index, int32_t worker, void *context) {
    const thud_solver_step *step = context;
    const thud_constraint_graph *graph = &step->solver->graph;
    int32_t part = atomic_fetch_add(&step->solver->next_batch, 1);
    while (part < graph->body_part_count) {
        thud_solve_batch(step, part, worker);
        part = atomic_fetch_add(&step->solver->next_batch, 1);
    }
    int64_t workers = thud_tasks_worker_count(step->input->tasks);
    worker_share share = {(int32_t)(graph->partition_count * (int64_t)index / workers),
                          (int32_t)(graph->partition_count * (int64_t)(index + 1) / workers)};
    run_partitions(step, share);
}

static void solve_batch(int32_t part, int32_t worker, void *context) {
    thud_solve_batch(context, part, worker);
}

void thud_schedule_run(thud_solver_step *step) {
    const thud_constraint_graph *graph = &step->solver->graph;
    thud_tasks *tasks = step->input->tasks;
    if (graph->partition_count == 0) {
        thud_tasks_run(tasks, solve_batch, step, graph->body_part_count);
        return;
    }
    clear_progress(step);
    atomic_init(&step->solver->next_batch, graph->partition_count); /* batches come behind the partitions */
    thud_tasks_run(tasks, work, step, thud_tasks_worker_count(tasks));
}
