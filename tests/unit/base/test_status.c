/* The table of status codes, and the version in headers, library and build. */
#include "test.h"

#include <string.h>

#include "thud/base.h"

static void every_code_has_its_own_name_and_message(void **state) {
    (void)state;
    for (int i = 0; i < THUD_STATUS_COUNT; i++) {
        const char *name = thud_status_name((thud_status)i);
        const char *message = thud_status_message((thud_status)i);
        assert_non_null(name);
        assert_non_null(message);
        assert_int_equal(strncmp(name, "THUD_", 5), 0);
        assert_true(strlen(message) > 0);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(name, thud_status_name((thud_status)j));
            assert_string_not_equal(message, thud_status_message((thud_status)j));
        }
    }
}

static void ok_is_zero_and_a_number_outside_the_table_is_named_unknown(void **state) {
    (void)state;
    assert_int_equal(THUD_OK, 0);
    assert_string_equal(thud_status_name(THUD_OK), "THUD_OK");
    assert_string_equal(thud_status_name(THUD_STATUS_COUNT), "THUD_UNKNOWN_STATUS");
    assert_string_equal(thud_status_name((thud_status)1000), "THUD_UNKNOWN_STATUS");
    assert_true(strlen(thud_status_message((thud_status)1000)) > 0);
}

static void the_version_of_headers_library_and_build_is_one(void **state) {
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", THUD_VERSION_MAJOR, THUD_VERSION_MINOR, THUD_VERSION_PATCH);
    assert_string_equal(thud_version(), expected);
    assert_string_equal(thud_version(), THUD_PROJECT_VERSION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_own_name_and_message),
        cmocka_unit_test(ok_is_zero_and_a_number_outside_the_table_is_named_unknown),
        cmocka_unit_test(the_version_of_headers_library_and_build_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
