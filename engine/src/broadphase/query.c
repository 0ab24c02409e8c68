/*
 * Queries of boxes. In each level of a sorted set the rows and columns around the query's box are searched; with many levels, and
 * in the insert buffer, a tree is searched. Either way the results are in the order of the lists: static, kinematic, moving; of each
 * main set, delta set, insert buffer; in a set by level, row and column.
 */
#include "broadphase/query_parts.h"

typedef struct box_query {
    const thud_hash *hash;
    thud_aabb box;
    thud_found_visitor *visitor;
    void *context;
    thud_overlap_bits_function *overlap_bits;
    thud_user_records records;
    bool by_rows; /* for queries of a step, which are small and many: each step would need a new tree */
    bool wants_inside;
    /* Proxies found but not visited yet: their records are prefetched before the first visit. */
    thud_found found;
} box_query;

/* Visits the proxies found; false when the visitor has stopped. */
static bool visit_found(box_query *query) {
    bool goes_on = query->visitor(query->hash, &query->found, query->context);
    query->found.count = 0;
    query->found.inside = 0;
    return goes_on;
}

/* A visitor that takes one proxy at a time. */
typedef struct single_visitor {
    thud_proxy_visitor *visitor;
    void *context;
} single_visitor;

static bool visit_singly(const thud_hash *hash, const thud_found *found, void *context) {
    const single_visitor *single = context;
    for (int32_t i = 0; i < found->count; i++) {
        uint32_t slot = found->slots[i];
        if (!single->visitor(thud_proxy_of_slot(hash, slot), hash->proxies.users[slot], single->context)) {
            return false;
        }
    }
    return true;
}

/* Adds a proxy to those found; false when the visitor has stopped. */
static inline bool find(box_query *query, uint32_t slot, bool is_inside) {
    if (query->found.count == thud_most_found && !visit_found(query)) {
        return false;
    }
    thud_prefetch_record(query->hash, query->records, slot);
    query->found.inside |= (uint32_t)is_inside << query->found.count;
    query->found.slots[query->found.count++] = slot;
    return true;
}

/* A box is inside of another if the two overlap with its sides exchanged. */
static inline uint64_t inside_bits(const box_query *query, const thud_box_columns *boxes, int32_t first,
                                   int32_t count) {
    const thud_box_columns exchanged = {boxes->max_x, boxes->max_y, boxes->min_x, boxes->min_y};
    return query->wants_inside ? query->overlap_bits(&exchanged, first, count, &query->box) : 0;
}

/* False when the visitor has stopped; `set` is null for the insert buffer, which has no stale entries. */
static inline bool query_entries(box_query *query, const thud_sorted_set *set, const thud_box_columns *boxes,
                                 const uint32_t *slots, int32_t first, int32_t count) {
    uint64_t hits = query->overlap_bits(boxes, first, count, &query->box);
    if (hits == 0) {
        return true;
    }
    uint64_t inside = inside_bits(query, boxes, first, count);
    for (; hits != 0; hits &= hits - 1) {
        int32_t bit = thud_lowest_bit(hits), entry = first + bit;
        bool counts = set == NULL || set->stale == 0 ||
                      thud_sorted_set_is_current(set, query->hash->proxies.places, entry);
        if (counts && !find(query, slots[entry], (inside >> bit & 1u) != 0)) {
            return false;
        }
    }
    return true;
}

/* Entries of a row that are compared at a time: only these comparisons find the last column. */
enum { row_chunk = 16 };

static bool query_row(box_query *query, const thud_sorted_set *set, int32_t row,
                      const thud_grid_range *range) {
    int32_t end = set->row_firsts[row + 1];
    int32_t first = thud_sorted_set_find(set, row, range->first_column);
    for (; first < end && set->columns[first] <= range->last_column; first += row_chunk) {
        int32_t count = end - first < row_chunk ? end - first : row_chunk;
        if (!query_entries(query, set, &set->fat, set->slots, first, count)) {
            return false;
        }
    }
    return true;
}

static bool query_level(box_query *query, const thud_sorted_set *set, const thud_level *level) {
    if (!thud_aabb_overlaps(level->bounds, query->box)) {
        return true;
    }
    thud_grid_range range = thud_grid_range_of(&level->grid, query->box);
    int32_t row = thud_sorted_set_find_row(set, level, range.first_row);
    for (; row < level->end_row && set->row_numbers[row] <= range.last_row; row++) {
        if (!query_row(query, set, row, &range)) {
            return false;
        }
    }
    return true;
}

/* The results of a query in a tree: with more boxes rows are faster. */
enum { most_hits = 128 };

typedef struct tree_hits {
    box_query *query;
    thud_tree_node *nodes;
    uint32_t place; /* place of entry 0; an entry's index is added */
    int32_t count;  /* above the capacity: too many */
    int32_t entries[most_hits];
} tree_hits;

/* Inserts an entry in ascending order. */
static void note_entry(tree_hits *hits, int32_t entry) {
    int32_t place = hits->count++;
    if (place >= most_hits) {
        return;
    }
    for (; place > 0 && hits->entries[place - 1] > entry; place--) {
        hits->entries[place] = hits->entries[place - 1];
    }
    hits->entries[place] = entry;
}

/* Inserts the entries of the proxies below a node that overlap the box and are still in the list. */
static void note_node(tree_hits *hits, uint32_t index) {
    const box_query *query = hits->query;
    thud_tree_node *node = &hits->nodes[index];
    const thud_box_columns boxes = {node->sides[THUD_MIN_X], node->sides[THUD_MIN_Y], node->sides[THUD_MAX_X],
                                    node->sides[THUD_MAX_Y]};
    uint64_t lanes = query->overlap_bits(&boxes, 0, thud_node_lanes, &query->box);
    for (; lanes != 0 && hits->count <= most_hits; lanes &= lanes - 1) {
        uint32_t child = node->children[thud_lowest_bit(lanes)];
        if ((child & THUD_TREE_PROXY) == 0) {
            note_node(hits, child);
            continue;
        }
        uint32_t place = query->hash->proxies.places[child & ~THUD_TREE_PROXY];
        if ((place ^ hits->place) >> thud_place_list_shift == 0) {
            note_entry(hits, thud_entry_of_place(place));
        }
    }
}

/* The result of a search in a tree. */
typedef enum tree_outcome { GO_ON, STOPPED, TOO_MANY } tree_outcome;

/* Finds the boxes of a list that overlap the query's, in the order of the list. */
static tree_outcome query_tree(box_query *query, const thud_box_tree *tree, const uint32_t *slots,
                               uint32_t place) {
    tree_hits hits;
    hits.query = query;
    hits.nodes = tree->nodes;
    hits.place = place;
    hits.count = 0;
    note_node(&hits, tree->root);
    if (hits.count > most_hits) {
        return TOO_MANY;
    }
    for (int32_t i = 0; i < hits.count; i++) {
        if (!find(query, slots[hits.entries[i]], false)) {
            return STOPPED;
        }
    }
    return GO_ON;
}

/* With more levels than this a tree is faster than the rows of all levels. */
enum { few_levels = 2, rows_of_level = 8 };

static bool query_set(box_query *query, const thud_sorted_set *set) {
    if (set->count <= row_chunk) { /* comparing all is faster than searching rows */
        return set->count == 0 || query_entries(query, set, &set->fat, set->slots, 0, set->count);
    }
    if (!query->by_rows && set->level_count > few_levels &&
        thud_box_tree_is_ready(set->tree, &set->fat, set->slots, set->count)) {
        tree_outcome outcome = query_tree(query, set->tree, set->slots, set->place_of_first);
        if (outcome != TOO_MANY) {
            return outcome == GO_ON;
        }
    }
    if (!query->by_rows && set->level_count > few_levels) {
        thud_box_tree_charge(set->tree, set->level_count * rows_of_level * thud_comparisons_of_search,
                             set->count);
    }
    bool goes_on = true;
    for (int32_t i = 0; i < set->level_count && goes_on; i++) {
        goes_on = query_level(query, set, &set->levels[i]);
    }
    return goes_on;
}

static bool query_buffer(box_query *query, thud_proxy_kind kind, const thud_insert_buffer *list) {
    if (thud_box_tree_is_ready(list->tree, &list->fat, list->slots, list->count)) {
        tree_outcome outcome =
            query_tree(query, list->tree, list->slots, thud_place_of(kind, thud_place_buffer, 0));
        if (outcome != TOO_MANY) {
            return outcome == GO_ON;
        }
    }
    if (list->count > 0) {
        thud_box_tree_charge(list->tree, list->count / thud_node_lanes, list->count);
    }
    bool goes_on = true;
    for (int32_t first = 0; first < list->count && goes_on; first += thud_chunk_size) {
        int32_t count = list->count - first < thud_chunk_size ? list->count - first : thud_chunk_size;
        goes_on = query_entries(query, NULL, &list->fat, list->slots, first, count);
    }
    return goes_on;
}

static bool query_kind(box_query *query, thud_proxy_kind kind) {
    const thud_kind_lists *lists = &query->hash->kinds[kind];
    return query_set(query, &lists->main_set) && query_set(query, &lists->delta_set) &&
           query_buffer(query, kind, &lists->buffer);
}

static bool query_obstacles(box_query *query) {
    return query_kind(query, THUD_PROXY_STATIC) && query_kind(query, THUD_PROXY_KINEMATIC);
}

thud_obstacle_maps thud_hash_obstacle_maps(const thud_hash *hash) {
    const thud_kind_lists *fixed = &hash->kinds[THUD_PROXY_STATIC];
    const thud_kind_lists *kinematic = &hash->kinds[THUD_PROXY_KINEMATIC];
    return (thud_obstacle_maps){.fixed = fixed->proxies > 0 ? &fixed->map : NULL,
                                .kinematic = kinematic->proxies > 0 ? &kinematic->map : NULL,
                                .complete = fixed->buffer.count == 0 && kinematic->buffer.count == 0};
}

static void begin_query(box_query *query, const thud_hash *hash, thud_aabb box, thud_found_visitor *visitor,
                        void *context) {
    query->hash = hash;
    query->box = box;
    query->visitor = visitor;
    query->context = context;
    query->overlap_bits = THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits);
    query->records = (thud_user_records){NULL, 0};
    query->by_rows = false;
    query->wants_inside = visitor != visit_singly;
    query->found.count = 0;
    query->found.inside = 0;
}

void thud_hash_query_kind(const thud_hash *hash, thud_proxy_kind kind, thud_aabb box,
                          thud_proxy_visitor *visitor, void *context) {
    box_query query;
    single_visitor single = {visitor, context};
    begin_query(&query, hash, box, visit_singly, &single);
    query.by_rows = true;
    if (query_kind(&query, kind)) {
        visit_found(&query);
    }
}

thud_status thud_hash_query_found(const thud_hash *hash, thud_aabb box, thud_user_records records,
                                  thud_found_visitor *visitor, void *context) {
    if (hash == NULL || visitor == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_aabb_is_valid(box)) {
        bool finite = thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max);
        return finite ? THUD_INVALID_BOUNDS : THUD_NOT_FINITE;
    }
    box_query query;
    begin_query(&query, hash, box, visitor, context);
    query.records = records;
    if (query_obstacles(&query) && query_kind(&query, THUD_PROXY_MOVING)) {
        visit_found(&query);
    }
    return THUD_OK;
}

thud_status thud_hash_query_records(const thud_hash *hash, thud_aabb box, thud_user_records records,
                                    thud_proxy_visitor *visitor, void *context) {
    single_visitor single = {visitor, context};
    return thud_hash_query_found(hash, box, records, visitor == NULL ? NULL : visit_singly, &single);
}

thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor,
                            void *context) {
    return thud_hash_query_records(hash, box, (thud_user_records){NULL, 0}, visitor, context);
}
