/*
 * How the hash's cost grows with the world, and how it compares with testing every box against every other.
 * Prints ratios, the only thing that means the same on two machines, and nanoseconds with the argument
 * --times.
 */
#define _POSIX_C_SOURCE 200809L
#include "broadphase/spatial_hash.h"
#include "reference/move_many.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool show_times;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1.0e-9 * (double)now.tv_nsec;
}

static uint64_t random_state = 88172645463325252ull;

static float random_unit(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (float)(random_state >> 40) / 16777216.0f;
}

/* A square heap of boxes of 0.8 to 1 m, about one a square metre. */
typedef struct heap {
    thud_hash *hash;
    int count;
    thud_aabb *boxes;
    uint32_t *slots;
} heap;

static heap make_heap(int count, thud_lanes lanes) {
    heap h = {.count = count};
    h.boxes = calloc((size_t)count, sizeof *h.boxes);
    h.slots = calloc((size_t)count, sizeof *h.slots);
    thud_hash_def def = thud_hash_defaults();
    def.lanes = lanes;
    thud_hash_create(&def, &h.hash);
    int columns = 1;
    while (columns * columns < count) {
        columns++;
    }
    for (int i = 0; i < count; i++) {
        float size = 0.8f + 0.2f * random_unit();
        float x = (float)(i % columns) + 0.2f * random_unit();
        float y = (float)(i / columns) + 0.2f * random_unit();
        thud_proxy_id id;
        h.boxes[i] = (thud_aabb){{x, y}, {x + size, y + size}};
        thud_hash_insert(h.hash, h.boxes[i], THUD_PROXY_MOVING, (uint64_t)i, &id);
        h.slots[i] = id.slot;
    }
    thud_pairs pairs;
    thud_hash_update(h.hash, NULL, NULL, &pairs);
    return h;
}

static void destroy_heap(heap *h) {
    thud_hash_destroy(h->hash);
    free(h->boxes);
    free(h->slots);
}

/* Seconds of a step in which every stride-th box moves by up to `distance`, the best of some. */
static double time_moves(heap *h, int stride, float distance, int steps) {
    double best = 1.0e9;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < h->count; i += stride) {
            float dx = distance * (2.0f * random_unit() - 1.0f);
            float dy = distance * (2.0f * random_unit() - 1.0f);
            thud_aabb box = h->boxes[i];
            h->boxes[i] = (thud_aabb){{box.min.x + dx, box.min.y + dy}, {box.max.x + dx, box.max.y + dy}};
        }
        double start = seconds_now();
        for (int i = 0; stride > 1 && i < h->count; i += stride) {
            test_move_many(h->hash, &h->slots[i], &h->boxes[i], 1);
        }
        if (stride == 1) {
            test_move_many(h->hash, h->slots, h->boxes, h->count);
        }
        thud_pairs pairs;
        thud_hash_update(h->hash, NULL, NULL, &pairs);
        double seconds = seconds_now() - start;
        best = step > 2 && seconds < best ? seconds : best;
    }
    return best;
}

/* Seconds in which every box is tested against every other. */
static double time_brute_force(const heap *h) {
    const thud_aabb *fat = thud_hash_fat_boxes(h->hash);
    volatile int overlaps = 0;
    double start = seconds_now();
    int found = 0;
    for (int a = 0; a < h->count; a++) {
        for (int b = a + 1; b < h->count; b++) {
            found += thud_aabb_overlaps(fat[a], fat[b]) ? 1 : 0;
        }
    }
    overlaps = found;
    (void)overlaps;
    return seconds_now() - start;
}

static bool count_visit(thud_proxy_id proxy, uint64_t user, void *context) {
    (void)proxy;
    (void)user;
    ++*(int *)context;
    return true;
}

static float count_cast(thud_proxy_id proxy, uint64_t user, float max_fraction, void *context) {
    (void)max_fraction;
    count_visit(proxy, user, context);
    return 1.0f;
}

/* Seconds of a query of a box of 2 m; of a ray of 20 m. */
static double time_queries(const heap *h, bool rays) {
    enum { queries = 20000 };
    int found = 0;
    double start = seconds_now();
    for (int i = 0; i < queries; i++) {
        thud_vec2 at = h->boxes[(i * 7919) % h->count].min;
        thud_vec2 reach = {20.0f * (random_unit() - 0.5f), 20.0f * (random_unit() - 0.5f)};
        if (rays) {
            thud_hash_cast_ray(h->hash, at, reach, count_cast, &found);
        } else {
            thud_aabb box = {at, {at.x + 2.0f, at.y + 2.0f}};
            thud_hash_query(h->hash, box, count_visit, &found);
        }
    }
    return (seconds_now() - start) / (double)queries;
}

static void report(const char *what, int count, double seconds, double per, double brute) {
    printf("%-34s %7d boxes", what, count);
    if (brute > 0.0) {
        printf("  brute force takes %8.1f times as long", brute / seconds);
    }
    if (show_times) {
        printf("  %9.1f us  %7.1f ns each", 1.0e6 * seconds, 1.0e9 * seconds / per);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    show_times = argc > 1 && strcmp(argv[1], "--times") == 0;
    const int counts[] = {100, 1000, 10000, 100000};
    double cost_a_box[4];
    for (int i = 0; i < 4; i++) {
        heap h = make_heap(counts[i], THUD_LANES_AUTO);
        double brute = counts[i] <= 10000 ? time_brute_force(&h) : 0.0;
        double all = time_moves(&h, 1, 0.1f, 30);
        cost_a_box[i] = all / counts[i];
        report("all move, three in four refit", counts[i], all, counts[i], brute);
        report("all move a little", counts[i], time_moves(&h, 1, 0.01f, 60), counts[i], brute);
        report("one in 100 moves", counts[i], time_moves(&h, 100, 0.1f, 60), counts[i] / 100.0, brute);
        report("none moves", counts[i], time_moves(&h, counts[i], 0.0f, 60), 1.0, brute);
        report("box query", counts[i], time_queries(&h, false), 1.0, 0.0);
        report("ray of up to 14 m", counts[i], time_queries(&h, true), 1.0, 0.0);
        destroy_heap(&h);
    }
    for (int i = 1; i < 4; i++) {
        printf("a moving box among %d costs %.2f times what it costs among 100\n", counts[i],
               cost_a_box[i] / cost_a_box[0]);
    }
    heap plain = make_heap(10000, THUD_LANES_SCALAR);
    printf("plain C takes %.2f times as long as the best lanes\n",
           time_moves(&plain, 1, 0.1f, 30) / (1.0e4 * cost_a_box[2]));
    destroy_heap(&plain);
    return 0;
}
