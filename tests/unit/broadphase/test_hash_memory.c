/* The memory of the hash: a steady scene allocates none, and a failed allocation loses no pair. */
#include "broadphase/spatial_hash.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include "reference/aligned.h"

/* An allocator that counts, and refuses from a given allocation on. */
typedef struct counting_memory {
    int allocations;
    int live;
    int allowed; /* allocations before it refuses; negative for no limit */
} counting_memory;

static void *count_allocate(size_t size, size_t alignment, void *context) {
    counting_memory *memory = context;
    if (memory->allowed == 0) {
        return NULL;
    }
    memory->allowed--;
    memory->allocations++;
    memory->live++;
    return test_aligned_alloc(alignment, size);
}

static void count_release(void *block, size_t size, void *context) {
    (void)size;
    ((counting_memory *)context)->live--;
    test_aligned_free(block);
}

static thud_hash_def counting_def(counting_memory *memory) {
    thud_hash_def def = thud_hash_defaults();
    def.hooks.allocate = count_allocate;
    def.hooks.release = count_release;
    def.hooks.context = memory;
    return def;
}

enum { crowd_size = 600 };

/* A box of a loose crowd that moves to and fro. */
static thud_aabb crowd_box(int i, int step) {
    float sway = 0.2f * (float)((i + step) % 4);
    float x = 0.95f * (float)(i % 25) + sway;
    float y = 0.95f * (float)(i / 25);
    return (thud_aabb){{x, y}, {x + 1.0f, y + 1.0f}};
}

static void a_steady_scene_allocates_nothing(void **state) {
    (void)state;
    counting_memory memory = {.allowed = -1};
    thud_hash_def def = counting_def(&memory);
    thud_hash *hash;
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    thud_proxy_id ids[crowd_size];
    for (int i = 0; i < crowd_size; i++) {
        thud_hash_insert(hash, crowd_box(i, 0), i % 10 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING, 0,
                         &ids[i]);
    }
    int before = 0;
    thud_pairs pairs;
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < crowd_size; i += step % 2 == 0 ? 1 : 50) {
            thud_hash_move(hash, ids[i], crowd_box(i, step), NULL);
        }
        assert_int_equal(thud_hash_update(hash, NULL, NULL, &pairs), THUD_OK);
        before = step == 10 ? memory.allocations : before;
    }
    assert_int_equal(memory.allocations, before);
    thud_hash_destroy(hash);
    assert_int_equal(memory.live, 0);
}

/* Keeps trying with one more allocation each time until the call succeeds. */
static void insert_with_failures(thud_hash *hash, counting_memory *memory, int i, thud_proxy_id *id) {
    int proxies = thud_hash_statistics(hash).proxies;
    for (int allowed = 0;; allowed++) {
        memory->allowed = allowed;
        thud_status status = thud_hash_insert(hash, crowd_box(i, 0), THUD_PROXY_MOVING, (uint64_t)i, id);
        if (status == THUD_OK) {
            return;
        }
        assert_int_equal(status, THUD_OUT_OF_MEMORY);
        assert_int_equal(thud_hash_statistics(hash).proxies, proxies);
    }
}

static int update_with_failures(thud_hash *hash, counting_memory *memory, thud_pairs *pairs) {
    int failures = 0;
    for (int allowed = 0;; allowed++) {
        memory->allowed = allowed;
        thud_status status = thud_hash_update(hash, NULL, NULL, pairs);
        if (status == THUD_OK) {
            return failures;
        }
        assert_int_equal(status, THUD_OUT_OF_MEMORY);
        assert_int_equal(pairs->count, 0);
        failures++;
    }
}

static void an_update_that_runs_out_of_memory_is_made_good_by_the_next(void **state) {
    (void)state;
    counting_memory memory = {.allowed = -1};
    thud_hash_def def = counting_def(&memory);
    thud_hash *starved;
    assert_int_equal(thud_hash_create(&def, &starved), THUD_OK);
    def = thud_hash_defaults();
    thud_hash *fed;
    assert_int_equal(thud_hash_create(&def, &fed), THUD_OK);
    thud_proxy_id starved_ids[crowd_size];
    thud_proxy_id fed_ids[crowd_size];
    int failures = 0;
    for (int step = 0; step < 6; step++) {
        for (int i = step * 100; i < (step + 1) * 100; i++) {
            insert_with_failures(starved, &memory, i, &starved_ids[i]);
            assert_int_equal(
                thud_hash_insert(fed, crowd_box(i, 0), THUD_PROXY_MOVING, (uint64_t)i, &fed_ids[i]), THUD_OK);
        }
        memory.allowed = 0; /* moves need none */
        for (int i = 0; i < (step + 1) * 100; i += step + 1) {
            assert_int_equal(thud_hash_move(starved, starved_ids[i], crowd_box(i, step), NULL), THUD_OK);
            assert_int_equal(thud_hash_move(fed, fed_ids[i], crowd_box(i, step), NULL), THUD_OK);
        }
        thud_pairs starved_pairs;
        thud_pairs fed_pairs;
        failures += update_with_failures(starved, &memory, &starved_pairs);
        assert_int_equal(thud_hash_update(fed, NULL, NULL, &fed_pairs), THUD_OK);
        assert_int_equal(starved_pairs.count, fed_pairs.count);
        assert_true(fed_pairs.count > 100);
        assert_memory_equal(starved_pairs.pairs, fed_pairs.pairs,
                            (size_t)fed_pairs.count * sizeof *fed_pairs.pairs);
    }
    assert_true(failures > 20);
    thud_hash_destroy(starved);
    thud_hash_destroy(fed);
    assert_int_equal(memory.live, 0);
}

static void a_hash_that_cannot_be_made_leaves_no_memory_behind(void **state) {
    (void)state;
    for (int allowed = 0;; allowed++) {
        counting_memory memory = {.allowed = allowed};
        thud_hash_def def = counting_def(&memory);
        def.capacity = 1000;
        thud_hash *hash = NULL;
        thud_status status = thud_hash_create(&def, &hash);
        if (status == THUD_OK) {
            thud_hash_destroy(hash);
            assert_int_equal(memory.live, 0);
            assert_true(allowed > 1);
            return;
        }
        assert_int_equal(status, THUD_OUT_OF_MEMORY);
        assert_null(hash);
        assert_int_equal(memory.live, 0);
    }
}

static bool count_visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    (void)user;
    ++*(int *)context;
    return true;
}

static void queries_and_moves_allocate_nothing(void **state) {
    (void)state;
    counting_memory memory = {.allowed = -1};
    thud_hash_def def = counting_def(&memory);
    thud_hash *hash;
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    thud_proxy_id ids[crowd_size];
    for (int i = 0; i < crowd_size; i++) {
        thud_hash_insert(hash, crowd_box(i, 0), THUD_PROXY_MOVING, 0, &ids[i]);
    }
    int before = memory.allocations;
    int found = 0;
    for (int i = 0; i < crowd_size; i++) {
        assert_int_equal(thud_hash_move(hash, ids[i], crowd_box(i, 2), NULL), THUD_OK);
        assert_int_equal(thud_hash_renew(hash, ids[i]), THUD_OK);
        assert_int_equal(thud_hash_query(hash, crowd_box(i, 2), count_visit, &found), THUD_OK);
    }
    assert_true(found >= crowd_size);
    assert_int_equal(memory.allocations, before);
    thud_hash_destroy(hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_steady_scene_allocates_nothing),
        cmocka_unit_test(an_update_that_runs_out_of_memory_is_made_good_by_the_next),
        cmocka_unit_test(a_hash_that_cannot_be_made_leaves_no_memory_behind),
        cmocka_unit_test(queries_and_moves_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
