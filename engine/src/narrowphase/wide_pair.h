/* wide_pair.h: the contacts of a batch, one per lane, for the narrowphase's kernels: the slots
 * of their bodies and cores. */
#pragma once

#include <string.h>

#include "narrowphase/manifold.h"
#include "narrowphase/wide_core.h"

/* The bodies and cores of each lane. */
typedef struct wide_pair {
    int32_t body_a[thud_wide_lanes], body_b[thud_wide_lanes];
    int32_t core_a[thud_wide_lanes], core_b[thud_wide_lanes];
} wide_pair;

/* Loads one by one: the slots become addresses, for which they would have to leave the wide registers again. */
THUD_INLINE void load_pairs(const thud_contact_pair *pairs, const int32_t slot[thud_wide_lanes],
                            wide_pair *pair) {
    for (int lane = 0; lane < thud_wide_lanes; lane++) {
        const thud_contact_pair *one = &pairs[slot[lane]];
        pair->body_a[lane] = one->body_a;
        pair->body_b[lane] = one->body_b;
        pair->core_a[lane] = one->core_a;
        pair->core_b[lane] = one->core_b;
    }
}

THUD_INLINE int32_t lanes_of_group(int32_t count, int32_t first) {
    return count - first < thud_wide_lanes ? count - first : thud_wide_lanes;
}

/* Appends the slots of the lanes in `mask`, among the first `lanes`, to a list; returns its new
 * length. May write up to a group beyond it. */
THUD_INLINE int32_t append_lanes(int32_t *list, int32_t count, const int32_t slot[thud_wide_lanes],
                                 thud_mw mask, int32_t lanes) {
    if (lanes == thud_wide_lanes) {
        return count + thud_wide_pack(list + count, slot, mask);
    }
    uint32_t bits = thud_mw_bits(mask);
    for (int32_t lane = 0; lane < lanes; lane++) {
        list[count] = slot[lane];
        count += (int32_t)(bits >> lane & 1u);
    }
    return count;
}

/* The last four bytes of the features, from `count` on, as one number. */
static inline int32_t features_word(const thud_contact_features *features) {
    int32_t word;
    memcpy(&word, &features->count, sizeof word);
    return word;
}
