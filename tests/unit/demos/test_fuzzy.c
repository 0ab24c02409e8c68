/* The search of the scene picker. */
#include "test.h"

#include "fuzzy.h"

static int score(const char *search) {
    return fuzzy_score(search, "ragdoll", "body limbs motor", "Figures that fall down stairs");
}

static void a_search_finds_names_letters_in_order_tags_and_descriptions(void **state) {
    (void)state;
    assert_true(score("") > 0);
    assert_true(score("ragdoll") > score("rag"));
    assert_true(score("rag") > score("doll"));
    assert_true(score("doll") > score("rgd"));
    assert_true(score("rgd") > score("limbs"));
    assert_true(score("LIMBS") > score("stairs"));
    assert_true(score("limbs") > score("lmb"));
    assert_true(score("lmb") > score("stairs"));
    assert_true(score("stairs") > score("strs"));
    assert_true(score("strs") > 0);
    assert_true(score("rag limbs") > score("rag"));
}

static void what_fits_nowhere_is_not_found(void **state) {
    (void)state;
    assert_int_equal(score("lodgar"), 0);
    assert_int_equal(score("rag water"), 0);
    assert_int_equal(score("bsm"), 0);  /* letters of two words */
    assert_int_equal(score("tirs"), 0); /* the word begins otherwise */
    assert_int_equal(score("ms"), 0);   /* too few letters for gaps */
    assert_int_equal(score("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
                     0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_finds_names_letters_in_order_tags_and_descriptions),
        cmocka_unit_test(what_fits_nowhere_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
