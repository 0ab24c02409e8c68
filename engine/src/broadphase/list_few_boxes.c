/* list_few_boxes.c: makes the tree of the boxes of all short lists. */
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"

/* Adds a list for all of whose boxes there is room. A level's main set has a tree that lasts. */
static void add_list(thud_few_boxes *few, uint32_t *slots, const thud_hash *hash, const thud_sorted_set *set) {
    bool is_level = set == &hash->kinds[THUD_PROXY_STATIC].main_set && set->count >= thud_least_tree_boxes;
    bool fits = !is_level && set->count <= thud_most_few - few->count;
    few->lists |= fits ? thud_list_bit(set->place_of_first) : 0;
    for (int32_t i = 0; fits && i < set->count; i++) {
        if (thud_sorted_set_is_current(set, hash->proxies.places, i)) {
            slots[few->count++] = set->slots[i];
        }
    }
}

/* Sorts the slots along the longer side of the bounds, by 256 places, so that boxes side by side share nodes. */
static void sort_slots(uint32_t *slots, const thud_hash *hash, int32_t count) {
    enum { place_shift = 32, place_bits = 8 };
    uint64_t keys[thud_most_few], scratch[thud_most_few];
    thud_aabb bounds = thud_empty_box();
    for (int32_t i = 0; i < count; i++) {
        bounds = thud_aabb_union(bounds, hash->proxies.fat[slots[i]]);
    }
    double width = (double)bounds.max.x - (double)bounds.min.x, height = (double)bounds.max.y - (double)bounds.min.y;
    bool along_x = width > height;
    double longer = along_x ? width : height;
    double places_per_metre = longer > 0.0 ? ((1 << place_bits) - 1) / longer : 0.0;
    for (int32_t i = 0; i < count; i++) {
        thud_vec2 low = hash->proxies.fat[slots[i]].min;
        double along = along_x ? (double)low.x - (double)bounds.min.x : (double)low.y - (double)bounds.min.y;
        keys[i] = (uint64_t)(along * places_per_metre) << place_shift | slots[i];
    }
    const uint64_t *sorted = thud_radix_sort(keys, scratch, count, place_shift, place_shift + place_bits);
    for (int32_t i = 0; i < count; i++) {
        slots[i] = (uint32_t)sorted[i];
    }
}

static void add_lists(thud_few_boxes *few, const thud_hash *hash) {
    uint32_t slots[thud_most_few];
    few->lists = 0;
    few->count = 0;
    for (int32_t kind = 0; kind < thud_solid_kinds; kind++) {
        add_list(few, slots, hash, &hash->kinds[kind].buffer);
        add_list(few, slots, hash, &hash->kinds[kind].delta_set);
        add_list(few, slots, hash, &hash->kinds[kind].main_set);
    }
    sort_slots(slots, hash, few->count);
    few->tree.root = thud_box_tree_pack(few->nodes, hash->proxies.fat, slots, few->count, &few->bounds);
}

/* The charge of a ray without the tree, by which it would save what it costs to list 16 boxes: it is made after a ray for each 32,
 * when half of its cost is spent, as other trees are. */
enum { comparisons_of_ray = 128 };

const thud_few_boxes *thud_hash_few_boxes(const thud_hash *hash) {
    thud_few_boxes *few = hash->few;
    if (thud_box_tree_begins(&few->tree)) {
        add_lists(few, hash);
        thud_box_tree_ends(&few->tree);
    } else if (!thud_box_tree_is_made(&few->tree)) {
        int32_t boxes = 1 + hash->kinds[THUD_PROXY_KINEMATIC].proxies + hash->kinds[THUD_PROXY_MOVING].proxies;
        thud_box_tree_charge(&few->tree, comparisons_of_ray, boxes < thud_most_few ? boxes : thud_most_few);
        return NULL;
    }
    return few;
}
