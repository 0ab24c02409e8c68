/*
 * The hash against brute force: random worlds, random calls, the same pairs after every update and the same
 * answers to every query, for every SIMD width, and alone or with a crew of workers.
 */
#include "broadphase/spatial_hash.h"
#include "reference/brute_pairs.h"
#include "reference/move_many.h"
#include "reference/random.h"
#include "test.h"
#include "widths.h"

#include <stdlib.h>
#include <string.h>

enum { crew_count = 2, most_hashes = test_width_count + crew_count, most_proxies = 3000 };

static test_random generator;

static float random_between(float low, float high) {
    return test_random_float(&generator, low, high);
}

static int random_below(int count) {
    return (int)test_random_below(&generator, (uint32_t)count);
}

/* A size from `smallest` to `smallest` * 2^octaves, each octave as likely. */
static float random_size(float smallest, int octaves) {
    return smallest * (float)(1 << random_below(octaves + 1)) * random_between(0.6f, 1.0f);
}

typedef struct world_kind {
    const char *name;
    int proxies;
    float spread;   /* positions are within +- this [m] */
    float offset;   /* of the whole world [m] */
    float smallest; /* size [m] */
    int octaves;    /* how many times larger than that, as a power of two */
    float margin;   /* [m] */
    int static_percent;
    int moves_percent; /* of the proxies, each step */
    float speed;       /* how far a move goes, in sizes of the box */
} world_kind;

static const world_kind world_kinds[] = {
    {"a crowd of equals", 400, 12.0f, 0.0f, 1.0f, 0, 0.05f, 0, 90, 0.3f},
    {"a few movers among many", 400, 15.0f, 0.0f, 1.0f, 1, 0.05f, 40, 1, 0.5f},
    {"single movers", 400, 15.0f, 0.0f, 1.0f, 0, 0.0f, 0, 0, 2.0f},
    {"sizes from 1 to 8192", 300, 300.0f, 0.0f, 0.05f, 13, 0.05f, 20, 40, 0.5f},
    {"sizes from 1 to 8192, few movers", 400, 300.0f, 0.0f, 0.05f, 13, 0.05f, 50, 2, 0.5f},
    {"pebbles and boulders in one place", 200, 50.0f, 0.0f, 0.01f, 13, 0.0f, 10, 50, 1.0f},
    {"a million metres away", 300, 20.0f, 1.0e6f, 1.0f, 2, 0.05f, 20, 50, 1.0f},
    {"a world a million metres wide", 300, 1.0e6f, 0.0f, 1.0f, 16, 0.05f, 20, 50, 1.0f},
    {"all at one place", 120, 0.0f, 3.0f, 1.0f, 0, 0.05f, 10, 30, 2.0f},
    {"points", 300, 3.0f, 0.0f, 0.0f, 0, 0.0f, 10, 50, 1.0f},
    {"coordinates on a lattice that touch exactly", 300, 8.0f, 0.0f, 1.0f, 0, 0.0f, 20, 40, 1.0f},
    {"a large crowd of two sizes", 2600, 30.0f, 0.0f, 0.5f, 1, 0.05f, 10, 60, 0.3f},
    {"a large crowd of many sizes", 2400, 60.0f, 0.0f, 0.2f, 6, 0.05f, 30, 30, 0.5f},
    {"a large crowd in a world too wide to count its columns", 2000, 30000.0f, 0.0f, 8.0f, 1, 0.05f, 10, 60, 0.3f},
    {"as far as floats go", 60, 1.0e38f, 0.0f, 1.0e30f, 20, 0.05f, 20, 50, 1.0f},
};

/* One world in brute force, in a hash for each SIMD width and in one for each crew. */
typedef struct bench {
    const world_kind *kind;
    brute_pairs brute;
    thud_hash *hashes[most_hashes];
    int hash_count;
    thud_hooks hooks;
    thud_tasks *crews[crew_count];
} bench;

static void add_hash(bench *b, thud_lanes lanes, thud_tasks *crew) {
    thud_hash_def def = thud_hash_defaults();
    def.margin = b->kind->margin;
    def.lanes = lanes;
    assert_int_equal(thud_hash_create(&def, &b->hashes[b->hash_count]), THUD_OK);
    b->hashes[b->hash_count++]->tasks = crew;
}

static void set_up(bench *b, const world_kind *kind) {
    *b = (bench){.kind = kind, .hooks = thud_hooks_defaults()};
    brute_init(&b->brute, kind->margin, kind->proxies + 20);
    for (int i = 0; TEST_ONE_THREAD && i < test_width_count; i++) {
        if (thud_lanes_available(test_widths[i])) {
            add_hash(b, test_widths[i], NULL);
        }
    }
    for (int i = 0; i < crew_count; i++) {
        b->crews[i] = thud_tasks_create(&b->hooks, i + 2);
        assert_non_null(b->crews[i]);
        add_hash(b, THUD_LANES_AUTO, b->crews[i]);
    }
}

static void tear_down(bench *b) {
    for (int i = 0; i < b->hash_count; i++) {
        thud_hash_destroy(b->hashes[i]);
    }
    for (int i = 0; i < crew_count; i++) {
        thud_tasks_destroy(b->crews[i]);
    }
    brute_destroy(&b->brute);
}

static bool on_lattice(const world_kind *kind) {
    return strstr(kind->name, "lattice") != NULL;
}

static thud_aabb random_box(const world_kind *kind) {
    float x = kind->offset + random_between(-kind->spread, kind->spread);
    float y = kind->offset + random_between(-kind->spread, kind->spread);
    float width = random_size(kind->smallest, kind->octaves);
    float height = random_below(3) == 0 ? random_size(kind->smallest, kind->octaves) : width;
    if (on_lattice(kind)) {
        x = (float)(int)x;
        y = (float)(int)y;
        width = 1.0f;
        height = 1.0f;
    }
    return (thud_aabb){{x, y}, {x + width, y + height}};
}

/* The box at a new place: mostly near the old one, sometimes anywhere. */
static thud_aabb moved_box(const world_kind *kind, thud_aabb box) {
    if (random_below(20) == 0 || on_lattice(kind)) {
        return random_box(kind);
    }
    float size = thud_max(box.max.x - box.min.x, box.max.y - box.min.y);
    float dx = random_between(-kind->speed, kind->speed) * size;
    float dy = random_between(-kind->speed, kind->speed) * size;
    return (thud_aabb){{box.min.x + dx, box.min.y + dy}, {box.max.x + dx, box.max.y + dy}};
}

static void insert_one(bench *b) {
    thud_aabb box = random_box(b->kind);
    bool obstacle = random_below(100) < b->kind->static_percent;
    static const thud_proxy_kind obstacle_kinds[] = {THUD_PROXY_STATIC, THUD_PROXY_KINEMATIC,
                                                     THUD_PROXY_SENSOR};
    thud_proxy_kind obstacle_kind = obstacle_kinds[random_below(3)];
    thud_proxy_kind kind = obstacle ? obstacle_kind : THUD_PROXY_MOVING;
    uint64_t user = test_random_bits(&generator);
    thud_proxy_id first = {0, 0};
    for (int i = 0; i < b->hash_count; i++) {
        thud_proxy_id id;
        assert_int_equal(thud_hash_insert(b->hashes[i], box, kind, user, &id), THUD_OK);
        first = i == 0 ? id : first;
        assert_int_equal(id.slot, first.slot);
        assert_int_equal(id.generation, first.generation);
    }
    brute_insert(&b->brute, first, box, kind, user);
}

static void move_one(bench *b, brute_proxy *proxy) {
    thud_aabb box = moved_box(b->kind, proxy->fat);
    bool expected = brute_move(&b->brute, proxy->id.slot, box);
    for (int i = 0; i < b->hash_count; i++) {
        bool refitted = false;
        if (i == 1) {
            refitted = test_move_many(b->hashes[i], &proxy->id.slot, &box, 1) == 1;
        } else {
            assert_int_equal(thud_hash_move(b->hashes[i], proxy->id, box, &refitted), THUD_OK);
        }
        assert_int_equal(refitted, expected);
    }
}

static void renew_one(bench *b, brute_proxy *proxy) {
    brute_renew(&b->brute, proxy->id.slot);
    for (int i = 0; i < b->hash_count; i++) {
        assert_int_equal(thud_hash_renew(b->hashes[i], proxy->id), THUD_OK);
    }
}

static void remove_one(bench *b, brute_proxy *proxy) {
    brute_remove(&b->brute, proxy->id.slot);
    for (int i = 0; i < b->hash_count; i++) {
        assert_int_equal(thud_hash_remove(b->hashes[i], proxy->id), THUD_OK);
    }
}

static void check_box_query(bench *b);

/* Moves all boxes there and back, as the kinds of worlds have fixed places. Only the rounding
 * remains: some boxes that were apart now meet. */
static void shift_there_and_back(bench *b) {
    float far = thud_min(b->kind->offset + 4.0f * b->kind->spread + 1000.0f * b->kind->smallest, 1.0e38f);
    const thud_vec2 offsets[] = {{far, -0.5f * far}, {-far, 0.5f * far}};
    for (int k = 0; k < 2; k++) {
        brute_shift(&b->brute, offsets[k]);
        for (int i = 0; i < b->hash_count; i++) {
            assert_int_equal(thud_hash_shift(b->hashes[i], offsets[k]), THUD_OK);
        }
        if (k == 0) {
            check_box_query(b);
        }
    }
}

/* Some random calls between two updates. Every fourth step little happens, every ninth nothing. */
static void change_world(bench *b, int step) {
    int live = 0;
    for (int i = 0; i < b->brute.capacity; i++) {
        brute_proxy *proxy = &b->brute.proxies[i];
        if (!proxy->live || step % 9 == 8) {
            continue;
        }
        live++;
        if (random_below(100) < b->kind->moves_percent / (step % 4 == 3 ? 10 : 1) || random_below(200) == 0) {
            move_one(b, proxy);
        }
        if (random_below(300) == 0) {
            renew_one(b, proxy);
        }
        if (random_below(step % 16 == 15 ? 4 : 300) == 0) {
            remove_one(b, proxy);
            live--;
        }
    }
    if (step % 9 != 8) {
        for (int i = 0; i < 20 && live + i < b->kind->proxies; i++) {
            insert_one(b);
        }
    }
}

/* Prints the first pair that differs. */
static void print_difference(const thud_pairs *pairs, const brute_pairs *brute) {
    int i = 0;
    while (i < pairs->count && i < brute->pair_count &&
           memcmp(&pairs->pairs[i], &brute->pairs[i], sizeof(thud_pair)) == 0) {
        i++;
    }
    if (i < pairs->count) {
        printf("pair %d of the hash: %u %u\n", i, pairs->pairs[i].slot_a, pairs->pairs[i].slot_b);
    }
    if (i < brute->pair_count) {
        printf("pair %d by brute force: %u %u\n", i, brute->pairs[i].slot_a, brute->pairs[i].slot_b);
    }
}

static void check_pairs(bench *b) {
    brute_update(&b->brute);
    thud_hash_stats first = {0};
    for (int i = 0; i < b->hash_count; i++) {
        thud_pairs pairs;
        assert_int_equal(thud_hash_update(b->hashes[i], NULL, NULL, &pairs), THUD_OK);
        print_difference(&pairs, &b->brute);
        assert_int_equal(pairs.count, b->brute.pair_count);
        if (pairs.count > 0) {
            assert_memory_equal(pairs.pairs, b->brute.pairs, (size_t)pairs.count * sizeof *pairs.pairs);
        }
        thud_hash_stats stats = thud_hash_statistics(b->hashes[i]);
        first = i == 0 ? stats : first;
        assert_memory_equal(&stats, &first, sizeof stats);
        assert_int_equal(stats.pairs, pairs.count);
        assert_true(stats.wasted_pairs >= 0);
        assert_true(stats.entries >= stats.proxies);
        assert_true(stats.cells <= stats.entries);
        assert_true(stats.levels <= stats.cells);
    }
}

/* The proxies that a query has found, in order. */
typedef struct found_list {
    int count;
    uint32_t slots[most_proxies];
    int times[most_proxies];
    float max_fraction;
} found_list;

static bool collect(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)user;
    found_list *found = context;
    assert_true(found->count < most_proxies);
    found->slots[found->count++] = proxy.slot;
    found->times[proxy.slot]++;
    return true;
}

static float collect_cast(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    found_list *found = context;
    collect(proxy, user, context);
    assert_true(max_fraction == found->max_fraction);
    return 1.0f;
}

/* Fails unless two widths found the same proxies in the same order: what the first one found is compared with brute force. */
static void check_same(const found_list *found, const found_list *first) {
    assert_int_equal(found->count, first->count);
    assert_memory_equal(found->slots, first->slots, (size_t)found->count * sizeof found->slots[0]);
}

static void check_box_query(bench *b) {
    thud_aabb box = random_box(b->kind);
    found_list first;
    for (int i = 0; i < b->hash_count; i++) {
        found_list found = {0};
        assert_int_equal(thud_hash_query(b->hashes[i], box, collect, &found), THUD_OK);
        if (i > 0) {
            check_same(&found, &first);
            continue;
        }
        first = found;
        for (int p = 0; p < b->brute.capacity; p++) {
            const brute_proxy *proxy = &b->brute.proxies[p];
            assert_int_equal(found.times[p], proxy->live && thud_aabb_overlaps(proxy->fat, box));
        }
    }
}

static void check_cast(bench *b, bool ray) {
    thud_aabb from = random_box(b->kind);
    thud_aabb to = random_below(8) == 0 ? from : random_box(b->kind);
    thud_vec2 translation = {to.min.x - from.min.x, random_below(8) == 0 ? 0.0f : to.min.y - from.min.y};
    if (ray) {
        from.max = from.min;
    }
    found_list first;
    for (int i = 0; i < b->hash_count; i++) {
        found_list found = {.max_fraction = 1.0f};
        thud_status status =
            ray ? thud_hash_cast_ray(b->hashes[i], from.min, translation, collect_cast, &found)
                : thud_hash_cast_box(b->hashes[i], from, translation, collect_cast, &found);
        assert_int_equal(status, THUD_OK);
        if (i > 0) {
            check_same(&found, &first);
            continue;
        }
        first = found;
        for (int p = 0; p < b->brute.capacity; p++) {
            const brute_proxy *proxy = &b->brute.proxies[p];
            bool certain;
            bool expected = proxy->live && brute_cast(from, translation, proxy->fat, &certain) <= 1.0;
            if (!proxy->live || certain) {
                assert_int_equal(found.times[p], expected);
            }
            assert_true(found.times[p] <= 1);
        }
    }
}

/* The search for the box that the ray enters first: each hit shortens the ray. */
typedef struct nearest_search {
    const bench *b;
    thud_aabb origin;
    thud_vec2 translation;
    float nearest;
} nearest_search;

static float keep_nearest(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)user;
    nearest_search *search = context;
    bool certain;
    double fraction =
        brute_cast(search->origin, search->translation, search->b->brute.proxies[proxy.slot].fat, &certain);
    assert_true(max_fraction == search->nearest);
    search->nearest = thud_min((float)fraction, search->nearest);
    return (float)fraction;
}

static void check_nearest(bench *b) {
    thud_aabb from = random_box(b->kind);
    from.max = from.min;
    thud_vec2 translation = thud_vec2_sub(random_box(b->kind).min, from.min);
    double certain_nearest = 1.0;
    double possible_nearest = 1.0; /* includes boxes that are hit or missed by rounding */
    for (int p = 0; p < b->brute.capacity; p++) {
        const brute_proxy *proxy = &b->brute.proxies[p];
        bool certain;
        double fraction = proxy->live ? brute_cast(from, translation, proxy->fat, &certain) : 2.0;
        possible_nearest = fraction < possible_nearest ? fraction : possible_nearest;
        if (proxy->live && certain) {
            certain_nearest = fraction < certain_nearest ? fraction : certain_nearest;
        }
    }
    for (int i = 0; i < b->hash_count; i++) {
        nearest_search search = {b, from, translation, 1.0f};
        assert_int_equal(thud_hash_cast_ray(b->hashes[i], from.min, translation, keep_nearest, &search),
                         THUD_OK);
        assert_true((double)search.nearest <= certain_nearest + 1.0e-6);
        assert_true((double)search.nearest >= possible_nearest - 1.0e-6);
    }
}

static void check_queries(bench *b) {
    for (int i = 0; i < 3; i++) {
        check_box_query(b);
        check_cast(b, true);
        check_cast(b, false);
        check_nearest(b);
    }
}

static void run_world(const world_kind *kind, uint64_t seed) {
    printf("%s: ", kind->name);
    generator = test_random_seed(seed);
    bench b;
    set_up(&b, kind);
    for (int i = 0; i < kind->proxies * 3 / 4; i++) {
        insert_one(&b);
    }
    check_queries(&b);
    int steps = kind->proxies > 1000 ? 8 : 60;
    for (int step = 0; step < steps; step++) {
        check_pairs(&b);
        check_queries(&b);
        change_world(&b, step);
        if (step % 7 == 2) {
            shift_there_and_back(&b);
            check_queries(&b);
        }
        if (step % 14 == 2) {
            change_world(&b, step);
        }
        check_queries(&b);
    }
    tear_down(&b);
}

static void every_update_and_query_agrees_with_brute_force(void **state) {
    (void)state;
    const char *given = getenv("THUD_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : 20250117;
    for (size_t i = 0; i < sizeof world_kinds / sizeof world_kinds[0]; i++) {
        run_world(&world_kinds[i], seed + i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_update_and_query_agrees_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
