/*
 * box_tree.h: a bounding volume hierarchy over the boxes of a list, of any sizes. A node has eight children, whose
 * boxes are stored side by side for SIMD comparison; a child is a proxy or another node.
 *
 *     [ a b c d e f g h ]                       the eight boxes of a node are tested at once
 *       |   '-- [ i j k - - - - - ]             proxies and free lanes
 *       '------ [ l m n o p q r s ]
 *
 * The first queries of a list do not use a tree. When they have cost about as much as a tree does, a query builds it: a
 * world without queries does not pay for trees. The memory is reserved with the list, so that no query allocates. Boxes
 * inserted, moved or removed between two updates are updated in the tree of their list, if there is one, and so are
 * those that are merged into a set.
 */
#pragma once

#include <math.h>
#include <stdatomic.h>

#include "base/inline.h"
#include "base/kernel.h"
#include "base/memory.h"
#include "thud/bounds.h"

/* A box that overlaps nothing. */
static inline thud_aabb thud_empty_box(void) {
    thud_aabb box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    return box;
}

typedef struct thud_box_columns {
    float *min_x, *min_y, *max_x, *max_y;
} thud_box_columns;

THUD_INLINE thud_aabb thud_box_at(const thud_box_columns *boxes, int32_t i) {
    return (thud_aabb){{boxes->min_x[i], boxes->min_y[i]}, {boxes->max_x[i], boxes->max_y[i]}};
}

THUD_INLINE void thud_put_box(const thud_box_columns *boxes, int32_t i, thud_aabb box) {
    boxes->min_x[i] = box.min.x;
    boxes->min_y[i] = box.min.y;
    boxes->max_x[i] = box.max.x;
    boxes->max_y[i] = box.max.y;
}

enum { thud_node_lanes = 8 };

/* The sides of boxes, in nodes and lists. */
typedef enum thud_box_side { THUD_MIN_X, THUD_MIN_Y, THUD_MAX_X, THUD_MAX_Y, thud_box_sides } thud_box_side;

/* Bit of a child: the rest is the slot of a proxy; without it the index of a node. And the child of a free lane. */
#define THUD_TREE_PROXY 0x80000000u
#define THUD_TREE_FREE 0xffffffffu

typedef struct thud_tree_node {
    float sides[thud_box_sides][thud_node_lanes];
    uint32_t children[thud_node_lanes];
} thud_tree_node;

static inline thud_aabb thud_lane_box(const thud_tree_node *node, int lane) {
    return (thud_aabb){{node->sides[THUD_MIN_X][lane], node->sides[THUD_MIN_Y][lane]},
                       {node->sides[THUD_MAX_X][lane], node->sides[THUD_MAX_Y][lane]}};
}

typedef enum thud_tree_state { THUD_TREE_ABSENT, THUD_TREE_IN_WORK, THUD_TREE_READY } thud_tree_state;

typedef struct thud_box_tree {
    thud_tree_node *nodes;
    int32_t capacity, count; /* of nodes */
    uint32_t root;
    _Atomic int state; /* thud_tree_state */
    _Atomic int32_t spent; /* cost of queries without a tree since the list was sorted */
    int32_t changes; /* boxes inserted and removed by merges since it was built */
} thud_box_tree;

/* Shorter lists are searched as fast without a tree. */
enum { thud_least_tree_boxes = 24 };

/* Reserves memory for a tree of `boxes`, built at once or by insertions; the tree stays. False when it runs out. */
bool thud_box_tree_reserve(thud_box_tree *tree, const thud_hooks *hooks, int32_t boxes);
void thud_box_tree_destroy(thud_box_tree *tree, const thud_hooks *hooks);

/* Call this when the list is rebuilt. */
void thud_box_tree_restart(thud_box_tree *tree);

/* Whether a tree of `count` boxes stays good after so many more removals and insertions. */
bool thud_box_tree_may_change(thud_box_tree *tree, int32_t changes, int32_t count);

/* Drops the tree, before a change of the list without an update of the tree. Any thread may call it. */
static inline void thud_box_tree_drop(thud_box_tree *tree) {
    if (atomic_load_explicit(&tree->state, memory_order_relaxed) != THUD_TREE_ABSENT) {
        atomic_store_explicit(&tree->state, THUD_TREE_ABSENT, memory_order_relaxed);
    }
}

/* Whether there is a tree for a query of the list; builds it if it has become worth it. Any number of threads may call
 * it: one builds the tree, the others go without. */
bool thud_box_tree_is_ready(thud_box_tree *tree, const thud_box_columns *boxes, const uint32_t *slots,
                            int32_t count);

/* Whether the caller builds the tree now: queries have paid for it, and no other thread does; and the end of that. */
bool thud_box_tree_begins(thud_box_tree *tree);
void thud_box_tree_ends(thud_box_tree *tree);

/* Adds the cost of a query without a tree, in comparisons of eight boxes; a search of a row costs as much as four. */
void thud_box_tree_charge(thud_box_tree *tree, int32_t comparisons, int32_t count);

enum { thud_comparisons_of_search = 4 };

static inline bool thud_box_tree_is_made(const thud_box_tree *tree) {
    return atomic_load_explicit(&tree->state, memory_order_acquire) == THUD_TREE_READY;
}

/* Builds the tree of a list that has boxes. */
void thud_box_tree_build(thud_box_tree *tree, const thud_box_columns *boxes, const uint32_t *slots,
                         int32_t count);

/* Packs boxes into nodes in the order of their slots, eight to a node, and these likewise, up to a root; `bounds` gets the
 * box around all. Returns the root, the last node. */
uint32_t thud_box_tree_pack(thud_tree_node *nodes, const thud_aabb *boxes, const uint32_t *slots,
                            int32_t count, thud_aabb *bounds);

/* Adds a box to a built tree; without room for another node returns false and leaves the tree as it was. */
bool thud_box_tree_insert(thud_box_tree *tree, thud_lanes lanes, uint32_t slot, thud_aabb box);

/* The lane with the node whose box grows least, by half its perimeter, where another is added: the first of several; eight if
 * all are proxies. */
THUD_KERNEL_DECLARE(int32_t, thud_choose_lane, (const thud_tree_node *node, const thud_aabb *box));

/* Removes the box of a proxy, which must be in the tree. */
void thud_box_tree_remove(thud_box_tree *tree, uint32_t slot, thud_aabb box);
