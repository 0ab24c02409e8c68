/*
 * Queries of boxes. In each level of a sorted set the cells that may hold an answer are looked up by their keys (cell_table.h), or,
 * while a set has no table, the rows and columns that may are searched for. Either way the order is that of the lists: static,
 * kinematic, moving; of each settled, young, pending; in a sorted set by level, row and column.
 */
#include "broadphase/query_parts.h"

typedef struct box_query {
    const thud_hash *hash;
    thud_aabb box;
    thud_proxy_visitor *visitor;
    void *context;
    thud_overlap_bits_function *overlap_bits;
    thud_user_records records;
    bool rows_only; /* do not ask for cells: boxes of a step are small, and rows are found as fast */
} box_query;

static bool visit(const box_query *query, uint32_t slot) {
    return query->visitor(thud_proxy_of_slot(query->hash, slot), query->hash->proxies.users[slot],
                          query->context);
}

/* False when the visitor has stopped; `set` is null for the pending list, all of whose entries count. */
static bool query_entries(const box_query *query, const thud_sorted_set *set, const thud_box_columns *boxes,
                          const uint32_t *slots, int32_t first, int32_t end) {
    for (int32_t start = first; start < end; start += thud_chunk_size) {
        int32_t count = end - start < thud_chunk_size ? end - start : thud_chunk_size;
        uint64_t hits = query->overlap_bits(boxes, start, count, &query->box);
        for (uint64_t ahead = hits; ahead != 0; ahead &= ahead - 1) {
            thud_prefetch_record(query->hash, query->records, slots[start + thud_lowest_bit(ahead)]);
        }
        for (; hits != 0; hits &= hits - 1) {
            int32_t entry = start + thud_lowest_bit(hits);
            bool counts = set == NULL || set->stale == 0 ||
                          thud_sorted_set_is_current(set, query->hash->proxies.places, entry);
            if (counts && !visit(query, slots[entry])) {
                return false;
            }
        }
    }
    return true;
}

/* Blocks that are looked at side by side: what takes more has its rows searched. */
enum { most_blocks = 32 };

/* The blocks of eight rows of cells that a query overlaps, from the left. */
typedef struct block_band {
    const thud_cell_table *table;
    int32_t first_column, last_column; /* of cells */
    int32_t block_count;
    thud_cell_block blocks[most_blocks]; /* without cells where the table has none */
} block_band;

/* Looks up the blocks of the band of that number; false where all are empty. */
static bool find_band(block_band *band, int32_t level, int32_t number) {
    const thud_cell_region *region = NULL;
    bool found = false;
    int32_t first = band->first_column >> thud_block_shift;
    for (int32_t i = 0; i < band->block_count; i++) {
        int32_t column = first + i;
        if (i == 0 || (column & 7) == 0) {
            region = thud_find_region_slot(
                band->table, thud_region_key(level, number >> thud_block_shift, column >> thud_block_shift));
        }
        int bit = thud_cell_bit(number, column);
        band->blocks[i].cells = 0;
        if ((region->blocks >> bit & 1) != 0) {
            band->blocks[i] = *thud_block_of_region(band->table, region, bit);
            found = true;
        }
    }
    return found;
}

/* The entries of a row of cells, which lie side by side. */
static thud_cell_run entries_of_row(const block_band *band, int32_t row) {
    thud_cell_run entries = {0, 0};
    for (int32_t i = 0; i < band->block_count; i++) {
        const thud_cell_block *block = &band->blocks[i];
        int32_t first = i == 0 ? band->first_column & 7 : 0;
        int32_t last = i == band->block_count - 1 ? band->last_column & 7 : 7;
        uint64_t cells = block->cells & (uint64_t)thud_bits_between(first, last) << (row & 7) * 8;
        if (cells != 0) {
            const thud_cell_run *run = thud_run_of_block(band->table, block, thud_lowest_bit(cells));
            entries.first = entries.end == 0 ? run->first : entries.first;
            entries.end = run[thud_count_bits(cells) - 1].end;
        }
    }
    return entries;
}

/* Looks through the cells of a level that a query overlaps; `range` has columns of cells. */
static bool query_cells(const box_query *query, const thud_sorted_set *set, int32_t level,
                        thud_grid_range range) {
    block_band band = {
        .table = set->cells, .first_column = range.first_column, .last_column = range.last_column};
    band.block_count = (range.last_column >> thud_block_shift) - (range.first_column >> thud_block_shift) + 1;
    for (int32_t row = range.first_row; row <= range.last_row;) {
        int32_t end = thud_least_of((row | 7) + 1, range.last_row + 1);
        bool found = find_band(&band, level, row >> thud_block_shift);
        for (; found && row < end; row++) {
            thud_cell_run entries = entries_of_row(&band, row);
            if (!query_entries(query, set, &set->fat, set->slots, entries.first, entries.end)) {
                return false;
            }
        }
        row = end;
    }
    return true;
}

/* Cuts a range to the cells of a level; false where the query takes more cells than there are rows to search. */
static bool cut_to_cells(const thud_sorted_set *set, int32_t l, thud_grid_range *range) {
    const thud_level *level = &set->levels[l];
    int shift = set->cells->column_shift[l];
    range->first_row = thud_most_of(range->first_row, set->row_numbers[level->first_row]);
    range->last_row = thud_least_of(range->last_row, set->row_numbers[level->end_row - 1]);
    range->first_column = thud_most_of(range->first_column, 0) >> shift;
    range->last_column = thud_least_of(range->last_column >> shift, set->cells->last_column[l]);
    int32_t blocks = (range->last_column >> thud_block_shift) - (range->first_column >> thud_block_shift) + 1;
    int32_t bands = (range->last_row >> thud_block_shift) - (range->first_row >> thud_block_shift) + 1;
    return blocks <= most_blocks &&
           (int64_t)blocks * bands <= 16 + 2 * (int64_t)(level->end_row - level->first_row);
}

static bool query_level(const box_query *query, const thud_sorted_set *set, const thud_level *level) {
    thud_grid_range range = thud_grid_range_of(&level->grid, query->box);
    int32_t row =
        thud_hunt(set->row_numbers, level->first_row, level->end_row, level->first_row, range.first_row);
    for (; row < level->end_row && set->row_numbers[row] <= range.last_row; row++) {
        int32_t first = thud_sorted_set_find(set, row, range.first_column);
        int32_t end = thud_hunt(set->columns, first, set->row_firsts[row + 1], first, range.last_column + 1);
        if (!query_entries(query, set, &set->fat, set->slots, first, end)) {
            return false;
        }
    }
    return true;
}

static bool query_set(const box_query *query, const thud_sorted_set *set) {
    bool has_cells = !query->rows_only && set->level_count > 0 && thud_cell_table_is_ready(set);
    for (int32_t i = 0; i < set->level_count; i++) {
        const thud_level *level = &set->levels[i];
        thud_grid_range range = thud_grid_range_of(&level->grid, query->box);
        bool by_cells = has_cells && cut_to_cells(set, i, &range);
        if (by_cells ? !query_cells(query, set, i, range) : !query_level(query, set, level)) {
            return false;
        }
    }
    return true;
}

/* What a query finds among pending proxies: more are found faster by looking through the list. */
enum { most_pending_hits = 128, most_pending_cells = 4096 };

typedef struct pending_hits {
    const box_query *query;
    const thud_pending_list *list;
    int32_t count; /* beyond the room: too many */
    int32_t entries[most_pending_hits];
} pending_hits;

/* Notes the entries of a chain that overlap the box, in ascending order. */
static void note_chain(pending_hits *hits, uint64_t first) {
    const thud_box_columns *fat = &hits->list->fat;
    for (int32_t entry = (int32_t)first - 1; entry >= 0; entry = hits->list->cells->next[entry] - 1) {
        thud_aabb box = {{fat->min_x[entry], fat->min_y[entry]}, {fat->max_x[entry], fat->max_y[entry]}};
        if (!thud_aabb_overlaps(box, hits->query->box)) {
            continue;
        }
        int32_t place = hits->count++;
        if (place >= most_pending_hits) {
            return;
        }
        for (; place > 0 && hits->entries[place - 1] > entry; place--) {
            hits->entries[place] = hits->entries[place - 1];
        }
        hits->entries[place] = entry;
    }
}

/* Notes what a level's cells hold; false where the box overlaps too many of them. */
static bool note_level(pending_hits *hits, int32_t level) {
    const thud_pending_cells *cells = hits->list->cells;
    thud_aabb box = hits->query->box;
    double size = thud_pending_cell_size(level);
    int32_t first_row = thud_pending_number((double)box.min.y - size, size),
            last_row = thud_pending_number((double)box.max.y, size);
    int32_t first_column = thud_pending_number((double)box.min.x - size, size),
            last_column = thud_pending_number((double)box.max.x, size);
    if ((int64_t)(last_row - first_row + 1) * (last_column - first_column + 1) > most_pending_cells) {
        return false;
    }
    for (int32_t row = first_row >> 3; row <= last_row >> 3; row++) {
        for (int32_t column = first_column >> 3; column <= last_column >> 3; column++) {
            uint64_t bits =
                thud_pending_value(cells, thud_pending_key(level, row, column, THUD_PENDING_BLOCK));
            bits &= thud_square_bits(
                thud_most_of(first_row - 8 * row, 0), thud_least_of(last_row - 8 * row, 7),
                thud_most_of(first_column - 8 * column, 0), thud_least_of(last_column - 8 * column, 7));
            for (; bits != 0; bits &= bits - 1) {
                int32_t bit = thud_lowest_bit(bits);
                note_chain(hits, thud_pending_value(cells, thud_pending_key(level, 8 * row + (bit >> 3),
                                                                            8 * column + (bit & 7),
                                                                            THUD_PENDING_CELL)));
                if (hits->count > most_pending_hits) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Visits the pending proxies that overlap the box, in the order of the list. */
static bool query_pending(const box_query *query, const thud_pending_list *list) {
    pending_hits hits;
    hits.query = query;
    hits.list = list;
    hits.count = 0;
    bool by_cells = thud_pending_cells_are_ready(list);
    if (by_cells) {
        note_chain(&hits, list->cells->far);
        by_cells = hits.count <= most_pending_hits;
        for (uint64_t levels = list->cells->levels; levels != 0 && by_cells; levels &= levels - 1) {
            by_cells = note_level(&hits, thud_lowest_bit(levels));
        }
    }
    if (!by_cells) {
        return query_entries(query, NULL, &list->fat, list->slots, 0, list->count);
    }
    for (int32_t i = 0; i < hits.count; i++) {
        if (!visit(query, list->slots[hits.entries[i]])) {
            return false;
        }
    }
    return true;
}

static bool query_kind(const box_query *query, const thud_kind_lists *lists) {
    return query_set(query, &lists->settled) && query_set(query, &lists->young) &&
           query_pending(query, &lists->pending);
}

static bool query_obstacles(const box_query *query) {
    return query_kind(query, &query->hash->kinds[THUD_PROXY_STATIC]) &&
           query_kind(query, &query->hash->kinds[THUD_PROXY_KINEMATIC]);
}

thud_obstacle_maps thud_hash_obstacle_maps(const thud_hash *hash) {
    const thud_kind_lists *fixed = &hash->kinds[THUD_PROXY_STATIC];
    const thud_kind_lists *kinematic = &hash->kinds[THUD_PROXY_KINEMATIC];
    return (thud_obstacle_maps){.fixed = fixed->proxies > 0 ? &fixed->map : NULL,
                                .kinematic = kinematic->proxies > 0 ? &kinematic->map : NULL,
                                .complete = fixed->pending.count == 0 && kinematic->pending.count == 0};
}

void thud_hash_query_kind(const thud_hash *hash, thud_proxy_kind kind, thud_aabb box,
                          thud_proxy_visitor *visitor, void *context) {
    box_query query = {.hash = hash,
                       .box = box,
                       .visitor = visitor,
                       .context = context,
                       .overlap_bits = THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits),
                       .rows_only = true};
    query_kind(&query, &hash->kinds[kind]);
}

thud_status thud_hash_query_records(const thud_hash *hash, thud_aabb box, thud_user_records records, thud_proxy_visitor *visitor,
                                    void *context) {
    if (hash == NULL || visitor == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_aabb_is_valid(box)) {
        bool finite = thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max);
        return finite ? THUD_INVALID_BOUNDS : THUD_NOT_FINITE;
    }
    box_query query = {.hash = hash,
                       .box = box,
                       .visitor = visitor,
                       .context = context,
                       .overlap_bits = THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits),
                       .records = records};
    if (query_obstacles(&query)) {
        query_kind(&query, &hash->kinds[THUD_PROXY_MOVING]);
    }
    return THUD_OK;
}

thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor, void *context) {
    return thud_hash_query_records(hash, box, (thud_user_records){NULL, 0}, visitor, context);
}
