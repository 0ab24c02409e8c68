/*
 * What a pair costs in the collision kernel, for each pair of classes and each SIMD width. Prints ratios to
 * the plain C kernel, the only thing that means the same on two machines, and nanoseconds a pair with the
 * argument --times.
 */
#define _POSIX_C_SOURCE 200809L
#include "narrowphase/manifold.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { pair_count = 4096, rounds = 7 };

typedef struct pile {
    thud_collide_batch batch;
    thud_pose poses[2 * pair_count];
    thud_contact_pair pairs[pair_count];
    thud_contact_features features[pair_count];
    _Alignas(64) thud_contact_manifold manifolds[pair_count];
    int32_t contacts[pair_count];
} pile;

static pile heap;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1.0e-9 * (double)now.tv_nsec;
}

static uint64_t random_state = 88172645463325252ull;

static float random_between(float low, float high) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return low + (high - low) * ((float)(random_state >> 40) / 16777216.0f);
}

/* A shape of a class, about 1 m wide. */
static thud_shape shape_of_class(thud_core_class core_class) {
    static const int sides[THUD_CORE_CLASSES] = {0, 0, 4, 5, 24};
    thud_shape shape;
    thud_vec2 left = {-0.5f, 0.0f}, right = {0.5f, 0.0f}, half = {0.5f, 0.5f}, middle = {0.0f, 0.0f};
    switch (core_class) {
    case THUD_CORE_POINT:
        thud_circle(middle, 0.5f, &shape);
        break;
    case THUD_CORE_SEGMENT:
        thud_capsule(left, right, 0.25f, &shape);
        break;
    case THUD_CORE_4:
        thud_box(half, 0.0f, &shape);
        break;
    default:
        thud_regular_polygon(sides[core_class], 0.6f, &shape);
        break;
    }
    return shape;
}

/* Pairs at random angles whose boxes touch: half of them in contact, as a broadphase hands them over. */
static void fill_heap(thud_core_class class_a, thud_core_class class_b, void *records[THUD_CORE_CLASSES]) {
    thud_vec2 origin = {0.0f, 0.0f};
    thud_shape a = shape_of_class(class_a), b = shape_of_class(class_b);
    for (int i = 0; i < pair_count; i++) {
        thud_core_build(&a, origin, (char *)records[class_a] + (size_t)i * thud_core_size(class_a));
        thud_core_build(&b, origin, (char *)records[class_b] + (size_t)i * thud_core_size(class_b));
        float angle = random_between(0.0f, 6.28f), distance = random_between(0.8f, 1.15f);
        heap.poses[2 * i].position =
            (thud_vec2){random_between(-50.0f, 50.0f), random_between(-50.0f, 50.0f)};
        heap.poses[2 * i].rotation = thud_rot_from_angle(random_between(-3.0f, 3.0f));
        heap.poses[2 * i + 1].position =
            (thud_vec2){heap.poses[2 * i].position.x + distance * thud_cos(angle),
                        heap.poses[2 * i].position.y + distance * thud_sin(angle)};
        heap.poses[2 * i + 1].rotation = thud_rot_from_angle(random_between(-3.0f, 3.0f));
        heap.pairs[i] = (thud_contact_pair){2 * i, 2 * i + 1, i, i};
        heap.contacts[i] = i;
    }
    heap.batch = (thud_collide_batch){.class_a = class_a,
                                      .class_b = class_b,
                                      .poses = heap.poses,
                                      .pairs = heap.pairs,
                                      .features = heap.features,
                                      .manifolds = heap.manifolds,
                                      .contacts = heap.contacts,
                                      .count = pair_count,
                                      .fetches = true,
                                      .speculative_distance = 0.02f,
                                      .face_tolerance = 0.0005f};
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        heap.batch.cores[c] = records[c];
    }
}

/* The fastest of several rounds [ns a pair]. */
static double measure(thud_lanes lanes) {
    double best = 1.0e9;
    for (int round = 0; round < rounds; round++) {
        double start = seconds_now();
        thud_collide_batch_run(&heap.batch, lanes);
        double taken = 1.0e9 * (seconds_now() - start) / (double)pair_count;
        best = taken < best ? taken : best;
    }
    return best;
}

/* Measures the heap with all lanes and prints a row. */
static void measure_all(const char *name_a, const char *name_b, bool show_times) {
    double plain = measure(THUD_LANES_SCALAR);
    printf("%8s / %-9s", name_a, name_b);
    for (int lanes = THUD_LANES_SSE2; lanes <= THUD_LANES_AVX512; lanes++) {
        if (thud_lanes_available((thud_lanes)lanes)) {
            double taken = measure((thud_lanes)lanes);
            printf("  %s %5.1f x", thud_lanes_name((thud_lanes)lanes), plain / taken);
            if (show_times) {
                printf(" %6.1f ns", taken);
            }
        }
    }
    int touching = 0, points = 0;
    for (int i = 0; i < pair_count; i++) {
        touching += heap.features[i].count > 0;
        points += heap.features[i].count;
    }
    printf("  %3d %% touch, %.2f points\n", 100 * touching / pair_count, (double)points / (touching + 1));
}

int main(int count, char **arguments) {
    bool show_times = count > 1 && strcmp(arguments[1], "--times") == 0;
    static const char *names[THUD_CORE_CLASSES] = {"circle", "capsule", "box", "pentagon", "24-gon"};
    void *records[THUD_CORE_CLASSES];
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        records[c] = aligned_alloc(64, (size_t)pair_count * thud_core_size((thud_core_class)c));
    }
    for (int a = 0; a < THUD_CORE_LINK; a++) {
        for (int b = 0; b <= a; b++) {
            fill_heap((thud_core_class)a, (thud_core_class)b, records);
            measure_all(names[a], names[b], show_times);
        }
    }
    fill_heap(THUD_CORE_4, THUD_CORE_4, records);
    heap.batch.rectangles = true; /* as the world has boxes collide */
    measure_all("box", "rectangle", show_times);
    for (int c = 0; c < THUD_CORE_CLASSES; c++) {
        free(records[c]);
    }
    return 0;
}
