/* Decimals of floats: the shortest that reads back to the same bits, in any locale. */
#include "test.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/number_text.h"

static float read_back(const char *text) {
    double value = 0.0;
    assert_true(thud_number_read(text, &value));
    return (float)value;
}

static void assert_writes(float value, const char *expected) {
    char text[THUD_NUMBER_TEXT];
    thud_number_write(value, text);
    assert_string_equal(text, expected);
}

static void numbers_are_written_as_a_person_writes_them(void **state) {
    (void)state;
    assert_writes(0.0f, "0");
    assert_writes(-0.0f, "-0");
    assert_writes(1.0f, "1");
    assert_writes(-10.0f, "-10");
    assert_writes(0.1f, "0.1");
    assert_writes(1.0f / 3.0f, "0.33333334");
    assert_writes(0.005f, "0.005");
    assert_writes(100.5f, "100.5");
    assert_writes(400000.0f, "400000");
    assert_writes(16777216.0f, "16777216");
    assert_writes(1e15f, "1e15");
    assert_writes(1.5e-8f, "1.5e-8");
    assert_writes(FLT_MAX, "3.402823466e38"); /* fewer digits would be above it */
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Every 4,099th float (under the sanitizers fewer), and the ends of each power of two: 1.1 million numbers; strtof is the
 * oracle, since it rounds correctly. */
static void every_float_reads_back_to_its_bits_here_and_by_the_c_library(void **state) {
    (void)state;
    enum { stride = TEST_UNLESS_SANITIZED(4099, 40009) };
    int longest = 0;
    for (uint64_t i = 0; i < (1ull << 32); i += i % (1u << 23) < 3 || (i + 3) % (1u << 23) < 3 ? 1 : stride) {
        float value = from_bits((uint32_t)i);
        if (!isfinite(value)) {
            continue;
        }
        char text[THUD_NUMBER_TEXT];
        thud_number_write(value, text);
        assert_int_equal(bits_of(read_back(text)), bits_of(value));
        assert_int_equal(bits_of(strtof(text, NULL)), bits_of(value));
        longest = (int)strlen(text) > longest ? (int)strlen(text) : longest;
    }
    assert_true(longest < THUD_NUMBER_TEXT);
}

/* printf's %.*g with the fewest digits that strtof reads back is the oracle of the length. */
static void no_shorter_decimal_would_do(void **state) {
    (void)state;
    for (uint32_t i = 1; i < 0x7f800000u; i += 1000003) {
        float value = from_bits(i);
        char text[THUD_NUMBER_TEXT], other[40];
        thud_number_write(value, text);
        int digits = 1;
        do {
            snprintf(other, sizeof other, "%.*e", digits - 1, (double)value);
        } while (strtof(other, NULL) != value && ++digits);
        int written = 0, seen = 0;
        for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
            if (*c >= '0' && *c <= '9' && (seen || *c != '0')) {
                seen = 1;
                written++;
            }
        }
        for (size_t end = strcspn(text, "e"); end > 0 && text[end - 1] == '0' && strchr(text, '.') == NULL;
             end--) {
            written--; /* 1000 has one digit */
        }
        double midpoint =
            0.5 * ((double)value +
                   (double)nextafterf(value, strtod(other, NULL) > (double)value ? INFINITY : 0.0f));
        assert_true(written <= digits ||
                    strtod(other, NULL) == midpoint); /* a tie, read right by the rule for ties only */
    }
}

static void what_is_no_decimal_is_not_read(void **state) {
    (void)state;
    const char *const wrong[] = {"",    "-",   ".",  "e5", "1e",    "1e+", "1,5", "0x10",
                                 "nan", "inf", " 1", "1 ", "1.5.2", "--1", "1f",  "+-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 7.0;
        assert_false(thud_number_read(wrong[i], &value));
    }
    double value = 0.0;
    assert_true(thud_number_read("1.e3", &value) && value == 1000.0);
    assert_true(thud_number_read("+.5", &value) && value == 0.5);
    assert_true(thud_number_read("1e999999999999", &value) && isinf(value));
    assert_true(thud_number_read("-1e-999999999999", &value) && value == 0.0);
    assert_true(thud_number_read("0.00000000000000000000000000000000000001", &value) && (float)value == 1e-38f);
    assert_true(thud_number_read("100000000000000000000000000000000000000", &value) && (float)value == 1e38f);
}

static void a_locale_with_a_decimal_comma_changes_nothing(void **state) {
    (void)state;
    const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    const char *set = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && set == NULL; i++) {
        set = setlocale(LC_ALL, names[i]);
    }
    if (set == NULL) {
        print_message("no locale with a decimal comma here\n");
    }
    assert_writes(0.5f, "0.5");
    assert_float_equal(read_back("2.25"), 2.25f, 0.0f);
    setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_a_person_writes_them),
        cmocka_unit_test(every_float_reads_back_to_its_bits_here_and_by_the_c_library),
        cmocka_unit_test(no_shorter_decimal_would_do),
        cmocka_unit_test(what_is_no_decimal_is_not_read),
        cmocka_unit_test(a_locale_with_a_decimal_comma_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
