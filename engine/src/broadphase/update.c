/*
 * The update: sorts changes into sets, then scans the changed sets against all sets that may have pairs with
 * them.
 *
 * Nothing is lost when memory runs out. All memory for sorting is reserved before anything changes. The memory for
 * pairs is known only after the scan; if there is none then, the hash is marked incomplete, and the next update sorts
 * and scans everything with the same old boxes. The same happens after all boxes were shifted.
 */
#include "base/inline.h"
#include "base/memory.h"
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"

/* When to sort everything again, as parts of the main set. A proxy of the delta set is sorted in each update,
 * whether it has moved or not. So everything is sorted when the proxies that had not moved, summed over the
 * updates, are as many as the main set: a sort of all would have cost as much. If few have changed, they are merged
 * into the main set instead, for a fraction of that, and at a sixth as many: a smaller delta set is scanned faster, too,
 * and merges are shorter. */
enum {
    most_in_delta = 3, /* if the delta set is a third of it, scanning all is cheaper */
    most_stale = 2,    /* if half of it is stale */
    most_faded = 4,    /* the map is drawn again, without boxes that are gone, if so many of them are in it */
    few_changed = 8,   /* if the delta set is smaller than an eighth, it is scanned and then merged */
    most_idle = 6      /* and not before the proxies that had not moved, summed up, are a sixth of it */
};

/* ---- memory ---- */

static const thud_column scratch_columns[] = {
    THUD_COLUMN(thud_sort_scratch, slots),
    THUD_COLUMN(thud_sort_scratch, keys),
    THUD_COLUMN(thud_sort_scratch, sorted),
    {0},
};

static const thud_column old_columns[] = {
    THUD_COLUMN(thud_sort_scratch, old.min_x),
    THUD_COLUMN(thud_sort_scratch, old.min_y),
    THUD_COLUMN(thud_sort_scratch, old.max_x),
    THUD_COLUMN(thud_sort_scratch, old.max_y),
    {0},
};

/* Reserves room for the keys of all proxies: a sort may have those of any kind. */
static bool reserve_scratch(thud_hash *hash) {
    thud_sort_scratch *scratch = &hash->scratch;
    int32_t count = hash->pool.end;
    return thud_reserve_columns(&hash->hooks, scratch, scratch_columns, &scratch->capacity, count + 1) &&
           THUD_RESERVE(&hash->hooks, scratch->censuses, scratch->census_capacity,
                        count / thud_entries_per_task + 1);
}

/* Releases the memory that is not needed between updates. */
static void release_sort_scratch(thud_hash *hash) {
    thud_release_columns(&hash->hooks, &hash->scratch, scratch_columns, &hash->scratch.capacity);
    THUD_RELEASE_ARRAY(&hash->hooks, hash->scratch.censuses, hash->scratch.census_capacity);
    thud_release_columns(&hash->hooks, &hash->scratch, old_columns, &hash->scratch.old_capacity);
}

void thud_hash_release_scratch(thud_hash *hash) {
    release_sort_scratch(hash);
    thud_hash_release_pairs(hash);
}

/* ---- sorting ---- */

/* The action of an update on a kind's lists. MERGE_DELTA: sorts and scans the delta set, then merges it into the main
 * set, or sorts everything without a scan. */
typedef enum sort_plan { SORT_NOTHING, SORT_DELTA, MERGE_DELTA, SORT_ALL } sort_plan;

static int32_t delta_count(const thud_kind_lists *lists) {
    return lists->delta_set.count - lists->delta_set.stale;
}

static inline bool is_stale(const thud_kind_lists *lists) {
    return lists->main_set.stale > lists->main_set.count / most_stale;
}

static sort_plan plan_of(const thud_kind_lists *lists, bool incomplete) {
    int32_t main_set = lists->main_set.count;
    int32_t idle = delta_count(lists);
    int32_t changed = idle + lists->buffer.count;
    if (!incomplete && lists->buffer.count == 0 && !is_stale(lists)) {
        return SORT_NOTHING;
    }
    bool is_few = !incomplete && changed < main_set / few_changed;
    /* The next update's share counts, too: else boxes that have come to rest are merged as the next burst of motion begins. */
    bool all = incomplete || is_stale(lists) || changed > main_set / most_in_delta ||
               lists->idle_updates + idle + changed > (is_few ? main_set / most_idle : main_set);
    sort_plan plan_of_all = is_few ? MERGE_DELTA : SORT_ALL;
    return all ? plan_of_all : SORT_DELTA;
}

static bool reserve_kind(thud_hash *hash, thud_kind_lists *lists, sort_plan plan) {
    if (plan == SORT_NOTHING) {
        return true;
    }
    int32_t most_in_set = lists->main_set.count / most_in_delta;
    return (plan == SORT_DELTA ||
            thud_sorted_set_reserve(&lists->main_set, &hash->hooks, lists->proxies, true)) &&
           (plan == SORT_ALL || thud_sorted_set_reserve(&lists->delta_set, &hash->hooks, most_in_set, true));
}

/* Reserves memory for the sorts of an update. That of the old boxes is shared by all kinds that move. */
static bool reserve_sorts(thud_hash *hash, const sort_plan plans[thud_proxy_kind_count]) {
    int32_t old_boxes = 0;
    if (!reserve_scratch(hash)) {
        return false;
    }
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        if (!reserve_kind(hash, &hash->kinds[kind], plans[kind])) {
            return false;
        }
        bool may_move = kind == THUD_PROXY_MOVING || kind == THUD_PROXY_KINEMATIC;
        bool is_sorted = may_move || plans[kind] != SORT_NOTHING;
        old_boxes += is_sorted ? thud_old_boxes(hash->kinds[kind].proxies) : 0;
    }
    hash->scratch.old_count = 0;
    return thud_reserve_columns(&hash->hooks, &hash->scratch, old_columns, &hash->scratch.old_capacity,
                                old_boxes);
}

/* Appends the slots of the set's entries that are not stale. */
static int32_t list_current(const thud_hash *hash, const thud_sorted_set *set, int32_t count) {
    for (int32_t i = 0; i < set->count; i++) {
        hash->scratch.slots[count] = set->slots[i];
        count += thud_sorted_set_is_current(set, hash->proxies.places, i);
    }
    return count;
}

/* Lists the slots that a plan sorts; returns their number. */
static int32_t list_slots(const thud_hash *hash, const thud_kind_lists *lists, sort_plan plan) {
    int32_t count = plan == SORT_ALL ? list_current(hash, &lists->main_set, 0) : 0;
    count = list_current(hash, &lists->delta_set, count);
    for (int32_t i = 0; i < lists->buffer.count; i++) {
        hash->scratch.slots[count++] = lists->buffer.slots[i];
    }
    return count;
}

/* Sorts the insert buffer of a kind into its sets. Its slots stay listed: their old boxes are updated later. */
static void sort_kind(thud_hash *hash, thud_proxy_kind kind, sort_plan plan) {
    if (plan == SORT_NOTHING) {
        return;
    }
    thud_kind_lists *lists = &hash->kinds[kind];
    lists->idle_updates = plan == SORT_ALL ? 0 : lists->idle_updates + delta_count(lists);
    int32_t count = list_slots(hash, lists, plan);
    thud_box_tree_restart(&hash->few->tree);
    lists->faded += lists->delta_set.stale;
    if (plan == SORT_ALL) { /* the map, if there is one, is drawn again where boxes are new */
        lists->faded += lists->main_set.stale;
    } else if (lists->map != NULL) {
        thud_occupancy_add(lists->map, &lists->buffer.fat, lists->buffer.count);
    }
    thud_sorted_set_clear(&lists->buffer);
    thud_sorted_set *set = plan == SORT_ALL ? &lists->main_set : &lists->delta_set;
    thud_sorted_set_build(set, &hash->proxies, &hash->scratch, count, hash->lanes, hash->tasks);
    if (plan == SORT_ALL) {
        thud_sorted_set_clear(&lists->delta_set);
    }
}

/* Size of the cells of a map of obstacles: the largest box of the level that most moving boxes are in, so that the path of such
 * a box in a step fits in two. */
static double map_cell_size(const thud_hash *hash, const thud_kind_lists *lists) {
    const thud_sorted_set *moving = &hash->kinds[THUD_PROXY_MOVING].main_set;
    const thud_sorted_set *set = moving->level_count > 0 ? moving : &lists->main_set;
    double size = 0.0;
    int32_t most = 0;
    for (int32_t i = 0; i < set->level_count; i++) {
        const thud_level *level = &set->levels[i];
        int32_t boxes = level->end_entry - level->first_entry;
        size = boxes > most ? level->grid.tallest : size;
        most = boxes > most ? boxes : most;
    }
    return size;
}

/* A map whose cells are so small that most bits are set is drawn again with cells of twice the size, up to so often. */
enum { most_maps_drawn = 4, few_boxes_of_a_map = thud_occupancy_bits / thud_occupancy_most_cells / 2 };

/* Whether the map of kinematic boxes is worth drawing (thud_hash_note_questions). */
static bool is_kinematic_map_due(const thud_hash *hash) {
    return hash->asked > hash->kinds[THUD_PROXY_KINEMATIC].proxies;
}

/* Marks the cells of the boxes in a kind's sets again; those of boxes that are gone stay marked until then. */
THUD_OWN_CODE void draw_map(thud_hash *hash, thud_proxy_kind kind) {
    thud_kind_lists *lists = &hash->kinds[kind];
    lists->faded = 0;
    if (kind == THUD_PROXY_KINEMATIC) {
        bool is_due = is_kinematic_map_due(hash);
        hash->asked = 0;
        if (!is_due) {
            lists->map->cells_per_metre = 0.0; /* without information */
            return;
        }
    }
    int32_t boxes = lists->main_set.count + lists->delta_set.count;
    double cell = map_cell_size(hash, lists);
    for (int tries = 0; tries < most_maps_drawn; tries++) {
        thud_occupancy_clear(lists->map, cell);
        thud_occupancy_add(lists->map, &lists->main_set.fat, lists->main_set.count);
        thud_occupancy_add(lists->map, &lists->delta_set.fat, lists->delta_set.count);
        if (boxes <= few_boxes_of_a_map || !thud_occupancy_is_full(lists->map)) {
            return;
        }
        cell *= 2.0;
    }
}

/* Merges after a scan, or sorts everything where that is worth it. */
static void merge_scanned(thud_hash *hash, thud_proxy_kind kind) {
    thud_kind_lists *lists = &hash->kinds[kind];
    if (!thud_hash_merge(hash, lists) && (is_stale(lists) || lists->idle_updates > lists->main_set.count)) {
        sort_kind(hash, kind, SORT_ALL);
        lists->main_set.fresh = false;
    }
    if (lists->map != NULL && lists->faded > lists->main_set.count / most_faded) {
        draw_map(hash, kind);
    }
}

/* Ends the search for pairs: the boxes of fresh sets are their old boxes now. If there was none, or no memory for the pairs,
 * the old boxes are restored, and the next update starts over. */
static void settle(thud_hash *hash, bool complete) {
    hash->incomplete = !complete;
    for (int32_t i = 0; i < thud_list_numbers; i++) {
        thud_sorted_set *set = hash->lists[i];
        if (set == NULL || !set->fresh) {
            continue;
        }
        if (!complete) {
            thud_sorted_set_restore_old(set, &hash->proxies);
        }
        set->fresh = false;
    }
}

/* ---- all at another place ---- */

/* A coordinate of a box at its new place; the result is finite. */
static float shifted(float coordinate, float offset) {
    return thud_clamp(coordinate + offset, -FLT_MAX, FLT_MAX);
}

/* The old boxes are not shifted. They are only compared with each other, so their position does not matter,
 * while the fat boxes are rounded: two that were just apart may overlap now, and are a new pair because the old
 * boxes do not overlap. Fat boxes that overlap continue to do so, as rounding keeps the order of coordinates. All are
 * sorted now, for queries. */
thud_status thud_hash_shift(thud_hash *hash, thud_vec2 offset) {
    static const sort_plan plans[thud_proxy_kind_count] = {SORT_ALL, SORT_ALL, SORT_ALL, SORT_ALL};
    thud_status status = thud_hash_check_unlocked(hash);
    if (status != THUD_OK) {
        return status;
    }
    if (!thud_vec2_is_finite(offset)) {
        return THUD_NOT_FINITE;
    }
    if (!reserve_sorts(hash, plans)) {
        return THUD_OUT_OF_MEMORY;
    }
    for (int32_t slot = 0; slot < hash->pool.end; slot++) {
        thud_aabb *fat = &hash->proxies.fat[slot];
        if (thud_list_of_place(hash->proxies.places[slot]) != thud_place_none) {
            *fat = (thud_aabb){{shifted(fat->min.x, offset.x), shifted(fat->min.y, offset.y)},
                               {shifted(fat->max.x, offset.x), shifted(fat->max.y, offset.y)}};
        }
    }
    hash->loose_statics = true; /* coordinates are rounded */
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        sort_kind(hash, (thud_proxy_kind)kind, SORT_ALL);
    }
    draw_map(hash, THUD_PROXY_STATIC);
    draw_map(hash, THUD_PROXY_KINEMATIC);
    settle(hash, false);
    return THUD_OK;
}

/* ---- results ---- */

/* Removes the pairs that the filter rejects; returns the number left. */
static int32_t filter_pairs(thud_pair *pairs, int32_t count, thud_pair_filter *filter, void *context) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (filter(pairs[i].user_a, pairs[i].user_b, context)) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

/* Converts the sorted keys into pairs, without those that the filter rejects. By one worker: few pairs are new. */
static int32_t list_pairs_of_keys(thud_hash *hash, const uint64_t *keys, int32_t count, thud_pair_filter *filter,
                                  void *context) {
    const uint64_t *users = hash->proxies.users;
    for (int32_t i = 0; i < count; i++) {
        uint32_t a = (uint32_t)(keys[i] >> 32), b = (uint32_t)keys[i];
        hash->pairs[i] = (thud_pair){a, b, users[a], users[b]};
    }
    hash->locked = true;
    int32_t kept = filter == NULL ? count : filter_pairs(hash->pairs, count, filter, context);
    hash->locked = false;
    return kept;
}

/* Whether the scratch memory for a sort is large, and much more than the moving proxies need. Smaller memory stays: its
 * new pages would cost as much as the next sort. */
static bool outgrows_what_moves(const thud_hash *hash) {
    enum { large = 1 << 12, much_more = 4 };
    int32_t moving = hash->kinds[THUD_PROXY_MOVING].proxies + hash->kinds[THUD_PROXY_KINEMATIC].proxies;
    return hash->scratch.capacity > large && hash->scratch.capacity > much_more * moving;
}

thud_status thud_hash_update(thud_hash *hash, thud_pair_filter *filter, void *context, thud_pairs *pairs) {
    thud_status status = pairs == NULL ? THUD_NULL_ARGUMENT : thud_hash_check_unlocked(hash);
    if (status != THUD_OK) {
        return status;
    }
    *pairs = (thud_pairs){hash->pairs, 0};
    sort_plan plans[thud_proxy_kind_count];
    int32_t moved = 0;
    hash->was_idle = true;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        plans[kind] = plan_of(&hash->kinds[kind], hash->incomplete);
        moved += hash->kinds[kind].buffer.count;
        hash->was_idle = hash->was_idle && plans[kind] == SORT_NOTHING;
    }
    if (hash->was_idle) {
        hash->updates_since_all++;
        hash->stats.moved = hash->stats.pairs = hash->stats.wasted_pairs = 0;
        return THUD_OK;
    }
    if (!reserve_sorts(hash, plans)) {
        return THUD_OUT_OF_MEMORY;
    }
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        sort_kind(hash, (thud_proxy_kind)kind, plans[kind] == MERGE_DELTA ? SORT_DELTA : plans[kind]);
    }
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        bool is_missing = kind == THUD_PROXY_KINEMATIC && is_kinematic_map_due(hash) &&
                          hash->kinematic_map.cells_per_metre == 0.0;
        if (is_missing || (hash->kinds[kind].map != NULL && plans[kind] == SORT_ALL)) {
            draw_map(hash, (thud_proxy_kind)kind);
        }
    }
    status = thud_hash_scan(hash);
    settle(hash, status == THUD_OK);
    if (status != THUD_OK) {
        return status;
    }
    hash->scratch.old_count = 0; /* after the scan no set needs its old boxes */
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        if (plans[kind] == MERGE_DELTA) {
            merge_scanned(hash, (thud_proxy_kind)kind);
        }
    }
    if (plans[THUD_PROXY_STATIC] == SORT_ALL && outgrows_what_moves(hash)) {
        release_sort_scratch(hash); /* of a level that has just been loaded: all of it is seldom sorted again */
    }
    hash->updates_since_all = plans[THUD_PROXY_MOVING] == SORT_ALL ? 0 : hash->updates_since_all + 1;
    uint64_t *keys = thud_radix_sort(hash->found.pairs, hash->sorted_pairs, hash->found.count, 0, 64);
    pairs->count = list_pairs_of_keys(hash, keys, hash->found.count, filter, context);
    pairs->pairs = hash->pairs;
    hash->stats.moved = moved;
    hash->stats.pairs = pairs->count;
    int64_t wasted = hash->found.tested - hash->found.overlaps;
    hash->stats.wasted_pairs = wasted < INT32_MAX ? (int32_t)wasted : INT32_MAX;
    return THUD_OK;
}
