/* The worker threads: every index runs once, and ranges are joined in order. */
#include "test.h"

#include <stdatomic.h>
#include <string.h>

#include "base/ranges.h"
#include "base/tasks.h"
#include "base/threads.h"
#include "failing_hooks.h"

enum { most_indices = 5000 };

typedef struct tally {
    _Atomic int32_t calls[most_indices];
    _Atomic int32_t inside[thud_max_workers]; /* tasks that run under a worker number now: never two */
    _Atomic int32_t collisions;
    int32_t worker_count;
    int64_t plain[most_indices]; /* not atomic: written by the task, read after the run */
} tally;

static void count_call(int32_t index, int32_t worker, void *context) {
    tally *counts = context;
    if (worker < 0 || worker >= counts->worker_count || atomic_fetch_add(&counts->inside[worker], 1) != 0) {
        atomic_fetch_add(&counts->collisions, 1);
        return;
    }
    atomic_fetch_add(&counts->calls[index], 1);
    counts->plain[index] += index;
    atomic_fetch_sub(&counts->inside[worker], 1);
}

/* Runs many rounds of different lengths and checks after each that every index was called once more. */
static void check_rounds(thud_tasks *tasks, int rounds) {
    static tally counts;
    memset(&counts, 0, sizeof counts);
    counts.worker_count = thud_tasks_worker_count(tasks);
    static int32_t expected[most_indices];
    memset(expected, 0, sizeof expected);
    const int32_t lengths[] = {0, 1, 2, 3, 7, 8, 64, 1000, most_indices};
    for (int round = 0; round < rounds; round++) {
        int32_t length = lengths[round % 9];
        thud_tasks_run(tasks, count_call, &counts, length);
        for (int32_t i = 0; i < length; i++) {
            expected[i]++;
        }
        for (int32_t i = 0; i < length; i++) {
            assert_int_equal(atomic_load(&counts.calls[i]), expected[i]);
            assert_int_equal(counts.plain[i], (int64_t)i * expected[i]);
        }
    }
    assert_int_equal(atomic_load(&counts.collisions), 0);
}

static void every_index_runs_exactly_once_whatever_the_number_of_workers(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    for (int32_t workers = 1; workers <= 5; workers++) {
        thud_tasks *tasks = thud_tasks_create(&hooks, workers);
        assert_non_null(tasks);
        assert_int_equal(thud_tasks_worker_count(tasks), workers);
        check_rounds(tasks, 900);
        thud_tasks_destroy(tasks);
    }
}

/* Short rounds in a row, where a worker may come too late, wake, or meet the next round. */
static void thousands_of_tiny_rounds_lose_nothing(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_tasks *tasks = thud_tasks_create(&hooks, 4);
    static tally counts;
    memset(&counts, 0, sizeof counts);
    counts.worker_count = 4;
    const int32_t rounds = 20000;
    for (int32_t round = 0; round < rounds; round++) {
        thud_tasks_run(tasks, count_call, &counts, 4);
    }
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(atomic_load(&counts.calls[i]), rounds);
        assert_int_equal(counts.plain[i], (int64_t)i * rounds);
    }
    assert_int_equal(atomic_load(&counts.collisions), 0);
    thud_tasks_destroy(tasks);
}

static void count_call_of_other(int32_t index, int32_t worker, void *context) {
    (void)index;
    atomic_fetch_add((atomic_int *)context, worker != 0);
}

static void short_rounds_are_the_callers_alone(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_tasks *tasks = thud_tasks_create(&hooks, 4);
    atomic_int others = 0;
    thud_tasks_begin_rounds(tasks, false);
    for (int round = 0; round < 2000; round++) {
        thud_tasks_run(tasks, count_call_of_other, &others, 64);
    }
    assert_int_equal(atomic_load(&others), 0);
    check_rounds(tasks, 9);
    thud_tasks_end_rounds(tasks);
    thud_tasks_begin_rounds(tasks, true);
    check_rounds(tasks, 900);
    thud_tasks_end_rounds(tasks);
    for (int64_t round = 0; atomic_load(&others) == 0 && round < 100000000;
         round++) { /* until a worker has come */
        thud_tasks_run(tasks, count_call_of_other, &others, 64);
    }
    assert_int_not_equal(atomic_load(&others), 0);
    thud_tasks_destroy(tasks);
}

/* Lets more time pass than a thread polls for before it sleeps. */
static void wait_until_others_sleep(void) {
    for (int spins = 0; spins < 2000;) {
        thud_spin(&spins);
    }
}

typedef struct meeting {
    atomic_bool begun, ended; /* by another thread than the caller's */
} meeting;

/* The caller leaves its index once another thread has begun, which then takes long. */
static void meet(int32_t index, int32_t worker, void *context) {
    (void)index;
    meeting *met = context;
    if (worker != 0) {
        atomic_store(&met->begun, true);
        wait_until_others_sleep();
        atomic_store(&met->ended, true);
    }
    for (int spins = 0; !atomic_load(&met->begun) && spins < 100000000;) {
        thud_spin(&spins);
    }
}

/* The worker sleeps before each round, the caller at its end. */
static void a_worker_that_sleeps_is_woken_and_wakes_the_caller(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_tasks *tasks = thud_tasks_create(&hooks, 2);
    for (int round = 0; round < 4; round++) {
        bool is_awake = round % 2 != 0; /* woken before the round */
        meeting met = {false, false};
        wait_until_others_sleep();
        if (is_awake) {
            thud_tasks_begin_rounds(tasks, true);
        }
        thud_tasks_run(tasks, meet, &met, 2);
        thud_tasks_end_rounds(tasks);
        assert_true(atomic_load(&met.begun) && atomic_load(&met.ended));
    }
    thud_tasks_destroy(tasks);
}

static void a_crew_that_never_worked_ends(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    for (int i = 0; i < 50; i++) {
        thud_tasks *tasks = thud_tasks_create(&hooks, 3);
        assert_non_null(tasks);
        assert_int_equal(thud_tasks_worker_count(tasks), 3);
        thud_tasks_begin_rounds(tasks, i % 2 == 0); /* the threads spin, sleep, or were just created */
        assert_int_not_equal(meter.bytes_held, 0);
        thud_tasks_destroy(tasks);
        assert_int_equal(meter.bytes_held, 0); /* freed after the threads were joined */
    }
    thud_tasks_destroy(NULL);
    assert_int_equal(meter.bytes_held, 0);
}

static void a_senseless_number_of_workers_is_brought_into_range(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_tasks *none = thud_tasks_create(&hooks, -5);
    assert_int_equal(thud_tasks_worker_count(none), 1);
    check_rounds(none, 9);
    thud_tasks_destroy(none);
    thud_tasks *many = thud_tasks_create(&hooks, 1000);
    assert_true(thud_tasks_worker_count(many) <= thud_max_workers);
    check_rounds(many, 9);
    thud_tasks_destroy(many);
}

/* A host's job system that runs everything backwards on the calling thread, as worker 2. */
static void run_backwards(thud_task task, void *task_context, int32_t count, void *context) {
    int *calls = context;
    (*calls)++;
    for (int32_t index = count - 1; index >= 0; index--) {
        task(index, 2, task_context);
    }
}

static void where_memory_runs_out_no_crew_is_made(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    meter.allocations_allowed = 0;
    assert_null(thud_tasks_create(&hooks, 4));
    assert_null(thud_tasks_create_external(&hooks, 4, run_backwards, NULL));
    meter.allocations_allowed = -1;
    thud_tasks *tasks = thud_tasks_create(&hooks, 4);
    assert_non_null(tasks);
    thud_tasks_destroy(tasks);
    assert_int_equal(meter.bytes_held, 0);
}

static void a_host_may_run_the_tasks_itself(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    int calls = 0;
    thud_tasks *tasks = thud_tasks_create_external(&hooks, 3, run_backwards, &calls);
    assert_int_equal(thud_tasks_worker_count(tasks), 3);
    check_rounds(tasks, 18);
    assert_int_equal(calls, 18);
    thud_tasks_destroy(tasks);
}

/* The numbers below `count` that are not multiples of three, found in ranges. */
typedef struct sieve {
    int32_t list[most_indices];
    int32_t found[most_indices]; /* by range */
} sieve;

static void keep_others(const thud_range *range, void *context) {
    sieve *job = context;
    int32_t kept = 0;
    for (int32_t i = range->first; i < range->end; i++) {
        job->list[range->first + kept] = i;
        kept += i % 3 != 0;
    }
    job->found[range->index] = kept;
}

static void ranges_joined_in_order_give_one_list_whatever_their_size(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_tasks *crews[] = {NULL, thud_tasks_create(&hooks, 1), thud_tasks_create(&hooks, 3)};
    const int32_t counts[] = {0, 1, 6, 7, 8, 1000}, sizes[] = {1, 7, 64, 1000, INT32_MAX};
    static sieve job;
    for (int i = 0; i < 3 * 6 * 5; i++) {
        int32_t count = counts[i / 3 % 6], size = sizes[i / 18], joined = 0, kept = 0;
        thud_run_ranges(crews[i % 3], keep_others, &job, count, size);
        for (int32_t number = 0; number < thud_range_count(count, size); number++) {
            thud_range range = thud_range_at(number, size, count);
            thud_range_append(job.list, &joined, job.list + range.first, job.found[number]);
        }
        for (int32_t number = 0; number < count; number++) {
            if (number % 3 != 0) {
                assert_int_equal(job.list[kept++], number);
            }
        }
        assert_int_equal(joined, kept);
    }
    thud_tasks_destroy(crews[1]);
    thud_tasks_destroy(crews[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_runs_exactly_once_whatever_the_number_of_workers),
        cmocka_unit_test(thousands_of_tiny_rounds_lose_nothing),
        cmocka_unit_test(short_rounds_are_the_callers_alone),
        cmocka_unit_test(a_worker_that_sleeps_is_woken_and_wakes_the_caller),
        cmocka_unit_test(a_crew_that_never_worked_ends),
        cmocka_unit_test(a_senseless_number_of_workers_is_brought_into_range),
        cmocka_unit_test(where_memory_runs_out_no_crew_is_made),
        cmocka_unit_test(a_host_may_run_the_tasks_itself),
        cmocka_unit_test(ranges_joined_in_order_give_one_list_whatever_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
