/* The lists of contacts of a range against a check of each contact, in every width that this processor has. */
#include "test.h"

#include <string.h>

#include "base/kernel.h"
#include "reference/random.h"
#include "widths.h"
#include "world/contacts/contact_table.h"

/* Of four contacts one sleeps. */
static void take_random(thud_contact_table *table, int32_t count, test_random *random) {
    assert_true(thud_contact_table_reserve(table, count));
    assert_int_equal(thud_contact_table_take(table, count), count);
    for (int32_t slot = 0; slot < count; slot++) {
        uint8_t kind = (uint8_t)(1 + test_random_below(random, THUD_CONTACT_KINDS));
        thud_contact_table_clear(table, slot);
        thud_contact_begin_kind(table, slot, kind, test_random_below(random, 4) != 0);
    }
}

static void check_list(const thud_contact_table *table, int32_t first, int32_t end, thud_lanes lanes) {
    int32_t slots[THUD_CONTACT_RANGE];
    int32_t count = thud_contact_table_list(table, first, end, lanes, slots);
    int32_t expected = 0;
    for (int32_t slot = first; slot < end; slot++) {
        if (table->kinds[slot] != THUD_CONTACT_IDLE) {
            assert_true(expected < count);
            assert_int_equal(slots[expected++], slot);
        }
    }
    assert_int_equal(count, expected);
}

static void every_width_lists_the_active_contacts(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    test_random random = {20261119};
    for (int32_t count = 1; count <= 2 * THUD_CONTACT_RANGE; count += 1 + test_random_int(&random, 0, 39)) {
        thud_contact_table table;
        thud_contact_table_init(&table, &hooks);
        take_random(&table, count, &random);
        for (int32_t first = 0; first < count; first += THUD_CONTACT_RANGE) {
            int32_t end = first + THUD_CONTACT_RANGE < count ? first + THUD_CONTACT_RANGE : count;
            for (int w = 0; w < test_width_count; w++) {
                if (thud_lanes_available(test_widths[w])) {
                    check_list(&table, first, end, test_widths[w]);
                }
            }
        }
        thud_contact_table_destroy(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_lists_the_active_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
