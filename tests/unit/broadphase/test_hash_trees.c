/*
 * The trees by which queries find boxes (box_tree.h): that they are made, and that a query finds the
 * same boxes in the same order as a test of all boxes one by one. Without trees a ray after 20,000
 * inserts tested all boxes: 10 us instead of 1.
 */
#include "broadphase/box_tree_count.h"
#include "broadphase/query_parts.h"
#include "broadphase/spatial_hash.h"
#include "reference/random.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { most_boxes = 3000 };

static test_random generator;

static float random_between(float low, float high) {
    return test_random_float(&generator, low, high);
}

/* A hash and the boxes in it. */
typedef struct bench {
    thud_hash *hash;
    thud_proxy_id ids[most_boxes];
    bool live[most_boxes];
    int count;
    int times[most_boxes]; /* how often a query has found a box, by user */
} bench;

static void set_up(bench *b, uint64_t seed) {
    generator = (test_random){seed};
    *b = (bench){0};
    thud_hash_def def = thud_hash_defaults();
    assert_int_equal(thud_hash_create(&def, &b->hash), THUD_OK);
}

static void add(bench *b, thud_aabb box, thud_proxy_kind kind) {
    assert_true(b->count < most_boxes);
    assert_int_equal(thud_hash_insert(b->hash, box, kind, (uint64_t)b->count, &b->ids[b->count]), THUD_OK);
    b->live[b->count++] = true;
}

static thud_aabb box_from(float x, float y, float width, float height) {
    return (thud_aabb){{x, y}, {x + width, y + height}};
}

static void update(bench *b) {
    thud_pairs pairs;
    assert_int_equal(thud_hash_update(b->hash, NULL, NULL, &pairs), THUD_OK);
}

static bool count_visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    ((bench *)context)->times[user]++;
    return true;
}

static float count_cast(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)max_fraction;
    count_visit(proxy, user, context);
    return 1.0f;
}

static void clear_times(bench *b) {
    for (int i = 0; i < b->count; i++) {
        b->times[i] = 0;
    }
}

static void check_box(bench *b, thud_aabb box) {
    clear_times(b);
    assert_int_equal(thud_hash_query(b->hash, box, count_visit, b), THUD_OK);
    for (int i = 0; i < b->count; i++) {
        bool expected = b->live[i] && thud_aabb_overlaps(thud_hash_fat_box(b->hash, b->ids[i]), box);
        assert_int_equal(b->times[i], expected);
    }
}

/* Returns true if a ray enters a box grown by `growth`. */
static bool ray_enters(thud_vec2 origin, thud_vec2 translation, thud_aabb box, double growth) {
    double enter = 0.0, leave = 1.0;
    for (int axis = 0; axis < 2; axis++) {
        double at = axis == 0 ? (double)origin.x : (double)origin.y,
               along = axis == 0 ? (double)translation.x : (double)translation.y;
        double low = (axis == 0 ? (double)box.min.x : (double)box.min.y) - growth - at;
        double high = (axis == 0 ? (double)box.max.x : (double)box.max.y) + growth - at;
        if (along == 0.0) {
            if (low > 0.0 || high < 0.0) {
                return false;
            }
            continue;
        }
        double first = (along > 0.0 ? low : high) / along, last = (along > 0.0 ? high : low) / along;
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter <= leave;
}

/* A ray that grazes a box within rounding may find it or not. */
static void check_ray(bench *b, thud_vec2 origin, thud_vec2 translation) {
    clear_times(b);
    assert_int_equal(thud_hash_cast_ray(b->hash, origin, translation, count_cast, b), THUD_OK);
    double size = fabs((double)origin.x) + fabs((double)origin.y) + fabs((double)translation.x) +
                  fabs((double)translation.y);
    for (int i = 0; i < b->count; i++) {
        assert_true(b->times[i] <= 1);
        thud_aabb box = thud_hash_fat_box(b->hash, b->ids[i]);
        if (!b->live[i] || !ray_enters(origin, translation, box, 1.0e-9 * size)) {
            assert_int_equal(b->times[i], 0);
        } else if (ray_enters(origin, translation, box, -1.0e-9 * size)) {
            assert_int_equal(b->times[i], 1);
        }
    }
}

/* Box queries and rays of all lengths from all places about the crowd; some at whole
 * coordinates, where cells may begin. */
static void check_queries(bench *b, float spread, int count) {
    for (int i = 0; i < count; i++) {
        float x = random_between(-spread, spread), y = random_between(-spread, spread);
        float size = spread * powf(0.5f, random_between(0.0f, 12.0f));
        x = i % 3 == 0 ? floorf(x) : x;
        y = i % 3 == 1 ? floorf(y) : y;
        check_box(b, box_from(x, y, i % 4 == 0 ? 0.0f : size, random_between(0.0f, size)));
        thud_vec2 translation = {random_between(-size, size),
                                 i % 5 == 0 ? 0.0f : random_between(-size, size)};
        translation.x = i % 7 == 0 ? 0.0f : translation.x;
        check_ray(b, (thud_vec2){x, y}, translation);
    }
}

static bool has_tree(const bench *b, thud_proxy_kind kind) {
    return thud_box_tree_is_made(b->hash->kinds[kind].main_set.tree);
}

/* Rays through the whole crowd: after few of these a tree pays. */
static void cast_through_all(bench *b) {
    for (int i = 0; i < 200; i++) {
        check_ray(b, (thud_vec2){-200.0f, -200.0f + 0.1f * (float)i}, (thud_vec2){400.0f, 400.0f});
    }
}

static void queries_find_by_trees_what_all_boxes_one_by_one_give(void **state) {
    (void)state;
    const float sizes[] = {1.0f, 0.1f, 8.0f, 60.0f, 1.0e-4f};
    for (int world = 0; world < 5; world++) {
        bench b;
        set_up(&b, 20261119u + (uint64_t)world);
        for (int i = 0; i < 1500; i++) {
            float size = sizes[world] * random_between(0.5f, 1.0f);
            size *= world == 3 ? powf(0.5f, random_between(0.0f, 14.0f)) : 1.0f; /* of all sizes */
            float x = random_between(-40.0f, 40.0f), y = random_between(-40.0f, 40.0f);
            bool on_border = i % 2 == 0;
            add(&b, box_from(on_border ? floorf(x) : x, on_border ? floorf(y) : y, size, size),
                i % 3 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING);
        }
        add(&b, box_from(-3000.0f, -500.0f, 6000.0f, 480.0f), THUD_PROXY_STATIC);
        update(&b);
        assert_false(has_tree(&b, THUD_PROXY_MOVING)); /* no query has come yet */
        check_queries(&b, 60.0f, 200);
        cast_through_all(&b);
        assert_true(has_tree(&b, THUD_PROXY_MOVING));
        check_queries(&b, 60.0f, 200);
        for (int i = 0; i < 200;
             i++) { /* these boxes enter the delta set and leave stale entries in the main set */
            thud_aabb box = thud_hash_fat_box(b.hash, b.ids[7 * i]);
            assert_int_equal(thud_hash_move(b.hash, b.ids[7 * i],
                                            box_from(box.min.x + 3.0f, box.min.y - 2.0f, 0.7f, 0.7f), NULL),
                             THUD_OK);
        }
        update(&b);
        check_queries(&b, 60.0f, 200);
        thud_hash_destroy(b.hash);
    }
}

/* Coins that are taken away and put back, or tiles: some boxes are removed (their slots are used again), moved and
 * renewed. Whether something was merged into the main set. */
static bool change_some(bench *b) {
    const thud_sorted_set *main_set = &b->hash->kinds[THUD_PROXY_STATIC].main_set;
    int before = main_set->merged;
    for (int i = 0; i < 3; i++) {
        int removed = (int)random_between(0.0f, 999.0f), moved = 1000 + (int)random_between(0.0f, 400.0f);
        if (b->live[removed]) {
            assert_int_equal(thud_hash_remove(b->hash, b->ids[removed]), THUD_OK);
            b->live[removed] = false;
            add(b, box_from(random_between(-40.0f, 40.0f), random_between(-40.0f, 40.0f), 1.0f, 1.0f),
                THUD_PROXY_STATIC);
        }
        thud_aabb box = box_from(random_between(-60.0f, 60.0f), random_between(-40.0f, 40.0f), 1.0f, 2.0f);
        assert_int_equal(thud_hash_move(b->hash, b->ids[moved], box, NULL), THUD_OK);
        assert_int_equal(thud_hash_renew(b->hash, b->ids[moved + 50]), THUD_OK);
    }
    update(b);
    return main_set->merged > before;
}

/* A new tree of a level that had to be sorted again took half of the largest step of a game. */
static void a_set_into_which_little_is_merged_keeps_its_tree(void **state) {
    (void)state;
    bench b;
    set_up(&b, 20261124);
    for (int i = 0; i < 1500; i++) {
        add(&b, box_from(random_between(-40.0f, 40.0f), random_between(-40.0f, 40.0f), 1.0f, 1.0f), THUD_PROXY_STATIC);
    }
    update(&b);
    int merged = 0, kept = 0;
    for (int round = 0; round < 165; round++) {
        check_queries(&b, 60.0f, 20);
        if (round % 30 == 0) {
            cast_through_all(&b);
        }
        bool had_tree = has_tree(&b, THUD_PROXY_STATIC), is_merged = change_some(&b);
        merged += is_merged && had_tree;
        kept += is_merged && had_tree && has_tree(&b, THUD_PROXY_STATIC);
#ifdef THUD_ASSERTIONS
        thud_hash_check_invariants(b.hash);
#endif
    }
    assert_true(merged >= 8);
    assert_true(kept >= merged - 1); /* after as many changes as it has boxes it is made again */
    cast_through_all(&b);
    assert_int_equal(thud_hash_shift(b.hash, (thud_vec2){1.0f, 100.0f}), THUD_OK);
    check_queries(&b, 160.0f, 100); /* by a tree of the boxes at their new places */
    thud_hash_destroy(b.hash);
}

/* Boxes that outgrew all levels of their set, shrank and outgrew them again. They cannot be merged into it: where there
 * are too many of them, all are sorted. */
static void boxes_that_outgrew_their_set_are_found(void **state) {
    (void)state;
    for (int share = 0; share <= 4; share++) { /* of the boxes that move, in quarters */
        bench b;
        set_up(&b, 20261130 + (uint64_t)share);
        for (int i = 0; i < 1500; i++) {
            add(&b, box_from(random_between(-40.0f, 40.0f), random_between(-40.0f, 40.0f), 1.0f, 1.0f),
                THUD_PROXY_STATIC);
        }
        update(&b);
        for (int i = 0; i < 1800; i++) {
            bool is_large = i / 600 != 1 && i % 4 < share;
            float size = is_large ? random_between(20.0f, 40.0f) : 1.0f;
            thud_aabb box = box_from(random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f), size, 1.0f);
            assert_int_equal(thud_hash_move(b.hash, b.ids[i % 600], box, NULL), THUD_OK);
            if (i % 60 == 59) {
                update(&b);
                check_queries(&b, 80.0f, 30);
#ifdef THUD_ASSERTIONS
                thud_hash_check_invariants(b.hash);
#endif
            }
        }
        thud_hash_destroy(b.hash);
    }
}

/* A key of a merge has 17 bits for the column and 15 for the row: boxes beyond either are not merged. */
static void boxes_that_went_far_from_their_set_are_found(void **state) {
    (void)state;
    const float far[] = {0.0f, 3.0e4f, -3.0e4f, 3.0e6f, -3.0e6f};
    bench b;
    int merges = 0;
    set_up(&b, 20261202);
    for (int i = 0; i < 1500; i++) {
        add(&b, box_from(random_between(-40.0f, 40.0f), random_between(-40.0f, 40.0f), 1.0f, 1.0f),
            THUD_PROXY_STATIC);
    }
    update(&b);
    for (int i = 0; i < 1500; i++) {
        int way = i % 10 == 0 ? i / 10 % 25 : 0; /* a tenth of those that move */
        float x = random_between(-60.0f, 60.0f) + far[way / 5],
              y = random_between(-60.0f, 60.0f) + far[way % 5];
        assert_int_equal(thud_hash_move(b.hash, b.ids[i], box_from(x, y, 1.0f, 1.0f), NULL), THUD_OK);
        if (i % 60 == 59) {
            int32_t merged = b.hash->kinds[THUD_PROXY_STATIC].main_set.merged;
            update(&b);
            merges += b.hash->kinds[THUD_PROXY_STATIC].main_set.merged > merged;
            check_queries(&b, 80.0f, 10);
            for (int k = 0; k < 25; k++) {
                check_box(&b, box_from(far[k / 5] - 70.0f, far[k % 5] - 70.0f, 140.0f, 140.0f));
            }
#ifdef THUD_ASSERTIONS
            thud_hash_check_invariants(b.hash);
#endif
        }
    }
    assert_true(merges >= 3);
    thud_hash_destroy(b.hash);
}

static void boxes_in_the_insert_buffer_are_found_by_trees(void **state) {
    (void)state;
    bench b;
    set_up(&b, 20261122);
    for (int i = 0; i < 2500; i++) {
        float size = i % 50 == 0 ? 30.0f : random_between(0.2f, 2.0f);
        add(&b, box_from(random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f), size, size),
            i % 2 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING);
        int other = (int)random_between(0.0f, (float)i);
        if (i % 5 == 0 && b.live[other]) {
            assert_int_equal(thud_hash_remove(b.hash, b.ids[other]), THUD_OK);
            b.live[other] = false;
        } else if (i % 5 == 1 && b.live[other]) {
            thud_aabb box =
                box_from(random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f), 1.0f, 1.0f);
            assert_int_equal(thud_hash_move(b.hash, b.ids[other], box, NULL), THUD_OK);
        }
        if (i % 8 == 0) {
            check_queries(&b, 80.0f, 1);
        }
    }
    assert_true(thud_box_tree_is_made(b.hash->kinds[THUD_PROXY_MOVING].buffer.tree));
    check_queries(&b, 80.0f, 200);
    thud_hash_destroy(b.hash);
}

static void boxes_far_away_and_queries_of_the_whole_world_are_answered(void **state) {
    (void)state;
    const float places[] = {0.0f, -1.0e6f, 3.0e8f, -1.0e15f, 1.0e30f};
    for (int sorted = 0; sorted < 2; sorted++) {
        bench b;
        set_up(&b, 7);
        for (int i = 0; i < 500; i++) {
            float at = places[i % 5];
            add(&b,
                box_from(at + random_between(-50.0f, 50.0f), -at + random_between(-50.0f, 50.0f),
                         1.0f + 0.001f * fabsf(at), 1.0f),
                THUD_PROXY_MOVING);
        }
        add(&b, box_from(-1.0e38f, -1.0e38f, 2.0e38f, 1.0e37f), THUD_PROXY_MOVING);
        if (sorted != 0) {
            update(&b);
        }
        for (int i = 0; i < 40; i++) {
            check_box(&b, box_from(-1.0e9f, -1.0e9f, 2.0e9f, 2.0e9f));
            check_box(&b, box_from(-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX));
            check_box(&b, box_from(random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f), 3.0f, 3.0f));
            check_ray(&b, (thud_vec2){-1.0e9f, random_between(-40.0f, 40.0f)}, (thud_vec2){2.0e9f, 0.0f});
            check_ray(&b, (thud_vec2){random_between(-40.0f, 40.0f), 1.0e9f}, (thud_vec2){0.0f, -2.0e9f});
            check_ray(&b, (thud_vec2){random_between(-40.0f, 40.0f), -40.0f}, (thud_vec2){3.0f, 80.0f});
        }
        thud_hash_destroy(b.hash);
    }
}

/* Shortens the ray to a hit within the box. */
static float stop_at_first(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)max_fraction;
    count_visit(proxy, user, context);
    return ((float)user + 0.9f) / 1000.0f;
}

static void a_ray_visits_the_nearest_box_first_and_ends_at_a_hit(void **state) {
    (void)state;
    bench b;
    set_up(&b, 1);
    for (int i = 0; i < 1000; i++) {
        add(&b, box_from((float)i + 0.5f, 0.0f, 0.3f, 1.0f), THUD_PROXY_STATIC);
    }
    update(&b);
    for (int i = 0; i < 40; i++) {
        clear_times(&b);
        assert_int_equal(thud_hash_cast_ray(b.hash, (thud_vec2){0.0f, 0.5f}, (thud_vec2){1000.0f, 0.0f},
                                            stop_at_first, &b),
                         THUD_OK);
        int asked = 0;
        for (int k = 0; k < b.count; k++) {
            asked += b.times[k];
        }
        assert_int_equal(asked, 1);
    }
    thud_hash_destroy(b.hash);
}

/* Two boxes at each half of the distance to a corner, 64 times: cuts in halves would make a leaf for each two, more
 * nodes than there is room for; such a tree is packed by number of boxes. */
static void boxes_that_gather_at_corners_are_found_too(void **state) {
    (void)state;
    static bench b;
    set_up(&b, 17);
    for (int i = 0; i < 64 * 28; i++) {
        float away = 6.0f * powf(0.5f, (float)(i % 28 / 2));
        add(&b,
            box_from(10.0f * (float)(i / 28 % 8) + away, 10.0f * (float)(i / 28 / 8) + away, 1.0e-3f,
                     1.0e-3f),
            THUD_PROXY_STATIC);
    }
    update(&b);
    cast_through_all(&b);
    assert_true(has_tree(&b, THUD_PROXY_STATIC));
    check_queries(&b, 90.0f, 200);
    thud_aabb boxes[most_boxes];
    for (int i = 0; i < b.count; i++) {
        boxes[b.ids[i].slot] = thud_hash_fat_box(b.hash, b.ids[i]);
    }
    assert_int_equal(thud_box_tree_count(b.hash->kinds[THUD_PROXY_STATIC].main_set.tree, boxes), b.count);
    thud_hash_destroy(b.hash);
}

/* The users of the boxes that a cast has reported, in order. */
typedef struct sequence {
    uint64_t users[most_boxes];
    int count;
} sequence;

static float note_cast(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)proxy;
    (void)max_fraction;
    sequence *asked = context;
    assert_true(asked->count < most_boxes);
    asked->users[asked->count++] = user;
    return 1.0f;
}

/* The fraction at which a ray enters a box that it meets. */
static double entry_of(thud_vec2 origin, thud_vec2 translation, thud_aabb box) {
    double x =
        ((double)(translation.x > 0.0f ? box.min.x : box.max.x) - (double)origin.x) / (double)translation.x;
    double y =
        ((double)(translation.y > 0.0f ? box.min.y : box.max.y) - (double)origin.y) / (double)translation.y;
    return fmax(fmax(x, y), 0.0);
}

/* The order was once that of sorted rows in the first queries after an update, that of cells in
 * later ones, and depended on which boxes had moved before: a caller that stops at a hit, or breaks
 * a tie by order, got different answers. */
static void the_order_of_a_cast_is_that_of_entering_whatever_was_asked_before(void **state) {
    (void)state;
    bench b;
    set_up(&b, 11);
    for (int i = 0; i < 2000; i++) {
        float size = 20.0f * powf(0.5f, random_between(0.0f, 8.0f));
        add(&b, box_from(random_between(-50.0f, 50.0f), random_between(-50.0f, 50.0f), size, size),
            i % 3 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING);
        if (i == 1500) {
            update(&b);
        }
    }
    static sequence first[20], again;
    thud_vec2 origins[20], ways[20];
    for (int i = 0; i < 20 * 40; i++) {
        int ray = i % 20;
        if (i < 20) {
            origins[ray] = (thud_vec2){random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f)};
            ways[ray] = (thud_vec2){random_between(-90.0f, 90.0f), random_between(-90.0f, 90.0f)};
        }
        sequence *asked = i < 20 ? &first[ray] : &again;
        asked->count = 0;
        assert_int_equal(thud_hash_cast_ray(b.hash, origins[ray], ways[ray], note_cast, asked), THUD_OK);
        assert_int_equal(asked->count, first[ray].count);
        double reached = 0.0;
        for (int k = 0; k < asked->count; k++) {
            assert_int_equal(asked->users[k], first[ray].users[k]);
            double entry =
                entry_of(origins[ray], ways[ray], thud_hash_fat_box(b.hash, b.ids[asked->users[k]]));
            assert_true(entry >= reached * (1.0 - 1.0e-5));
            reached = fmax(reached, entry);
        }
    }
    assert_true(has_tree(&b, THUD_PROXY_MOVING));
    thud_hash_destroy(b.hash);
}

/* A cast keeps some hundreds of candidate boxes and nodes; here are more, at one place and one after the other. */
static void more_boxes_than_a_cast_can_keep_are_all_asked_once_and_in_order(void **state) {
    (void)state;
    static bench b;
    set_up(&b, 3);
    for (int i = 0; i < 1000; i++) {
        add(&b, box_from(-1.0f - 0.001f * (float)(i * 7 % 1000), -1.0f, 3.0f, 2.0f), THUD_PROXY_MOVING);
    }
    for (int i = 0; i < 1000; i++) {
        add(&b, box_from(3.0f + (float)(i * 7 % 1000), -1.0f, 0.5f, 2.0f), THUD_PROXY_MOVING);
    }
    for (int i = 0; i < 60; i++) {
        if (i == 30) {
            update(&b);
        }
        static sequence asked;
        asked.count = 0;
        assert_int_equal(thud_hash_cast_ray(b.hash, (thud_vec2){0.0f, 0.0f}, (thud_vec2){1100.0f, 0.0f},
                                            note_cast, &asked),
                         THUD_OK);
        assert_int_equal(asked.count, 2000);
        for (int k = 0; k < 2000; k++) {
            /* boxes around the origin come by slot, which is the user here, the others by place: 7 * 143 is 1001 */
            assert_int_equal(asked.users[k], k < 1000 ? k : 1000 + (k - 1000) * 143 % 1000);
        }
    }
    thud_hash_destroy(b.hash);
}

/* A ray that meets no row of a set has had the work of searching the rows. When only comparisons in rows counted, a
 * game whose rays went through the sky never got a tree for them: 73 ns a ray among 20,000 bodies, with a tree 59. */
static void rays_that_meet_no_row_make_a_tree_worth_it_too(void **state) {
    (void)state;
    bench b;
    set_up(&b, 20261123);
    for (int i = 0; i < 1000; i++) {
        add(&b, box_from((float)(i % 40), (float)(i / 40), 0.5f, 0.5f), THUD_PROXY_MOVING);
    }
    add(&b, box_from(0.0f, 200.0f, 0.5f, 0.5f),
        THUD_PROXY_MOVING); /* the sky is within the bounds of the level */
    update(&b);
    for (int i = 0; i < 3000; i++) {
        thud_vec2 sky = {(float)(i % 40), 100.0f};
        assert_int_equal(thud_hash_cast_ray(b.hash, sky, (thud_vec2){5.0f, 3.0f}, count_cast, &b), THUD_OK);
    }
    assert_true(has_tree(&b, THUD_PROXY_MOVING));
    thud_hash_destroy(b.hash);
}

static uint32_t lists_near(const bench *b, thud_aabb box, thud_vec2 translation) {
    thud_aabb swept = thud_swept_box(box, translation);
    return thud_hash_lists_near(b->hash, &swept, true);
}

/* A ray through empty space cost 65 ns among 20,000 bodies, Box2D's 37: all that a cast needs was made ready, a tree
 * was built, and its root said that nothing is near. The bounds of the levels say that first. */
static void the_bounds_of_levels_tell_that_a_ray_leads_past_all_boxes(void **state) {
    (void)state;
    bench b;
    set_up(&b, 11);
    for (int i = 0; i < 1000; i++) {
        float x = random_between(-50.0f, 50.0f), y = random_between(-50.0f, 50.0f);
        add(&b, box_from(x, y, random_between(0.1f, 1.0f), random_between(0.1f, 1.0f)), THUD_PROXY_MOVING);
    }
    add(&b, box_from(-40.0f, 300.0f, 40.0f, 40.0f), THUD_PROXY_MOVING);
    const thud_vec2 none = {0.0f, 0.0f};
    thud_aabb far_box = box_from(0.0f, 100.0f, 1.0f, 1.0f);
    assert_true(lists_near(&b, far_box, none)); /* inserted since the last update */
    update(&b);
    int empty = 0;
    for (int i = 0; i < 20000; i++) {
        thud_vec2 origin = {random_between(-60.0f, 60.0f), random_between(-80.0f, 360.0f)};
        thud_vec2 translation = {random_between(-30.0f, 30.0f), random_between(-30.0f, 30.0f)};
        if (!lists_near(&b, (thud_aabb){origin, origin}, translation)) {
            check_ray(&b, origin, translation);
            for (int k = 0; k < b.count; k++) {
                assert_int_equal(b.times[k], 0);
            }
            empty++;
        }
    }
    assert_true(empty > 8000);
    assert_false(lists_near(&b, box_from(0.0f, 100.0f, 100.0f, 100.0f), none));
    assert_false(has_tree(&b, THUD_PROXY_MOVING));
    thud_hash_destroy(b.hash);
}

typedef struct kind_count {
    int solid, sensors;
} kind_count;

static bool count_kinds(const thud_hash *hash, const thud_found *found, void *context) {
    kind_count *count = context;
    for (int i = 0; i < found->count; i++) {
        bool is_sensor =
            thud_kind_of_place(hash->proxies.places[thud_found_slot(found, i)]) == THUD_PROXY_SENSOR;
        count->sensors += is_sensor;
        count->solid += !is_sensor;
    }
    return true;
}

/* Ten times as many coins as characters must not be in the way of a game's rays: nor of its box queries. */
static void a_search_without_sensors_does_not_look_at_them(void **state) {
    (void)state;
    bench b;
    set_up(&b, 14);
    for (int i = 0; i < 500; i++) {
        float x = random_between(-50.0f, 50.0f), y = random_between(-50.0f, 50.0f);
        add(&b, box_from(x, y, 1.0f, 1.0f), i < 50 ? THUD_PROXY_MOVING : THUD_PROXY_SENSOR);
    }
    thud_aabb swept = {{-60.0f, -60.0f}, {60.0f, 60.0f}};
    for (int round = 0; round < 3; round++) { /* from the insert buffers, then from the sets, then with trees */
        const uint32_t of_sensors = 7u * thud_list_bit(thud_place_of(THUD_PROXY_SENSOR, thud_place_main, 0));
        assert_int_equal(thud_hash_lists_near(b.hash, &swept, false) & of_sensors, 0);
        assert_int_not_equal(thud_hash_lists_near(b.hash, &swept, true) & of_sensors, 0);
        kind_count with = {0, 0}, without = {0, 0};
        assert_int_equal(thud_hash_query_found(b.hash, swept, true, count_kinds, &with), THUD_OK);
        assert_int_equal(thud_hash_query_found(b.hash, swept, false, count_kinds, &without), THUD_OK);
        assert_int_equal(with.solid, 50);
        assert_int_equal(with.sensors, 450);
        assert_int_equal(without.solid, 50);
        assert_int_equal(without.sensors, 0);
        update(&b);
        for (int i = 0; i < 200; i++) { /* casts find both */
            thud_vec2 origin = {random_between(-60.0f, 60.0f), random_between(-60.0f, 60.0f)};
            check_ray(&b, origin, (thud_vec2){random_between(-30.0f, 30.0f), random_between(-30.0f, 30.0f)});
        }
    }
    thud_hash_destroy(b.hash);
}

/* A box query of boxes whose user is their index in `own`. */
typedef struct sure_check {
    thud_aabb box;
    const thud_aabb *own;
    bool statics_too; /* static boxes that overlap the query by a millimetre are certain */
    bool all;         /* every box that is certain has no mark */
    int found_sure;
} sure_check;

static bool check_sure(const thud_hash *hash, const thud_found *found, void *context) {
    sure_check *check = context;
    for (int i = 0; i < found->count; i++) {
        uint32_t slot = thud_found_slot(found, i);
        thud_aabb fat = thud_hash_fat_boxes(hash)[slot], own = check->own[thud_hash_users(hash)[slot]];
        bool is_sure = (found->slots[i] & THUD_FOUND_CROSSING) == 0;
        bool is_fixed =
            check->statics_too && thud_kind_of_place(hash->proxies.places[slot]) == THUD_PROXY_STATIC;
        bool must_be = thud_aabb_contains(check->box, fat) ||
                       (is_fixed && thud_aabb_overlaps(thud_aabb_expand(own, -1.0e-3f), check->box));
        assert_int_equal((thud_found_crossing(hash, found) >> i & 1u) == 0, is_sure);
        assert_true(!is_sure || thud_aabb_overlaps(own, check->box));
        assert_true(is_sure || !must_be || !check->all);
        check->found_sure += is_sure;
    }
    return true;
}

/* Queries of all sizes, whose edges cross boxes of both kinds or pass them by less than the margin. */
static void check_what_is_sure(const bench *b, const thud_aabb *own, bool statics_too, bool all) {
    sure_check check = {.own = own, .statics_too = statics_too, .all = all};
    for (int i = 0; i < 300; i++) {
        check.box = box_from(random_between(-40.0f, 40.0f), random_between(-40.0f, 40.0f), random_between(0.0f, 30.0f),
                             random_between(0.0f, 30.0f));
        assert_int_equal(thud_hash_query_found(b->hash, check.box, true, check_sure, &check), THUD_OK);
        thud_aabb box = own[test_random_int(&generator, 0, b->count - 1)];
        float gap = random_between(-0.06f, 0.01f);
        check.box = box_from(box.max.x - gap, box.min.y, 0.01f, 0.01f);
        assert_int_equal(thud_hash_query_found(b->hash, check.box, true, check_sure, &check), THUD_OK);
    }
    assert_true(check.found_sure > 1000);
}

/* A world accepts bodies without computing their exact boxes if these overlap the query's for certain: rows report all
 * whose fat boxes lie inside of it, and of static ones, whose fat boxes are larger by the margin alone, all but those at
 * its edge. A query of a screen of tiles took 17,700 instructions instead of 12,300. */
static void a_box_query_reports_which_boxes_overlap_for_certain(void **state) {
    (void)state;
    static thud_aabb own[most_boxes];
    bench b;
    set_up(&b, 20261124);
    for (int i = 0; i < 2000; i++) {
        float x = random_between(-40.0f, 40.0f), y = random_between(-40.0f, 40.0f);
        own[i] = box_from(x, y, random_between(0.5f, 1.0f), random_between(0.5f, 1.0f));
        add(&b, own[i], i % 2 == 0 ? THUD_PROXY_STATIC : THUD_PROXY_MOVING);
    }
    check_what_is_sure(&b, own, true, false); /* the buffer gets a tree soon */
    update(&b);
    check_what_is_sure(&b, own, true, true);
    for (int i = 0; i < b.count; i++) { /* moving ones lie anywhere in their fat boxes */
        bool left = true;
        if (i % 2 == 1) {
            own[i] = box_from(own[i].min.x + 0.03f, own[i].min.y, 0.4f, 0.4f);
            assert_int_equal(thud_hash_move(b.hash, b.ids[i], own[i], &left), THUD_OK);
            assert_false(left);
        }
    }
    check_what_is_sure(&b, own, true, true);
    for (int i = 0; i < 20; i++) { /* and static ones, once one has moved so little */
        bool left = true;
        own[2 * i] = box_from(own[2 * i].min.x + 0.01f, own[2 * i].min.y + 0.04f, 0.4f, 0.4f);
        assert_int_equal(thud_hash_move(b.hash, b.ids[2 * i], own[2 * i], &left), THUD_OK);
        assert_false(left);
    }
    check_what_is_sure(&b, own, false, true);
    thud_hash_destroy(b.hash);
}

/* Far out coordinates are rounded by centimetres, and a shift back keeps what boxes and fat boxes have lost there. */
static void after_a_shift_a_fat_box_tells_nothing_of_a_static_box(void **state) {
    (void)state;
    static thud_aabb own[most_boxes];
    const thud_vec2 far_off = {-1.0e6f, 1.0e6f};
    bench b;
    set_up(&b, 20261126);
    for (int i = 0; i < 1000; i++) {
        float x = random_between(-40.0f, 40.0f), y = random_between(-40.0f, 40.0f);
        thud_aabb box = box_from(x - far_off.x, y - far_off.y, random_between(0.5f, 1.0f), random_between(0.5f, 1.0f));
        own[i] = (thud_aabb){thud_vec2_add(box.min, far_off), thud_vec2_add(box.max, far_off)};
        add(&b, box, THUD_PROXY_STATIC);
    }
    update(&b);
    assert_int_equal(thud_hash_shift(b.hash, far_off), THUD_OK);
    check_what_is_sure(&b, own, false, true);
    thud_hash_destroy(b.hash);
}

/* Rays at one of the boxes and past it; after a few of them the short lists are in one list. */
static void check_rays_at_few(bench *b) {
    for (int i = 0; i < 16; i++) {
        int k = test_random_int(&generator, 0, b->count - 1);
        thud_aabb box = b->live[k] ? thud_hash_fat_box(b->hash, b->ids[k]) : box_from(0.0f, 0.0f, 1.0f, 1.0f);
        check_ray(b, (thud_vec2){box.min.x - random_between(0.0f, 20.0f), box.min.y - random_between(0.0f, 2.0f)},
                  (thud_vec2){random_between(1.0f, 30.0f), random_between(0.0f, 4.0f)});
    }
    assert_true(thud_box_tree_is_made(&b->hash->few->tree));
}

/* A level, platforms and characters: all lists but the level's are short. Each change drops their common list. */
static void short_lists_are_searched_as_one(void **state) {
    (void)state;
    bench b;
    set_up(&b, 20261125);
    for (int i = 0; i < 1200; i++) {
        add(&b, box_from((float)(i % 300), (float)(i / 300), 1.0f, 1.0f), THUD_PROXY_STATIC);
    }
    for (int i = 0; i < 130; i++) {
        add(&b, box_from(random_between(0.0f, 300.0f), random_between(4.0f, 12.0f), 0.6f, 1.4f),
            i % 4 == 0 ? THUD_PROXY_KINEMATIC : THUD_PROXY_MOVING);
    }
    update(&b);
    for (int step = 0; step < 40; step++) {
        check_rays_at_few(&b);
        for (int i = 0; i < 20; i++) {
            int k = test_random_int(&generator, 0, b.count - 1);
            if (i == 0 && b.live[k]) {
                assert_int_equal(thud_hash_remove(b.hash, b.ids[k]), THUD_OK);
                b.live[k] = false;
            } else if (b.live[k] && k >= 1200) {
                thud_aabb box = thud_hash_fat_box(b.hash, b.ids[k]);
                bool left;
                thud_aabb next = box_from(box.min.x + 0.7f, box.min.y, 0.6f, 1.4f);
                assert_int_equal(thud_hash_move(b.hash, b.ids[k], next, &left), THUD_OK);
                assert_true(left);
            }
        }
        add(&b, box_from(random_between(0.0f, 300.0f), 9.0f, 0.6f, 0.6f), THUD_PROXY_STATIC);
        assert_false(thud_box_tree_is_made(&b.hash->few->tree));
        check_rays_at_few(&b);
        update(&b);
    }
    assert_int_equal(thud_hash_shift(b.hash, (thud_vec2){100.0f, -50.0f}), THUD_OK);
    assert_false(thud_box_tree_is_made(&b.hash->few->tree));
    check_rays_at_few(&b);
    thud_hash_destroy(b.hash);
}

/* A full node was cut in half wherever that was: a query that places crates where nothing is then opened 10 nodes of
 * 20,000 boxes, not 7. */
static void a_full_node_is_cut_where_its_boxes_leave_a_gap(void **state) {
    (void)state;
    thud_tree_node nodes[4];
    thud_box_tree tree = {.nodes = nodes, .capacity = 4};
    const float places[] = {0.0f, 100.0f, 101.0f, 1.0f, 102.0f, 103.0f, 2.0f, 104.0f, 105.0f};
    thud_aabb boxes[9], bounds;
    for (uint32_t i = 0; i < 9; i++) {
        boxes[i] = box_from(places[i], 0.0f, 0.5f, 0.5f);
    }
    const uint32_t first = 0;
    tree.root = thud_box_tree_pack(tree.nodes, boxes, &first, 1, &bounds);
    tree.count = 1;
    for (uint32_t i = 1; i < 9; i++) {
        assert_true(thud_box_tree_insert(&tree, thud_lanes_best(), i, boxes[i]));
    }
    const thud_tree_node *root = &tree.nodes[tree.root];
    for (int lane = 0; lane < 2; lane++) {
        assert_true(root->sides[THUD_MAX_X][lane] - root->sides[THUD_MIN_X][lane] < 10.0f);
    }
    assert_int_equal(thud_box_tree_count(&tree, boxes), 9);
}

/* A tree without room for the nodes that an insertion may take refuses it and stays as it is. */
static void a_full_tree_refuses_and_writes_no_other_memory(void **state) {
    (void)state;
    enum { most = 40, beyond = 8 };
    static thud_tree_node nodes[most + beyond];
    static thud_aabb boxes[64 * most];
    thud_tree_node guard;
    memset(&guard, 0x5a, sizeof guard);
    generator = (test_random){20261201};
    for (int capacity = 1; capacity <= most; capacity++) {
        thud_box_tree tree = {.nodes = nodes, .capacity = capacity};
        for (int i = capacity; i < most + beyond; i++) {
            nodes[i] = guard;
        }
        uint32_t count = 1, first = 0;
        thud_aabb bounds;
        boxes[0] = box_from(0.0f, 0.0f, 0.5f, 0.5f);
        tree.root = thud_box_tree_pack(tree.nodes, boxes, &first, 1, &bounds);
        tree.count = 1;
        bool has_room = true;
        while (has_room) {
            boxes[count] = box_from(random_between(0.0f, 90.0f), random_between(0.0f, 9.0f), 0.5f, 0.5f);
            has_room = thud_box_tree_insert(&tree, thud_lanes_best(), count, boxes[count]);
            count += has_room;
        }
        assert_true(tree.count <= capacity);
        assert_int_equal(thud_box_tree_count(&tree, boxes), (int)count);
        for (int i = capacity; i < most + beyond; i++) {
            assert_memory_equal(&nodes[i], &guard, sizeof guard);
        }
    }
}

/* The nodes that a search has yet to open have room for any tree that is built; of a deeper one it says that it found too
 * much, and the list is searched. */
static void a_search_gives_up_a_tree_that_is_too_deep(void **state) {
    (void)state;
    enum { depth = 40 };
    thud_tree_node nodes[depth];
    for (uint32_t i = 0; i < depth; i++) {
        for (int lane = 0; lane < thud_node_lanes; lane++) {
            bool is_last = i + 1 == depth;
            nodes[i].sides[THUD_MIN_X][lane] = nodes[i].sides[THUD_MIN_Y][lane] = is_last ? INFINITY : -1.0f;
            nodes[i].sides[THUD_MAX_X][lane] = nodes[i].sides[THUD_MAX_Y][lane] = is_last ? -INFINITY : 1.0f;
            nodes[i].children[lane] = is_last ? THUD_TREE_FREE : i + 1;
        }
    }
    const thud_aabb box = box_from(0.0f, 0.0f, 0.5f, 0.5f);
    for (int lanes = THUD_LANES_SCALAR; lanes <= THUD_LANES_AVX512; lanes++) {
        if (thud_lanes_available((thud_lanes)lanes)) {
            thud_tree_hits shallow = {.nodes = nodes}, deep = {.nodes = nodes};
            THUD_KERNEL_CHOOSE((thud_lanes)lanes, thud_search_tree)(&shallow, depth - 3, &box);
            assert_int_equal(shallow.count, 0);
            THUD_KERNEL_CHOOSE((thud_lanes)lanes, thud_search_tree)(&deep, 0, &box);
            assert_true(deep.count > thud_most_hits);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_by_trees_what_all_boxes_one_by_one_give),
        cmocka_unit_test(a_set_into_which_little_is_merged_keeps_its_tree),
        cmocka_unit_test(boxes_that_outgrew_their_set_are_found),
        cmocka_unit_test(boxes_that_went_far_from_their_set_are_found),
        cmocka_unit_test(boxes_in_the_insert_buffer_are_found_by_trees),
        cmocka_unit_test(boxes_far_away_and_queries_of_the_whole_world_are_answered),
        cmocka_unit_test(a_ray_visits_the_nearest_box_first_and_ends_at_a_hit),
        cmocka_unit_test(boxes_that_gather_at_corners_are_found_too),
        cmocka_unit_test(the_order_of_a_cast_is_that_of_entering_whatever_was_asked_before),
        cmocka_unit_test(more_boxes_than_a_cast_can_keep_are_all_asked_once_and_in_order),
        cmocka_unit_test(rays_that_meet_no_row_make_a_tree_worth_it_too),
        cmocka_unit_test(a_search_without_sensors_does_not_look_at_them),
        cmocka_unit_test(the_bounds_of_levels_tell_that_a_ray_leads_past_all_boxes),
        cmocka_unit_test(a_box_query_reports_which_boxes_overlap_for_certain),
        cmocka_unit_test(after_a_shift_a_fat_box_tells_nothing_of_a_static_box),
        cmocka_unit_test(short_lists_are_searched_as_one),
        cmocka_unit_test(a_full_node_is_cut_where_its_boxes_leave_a_gap),
        cmocka_unit_test(a_full_tree_refuses_and_writes_no_other_memory),
        cmocka_unit_test(a_search_gives_up_a_tree_that_is_too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
