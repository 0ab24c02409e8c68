/* move_many.h: the two steps of moving many proxies of a hash, as a step of a world makes them. */
#pragma once

#include "broadphase/spatial_hash.h"

/* Returns the number of boxes that left their fat boxes. */
static inline int32_t test_move_many(thud_hash *hash, const uint32_t *slots, const thud_aabb *boxes, int32_t count) {
    enum { at_once = 256 };
    uint32_t left[at_once];
    int32_t refitted = 0;
    for (int32_t first = 0; first < count; first += at_once) {
        int32_t some = count - first < at_once ? count - first : at_once;
        int32_t left_count = thud_hash_refit(hash, slots + first, boxes + first, NULL, some, left);
        thud_hash_list_left(hash, left, left_count);
        refitted += left_count;
    }
    return refitted;
}
