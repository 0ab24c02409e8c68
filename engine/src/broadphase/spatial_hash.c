#include "base/assert.h"
#include "base/inline.h"
#include "base/memory.h"
#include "broadphase/spatial_hash.h"

/* Margin of fat boxes on each side [m]: a larger one saves updates of slow boxes and adds pairs. */
static const float default_margin = 0.05f;

thud_hash_def thud_hash_defaults(void) {
    thud_hash_def def = {thud_hooks_defaults(), THUD_LANES_AUTO, default_margin, 0};
    return def;
}

/* ---- memory ---- */

static const thud_column proxy_columns[] = {
    THUD_COLUMN(thud_proxy_table, fat),
    THUD_COLUMN(thud_proxy_table, old),
    THUD_COLUMN(thud_proxy_table, places),
    THUD_COLUMN(thud_proxy_table, users),
    {0},
};

static bool reserve_proxies(thud_hash *hash, int32_t count) {
    if (count <= hash->proxies.capacity && count <= hash->pool.capacity) {
        return true; /* the usual case; the same in other tables */
    }
    return thud_pool_reserve(&hash->pool, count) &&
           thud_reserve_columns(&hash->hooks, &hash->proxies, proxy_columns, &hash->proxies.capacity,
                                thud_doubled(hash->proxies.capacity, count));
}

/* The buffer is for all proxies of the kind, so that a move never allocates. */
bool thud_hash_reserve_inserts(thud_hash *hash, thud_proxy_kind kind, int32_t count) {
    thud_kind_lists *lists = &hash->kinds[kind];
    return reserve_proxies(hash, hash->pool.count + count) &&
           thud_sorted_set_reserve(&lists->buffer, &hash->hooks, lists->proxies + count, false);
}

static thud_status check_def(const thud_hash_def *def) {
    if (!thud_is_finite(def->margin)) {
        return THUD_NOT_FINITE;
    }
    if (def->margin < 0.0f || def->capacity < 0) {
        return THUD_NEGATIVE;
    }
    if (def->capacity > THUD_PROXY_LIMIT) {
        return THUD_CAPACITY;
    }
    if ((def->hooks.allocate == NULL) != (def->hooks.release == NULL)) {
        return THUD_NULL_ARGUMENT;
    }
    return thud_lanes_available(def->lanes) ? THUD_OK : THUD_OUT_OF_RANGE;
}

static void number_list(thud_hash *hash, int32_t kind, thud_place_list list, thud_sorted_set *set) {
    set->place_of_first = thud_place_of((thud_proxy_kind)kind, list, 0);
    uint32_t number = set->place_of_first >> thud_place_list_shift;
    set->tree = &hash->trees[number];
    hash->lists[number] = set;
}

THUD_RARE thud_status thud_hash_create(const thud_hash_def *def, thud_hash **hash) {
    if (def == NULL || hash == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    thud_status status = check_def(def);
    if (status != THUD_OK) {
        return status;
    }
    thud_hooks hooks = thud_complete_hooks(def->hooks);
    thud_hash *made = thud_allocate(&hooks, sizeof *made);
    if (made == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    made->hooks = hooks;
    made->lanes = thud_lanes_resolve(def->lanes);
    made->margin = def->margin;
    thud_pool_init(&made->pool, &made->hooks);
    made->few = thud_allocate(&hooks, sizeof *made->few);
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        thud_kind_lists *lists = &made->kinds[kind];
        number_list(made, kind, thud_place_main, &lists->main_set);
        number_list(made, kind, thud_place_delta, &lists->delta_set);
        number_list(made, kind, thud_place_buffer, &lists->buffer);
    }
    made->kinds[THUD_PROXY_STATIC].map = &made->static_map;
    made->kinds[THUD_PROXY_KINEMATIC].map = &made->kinematic_map;
    if (made->few != NULL) {
        made->few->tree.nodes = made->few->nodes;
    }
    if (made->few == NULL || (def->capacity > 0 && !reserve_proxies(made, def->capacity))) {
        thud_hash_destroy(made);
        return THUD_OUT_OF_MEMORY;
    }
    *hash = made;
    return THUD_OK;
}

THUD_RARE void thud_hash_destroy(thud_hash *hash) {
    if (hash == NULL) {
        return;
    }
    thud_hooks hooks = hash->hooks;
    for (int32_t i = 0; i < thud_list_numbers; i++) {
        if (hash->lists[i] != NULL) {
            thud_sorted_set_destroy(hash->lists[i], &hooks);
        }
    }
    thud_hash_release_scratch(hash);
    thud_release_columns(&hooks, &hash->proxies, proxy_columns, &hash->proxies.capacity);
    thud_pool_destroy(&hash->pool);
    thud_release(&hooks, hash->few, sizeof *hash->few);
    thud_release(&hooks, hash, sizeof *hash);
}

/* ---- the place of a proxy ---- */

static void put_in_buffer(thud_sorted_set *list, int32_t entry, uint32_t slot, thud_aabb fat) {
    list->slots[entry] = slot;
    thud_put_box(&list->fat, entry, fat);
}

/* Call this before an entry of a list changes or is removed. */
THUD_OWN_CODE void take_from_tree(thud_sorted_set *list, int32_t entry) {
    if (thud_box_tree_is_made(list->tree)) {
        thud_box_tree_remove(list->tree, list->slots[entry], thud_box_at(&list->fat, entry));
    }
}

/* Removes a proxy from the insert buffer; the last one fills its entry. */
static void remove_from_buffer(thud_hash *hash, thud_sorted_set *list, int32_t entry) {
    THUD_ASSERT(&hash->hooks, entry >= 0 && entry < list->count);
    uint32_t moved = list->slots[--list->count];
    take_from_tree(list, entry);
    put_in_buffer(list, entry, moved, hash->proxies.fat[moved]);
    hash->proxies.places[moved] = list->place_of_first + (uint32_t)entry;
}

/* Writes the current fat box of a proxy into the insert buffer, with a new entry if it is in another list or in none. */
static inline thud_sorted_set *list_in_buffer(thud_hash *hash, uint32_t slot) {
    uint32_t *place = &hash->proxies.places[slot];
    uint32_t number = *place >> thud_place_list_shift;
    thud_sorted_set *list = hash->lists[number], *buffer = hash->lists[number | thud_place_buffer];
    if (list != buffer) {
        THUD_ASSERT(&hash->hooks, buffer->count < buffer->capacity);
        if (list != NULL) {
            list->stale++;
        }
        *place = buffer->place_of_first + (uint32_t)buffer->count++;
    }
    put_in_buffer(buffer, thud_entry_of_place(*place), slot, hash->proxies.fat[slot]);
    return buffer;
}

/* Moves a proxy from its list, if it is in one, to the insert buffer. */
static void put_into_buffer(thud_hash *hash, uint32_t slot) {
    uint32_t place = hash->proxies.places[slot];
    thud_box_tree_restart(&hash->few->tree);
    if (thud_list_of_place(place) == thud_place_buffer) {
        take_from_tree(hash->lists[place >> thud_place_list_shift], thud_entry_of_place(place));
    }
    thud_sorted_set *list = list_in_buffer(hash, slot);
    if (thud_box_tree_is_made(list->tree) &&
        !thud_box_tree_insert(list->tree, hash->lanes, slot, hash->proxies.fat[slot])) {
        thud_box_tree_build(list->tree, &list->fat, list->slots, list->count);
    }
}

/* ---- proxies ---- */

/* The box grown by the margin; the result is finite. */
static thud_aabb fatten(thud_aabb box, float margin) {
    thud_aabb fat = thud_aabb_expand(box, margin);
    fat.min.x = thud_max(fat.min.x, -FLT_MAX);
    fat.min.y = thud_max(fat.min.y, -FLT_MAX);
    fat.max.x = thud_min(fat.max.x, FLT_MAX);
    fat.max.y = thud_min(fat.max.y, FLT_MAX);
    return fat;
}

thud_status thud_hash_check_box(thud_aabb box) {
    if (thud_aabb_is_valid(box)) {
        return THUD_OK;
    }
    return thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max) ? THUD_INVALID_BOUNDS
                                                                        : THUD_NOT_FINITE;
}

static bool is_live(const thud_hash *hash, thud_proxy_id proxy) {
    thud_pool_id id = {proxy.slot, proxy.generation};
    return thud_pool_is_valid(&hash->pool, id);
}

/* The status of a call that changes a proxy. */
static thud_status check_change(const thud_hash *hash, thud_proxy_id proxy) {
    thud_status status = thud_hash_check_unlocked(hash);
    return status != THUD_OK ? status : is_live(hash, proxy) ? THUD_OK : THUD_STALE_ID;
}

static thud_status check_insert(const thud_hash *hash, thud_aabb box, thud_proxy_kind kind,
                                const thud_proxy_id *proxy) {
    thud_status status = proxy == NULL ? THUD_NULL_ARGUMENT : thud_hash_check_unlocked(hash);
    if (status != THUD_OK) {
        return status;
    }
    if ((unsigned)kind >= thud_proxy_kind_count) {
        return THUD_OUT_OF_RANGE;
    }
    return hash->pool.count >= THUD_PROXY_LIMIT ? THUD_CAPACITY : thud_hash_check_box(box);
}

thud_proxy_id thud_hash_insert_reserved(thud_hash *hash, thud_aabb box, thud_proxy_kind kind, uint64_t user) {
    THUD_ASSERT(&hash->hooks, thud_hash_check_unlocked(hash) == THUD_OK && thud_aabb_is_valid(box));
    thud_pool_id id = thud_pool_allocate(&hash->pool);
    thud_proxy_table *proxies = &hash->proxies;
    proxies->fat[id.slot] = fatten(box, hash->margin);
    proxies->old[id.slot] = thud_empty_box();
    proxies->users[id.slot] = user;
    hash->kinds[kind].proxies++;
    proxies->places[id.slot] = thud_place_of(kind, thud_place_none, 0);
    put_into_buffer(hash, id.slot);
    return (thud_proxy_id){id.slot, id.generation};
}

THUD_RARE thud_status thud_hash_insert(thud_hash *hash, thud_aabb box, thud_proxy_kind kind, uint64_t user,
                                       thud_proxy_id *proxy) {
    thud_status status = check_insert(hash, box, kind, proxy);
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_hash_reserve_inserts(hash, kind, 1)) {
        return THUD_OUT_OF_MEMORY;
    }
    *proxy = thud_hash_insert_reserved(hash, box, kind, user);
    return THUD_OK;
}

/* Whether a box has left its fat box; false for invalid boxes. */
static inline bool has_left(const thud_hash *hash, uint32_t slot, thud_aabb box) {
    return !thud_aabb_contains(hash->proxies.fat[slot], box) && thud_aabb_is_valid(box);
}

thud_status thud_hash_move(thud_hash *hash, thud_proxy_id proxy, thud_aabb box, bool *refitted) {
    thud_status status = check_change(hash, proxy);
    if (status == THUD_OK) {
        status = thud_hash_check_box(box);
    }
    if (status != THUD_OK) {
        return status;
    }
    bool left = has_left(hash, proxy.slot, box);
    hash->loose_statics |= !left && thud_kind_of_place(hash->proxies.places[proxy.slot]) == THUD_PROXY_STATIC;
    if (left) {
        hash->proxies.fat[proxy.slot] = fatten(box, hash->margin);
        put_into_buffer(hash, proxy.slot);
    }
    if (refitted != NULL) {
        *refitted = left;
    }
    return THUD_OK;
}

/* ---- many at a time ---- */

/* Number of moves by which fat boxes reach ahead if pairs are few, so that all are sorted once in as many moves. Longer
 * boxes make more pairs, so the lead ends at more pairs than it begins: at half as many as boxes, and an eighth. If boxes
 * are few, most of their pairs are with static boxes, which longer boxes hardly add to: it begins below six pairs per box
 * and ends at eight. There boxes reach farther ahead, farthest those with fewer than four pairs, as of characters and
 * crates on tiles. */
enum {
    lead_of_sparse = 2,
    lead_of_few = 3,
    lead_of_lone = 4,
    lone_pairs = 4, /* per box */
    many_boxes = 1024,
    many_begin = 8,
    many_end = 2,
    few_begin = 6,
    few_end = 8
};

void thud_hash_plan_lead(thud_hash *hash, int32_t pairs) {
    int32_t boxes = hash->kinds[THUD_PROXY_MOVING].proxies;
    bool is_on = hash->lead > 0;
    int32_t most =
        boxes >= many_boxes ? boxes / (is_on ? many_end : many_begin) : boxes * (is_on ? few_end : few_begin);
    int32_t lead = pairs < boxes * lone_pairs ? lead_of_lone : lead_of_few;
    lead = boxes >= many_boxes ? lead_of_sparse : lead;
    hash->lead = pairs < most ? lead : 0;
}

/* Largest lead of a fat box, as a part of its box's size: longer boxes would be of other levels. */
static const float longest_lead = 0.5f;

/* A box around the box and its position after `lead` more moves like the last one. */
static thud_aabb box_ahead(thud_aabb box, thud_vec2 travel, float lead) {
    float most = longest_lead * thud_min(box.max.x - box.min.x, box.max.y - box.min.y);
    thud_vec2 ahead = {thud_clamp(lead * travel.x, -most, most), thud_clamp(lead * travel.y, -most, most)};
    thud_aabb moved = {thud_vec2_add(box.min, ahead), thud_vec2_add(box.max, ahead)};
    return thud_aabb_union(box, moved);
}

int32_t thud_hash_refit(thud_hash *hash, const uint32_t *slots, const thud_aabb *boxes, const thud_vec2 *ways,
                        int32_t count, uint32_t *left) {
    int32_t left_count = 0;
    float lead = ways != NULL ? (float)hash->lead : 0.0f;
    bool all = lead > 0.0f && hash->updates_since_all >= hash->lead;
    for (int32_t i = 0; i < count; i++) {
        thud_aabb box = boxes[i];
        bool leaves = all || has_left(hash, slots[i], box);
        if (lead > 0.0f && leaves) {
            box = box_ahead(box, ways[i], lead);
            leaves = has_left(hash, slots[i], box);
        }
        if (leaves) {
            hash->proxies.fat[slots[i]] = fatten(box, hash->margin);
            left[left_count++] = slots[i];
        }
    }
    return left_count;
}

void thud_hash_list_left(thud_hash *hash, const uint32_t *left, int32_t count) {
    if (count > 0) {
        thud_box_tree_restart(&hash->few->tree);
    }
    for (int32_t kind = 0; count > 0 && kind < thud_proxy_kind_count; kind++) {
        thud_box_tree_drop(hash->kinds[kind].buffer.tree); /* to update it box by box would take longer */
    }
    for (int32_t i = 0; i < count; i++) {
        list_in_buffer(hash, left[i]);
    }
}

thud_status thud_hash_renew(thud_hash *hash, thud_proxy_id proxy) {
    thud_status status = check_change(hash, proxy);
    if (status != THUD_OK) {
        return status;
    }
    hash->proxies.old[proxy.slot] = thud_empty_box();
    put_into_buffer(hash, proxy.slot);
    return THUD_OK;
}

thud_status thud_hash_remove(thud_hash *hash, thud_proxy_id proxy) {
    thud_status status = check_change(hash, proxy);
    if (status != THUD_OK) {
        return status;
    }
    uint32_t place = hash->proxies.places[proxy.slot];
    thud_proxy_kind kind = thud_kind_of_place(place);
    thud_sorted_set *list = hash->lists[place >> thud_place_list_shift];
    THUD_ASSERT(&hash->hooks, list != NULL && hash->kinds[kind].proxies > 0);
    thud_box_tree_restart(&hash->few->tree);
    if (thud_list_of_place(place) == thud_place_buffer) {
        remove_from_buffer(hash, list, thud_entry_of_place(place));
    } else {
        list->stale++;
    }
    hash->proxies.places[proxy.slot] = thud_place_of(kind, thud_place_none, 0);
    hash->kinds[kind].proxies--;
    hash->proxies.fat[proxy.slot] = thud_empty_box();
    thud_pool_id id = {proxy.slot, proxy.generation};
    thud_pool_free(&hash->pool, id);
    return THUD_OK;
}

/* ---- data of proxies ---- */

bool thud_hash_pair_overlaps(const thud_hash *hash, thud_proxy_id a, thud_proxy_id b) {
    return hash != NULL && is_live(hash, a) && is_live(hash, b) &&
           thud_aabb_overlaps(hash->proxies.fat[a.slot], hash->proxies.fat[b.slot]);
}

thud_aabb thud_hash_fat_box(const thud_hash *hash, thud_proxy_id proxy) {
    return hash != NULL && is_live(hash, proxy) ? hash->proxies.fat[proxy.slot] : thud_empty_box();
}

thud_hash_stats thud_hash_statistics(const thud_hash *hash) {
    thud_hash_stats stats = {0};
    if (hash == NULL) {
        return stats;
    }
    stats = hash->stats;
    stats.proxies = hash->pool.count;
    for (int32_t i = 0; i < thud_list_numbers; i++) {
        const thud_sorted_set *set = hash->lists[i];
        stats.levels += set != NULL ? set->level_count : 0;
        stats.cells += set != NULL ? set->row_count : 0;
        stats.entries += set != NULL ? set->count : 0;
    }
    return stats;
}
