/*
 * few_boxes.h: the boxes of all short lists of a hash in one list, for rays and casts. A game has some hundred bodies
 * that move; they lie in up to eight lists, and to ask each of them costs a ray more than to compare all their boxes.
 *
 *                  static                            kinematic     moving
 *     main sets    4,900 boxes: a tree of its own    30            60
 *     delta sets   4                                 8             25
 *     buffers      1                                 22            15        ->  165 boxes in one list
 *
 * The list is sorted along the longer side of the bounds. It is made once as many rays have come since the last change as
 * save what it costs.
 */
#ifndef THUD_SRC_BROADPHASE_FEW_BOXES_H
#define THUD_SRC_BROADPHASE_FEW_BOXES_H

#include "broadphase/spatial_hash.h"

/* With more boxes the trees of their lists are faster. */
enum { thud_most_few = 512, thud_most_eights = thud_most_few / 8 };

struct thud_few_boxes {
    _Atomic int state; /* number of rays since the last change, or a state below 0 of few_boxes.c */
    uint32_t lists;    /* the bits of those lists that are in it or empty; see thud_list_bit */
    int32_t count;
    thud_box_columns boxes;  /* of `sides` */
    thud_box_columns eights; /* of `bounds`: around each eight boxes */
    uint32_t slots[thud_most_few];
    float sides[thud_box_sides][thud_most_few + thud_entry_padding];
    float bounds[thud_box_sides][thud_most_eights];
};

/* The bit of a kind's main set, delta set or buffer. */
static inline uint32_t thud_list_bit(int32_t kind, thud_place_list list) {
    return 1u << (3 * kind + (int32_t)list - (int32_t)thud_place_main);
}

/* For a ray: the boxes of the short lists; null before the list is worth it. Any number of threads may call it. */
const thud_few_boxes *thud_hash_few_boxes(const thud_hash *hash);

/* Whether the list is there now. */
bool thud_few_boxes_are_ready(const thud_few_boxes *few);

/* Call this when a list changes. Any thread may call it. */
static inline void thud_few_boxes_drop(thud_few_boxes *few) {
    if (atomic_load_explicit(&few->state, memory_order_relaxed) != 0) {
        atomic_store_explicit(&few->state, 0, memory_order_relaxed);
    }
}

#endif
