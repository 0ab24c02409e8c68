/* watch_kernel.c: looks through contacts for news, eight at a time. */
#include "world/watch.h"

#include "base/lanes.h"

#include <string.h>

/* The last four bytes of the features, `count` and what follows it, as one number. */
static inline int32_t last_word(const thud_contact_features *features) {
    int32_t word;
    memcpy(&word, &features->count, sizeof word);
    return word;
}

/* In which lanes contacts are listed in `news` and in `near`. */
typedef struct found_lanes {
    uint32_t news, near;
} found_lanes;

static inline __attribute__((always_inline)) found_lanes watch_group(const thud_watch_batch *batch,
                                                                     const int32_t slot[8]) {
    static const thud_contact_features touching = {.flags = THUD_CONTACT_TOUCHING};
    static const thud_contact_features with_fixed = {.flags = THUD_CONTACT_KINEMATIC};
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
    thud_i32x8 flag = thud_i32x8_and(thud_i32x8_of_bits(features[3]), thud_i32x8_set1(last_word(&touching)));
    thud_m8 is_untouched = thud_i32x8_eq(flag, thud_i32x8_set1(0));
    thud_m8 begins = thud_m8_and(is_untouched, thud_f8_le(features[2], thud_f8_zero()));
    thud_m8 ends = thud_m8_andnot(thud_f8_gt(features[2], thud_f8_set1(batch->part_distance)), is_untouched);
    thud_m8 overlap = thud_m8_and(thud_m8_and(thud_f8_le(a[0], b[2]), thud_f8_le(b[0], a[2])),
                                  thud_m8_and(thud_f8_le(a[1], b[3]), thud_f8_le(b[1], a[3])));
    thud_i32x8 fixed = thud_i32x8_and(thud_i32x8_of_bits(features[3]), thud_i32x8_set1(last_word(&with_fixed)));
    thud_m8 deep = thud_m8_andnot(thud_f8_lt(features[2], thud_f8_set1(-batch->deep_distance)),
                                  thud_i32x8_eq(fixed, thud_i32x8_set1(0)));
    thud_m8 near = thud_m8_and(is_untouched, thud_f8_lt(features[2], thud_f8_set1(THUD_NO_POINT)));
    return (found_lanes){thud_m8_bits(thud_m8_or(thud_m8_or(thud_m8_or(begins, ends), deep), thud_m8_not(overlap))),
                         thud_m8_bits(near)};
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
    int32_t news_count = 0, near_count = 0;
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
        news_count = list_lanes(batch->news, news_count, slot, found.news, lanes);
        near_count = list_lanes(batch->near, near_count, slot, found.near, lanes);
    }
    batch->news_count = news_count;
    batch->near_count = near_count;
}
