/*
 * A small persistent crew of threads that runs task(index) for every index below a count.
 *
 *     thud_tasks_run(tasks, solve_batch, world, batch_count);       returns when all batches are solved
 *
 * Each worker starts with its own range of the indices, the same one each time, so that its data of the last step are
 * still in its cache; then it takes indices that are left in the others' ranges. The calling thread is worker 0. With
 * one worker there is no thread and no lock. Results must not depend on the assignment of indices to workers.
 */
#pragma once

#include "thud/base.h"

/* Largest number of workers. */
enum { thud_max_workers = 64 };

typedef struct thud_tasks thud_tasks;

/* A crew of `worker_count` workers, the caller included (below 1 counts as 1). Fewer if the system provides no
 * more threads; null when memory runs out. `hooks` must outlive it. */
thud_tasks *thud_tasks_create(const thud_hooks *hooks, int32_t worker_count);

/* A crew that passes its tasks to the host's job system, which runs at most `worker_count` of them at a time. */
thud_tasks *thud_tasks_create_external(const thud_hooks *hooks, int32_t worker_count, thud_run_tasks run,
                                       void *run_context);

/* Ends the threads; null is allowed. */
void thud_tasks_destroy(thud_tasks *tasks);

/* The number of workers: worker numbers are below it. */
int32_t thud_tasks_worker_count(const thud_tasks *tasks);

/* Begins runs that follow each other closely, until end_rounds. If they are long, workers wake up and then wait for the next
 * run without sleep, for a while; that takes processor time from other threads. If they are short the caller runs them
 * alone: waking a worker would take longer. A host's job system gets all of them. */
void thud_tasks_begin_rounds(thud_tasks *tasks, bool are_long);
void thud_tasks_end_rounds(thud_tasks *tasks);

/* Calls task(index, worker, context) once for each index in [0, count) and returns when all have returned.
 * Not from inside a task. `tasks` may be null: then the caller runs all as worker 0. */
void thud_tasks_run(thud_tasks *tasks, thud_task task, void *context, int32_t count);
