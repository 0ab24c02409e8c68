/*
 * A hash of what the geometry layer computes: random shapes with all that is known of them, bounding
 * volumes of every kind, decompositions, boxes in space.
 */
#include <inttypes.h>
#include <stdio.h>

#include "reference/random_volumes.h"
#include "thud/bounds3.h"

enum { rounds = 5000 };

/* FNV-1a over bytes that hold no padding. */
static void hash_bytes(uint64_t *hash, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        *hash = (*hash ^ byte[i]) * UINT64_C(1099511628211);
    }
}

static uint64_t hash_of_shapes(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    test_random random = {1};
    for (int i = 0; i < rounds; i++) {
        thud_shape shape = test_random_shape(&random, test_random_size(&random));
        thud_pose pose = test_random_pose(&random, 10);
        thud_shape moved = thud_shape_transformed(&shape, pose);
        thud_mass mass = thud_shape_mass(&moved, 1.5f);
        thud_aabb box = thud_shape_aabb(&shape, pose);
        hash_bytes(&hash, &moved, sizeof moved);
        hash_bytes(&hash, &mass, sizeof mass);
        hash_bytes(&hash, &box, sizeof box);
    }
    return hash;
}

static uint64_t hash_of_decompositions(void) {
    enum { max_points = 40 };
    uint64_t hash = UINT64_C(14695981039346656037);
    test_random random = {2};
    for (int i = 0; i < rounds; i++) {
        thud_vec2 outline[max_points];
        thud_shape parts[max_points];
        int count = test_random_int(&random, 3, max_points);
        int part_count = 0;
        test_random_star(&random, test_random_size(&random), outline, count);
        if (thud_decompose(outline, count, NULL, parts, max_points, &part_count) == THUD_OK) {
            hash_bytes(&hash, parts, (size_t)part_count * sizeof parts[0]);
        }
    }
    return hash;
}

/* A volume has bytes that its kind does not use; its core has none. */
static void hash_volume(uint64_t *hash, const thud_volume *volume) {
    thud_vec2 vertices[THUD_MAX_VERTICES];
    float radius = 0;
    int count = thud_volume_core(volume, vertices, &radius);
    hash_bytes(hash, vertices, (size_t)count * sizeof vertices[0]);
    hash_bytes(hash, &radius, sizeof radius);
}

static uint64_t hash_of_volumes(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    test_random random = {3};
    for (int i = 0; i < rounds * volume_kind_count; i++) {
        thud_volume a = test_random_volume(&random, volume_kinds[i % volume_kind_count], 1, 1);
        thud_volume b =
            test_random_volume(&random, volume_kinds[i / volume_kind_count % volume_kind_count], 1, 1);
        thud_volume moved = thud_volume_moved(&a, test_random_pose(&random, 1));
        thud_volume merged = a;
        thud_volume_merge(&a, &b, &merged);
        hash_volume(&hash, &moved);
        hash_volume(&hash, &merged);
        thud_vec2 p1 = test_random_vec2(&random, 2);
        thud_vec2 p2 = test_random_vec2(&random, 2);
        float answers[3] = {thud_volume_overlaps(&moved, &b) ? 1.0f : 0.0f, thud_volume_distance(&a, p1),
                            0.0f};
        thud_volume_hit_by_segment(&a, p1, p2, &answers[2]);
        hash_bytes(&hash, answers, sizeof answers);
    }
    return hash;
}

static uint64_t hash_of_boxes_in_space(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    test_random random = {4};
    for (int i = 0; i < rounds; i++) {
        thud_vec3 points[9];
        for (int k = 0; k < 9; k++) {
            points[k].x = test_random_float(&random, -1, 1);
            points[k].y = test_random_float(&random, -1, 1);
            points[k].z = test_random_float(&random, -1, 1);
        }
        thud_obb3 a, b;
        thud_obb3_mtd mtd;
        thud_obb3_of_covariance(points, 5, &a);
        thud_obb3_of_covariance(points + 4, 5, &b);
        thud_obb3_find_mtd(&a, &b, &mtd);
        hash_bytes(&hash, &a, sizeof a);
        hash_bytes(&hash, &mtd, sizeof mtd);
    }
    return hash;
}

int main(void) {
    printf("geometry_shapes %016" PRIx64 "\n", hash_of_shapes());
    printf("geometry_decompositions %016" PRIx64 "\n", hash_of_decompositions());
    printf("geometry_volumes %016" PRIx64 "\n", hash_of_volumes());
    printf("geometry_boxes_in_space %016" PRIx64 "\n", hash_of_boxes_in_space());
    return 0;
}
