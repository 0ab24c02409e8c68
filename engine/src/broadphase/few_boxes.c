#include "broadphase/few_boxes.h"

enum { rays_before = 3, in_work = -1, ready = -2 };

static void set_box(const thud_box_columns *boxes, int32_t at, thud_aabb box) {
    boxes->min_x[at] = box.min.x;
    boxes->min_y[at] = box.min.y;
    boxes->max_x[at] = box.max.x;
    boxes->max_y[at] = box.max.y;
}

static void add_box(thud_few_boxes *few, const thud_hash *hash, uint32_t slot) {
    few->slots[few->count] = slot;
    set_box(&few->boxes, few->count++, hash->proxies.fat[slot]);
}

/* Whether there is room for all boxes of a list, and it is short; then it counts as added. */
static bool begin_to_add(thud_few_boxes *few, int32_t kind, thud_place_list list, int32_t count) {
    bool fits = count <= thud_most_of_short_list && count <= thud_most_few - few->count;
    few->lists |= fits ? thud_list_bit(kind, list) : 0;
    return fits;
}

static void add_set(thud_few_boxes *few, const thud_hash *hash, int32_t kind, thud_place_list list,
                    const thud_sorted_set *set) {
    bool fits = begin_to_add(few, kind, list, set->count);
    for (int32_t i = 0; fits && i < set->count; i++) {
        if (thud_sorted_set_is_current(set, hash->proxies.places, i)) {
            add_box(few, hash, set->slots[i]);
        }
    }
}

static void add_buffer(thud_few_boxes *few, const thud_hash *hash, int32_t kind) {
    const thud_insert_buffer *buffer = &hash->kinds[kind].buffer;
    bool fits = begin_to_add(few, kind, thud_place_buffer, buffer->count);
    for (int32_t i = 0; fits && i < buffer->count; i++) {
        add_box(few, hash, buffer->slots[i]);
    }
}

static void bound_eights(thud_few_boxes *few, const thud_hash *hash) {
    for (int32_t first = 0; first < few->count; first += thud_node_lanes) {
        thud_aabb bounds = hash->proxies.fat[few->slots[first]];
        for (int32_t i = first + 1; i < few->count && i < first + thud_node_lanes; i++) {
            bounds = thud_aabb_union(bounds, hash->proxies.fat[few->slots[i]]);
        }
        set_box(&few->eights, first / thud_node_lanes, bounds);
    }
}

/* The four columns of an array. */
static thud_box_columns columns_of(float *sides, int32_t rows) {
    return (thud_box_columns){sides + THUD_MIN_X * rows, sides + THUD_MIN_Y * rows, sides + THUD_MAX_X * rows,
                              sides + THUD_MAX_Y * rows};
}

static void add_lists(thud_few_boxes *few, const thud_hash *hash) {
    few->boxes = columns_of(few->sides[0], thud_most_few + thud_entry_padding);
    few->eights = columns_of(few->bounds[0], thud_most_eights);
    few->lists = 0;
    few->count = 0;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        add_buffer(few, hash, kind);
        add_set(few, hash, kind, thud_place_delta, &hash->kinds[kind].delta_set);
        add_set(few, hash, kind, thud_place_main, &hash->kinds[kind].main_set);
    }
    bound_eights(few, hash);
}

bool thud_few_boxes_are_ready(const thud_few_boxes *few) {
    return atomic_load_explicit(&few->state, memory_order_acquire) == ready;
}

const thud_few_boxes *thud_hash_few_boxes(const thud_hash *hash) {
    thud_few_boxes *few = hash->few;
    int state = atomic_load_explicit(&few->state, memory_order_acquire);
    if (state == ready) {
        return few;
    }
    if (state == in_work) {
        return NULL;
    }
    int next = state < rays_before ? state + 1 : in_work;
    if (!atomic_compare_exchange_strong(&few->state, &state, next) || next != in_work) {
        return NULL;
    }
    add_lists(few, hash);
    atomic_store_explicit(&few->state, ready, memory_order_release);
    return few;
}
