/*
 * A small persistent crew of threads that runs one thing many times: task(index) for every index below a count.
 *
 *     thud_tasks_run(tasks, solve_batch, world, batch_count);       returns when all batches are solved
 *
 * Each worker starts on its own stretch of the indices, the same one each time, so that what it worked on last step
 * is still in its cache; when it is done it takes what is left of the others' stretches. The calling thread is
 * worker 0. With one worker there is no thread and no lock. Results must not depend on which worker runs what.
 */
#ifndef THUD_SRC_BASE_TASKS_H
#define THUD_SRC_BASE_TASKS_H

#include "thud/base.h"

/* The most workers; more are not created. */
enum { thud_max_workers = 64 };

typedef struct thud_tasks thud_tasks;

/* A crew of `worker_count` workers, the caller included (below 1 counts as 1). Fewer where the system gives no
 * more threads; null where memory runs out. `hooks` must outlive it. */
thud_tasks *thud_tasks_create(const thud_hooks *hooks, int32_t worker_count);

/* A crew that hands its work to the host's own job system, which runs at most `worker_count` tasks at a time. */
thud_tasks *thud_tasks_create_external(const thud_hooks *hooks, int32_t worker_count, thud_run_tasks run,
                                       void *run_context);

/* Ends the threads; null is fine. */
void thud_tasks_destroy(thud_tasks *tasks);

/* How many workers there are: worker numbers are below this. */
int32_t thud_tasks_worker_count(const thud_tasks *tasks);

/* Says whether runs will follow each other closely from now on. Workers wake up and then wait for the next run without
 * sleep, for a while; that takes processor time from others, so say when it is over. */
void thud_tasks_keep_awake(thud_tasks *tasks, bool rounds_to_come);

/* Calls task(index, worker, context) once for each index in [0, count) and returns when all have returned.
 * Not from inside a task. */
void thud_tasks_run(thud_tasks *tasks, thud_task task, void *context, int32_t count);

/*
 * A background job: while the caller goes on, worker 1 does its indices from the last one down, and takes no part in runs until
 * none is left. False where there is no such worker: with one worker, with a host's job system, or while workers are not kept awake.
 *
 *     begin_background(tasks, collide, world, count)
 *     run(tasks, scan, ...)                       work that is independent of the job
 *     left = join_background(tasks)               [left, count) are done
 *     run(tasks, collide, world, left)
 */
bool thud_tasks_begin_background(thud_tasks *tasks, thud_task task, void *context, int32_t count);

/* Stops the job, waits for the index that is under way, and returns how many were left undone. Again: the same. */
int32_t thud_tasks_join_background(thud_tasks *tasks);

/* thud_tasks_run for callers without a crew: `tasks` may be null, then the caller does all as worker 0. */
void thud_tasks_run_or_loop(thud_tasks *tasks, thud_task task, void *context, int32_t count);

#endif
