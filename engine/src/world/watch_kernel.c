/* watch_kernel.c: sorts contacts into the lists of what is to be done about them, eight at a time. */
#include "world/watch.h"

#include "base/lanes.h"

#include <string.h>

/* The last four bytes of the features, `count` and what follows it, as one number. */
static inline int32_t last_word(const thud_contact_features *features) {
    int32_t word;
    memcpy(&word, &features->count, sizeof word);
    return word;
}

/* The lanes that have any of the bits of `wanted`. */
static inline thud_m8 has_any(thud_i32x8 words, const thud_contact_features *wanted) {
    thud_i32x8 found = thud_i32x8_and(words, thud_i32x8_set1(last_word(wanted)));
    return thud_m8_not(thud_i32x8_eq(found, thud_i32x8_set1(0)));
}

/* In which lanes contacts are listed where. */
typedef struct found_lanes {
    uint32_t news, solved, near, notable;
} found_lanes;

/* How fast b approaches a along the normal, at arms from the centres of mass. */
static inline thud_f8 approach(const thud_f8 normal[2], const thud_f8 velocity_a[4], const thud_f8 arm_a[2],
                               const thud_f8 velocity_b[4], const thud_f8 arm_b[2]) {
    thud_f8 ax = thud_f8_sub(velocity_a[0], thud_f8_mul(velocity_a[2], arm_a[1]));
    thud_f8 ay = thud_f8_add(velocity_a[1], thud_f8_mul(velocity_a[2], arm_a[0]));
    thud_f8 bx = thud_f8_sub(velocity_b[0], thud_f8_mul(velocity_b[2], arm_b[1]));
    thud_f8 by = thud_f8_add(velocity_b[1], thud_f8_mul(velocity_b[2], arm_b[0]));
    return thud_f8_add(thud_f8_mul(thud_f8_sub(ax, bx), normal[0]), thud_f8_mul(thud_f8_sub(ay, by), normal[1]));
}

/* Which contacts may be hits: both points are looked at, even where there is one. */
static inline thud_m8 may_hit(const thud_watch_batch *batch, const int32_t slot[8]) {
    int32_t body_a[8], body_b[8];
    const float *halves[8];
    for (int lane = 0; lane < 8; lane++) {
        body_a[lane] = batch->pairs[slot[lane]].body_a;
        body_b[lane] = batch->pairs[slot[lane]].body_b;
        halves[lane] = &batch->manifolds[slot[lane]].normal.x;
    }
    thud_f8 a[4], b[4], half[8];
    thud_gather4(&batch->velocities->linear.x, body_a, a);
    thud_gather4(&batch->velocities->linear.x, body_b, b);
    thud_load8x8(halves, half);
    thud_f8 second_arm_b[2];
    for (int axis = 0; axis < 2; axis++) {
        second_arm_b[axis] = thud_f8_add(half[6 + axis], thud_f8_sub(half[4 + axis], half[2 + axis]));
    }
    thud_f8 first = approach(half, a, half + 2, b, half + 6);
    thud_f8 second = approach(half, a, half + 4, b, second_arm_b);
    thud_f8 hit_speed = thud_f8_set1(batch->hit_speed);
    return thud_m8_or(thud_f8_gt(first, hit_speed), thud_f8_gt(second, hit_speed));
}

static inline __attribute__((always_inline)) found_lanes watch_group(const thud_watch_batch *batch,
                                                                     const int32_t slot[8]) {
    static const thud_contact_features touching = {.flags = THUD_CONTACT_TOUCHING};
    static const thud_contact_features with_fixed = {.flags = THUD_CONTACT_KINEMATIC};
    static const thud_contact_features wants_hits = {.flags = THUD_CONTACT_WANTS_HITS};
    static const thud_contact_features wants_events = {.flags = THUD_CONTACT_WANTS_EVENTS};
    static const thud_contact_features rejected = {.flags = THUD_CONTACT_REJECTED};
    uint32_t offset[8], box_a[8], box_b[8];
    for (int lane = 0; lane < 8; lane++) {
        const thud_contact_proxies *proxies = &batch->proxies[slot[lane]];
        offset[lane] = (uint32_t)slot[lane] * (uint32_t)sizeof(thud_contact_features);
        box_a[lane] = proxies->a * (uint32_t)sizeof(thud_aabb);
        box_b[lane] = proxies->b * (uint32_t)sizeof(thud_aabb);
    }
    thud_f8 features[4], a[4], b[4];
    thud_gather4_at(batch->features, offset, features);
    thud_gather4_at(batch->fat_boxes, box_a, a);
    thud_gather4_at(batch->fat_boxes, box_b, b);
    thud_f8 nearest = features[2];
    thud_i32x8 words = thud_i32x8_of_bits(features[3]);
    thud_m8 touched = has_any(words, &touching), fixed = has_any(words, &with_fixed);
    thud_m8 begins = thud_m8_andnot(thud_f8_le(nearest, thud_f8_zero()), touched);
    thud_m8 ends = thud_m8_and(thud_f8_gt(nearest, thud_f8_set1(batch->part_distance)), touched);
    thud_m8 deep = thud_m8_and(thud_f8_lt(nearest, thud_f8_set1(-batch->deep_distance)), fixed);
    thud_m8 overlap = thud_m8_and(thud_m8_and(thud_f8_le(a[0], b[2]), thud_f8_le(b[0], a[2])),
                                  thud_m8_and(thud_f8_le(a[1], b[3]), thud_f8_le(b[1], a[3])));
    thud_m8 has_points = thud_m8_and(overlap, thud_f8_lt(nearest, thud_f8_set1(THUD_NO_POINT)));
    thud_m8 solved = thud_m8_andnot(has_points, has_any(words, &rejected));
    thud_m8 near = thud_m8_andnot(solved, touched);
    thud_m8 notable = thud_m8_or(fixed, thud_m8_and(near, has_any(words, &wants_events)));
    thud_m8 hit = has_any(words, &wants_hits);
    if (thud_m8_any(hit)) {
        notable = thud_m8_or(notable, thud_m8_and(hit, may_hit(batch, slot)));
    }
    return (found_lanes){thud_m8_bits(thud_m8_or(thud_m8_or(thud_m8_or(begins, ends), deep), thud_m8_not(overlap))),
                         thud_m8_bits(solved), thud_m8_bits(near), thud_m8_bits(thud_m8_and(solved, notable))};
}

/* Appends the slots of the lanes in `bits`; returns the new count. */
static inline int32_t list_lanes(int32_t *list, int32_t count, const int32_t slot[8], uint32_t bits, int32_t lanes) {
    for (int32_t lane = 0; bits != 0 && lane < lanes; lane++) {
        list[count] = slot[lane];
        count += (int32_t)(bits >> lane & 1u);
    }
    return count;
}

void THUD_KERNEL(thud_watch_contacts)(thud_watch_batch *batch);

void THUD_KERNEL(thud_watch_contacts)(thud_watch_batch *batch) {
    thud_contact_lists lists = batch->lists;
    lists.news_count = lists.solved_count = lists.near_count = lists.notable_count = 0;
    for (int32_t first = 0; first < batch->count; first += 8) {
        const int32_t *slot = batch->contacts + first;
        int32_t lanes = batch->count - first < 8 ? batch->count - first : 8;
        int32_t filled_up[8];
        if (lanes < 8) {
            for (int32_t lane = 0; lane < 8; lane++) {
                filled_up[lane] = slot[lane < lanes ? lane : lanes - 1];
            }
            slot = filled_up;
        }
        found_lanes found = watch_group(batch, slot);
        lists.news_count = list_lanes(lists.news, lists.news_count, slot, found.news, lanes);
        lists.solved_count = list_lanes(lists.solved, lists.solved_count, slot, found.solved, lanes);
        lists.near_count = list_lanes(lists.near, lists.near_count, slot, found.near, lanes);
        lists.notable_count = list_lanes(lists.notable, lists.notable_count, slot, found.notable, lanes);
    }
    batch->lists = lists;
}
