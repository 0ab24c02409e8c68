/* The loops of row_scan.h, compiled once per SIMD width. */
#include "base/lanes.h"
#include "base/pack.h"
#include "broadphase/query_parts.h"
#include "broadphase/row_scan.h"

typedef struct wide_box {
    thud_f8 min_x, min_y, max_x, max_y;
} wide_box;

static inline wide_box spread_box(const thud_box_columns *boxes, int32_t entry) {
    return (wide_box){thud_f8_set1(boxes->min_x[entry]), thud_f8_set1(boxes->min_y[entry]),
                      thud_f8_set1(boxes->max_x[entry]), thud_f8_set1(boxes->max_y[entry])};
}

static inline wide_box spread_aabb(const thud_aabb *box) {
    return (wide_box){thud_f8_set1(box->min.x), thud_f8_set1(box->min.y), thud_f8_set1(box->max.x),
                      thud_f8_set1(box->max.y)};
}

/* Bit i: whether the box overlaps that of number i. */
static inline uint32_t overlaps_of_sides(const wide_box *box, const float *min_x, const float *min_y,
                                         const float *max_x, const float *max_y) {
    thud_m8 x = thud_m8_and(thud_f8_le(box->min_x, thud_f8_loadu(max_x)),
                            thud_f8_le(thud_f8_loadu(min_x), box->max_x));
    thud_m8 y = thud_m8_and(thud_f8_le(box->min_y, thud_f8_loadu(max_y)),
                            thud_f8_le(thud_f8_loadu(min_y), box->max_y));
    return thud_m8_bits(thud_m8_and(x, y));
}

/* Bit i: whether the box overlaps that of entry first + i. */
static inline uint32_t overlaps_of_eight(const wide_box *box, const thud_box_columns *boxes, int32_t first) {
    return overlaps_of_sides(box, boxes->min_x + first, boxes->min_y + first, boxes->max_x + first,
                             boxes->max_y + first);
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
        for (int32_t row = near_row; row < level->end_row && set->row_numbers[row] <= near.last_row; row++) {
            int32_t number = set->row_numbers[row];
            int32_t row_first = set->row_firsts[row];
            int32_t row_end = set->row_firsts[row + 1];
            int32_t next = thud_sorted_set_find(set, row, near.ranges[0].first_column);
            for (int32_t a = first; a < end; a++) {
                const thud_grid_range *range = &near.ranges[a - first];
                if (number < range->first_row || range->last_row < number) {
                    continue;
                }
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

uint64_t THUD_KERNEL(thud_overlap_bits) THUD_OVERLAP_BITS_ARGUMENTS {
    const wide_box wide = spread_aabb(box);
    uint64_t bits = 0;
    for (int32_t i = 0; i < count; i += thud_lane_count) {
        bits |= (uint64_t)overlaps_of_eight(&wide, boxes, first + i) << i;
    }
    return bits & UINT64_MAX >> (64 - count);
}

/* The slots of eight entries, with a mark unless no low side is below the box's and no high side above. */
static inline thud_i32x8 slots_of_eight(const wide_box *box, const thud_box_columns *boxes,
                                        const uint32_t *slots_from, int32_t first) {
    thud_m8 x = thud_m8_and(thud_f8_le(box->min_x, thud_f8_loadu(boxes->min_x + first)),
                            thud_f8_le(thud_f8_loadu(boxes->max_x + first), box->max_x));
    thud_m8 y = thud_m8_and(thud_f8_le(box->min_y, thud_f8_loadu(boxes->min_y + first)),
                            thud_f8_le(thud_f8_loadu(boxes->max_y + first), box->max_y));
    thud_i32x8 slots = thud_i32x8_loadu((const int32_t *)(const void *)(slots_from + first));
    return thud_i32x8_or(
        slots, thud_i32x8_select(thud_m8_and(x, y), thud_i32x8_set1(0), thud_i32x8_set1(INT32_MIN)));
}

/* Clears the bits of stale entries. */
static uint32_t current_of_eight(const thud_box_run *run, int32_t first, uint32_t bits) {
    uint32_t current = 0;
    for (; bits != 0; bits &= bits - 1) {
        int32_t lane = thud_lowest_bit(bits);
        bool counts = (run->places[run->slots[first + lane]] ^ run->place) >> thud_place_list_shift == 0;
        current |= (uint32_t)counts << lane;
    }
    return current;
}

bool THUD_KERNEL(thud_find_boxes)(thud_box_query *query, const thud_box_run *run) {
    const wide_box wide = spread_aabb(&query->box), sure = spread_aabb(&run->sure);
    thud_found *found = &query->found;
    const thud_box_columns *boxes = run->boxes;
    const int32_t *columns = run->columns;
    int32_t end = run->end;
    for (int32_t first = run->first; first < end && (columns == NULL || columns[first] <= run->last_column);
         first += thud_lane_count) {
        uint32_t met = overlaps_of_eight(&wide, boxes, first) & thud_first_lanes(end - first);
        if (run->places != NULL) {
            met = current_of_eight(run, first, met);
        }
        if (met == 0) {
            continue;
        }
        if (found->count > thud_most_found - thud_lane_count && !thud_visit_found(query)) {
            return false;
        }
        int32_t slots[thud_lane_count];
        thud_i32x8_storeu(slots, slots_of_eight(&sure, &run->marked_by, run->slots, first));
        found->count += thud_pack8((int32_t *)(void *)&found->slots[found->count], slots, met);
    }
    return true;
}

uint32_t THUD_KERNEL(thud_crossing_bits)(const thud_found *found) {
    const thud_i32x8 mark = thud_i32x8_set1(INT32_MIN);
    uint32_t bits = 0;
    for (int32_t i = 0; i < thud_most_found; i += thud_lane_count) {
        thud_i32x8 slots = thud_i32x8_loadu((const int32_t *)(const void *)&found->slots[i]);
        bits |= thud_m8_bits(thud_i32x8_eq(thud_i32x8_and(slots, mark), mark)) << i;
    }
    return bits;
}

/* ---- trees ---- */

/* Inserts a hit in ascending order. */
static inline void note_hit(thud_tree_hits *hits, uint64_t hit) {
    int32_t place = hits->count++;
    if (place >= thud_most_hits) {
        return;
    }
    for (; place > 0 && hits->hits[place - 1] > hit; place--) {
        hits->hits[place] = hits->hits[place - 1];
    }
    hits->hits[place] = hit;
}

/* The nodes to open are fetched while others are. With too many of them the list is searched instead. */
void THUD_KERNEL(thud_search_tree)(thud_tree_hits *hits, uint32_t root, const thud_aabb *box) {
    enum { most_open = 128 };
    const wide_box wide = spread_aabb(box);
    uint32_t open[most_open];
    int32_t open_count = 0;
    open[open_count++] = root;
    while (open_count > 0 && hits->count <= thud_most_hits) {
        const thud_tree_node *node = &hits->nodes[open[--open_count]];
        uint32_t lanes = overlaps_of_sides(&wide, node->sides[THUD_MIN_X], node->sides[THUD_MIN_Y],
                                           node->sides[THUD_MAX_X], node->sides[THUD_MAX_Y]);
        if (open_count > most_open - thud_node_lanes) {
            hits->count = thud_most_hits + 1;
            return;
        }
        for (; lanes != 0; lanes &= lanes - 1) {
            uint32_t child = node->children[thud_lowest_bit(lanes)];
            if ((child & THUD_TREE_PROXY) == 0) {
                const char *next = (const char *)&hits->nodes[child];
                __builtin_prefetch(next);
                __builtin_prefetch(next + 64);
                __builtin_prefetch(next + 128);
                open[open_count++] = child;
                continue;
            }
            uint32_t slot = child & ~THUD_TREE_PROXY, place = hits->places[slot];
            __builtin_prefetch(&hits->users[slot]);
            if ((place ^ hits->place) >> thud_place_list_shift == 0) {
                note_hit(hits, (uint64_t)place << 32 | slot);
            }
        }
    }
}

int32_t THUD_KERNEL(thud_choose_lane)(const thud_tree_node *node, const thud_aabb *box) {
    const wide_box added = spread_aabb(box);
    const thud_i32x8 mark = thud_i32x8_set1(INT32_MIN);
    thud_i32x8 children = thud_i32x8_loadu((const int32_t *)(const void *)node->children);
    uint32_t left = 0xffu & ~thud_m8_bits(thud_i32x8_eq(thud_i32x8_and(children, mark), mark));
    thud_f8 min_x = thud_f8_loadu(node->sides[THUD_MIN_X]), min_y = thud_f8_loadu(node->sides[THUD_MIN_Y]);
    thud_f8 max_x = thud_f8_loadu(node->sides[THUD_MAX_X]), max_y = thud_f8_loadu(node->sides[THUD_MAX_Y]);
    thud_f8 size = thud_f8_add(thud_f8_sub(max_x, min_x), thud_f8_sub(max_y, min_y));
    thud_f8 both = thud_f8_add(thud_f8_sub(thud_f8_max(max_x, added.max_x), thud_f8_min(min_x, added.min_x)),
                               thud_f8_sub(thud_f8_max(max_y, added.max_y), thud_f8_min(min_y, added.min_y)));
    thud_f8 growth = thud_f8_sub(both, size);
    uint32_t roomy = left & thud_m8_bits(thud_f8_le(growth, thud_f8_zero()));
    if (left == 0 || roomy != 0) {
        return left == 0 ? thud_node_lanes : thud_lowest_bit(roomy);
    }
    float growths[thud_node_lanes];
    thud_f8_storeu(growths, growth);
    int32_t best = thud_lowest_bit(left);
    while ((left &= left - 1) != 0) {
        int32_t lane = thud_lowest_bit(left);
        best = growths[lane] < growths[best] ? lane : best;
    }
    return best;
}
