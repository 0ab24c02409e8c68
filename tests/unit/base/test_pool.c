/* The pool of slots with generations, compared with a model through random allocations and frees. */
#include "test.h"

#include <string.h>

#include "base/pool.h"
#include "failing_hooks.h"
#include "reference/random.h"

static void an_id_is_valid_until_it_is_freed_and_never_again(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    thud_pool_id id = thud_pool_allocate(&pool);
    assert_true(thud_pool_is_valid(&pool, id));
    assert_int_not_equal(id.generation, 0);
    assert_true(thud_pool_free(&pool, id));
    assert_false(thud_pool_is_valid(&pool, id));
    assert_false(thud_pool_free(&pool, id));
    thud_pool_id next = thud_pool_allocate(&pool);
    assert_int_equal(next.slot, id.slot);
    assert_false(thud_pool_is_valid(&pool, id));
    assert_true(thud_pool_is_valid(&pool, next));
    thud_pool_destroy(&pool);
}

static void null_invented_and_far_ids_are_not_valid(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){0, 0}));
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){0, 1}));
    thud_pool_id id = thud_pool_allocate(&pool);
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){0, 0}));
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){1, 1})); /* reserved but never handed out */
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){UINT32_MAX, 1}));
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){0x80000000u, 1}));
    thud_pool_free(&pool, id);
    /* the next generation of the slot is not valid yet */
    assert_false(thud_pool_is_valid(&pool, (thud_pool_id){id.slot, id.generation + 1}));
    thud_pool_destroy(&pool);
}

static void slots_are_dealt_in_order_and_the_last_freed_comes_first(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    thud_pool_id ids[10];
    for (uint32_t i = 0; i < 10; i++) {
        ids[i] = thud_pool_allocate(&pool);
        assert_int_equal(ids[i].slot, i);
    }
    thud_pool_free(&pool, ids[3]);
    thud_pool_free(&pool, ids[8]);
    thud_pool_free(&pool, ids[5]);
    assert_int_equal(pool.count, 7);
    assert_int_equal(pool.end, 10);
    assert_int_equal(thud_pool_allocate(&pool).slot, 5);
    assert_int_equal(thud_pool_allocate(&pool).slot, 8);
    assert_int_equal(thud_pool_allocate(&pool).slot, 3);
    assert_int_equal(thud_pool_allocate(&pool).slot, 10);
    thud_pool_destroy(&pool);
}

static void generations_wrap_around_without_zero(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    thud_pool_allocate(&pool);
    pool.generations[0] = UINT32_MAX;
    thud_pool_id last = {0, UINT32_MAX};
    assert_true(thud_pool_free(&pool, last));
    thud_pool_id wrapped = thud_pool_allocate(&pool);
    assert_int_equal(wrapped.slot, 0);
    assert_int_equal(wrapped.generation, 1);
    thud_pool_destroy(&pool);
}

static void where_memory_runs_out_the_null_id_comes_back_and_the_pool_is_as_before(void **state) {
    (void)state;
    memory_meter meter;
    thud_hooks hooks = metered_hooks(&meter);
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    assert_true(thud_pool_reserve(&pool, 20));
    int32_t reserved = pool.capacity;
    int before = meter.allocations;
    for (int32_t i = 0; i < reserved; i++) {
        assert_int_not_equal(thud_pool_allocate(&pool).generation, 0);
    }
    assert_int_equal(meter.allocations, before); /* reserved slots need no further memory */
    for (int arrays = 0; arrays < 3; arrays++) { /* that get their memory before it runs out */
        meter.allocations_allowed = meter.allocations + (arrays > 0);
        thud_pool_id refused = thud_pool_allocate(&pool);
        assert_int_equal(refused.generation, 0);
        assert_false(thud_pool_is_valid(&pool, refused));
        assert_int_equal(pool.count, reserved);
        assert_int_equal(pool.capacity, reserved);
    }
    for (int32_t i = 0; i < reserved; i++) {
        assert_true(thud_pool_is_valid(&pool, thud_pool_id_at(&pool, i)));
    }
    meter.allocations_allowed = -1;
    assert_true(thud_pool_is_valid(&pool, thud_pool_allocate(&pool)));
    thud_pool_destroy(&pool);
    assert_int_equal(meter.bytes_held, 0);
}

static void random_allocations_and_frees_agree_with_a_model(void **state) {
    (void)state;
    enum { model_size = 500, rounds = 200000 };
    static thud_pool_id alive[model_size];
    thud_pool_id freed_last = {0, 0};
    int alive_count = 0;
    test_random random = test_random_seed(88172645);
    thud_hooks hooks = thud_hooks_defaults();
    thud_pool pool;
    thud_pool_init(&pool, &hooks);
    for (int round = 0; round < rounds; round++) {
        uint32_t dice = test_random_below(&random, 1u << 24);
        if (alive_count < model_size && (alive_count == 0 || dice % 2 == 0)) {
            alive[alive_count++] = thud_pool_allocate(&pool);
        } else {
            int chosen = (int)(dice / 2 % (uint32_t)alive_count);
            freed_last = alive[chosen];
            assert_true(thud_pool_free(&pool, freed_last));
            alive[chosen] = alive[--alive_count];
        }
        assert_int_equal(pool.count, alive_count);
        assert_false(thud_pool_is_valid(&pool, freed_last));
        if (alive_count > 0) {
            assert_true(thud_pool_is_valid(&pool, alive[dice % (uint32_t)alive_count]));
        }
    }
    int live_slots = 0;
    for (int32_t slot = 0; slot < pool.end; slot++) {
        live_slots += thud_pool_is_live(&pool, slot);
    }
    assert_int_equal(live_slots, alive_count);
    assert_true(pool.end <= model_size);
    thud_pool_destroy(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_valid_until_it_is_freed_and_never_again),
        cmocka_unit_test(null_invented_and_far_ids_are_not_valid),
        cmocka_unit_test(slots_are_dealt_in_order_and_the_last_freed_comes_first),
        cmocka_unit_test(generations_wrap_around_without_zero),
        cmocka_unit_test(where_memory_runs_out_the_null_id_comes_back_and_the_pool_is_as_before),
        cmocka_unit_test(random_allocations_and_frees_agree_with_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
