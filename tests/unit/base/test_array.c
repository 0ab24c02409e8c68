/*
 * The promise of base/array.h: the library's copy of stb_ds has names of its own, so that a program can contain it and
 * the copy of a game; and its maps compile in strict C17. The behaviour of stb_ds is left to its own tests.
 *
 * This program is linked with a game's copy (tests/consumer/own_stb_ds.c).
 */
#include "test.h"

#include <string.h>

#include "base/array.h"

#define NAME_OF(function) NAME_AS_TEXT(function)
#define NAME_AS_TEXT(name) #name

static void all_functions_of_the_library_s_copy_are_renamed(void **state) {
    (void)state;
    const char *const names[] = {
        NAME_OF(stbds_arrfreef),      NAME_OF(stbds_arrgrowf),   NAME_OF(stbds_hash_bytes),  NAME_OF(stbds_hash_string),
        NAME_OF(stbds_hmdel_key),     NAME_OF(stbds_hmfree_func), NAME_OF(stbds_hmget_key),   NAME_OF(stbds_hmget_key_ts),
        NAME_OF(stbds_hmput_default), NAME_OF(stbds_hmput_key),  NAME_OF(stbds_rand_seed),   NAME_OF(stbds_shmode_func),
        NAME_OF(stbds_stralloc),      NAME_OF(stbds_strreset),   NAME_OF(stbds_unit_tests),
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_memory_equal(names[i], "thud_stbds_", strlen("thud_stbds_"));
    }
}

static void array_and_map_work_beside_the_copy_of_a_game(void **state) {
    (void)state;
    int *numbers = NULL;
    struct {
        int64_t key;
        int value;
    } *map = NULL;
    for (int i = 0; i < 100; i++) {
        arrput(numbers, 3 * i);
        hmput(map, (int64_t)i * 1000003, i);
    }
    assert_true(hmdel(map, 7 * 1000003));
    assert_int_equal(arrlen(numbers), 100);
    assert_int_equal(numbers[99], 297);
    assert_int_equal(hmgeti(map, 7 * 1000003), -1);
    assert_int_equal(hmget(map, 8 * 1000003), 8);
    arrfree(numbers);
    hmfree(map);
}

/* The game's copy has the usual names. */
#undef stbds_arrgrowf
#undef stbds_hmput_key
extern void *stbds_arrgrowf(void *array, size_t element_size, size_t count, size_t least_capacity);
extern void *stbds_hmput_key(void *array, size_t element_size, void *key, size_t key_size, int mode);

static void a_game_calls_its_own_copy(void **state) {
    (void)state;
    assert_true(stbds_arrgrowf != thud_stbds_arrgrowf);
    assert_true(stbds_hmput_key != thud_stbds_hmput_key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_functions_of_the_library_s_copy_are_renamed),
        cmocka_unit_test(array_and_map_work_beside_the_copy_of_a_game),
        cmocka_unit_test(a_game_calls_its_own_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
