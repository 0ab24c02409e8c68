/*
 * box_cast.h: a ray or a moving box, and the queue of boxes on its path; a ray is a box of size zero. cast.c plans the
 * cast and visits proxies, cast_kernel.c compares boxes.
 */
#pragma once

#include "base/kernel.h"
#include "broadphase/few_boxes.h"
#include "broadphase/query_parts.h"

/* Along an axis: the front side and the back side of the moving box, and the negated numbers of translations per metre
 * by which boxes are entered and left (infinite without motion along the axis). */
typedef struct thud_axis_path {
    float front, back, enter, leave;
    size_t near, far; /* the columns of a node with the sides of the other boxes met first and left last */
} thud_axis_path;

typedef struct thud_box_path {
    thud_axis_path x, y;
    float max_fraction;
} thud_box_path;

enum { thud_most_box_lists = 3 * thud_proxy_kind_count + 1, thud_cast_queue_capacity = 256 };

/* An item of the queue is one number, so that items are compared as numbers: from the highest bit the bits of the
 * fraction, which is not negative, then a mark for proxies and the slot, or the list and the index of a node. */
enum { thud_fraction_shift = 32, thud_item_list_shift = 27 };

/* A list of boxes that a cast searches: its tree, or the set that has none yet. */
typedef struct thud_box_list {
    const thud_tree_node *nodes; /* null: there is no tree yet */
    uint32_t root;
    uint32_t place; /* place of entry 0; an entry's index is added; set if entries may be stale */
    bool has_stale;
    const thud_sorted_set *set;
} thud_box_list;

typedef struct thud_box_cast {
    const thud_hash *hash;
    thud_box_path path;
    thud_aabb swept; /* around all that the box comes through */
    thud_slot_cast_visitor *visitor;
    void *context;
    int32_t list_count;
    thud_box_list lists[thud_most_box_lists];
    uint64_t last_asked; /* item of the last proxy visited; all items before it are done */
    bool overflows;      /* items were dropped: the farthest */
    size_t count;
    uint64_t items[1 + thud_cast_queue_capacity]; /* the first is infinitely far, the nearest is last */
} thud_box_cast;

static inline float thud_fraction_of(uint64_t item) {
    uint32_t bits = (uint32_t)(item >> thud_fraction_shift);
    float fraction;
    memcpy(&fraction, &bits, sizeof fraction);
    return fraction;
}

static inline uint64_t thud_item_of(float fraction, uint32_t what) {
    uint32_t bits;
    memcpy(&bits, &fraction, sizeof bits);
    return (uint64_t)bits << thud_fraction_shift | what;
}

/* Drops the farthest of the items of a full queue and a new one; false if that is the new one. */
bool thud_cast_drop_farthest(thud_box_cast *cast, uint64_t item);

/* Adds an item to the queue; a full queue drops the farthest. */
static inline void thud_cast_put(thud_box_cast *cast, uint64_t item) {
    if (cast->count > thud_cast_queue_capacity && !thud_cast_drop_farthest(cast, item)) {
        return;
    }
    size_t place = cast->count++;
    for (; cast->items[place - 1] < item; place--) {
        cast->items[place] = cast->items[place - 1];
    }
    cast->items[place] = item;
}

/* Adds a proxy to the queue, unless the entry of its list is stale. */
static inline void thud_cast_put_proxy(thud_box_cast *cast, const thud_box_list *list, float fraction,
                                       uint32_t slot) {
    uint32_t place = cast->hash->proxies.places[slot];
    if (list->has_stale && (place ^ list->place) >> thud_place_list_shift != 0) {
        return;
    }
    uint64_t item = thud_item_of(fraction, THUD_TREE_PROXY | slot);
    if (item > cast->last_asked) {
        thud_prefetch_record(cast->hash, slot);
        thud_cast_put(cast, item);
    }
}

/* The same by a call, where it is rare: inline it takes 200 bytes a place. */
void thud_cast_call_put_proxy(thud_box_cast *cast, const thud_box_list *list, float fraction, uint32_t slot);

/* Calls the visitor for the proxy of an item; false when the visitor has stopped. */
bool thud_cast_ask(thud_box_cast *cast, uint64_t item);

/* Processes the queue until all items left are beyond the fraction, or the visitor has stopped: then false. True if items
 * were dropped before. */
THUD_KERNEL_DECLARE(bool, thud_cast_search, (thud_box_cast * cast));

/* Adds those of the entries [first, end) of a list's set to the queue that the moving box may meet. */
THUD_KERNEL_DECLARE(void, thud_cast_look_through,
                    (thud_box_cast * cast, const thud_box_list *list, int32_t first, int32_t end));

/* Adds the proxies below a node of a list to the queue, if not beyond the farthest item of a full queue. */
THUD_KERNEL_DECLARE(void, thud_cast_gather, (thud_box_cast * cast, const thud_box_list *list, uint32_t index));
