/* The cells of the debug drawing: each box's lower left corner is in one, and none is empty. */
#include "broadphase/spatial_hash.h"
#include "reference/random_shapes.h"
#include "test.h"

enum { box_count = 300, most_cells = 2 * box_count };

typedef struct cell_list {
    thud_aabb cells[most_cells];
    int count;
} cell_list;

static void list_cell(thud_aabb cell, void *context) {
    cell_list *list = context;
    assert_true(list->count < most_cells);
    list->cells[list->count++] = cell;
}

static bool holds(thud_aabb cell, thud_vec2 corner) {
    float slack = 1e-5f * (1.0f + thud_abs(corner.x) + thud_abs(corner.y));
    return thud_aabb_contains_point(thud_aabb_expand(cell, slack), corner);
}

static void every_box_has_a_cell_and_every_cell_a_box(void **state) {
    (void)state;
    test_random random = test_random_seed(5);
    thud_hash_def def = thud_hash_defaults();
    thud_hash *hash = NULL;
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    thud_proxy_id proxies[box_count];
    for (int i = 0; i < box_count; i++) {
        thud_vec2 corner = test_random_vec2(&random, 200.0f);
        float size = test_random_size(&random);
        thud_aabb box = {corner, {corner.x + size, corner.y + 0.5f * size}};
        thud_proxy_kind kind = i % 3 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING;
        assert_int_equal(thud_hash_insert(hash, box, kind, (uint64_t)i, &proxies[i]), THUD_OK);
    }
    thud_pairs pairs;
    assert_int_equal(thud_hash_update(hash, NULL, NULL, &pairs), THUD_OK);

    thud_aabb everywhere = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
    static cell_list list;
    list.count = 0;
    thud_hash_visit_cells(hash, everywhere, list_cell, &list);
    assert_true(list.count > 0 && list.count <= box_count);
    for (int i = 0; i < box_count; i++) {
        bool found = false;
        for (int c = 0; c < list.count; c++) {
            found = found || holds(list.cells[c], thud_hash_fat_box(hash, proxies[i]).min);
        }
        assert_true(found);
    }
    for (int c = 0; c < list.count; c++) {
        bool occupied = false;
        for (int i = 0; i < box_count; i++) {
            occupied = occupied || holds(list.cells[c], thud_hash_fat_box(hash, proxies[i]).min);
        }
        assert_true(occupied);
    }

    int all = list.count;
    list.count = 0;
    thud_aabb view = {{0.0f, 0.0f}, {50.0f, 50.0f}};
    thud_hash_visit_cells(hash, view, list_cell, &list);
    assert_true(list.count > 0 && list.count < all);
    for (int c = 0; c < list.count; c++) {
        assert_true(thud_aabb_overlaps(list.cells[c], view));
    }
    thud_hash_destroy(hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_box_has_a_cell_and_every_cell_a_box)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
