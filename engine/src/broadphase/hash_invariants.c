/*
 * hash_invariants.c: the invariants of a spatial hash between any two calls:
 *
 *     each live proxy is in one list of its kind, at its place in `places`, with its current fat box
 *     the map of a kind, if it has one, is marked where the boxes of its sets are
 *     the stale entries of a set are counted; the others are as many as the kind's proxies in it
 *     a set's levels, rows and columns ascend and cover all entries
 *     trees built by queries contain every entry; the list of few boxes has those of its lists
 */
#include "broadphase/spatial_hash.h"

#include <stdlib.h>

#include "base/assert.h"
#include "broadphase/box_tree_count.h"

#ifdef THUD_ASSERTIONS

static bool is_same_box(thud_aabb box, const thud_box_columns *columns, int32_t entry) {
    thud_aabb listed = thud_box_at(columns, entry);
    return thud_aabb_contains(box, listed) && thud_aabb_contains(listed, box);
}

static void check_rows(const thud_hooks *hooks, const thud_sorted_set *set, const thud_level *level) {
    for (int32_t row = level->first_row; row < level->end_row; row++) {
        THUD_ASSERT(hooks, row == level->first_row || set->row_numbers[row - 1] < set->row_numbers[row]);
        int32_t first = set->row_firsts[row], end = set->row_firsts[row + 1];
        if (!THUD_HOLDS(hooks, first >= 0 && first < end && end <= set->count)) {
            return;
        }
        for (int32_t entry = first; entry < end; entry++) {
            THUD_ASSERT(hooks, entry == first || set->columns[entry - 1] <= set->columns[entry]);
            THUD_ASSERT(hooks, set->columns[entry] <= set->last_columns[entry]);
        }
    }
}

static void check_levels(const thud_hooks *hooks, const thud_sorted_set *set) {
    int32_t next_row = 0, next_entry = 0;
    for (int32_t l = 0; l < set->level_count; l++) {
        const thud_level *level = &set->levels[l];
        if (!THUD_HOLDS(hooks, level->first_row == next_row && level->end_row > next_row &&
                                   level->end_row <= set->row_count)) {
            return;
        }
        THUD_ASSERT(hooks, level->first_entry == next_entry && set->row_firsts[next_row] == next_entry);
        check_rows(hooks, set, level);
        for (int32_t i = level->first_entry; i < level->end_entry; i++) {
            THUD_ASSERT(hooks, thud_aabb_contains(level->bounds, thud_box_at(&set->fat, i)));
        }
        next_row = level->end_row;
        next_entry = level->end_entry;
    }
    THUD_ASSERT(hooks, next_row == set->row_count && next_entry == set->count);
}

/* Checks that a tree built by a query contains every box. */
static void check_tree(const thud_hash *hash, const thud_sorted_set *set) {
    thud_aabb *of_slots =
        thud_box_tree_is_made(set->tree) ? calloc((size_t)hash->pool.end + 1, sizeof *of_slots) : NULL;
    if (of_slots == NULL) {
        return;
    }
    for (int32_t i = 0; i < set->count; i++) {
        of_slots[set->slots[i]] = thud_box_at(&set->fat, i);
    }
    THUD_ASSERT(&hash->hooks, thud_box_tree_count(set->tree, of_slots) == set->count);
    free(of_slots);
}

/* Returns the number of entries that are not stale. */
static int32_t check_set(const thud_hash *hash, thud_proxy_kind kind, const thud_sorted_set *set) {
    const thud_hooks *hooks = &hash->hooks;
    if (!THUD_HOLDS(hooks,
                    set->count >= 0 && set->count <= set->capacity && set->level_count <= thud_max_levels)) {
        return 0;
    }
    bool is_buffer = set == &hash->kinds[kind].buffer;
    const thud_occupancy *map = is_buffer ? NULL : hash->kinds[kind].map;
    int32_t current = 0;
    if (!is_buffer) {
        check_levels(hooks, set);
    }
    check_tree(hash, set);
    for (int32_t entry = 0; entry < set->count; entry++) {
        uint32_t slot = set->slots[entry];
        if (THUD_HOLDS(hooks, slot < (uint32_t)hash->pool.end) &&
            thud_sorted_set_is_current(set, hash->proxies.places, entry)) {
            THUD_ASSERT(hooks, is_same_box(hash->proxies.fat[slot], &set->fat, entry));
            THUD_ASSERT(hooks, map == NULL || thud_occupancy_may_meet(map, hash->proxies.fat[slot]));
            current++;
        }
    }
    THUD_ASSERT(hooks, set->count - set->stale == current && !(is_buffer && set->stale > 0));
    return current;
}

/* Checks that the tree of few boxes, if there is one, has the boxes of its lists and no others. */
static void check_few_boxes(const thud_hash *hash) {
    thud_few_boxes *few = hash->few;
    thud_aabb *of_slots =
        thud_box_tree_is_made(&few->tree) ? calloc((size_t)hash->pool.end + 1, sizeof *of_slots) : NULL;
    if (of_slots == NULL) {
        return;
    }
    int32_t listed = 0;
    for (int32_t slot = 0; slot < hash->pool.end; slot++) {
        bool is_listed =
            hash->pool.live[slot] && (few->lists & thud_list_bit(hash->proxies.places[slot])) != 0;
        of_slots[slot] = is_listed ? hash->proxies.fat[slot] : thud_empty_box();
        listed += is_listed;
    }
    THUD_ASSERT(&hash->hooks, few->count == listed && thud_box_tree_count(&few->tree, of_slots) == listed);
    free(of_slots);
}

void thud_hash_check_invariants(const thud_hash *hash) {
    const thud_hooks *hooks = &hash->hooks;
    thud_pool_check_invariants(&hash->pool);
    int32_t proxies = 0;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        const thud_kind_lists *lists = &hash->kinds[kind];
        int32_t current = check_set(hash, (thud_proxy_kind)kind, &lists->main_set);
        current += check_set(hash, (thud_proxy_kind)kind, &lists->delta_set);
        current += check_set(hash, (thud_proxy_kind)kind, &lists->buffer);
        THUD_ASSERT(hooks, current == lists->proxies);
        proxies += lists->proxies;
    }
    THUD_ASSERT(hooks, proxies == hash->pool.count);
    check_few_boxes(hash);
    for (int32_t slot = 0; slot < hash->pool.end; slot++) {
        if (hash->pool.live[slot]) {
            THUD_ASSERT(hooks, thud_list_of_place(hash->proxies.places[slot]) != thud_place_none);
            THUD_ASSERT(hooks, thud_aabb_is_valid(hash->proxies.fat[slot]));
        } else {
            THUD_ASSERT(hooks, hash->proxies.fat[slot].min.x >
                                   hash->proxies.fat[slot].max.x); /* an empty box overlaps no box */
        }
    }
}

#endif
