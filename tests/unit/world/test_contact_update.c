/* The lists of contacts that the contact update makes (world/contacts/contact_update.h), in every width. */
#include "world/bodies/body_table.h"
#include "world/contacts/contact_update.h"

#include "reference/random.h"
#include "test.h"
#include "widths.h"

enum { CONTACTS = 500, SLOTS = 2 * CONTACTS, PROXIES = 60, BODIES = 40, ROUNDS = 50 };

/* Input and lists of a contact update. */
typedef struct update_case {
    int32_t contacts[CONTACTS]; /* about every other slot, ascending */
    thud_contact_features features[SLOTS];
    thud_contact_proxies proxies[SLOTS];
    thud_contact_pair pairs[SLOTS];
    thud_contact_manifold manifolds[SLOTS];
    thud_velocity velocities[BODIES];
    thud_aabb fat_boxes[PROXIES];
    int32_t lists[4][CONTACTS];
} update_case;

/* Manifolds, of which a third has no points. */
static void roll_features(thud_contact_features *features, test_random *random) {
    bool none = test_random_below(random, 3) == 0;
    features->count = none ? 0 : 1;
    features->nearest = none ? THUD_NO_POINT : test_random_float(random, -0.02f, 0.02f);
}

static void roll_all(update_case *w, test_random *random) {
    *w = (update_case){0};
    for (int i = 0; i < PROXIES; i++) {
        thud_vec2 corner = {test_random_float(random, 0.0f, 1.0f), test_random_float(random, 0.0f, 1.0f)};
        w->fat_boxes[i] = (thud_aabb){corner, thud_vec2_add(corner, (thud_vec2){0.7f, 0.7f})};
    }
    for (int i = 0; i < BODIES; i++) {
        w->velocities[i].linear = (thud_vec2){test_random_float(random, -3.0f, 3.0f), 0.0f};
    }
    for (int i = 0; i < CONTACTS; i++) {
        int32_t slot = 2 * i + (int32_t)test_random_below(random, 2);
        w->contacts[i] = slot;
        roll_features(&w->features[slot], random);
        w->features[slot].flags = (uint8_t)test_random_below(random, 256);
        w->proxies[slot] = (thud_contact_proxies){test_random_below(random, PROXIES), test_random_below(random, PROXIES)};
        w->pairs[slot].body_a = (int32_t)test_random_below(random, BODIES);
        w->pairs[slot].body_b = (int32_t)test_random_below(random, BODIES);
        w->manifolds[slot].normal = (thud_vec2){1.0f, 0.0f};
    }
}

static thud_contact_update update(update_case *w) {
    return (thud_contact_update){.contacts = w->contacts,
                                 .count = CONTACTS,
                                 .features = w->features,
                                 .proxies = w->proxies,
                                 .pairs = w->pairs,
                                 .manifolds = w->manifolds,
                                 .velocities = w->velocities,
                                 .fat_boxes = w->fat_boxes,
                                 .part_distance = 0.005f,
                                 .deep_distance = 0.01f,
                                 .hit_speed = 1.0f,
                                 .lists = {.changed = w->lists[0],
                                           .solved = w->lists[1],
                                           .near = w->lists[2],
                                           .event_candidates = w->lists[3]}};
}

static void check_list(const int32_t *list, int32_t count, const int32_t *expected, int32_t expected_count) {
    assert_int_equal(count, expected_count);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(list[i], expected[i]);
    }
}

static void check_lists(const thud_contact_lists *lists, const thud_contact_lists *expected) {
    check_list(lists->changed, lists->changed_count, expected->changed, expected->changed_count);
    check_list(lists->solved, lists->solved_count, expected->solved, expected->solved_count);
    check_list(lists->near, lists->near_count, expected->near, expected->near_count);
    check_list(lists->event_candidates, lists->event_candidate_count, expected->event_candidates,
               expected->event_candidate_count);
}

static void lists_are_the_same_in_every_width(void **state) {
    (void)state;
    static update_case best, other;
    test_random random = test_random_seed(20261123);
    for (int round = 0; round < ROUNDS; round++) {
        roll_all(&best, &random);
        thud_contact_update expected = update(&best);
        thud_contact_update_run(&expected, thud_lanes_best());
        for (int width = 0; width < test_width_count; width++) {
            if (thud_lanes_available(test_widths[width])) {
                other = best;
                thud_contact_update batch = update(&other);
                thud_contact_update_run(&batch, test_widths[width]);
                check_lists(&batch.lists, &expected.lists);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_the_same_in_every_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
