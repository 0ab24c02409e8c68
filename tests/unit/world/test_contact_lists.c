/* The lists of contacts of a range against a check of each contact. */
#include "test.h"

#include <string.h>

#include "reference/random.h"
#include "world/contacts/contact_update.h"

/* Sixteen contacts at a time, of which all sleep, one in four, or none. */
static void take_random(thud_contact_table *table, int32_t count, test_random *random) {
    assert_true(thud_contact_table_reserve(table, count));
    assert_int_equal(thud_contact_table_take(table, count), count);
    for (int32_t slot = 0; slot < count; slot++) {
        uint8_t kind = (uint8_t)(1 + test_random_below(random, THUD_CONTACT_KINDS));
        thud_contact_table_clear(table, slot);
        int32_t sort = slot / 16 % 3;
        thud_contact_begin_kind(table, slot, kind, sort == 1 ? test_random_below(random, 4) != 0 : sort == 2);
    }
}

static void check_list(const thud_contact_table *table, int32_t first, int32_t end) {
    int32_t slots[THUD_CONTACT_RANGE];
    int32_t count = thud_list_active(table, first, end, slots);
    int32_t expected = 0;
    for (int32_t slot = first; slot < end; slot++) {
        if (table->kinds[slot] != THUD_CONTACT_IDLE) {
            assert_true(expected < count);
            assert_int_equal(slots[expected++], slot);
        }
    }
    assert_int_equal(count, expected);
}

static void the_active_contacts_are_listed(void **state) {
    (void)state;
    thud_hooks hooks = thud_hooks_defaults();
    test_random random = {20261119};
    for (int32_t count = 1; count <= 2 * THUD_CONTACT_RANGE; count += 1 + test_random_int(&random, 0, 39)) {
        thud_contact_table table;
        thud_contact_table_init(&table, &hooks);
        take_random(&table, count, &random);
        for (int32_t first = 0; first < count; first += THUD_CONTACT_RANGE) {
            int32_t end = first + THUD_CONTACT_RANGE < count ? first + THUD_CONTACT_RANGE : count;
            check_list(&table, first, end);
        }
        thud_contact_table_destroy(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_active_contacts_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
