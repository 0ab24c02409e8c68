/*
 * few_boxes.h: the boxes of all short lists of a hash but those of sensors in one tree, for rays and casts. A game has some
 * hundred bodies that move; they lie in up to eight lists, and to ask each of them costs a ray more than to search all of
 * them together.
 *
 *                  static                            kinematic     moving
 *     main sets    4,900 boxes: a tree of its own    30            60
 *     delta sets   4                                 8             25
 *     buffers      1                                 22            15        ->  165 boxes in one tree
 *
 * Boxes are sorted along the longer side of the bounds and packed eight to a node: a box costs a quarter of its cost
 * in the tree of a long list (box_tree.c). Like such a tree it is made when rays have come since the last change to save
 * its cost (list_few_boxes.c).
 */
#pragma once

#include "broadphase/sorted_set.h"

/* With more boxes the trees of their lists are faster. */
enum { thud_most_few = 512, thud_most_few_nodes = thud_most_few / 8 + thud_most_few / 64 + 1 };

typedef struct thud_few_boxes {
    thud_box_tree tree; /* in `nodes`; restarted when a list changes */
    uint32_t lists; /* the bits of those lists that are in it or empty; see thud_list_bit of spatial_hash.h */
    int32_t count;
    thud_aabb bounds; /* of all boxes */
    thud_tree_node nodes[thud_most_few_nodes];
} thud_few_boxes;
