/*
 * Every operation of every width that this processor has, against plain arithmetic on single numbers, bit for bit:
 * all pairs of special values (NaN, infinities, both zeros, subnormals) and random ones.
 */
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "lanes_case.h"
#include "reference/random.h"
#include "widths.h"

static uint32_t random_bits(test_random *random) {
    return (uint32_t)(test_random_bits(random) >> 32);
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float expected_float(int op, const lanes_case *input, int lane) {
    float a = input->a[lane];
    float b = input->b[lane];
    bool is_set = (input->mask_a >> lane & 1) != 0;
    volatile float product = a * b; /* volatile: rounded before the addition */
    switch (op) {
    case LANES_ADD: return a + b;
    case LANES_SUB: return a - b;
    case LANES_MUL: return a * b;
    case LANES_DIV: return a / b;
    case LANES_SQRT: return sqrtf(a);
    case LANES_MUL_ADD: return product + a;
    case LANES_NEG: return float_of(bits_of(a) ^ 0x80000000u);
    case LANES_ABS: return float_of(bits_of(a) & 0x7fffffffu);
    case LANES_MIN: return a < b ? a : b;
    case LANES_MAX: return a > b ? a : b;
    case LANES_SELECT: return is_set ? a : b;
    case LANES_AND_MASK: return is_set ? a : 0.0f;
    case LANES_SET1: return input->a[3];
    case LANES_ZERO: return 0.0f;
    default: return a;
    }
}

static int32_t expected_int(int op, const lanes_case *input, int lane) {
    int32_t i = input->i[lane];
    int32_t j = input->j[lane];
    switch (op) {
    case LANES_I_SET1: return input->i[5];
    case LANES_I_ADD: return (int32_t)((uint32_t)i + (uint32_t)j);
    case LANES_I_AND: return i & j;
    case LANES_I_OR: return i | j;
    case LANES_I_SELECT: return (input->mask_a >> lane & 1) != 0 ? i : j;
    case LANES_I_OF_BITS: return (int32_t)bits_of(input->a[lane]);
    default: return i;
    }
}

static bool compares(int op, const lanes_case *input, int lane) {
    float a = input->a[lane];
    float b = input->b[lane];
    switch (op) {
    case LANES_LT: return a < b;
    case LANES_LE: return a <= b;
    case LANES_GT: return a > b;
    case LANES_GE: return a >= b;
    case LANES_EQ: return a == b;
    default: return input->i[lane] == input->j[lane];
    }
}

static uint32_t expected_mask(int op, const lanes_case *input) {
    uint32_t m = input->mask_a;
    uint32_t n = input->mask_b;
    uint32_t bits = 0;
    switch (op) {
    case LANES_M_AND: return m & n;
    case LANES_M_OR: return m | n;
    case LANES_M_XOR: return m ^ n;
    case LANES_M_ANDNOT: return m & ~n;
    case LANES_M_NOT: return ~m & 0xff;
    case LANES_M_BITS: return m;
    case LANES_ANY: return m != 0;
    case LANES_ALL: return m == 0xff;
    default:
        for (int lane = 0; lane < 8; lane++) {
            bits |= (uint32_t)compares(op, input, lane) << lane;
        }
        return bits;
    }
}

static void check_case(thud_lanes width, const lanes_case *input) {
    lanes_result result;
    THUD_KERNEL_CHOOSE(width, lanes_apply_all)(input, &result);
    for (int lane = 0; lane < 8; lane++) {
        for (int op = 0; op < LANES_FLOAT_OPS; op++) {
            float expected = expected_float(op, input, lane);
            float actual = result.floats[op][lane];
            bool both_nan = op < LANES_FIRST_EXACT && isnan(expected) && isnan(actual);
            if (!both_nan && bits_of(expected) != bits_of(actual)) {
                fail_msg("%s: float op %d, lane %d of (%a, %a): %a, not %a", thud_lanes_name(width), op, lane,
                         (double)input->a[lane], (double)input->b[lane], (double)actual, (double)expected);
            }
        }
        for (int op = 0; op < LANES_INT_OPS; op++) {
            assert_int_equal(result.ints[op][lane], expected_int(op, input, lane));
        }
    }
    for (int op = 0; op < LANES_MASK_OPS; op++) {
        if (result.masks[op] != expected_mask(op, input)) {
            fail_msg("%s: mask op %d: %x, not %x", thud_lanes_name(width), op, result.masks[op],
                     expected_mask(op, input));
        }
    }
}

static void check_case_in_every_width(const lanes_case *input) {
    for (int w = 0; w < test_width_count; w++) {
        if (thud_lanes_available(test_widths[w])) {
            check_case(test_widths[w], input);
        }
    }
}

static void fill_with_random_masks_and_ints(lanes_case *input, test_random *random) {
    input->mask_a = random_bits(random) & 0xff;
    input->mask_b = random_bits(random) & 0xff;
    for (int lane = 0; lane < 8; lane++) {
        input->i[lane] = (int32_t)random_bits(random);
        input->j[lane] = random_bits(random) % 4 == 0 ? input->i[lane] : (int32_t)random_bits(random);
    }
}

static void every_operation_is_exact_on_all_pairs_of_special_values(void **state) {
    (void)state;
    const float special[] = {0.0f,     -0.0f,    1.0f,         -1.0f,         FLT_MIN,       -FLT_MIN, FLT_MAX,
                             -FLT_MAX, INFINITY, -INFINITY,    NAN,           -NAN,          0.1f,     -3.7f,
                             1.0e-42f, 16777216.0f, 1.0000001f,   -0.99999994f,  FLT_TRUE_MIN,  3.0e38f};
    const int count = sizeof special / sizeof *special;
    test_random random = {12345};
    lanes_case input;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            fill_with_random_masks_and_ints(&input, &random);
            for (int lane = 0; lane < 8; lane++) {
                input.a[lane] = special[(i + lane) % count];
                input.b[lane] = special[(j + 3 * lane) % count];
            }
            check_case_in_every_width(&input);
        }
    }
}

static void every_operation_is_exact_on_random_bit_patterns(void **state) {
    (void)state;
    test_random random = test_random_seed(2463534242u);
    lanes_case input;
    for (int round = 0; round < 20000; round++) {
        fill_with_random_masks_and_ints(&input, &random);
        for (int lane = 0; lane < 8; lane++) {
            input.a[lane] = float_of(random_bits(&random));
            input.b[lane] = float_of(random_bits(&random));
        }
        check_case_in_every_width(&input);
    }
}

static void the_full_and_the_empty_mask_are_told_from_the_rest(void **state) {
    (void)state;
    lanes_case input;
    memset(&input, 0, sizeof input);
    for (uint32_t mask = 0; mask < 256; mask++) {
        input.mask_a = mask;
        input.mask_b = 255 - mask;
        check_case_in_every_width(&input);
    }
}

enum { record_count = 20 };

static void gathered_records_arrive_as_columns_and_scatter_back(void **state) {
    (void)state;
    float from[4 * record_count];
    for (int i = 0; i < 4 * record_count; i++) {
        from[i] = (float)i + 0.25f;
    }
    const int32_t index[8] = {19, 0, 7, 3, 11, 4, 18, 1};
    for (int w = 0; w < test_width_count; w++) {
        if (!thud_lanes_available(test_widths[w])) {
            continue;
        }
        float columns[32];
        THUD_KERNEL_CHOOSE(test_widths[w], lanes_read_records)(from, index, columns);
        for (int k = 0; k < 4; k++) {
            for (int lane = 0; lane < 8; lane++) {
                assert_true(columns[8 * k + lane] == from[4 * index[lane] + k]);
            }
        }
        float to[4 * record_count] = {0};
        THUD_KERNEL_CHOOSE(test_widths[w], lanes_gather_scatter)(from, to, index);
        for (int record = 0; record < record_count; record++) {
            bool is_named = false;
            for (int lane = 0; lane < 8; lane++) {
                is_named = is_named || index[lane] == record;
            }
            for (int k = 0; k < 4; k++) {
                assert_true(to[4 * record + k] == (is_named ? from[4 * record + k] : 0.0f));
            }
        }
    }
}

/* Lanes that pad a block all point to one dummy record; in every width the value of the last lane must remain there. */
static void of_lanes_that_scatter_to_one_record_the_last_one_stays(void **state) {
    (void)state;
    float from[4 * record_count];
    for (int i = 0; i < 4 * record_count; i++) {
        from[i] = (float)i;
    }
    for (int w = 0; w < test_width_count; w++) {
        if (!thud_lanes_available(test_widths[w])) {
            continue;
        }
        /* the columns come from distinct records but land on a few */
        const float *rows[8];
        float target[2][8];
        float *const to[8] = {target[0], target[1], target[0], target[1], target[1], target[1], target[0], target[0]};
        float columns[64];
        for (int lane = 0; lane < 8; lane++) {
            rows[lane] = from + 5 * lane;
        }
        THUD_KERNEL_CHOOSE(test_widths[w], lanes_copy_rows)(rows, to, columns);
        for (int k = 0; k < 8; k++) {
            assert_true(target[0][k] == rows[7][k]);
            assert_true(target[1][k] == rows[5][k]);
        }
    }
}

static void rows_of_eight_arrive_as_columns_and_go_back_as_rows(void **state) {
    (void)state;
    float from[8][9];
    float to[8][9];
    for (int w = 0; w < test_width_count; w++) {
        if (!thud_lanes_available(test_widths[w])) {
            continue;
        }
        const float *from_rows[8];
        float *to_rows[8];
        float columns[64];
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 9; k++) {
                from[i][k] = (float)(10 * i + k);
                to[i][k] = -1.0f;
            }
            from_rows[i] = from[i] + 1; /* not aligned */
            to_rows[i] = to[i];
        }
        THUD_KERNEL_CHOOSE(test_widths[w], lanes_copy_rows)(from_rows, to_rows, columns);
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 8; k++) {
                assert_true(columns[8 * k + i] == from[i][k + 1]);
                assert_true(to[i][k] == from[i][k + 1]);
            }
            assert_true(to[i][8] == -1.0f);
        }
    }
}

static void check_pack(thud_lanes width, uint32_t bits) {
    const int32_t from[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    int32_t to[8];
    int32_t expected = 0;
    int32_t count = THUD_KERNEL_CHOOSE(width, lanes_pack)(to, from, bits);
    for (int lane = 0; lane < 8; lane++) {
        if (bits >> lane & 1) {
            assert_int_equal(to[expected++], from[lane]);
        }
    }
    assert_int_equal(count, expected);
}

static void every_mask_packs_its_lanes_in_their_order(void **state) {
    (void)state;
    for (int w = 0; w < test_width_count; w++) {
        for (uint32_t bits = 0; bits < 256 && thud_lanes_available(test_widths[w]); bits++) {
            check_pack(test_widths[w], bits);
        }
    }
}

static void auto_stands_for_a_width_that_is_available(void **state) {
    (void)state;
    thud_lanes best = thud_lanes_best();
    printf("this processor: %s\n", thud_lanes_name(best));
    assert_int_not_equal(best, THUD_LANES_AUTO);
    assert_true(thud_lanes_available(best));
    assert_true(thud_lanes_available(THUD_LANES_AUTO));
    assert_true(thud_lanes_available(THUD_LANES_SCALAR));
    assert_false(thud_lanes_available((thud_lanes)99));
    assert_int_equal(thud_lanes_resolve(THUD_LANES_AUTO), best);
    assert_int_equal(thud_lanes_resolve(THUD_LANES_SCALAR), THUD_LANES_SCALAR);
    assert_int_equal(thud_lanes_resolve((thud_lanes)99), best); /* THUD_LANES_SCALAR is not in every build */
}

/* `test_widths` would lack a width that is added to the end of thud_lanes. */
static void the_tests_know_every_width(void **state) {
    (void)state;
    bool known[test_width_count + 1] = {[THUD_LANES_AUTO] = true};
    for (int w = 0; w < test_width_count; w++) {
        assert_in_range(test_widths[w], 1, test_width_count);
        assert_false(known[test_widths[w]]);
        known[test_widths[w]] = true;
        assert_string_not_equal(thud_lanes_name(test_widths[w]), "unknown");
    }
    assert_string_equal(thud_lanes_name((thud_lanes)(test_width_count + 1)), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_is_exact_on_all_pairs_of_special_values),
        cmocka_unit_test(every_operation_is_exact_on_random_bit_patterns),
        cmocka_unit_test(the_full_and_the_empty_mask_are_told_from_the_rest),
        cmocka_unit_test(gathered_records_arrive_as_columns_and_scatter_back),
        cmocka_unit_test(of_lanes_that_scatter_to_one_record_the_last_one_stays),
        cmocka_unit_test(rows_of_eight_arrive_as_columns_and_go_back_as_rows),
        cmocka_unit_test(every_mask_packs_its_lanes_in_their_order),
        cmocka_unit_test(auto_stands_for_a_width_that_is_available),
        cmocka_unit_test(the_tests_know_every_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
