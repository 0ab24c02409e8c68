/*
 * The time of a query of the broadphase [ns], by the number of boxes (1,000 to 1,000,000) and their sizes and places:
 *
 *     packed    boxes of 0.8 to 1 m, about one a square metre
 *     sparse    the same, one in 100 square metres
 *     mixed     0.2 to 50 m, many small and few large, together half of the area
 *
 * Where CMake found Box2D the same boxes are put into its tree (b2DynamicTree, rebuilt once all are in), and the same
 * queries run in turn; 'x 2.0' behind a figure says that the tree took twice as long. Processor time, the best of some
 * rounds. Casts stop at the nearest box. The largest number of boxes is an argument; 100,000 without one.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "broadphase/spatial_hash.h"

#ifdef THUD_BENCH_BOX2D
#include <box2d/collision.h>
#endif

enum { query_count = 1000, rounds = 9, rounds_of_many = 3 };

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1.0e-9 * (double)now.tv_nsec;
}

static uint64_t random_state = 88172645463325252ull;

static float random_unit(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (float)(random_state >> 40) / 16777216.0f;
}

/* A crowd of boxes, in the hash and in the tree. */
typedef struct crowd {
    thud_hash *hash;
    thud_aabb *boxes; /* fat ones, by user */
    int count;
    float side; /* of the square that they are in [m] */
#ifdef THUD_BENCH_BOX2D
    b2DynamicTree tree;
#endif
} crowd;

typedef enum crowd_kind { PACKED, SPARSE, MIXED, CROWD_KINDS } crowd_kind;

static const char *const crowd_names[CROWD_KINDS] = {"packed", "sparse", "mixed"};

static float random_size(crowd_kind kind) {
    float size = 0.8f + 0.2f * random_unit();
    return kind == MIXED ? 0.2f / (0.004f + 0.996f * random_unit()) : size;
}

static float area_of_box(crowd_kind kind) {
    return kind == PACKED ? 1.0f : kind == SPARSE ? 100.0f : 20.0f;
}

static void fill_crowd(crowd *it, crowd_kind kind, int count) {
    thud_hash_def def = thud_hash_defaults();
    def.margin = 0.0f;
    it->count = count;
    it->side = sqrtf(area_of_box(kind) * (float)count);
    it->boxes = calloc((size_t)count, sizeof *it->boxes);
    if (it->boxes == NULL || thud_hash_create(&def, &it->hash) != THUD_OK) {
        abort();
    }
#ifdef THUD_BENCH_BOX2D
    it->tree = b2DynamicTree_Create(count);
#endif
    for (int i = 0; i < count; i++) {
        float x = it->side * random_unit(), y = it->side * random_unit(), width = random_size(kind),
              height = random_size(kind);
        thud_proxy_id id;
        it->boxes[i] = (thud_aabb){{x, y}, {x + width, y + height}};
        thud_hash_insert(it->hash, it->boxes[i], THUD_PROXY_STATIC, (uint64_t)i, &id);
#ifdef THUD_BENCH_BOX2D
        b2AABB box = {{x, y}, {x + width, y + height}};
        b2DynamicTree_CreateProxy(&it->tree, box, 1, (uint64_t)i);
#endif
    }
    thud_pairs pairs;
    thud_hash_update(it->hash, NULL, NULL, &pairs);
#ifdef THUD_BENCH_BOX2D
    b2DynamicTree_Rebuild(&it->tree, true);
#endif
}

static void empty_crowd(crowd *it) {
    thud_hash_destroy(it->hash);
    free(it->boxes);
#ifdef THUD_BENCH_BOX2D
    b2DynamicTree_Destroy(&it->tree);
#endif
}

/* A question: a box that stands or goes along a path. */
typedef struct question {
    thud_aabb box;
    thud_vec2 translation;
} question;

static question questions[query_count];

/* Both sides find the same; the sums are compared. */
static long found;

/* ---- ours ---- */

static bool count_visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    (void)user;
    (void)context;
    found++;
    return true;
}

/* The fraction at which a box that is asked enters another one, or more than 1. */
static float entry_fraction(const question *asked, thud_aabb box) {
    float enter = 0.0f, leave = 1.0f;
    for (int axis = 0; axis < 2; axis++) {
        float low = axis == 0 ? box.min.x - asked->box.max.x : box.min.y - asked->box.max.y;
        float high = axis == 0 ? box.max.x - asked->box.min.x : box.max.y - asked->box.min.y;
        float along = axis == 0 ? asked->translation.x : asked->translation.y;
        if (along == 0.0f) {
            enter = low <= 0.0f && high >= 0.0f ? enter : 2.0f;
            continue;
        }
        float first = (along > 0.0f ? low : high) / along, last = (along > 0.0f ? high : low) / along;
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter <= leave ? enter : 2.0f;
}

typedef struct nearest {
    const crowd *crowd;
    const question *asked;
    float fraction;
} nearest;

static float take_nearest(nearest *search, uint64_t user, float max_fraction) {
    float fraction = entry_fraction(search->asked, search->crowd->boxes[user]);
    if (fraction < search->fraction) {
        search->fraction = fraction;
    }
    return fraction < max_fraction ? (fraction > 0.0f ? fraction : 1.0e-6f) : max_fraction;
}

static float keep_nearest(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)proxy;
    return take_nearest(context, user, max_fraction);
}

static void ask_box(const crowd *it, const question *asked) {
    thud_hash_query(it->hash, asked->box, count_visit, NULL);
}

static void ask_cast(const crowd *it, const question *asked) {
    nearest search = {it, asked, 1.0f};
    thud_hash_cast_box(it->hash, asked->box, asked->translation, keep_nearest, &search);
    found += search.fraction < 1.0f;
}

/* ---- the peer's ---- */

#ifdef THUD_BENCH_BOX2D
static bool peer_count_visit(int proxy, uint64_t user, void *context) {
    (void)proxy;
    return count_visit((thud_proxy_id){0, 0}, user, context);
}

static float peer_keep_nearest(const b2RayCastInput *input, int proxy, uint64_t user, void *context) {
    (void)proxy;
    return take_nearest(context, user, input->maxFraction);
}

static float peer_keep_nearest_box(const b2BoxCastInput *input, int proxy, uint64_t user, void *context) {
    (void)proxy;
    return take_nearest(context, user, input->maxFraction);
}

static void peer_ask_box(const crowd *it, const question *asked) {
    b2AABB box = {{asked->box.min.x, asked->box.min.y}, {asked->box.max.x, asked->box.max.y}};
    b2DynamicTree_Query(&it->tree, box, 1, peer_count_visit, NULL);
}

static void peer_ask_cast(const crowd *it, const question *asked) {
    nearest search = {it, asked, 1.0f};
    b2Vec2 translation = {asked->translation.x, asked->translation.y};
    if (asked->box.min.x == asked->box.max.x) {
        b2RayCastInput ray = {
            .origin = {asked->box.min.x, asked->box.min.y}, .translation = translation, .maxFraction = 1.0f};
        b2DynamicTree_RayCast(&it->tree, &ray, 1, peer_keep_nearest, &search);
    } else {
        b2BoxCastInput cast = {
            .box = {{asked->box.min.x, asked->box.min.y}, {asked->box.max.x, asked->box.max.y}},
            .translation = translation,
            .maxFraction = 1.0f};
        b2DynamicTree_BoxCast(&it->tree, &cast, 1, peer_keep_nearest_box, &search);
    }
    found += search.fraction < 1.0f;
}
#define PEER(ask) ask
#else
#define PEER(ask) NULL
#endif

/* ---- measuring ---- */

typedef void ask_function(const crowd *it, const question *asked);

/* The best round [ns a question]. */
static double time_of(ask_function *ask, const crowd *it, int round_count) {
    double best = 1.0e9;
    for (int round = 0; round < round_count; round++) {
        found = 0;
        double start = seconds_now();
        for (int i = 0; i < query_count; i++) {
            ask(it, &questions[i]);
        }
        double taken = (seconds_now() - start) / (double)query_count * 1.0e9;
        best = taken < best ? taken : best;
    }
    return best;
}

static void print_figure(ask_function *ours, ask_function *peers, const crowd *it) {
    int round_count = it->count > 100000 ? rounds_of_many : rounds;
    double time = time_of(ours, it, round_count);
    long own_found = found;
    if (peers == NULL) {
        printf(" %7.0f       ", time);
        return;
    }
    printf(" %7.0f x%5.1f", time, time_of(peers, it, round_count) / time);
    if (found < own_found - query_count / 100 ||
        found > own_found + query_count / 100) { /* but for rounding */
        printf(" (found %ld : %ld)", own_found, found);
    }
}

/* Boxes of that size that go so far in any direction, anywhere among the crowd. */
static void ask_among(const crowd *it, float size, float length) {
    for (int i = 0; i < query_count; i++) {
        thud_vec2 at = {it->side * random_unit(), it->side * random_unit()};
        thud_rot direction = thud_rot_from_angle(2.0f * THUD_PI * random_unit());
        questions[i].box = (thud_aabb){at, {at.x + size, at.y + size}};
        questions[i].translation = (thud_vec2){length * direction.c, length * direction.s};
    }
}

/* Rays above all, along the whole crowd. */
static void ask_above(const crowd *it) {
    for (int i = 0; i < query_count; i++) {
        thud_vec2 at = {-1.0f, it->side + 60.0f + 10.0f * random_unit()};
        questions[i] = (question){{at, at}, {it->side, random_unit()}};
    }
}

static void bench_crowd(crowd_kind kind, int count) {
    crowd it = {0};
    fill_crowd(&it, kind, count);
    printf("%-7s %7d", crowd_names[kind], count);
    const float sizes[] = {0.0f, 2.0f, 20.0f};
    for (int i = 0; i < 3; i++) {
        ask_among(&it, sizes[i], 0.0f);
        print_figure(ask_box, PEER(peer_ask_box), &it);
    }
    const float lengths[] = {5.0f, 100.0f};
    for (int i = 0; i < 2; i++) {
        ask_among(&it, 0.0f, lengths[i]);
        print_figure(ask_cast, PEER(peer_ask_cast), &it);
    }
    ask_above(&it);
    print_figure(ask_cast, PEER(peer_ask_cast), &it);
    ask_among(&it, 1.0f, 20.0f);
    print_figure(ask_cast, PEER(peer_ask_cast), &it);
    printf("\n");
    empty_crowd(&it);
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 100000;
    printf("%-15s  point          box of 2 m     box of 20 m    ray of 5 m     ray of 100 m   ray above      "
           "box cast 20 m\n",
           "[ns]");
    for (int kind = 0; kind < CROWD_KINDS; kind++) {
        for (int count = 1000; count <= most; count *= 10) {
            bench_crowd((crowd_kind)kind, count);
        }
    }
    return 0;
}
