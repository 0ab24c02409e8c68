/* The parts of the hash: sorting, searching, size levels, grids. */
#include "broadphase/occupancy.h"
#include "broadphase/radix_sort.h"
#include "broadphase/sorted_set.h"
#include "broadphase/spatial_hash.h"
#include "reference/random.h"
#include "test.h"

#include <stdlib.h>

static test_random generator = {20261119};

static uint64_t random_bits(void) {
    return test_random_bits(&generator);
}

static void keys_come_out_sorted_and_equal_ones_in_order(void **state) {
    (void)state;
    enum { most_keys = 5000, low_bit = 16 };
    static uint64_t keys[most_keys];
    static uint64_t scratch[most_keys];
    const int counts[] = {0, 1, 2, 47, 48, 300, 2047, 2048, most_keys};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        for (int high_bit = low_bit; high_bit <= 64; high_bit += 6) {
            uint64_t key_mask = high_bit == low_bit ? 0 : ~0ull >> (64 - (high_bit - low_bit));
            for (int i = 0; i < counts[c]; i++) {
                keys[i] = (random_bits() & random_bits() & key_mask) << low_bit | (uint64_t)i;
            }
            const uint64_t *sorted = thud_radix_sort(keys, scratch, counts[c], low_bit, high_bit);
            for (int i = 1; i < counts[c]; i++) {
                assert_true(sorted[i - 1] < sorted[i]);
            }
        }
    }
}

static void a_hunt_finds_the_first_that_is_not_smaller_from_any_hint(void **state) {
    (void)state;
    enum { count = 60 };
    int32_t values[count];
    int32_t value = 0;
    for (int32_t i = 0; i < count; i++) {
        value += (int32_t)(random_bits() % 3);
        values[i] = value;
    }
    for (int32_t first = 0; first < count; first += 7) {
        for (int32_t end = first; end <= count; end += 5) {
            for (int32_t wanted = -1; wanted <= value + 1; wanted++) {
                int32_t expected = first;
                while (expected < end && values[expected] < wanted) {
                    expected++;
                }
                for (int32_t hint = first; hint <= end; hint++) {
                    assert_int_equal(thud_hunt(values, first, end, hint, wanted), expected);
                }
            }
        }
    }
}

static thud_aabb square_at(float x, float y, float size) {
    return (thud_aabb){{x, y}, {x + size, y + size}};
}

static void count_square(thud_size_counts *counts, float size, int32_t boxes) {
    counts->of_class[thud_size_class_of(square_at(0.0f, 0.0f, size))] += boxes;
}

static uint8_t level_of(const thud_size_levels *levels, float size) {
    return levels->level_of_class[thud_size_class_of(square_at(0.0f, 0.0f, size))];
}

static void no_boxes_make_no_level(void **state) {
    (void)state;
    thud_size_counts counts = {{0}};
    thud_size_levels levels;
    thud_size_levels_plan(&levels, &counts);
    assert_int_equal(levels.count, 0);
}

static void like_sizes_make_one_level(void **state) {
    (void)state;
    thud_size_counts counts = {{0}};
    count_square(&counts, 0.9f, 300);
    count_square(&counts, 1.1f, 300);
    count_square(&counts, 1.6f, 400);
    thud_size_levels levels;
    thud_size_levels_plan(&levels, &counts);
    assert_int_equal(levels.count, 1);
}

static void few_large_boxes_get_a_level_of_their_own(void **state) {
    (void)state;
    thud_size_counts counts = {{0}};
    count_square(&counts, 1.0f, 980);
    count_square(&counts, 30.0f, 20);
    thud_size_levels levels;
    thud_size_levels_plan(&levels, &counts);
    assert_int_equal(levels.count, 2);
    assert_int_equal(level_of(&levels, 1.0f), 0);
    assert_int_equal(level_of(&levels, 30.0f), 1);
}

static void boxes_of_every_size_fit_the_levels_there_are(void **state) {
    (void)state;
    thud_size_counts counts = {{0}};
    for (int32_t i = 0; i < thud_size_class_count; i++) {
        counts.of_class[i] = 10000000;
    }
    thud_size_levels levels;
    thud_size_levels_plan(&levels, &counts);
    assert_in_range(levels.count, 2, thud_max_levels);
    for (int32_t i = 1; i < thud_size_class_count; i++) {
        assert_in_range(levels.level_of_class[i], levels.level_of_class[i - 1], levels.count - 1);
    }
}

static void every_box_has_a_size_class(void **state) {
    (void)state;
    thud_aabb widest = {{-FLT_MAX, 0.0f}, {FLT_MAX, 0.0f}};
    assert_int_equal(thud_size_class_of(square_at(0.0f, 0.0f, 0.0f)), 0);
    assert_int_equal(thud_size_class_of(square_at(0.0f, 0.0f, FLT_MIN)), 0);
    assert_int_equal(thud_size_class_of(widest), thud_size_class_count - 1);
    assert_int_equal(thud_size_class_of(square_at(0.0f, 0.0f, 1.0f)), 40);
    assert_int_equal(thud_size_class_of(square_at(0.0f, 0.0f, 1.5f)), 41);
    assert_int_equal(thud_size_class_of(square_at(0.0f, 0.0f, 2.0f)), 42);
}

static void boxes_that_overlap_are_at_most_one_row_apart_however_far_out(void **state) {
    (void)state;
    const float places[] = {0.0f, 1.0f, 1.0e3f, 1.0e6f, 1.0e7f, 1.0e9f, 1.0e20f, 3.0e38f};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        for (int i = 0; i < 2000; i++) {
            float side = i % 2 == 0 ? 1.0f : -1.0f;
            float low = side * (places[p] + (float)(random_bits() % 1000) * 0.01f);
            thud_aabb a = {{0.0f, low}, {1.0f, low + 0.1f}};
            thud_aabb b = {{0.0f, a.max.y}, {1.0f, a.max.y + 0.1f}}; /* touches */
            float tallest = thud_max(a.max.y - a.min.y, b.max.y - b.min.y);
            thud_grid_bounds bounds = {tallest, 1.0f, 0.0f, 0.0f, a.min.y, b.min.y, 2};
            thud_grid grid = thud_grid_make(&bounds, 30);
            int32_t row_a = thud_grid_row(&grid, (double)a.min.y);
            int32_t row_b = thud_grid_row(&grid, (double)b.min.y);
            assert_in_range(row_b - row_a, 0, 1);
            thud_grid_range range = thud_grid_range_of(&grid, b);
            assert_true(range.first_row <= row_a && row_a <= range.last_row); /* signed: rows may be negative */
        }
    }
}

static float random_between(float low, float high) {
    return test_random_float(&generator, low, high);
}

/* A box of any size between a pea and a hill, at distances up to those where floats are metres apart. */
static thud_aabb random_box(float spread) {
    float size = 0.01f * (float)(1u << random_bits() % 14u);
    thud_vec2 corner = {random_between(-spread, spread), random_between(-spread, spread)};
    thud_vec2 extent = {random_between(0.0f, size), random_between(0.0f, size)};
    thud_aabb box = {corner, thud_vec2_add(corner, extent)};
    return box;
}

static void add_box(thud_occupancy *map, thud_aabb box) {
    thud_occupancy_add(map, &(thud_box_columns){&box.min.x, &box.min.y, &box.max.x, &box.max.y}, 1);
}

static void a_map_never_calls_a_place_empty_that_is_not(void **state) {
    (void)state;
    enum { boxes = 40, questions = 400 };
    static thud_occupancy map;
    const float spreads[] = {5.0f, 100.0f, 3.0e4f, 1.0e8f, 1.0e30f};
    const double cells[] = {0.1, 1.0, 7.0, 1.0e-29, 1.0e29};
    int empty = 0;
    for (int round = 0; round < 500; round++) {
        float spread = spreads[round % 5];
        thud_aabb known[boxes];
        thud_occupancy_clear(&map, cells[round / 5 % 5]);
        for (int i = 0; i < boxes; i++) {
            known[i] = random_box(spread);
            add_box(&map, known[i]);
        }
        for (int q = 0; q < questions; q++) {
            thud_aabb box = random_box(spread);
            bool met = false;
            for (int i = 0; i < boxes; i++) {
                met = met || thud_aabb_overlaps(known[i], box);
            }
            bool may_meet = thud_occupancy_may_meet(&map, box);
            assert_true(may_meet || !met);
            empty += !may_meet;
        }
    }
    assert_true(empty > 10000);
}

/* Boxes beside each other are marked together. */
static void a_map_of_a_list_marks_the_cells_of_its_boxes(void **state) {
    (void)state;
    enum { boxes = 300 };
    static thud_occupancy together, singly;
    float sides[4][boxes];
    const thud_box_columns columns = {sides[0], sides[1], sides[2], sides[3]};
    for (int round = 0; round < 200; round++) {
        thud_occupancy_clear(&together, 1.3);
        thud_occupancy_clear(&singly, 1.3);
        thud_vec2 low = {random_between(-500.0f, 500.0f), random_between(-500.0f, 500.0f)};
        for (int i = 0; i < boxes; i++) { /* rows of tiles, with gaps, steps and tiles of other sizes */
            bool is_new = random_between(0.0f, 1.0f) < 0.1f;
            low = is_new ? (thud_vec2){low.x - random_between(-4.0f, 30.0f), low.y + random_between(-0.5f, 2.0f)} : low;
            float width = is_new ? random_between(0.0f, 40.0f) : 1.0f, height = is_new ? random_between(0.0f, 20.0f) : 1.0f;
            thud_aabb box = {low, {low.x + width, low.y + height}};
            add_box(&singly, box);
            columns.min_x[i] = box.min.x;
            columns.min_y[i] = box.min.y;
            columns.max_x[i] = box.max.x;
            columns.max_y[i] = box.max.y;
            low.x += 1.0f;
        }
        thud_occupancy_add(&together, &columns, boxes);
        assert_memory_equal(together.words, singly.words, sizeof singly.words);
        assert_int_equal(together.wide_count, singly.wide_count);
    }
}

/* A level of merged tiles, seen by boxes of half a metre: rocks of 60 m by 10 m, ten in a row, 200 m between the rows. */
static void a_map_of_many_rocks_knows_the_air_between_them(void **state) {
    (void)state;
    enum { rocks = 40, questions = 20000 };
    static thud_occupancy map;
    thud_aabb known[rocks];
    thud_occupancy_clear(&map, 0.5);
    for (int i = 0; i < rocks; i++) {
        thud_vec2 low = {70.0f * (float)(i % 10), 200.0f * (float)(i / 10)};
        known[i] = (thud_aabb){low, {low.x + 60.0f, low.y + 10.0f}};
        add_box(&map, known[i]);
    }
    int empty = 0;
    for (int q = 0; q < questions; q++) {
        thud_vec2 low = {random_between(0.0f, 700.0f), 200.0f * (float)(q % 4) + random_between(20.0f, 180.0f)};
        thud_aabb box = {low, {low.x + 0.8f, low.y + 0.8f}}, rock = known[q % rocks];
        empty += !thud_occupancy_may_meet(&map, box);
        assert_true(thud_occupancy_may_meet(
            &map, (thud_aabb){rock.min, thud_vec2_add(rock.min, (thud_vec2){0.8f, 0.8f})}));
    }
    assert_in_range(empty, questions * 3 / 4, questions);
}

/* The cells were as small as the boxes that move, and their rows filled all bits. */
static void the_map_of_a_wide_level_knows_its_air_however_small_the_boxes_that_move(void **state) {
    (void)state;
    enum { columns = 1000, rows = 8, questions = 1000 };
    const float sizes[] = {0.05f, 0.2f, 0.8f};
    for (int i = 0; i < 3; i++) {
        thud_hash *hash;
        thud_hash_def def = thud_hash_defaults();
        assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
        thud_proxy_id proxy;
        for (int tile = 0; tile < columns * rows; tile++) {
            thud_vec2 low = {(float)(tile % columns), (float)(tile / columns)};
            thud_aabb box = {low, thud_vec2_add(low, (thud_vec2){1.0f, 1.0f})};
            assert_int_equal(thud_hash_insert(hash, box, THUD_PROXY_STATIC, 0, &proxy), THUD_OK);
        }
        thud_aabb moving = {{10.0f, 9.0f}, {10.0f + sizes[i], 9.0f + sizes[i]}};
        assert_int_equal(thud_hash_insert(hash, moving, THUD_PROXY_MOVING, 1, &proxy), THUD_OK);
        thud_pairs pairs;
        assert_int_equal(thud_hash_update(hash, NULL, NULL, &pairs), THUD_OK);
        int empty = 0;
        for (int q = 0; q < questions; q++) {
            thud_vec2 low = {random_between(0.0f, 1000.0f), random_between(12.0f, 16.0f)};
            thud_aabb box = {low, {low.x + sizes[i], low.y + sizes[i]}};
            empty += !thud_occupancy_may_meet(thud_hash_obstacle_maps(hash).fixed, box);
        }
        assert_in_range(empty, questions * 3 / 4, questions);
        thud_hash_destroy(hash);
    }
}

/* Teeth of saws leave their fat boxes in each step: to draw their map took a tenth of a step, in which it was asked about a third as
 * many bodies. */
static void the_map_of_kinematic_boxes_is_drawn_where_more_bodies_ask_than_it_has_boxes(void **state) {
    (void)state;
    enum { platforms = 4 };
    thud_hash *hash;
    thud_hash_def def = thud_hash_defaults();
    assert_int_equal(thud_hash_create(&def, &hash), THUD_OK);
    const thud_aabb platform = {{0.0f, 0.0f}, {3.0f, 0.5f}}, far = {{50.0f, 50.0f}, {51.0f, 51.0f}};
    thud_proxy_id proxies[platforms], mover;
    for (int k = 0; k < platforms; k++) {
        assert_int_equal(thud_hash_insert(hash, platform, THUD_PROXY_KINEMATIC, 0, &proxies[k]), THUD_OK);
    }
    assert_int_equal(thud_hash_insert(hash, far, THUD_PROXY_MOVING, 1, &mover), THUD_OK);
    /* With five questions the map is drawn, at once or as the platforms are sorted; with fewer these leave it. */
    static const struct {
        int questions;
        bool do_platforms_move, is_drawn;
    } steps[] = {{0, true, false}, {5, true, true},  {4, true, false}, {4, false, false},
                 {1, false, true}, {0, false, true}, {4, true, false}, {5, true, true}};
    for (int i = 0; i < (int)(sizeof steps / sizeof steps[0]); i++) {
        thud_hash_note_questions(hash, steps[i].questions);
        thud_aabb moved =
            thud_aabb_expand(steps[i].do_platforms_move ? platform : far, 1.0f + 0.2f * (float)i);
        for (int k = 0; k < (steps[i].do_platforms_move ? platforms : 1); k++) {
            thud_proxy_id proxy = steps[i].do_platforms_move ? proxies[k] : mover;
            assert_int_equal(thud_hash_move(hash, proxy, moved, NULL), THUD_OK);
        }
        thud_pairs pairs;
        assert_int_equal(thud_hash_update(hash, NULL, NULL, &pairs), THUD_OK);
        const thud_occupancy *map = thud_hash_obstacle_maps(hash).kinematic;
        assert_true(thud_occupancy_may_meet(map, platform));
        assert_int_equal(thud_occupancy_may_meet(map, (thud_aabb){{900.0f, 0.0f}, {901.0f, 1.0f}}),
                         !steps[i].is_drawn);
    }
    thud_hash_destroy(hash);
}

static void a_map_without_a_cell_size_or_with_many_vast_boxes_knows_nothing(void **state) {
    (void)state;
    static thud_occupancy map;
    const thud_aabb far = {{900.0f, 900.0f}, {901.0f, 901.0f}};
    const double sizes[] = {0.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        thud_occupancy_clear(&map, sizes[i]);
        assert_true(thud_occupancy_may_meet(&map, far));
    }
    thud_occupancy_clear(&map, 1.0);
    const thud_aabb hill = {{0.0f, 0.0f}, {700.0f, 700.0f}};
    for (int i = 0; i <= thud_occupancy_most_wide; i++) {
        assert_false(thud_occupancy_may_meet(&map, far));
        assert_true(i == 0 || thud_occupancy_may_meet(&map, hill));
        add_box(&map, hill);
    }
    assert_true(thud_occupancy_may_meet(&map, far));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_out_sorted_and_equal_ones_in_order),
        cmocka_unit_test(a_hunt_finds_the_first_that_is_not_smaller_from_any_hint),
        cmocka_unit_test(no_boxes_make_no_level),
        cmocka_unit_test(like_sizes_make_one_level),
        cmocka_unit_test(few_large_boxes_get_a_level_of_their_own),
        cmocka_unit_test(boxes_of_every_size_fit_the_levels_there_are),
        cmocka_unit_test(every_box_has_a_size_class),
        cmocka_unit_test(boxes_that_overlap_are_at_most_one_row_apart_however_far_out),
        cmocka_unit_test(a_map_never_calls_a_place_empty_that_is_not),
        cmocka_unit_test(a_map_of_a_list_marks_the_cells_of_its_boxes),
        cmocka_unit_test(a_map_of_many_rocks_knows_the_air_between_them),
        cmocka_unit_test(the_map_of_a_wide_level_knows_its_air_however_small_the_boxes_that_move),
        cmocka_unit_test(the_map_of_kinematic_boxes_is_drawn_where_more_bodies_ask_than_it_has_boxes),
        cmocka_unit_test(a_map_without_a_cell_size_or_with_many_vast_boxes_knows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
