/* The loops of row_scan.h, compiled once per SIMD width. */
#include "broadphase/query_parts.h"
#include "broadphase/row_scan.h"
#include "broadphase/wide_box.h"

static inline wide_box spread_box(const thud_box_columns *boxes, int32_t entry) {
    return (wide_box){thud_f8_set1(boxes->min_x[entry]), thud_f8_set1(boxes->min_y[entry]),
                      thud_f8_set1(boxes->max_x[entry]), thud_f8_set1(boxes->max_y[entry])};
}

/* One side of a scan, with its pointers copied. */
typedef struct scan_side {
    const thud_sorted_set *set;
    thud_box_columns fat;
    thud_box_columns old; /* the old boxes; a set that has not changed uses its boxes */
    const int32_t *columns;
} scan_side;

static inline scan_side side_of(const thud_sorted_set *set) {
    return (scan_side){set, set->fat, set->fresh ? set->old : set->fat, set->columns};
}

/* Eight entries from `first` on; those in `bits` overlap entry a, but entries from `end` on do not count. */
typedef struct near_eight {
    int32_t a, first, end;
    uint32_t bits;
} near_eight;

enum { near_capacity = 256 };

/* A scan has two loops. The first compares boxes and notes groups with overlaps, without a branch, since
 * these are unpredictable. The second searches the notes for pairs that did not overlap before. */
typedef struct scan {
    scan_side a, b;
    const uint32_t *places;
    thud_scan_result *result;
    near_eight near[near_capacity];
} scan;

/* Leaves the notes unwritten: clearing them would cost as much as a small scan. */
static void begin_scan(scan *it, const thud_sorted_set *a, const thud_sorted_set *b, const uint32_t *places,
                       thud_scan_result *result) {
    it->a = side_of(a);
    it->b = side_of(b);
    it->places = places;
    it->result = result;
}

/* Reports entry a with each of eight entries of the other side from `first` on whose bit is set. */
static __attribute__((noinline)) void report(const scan *it, int32_t a, int32_t first, uint32_t bits) {
    const thud_sorted_set *set_a = it->a.set, *set_b = it->b.set;
    thud_scan_result *result = it->result;
    uint64_t slot_a = set_a->slots[a];
    if (!thud_sorted_set_is_current(set_a, it->places, a)) {
        return;
    }
    for (; bits != 0; bits &= bits - 1) {
        int32_t b = first + thud_lowest_bit(bits);
        uint64_t slot_b = set_b->slots[b];
        bool is_current = thud_sorted_set_is_current(set_b, it->places, b);
        if (is_current && result->count < result->capacity) {
            result->pairs[result->count] = slot_a < slot_b ? slot_a << 32 | slot_b : slot_b << 32 | slot_a;
        }
        result->count += is_current && result->count < INT32_MAX ? 1 : 0;
    }
}

/* Reports new overlaps among `count` notes: most boxes that overlap did so before. */
static __attribute__((noinline)) void examine(const scan *it, int32_t count) {
    int64_t overlaps = 0;
    for (int32_t i = 0; i < count; i++) {
        const near_eight *near = &it->near[i];
        uint32_t overlapping = near->bits & thud_first_lanes(near->end - near->first);
        wide_box old = spread_box(&it->a.old, near->a);
        uint32_t fresh = overlapping & ~overlaps_of_eight(&old, &it->b.old, near->first);
        overlaps += __builtin_popcount(overlapping);
        if (fresh != 0) {
            report(it, near->a, near->first, fresh);
        }
    }
    it->result->overlaps += overlaps;
}

/* Compares entry a with the next eight entries of a row of side b, fewer at the end of the row.
 * Returns the new number of notes. */
static inline int32_t compare_eight(scan *it, int32_t noted, const thud_box_columns *boxes, int32_t a,
                                    const wide_box *box, int32_t first, int32_t end) {
    uint32_t bits = overlaps_of_eight(box, boxes, first);
    if (noted == near_capacity) {
        examine(it, noted);
        noted = 0;
    }
    it->near[noted] = (near_eight){a, first, end, bits};
    return noted + (bits != 0);
}

/* Moves `next` towards the first entry whose column is not below `low`. Two steps without a branch are enough
 * if that row is as full as the entry's own; an entry left of `low` only costs a lane of a test. */
static inline int32_t follow(const int32_t *columns, int32_t next, int32_t end, int32_t low) {
    next += (next < end) & (columns[next] < low);
    next += (next < end) & (columns[next] < low);
    if (next + thud_lane_count <= end && columns[next + thud_lane_count - 1] < low) {
        next = thud_hunt(columns, next, end, next, low);
    }
    return next;
}

void THUD_KERNEL(thud_scan_level) THUD_SCAN_LEVEL_ARGUMENTS {
    scan it;
    begin_scan(&it, set, set, places, result);
    const thud_box_columns fat = set->fat;
    const int32_t *columns = set->columns;
    const int32_t *last_columns = set->last_columns;
    /* A box that overlaps one from the left has a column lower by this at most. */
    int32_t column_reach = (int32_t)(level->grid.widest * level->grid.columns_per_metre) + 2;
    int64_t tested = 0;
    int32_t noted = 0;
    for (int32_t row = first_row; row < end_row; row++) {
        int32_t end = set->row_firsts[row + 1];
        bool has_next = row + 1 < level->end_row && set->row_numbers[row + 1] == set->row_numbers[row] + 1;
        int32_t next = end; /* the first entry of the next row within reach */
        int32_t next_end = has_next ? set->row_firsts[row + 2] : end;
        for (int32_t a = set->row_firsts[row]; a < end; a++) {
            wide_box box = spread_box(&fat, a);
            int32_t last_column = last_columns[a];
            int32_t i = a + 1;
            do {
                noted = compare_eight(&it, noted, &fat, a, &box, i, end);
                i += thud_lane_count;
            } while (i < end && columns[i] <= last_column);
            tested += (i < end ? i : end) - (a + 1);
            if (!has_next) {
                continue; /* most rows, where boxes are sparse */
            }
            next = follow(columns, next, next_end, columns[a] - column_reach);
            i = next;
            do {
                noted = compare_eight(&it, noted, &fat, a, &box, i, next_end);
                i += thud_lane_count;
            } while (i < next_end && columns[i] <= last_column);
            tested += (i < next_end ? i : next_end) - next;
        }
    }
    result->tested += tested;
    examine(&it, noted);
}

/* thud_hunt for a place that is mostly a few entries after `next`; differences of columns are below 2^31. */
static inline int32_t walk_to(const int32_t *columns, int32_t first, int32_t end, int32_t next,
                              int32_t column) {
    enum { most_groups = 4 };
    const thud_i32x8 sign = thud_i32x8_set1(INT32_MIN), less = thud_i32x8_set1(-column);
    bool is_ahead = next == first || columns[next - 1] < column;
    for (int group = 0; is_ahead && group < most_groups && next + thud_lane_count <= end; group++) {
        thud_i32x8 beyond = thud_i32x8_add(thud_i32x8_loadu(columns + next), less);
        uint32_t below = thud_m8_bits(thud_i32x8_eq(thud_i32x8_and(beyond, sign), sign));
        if (below != 0xff) {
            return next + thud_lowest_bit(~below);
        }
        next += thud_lane_count;
    }
    return thud_hunt(columns, first, end, next, column);
}

/* Whether an entry's box is the same as at the last update. */
static inline bool has_not_changed(const thud_sorted_set *set, int32_t entry) {
    return (set->fat.min_x[entry] == set->old.min_x[entry]) &
           (set->fat.min_y[entry] == set->old.min_y[entry]) &
           (set->fat.max_x[entry] == set->old.max_x[entry]) & (set->fat.max_y[entry] == set->old.max_y[entry]);
}

/* The rows and columns of another level that some driving entries of a row search, and the rows of all of them. */
enum { reach_capacity = 64 };

typedef struct reach {
    thud_grid_range ranges[reach_capacity];
    int32_t first_row, last_row;
} reach;

/* No rows of entries where neither side has changed. */
static void find_reach(reach *found, const thud_sorted_set *drivers, int32_t first, int32_t end,
                       const thud_sorted_set *set, const thud_grid *grid) {
    found->first_row = INT32_MAX;
    found->last_row = INT32_MIN;
    for (int32_t a = first; a < end; a++) {
        thud_grid_range range = {INT32_MAX, INT32_MIN, 0, 0};
        if (set->fresh || !has_not_changed(drivers, a)) {
            range = thud_grid_range_of(grid, thud_box_at(&drivers->fat, a));
            found->first_row = range.first_row < found->first_row ? range.first_row : found->first_row;
            found->last_row = range.last_row > found->last_row ? range.last_row : found->last_row;
        }
        found->ranges[a - first] = range;
    }
}

void THUD_KERNEL(thud_scan_across) THUD_SCAN_ACROSS_ARGUMENTS {
    scan it;
    reach near;
    begin_scan(&it, drivers, set, places, result);
    int64_t tested = 0;
    int32_t noted = 0;
    int32_t near_row = level->first_row, driver_row = first_row;
    for (int32_t end, first = drivers->row_firsts[first_row]; first < drivers->row_firsts[end_row];
         first = end) {
        driver_row += first == drivers->row_firsts[driver_row + 1];
        end = drivers->row_firsts[driver_row + 1];
        end = end - first < reach_capacity ? end : first + reach_capacity;
        find_reach(&near, drivers, first, end, set, &level->grid);
        if (near.first_row > near.last_row) {
            continue; /* none of them has changed */
        }
        near_row = thud_hunt(set->row_numbers, level->first_row, level->end_row, near_row, near.first_row);
        /* Which entries search a row is not predictable: they are listed without a branch. */
        for (int32_t row = near_row; row < level->end_row && set->row_numbers[row] <= near.last_row; row++) {
            int32_t number = set->row_numbers[row];
            int32_t row_first = set->row_firsts[row];
            int32_t row_end = set->row_firsts[row + 1];
            int32_t next = thud_sorted_set_find(set, row, near.ranges[0].first_column);
            int32_t here[reach_capacity + 1], found = 0; /* those that search the row */
            for (int32_t k = 0; k < end - first; k++) {
                here[found] = k;
                found += (near.ranges[k].first_row <= number) & (number <= near.ranges[k].last_row);
            }
            for (int32_t k = 0; k < found; k++) {
                const thud_grid_range *range = &near.ranges[here[k]];
                int32_t a = first + here[k];
                next = walk_to(set->columns, row_first, row_end, next, range->first_column);
                int32_t i = next, last_column = range->last_column;
                if (i == row_end || set->columns[i] > last_column) {
                    continue; /* most rows */
                }
                wide_box box = spread_box(&drivers->fat, a);
                do {
                    noted = compare_eight(&it, noted, &set->fat, a, &box, i, row_end);
                    i += thud_lane_count;
                } while (i < row_end && set->columns[i] <= last_column);
                tested += (i < row_end ? i : row_end) - next;
            }
        }
    }
    result->tested += tested;
    examine(&it, noted);
}
