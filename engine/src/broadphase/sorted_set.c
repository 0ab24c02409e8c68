#include "broadphase/sorted_set.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "base/memory.h"
#include "base/ranges.h"
#include "broadphase/radix_sort.h"

/* Largest number of bits of a column's number in a key; see THUD_GRID_COLUMNS. */
enum { most_column_bits = 30 };

/* The first ones are those of sets with levels. */
static const thud_column set_columns[] = {
    THUD_COLUMN(thud_sorted_set, row_numbers), THUD_COLUMN(thud_sorted_set, row_firsts),
    THUD_COLUMN(thud_sorted_set, columns),     THUD_COLUMN(thud_sorted_set, last_columns),
    THUD_COLUMN(thud_sorted_set, slots),       THUD_COLUMN(thud_sorted_set, fat.min_x),
    THUD_COLUMN(thud_sorted_set, fat.min_y),   THUD_COLUMN(thud_sorted_set, fat.max_x),
    THUD_COLUMN(thud_sorted_set, fat.max_y),   {0},
};

enum { columns_of_levels = 4 };

static bool reserve_entries(thud_sorted_set *set, const thud_hooks *hooks, int32_t count, bool has_levels) {
    const thud_column *columns = set_columns + (has_levels ? 0 : columns_of_levels);
    return (!has_levels || THUD_RESERVE(hooks, set->levels, set->level_capacity, thud_max_levels)) &&
           thud_reserve_columns(hooks, set, columns, &set->capacity, count);
}

bool thud_sorted_set_reserve(thud_sorted_set *set, const thud_hooks *hooks, int32_t count, bool has_levels) {
    int32_t entries = count + thud_entry_padding;
    return (entries <= set->capacity || reserve_entries(set, hooks, entries, has_levels)) &&
           thud_box_tree_reserve(set->tree, hooks, has_levels ? count : set->capacity);
}

void thud_sorted_set_destroy(thud_sorted_set *set, const thud_hooks *hooks) {
    thud_release_columns(hooks, set, set_columns, &set->capacity);
    THUD_RELEASE_ARRAY(hooks, set->levels, set->level_capacity);
    thud_box_tree_destroy(set->tree, hooks);
}

/* Bits that numbers up to `largest` need. */
static int bits_for(int32_t largest) {
    int bits = 0;
    while (bits < 31 && largest >> bits != 0) {
        bits++;
    }
    return bits;
}

/* The layout of a key: level, row, column, index into the slots, from the highest bit down. */
typedef struct key_format {
    int column_shift, row_shift, level_shift, end;
} key_format;

/* A set during its build, in ranges of entries. */
typedef struct set_build {
    thud_sorted_set *set;
    const thud_proxy_table *proxies;
    const thud_sort_scratch *scratch;
    thud_size_levels levels;
    key_format format;
    const uint64_t *sorted_keys;
    thud_gather_boxes_function *gather;
} set_build;

/* ---- levels, grids and keys ---- */

static const thud_grid_bounds no_bounds = {0.0f, 0.0f, FLT_MAX, -FLT_MAX, FLT_MAX, -FLT_MAX, 0};

static inline void join_bounds(thud_grid_bounds *bounds, const thud_grid_bounds *other) {
    bounds->tallest = thud_max(bounds->tallest, other->tallest);
    bounds->widest = thud_max(bounds->widest, other->widest);
    bounds->min_x_low = thud_min(bounds->min_x_low, other->min_x_low);
    bounds->min_x_high = thud_max(bounds->min_x_high, other->min_x_high);
    bounds->min_y_low = thud_min(bounds->min_y_low, other->min_y_low);
    bounds->min_y_high = thud_max(bounds->min_y_high, other->min_y_high);
}

static inline void add_to_bounds(thud_grid_bounds *bounds, thud_aabb box) {
    const thud_vec2 low = box.min;
    join_bounds(bounds,
                &(thud_grid_bounds){box.max.y - low.y, box.max.x - low.x, low.x, low.x, low.y, low.y, 1});
}

/* Counts the boxes of a range of slots by size class and computes the bounds of each class. Neighbours are often of one
 * class, whose bounds then stay in registers. */
static void take_census(const thud_range *range, void *context) {
    const set_build *build = context;
    const uint32_t *slots = build->scratch->slots;
    thud_size_census *census = &build->scratch->censuses[range->index];
    census->counts = (thud_size_counts){{0}};
    census->first_class = thud_size_class_count;
    census->end_class = 0;
    thud_aabb box = build->proxies->fat[slots[range->first]];
    uint8_t next_class = thud_size_class_of(box);
    for (int32_t i = range->first; i < range->end;) {
        int32_t first = i;
        uint8_t size_class = next_class;
        thud_grid_bounds bounds = no_bounds;
        do {
            add_to_bounds(&bounds, box);
            if (++i < range->end) {
                box = build->proxies->fat[slots[i]];
                next_class = thud_size_class_of(box);
            }
        } while (i < range->end && next_class == size_class);
        if (census->counts.of_class[size_class] > 0) {
            join_bounds(&bounds, &census->bounds[size_class]);
        }
        census->bounds[size_class] = bounds;
        census->counts.of_class[size_class] += i - first;
        census->first_class = size_class < census->first_class ? size_class : census->first_class;
        census->end_class = size_class < census->end_class ? census->end_class : size_class + 1;
    }
}

/* Plans the levels from the censuses of all ranges, and computes the bounds of each. */
static void plan_levels(set_build *build, int32_t range_count, thud_grid_bounds bounds[thud_max_levels]) {
    const thud_size_census *censuses = build->scratch->censuses;
    thud_size_counts counts = {{0}};
    for (int32_t range = 0; range < range_count; range++) {
        const thud_size_census *census = &censuses[range];
        for (int32_t size_class = census->first_class; size_class < census->end_class; size_class++) {
            counts.of_class[size_class] += census->counts.of_class[size_class];
        }
    }
    thud_size_levels_plan(&build->levels, &counts);
    for (int32_t level = 0; level < build->levels.count; level++) {
        bounds[level] = no_bounds;
    }
    for (int32_t range = 0; range < range_count; range++) {
        const thud_size_census *census = &censuses[range];
        for (int32_t size_class = census->first_class; size_class < census->end_class; size_class++) {
            if (census->counts.of_class[size_class] > 0) {
                thud_grid_bounds *of_level = &bounds[build->levels.level_of_class[size_class]];
                join_bounds(of_level, &census->bounds[size_class]);
                of_level->count += census->counts.of_class[size_class];
            }
        }
    }
}

/* More than the relative rounding error of a difference of floats and their sum. */
static const double bounds_slack = 1.0e-6;

/* The farthest end of intervals that begin at `last_begin` at most and are `longest` at most; in the range of floats. */
static float farthest_end(float last_begin, float longest) {
    double end =
        (double)last_begin + (double)longest + bounds_slack * (fabs((double)last_begin) + (double)longest);
    return end < (double)FLT_MAX ? (float)end : FLT_MAX;
}

/* Makes the levels' grids and the key format; columns get coarser where the key would not fit 63 bits. */
static void make_grids(set_build *build, const thud_grid_bounds *bounds) {
    thud_sorted_set *set = build->set;
    int32_t level_count = build->levels.count;
    int32_t last_row = 0;
    int32_t last_column = 0;
    for (int32_t l = 0; l < level_count; l++) {
        thud_grid grid = thud_grid_make(&bounds[l], most_column_bits);
        int32_t row = thud_grid_row(&grid, (double)bounds[l].min_y_high);
        last_row = row > last_row ? row : last_row;
    }
    int entry_bits = bits_for(set->count - 1);
    int level_bits = bits_for(level_count - 1);
    int row_bits = bits_for(last_row);
    int room = 63 - entry_bits - level_bits - row_bits;
    for (int32_t l = 0; l < level_count; l++) {
        thud_level *level = &set->levels[l];
        level->grid = thud_grid_make(&bounds[l], room < most_column_bits ? room : most_column_bits);
        level->bounds = (thud_aabb){{bounds[l].min_x_low, bounds[l].min_y_low},
                                    {farthest_end(bounds[l].min_x_high, bounds[l].widest),
                                     farthest_end(bounds[l].min_y_high, bounds[l].tallest)}};
        int32_t column = thud_grid_column(&level->grid, (double)bounds[l].min_x_high);
        last_column = column > last_column ? column : last_column;
    }
    set->level_count = level_count;
    key_format *format = &build->format;
    format->column_shift = entry_bits;
    format->row_shift = format->column_shift + bits_for(last_column);
    format->level_shift = format->row_shift + row_bits;
    format->end = format->level_shift + level_bits;
}

/* Makes the keys of a range. With a single level its grid stays in registers. */
THUD_INLINE void key_range(const set_build *build, const thud_range *range, bool has_levels) {
    const key_format format = build->format;
    thud_grid grid = build->set->levels[0].grid;
    uint64_t level = 0;
    for (int32_t i = range->first; i < range->end; i++) {
        thud_aabb box = build->proxies->fat[build->scratch->slots[i]];
        if (has_levels) {
            level = build->levels.level_of_class[thud_size_class_of(box)];
            grid = build->set->levels[level].grid;
        }
        uint64_t row = (uint64_t)thud_grid_row(&grid, (double)box.min.y);
        uint64_t column = (uint64_t)thud_grid_column(&grid, (double)box.min.x);
        row |= level << (format.level_shift - format.row_shift);
        build->scratch->keys[i] = row << format.row_shift | column << format.column_shift | (uint64_t)i;
    }
}

static void make_keys(const thud_range *range, void *context) {
    const set_build *build = context;
    if (build->set->level_count == 1) {
        key_range(build, range, false);
    } else {
        key_range(build, range, true);
    }
}

/* ---- rows and entries ---- */

/* Appends a row with its first entry. */
static void add_row(set_build *build, uint64_t level_and_row, int32_t first_entry) {
    thud_sorted_set *set = build->set;
    int row_bits = build->format.level_shift - build->format.row_shift;
    int32_t row = set->row_count++;
    set->row_numbers[row] = (int32_t)(level_and_row & ((1ull << row_bits) - 1));
    set->row_firsts[row] = first_entry;
    thud_level *level = &set->levels[level_and_row >> row_bits];
    if (level->first_entry < 0) {
        level->first_row = row;
        level->first_entry = first_entry;
    }
    level->end_row = row + 1;
}

/* Sorts the keys, and lists their rows and levels. */
static void sort_keys(set_build *build) {
    thud_sorted_set *set = build->set;
    const key_format *format = &build->format;
    const thud_sort_scratch *scratch = build->scratch;
    const uint64_t *keys =
        thud_radix_sort(scratch->keys, scratch->sorted, set->count, format->column_shift, format->end);
    build->sorted_keys = keys;
    for (int32_t l = 0; l < set->level_count; l++) {
        set->levels[l].first_entry = -1;
    }
    uint64_t last_row = UINT64_MAX;
    for (int32_t i = 0, count = set->count; i < count; i++) {
        uint64_t row = keys[i] >> format->row_shift;
        if (row != last_row) {
            add_row(build, row, i);
            last_row = row;
        }
    }
    set->row_firsts[set->row_count] = set->count;
    for (int32_t l = 0; l < set->level_count; l++) {
        set->levels[l].end_entry = set->row_firsts[set->levels[l].end_row];
    }
}

/* Unpacks sorted keys into the entries' columns and slots. */
static void unpack_keys(const set_build *build, int32_t first, int32_t end) {
    thud_sorted_set *set = build->set;
    const key_format format = build->format;
    uint64_t index_mask = (1ull << format.column_shift) - 1;
    uint64_t column_mask = (1ull << (format.row_shift - format.column_shift)) - 1;
    uint32_t place_of_first = set->place_of_first;
    for (int32_t entry = first; entry < end; entry++) {
        uint64_t key = build->sorted_keys[entry];
        uint32_t slot = build->scratch->slots[key & index_mask];
        set->columns[entry] = (int32_t)(key >> format.column_shift & column_mask);
        set->slots[entry] = slot;
        build->proxies->places[slot] = place_of_first + (uint32_t)entry;
    }
}

static thud_box_columns columns_from(const thud_box_columns *columns, int32_t first) {
    thud_box_columns from = {columns->min_x + first, columns->min_y + first, columns->max_x + first,
                             columns->max_y + first};
    return from;
}

/* Copies the boxes into the entries; the current boxes become the table's old boxes. */
static void gather_boxes(const set_build *build, int32_t first, int32_t end) {
    thud_sorted_set *set = build->set;
    const thud_proxy_table *proxies = build->proxies;
    thud_box_columns fat = columns_from(&set->fat, first);
    thud_box_columns old = columns_from(&set->old, first);
    build->gather(proxies->fat, set->slots + first, end - first, &fat);
    build->gather(proxies->old, set->slots + first, end - first, &old);
    for (int32_t entry = first; entry < end; entry++) {
        proxies->old[set->slots[entry]] = proxies->fat[set->slots[entry]];
    }
    for (int32_t l = 0; l < set->level_count; l++) {
        const thud_level *level = &set->levels[l];
        int32_t from = level->first_entry > first ? level->first_entry : first;
        int32_t to = level->end_entry < end ? level->end_entry : end;
        for (int32_t entry = from; entry < to; entry++) {
            set->last_columns[entry] = thud_grid_column(&level->grid, (double)set->fat.max_x[entry]);
        }
    }
}

static void repeat_last_box(const thud_box_columns *boxes, int32_t count) {
    for (int32_t i = count; i < count + thud_entry_padding; i++) {
        thud_put_box(boxes, i, thud_box_at(boxes, count - 1));
    }
}

static void fill_entries(const thud_range *range, void *context) {
    const set_build *build = context;
    int32_t end = range->end;
    bool is_last = end == build->set->count;
    unpack_keys(build, range->first, end);
    if (is_last) { /* boxes are gathered eight at a time: pads the last task's */
        for (int32_t i = 0; i < thud_entry_padding; i++) {
            build->set->slots[end + i] = build->set->slots[end - 1];
        }
    }
    gather_boxes(build, range->first, end);
    if (is_last) { /* and compared eight at a time, from any one on */
        repeat_last_box(&build->set->fat, end);
        repeat_last_box(&build->set->old, end);
    }
}

void thud_sorted_set_clear(thud_sorted_set *set) {
    thud_box_tree_restart(set->tree);
    set->count = set->stale = set->merged = 0;
    set->row_count = set->level_count = 0;
    set->fresh = false;
}

void thud_sorted_set_build(thud_sorted_set *set, const thud_proxy_table *proxies, thud_sort_scratch *scratch,
                           int32_t count, thud_lanes lanes, thud_tasks *tasks) {
    thud_sorted_set_clear(set);
    set->fresh = true;
    set->count = count;
    if (count == 0) {
        return;
    }
    set_build build = {.set = set,
                       .proxies = proxies,
                       .scratch = scratch,
                       .gather = THUD_KERNEL_CHOOSE(lanes, thud_gather_boxes)};
    tasks = count > thud_many_entries ? tasks : NULL;
    thud_run_ranges(tasks, take_census, &build, count, thud_entries_per_task);
    set->old = columns_from(&scratch->old, scratch->old_count);
    scratch->old_count += thud_old_boxes(count);
    thud_grid_bounds bounds[thud_max_levels];
    plan_levels(&build, thud_range_count(count, thud_entries_per_task), bounds);
    make_grids(&build, bounds);
    thud_run_ranges(tasks, make_keys, &build, count, thud_entries_per_task);
    sort_keys(&build);
    thud_run_ranges(tasks, fill_entries, &build, count, thud_entries_per_task);
}

void thud_sorted_set_restore_old(const thud_sorted_set *set, const thud_proxy_table *proxies) {
    for (int32_t i = 0; i < set->count; i++) {
        proxies->old[set->slots[i]] = thud_box_at(&set->old, i);
    }
}

int32_t thud_sorted_set_find_row(const thud_sorted_set *set, const thud_level *level, int32_t number) {
    return thud_find_spread(set->row_numbers, level->first_row, level->end_row, number);
}
