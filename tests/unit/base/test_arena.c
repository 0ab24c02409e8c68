/* The arena: aligned blocks that do not overlap, no allocation in a steady state, null where memory runs out. */
#include "test.h"

#include <string.h>

#include "base/arena.h"
#include "failing_hooks.h"
#include "reference/aligned.h"

static void blocks_are_aligned_and_do_not_overlap(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    enum { block_count = 2000 };
    static unsigned char *blocks[block_count];
    for (int i = 0; i < block_count; i++) {
        size_t size = 1 + (size_t)(i * 7919 % 300);
        blocks[i] = thud_arena_allocate(&arena, size);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], i % 251, size);
    }
    for (int i = 0; i < block_count; i++) {
        size_t size = 1 + (size_t)(i * 7919 % 300);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(blocks[i][k], i % 251);
        }
    }
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

/* One step of a scene: blocks of many sizes, two of them larger than any first chunk. */
static void use(thud_arena *arena) {
    for (int i = 0; i < 500; i++) {
        assert_non_null(thud_arena_allocate(arena, (size_t)(i * 37 % 4000 + 1)));
    }
    assert_non_null(thud_arena_allocate(arena, 300000));
    assert_non_null(thud_arena_allocate_array(arena, 100000, sizeof(double)));
}

static void a_steady_scene_allocates_nothing_after_the_first_reset(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    use(&arena);
    int after_first = meter.allocations;
    size_t capacity = thud_arena_capacity(&arena);
    for (int step = 0; step < 100; step++) {
        thud_arena_reset(&arena);
        use(&arena);
    }
    assert_int_equal(meter.allocations, after_first + 1); /* the first reset makes one chunk of all */
    assert_int_equal(thud_arena_capacity(&arena), capacity);
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

/* Steps of different needs used different ends of several chunks: the scene washer held 3.5 MB for steps of 2.1. */
static void after_a_reset_all_memory_is_one_chunk(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    use(&arena);
    thud_arena_reset(&arena);
    int allocations = meter.allocations;
    const size_t header = 64;
    size_t capacity = thud_arena_capacity(&arena);
    assert_non_null(thud_arena_allocate(&arena, capacity - header));
    assert_int_equal(meter.allocations, allocations);
    assert_int_equal(thud_arena_capacity(&arena), capacity);
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

static void a_reset_that_is_refused_its_chunk_leaves_an_empty_arena(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    use(&arena);
    meter.allocations_allowed = 0;
    thud_arena_reset(&arena);
    assert_int_equal(thud_arena_capacity(&arena), 0);
    assert_int_equal(meter.bytes_held, 0);
    assert_null(thud_arena_allocate(&arena, 100));
    meter.allocations_allowed = -1;
    use(&arena);
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

static void where_memory_runs_out_null_comes_back_and_the_arena_goes_on(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    meter.allocations_allowed = 0;
    assert_null(thud_arena_allocate(&arena, 100));
    meter.allocations_allowed = 1;
    unsigned char *small = thud_arena_allocate(&arena, 100);
    assert_non_null(small);
    memset(small, 7, 100);
    assert_null(thud_arena_allocate(&arena, 10000000));
    unsigned char *next = thud_arena_allocate(&arena, 100);
    assert_non_null(next); /* the chunk in use still has room */
    memset(next, 8, 100);
    assert_int_equal(small[99], 7);
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

static void senseless_sizes_give_null(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    assert_null(thud_arena_allocate(&arena, 0));
    assert_null(thud_arena_allocate(&arena, SIZE_MAX));
    assert_null(thud_arena_allocate_array(&arena, 0, 8));
    assert_null(thud_arena_allocate_array(&arena, -1, 8));
    assert_null(thud_arena_allocate_array(&arena, INT64_MAX, 8));
    thud_arena_destroy(&arena);
}

static void rewinding_hands_out_the_same_memory_again(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    thud_arena_mark empty = thud_arena_get_mark(&arena);
    void *first = thud_arena_allocate(&arena, 100);
    thud_arena_mark mark = thud_arena_get_mark(&arena);
    void *second = thud_arena_allocate(&arena, 100);
    assert_non_null(thud_arena_allocate(&arena, 1000000));
    thud_arena_rewind(&arena, mark);
    assert_ptr_equal(thud_arena_allocate(&arena, 100), second);
    thud_arena_rewind(&arena, empty);
    assert_ptr_equal(thud_arena_allocate(&arena, 100), first);
    thud_arena_destroy(&arena);
}

/* After a rewind the chunks that follow are used again, those that are too small are skipped, and none is lost. */
static void rewinding_keeps_the_chunks_that_follow(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    assert_non_null(thud_arena_allocate(&arena, 100));
    thud_arena_mark mark = thud_arena_get_mark(&arena);
    void *second = thud_arena_allocate(&arena, 20000), *third = thud_arena_allocate(&arena, 100000);
    int allocations = meter.allocations;
    assert_int_equal(allocations, 3);
    thud_arena_rewind(&arena, mark);
    assert_ptr_equal(thud_arena_allocate(&arena, 20000), second);
    assert_ptr_equal(thud_arena_allocate(&arena, 100000), third);
    thud_arena_rewind(&arena, mark);
    assert_ptr_equal(thud_arena_allocate(&arena, 100000), third);
    thud_arena_rewind(&arena, mark);
    assert_int_equal(meter.allocations, allocations);
    assert_non_null(thud_arena_allocate(&arena, 1000000)); /* behind all of them */
    assert_int_equal(meter.allocations, allocations + 1);
    assert_true(thud_arena_capacity(&arena) > 1120000);
    thud_arena_destroy(&arena);
    assert_int_equal(meter.bytes_held, 0);
}

static void *allocate_marked(size_t size, size_t alignment, void *context) {
    (void)context;
    void *memory = test_aligned_alloc(alignment, size);
    return memory == NULL ? NULL : memset(memory, 0xa5, size);
}

/* When chunks were zeroed, all of their pages were in use from the start: 5 MB of 19 in a scene of 400 ragdolls. */
static void a_chunk_is_not_touched_before_it_is_used(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    hooks.allocate = allocate_marked;
    thud_arena arena;
    thud_arena_init(&arena, &hooks);
    unsigned char *block = thud_arena_allocate(&arena, 8000);
    assert_non_null(block);
    for (int i = 0; i < 8000; i++) {
        assert_int_equal(block[i], 0xa5);
    }
    thud_arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_do_not_overlap),
        cmocka_unit_test(a_steady_scene_allocates_nothing_after_the_first_reset),
        cmocka_unit_test(after_a_reset_all_memory_is_one_chunk),
        cmocka_unit_test(a_reset_that_is_refused_its_chunk_leaves_an_empty_arena),
        cmocka_unit_test(where_memory_runs_out_null_comes_back_and_the_arena_goes_on),
        cmocka_unit_test(senseless_sizes_give_null),
        cmocka_unit_test(rewinding_hands_out_the_same_memory_again),
        cmocka_unit_test(rewinding_keeps_the_chunks_that_follow),
        cmocka_unit_test(a_chunk_is_not_touched_before_it_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
