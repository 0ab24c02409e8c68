/* box_tree_count.h: whether a tree has the boxes that it should have, for checks of invariants and tests alone. */
#pragma once

#include <math.h>

#include "broadphase/box_tree.h"

static inline int32_t thud_box_tree_count_below(const thud_box_tree *tree, uint32_t at, thud_aabb bounds,
                                                thud_aabb *boxes) {
    const thud_tree_node *node = &tree->nodes[at];
    int32_t count = 0;
    for (int lane = 0; lane < thud_node_lanes; lane++) {
        uint32_t child = node->children[lane], slot = child & ~THUD_TREE_PROXY;
        thud_aabb box = thud_lane_box(node, lane);
        if (child == THUD_TREE_FREE || !thud_aabb_contains(bounds, box)) {
            continue;
        }
        if (child == slot) {
            count += thud_box_tree_count_below(tree, child, box, boxes);
        } else if (thud_aabb_contains(boxes[slot], box) && thud_aabb_contains(box, boxes[slot])) {
            boxes[slot] = thud_empty_box();
            count++;
        }
    }
    return count;
}

/* Counts the proxies that have the box of their slot and lie in all nodes above; sets each such box to one that
 * encloses nothing, so that no proxy counts twice. `boxes` has room for all slots. */
static inline int32_t thud_box_tree_count(const thud_box_tree *tree, thud_aabb *boxes) {
    const thud_aabb all = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    return thud_box_tree_count_below(tree, tree->root, all, boxes);
}
