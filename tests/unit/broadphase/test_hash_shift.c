/* All boxes of a hash moved by an offset; test_hash_properties.c compares that with brute force. */
#include "test.h"

#include <math.h>

#include "thud/broadphase.h"
#include "unit/base/failing_hooks.h"

static thud_hash *make_hash(float margin) {
    thud_hash_def def = thud_hash_defaults();
    def.margin = margin;
    thud_hash *hash = NULL;
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    return hash;
}

static thud_proxy_id insert(thud_hash *hash, float min_x, float max_x, thud_proxy_kind kind) {
    thud_proxy_id id = {0, 0};
    thud_aabb box = {{min_x, 0.0f}, {max_x, 1.0f}};
    assert_int_equal(thud_hash_insert(hash, box, kind, 0, &id), THUD_OK);
    return id;
}

static int count_pairs(thud_hash *hash) {
    thud_pairs pairs;
    assert_int_equal(thud_hash_update(hash, NULL, NULL, &pairs), THUD_OK);
    return pairs.count;
}

static bool count_visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    (void)user;
    ++*(int *)context;
    return true;
}

static int count_at(const thud_hash *hash, float x) {
    int found = 0;
    thud_aabb box = {{x, 0.2f}, {x + 0.1f, 0.3f}};
    assert_int_equal(thud_hash_query(hash, box, count_visit, &found), THUD_OK);
    return found;
}

static void queries_find_boxes_at_their_new_place_at_once_and_no_pair_is_reported_again(void **state) {
    (void)state;
    thud_hash *hash = make_hash(0.05f);
    for (int i = 0; i < 30; i++) {
        insert(hash, (float)i, (float)i + 1.0f, (thud_proxy_kind)(i % 3));
    }
    assert_true(count_pairs(hash) > 0);
    insert(hash, 3.0f, 4.0f, THUD_PROXY_MOVING); /* its pairs are not reported yet */
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){4096.0f, 0.0f}), THUD_OK);
    for (int i = 0; i < 30; i++) {
        assert_int_equal(count_at(hash, (float)i + 0.5f), 0);
        assert_int_equal(count_at(hash, 4096.0f + (float)i + 0.5f), i == 3 ? 2 : 1);
    }
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){-4096.0f, 0.0f}), THUD_OK);
    assert_int_equal(count_pairs(hash), 3); /* those of the new box, which meets 2, 3 and 4 */
    assert_int_equal(count_pairs(hash), 0);
    thud_hash_destroy(hash);
}

/* At 65,536 m floats are 8 mm apart: the gap of 1 mm is gone, and the boxes are a new pair. If it were not reported,
 * the two could pass through each other. */
static void boxes_that_meet_by_rounding_are_a_new_pair(void **state) {
    (void)state;
    thud_hash *hash = make_hash(0.0f);
    thud_proxy_id a = insert(hash, 0.0f, 0.999f, THUD_PROXY_MOVING);
    thud_proxy_id b = insert(hash, 1.0f, 2.0f, THUD_PROXY_STATIC);
    assert_int_equal(count_pairs(hash), 0);
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){65536.0f, 0.0f}), THUD_OK);
    assert_true(thud_hash_pair_overlaps(hash, a, b));
    assert_int_equal(count_pairs(hash), 1);
    assert_int_equal(count_pairs(hash), 0);
    thud_hash_destroy(hash);
}

static bool shift_from_inside(uint64_t user_a, uint64_t user_b, void *context) {
    (void)user_a;
    (void)user_b;
    assert_int_equal(thud_hash_shift(context, (thud_vec2){1.0f, 0.0f}), THUD_WORLD_LOCKED);
    return true;
}

static void bad_calls_are_refused_and_boxes_stay_finite(void **state) {
    (void)state;
    thud_hash *hash = make_hash(0.0f);
    thud_proxy_id a = insert(hash, 0.0f, 1.0f, THUD_PROXY_MOVING);
    thud_proxy_id b = insert(hash, 0.0f, 3.0e38f, THUD_PROXY_MOVING);
    assert_int_equal(thud_hash_shift(NULL, (thud_vec2){1.0f, 0.0f}), THUD_NULL_ARGUMENT);
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){NAN, 0.0f}), THUD_NOT_FINITE);
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){0.0f, -INFINITY}), THUD_NOT_FINITE);
    thud_pairs pairs;
    assert_int_equal(thud_hash_update(hash, shift_from_inside, hash, &pairs), THUD_OK);
    assert_int_equal(pairs.count, 1);
    assert_true(thud_hash_fat_box(hash, a).min.x == 0.0f);
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){3.0e38f, 0.0f}), THUD_OK);
    assert_true(thud_vec2_is_finite(thud_hash_fat_box(hash, b).max));
    assert_int_equal(count_pairs(hash), 0);
    thud_hash_destroy(hash);
}

static void a_shift_without_memory_changes_nothing(void **state) {
    (void)state;
    memory_meter meter;
    thud_hash_def def = thud_hash_defaults();
    def.hooks = metered_hooks(&meter);
    thud_hash *hash = NULL;
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    for (int i = 0; i < 1200; i++) {
        insert(hash, (float)i, (float)i + 1.0f, (thud_proxy_kind)(i % 4));
    }
    int refusals = 0;
    thud_status status = THUD_OUT_OF_MEMORY;
    for (int allowed = 0; status != THUD_OK; allowed++) {
        meter.allocations_allowed = meter.allocations + allowed;
        status = thud_hash_shift(hash, (thud_vec2){4096.0f, 0.0f});
        if (status != THUD_OK) {
            assert_int_equal(status, THUD_OUT_OF_MEMORY);
            assert_int_equal(count_at(hash, 7.5f), 1);
            assert_int_equal(count_at(hash, 4103.5f), 0);
            refusals++;
        }
    }
    assert_true(refusals > 5);
    assert_int_equal(count_at(hash, 4103.5f), 1);
    meter.allocations_allowed = -1;
    assert_true(count_pairs(hash) > 0); /* those of the inserted boxes, reported once */
    meter.allocations_allowed = meter.allocations;
    assert_int_equal(thud_hash_shift(hash, (thud_vec2){-4096.0f, 0.0f}), THUD_OK); /* memory is there now */
    assert_int_equal(count_pairs(hash), 0);
    thud_hash_destroy(hash);
    assert_int_equal(meter.bytes_held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_boxes_at_their_new_place_at_once_and_no_pair_is_reported_again),
        cmocka_unit_test(boxes_that_meet_by_rounding_are_a_new_pair),
        cmocka_unit_test(bad_calls_are_refused_and_boxes_stay_finite),
        cmocka_unit_test(a_shift_without_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
