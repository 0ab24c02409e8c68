/*
 * A hash of what the narrowphase answers about random pairs: one line a function.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "thud/narrowphase.h"

enum { pair_count = 20000 };

static const uint64_t empty_hash = UINT64_C(14695981039346656037);

/* FNV-1a over the bytes of a float. */
static void hash_float(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int shift = 0; shift < 32; shift += 8) {
        *hash = (*hash ^ (bits >> shift & 0xff)) * UINT64_C(1099511628211);
    }
}

static void hash_vector(uint64_t *hash, thud_vec2 value) {
    hash_float(hash, value.x);
    hash_float(hash, value.y);
}

int main(void) {
    uint64_t mtd_hash = empty_hash, manifold_hash = empty_hash, distance_hash = empty_hash,
             cast_hash = empty_hash, toi_hash = empty_hash;
    test_random random = {20310};
    for (int i = 0; i < pair_count; i++) {
        thud_shape a = test_random_shape(&random, 1.0f);
        thud_shape b = test_random_shape(&random, 1.0f);
        thud_motion motion_a = thud_motion_at(test_random_vec2(&random, 1.0f), (float)i);
        thud_motion motion_b = thud_motion_at(test_random_vec2(&random, 1.0f), (float)(i % 100));
        motion_a.velocity = test_random_vec2(&random, 3.0f);
        motion_a.angular_velocity = i % 2 == 0 ? 0.0f : test_random_float(&random, -9.0f, 9.0f);
        thud_mtd mtd;
        thud_manifold manifold;
        thud_distance_result distance;
        thud_cast_hit hit;
        thud_collision collision;
        thud_find_mtd(&a, motion_a.pose, &b, motion_b.pose, &mtd);
        hash_float(&mtd_hash, mtd.depth);
        hash_vector(&mtd_hash, mtd.normal);
        thud_find_manifold(&a, motion_a.pose, &b, motion_b.pose, 0.5f, &manifold);
        hash_vector(&manifold_hash, manifold.normal);
        for (int k = 0; k < manifold.count; k++) {
            hash_vector(&manifold_hash, manifold.points[k].point);
            hash_float(&manifold_hash, manifold.points[k].separation);
            hash_float(&manifold_hash, manifold.points[k].feature);
        }
        thud_find_distance(&a, motion_a.pose, &b, motion_b.pose, &distance);
        hash_float(&distance_hash, distance.distance);
        hash_vector(&distance_hash, distance.point_a);
        thud_cast_shape(&a, motion_a.pose, motion_a.velocity, &b, motion_b.pose, &hit);
        hash_float(&cast_hash, hit.fraction);
        hash_vector(&cast_hash, hit.point);
        hash_vector(&cast_hash, hit.normal);
        hash_float(&cast_hash, hit.depth);
        thud_cast_ray(&b, motion_b.pose, motion_a.pose.position, motion_a.velocity, &hit);
        hash_float(&cast_hash, hit.fraction);
        hash_vector(&cast_hash, hit.normal);
        thud_collide(&a, &motion_a, &b, &motion_b, 1.0f, &collision);
        hash_float(&toi_hash, collision.time);
        hash_vector(&toi_hash, collision.normal);
        hash_vector(&toi_hash, collision.points[0]);
    }
    printf("narrowphase_mtd %016" PRIx64 "\n", mtd_hash);
    printf("narrowphase_manifold %016" PRIx64 "\n", manifold_hash);
    printf("narrowphase_distance %016" PRIx64 "\n", distance_hash);
    printf("narrowphase_cast %016" PRIx64 "\n", cast_hash);
    printf("narrowphase_toi %016" PRIx64 "\n", toi_hash);
    return 0;
}
