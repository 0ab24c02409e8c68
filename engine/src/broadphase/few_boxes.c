#include "broadphase/few_boxes.h"

enum { rays_before = 3, in_work = -1, ready = -2 };

static void add_box(thud_few_boxes *few, const thud_hash *hash, uint32_t slot) {
    thud_aabb box = hash->proxies.fat[slot];
    int32_t at = few->count++;
    few->slots[at] = slot;
    few->boxes.min_x[at] = box.min.x;
    few->boxes.min_y[at] = box.min.y;
    few->boxes.max_x[at] = box.max.x;
    few->boxes.max_y[at] = box.max.y;
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

static void add_lists(thud_few_boxes *few, const thud_hash *hash) {
    few->boxes = (thud_box_columns){few->sides[THUD_MIN_X], few->sides[THUD_MIN_Y], few->sides[THUD_MAX_X],
                                    few->sides[THUD_MAX_Y]};
    few->lists = 0;
    few->count = 0;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        add_buffer(few, hash, kind);
        add_set(few, hash, kind, thud_place_delta, &hash->kinds[kind].delta_set);
        add_set(few, hash, kind, thud_place_main, &hash->kinds[kind].main_set);
    }
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
