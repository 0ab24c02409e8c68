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
    _Alignas(32) int32_t body_a[8];
    _Alignas(32) int32_t body_b[8];
    _Alignas(32) int32_t core_a[8];
    _Alignas(32) int32_t core_b[8];
} wide_pair;

/* By the offsets of records of 16 bytes. */
INLINE void load_pairs(const thud_contact_pair *pairs, const uint32_t offset[8], wide_pair *pair) {
    thud_f8 bits[4];
    thud_gather4_at(pairs, offset, bits);
    thud_i32x8_store(pair->body_a, thud_i32x8_of_bits(bits[0]));
    thud_i32x8_store(pair->body_b, thud_i32x8_of_bits(bits[1]));
    thud_i32x8_store(pair->core_a, thud_i32x8_of_bits(bits[2]));
    thud_i32x8_store(pair->core_b, thud_i32x8_of_bits(bits[3]));
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
