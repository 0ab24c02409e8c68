/* set_tree.c: the tree of a set that is sorted again, where little of the set has changed. */
#include "broadphase/spatial_hash.h"

/* The part of a set that may change if its tree is to be kept: beyond that a new tree is as fast. */
enum { most_changes = 4 };

static void remove_stale(const thud_hash *hash, const thud_sorted_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        if (!thud_sorted_set_is_current(set, hash->proxies.places, i)) {
            thud_aabb box = {{set->fat.min_x[i], set->fat.min_y[i]}, {set->fat.max_x[i], set->fat.max_y[i]}};
            thud_box_tree_remove(set->tree, set->slots[i], box);
        }
    }
}

/* Inserts the proxies of a list that are still at their places in it; false if the tree has no room. */
static bool insert_current(const thud_hash *hash, thud_box_tree *tree, const uint32_t *slots, int32_t count,
                           uint32_t place_of_first) {
    bool has_room = true;
    for (int32_t i = 0; i < count && has_room; i++) {
        bool is_current = hash->proxies.places[slots[i]] == place_of_first + (uint32_t)i;
        has_room = !is_current || thud_box_tree_insert(tree, slots[i], hash->proxies.fat[slots[i]]);
    }
    return has_room;
}

bool thud_hash_update_tree(const thud_hash *hash, const thud_sorted_set *set, const thud_sorted_set *added,
                           const thud_insert_buffer *buffer, uint32_t place_of_buffer) {
    int32_t changes = set->stale + buffer->count + (added != NULL ? added->count : 0);
    if (!thud_box_tree_is_made(set->tree) || changes > set->count / most_changes ||
        !thud_box_tree_may_change(set->tree, changes, set->count)) {
        return false;
    }
    if (set->stale > 0) {
        remove_stale(hash, set);
    }
    return (added == NULL || insert_current(hash, set->tree, added->slots, added->count, added->place_of_first)) &&
           insert_current(hash, set->tree, buffer->slots, buffer->count, place_of_buffer);
}
