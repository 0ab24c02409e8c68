/* The comparisons of box_cast.h, compiled once per SIMD width. */
#include <float.h>

#include "base/inline.h"
#include "broadphase/box_cast.h"
#include "broadphase/wide_box.h"

/* The mask of eight boxes that the moving box may meet up to max_fraction, and the fractions at which it enters
 * them: those of entering are rounded down and those of leaving up by more than the rounding errors, so that none
 * is missed. A box that encloses another has no higher fraction. With an infinite number of translations a touching
 * side gives NaN: then the axis has no effect, as min and max return their second argument. Free lanes are not met. */
THUD_INLINE uint32_t cast_eight(const thud_box_path *path, const float *near_x, const float *near_y,
                                const float *far_x, const float *far_y, float *fractions) {
    const thud_axis_path *x = &path->x, *y = &path->y;
    thud_f8 enter_x =
        thud_f8_mul(thud_f8_sub(thud_f8_set1(x->front), thud_f8_loadu(near_x)), thud_f8_set1(x->enter));
    thud_f8 enter_y =
        thud_f8_mul(thud_f8_sub(thud_f8_set1(y->front), thud_f8_loadu(near_y)), thud_f8_set1(y->enter));
    thud_f8 leave_x =
        thud_f8_mul(thud_f8_sub(thud_f8_set1(x->back), thud_f8_loadu(far_x)), thud_f8_set1(x->leave));
    thud_f8 leave_y =
        thud_f8_mul(thud_f8_sub(thud_f8_set1(y->back), thud_f8_loadu(far_y)), thud_f8_set1(y->leave));
    thud_f8 enter = thud_f8_max(enter_y, thud_f8_max(enter_x, thud_f8_zero()));
    thud_f8 leave = thud_f8_min(leave_y, thud_f8_min(leave_x, thud_f8_set1(path->max_fraction)));
    thud_f8_storeu(fractions, enter);
    return thud_m8_bits(thud_f8_le(enter, thud_f8_add(leave, thud_f8_set1(FLT_MIN))));
}

THUD_INLINE uint32_t cast_node(const thud_box_cast *cast, const thud_tree_node *node, float *fractions) {
    const thud_box_path *path = &cast->path;
    const float *sides = node->sides[0];
    return cast_eight(path, sides + path->x.near, sides + path->y.near, sides + path->x.far,
                      sides + path->y.far, fractions);
}

/* Adds the children of a node of a list to the queue. */
THUD_INLINE void open_node(thud_box_cast *cast, uint32_t l, const thud_tree_node *node) {
    const thud_box_list *list = &cast->lists[l];
    float fractions[thud_node_lanes];
    for (uint32_t met = cast_node(cast, node, fractions); met != 0; met &= met - 1) {
        int32_t lane = thud_lowest_bit(met);
        uint32_t child = node->children[lane];
        if ((child & THUD_TREE_PROXY) != 0) {
            thud_cast_put_proxy(cast, list, fractions[lane], child & ~THUD_TREE_PROXY);
        } else {
            const char *below = (const char *)&list->nodes[child];
            __builtin_prefetch(below);
            __builtin_prefetch(below + 64);
            __builtin_prefetch(below + 128);
            thud_cast_put(cast, thud_item_of(fractions[lane], l << thud_item_list_shift | child));
        }
    }
}

/* A path up to so many margins long, 13 m by default, is mostly near one child of a root, and near one of that. */
static const float short_path = 256.0f;

static inline bool is_short(const thud_box_cast *cast) {
    thud_vec2 size = thud_vec2_sub(cast->swept.max, cast->swept.min);
    return size.x + size.y < short_path * cast->hash->margin;
}

/* The lowest node above all boxes of a list that overlap one, found without the queue and without fractions; null if there are
 * none. */
THUD_INLINE const thud_tree_node *lowest_above(const thud_box_list *list, const thud_aabb *box) {
    const wide_box wide = spread_aabb(box);
    const thud_tree_node *node = &list->nodes[list->root];
    for (;;) {
        uint32_t met = overlaps_of_sides(&wide, node->sides[THUD_MIN_X], node->sides[THUD_MIN_Y],
                                         node->sides[THUD_MAX_X], node->sides[THUD_MAX_Y]);
        if (met == 0) {
            return NULL;
        }
        uint32_t child = node->children[thud_lowest_bit(met)];
        if ((met & (met - 1)) != 0 || (child & THUD_TREE_PROXY) != 0) {
            return node;
        }
        node = &list->nodes[child];
    }
}

bool THUD_KERNEL(thud_cast_search)(thud_box_cast *cast) {
    bool goes_down = is_short(cast);
    for (int32_t l = 0; l < cast->list_count;
         l++) { /* from the queue, as other nodes are, roots would cost a tenth of a ray */
        const thud_box_list *list = &cast->lists[l];
        if (list->nodes != NULL) {
            const thud_tree_node *node =
                goes_down ? lowest_above(list, &cast->swept) : &list->nodes[list->root];
            if (node != NULL) {
                open_node(cast, (uint32_t)l, node);
            }
        }
    }
    while (!cast->overflows) {
        uint64_t item = cast->items[--cast->count];
        if (thud_fraction_of(item) > cast->path.max_fraction) {
            return false;
        }
        uint32_t what = (uint32_t)item;
        if ((what & THUD_TREE_PROXY) == 0) {
            uint32_t l = what >> thud_item_list_shift;
            open_node(cast, l, &cast->lists[l].nodes[what & ((1u << thud_item_list_shift) - 1)]);
        } else if (!thud_cast_ask(cast, item)) {
            return false;
        }
    }
    return true;
}

/* Adds those of up to eight boxes, whose columns are `sides`. */
THUD_INLINE void look_at_eight(thud_box_cast *cast, const thud_box_list *list,
                               const float *const sides[thud_box_sides], const uint32_t *slots, int32_t count) {
    const thud_axis_path *x = &cast->path.x, *y = &cast->path.y;
    float fractions[thud_node_lanes];
    uint32_t met = cast_eight(&cast->path, sides[x->near / thud_node_lanes], sides[y->near / thud_node_lanes],
                              sides[x->far / thud_node_lanes], sides[y->far / thud_node_lanes], fractions);
    for (met &= thud_first_lanes(count); met != 0; met &= met - 1) {
        int32_t lane = thud_lowest_bit(met);
        thud_cast_call_put_proxy(cast, list, fractions[lane], slots[lane]);
    }
}

void THUD_KERNEL(thud_cast_look_through)(thud_box_cast *cast, const thud_box_list *list, int32_t first,
                                         int32_t end) {
    const thud_box_columns boxes = list->set->fat;
    const wide_box swept = spread_aabb(&cast->swept);
    for (; first < end; first += thud_node_lanes) {
        if (overlaps_of_eight(&swept, &boxes, first) != 0) { /* most groups are beside the whole path */
            const float *const sides[thud_box_sides] = {boxes.min_x + first, boxes.min_y + first,
                                                        boxes.max_x + first, boxes.max_y + first};
            look_at_eight(cast, list, sides, list->set->slots + first, end - first);
        }
    }
}

void THUD_KERNEL(thud_cast_gather)(thud_box_cast *cast, const thud_box_list *list, uint32_t index) {
    const thud_tree_node *node = &list->nodes[index];
    float fractions[thud_node_lanes];
    for (uint32_t met = cast_node(cast, node, fractions); met != 0; met &= met - 1) {
        int32_t lane = thud_lowest_bit(met);
        uint32_t child = node->children[lane];
        if ((child & THUD_TREE_PROXY) != 0) {
            thud_cast_call_put_proxy(cast, list, fractions[lane], child & ~THUD_TREE_PROXY);
        } else if (cast->count <= thud_cast_queue_capacity ||
                   thud_item_of(fractions[lane], 0) <= cast->items[1]) {
            THUD_KERNEL(thud_cast_gather)(cast, list, child);
        } else {
            cast->overflows = true;
        }
    }
}
