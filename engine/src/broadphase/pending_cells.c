#include "broadphase/pending_cells.h"

#include <math.h>

#include "base/assert.h"

enum {
    least_entries = 32, /* fewer are looked through faster */
    entries_per_question =
        64, /* a table costs about as much as one query through the list for so many entries */
    slots_per_entry = 2,
    least_slot_bits = 7
};

/* The largest table within a capacity. */
static int most_slot_bits(int32_t slot_capacity) {
    int bits = 0;
    while (bits < 30 && 2 << bits <= slot_capacity) {
        bits++;
    }
    return bits;
}

bool thud_pending_cells_reserve(thud_pending_list *list, const thud_hooks *hooks) {
    if (list->cells == NULL) {
        list->cells = thud_allocate(hooks, sizeof *list->cells);
    }
    if (list->cells == NULL) {
        return false;
    }
    thud_pending_cells *cells = list->cells;
    int bits = least_slot_bits;
    while (bits < 30 && (int64_t)1 << bits < (int64_t)slots_per_entry * list->capacity) {
        bits++;
    }
    if (1 << bits <= cells->slot_capacity) {
        return true;
    }
    thud_pending_cells_drop(list);
    thud_column columns[] = {{&cells->slots, sizeof *cells->slots}, {&cells->next, sizeof *cells->next}};
    return thud_renew_columns(hooks, columns, 2, &cells->slot_capacity, 1 << bits);
}

void thud_pending_cells_destroy(thud_pending_list *list, const thud_hooks *hooks) {
    if (list->cells != NULL) {
        thud_column columns[] = {{&list->cells->slots, sizeof *list->cells->slots},
                                 {&list->cells->next, sizeof *list->cells->next}};
        thud_release_columns(hooks, columns, 2, &list->cells->slot_capacity);
        thud_release(hooks, list->cells, sizeof *list->cells);
        list->cells = NULL;
    }
}

/* Where an entry is; level below 0: in no cell. */
typedef struct pending_cell {
    int32_t level, row, column;
} pending_cell;

static pending_cell cell_of(const thud_pending_list *list, int32_t entry) {
    const thud_box_columns *fat = &list->fat;
    double width = (double)fat->max_x[entry] - (double)fat->min_x[entry];
    double height = (double)fat->max_y[entry] - (double)fat->min_y[entry];
    double size = width > height ? width : height;
    pending_cell cell = {.level = -1};
    int exponent;
    frexp(size, &exponent);
    int32_t level =
        size > 0.0 && exponent > -thud_smallest_pending_level ? exponent + thud_smallest_pending_level : 0;
    if (level >= thud_pending_levels) {
        return cell;
    }
    double cell_size = thud_pending_cell_size(level);
    double column = floor((double)fat->min_x[entry] / cell_size) + THUD_PENDING_CELLS;
    double row = floor((double)fat->min_y[entry] / cell_size) + THUD_PENDING_CELLS;
    const double margin = 64.0; /* so that no query has numbers outside */
    if (column > margin && row > margin && column < 2.0 * THUD_PENDING_CELLS - margin &&
        row < 2.0 * THUD_PENDING_CELLS - margin) {
        cell = (pending_cell){level, (int32_t)row, (int32_t)column};
    }
    return cell;
}

static uint64_t *enter_key(thud_pending_cells *cells, uint64_t key) {
    uint32_t mask = (1u << cells->slot_bits) - 1;
    uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> (64 - cells->slot_bits));
    while (cells->slots[slot].key != key && cells->slots[slot].key != 0) {
        slot = (slot + 1) & mask;
    }
    if (cells->slots[slot].key == 0) {
        cells->slots[slot] = (thud_pending_slot){.key = key};
        cells->key_count++;
    }
    return &cells->slots[slot].value;
}

/* False where the table is too full. */
static bool link_entry(thud_pending_list *list, int32_t entry) {
    thud_pending_cells *cells = list->cells;
    if (cells->key_count + 3 > (1 << cells->slot_bits) / 4 * 3) {
        return false;
    }
    pending_cell cell = cell_of(list, entry);
    uint64_t *first = &cells->far;
    if (cell.level >= 0) {
        thud_aabb box = {{list->fat.min_x[entry], list->fat.min_y[entry]},
                         {list->fat.max_x[entry], list->fat.max_y[entry]}};
        cells->bounds = thud_aabb_union(cells->bounds, box);
        cells->levels |= 1ull << cell.level;
        uint64_t region = thud_pending_key(cell.level, cell.row >> thud_region_shift,
                                           cell.column >> thud_region_shift, THUD_PENDING_REGION);
        uint64_t block = thud_pending_key(cell.level, cell.row >> thud_block_shift,
                                          cell.column >> thud_block_shift, THUD_PENDING_BLOCK);
        *enter_key(cells, region) |=
            1ull << thud_cell_bit(cell.row >> thud_block_shift, cell.column >> thud_block_shift);
        *enter_key(cells, block) |= 1ull << thud_cell_bit(cell.row, cell.column);
        first = enter_key(cells, thud_pending_key(cell.level, cell.row, cell.column, THUD_PENDING_CELL));
    }
    cells->next[entry] = (int32_t)*first;
    *first = (uint64_t)entry + 1;
    return true;
}

/* Makes the table of all entries, with room for as many more where there is; false where it has no room. */
static bool link_all(thud_pending_list *list) {
    thud_pending_cells *cells = list->cells;
    int most = most_slot_bits(cells->slot_capacity);
    for (int bits = least_slot_bits; bits <= most; bits++) {
        if (1 << bits < 3 * list->count && bits < most) {
            continue;
        }
        cells->slot_bits = bits;
        cells->key_count = 0;
        cells->levels = cells->far = 0;
        cells->bounds = (thud_aabb){{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};
        memset(cells->slots, 0, sizeof *cells->slots << bits);
        int32_t entry = 0;
        while (entry < list->count && link_entry(list, entry)) {
            entry++;
        }
        if (entry == list->count) {
            return true;
        }
    }
    return false;
}

bool thud_pending_cells_are_ready(const thud_pending_list *list) {
    thud_pending_cells *cells = list->cells;
    if (list->count < least_entries || cells == NULL) {
        return false;
    }
    if (thud_pending_cells_are_made(list)) {
        return true;
    }
    int32_t asked = atomic_load_explicit(&cells->asked, memory_order_relaxed);
    if (asked <= list->count / entries_per_question) {
        atomic_store_explicit(&cells->asked, asked + 1, memory_order_relaxed);
        return false;
    }
    bool is_in_work = false;
    if (cells->slot_capacity == 0 || !atomic_compare_exchange_strong(&cells->is_in_work, &is_in_work, true)) {
        return false;
    }
    /* No other thread reads the table until it is made. */
    thud_pending_list own = *list;
    bool linked = !thud_pending_cells_are_made(list) && link_all(&own);
    atomic_store_explicit(&cells->asked, 0,
                          memory_order_relaxed); /* of a table that found no room: try again later */
    if (linked) {
        atomic_store_explicit(&cells->is_made, true, memory_order_release);
    }
    atomic_store_explicit(&cells->is_in_work, false, memory_order_release);
    return linked;
}

void thud_pending_cells_add(thud_pending_list *list, int32_t entry) {
    if (thud_pending_cells_are_made(list) && !link_entry(list, entry) && !link_all(list)) {
        thud_pending_cells_drop(list);
    }
}

void thud_pending_cells_remove(thud_pending_list *list, int32_t entry) {
    if (!thud_pending_cells_are_made(list)) {
        return;
    }
    thud_pending_cells *cells = list->cells;
    pending_cell cell = cell_of(list, entry);
    uint64_t *first =
        cell.level < 0
            ? &cells->far
            : enter_key(cells, thud_pending_key(cell.level, cell.row, cell.column, THUD_PENDING_CELL));
    if (*first == (uint64_t)entry + 1) {
        *first = (uint64_t)cells->next[entry];
        return;
    }
    int32_t before = (int32_t)*first - 1;
    while (cells->next[before] != entry + 1) {
        before = cells->next[before] - 1;
    }
    cells->next[before] = cells->next[entry];
}

#ifdef THUD_ASSERTIONS
void thud_pending_cells_check(const thud_pending_list *list, const thud_hooks *hooks) {
    if (!thud_pending_cells_are_made(list)) {
        return;
    }
    for (int32_t entry = 0; entry < list->count; entry++) {
        pending_cell cell = cell_of(list, entry);
        uint64_t next =
            cell.level < 0
                ? list->cells->far
                : thud_pending_value(list->cells,
                                     thud_pending_key(cell.level, cell.row, cell.column, THUD_PENDING_CELL));
        while (next != 0 && next != (uint64_t)entry + 1) {
            next = (uint64_t)list->cells->next[next - 1];
        }
        THUD_ASSERT(hooks, next != 0);
    }
}
#endif
