/*
 * Boxes sorted by cell: by level, then row, then column. All boxes are scanned row by row; a single box finds the
 * rows that it may overlap in the row table.
 *
 *     levels      0                                  1
 *     rows        17        18      25               3              number of the row in its level
 *                 |         |       |                |              first entry of the row
 *     entries     a b c d   e f     g h i j          k l            by column
 *
 * The boxes of the entries are columns of floats, for eight at a time.
 *
 * A set is built at once and then only read. A proxy that moves away leaves a stale entry: an entry is valid
 * only while `places[slot]` refers to it.
 *
 * A set without levels is in no order, and changes one entry at a time: an insert buffer. It has slots and boxes only.
 */
#pragma once

#include "base/kernel.h"
#include "base/tasks.h"
#include "broadphase/box_tree.h"
#include "broadphase/grid.h"
#include "broadphase/size_levels.h"

typedef struct thud_level {
    thud_grid grid;
    thud_aabb bounds; /* around all boxes of the level */
    int32_t first_row, end_row;
    int32_t first_entry, end_entry;
} thud_level;

typedef struct thud_sorted_set {
    thud_level *levels; /* null until memory is reserved */
    int32_t level_count, level_capacity;

    int32_t *row_numbers;
    int32_t *row_firsts; /* one more than rows: a row ends where the next one begins */
    int32_t row_count;

    thud_box_columns fat;  /* the current fat boxes */
    thud_box_columns old;  /* the fat boxes of the last update, in scratch memory; valid while `fresh` */
    int32_t *columns;      /* of min_x */
    int32_t *last_columns; /* of max_x */
    uint32_t *slots;
    int32_t count, capacity;
    int32_t stale;           /* number of stale entries */
    int32_t merged;          /* number of entries inserted and dropped since the set was built */
    uint32_t place_of_first; /* value of `places` for entry 0; plus i for entry i */
    bool fresh;              /* built since the last update: pairs of its entries may be new */

    thud_box_tree *tree; /* built by queries, which may not change the set otherwise; set by the creator */
} thud_sorted_set;

/* The data of each proxy, indexed by slot. */
typedef struct thud_proxy_table {
    thud_aabb *fat;
    thud_aabb *old;   /* the fat box at the last update, thud_empty_box if there was none */
    uint32_t *places; /* the list and entry of the proxy */
    uint64_t *users;
    int32_t capacity;
} thud_proxy_table;

/* Entries per task of a build: about a microsecond, so that all workers finish at about the same time. A multiple of
 * the SIMD width. And the number from which on workers share a build. */
enum { thud_entries_per_task = 512, thud_many_entries = 1024 };

/* The number of boxes of each size class in a range of the slots, and their bounds. */
typedef struct thud_size_census {
    int32_t first_class, end_class;
    thud_size_counts counts;
    thud_grid_bounds bounds[thud_size_class_count]; /* of classes that have boxes */
} thud_size_census;

/* Scratch memory for building sets. */
typedef struct thud_sort_scratch {
    uint32_t *slots; /* the slots for the set */
    uint64_t *keys, *sorted;
    thud_size_census *censuses; /* by range */
    int32_t capacity, census_capacity;
    thud_box_columns old; /* the old boxes of the sets built in an update, one set after the other */
    int32_t old_capacity, old_count;
} thud_sort_scratch;

/* The entries beyond the last one that a test of eight may read. */
enum { thud_entry_padding = 8 };

/* The old boxes that a set takes in scratch memory: whole cache lines. */
static inline int32_t thud_old_boxes(int32_t entries) {
    enum { boxes_a_line = THUD_ALIGNMENT / sizeof(float) };
    return (entries + thud_entry_padding + boxes_a_line - 1) / boxes_a_line * boxes_a_line;
}

/* Reserves `count` entries of a set with levels or without, untouched; false, and the set as it was, without memory. */
bool thud_sorted_set_reserve(thud_sorted_set *set, const thud_hooks *hooks, int32_t count, bool has_levels);

void thud_sorted_set_destroy(thud_sorted_set *set, const thud_hooks *hooks);

/* Fills the set with `count` slots, listed in the scratch memory, and writes their places into the table. The
 * set takes the table's old boxes; in the table the old box becomes the current one. Needs reserved memory
 * for them, and scratch memory for all slots and the old boxes. */
void thud_sorted_set_build(thud_sorted_set *set, const thud_proxy_table *proxies, thud_sort_scratch *scratch,
                           int32_t count, thud_lanes lanes, thud_tasks *tasks);

void thud_sorted_set_clear(thud_sorted_set *set);

/* Copies the old boxes of a fresh set back to the table, after the update has failed. */
void thud_sorted_set_restore_old(const thud_sorted_set *set, const thud_proxy_table *proxies);

/* Copies the boxes of `count` slots into columns, and up to seven more. */
#define THUD_GATHER_BOXES_ARGUMENTS                                                                          \
    (const thud_aabb *boxes, const uint32_t *slots, int32_t count, const thud_box_columns *columns)
THUD_KERNEL_DECLARE(void, thud_gather_boxes, THUD_GATHER_BOXES_ARGUMENTS);

/* Whether there is a tree for a query of the set, see thud_box_tree_is_ready. */
static inline bool thud_sorted_set_has_tree(const thud_sorted_set *set) {
    return thud_box_tree_is_ready(set->tree, &set->fat, set->slots, set->count);
}

/* Whether the entry is not stale. Inline in a merge too, which is compiled for size: it asks for each entry. */
THUD_INLINE bool thud_sorted_set_is_current(const thud_sorted_set *set, const uint32_t *places,
                                            int32_t entry) {
    return places[set->slots[entry]] == set->place_of_first + (uint32_t)entry;
}

/* The first i in [first, end) with values[i] >= value, or end; values ascend. Fast if the result is near
 * `hint`. */
static inline int32_t thud_hunt(const int32_t *values, int32_t first, int32_t end, int32_t hint,
                                int32_t value) {
    int32_t low = first; /* values before low are smaller */
    int32_t high = end;  /* values from high on are not */
    int32_t step = 1;
    if (hint < end && values[hint] < value) {
        low = hint + 1;
        while (low + step < end && values[low + step] < value) {
            low += step + 1;
            step *= 2;
        }
        high = low + step < end ? low + step : end;
    } else {
        high = hint;
        while (high - step >= first && values[high - step] >= value) {
            high -= step;
            step *= 2;
        }
        low = high - step >= first ? high - step + 1 : first;
    }
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (values[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same for first < end. The search starts at the place among evenly spread values. */
static inline int32_t thud_find_spread(const int32_t *values, int32_t first, int32_t end, int32_t value) {
    int32_t low = values[first], high = values[end - 1];
    if (value <= low) {
        return first;
    }
    if (value > high) {
        return end;
    }
    float part = (float)(value - low) / (float)(high - low);
    return thud_hunt(values, first, end, first + (int32_t)(part * (float)(end - 1 - first)), value);
}

/* The first entry of a row with this column or a higher one. */
static inline int32_t thud_sorted_set_find(const thud_sorted_set *set, int32_t row, int32_t column) {
    return thud_find_spread(set->columns, set->row_firsts[row], set->row_firsts[row + 1], column);
}

/* The first row of a level with this number or a higher one. */
int32_t thud_sorted_set_find_row(const thud_sorted_set *set, const thud_level *level, int32_t number);
