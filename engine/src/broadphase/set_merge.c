/*
 * set_merge.c: moves proxies of a kind's delta set into its main set, whose entries stay sorted:
 *
 *     main set     a b - c d e      (-: stale)         a b x c y d e
 *     delta set    x y z                               z
 *
 * A sort of all takes three times as long. Grids and levels stay: a box that is larger than those of all levels
 * remains in the delta set.
 */
#include <string.h>

#include "base/inline.h"
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"

/* A key has from the highest bit down an entry's level, row and column in the main set, counted from the middle of what
 * the bits hold, and its index in the delta set. */
enum {
    entry_shift = 28,
    column_count_bits = 17,
    row_shift = entry_shift + column_count_bits,
    row_count_bits = 15,
    level_shift = row_shift + row_count_bits
};

static int32_t column_of_key(uint64_t key) {
    return (int32_t)(key >> entry_shift & ((1u << column_count_bits) - 1)) - (1 << (column_count_bits - 1));
}

static int32_t row_of_key(uint64_t key) {
    return (int32_t)(key >> row_shift & ((1u << row_count_bits) - 1)) - (1 << (row_count_bits - 1));
}

static int32_t entry_of_key(uint64_t key) {
    return (int32_t)(key & ((1u << entry_shift) - 1));
}

/* The first level for boxes of that size; the number of levels if there is none. */
static int32_t level_for(const thud_sorted_set *set, thud_aabb box) {
    int32_t l = 0;
    while (l < set->level_count && !((double)box.max.x - (double)box.min.x <= set->levels[l].grid.widest &&
                                     (double)box.max.y - (double)box.min.y <= set->levels[l].grid.tallest)) {
        l++;
    }
    return l;
}

/* Lists the sorted keys of the entries of the delta set that fit a level of the main set; returns their number. */
static int32_t list_fitting(const thud_hash *hash, const thud_kind_lists *lists, const uint64_t **sorted) {
    const thud_sorted_set *set = &lists->main_set, *delta = &lists->delta_set;
    int32_t count = 0;
    for (int32_t i = 0; i < delta->count; i++) {
        thud_aabb box = thud_box_at(&delta->fat, i);
        int32_t l = level_for(set, box);
        if (l == set->level_count || !thud_sorted_set_is_current(delta, hash->proxies.places, i)) {
            continue;
        }
        const thud_grid *grid = &set->levels[l].grid;
        uint64_t row = (uint32_t)(thud_grid_row(grid, (double)box.min.y) + (1 << (row_count_bits - 1)));
        uint64_t column =
            (uint32_t)(thud_grid_column(grid, (double)box.min.x) + (1 << (column_count_bits - 1)));
        hash->scratch.keys[count] =
            (uint64_t)l << level_shift | row << row_shift | column << entry_shift | (uint64_t)i;
        count += row >> row_count_bits == 0 && column >> column_count_bits == 0;
    }
    *sorted = thud_radix_sort(hash->scratch.keys, hash->scratch.sorted, count, entry_shift, 64);
    return count;
}

/* Moves entries of a set to other places in it. */
static void move_entries(const thud_sorted_set *set, int32_t to, int32_t from, int32_t count) {
    void *const columns[] = {set->fat.min_x, set->fat.min_y,    set->fat.max_x, set->fat.max_y,
                             set->columns,   set->last_columns, set->slots};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        memmove((float *)columns[i] + to, (const float *)columns[i] + from, (size_t)count * sizeof(float));
    }
}

/* Drops the stale entries of all rows; rows may be empty then. */
static void drop_stale(thud_sorted_set *set, const uint32_t *places) {
    int32_t kept = 0, entry = 0;
    for (int32_t row = 0; row < set->row_count; row++) {
        int32_t end = set->row_firsts[row + 1];
        set->row_firsts[row] = kept;
        while (entry < end) {
            int32_t first = entry;
            for (; entry < end && thud_sorted_set_is_current(set, places, entry); entry++) {
            }
            move_entries(set, kept, first, entry - first);
            kept += entry - first;
            for (; entry < end && !thud_sorted_set_is_current(set, places, entry); entry++) {
            }
        }
    }
    set->row_firsts[set->row_count] = set->count = kept;
    set->stale = 0;
}

static int32_t row_of_entry(const thud_sorted_set *set, const thud_level *level, int32_t entry) {
    return thud_grid_row(&level->grid, (double)set->fat.min_y[entry]);
}

/* Where an entry of that row and column is inserted. Entries from `end` on were moved. */
static int32_t find_place(const thud_sorted_set *set, const thud_level *level, int32_t row_number,
                          int32_t column, int32_t end) {
    int32_t row = thud_sorted_set_find_row(set, level, row_number), first = set->row_firsts[row];
    if (row == level->end_row || set->row_numbers[row] != row_number) {
        return first;
    }
    end = set->row_firsts[row + 1] < end ? set->row_firsts[row + 1] : end;
    return thud_hunt(set->columns, first, end, first, column);
}

/* Inserts entries of the delta set, the last one first. */
static void insert_sorted(thud_sorted_set *set, const thud_sorted_set *delta, const uint64_t *keys,
                          int32_t count) {
    int32_t added[thud_max_levels] = {0}, end = set->count;
    for (int32_t k = count - 1; k >= 0; k--) {
        thud_level *level = &set->levels[keys[k] >> level_shift];
        int32_t column = column_of_key(keys[k]), from = entry_of_key(keys[k]);
        int32_t at = find_place(set, level, row_of_key(keys[k]), column, end);
        if (at < end) { /* boxes side by side are often merged together */
            move_entries(set, at + k + 1, at, end - at);
        }
        end = at;
        at += k;
        thud_aabb box = thud_box_at(&delta->fat, from);
        thud_put_box(&set->fat, at, box);
        set->slots[at] = delta->slots[from];
        set->columns[at] = column;
        set->last_columns[at] = thud_grid_column(&level->grid, (double)box.max.x);
        level->bounds = thud_aabb_union(level->bounds, box);
        added[keys[k] >> level_shift]++;
    }
    set->count += count;
    for (int32_t l = 0, before = 0; l < set->level_count; l++) {
        thud_level *level = &set->levels[l];
        level->first_entry = set->row_firsts[level->first_row] + before;
        before += added[l];
        level->end_entry = set->row_firsts[level->end_row] + before;
    }
}

/* The first entry in [low, high) of a row above this one, or high. */
static int32_t end_of_row(const thud_sorted_set *set, const thud_level *level, int32_t low, int32_t high,
                          int32_t row) {
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        bool is_in_row = row_of_entry(set, level, middle) <= row;
        low = is_in_row ? middle + 1 : low;
        high = is_in_row ? high : middle;
    }
    return low;
}

/* Lists levels that have entries and rows anew; repeats the last entry. */
static void list_rows(thud_sorted_set *set) {
    int32_t level_count = set->level_count;
    set->level_count = set->row_count = 0;
    for (int32_t l = 0; l < level_count; l++) {
        thud_level level = set->levels[l];
        level.first_row = set->row_count;
        for (int32_t entry = level.first_entry; entry < level.end_entry;) { /* rows are long */
            int32_t row = row_of_entry(set, &level, entry);
            set->row_numbers[set->row_count] = row;
            set->row_firsts[set->row_count++] = entry;
            entry = end_of_row(set, &level, entry, level.end_entry, row);
        }
        level.end_row = set->row_count;
        if (level.first_row < level.end_row) {
            set->levels[set->level_count++] = level;
        }
    }
    set->row_firsts[set->row_count] = set->count;
    for (int32_t i = 0; i < thud_entry_padding; i++) {
        move_entries(set, set->count + i, set->count - 1, 1);
    }
}

/* Notes the places of all entries. A function of its own has the registers for that. */
THUD_OWN_CODE void list_places(const thud_sorted_set *set, uint32_t *places) {
    const uint32_t *slots = set->slots;
    uint32_t place = set->place_of_first, end = place + (uint32_t)set->count;
    for (; place != end; place++) {
        places[*slots++] = place;
    }
}

/* Whether so few entries fit, or so many were merged, that a sort of all is better. */
static bool is_refused(thud_sorted_set *set, const thud_sorted_set *delta, int32_t count) {
    enum { most_merged = 4 };
    set->merged += set->stale + count;
    return 2 * count < delta->count - delta->stale || count == 0 || set->merged / most_merged > set->count;
}

/* Updates the tree of the main set, if there is one: else each coin that is taken would soon cost a new tree of the level
 * that it was in, half of such a step. */
static void update_tree(const thud_hash *hash, const thud_kind_lists *lists, const uint64_t *keys,
                        int32_t count) {
    const thud_sorted_set *set = &lists->main_set;
    bool keeps = thud_box_tree_is_made(set->tree) &&
                 thud_box_tree_may_change(set->tree, set->stale + count, set->count);
    for (int32_t i = 0; keeps && i < set->count; i++) {
        if (!thud_sorted_set_is_current(set, hash->proxies.places, i)) {
            thud_box_tree_remove(set->tree, set->slots[i], thud_box_at(&set->fat, i));
        }
    }
    for (int32_t k = 0; keeps && k < count; k++) {
        int32_t i = entry_of_key(keys[k]);
        keeps = thud_box_tree_insert(set->tree, hash->lanes, lists->delta_set.slots[i],
                                     thud_box_at(&lists->delta_set.fat, i));
    }
    if (!keeps) {
        thud_box_tree_drop(set->tree);
    }
}

bool thud_hash_merge(thud_hash *hash, thud_kind_lists *lists) {
    thud_sorted_set *set = &lists->main_set, *delta = &lists->delta_set;
    const uint64_t *keys;
    int32_t count = list_fitting(hash, lists, &keys);
    if (is_refused(set, delta, count)) {
        return false;
    }
    update_tree(hash, lists, keys, count);
    lists->faded +=
        set->stale - count; /* its entries in the delta set become stale, and count as faded with that */
    drop_stale(set, hash->proxies.places);
    insert_sorted(set, delta, keys, count);
    list_rows(set);
    list_places(set, hash->proxies.places);
    delta->stale += count;
    lists->idle_updates = 0;
    return true;
}
