/*
 * Eight contacts of a batch, one a lane: what the kernels of the narrowphase know of them before they look at
 * shapes.
 */
#ifndef THUD_SRC_NARROWPHASE_WIDE_PAIR_H
#define THUD_SRC_NARROWPHASE_WIDE_PAIR_H

#include <string.h>

#include "narrowphase/manifold.h"
#include "narrowphase/wide_core.h"

/* Who collides in each lane. */
typedef struct wide_pair {
    int32_t body_a[8], body_b[8];
    int32_t core_a[8], core_b[8];
} wide_pair;

/* One by one: they become addresses, for which they would have to leave the wide registers again. */
INLINE void load_pairs(const thud_contact_pair *pairs, const int32_t slot[8], wide_pair *pair) {
    for (int lane = 0; lane < 8; lane++) {
        const thud_contact_pair *one = &pairs[slot[lane]];
        pair->body_a[lane] = one->body_a;
        pair->body_b[lane] = one->body_b;
        pair->core_a[lane] = one->core_a;
        pair->core_b[lane] = one->core_b;
    }
}

/* The contacts of the group that starts at `first`; the last group, in `room`, is filled up with its last one. */
INLINE const int32_t *full_group(const thud_collide_batch *batch, int32_t first, int32_t room[8]) {
    if (first + 8 <= batch->count) {
        return batch->contacts + first;
    }
    for (int lane = 0; lane < 8; lane++) {
        room[lane] = batch->contacts[first + lane < batch->count ? first + lane : batch->count - 1];
    }
    return room;
}

/* The last four bytes of the features, `count` and what follows it, as one number. */
static inline int32_t features_word(const thud_contact_features *features) {
    int32_t word;
    memcpy(&word, &features->count, sizeof word);
    return word;
}

#endif
