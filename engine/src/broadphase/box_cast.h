/*
 * box_cast.h: a ray or a moving box and the queue of what it may meet; a ray is a box of no size. cast.c plans the cast and asks about
 * proxies, cast_kernel.c compares boxes.
 */
#ifndef THUD_SRC_BROADPHASE_BOX_CAST_H
#define THUD_SRC_BROADPHASE_BOX_CAST_H

#include "base/kernel.h"
#include "broadphase/query_parts.h"

/* Along each axis: the side of the moving box that comes to another one first, the side that leaves it last, and the number of
 * translations to a metre (infinite where it does not move). */
typedef struct thud_box_path {
    float front_x, front_y, back_x, back_y;
    float per_metre_x, per_metre_y;
    thud_box_side near_x, near_y, far_x, far_y; /* of the boxes, those that are met first and left last */
    float max_fraction;
} thud_box_path;

enum { thud_most_box_lists = 3 * thud_proxy_kind_count, thud_cast_queue_capacity = 256 };

/*
 * An item of the queue is one number, so that the order of items is that of numbers: the bits of the fraction, which is not negative,
 * then a mark of proxies and the slot, or the list and the index of a node.
 */
enum { thud_fraction_shift = 32, thud_item_list_shift = 27 };

/* A list of boxes that a cast looks for. */
typedef struct thud_box_list {
    const thud_tree_node *nodes; /* null: there is no tree */
    uint32_t root;
    const thud_sorted_set *set;         /* null: the insert buffer */
    const float *sides[thud_box_sides]; /* columns of the boxes */
    const uint32_t *slots;
    int32_t count;
    uint32_t place; /* of an entry of the list, but for its number */
    bool has_stale;
} thud_box_list;

/* A box of half extents (extent_x, extent_y) whose centre moves from (x, y) by (dx, dy). */
typedef struct thud_box_cast {
    const thud_hash *hash;
    double x, y, dx, dy;
    double extent_x, extent_y;
    thud_box_path path;
    thud_aabb box; /* at its start */
    thud_vec2 translation;
    thud_proxy_cast_visitor *visitor;
    void *context;
    thud_user_records records;
    int32_t list_count;
    thud_box_list lists[thud_most_box_lists];
    uint64_t last_asked; /* item of a proxy; all before it have been asked about */
    bool overflows;      /* items have been left out: the farthest */
    int32_t count;
    uint64_t items[thud_cast_queue_capacity]; /* the nearest last */
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

/* Of more items than there is room for the farthest is left out. */
static inline void thud_cast_put(thud_box_cast *cast, uint64_t item) {
    if (cast->count == thud_cast_queue_capacity) {
        cast->overflows = true;
        if (item > cast->items[0]) {
            return;
        }
        cast->count--;
        memmove(cast->items, cast->items + 1, sizeof cast->items - sizeof cast->items[0]);
    }
    int32_t place = cast->count++;
    for (; place > 0 && cast->items[place - 1] < item; place--) {
        cast->items[place] = cast->items[place - 1];
    }
    cast->items[place] = item;
}

/* Puts a proxy into the queue, unless the entry of its list counts no more. */
static inline void thud_cast_put_proxy(thud_box_cast *cast, const thud_box_list *list, float fraction,
                                       uint32_t slot) {
    uint32_t place = cast->hash->proxies.places[slot];
    if (list->has_stale && (place ^ list->place) >> thud_place_list_shift != 0) {
        return;
    }
    uint64_t item = thud_item_of(fraction, THUD_TREE_PROXY | slot);
    if (item > cast->last_asked) {
        thud_prefetch_record(cast->hash, cast->records, slot);
        __builtin_prefetch(&cast->hash->proxies.fat[slot]);
        thud_cast_put(cast, item);
    }
}

/* Asks the visitor about the proxy of an item; false when it has stopped. */
bool thud_cast_ask(thud_box_cast *cast, uint64_t item);

/* Takes one item of the queue after the other until the rest is of no interest; false when it is, or the visitor has stopped; true where
 * items had to be left out. */
#define THUD_CAST_SEARCH_ARGUMENTS (thud_box_cast * cast)
THUD_KERNEL_DECLARE(bool, thud_cast_search, THUD_CAST_SEARCH_ARGUMENTS);

/* Puts those of the boxes [first, end) of a list into the queue that the moving box may meet. */
#define THUD_CAST_LOOK_THROUGH_ARGUMENTS                                                                     \
    (thud_box_cast * cast, const thud_box_list *list, int32_t first, int32_t end)
THUD_KERNEL_DECLARE(void, thud_cast_look_through, THUD_CAST_LOOK_THROUGH_ARGUMENTS);

/* Puts the proxies below a node of a list into the queue, those that are not beyond the farthest in a full one. */
#define THUD_CAST_GATHER_ARGUMENTS (thud_box_cast * cast, const thud_box_list *list, uint32_t index)
THUD_KERNEL_DECLARE(void, thud_cast_gather, THUD_CAST_GATHER_ARGUMENTS);

#endif
