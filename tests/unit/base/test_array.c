#include "test.h"

#include "base/array.h"

static void an_array_grows_and_keeps_its_contents(void **state) {
    (void)state;
    int *numbers = NULL;
    for (int i = 0; i < 1000; i++) {
        arrput(numbers, 3 * i);
    }
    assert_int_equal(arrlen(numbers), 1000);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(numbers[i], 3 * i);
    }
    arrfree(numbers);
    assert_null(numbers);
}

static void a_map_finds_what_was_put_and_forgets_what_was_deleted(void **state) {
    (void)state;
    struct {
        int64_t key;
        int value;
    } *map = NULL;
    for (int i = 0; i < 1000; i++) {
        hmput(map, (int64_t)i * 1000003, i);
    }
    for (int i = 0; i < 1000; i += 2) {
        assert_true(hmdel(map, (int64_t)i * 1000003));
    }
    for (int i = 0; i < 1000; i++) {
        ptrdiff_t at = hmgeti(map, (int64_t)i * 1000003);
        if (i % 2 == 0) {
            assert_int_equal(at, -1);
        } else {
            assert_int_equal(map[at].value, i);
        }
    }
    hmfree(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_grows_and_keeps_its_contents),
        cmocka_unit_test(a_map_finds_what_was_put_and_forgets_what_was_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
