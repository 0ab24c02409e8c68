/*
 * The time of one test [ns], one call at a time as in a game without a world: overlap of every two kinds of bounding
 * volumes; overlap, MTD, manifold and time of impact of every two kinds of shapes. Where CMake found the header of
 * cute_c2 (THUD_CUTE_C2_INCLUDE_DIR) the same pairs run through it too, and 'x 2.0' behind a figure says that it took
 * twice as long. Its circles, capsules and boxes have no pose:
 * they are placed before the clock starts, so that this work is not in its time.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

#include "reference/random_shapes.h"
#include "thud/narrowphase.h"

#ifdef THUD_BENCH_CUTE_C2
#include <cute_c2.h>
#endif

enum { pair_count = 1024, rounds = 15 };

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1.0e-9 * (double)now.tv_nsec;
}

/* A thing of either library. */
typedef struct thing {
    thud_shape shape;
    thud_motion motion;
    thud_volume volume;
#ifdef THUD_BENCH_CUTE_C2
    C2_TYPE type;
    c2x pose;
    c2v velocity;
    union {
        c2Circle circle;
        c2AABB box;
        c2Capsule capsule;
        c2Poly polygon;
    } peer;
#endif
} thing;

static thing things_a[pair_count], things_b[pair_count];

/* What the tests' answers go to, so that no call is left out; printed at the end. */
static long answers;

typedef void test_of_pair(const thing *a, const thing *b);

/* Nanoseconds a pair: the fastest of some rounds over all pairs. */
static double time_of(test_of_pair *test) {
    double best = 1.0e9;
    for (int round = 0; round < rounds; round++) {
        double start = seconds_now();
        for (int i = 0; i < pair_count; i++) {
            test(&things_a[i], &things_b[i]);
        }
        double taken = (seconds_now() - start) / (double)pair_count * 1.0e9;
        best = taken < best ? taken : best;
    }
    return best;
}

static void print_figure(test_of_pair *ours, test_of_pair *peers) {
    double time = time_of(ours);
    if (peers == NULL) {
        printf(" %7.0f       ", time);
    } else {
        printf(" %7.0f x%5.1f", time, time_of(peers) / time);
    }
}

/* ---- ours ---- */

static void overlap_volumes(const thing *a, const thing *b) {
    answers += thud_volume_overlaps(&a->volume, &b->volume);
}

static void overlap(const thing *a, const thing *b) {
    answers += thud_overlap(&a->shape, a->motion.pose, &b->shape, b->motion.pose);
}

static void find_mtd(const thing *a, const thing *b) {
    thud_mtd mtd;
    thud_find_mtd(&a->shape, a->motion.pose, &b->shape, b->motion.pose, &mtd);
    answers += mtd.overlap;
}

static void find_manifold(const thing *a, const thing *b) {
    thud_manifold manifold;
    thud_find_manifold(&a->shape, a->motion.pose, &b->shape, b->motion.pose, 0.0f, &manifold);
    answers += manifold.count;
}

static void find_impact(const thing *a, const thing *b) {
    thud_collision collision;
    thud_collide(&a->shape, &a->motion, &b->shape, &b->motion, 1.0f, &collision);
    answers += collision.kind;
}

/* ---- the peer's ---- */

#ifdef THUD_BENCH_CUTE_C2
static void peer_overlap(const thing *a, const thing *b) {
    answers += c2Collided(&a->peer, &a->pose, a->type, &b->peer, &b->pose, b->type);
}

static void peer_manifold(const thing *a, const thing *b) {
    c2Manifold manifold;
    c2Collide(&a->peer, &a->pose, a->type, &b->peer, &b->pose, b->type, &manifold);
    answers += manifold.count;
}

static void peer_impact(const thing *a, const thing *b) {
    c2TOIResult result =
        c2TOI(&a->peer, a->type, &a->pose, a->velocity, &b->peer, b->type, &b->pose, b->velocity, 1);
    answers += result.hit;
}

static c2v peer_vector(thud_vec2 v) {
    return c2V(v.x, v.y);
}

/* The same circle, capsule or polygon. */
static void set_peer_shape(thing *it) {
    const thud_shape *shape = &it->shape;
    thud_pose pose = it->motion.pose;
    it->velocity = peer_vector(it->motion.velocity);
    it->pose = c2xIdentity();
    if (shape->kind == THUD_SHAPE_CIRCLE) {
        it->type = C2_TYPE_CIRCLE;
        it->peer.circle = (c2Circle){peer_vector(thud_pose_apply(pose, shape->vertices[0])), shape->radius};
    } else if (shape->kind == THUD_SHAPE_CAPSULE) {
        it->type = C2_TYPE_CAPSULE;
        it->peer.capsule = (c2Capsule){peer_vector(thud_pose_apply(pose, shape->vertices[0])),
                                       peer_vector(thud_pose_apply(pose, shape->vertices[1])), shape->radius};
    } else {
        it->type = C2_TYPE_POLY;
        it->pose = (c2x){peer_vector(pose.position), {pose.rotation.c, pose.rotation.s}};
        it->peer.polygon.count = shape->count;
        for (int i = 0; i < shape->count; i++) {
            it->peer.polygon.verts[i] = peer_vector(shape->vertices[i]);
            it->peer.polygon.norms[i] = peer_vector(shape->normals[i]);
        }
    }
}

/* The same volume; an OBB, 8-DOP or hull is a polygon there. */
static void set_peer_volume(thing *it) {
    const thud_volume *volume = &it->volume;
    thud_vec2 vertices[THUD_MAX_VERTICES];
    float radius;
    int count = thud_volume_core(volume, vertices, &radius);
    it->pose = c2xIdentity();
    if (volume->kind == THUD_VOLUME_CIRCLE) {
        it->type = C2_TYPE_CIRCLE;
        it->peer.circle = (c2Circle){peer_vector(vertices[0]), radius};
    } else if (volume->kind == THUD_VOLUME_CAPSULE) {
        it->type = C2_TYPE_CAPSULE;
        it->peer.capsule = (c2Capsule){peer_vector(vertices[0]), peer_vector(vertices[1]), radius};
    } else if (volume->kind == THUD_VOLUME_AABB) {
        it->type = C2_TYPE_AABB;
        it->peer.box = (c2AABB){peer_vector(volume->aabb.min), peer_vector(volume->aabb.max)};
    } else {
        it->type = C2_TYPE_POLY;
        it->peer.polygon.count = count;
        for (int i = 0; i < count; i++) {
            it->peer.polygon.verts[i] = peer_vector(vertices[i]);
        }
        c2Norms(it->peer.polygon.verts, it->peer.polygon.norms, count);
    }
}
#define PEER(test) test
#else
#define PEER(test) NULL
#endif

/* ---- pairs ---- */

typedef struct kind_of_shape {
    const char *name;
    int sides; /* of a regular polygon; 0 for a circle, 1 for a capsule */
} kind_of_shape;

static const kind_of_shape shape_kinds[] = {
    {"circle", 0}, {"capsule", 1}, {"box", 4}, {"hexagon", 6}, {"octagon", 8}};
enum { shape_kind_count = sizeof shape_kinds / sizeof shape_kinds[0] };

/* About 1 m wide, on a disc so large that half of the pairs overlap, moving towards each other or past. */
static void set_shape(test_random *random, kind_of_shape kind, thing *it) {
    thud_vec2 origin = {0.0f, 0.0f}, left = {-0.3f, 0.0f}, right = {0.3f, 0.0f};
    if (kind.sides == 0) {
        thud_circle(origin, 0.5f, &it->shape);
    } else if (kind.sides == 1) {
        thud_capsule(left, right, 0.25f, &it->shape);
    } else {
        thud_regular_polygon(kind.sides, 0.55f, &it->shape);
    }
    it->motion = thud_motion_at(test_random_vec2(random, 0.8f), test_random_float(random, -3.0f, 3.0f));
    it->motion.velocity = test_random_vec2(random, 3.0f);
#ifdef THUD_BENCH_CUTE_C2
    set_peer_shape(it);
#endif
}

static void bench_shapes(test_random *random) {
    printf("\n%-20s overlap        MTD            manifold       time of impact\n", "shapes [ns]");
    for (int i = 0; i < shape_kind_count; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < pair_count; k++) {
                set_shape(random, shape_kinds[i], &things_a[k]);
                set_shape(random, shape_kinds[j], &things_b[k]);
            }
            printf("%-8s %-8s ", shape_kinds[i].name, shape_kinds[j].name);
            print_figure(overlap, PEER(peer_overlap));
            print_figure(find_mtd, NULL);
            print_figure(find_manifold, PEER(peer_manifold));
            print_figure(find_impact, PEER(peer_impact));
            printf("\n");
        }
    }
}

typedef struct kind_of_volume {
    const char *name;
    thud_volume_kind kind;
} kind_of_volume;

static const kind_of_volume volume_kinds[] = {{"circle", THUD_VOLUME_CIRCLE},   {"AABB", THUD_VOLUME_AABB},
                                              {"OBB", THUD_VOLUME_OBB},         {"8-DOP", THUD_VOLUME_DOP8},
                                              {"capsule", THUD_VOLUME_CAPSULE}, {"hull", THUD_VOLUME_HULL}};
enum { volume_kind_count = sizeof volume_kinds / sizeof volume_kinds[0] };

/* Around 6 points on a circle about 1 m wide. */
static void set_volume(test_random *random, thud_volume_kind kind, thing *it) {
    enum { points_count = 6 };
    thud_vec2 points[points_count];
    thud_vec2 middle = test_random_vec2(random, 0.8f);
    for (int i = 0; i < points_count; i++) {
        points[i] = thud_vec2_mul_add(middle, 0.5f, test_random_unit(random));
    }
    thud_volume_of_points(kind, points, points_count, &it->volume);
    if (kind == THUD_VOLUME_HULL) {
        it->volume.hull.radius = 0.0f; /* the peer has no rounded polygons */
    }
#ifdef THUD_BENCH_CUTE_C2
    set_peer_volume(it);
#endif
}

static void bench_volumes(test_random *random) {
    printf("\n%-20s", "volumes [ns]");
    for (int j = 0; j < volume_kind_count; j++) {
        printf("%-15s", volume_kinds[j].name);
    }
    for (int i = 0; i < volume_kind_count; i++) {
        printf("\n%-12s", volume_kinds[i].name);
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < pair_count; k++) {
                set_volume(random, volume_kinds[i].kind, &things_a[k]);
                set_volume(random, volume_kinds[j].kind, &things_b[k]);
            }
            print_figure(overlap_volumes, PEER(peer_overlap));
        }
    }
    printf("\n");
}

int main(void) {
    test_random random = test_random_seed(1);
    bench_volumes(&random);
    bench_shapes(&random);
    printf("\nchecksum %ld\n", answers);
    return 0;
}
