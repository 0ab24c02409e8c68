/* Memory from hooks, and tables that grow: alignment, zeroed bytes, and that a table stays as it
 * was if it cannot grow. */
#include "test.h"

#include <string.h>

#if defined(__linux__)
#include <sys/resource.h>
#endif

#include "base/memory.h"
#include "base/pages.h"
#include "base/threads.h"
#include "failing_hooks.h"

static void memory_is_aligned_to_64_bytes_and_zeroed(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    for (size_t size = 1; size < 5000; size += 37) {
        unsigned char *memory = thud_allocate(&hooks, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 64, 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(memory[i], 0);
        }
        memset(memory, 0xff, size);
        thud_release(&hooks, memory, size);
    }
    assert_int_equal(meter.bytes_held, 0);
}

static void no_bytes_and_too_many_bytes_give_null(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    assert_null(thud_allocate(&hooks, 0));
    assert_null(thud_allocate(&hooks, SIZE_MAX));
    assert_null(thud_allocate(&hooks, SIZE_MAX - 62));
    thud_release(&hooks, NULL, 100);
    assert_int_equal(meter.bytes_held, 0);
}

static void an_array_of_zeros_that_grows_keeps_its_contents_and_zeroes_what_is_new(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    int32_t *numbers = NULL;
    int32_t capacity = 0;
    for (int32_t i = 0; i < 10000; i++) {
        assert_true(thud_reserve_zeros(&hooks, &numbers, sizeof *numbers, &capacity, i + 1));
        assert_int_equal(numbers[i], 0);
        numbers[i] = i + 1;
    }
    for (int32_t i = 0; i < 10000; i++) {
        assert_int_equal(numbers[i], i + 1);
    }
    assert_true(meter.allocations < 25); /* geometric: log of 10000/16 to the base 1.5 is 16 */
    thud_release_array(&hooks, &numbers, sizeof *numbers, &capacity);
    assert_null(numbers);
    assert_int_equal(capacity, 0);
    assert_int_equal(meter.bytes_held, 0);
}

/* The first element was cleared at an offset from null, which the undefined behaviour sanitizer stops at. */
static void an_array_of_zeros_without_memory_stays_null(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    int32_t *numbers = NULL;
    int32_t capacity = 0;
    meter.allocations_allowed = meter.allocations;
    assert_false(thud_reserve_zeros(&hooks, &numbers, sizeof *numbers, &capacity, 1));
    assert_null(numbers);
    assert_int_equal(capacity, 0);
}

static void reserving_what_there_is_already_allocates_nothing(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    double *numbers = NULL;
    int32_t capacity = 0;
    assert_true(thud_reserve(&hooks, &numbers, sizeof *numbers, &capacity, 1000));
    assert_true(capacity >= 1000);
    int before = meter.allocations;
    assert_true(thud_reserve(&hooks, &numbers, sizeof *numbers, &capacity, 1000));
    assert_true(thud_reserve(&hooks, &numbers, sizeof *numbers, &capacity, 0));
    assert_int_equal(meter.allocations, before);
    thud_release_array(&hooks, &numbers, sizeof *numbers, &capacity);
}

/* A table of three columns. */
typedef struct test_table {
    float *x;
    char *flags;
    int64_t *keys;
    int32_t capacity;
} test_table;

/* Refuses the first, the second and the third of the three columns in turn. */
static void a_table_that_cannot_grow_is_as_before(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    static const thud_column columns[] = {
        THUD_COLUMN(test_table, x), THUD_COLUMN(test_table, flags), THUD_COLUMN(test_table, keys), {0}};
    test_table table = {0};
    assert_true(thud_reserve_columns(&hooks, &table, columns, &table.capacity, 16));
    for (int32_t i = 0; i < 16; i++) {
        table.x[i] = (float)i;
        table.flags[i] = (char)i;
        table.keys[i] = -i;
    }
    float *old_x = table.x;
    int32_t old_capacity = table.capacity;
    int64_t held = meter.bytes_held;
    for (int allowed = 0; allowed < 3; allowed++) {
        meter.allocations_allowed = meter.allocations + allowed;
        assert_false(thud_reserve_columns(&hooks, &table, columns, &table.capacity, old_capacity + 1));
        assert_ptr_equal(table.x, old_x);
        assert_int_equal(table.capacity, old_capacity);
        assert_int_equal(meter.bytes_held, held);
    }
    meter.allocations_allowed = -1;
    assert_true(thud_reserve_columns(&hooks, &table, columns, &table.capacity, old_capacity + 1));
    for (int32_t i = 0; i < 16; i++) {
        assert_true(table.x[i] == (float)i && table.flags[i] == (char)i && table.keys[i] == -i);
    }
    thud_release_columns(&hooks, &table, columns, &table.capacity);
    assert_int_equal(meter.bytes_held, 0);
}

/* Large arrays of the default hooks grow without a copy, which the other tests' hooks do not show. The
 * counts of what the world holds must follow. */
static void a_large_array_of_the_default_hooks_grows_as_any_other(void **state) {
    (void)state;
    thud_hooks user = thud_hooks_defaults();
    thud_counted_hooks counted;
    thud_counted_hooks_init(&counted, &user);
    int32_t *numbers = NULL;
    int32_t capacity = 0;
    for (int32_t i = 0; i < 1000000; i++) {
        assert_true(thud_reserve_zeros(&counted.hooks, &numbers, sizeof *numbers, &capacity, i + 1));
        assert_int_equal(numbers[i], 0);
        numbers[i] = i + 1;
    }
    assert_int_equal((uintptr_t)numbers % 64, 0);
    assert_int_equal(counted.bytes, (capacity + 15) / 16 * 64);
    for (int32_t i = 0; i < 1000000; i++) {
        assert_int_equal(numbers[i], i + 1);
    }
    assert_true(thud_reserve(&counted.hooks, &numbers, sizeof *numbers, &capacity, 2 * capacity));
    numbers[capacity - 1] = 1;
    assert_int_equal(counted.bytes, (capacity + 15) / 16 * 64);
    thud_release_array(&counted.hooks, &numbers, sizeof *numbers, &capacity);
    assert_int_equal(counted.bytes, 0);
}

/* The first column has grown by then, and the second never can. */
static void a_large_table_of_the_default_hooks_that_cannot_grow_is_as_before(void **state) {
    (void)state;
    thud_hooks user = thud_hooks_defaults();
    thud_counted_hooks counted;
    thud_counted_hooks_init(&counted, &user);
    static const thud_column small[] = {THUD_COLUMN(test_table, x), {0}};
    static const thud_column huge[] = {
        THUD_COLUMN(test_table, x), {offsetof(test_table, flags), SIZE_MAX / 100000}, {0}};
    test_table table = {0};
    assert_true(thud_reserve_columns(&counted.hooks, &table, small, &table.capacity, 100000));
    int32_t before = table.capacity;
    int64_t held = counted.bytes;
    for (int32_t i = 0; i < before; i++) {
        table.x[i] = (float)i;
    }
    assert_false(thud_reserve_columns(&counted.hooks, &table, huge, &table.capacity, before + 1));
    assert_null(table.flags);
    assert_int_equal(table.capacity, before);
    assert_int_equal(counted.bytes, held);
    for (int32_t i = 0; i < before; i++) {
        assert_true(table.x[i] == (float)i);
    }
    thud_release_columns(&counted.hooks, &table, small, &table.capacity);
    assert_int_equal(counted.bytes, 0);
}

/* Released pages, which are used again, hold what was written. */
static void large_blocks_are_zeroed_although_others_were_released(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    for (size_t size = 200000; size < 6000000; size += size / 3) {
        unsigned char *memory = thud_allocate(&hooks, size);
        assert_non_null(memory);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(memory[i], 0);
        }
        memset(memory, 0xff, size);
        thud_release(&hooks, memory, size);
    }
}

#if defined(__linux__)
static long page_faults(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt;
}

enum { BLOCKS = 100, BLOCK_SIZE = 1 << 20, PAGES_OF_BLOCK = BLOCK_SIZE / 4096 };

/* Under sanitizers and on processors of 32 bits no block has pages of its own. */
static void skip_without_pages(void) {
    if (!thud_has_pages(BLOCK_SIZE)) {
        skip();
    }
}

/* Takes, writes and releases blocks; returns how many pages were new to the process. */
static long use_blocks(int count, size_t size) {
    thud_hooks hooks = thud_hooks_defaults();
    unsigned char *blocks[BLOCKS];
    long before = page_faults();
    for (int i = 0; i < count; i++) {
        blocks[i] = thud_allocate_blank(&hooks, size);
        assert_non_null(blocks[i]);
        memset(blocks[i], i + 1, size);
    }
    long faults = page_faults() - before;
    for (int i = 0; i < count; i++) {
        assert_int_equal(blocks[i][0], i + 1);
        assert_int_equal(blocks[i][size - 1], i + 1);
        thud_release(&hooks, blocks[i], size);
    }
    return faults;
}

static void large_blocks_use_the_pages_of_those_released_before(void **state) {
    (void)state;
    skip_without_pages();
    use_blocks(8, BLOCK_SIZE);
    assert_true(use_blocks(8, BLOCK_SIZE) < PAGES_OF_BLOCK);
}

/* 16 MB stay with the process, no more, also where a small block was the last one in their pages. */
static void many_released_blocks_give_their_pages_back(void **state) {
    (void)state;
    skip_without_pages();
    use_blocks(BLOCKS, BLOCK_SIZE);
    use_blocks(BLOCKS, BLOCK_SIZE / 5);
    long faults = use_blocks(BLOCKS, BLOCK_SIZE);
    assert_true(faults >= (BLOCKS - 16) * PAGES_OF_BLOCK);
    assert_true(faults < (BLOCKS - 7) * PAGES_OF_BLOCK); /* of each at most 2 MB were touched */
}

/* 64 blocks stay with the process, no more. */
static void many_released_small_blocks_give_their_pages_back(void **state) {
    enum { SMALL = 80000, PAGES_OF_SMALL = SMALL / 4096 };
    (void)state;
    skip_without_pages();
    use_blocks(BLOCKS, SMALL);
    long faults = use_blocks(BLOCKS, SMALL);
    assert_true(faults >= (BLOCKS - 64) * PAGES_OF_SMALL);
    assert_true(faults < (BLOCKS - 7) * (PAGES_OF_SMALL + 2));
}

/* A block of each thread holds what that thread wrote. */
static void write_blocks(void *argument) {
    const unsigned char mark = *(const unsigned char *)argument;
    thud_hooks hooks = thud_hooks_defaults();
    for (int round = 0; round < 2000; round++) {
        unsigned char *block = thud_allocate_blank(&hooks, 200000);
        assert_non_null(block);
        memset(block, mark, 64);
        block[199999] = mark;
        thud_thread_yield();
        for (int i = 0; i < 64; i++) {
            assert_int_equal(block[i], mark);
        }
        assert_int_equal(block[199999], mark);
        thud_release(&hooks, block, 200000);
    }
}

static void threads_share_no_large_block(void **state) {
    (void)state;
    enum { THREADS = 4 };
    thud_thread threads[THREADS];
    thud_thread_start starts[THREADS];
    unsigned char marks[THREADS] = {1, 2, 3, 4};
    for (int i = 0; i < THREADS; i++) {
        starts[i] = (thud_thread_start){write_blocks, &marks[i]};
        assert_true(thud_thread_create(&threads[i], &starts[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        thud_thread_join(threads[i]);
    }
}
#endif

static void more_elements_than_memory_can_address_are_refused(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    struct big {
        char bytes[1 << 30];
    } *array = NULL;
    int32_t capacity = 0;
    meter.allocations_allowed = 0;
    assert_false(thud_reserve(&hooks, &array, SIZE_MAX / 4, &capacity, INT32_MAX));
    assert_null(array);
    assert_int_equal(capacity, 0);
}

static void the_default_hooks_allocate_and_stay_silent(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    assert_null(hooks.log);
#ifdef THUD_ASSERTIONS
    assert_non_null(hooks.assert_failed);
#else
    assert_null(hooks.assert_failed);
#endif
    void *memory = thud_allocate(&hooks, 100);
    assert_non_null(memory);
    thud_release(&hooks, memory, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_to_64_bytes_and_zeroed),
        cmocka_unit_test(no_bytes_and_too_many_bytes_give_null),
        cmocka_unit_test(an_array_of_zeros_that_grows_keeps_its_contents_and_zeroes_what_is_new),
        cmocka_unit_test(an_array_of_zeros_without_memory_stays_null),
        cmocka_unit_test(reserving_what_there_is_already_allocates_nothing),
        cmocka_unit_test(a_table_that_cannot_grow_is_as_before),
        cmocka_unit_test(a_large_array_of_the_default_hooks_grows_as_any_other),
        cmocka_unit_test(a_large_table_of_the_default_hooks_that_cannot_grow_is_as_before),
        cmocka_unit_test(large_blocks_are_zeroed_although_others_were_released),
#if defined(__linux__)
        cmocka_unit_test(large_blocks_use_the_pages_of_those_released_before),
        cmocka_unit_test(many_released_blocks_give_their_pages_back),
        cmocka_unit_test(many_released_small_blocks_give_their_pages_back),
        cmocka_unit_test(threads_share_no_large_block),
#endif
        cmocka_unit_test(more_elements_than_memory_can_address_are_refused),
        cmocka_unit_test(the_default_hooks_allocate_and_stay_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
