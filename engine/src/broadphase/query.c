/*
 * Queries of boxes. In each level of a sorted set the rows and columns around the query's box are searched; with many
 * levels, and in the insert buffer, a tree is searched. Either way the results are in the order of the lists: static,
 * kinematic, moving, sensors; of each main set, delta set, insert buffer; in a set by level, row and column.
 */
#include "broadphase/query_parts.h"

typedef struct single_visitor {
    thud_proxy_visitor *visitor;
    void *context;
} single_visitor;

static bool visit_singly(const thud_hash *hash, const thud_found *found, void *context) {
    const single_visitor *single = context;
    for (int32_t i = 1; i < found->count; i++) {
        thud_prefetch_record(hash, thud_found_slot(found, i));
    }
    for (int32_t i = 0; i < found->count; i++) {
        uint32_t slot = thud_found_slot(found, i);
        if (!single->visitor(thud_proxy_of_slot(hash, slot), hash->proxies.users[slot], single->context)) {
            return false;
        }
    }
    return true;
}

/* ---- rows ---- */

/* Twice the rounding error of a side of a box, relative to its coordinate. */
static const float side_slack = 4.0e-6f;

/* The query's box, shrunk by the margin of the fat boxes of static proxies. */
static thud_aabb sure_of_static(const thud_box_query *query) {
    thud_vec2 low = query->box.min, high = query->box.max;
    float less_x = query->hash->margin + side_slack * (thud_abs(low.x) + thud_abs(high.x));
    float less_y = query->hash->margin + side_slack * (thud_abs(low.y) + thud_abs(high.y));
    return (thud_aabb){{low.x + less_x, low.y + less_y}, {high.x - less_x, high.y - less_y}};
}

/* The places to compare those of a set's entries with; null if none is stale. */
static const uint32_t *places_for(const thud_box_query *query, const thud_sorted_set *set) {
    return set->stale > 0 ? query->hash->proxies.places : NULL;
}

/* Fills a run of all entries of a set, field by field, as in begin_query. A box overlaps the query's for certain if its
 * fat box lies inside of that, or if it is static and the fat box overlaps by more than the margin: those of a level that
 * cross the edge of a screen do. */
static void run_through(thud_box_run *run, const thud_box_query *query, const thud_sorted_set *set) {
    const thud_box_columns *boxes = &set->fat;
    run->boxes = boxes;
    run->slots = set->slots;
    run->first = 0;
    run->end = set->count;
    run->columns = NULL;
    run->places = places_for(query, set);
    run->place = set->place_of_first;
    bool is_static = thud_kind_of_place(set->place_of_first) == THUD_PROXY_STATIC;
    bool is_tight = is_static && !query->hash->loose_statics;
    run->marked_by =
        is_tight ? (thud_box_columns){boxes->max_x, boxes->max_y, boxes->min_x, boxes->min_y} : *boxes;
    run->sure = is_tight ? sure_of_static(query) : query->box;
}

static inline bool find_boxes(thud_box_query *query, const thud_box_run *run) {
    return THUD_KERNEL_CHOOSE(query->hash->lanes, thud_find_boxes)(query, run);
}

static bool query_level(thud_box_query *query, const thud_sorted_set *set, const thud_level *level) {
    if (!thud_aabb_overlaps(level->bounds, query->box)) {
        return true;
    }
    thud_grid_range range = thud_grid_range_of(&level->grid, query->box);
    thud_box_run run;
    run_through(&run, query, set);
    run.columns = set->columns;
    run.last_column = range.last_column;
    bool goes_on = true;
    int32_t row = thud_sorted_set_find_row(set, level, range.first_row);
    for (; goes_on && row < level->end_row && set->row_numbers[row] <= range.last_row; row++) {
        run.first = thud_sorted_set_find(set, row, range.first_column);
        run.end = set->row_firsts[row + 1];
        goes_on = find_boxes(query, &run);
    }
    return goes_on;
}

/* ---- trees ---- */

typedef enum tree_outcome { GO_ON, STOPPED, TOO_MANY } tree_outcome;

/* Finds the boxes of a set that overlap the query's, in the order of the set. */
static tree_outcome query_tree(thud_box_query *query, const thud_sorted_set *set) {
    thud_tree_hits hits;
    hits.nodes = set->tree->nodes;
    hits.places = query->hash->proxies.places;
    hits.users = query->hash->proxies.users;
    hits.place = set->place_of_first;
    hits.count = 0;
    THUD_KERNEL_CHOOSE(query->hash->lanes, thud_search_tree)(&hits, set->tree->root, &query->box);
    if (hits.count > thud_most_hits) {
        return TOO_MANY;
    }
    for (int32_t i = 0; i < hits.count; i++) {
        if (query->found.count == thud_most_found && !thud_visit_found(query)) {
            return STOPPED;
        }
        query->found.slots[query->found.count++] = THUD_FOUND_CROSSING | (uint32_t)hits.hits[i];
    }
    return GO_ON;
}

/* With more levels than this a tree is faster than the rows of all levels. */
enum { few_levels = 2, rows_of_level = 8 };

static bool query_few(thud_box_query *query, const thud_sorted_set *set) {
    thud_overlap_bits_function *overlap_bits = THUD_KERNEL_CHOOSE(query->hash->lanes, thud_overlap_bits);
    const uint32_t *places = places_for(query, set);
    for (int32_t first = 0, count = set->count; first < count; first += 64) {
        uint64_t found = overlap_bits(&set->fat, first, count - first < 64 ? count - first : 64, &query->box);
        for (; found != 0; found &= found - 1) {
            uint32_t slot = set->slots[first + thud_lowest_bit(found)];
            if (places != NULL && (places[slot] ^ set->place_of_first) >> thud_place_list_shift != 0) {
                continue;
            }
            if (query->found.count == thud_most_found && !thud_visit_found(query)) {
                return false;
            }
            query->found.slots[query->found.count++] = THUD_FOUND_CROSSING | slot;
        }
    }
    return true;
}

/* `by_rows`: for queries of a step, which are small and many: each step would need a new tree. */
static bool query_set(thud_box_query *query, const thud_sorted_set *set, bool by_rows) {
    if (set->count <= (by_rows ? 256 : 16)) { /* a comparison with all is faster than a search of rows */
        return query_few(query, set);
    }
    bool has_levels = set->level_count > 0;
    if (!has_levels || (!by_rows && set->level_count > few_levels)) {
        tree_outcome outcome = thud_sorted_set_has_tree(set) ? query_tree(query, set) : TOO_MANY;
        if (outcome != TOO_MANY) {
            return outcome == GO_ON;
        }
        thud_box_tree_charge(set->tree,
                             has_levels ? set->level_count * rows_of_level * thud_comparisons_of_search
                                        : set->count / thud_node_lanes,
                             set->count);
    }
    if (!has_levels) {
        thud_box_run run;
        run_through(&run, query, set);
        return find_boxes(query, &run);
    }
    bool goes_on = true;
    for (int32_t i = 0; i < set->level_count && goes_on; i++) {
        goes_on = query_level(query, set, &set->levels[i]);
    }
    return goes_on;
}

THUD_INLINE bool query_kind(thud_box_query *query, thud_proxy_kind kind, bool by_rows) {
    const thud_kind_lists *lists = &query->hash->kinds[kind];
    return (lists->main_set.count == 0 || query_set(query, &lists->main_set, by_rows)) &&
           (lists->delta_set.count == 0 || query_set(query, &lists->delta_set, by_rows)) &&
           (lists->buffer.count == 0 || query_set(query, &lists->buffer, by_rows));
}

uint32_t thud_found_crossing(const thud_hash *hash, const thud_found *found) {
    return THUD_KERNEL_CHOOSE(hash->lanes, thud_crossing_bits)(found);
}

/* Field by field, as an initialiser would clear the list of proxies found. */
static void begin_query(thud_box_query *query, const thud_hash *hash, thud_aabb box,
                        thud_found_visitor *visitor, void *context) {
    query->hash = hash;
    query->box = box;
    query->visitor = visitor;
    query->context = context;
    query->found.count = 0;
    query->found.is_all = false;
    query->has_visited = false;
}

void thud_hash_query_kind(const thud_hash *hash, thud_proxy_kind kind, thud_aabb box,
                          thud_proxy_visitor *visitor, void *context) {
    thud_box_query query;
    single_visitor single = {visitor, context};
    begin_query(&query, hash, box, visit_singly, &single);
    if (hash->kinds[kind].proxies > 0 && query_kind(&query, kind, true) && query.found.count > 0) {
        thud_visit_found(&query);
    }
}

thud_status thud_hash_query_found(const thud_hash *hash, thud_aabb box, bool sensors,
                                  thud_found_visitor *visitor, void *context) {
    thud_status status = hash == NULL || visitor == NULL ? THUD_NULL_ARGUMENT : thud_hash_check_box(box);
    if (status != THUD_OK) {
        return status;
    }
    static const thud_proxy_kind kinds[] = {THUD_PROXY_STATIC, THUD_PROXY_KINEMATIC, THUD_PROXY_MOVING,
                                            THUD_PROXY_SENSOR};
    int32_t count = sensors ? thud_proxy_kind_count : thud_solid_kinds;
    thud_box_query query;
    begin_query(&query, hash, box, visitor, context);
    bool goes_on = true;
    for (int32_t i = 0; i < count && goes_on; i++) {
        goes_on = hash->kinds[kinds[i]].proxies == 0 || query_kind(&query, kinds[i], false);
    }
    if (goes_on && query.found.count > 0) {
        query.found.is_all = !query.has_visited;
        thud_visit_found(&query);
    }
    return THUD_OK;
}

thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor,
                            void *context) {
    single_visitor single = {visitor, context};
    return thud_hash_query_found(hash, box, true, visitor == NULL ? NULL : visit_singly, &single);
}
