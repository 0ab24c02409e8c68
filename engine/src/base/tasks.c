/*
 * The gate. A round is one thud_tasks_run; its state is one 64-bit word:
 *
 *     | number of the round, 32 bits | open, 1 bit | caller sleeps, 1 bit | workers inside, 30 bits |
 *
 * The caller opens the gate under a new number, works until no index is left, closes the gate and waits until no worker
 * is inside. A worker that reads a new number enters with a compare-and-swap that fails on a closed gate: the caller
 * never waits for a thread that is not awake yet, and no worker inside misses the end. The sleeping caller and the
 * count of workers are in the same word, so the last worker that leaves always detects that it must wake the caller.
 *
 * Caller and workers spin before they sleep on a condition variable, and spin longer while the workers are kept awake
 * (thud_tasks_begin_rounds): waking a thread can take longer than a round. After some pauses they let other threads run at
 * each poll, as a worker may have woken on the caller's processor.
 */
#include "base/tasks.h"

#include <stdatomic.h>

#include "base/assert.h"
#include "base/memory.h"
#include "base/threads.h"

/* Number of polls (thud_spin) before a thread sleeps: about 20 microseconds, the least cost of a sleep and a wake. Longer
 * while the workers are kept awake: a wake on a busy machine took 100 microseconds, and a step has a dozen rounds. */
enum { spins_before_sleep = 240, spins_while_kept_awake = 1500 };

#define GATE_OPEN (UINT64_C(1) << 31)
#define GATE_CALLER_SLEEPS (UINT64_C(1) << 30)
#define GATE_INSIDE (GATE_CALLER_SLEEPS - 1)

/* The range of indices [next, end) of one worker; each on its own cache line, against false sharing. */
typedef struct stretch {
    _Alignas(THUD_ALIGNMENT) _Atomic int32_t next;
    int32_t end;
} stretch;

typedef struct worker_thread {
    thud_tasks *tasks;
    int32_t worker;
    thud_thread thread;
    thud_thread_start start;
} worker_thread;

struct thud_tasks {
    stretch stretches[thud_max_workers];

    /* In one cache line: a worker that reads an open gate has the task, too. */
    _Alignas(THUD_ALIGNMENT) _Atomic uint64_t gate;
    thud_task task; /* written before the gate opens, read by those inside */
    void *context;  /* likewise */
    int32_t worker_count;
    atomic_bool ending;
    atomic_bool kept_awake;
    _Atomic uint32_t wake_calls; /* number of wakes so far */
    atomic_bool any_sleeps;      /* a worker may sleep; the caller resets it as it wakes them */

    _Alignas(THUD_ALIGNMENT) const thud_hooks *hooks;
    bool alone;                  /* the caller runs all */
    thud_run_tasks external_run; /* null: own threads */
    void *external_context;
    thud_mutex mutex; /* guards only falling asleep and waking */
    thud_condition begin;
    thud_condition finished;
    worker_thread workers[thud_max_workers]; /* [0] is the caller, without a thread */
};

static inline uint32_t round_of(uint64_t gate) {
    return (uint32_t)(gate >> 32);
}

static int spins_allowed(thud_tasks *tasks) {
    return atomic_load_explicit(&tasks->kept_awake, memory_order_relaxed) ? spins_while_kept_awake
                                                                          : spins_before_sleep;
}

/* ---- working ---- */

/* Runs indices of one range until it is empty. */
static void work_on(thud_tasks *tasks, stretch *from, int32_t worker) {
    int32_t index = atomic_fetch_add_explicit(&from->next, 1, memory_order_relaxed);
    while (index < from->end) {
        tasks->task(index, worker, tasks->context);
        index = atomic_fetch_add_explicit(&from->next, 1, memory_order_relaxed);
    }
}

/* Runs the worker's own range, then those of others; first reads whether they are empty: that steals no cache line. */
static void work_on_all(thud_tasks *tasks, int32_t worker) {
    work_on(tasks, &tasks->stretches[worker], worker);
    for (int32_t i = 1; i < tasks->worker_count; i++) {
        stretch *next = &tasks->stretches[(worker + i) % tasks->worker_count];
        if (atomic_load_explicit(&next->next, memory_order_relaxed) < next->end) {
            work_on(tasks, next, worker);
        }
    }
}

/* ---- the workers' side ---- */

/* Whether there is work: the gate has another number than `seen`, or the end of the crew. */
static bool is_called(thud_tasks *tasks, uint32_t seen) {
    return round_of(atomic_load(&tasks->gate)) != seen || atomic_load(&tasks->ending);
}

static void wait_for_call(thud_tasks *tasks, uint32_t seen) {
    for (int spins = 0; spins < spins_allowed(tasks); thud_spin(&spins)) {
        if (is_called(tasks, seen)) {
            return;
        }
    }
    thud_mutex_lock(&tasks->mutex);
    uint32_t wake_calls = atomic_load(&tasks->wake_calls);
    atomic_store(&tasks->any_sleeps, true);
    while (!is_called(tasks, seen) && atomic_load(&tasks->wake_calls) == wake_calls) {
        thud_condition_wait(&tasks->begin, &tasks->mutex);
        atomic_store(&tasks->any_sleeps, true);
    }
    thud_mutex_unlock(&tasks->mutex);
}

/* Enters the current round; false if its gate is closed already. In both cases `seen` becomes its number. */
static bool enter(thud_tasks *tasks, uint32_t *seen) {
    uint64_t gate = atomic_load(&tasks->gate);
    do {
        *seen = round_of(gate);
        if ((gate & GATE_OPEN) == 0) {
            return false;
        }
    } while (!atomic_compare_exchange_weak(&tasks->gate, &gate, gate + 1));
    return true;
}

static void leave(thud_tasks *tasks) {
    uint64_t gate = atomic_fetch_sub(&tasks->gate, 1) - 1;
    if ((gate & (GATE_CALLER_SLEEPS | GATE_INSIDE)) == GATE_CALLER_SLEEPS) { /* the last worker */
        thud_mutex_lock(&tasks->mutex);
        thud_condition_signal(&tasks->finished);
        thud_mutex_unlock(&tasks->mutex);
    }
}

static void worker_main(void *argument) {
    worker_thread *self = argument;
    thud_tasks *tasks = self->tasks;
    uint32_t seen = 0;
    while (!atomic_load(&tasks->ending)) {
        wait_for_call(tasks, seen);
        __builtin_prefetch(&tasks->stretches[self->worker], 1);
        if (enter(tasks, &seen)) {
            work_on_all(tasks, self->worker);
            leave(tasks);
        }
    }
}

/* ---- the caller's side ---- */

static void deal_out(thud_tasks *tasks, int32_t count) {
    for (int32_t i = 0; i < tasks->worker_count; i++) {
        stretch *own = &tasks->stretches[i];
        int64_t first = (int64_t)count * i / tasks->worker_count;
        int64_t end = (int64_t)count * (i + 1) / tasks->worker_count;
        atomic_store_explicit(&own->next, (int32_t)first, memory_order_relaxed);
        own->end = (int32_t)end;
    }
}

static void wake_workers(thud_tasks *tasks) {
    if (atomic_load(&tasks->any_sleeps)) {
        thud_mutex_lock(&tasks->mutex);
        atomic_store(&tasks->any_sleeps, false);
        thud_condition_broadcast(&tasks->begin);
        thud_mutex_unlock(&tasks->mutex);
    }
}

static void open_gate(thud_tasks *tasks) {
    uint64_t next_round = (uint64_t)(uint32_t)(round_of(atomic_load(&tasks->gate)) + 1) << 32;
    atomic_store(&tasks->gate, next_round | GATE_OPEN);
    wake_workers(tasks);
}

static bool has_workers_inside(thud_tasks *tasks) {
    return (atomic_load(&tasks->gate) & GATE_INSIDE) != 0;
}

static void close_gate(thud_tasks *tasks) {
    atomic_fetch_and(&tasks->gate, ~GATE_OPEN);
    for (int spins = 0; spins < spins_allowed(tasks) && has_workers_inside(tasks);) {
        thud_spin(&spins);
    }
    if (!has_workers_inside(tasks)) {
        return;
    }
    thud_mutex_lock(&tasks->mutex);
    atomic_fetch_or(&tasks->gate, GATE_CALLER_SLEEPS); /* reset when the gate is opened again */
    while (has_workers_inside(tasks)) {
        thud_condition_wait(&tasks->finished, &tasks->mutex);
    }
    thud_mutex_unlock(&tasks->mutex);
}

void thud_tasks_begin_rounds(thud_tasks *tasks, bool are_long) {
    if (tasks->external_run == NULL && tasks->worker_count > 1) {
        tasks->alone = !are_long;
        atomic_store(&tasks->kept_awake, are_long);
        if (are_long) {
            atomic_fetch_add(&tasks->wake_calls, 1);
            wake_workers(tasks);
        }
    }
}

void thud_tasks_end_rounds(thud_tasks *tasks) {
    tasks->alone = false;
    atomic_store(&tasks->kept_awake, false);
}

void thud_tasks_run(thud_tasks *tasks, thud_task task, void *context, int32_t count) {
    if (tasks != NULL) {
        THUD_ASSERT(tasks->hooks, count >= 0);
    }
    if (tasks != NULL && tasks->external_run != NULL) {
        tasks->external_run(task, context, count, tasks->external_context);
        return;
    }
    if (tasks == NULL || tasks->worker_count == 1 || tasks->alone || count <= 1) {
        for (int32_t index = 0; index < count; index++) {
            task(index, 0, context);
        }
        return;
    }
    THUD_ASSERT(tasks->hooks, (atomic_load(&tasks->gate) & GATE_OPEN) == 0); /* fails inside a task */
    tasks->task = task;
    tasks->context = context;
    deal_out(tasks, count);
    open_gate(tasks);
    work_on_all(tasks, 0);
    close_gate(tasks);
}

/* ---- creation and destruction ---- */

static thud_tasks *create(const thud_hooks *hooks) {
    thud_tasks *tasks = thud_allocate(hooks, sizeof *tasks);
    if (tasks != NULL) {
        tasks->hooks = hooks;
        tasks->worker_count = 1;
        thud_mutex_init(&tasks->mutex);
        thud_condition_init(&tasks->begin);
        thud_condition_init(&tasks->finished);
    }
    return tasks;
}

thud_tasks *thud_tasks_create(const thud_hooks *hooks, int32_t worker_count) {
    thud_tasks *tasks = create(hooks);
    if (tasks == NULL) {
        return NULL;
    }
    int32_t wanted = worker_count < thud_max_workers ? worker_count : thud_max_workers;
    int32_t created = 1;
    while (created < wanted) {
        worker_thread *self = &tasks->workers[created];
        self->tasks = tasks;
        self->worker = created;
        self->start = (thud_thread_start){worker_main, self};
        if (!thud_thread_create(&self->thread, &self->start)) {
            break;
        }
        created++;
    }
    tasks->worker_count = created;
    return tasks;
}

thud_tasks *thud_tasks_create_external(const thud_hooks *hooks, int32_t worker_count, thud_run_tasks run,
                                       void *run_context) {
    thud_tasks *tasks = create(hooks);
    if (tasks != NULL) {
        tasks->worker_count = worker_count < 1 ? 1 : worker_count;
        tasks->external_run = run;
        tasks->external_context = run_context;
    }
    return tasks;
}

void thud_tasks_destroy(thud_tasks *tasks) {
    if (tasks == NULL) {
        return;
    }
    THUD_ASSERT(tasks->hooks, (atomic_load(&tasks->gate) & GATE_OPEN) == 0);
    thud_mutex_lock(&tasks->mutex);
    atomic_store(&tasks->ending, true);
    thud_condition_broadcast(&tasks->begin);
    thud_mutex_unlock(&tasks->mutex);
    if (tasks->external_run == NULL) {
        for (int32_t i = 1; i < tasks->worker_count; i++) {
            thud_thread_join(tasks->workers[i].thread);
        }
    }
    thud_condition_destroy(&tasks->finished);
    thud_condition_destroy(&tasks->begin);
    thud_mutex_destroy(&tasks->mutex);
    thud_release(tasks->hooks, tasks, sizeof *tasks);
}

int32_t thud_tasks_worker_count(const thud_tasks *tasks) {
    return tasks->worker_count;
}
