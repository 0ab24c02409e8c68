/*
 * pending_cells.h: the pending proxies of a kind by cell, for queries between updates. Cells are those of square grids whose size is a
 * power of two, one for each size of box; a box is in the cell of its lower left corner and reaches into the next ones at most.
 *
 *     key of a cell (level, row, column)        -> the first of its entries, which are chained
 *     key of a block of 8 x 8 cells             -> a bit for each cell that has had entries
 *     key of a region of 8 x 8 blocks           -> a bit for each block that has had entries
 *
 * All kinds of keys are in one open-addressed table. A query makes it when enough have come; from then on whoever inserts, moves
 * or removes a pending proxy keeps it right, until the next update sorts all of them. Its memory is kept with the list.
 */
#ifndef THUD_SRC_BROADPHASE_PENDING_CELLS_H
#define THUD_SRC_BROADPHASE_PENDING_CELLS_H

#include <stdatomic.h>

#include "base/memory.h"
#include "broadphase/sorted_set.h"

typedef struct thud_pending_slot {
    uint64_t key;   /* 0: free */
    uint64_t value; /* of a cell: its first entry and one more, 0 for none; else bits */
} thud_pending_slot;

typedef struct thud_pending_cells {
    thud_pending_slot *slots;
    int32_t slot_capacity;
    int32_t *next; /* by entry: the next one of its cell and one more, 0 at the end; as long as the list */
    int slot_bits;
    int32_t key_count;
    uint64_t levels;       /* that are in use */
    thud_aabb bounds;      /* of all that has been in a cell */
    uint64_t far;          /* the first entry that is in no cell, too large or too far away, and one more */
    _Atomic bool is_made;  /* all entries of the list are here; else the rest means nothing */
    _Atomic int32_t asked; /* queries that looked through the list */
    _Atomic bool is_in_work;
} thud_pending_cells;

/* The pending proxies of a kind and their fat boxes. */
typedef struct thud_pending_list {
    uint32_t *slots;
    thud_box_columns fat;
    int32_t count, capacity;
    thud_pending_cells *cells; /* null until the list has room */
} thud_pending_list;

/* Room for the table of a list of that capacity; false where memory runs out. Where it has to grow it is dropped. */
bool thud_pending_cells_reserve(thud_pending_list *list, const thud_hooks *hooks);
void thud_pending_cells_destroy(thud_pending_list *list, const thud_hooks *hooks);

/* Whether the list has a table for a query; makes it where it is time to. Any number of threads may ask. */
bool thud_pending_cells_are_ready(const thud_pending_list *list);

/* Before an entry changes or goes, and after it has come or changed; nothing where there is no table. */
void thud_pending_cells_remove(thud_pending_list *list, int32_t entry);
void thud_pending_cells_add(thud_pending_list *list, int32_t entry);

#ifdef THUD_ASSERTIONS
/* Checks that a table that is made leads to every entry. */
void thud_pending_cells_check(const thud_pending_list *list, const thud_hooks *hooks);
#endif

static inline bool thud_pending_cells_are_made(const thud_pending_list *list) {
    return list->cells != NULL && atomic_load_explicit(&list->cells->is_made, memory_order_acquire);
}

/* There is no table any more: from any thread. */
static inline void thud_pending_cells_drop(thud_pending_list *list) {
    if (thud_pending_cells_are_made(list)) {
        atomic_store_explicit(&list->cells->is_made, false, memory_order_relaxed);
    }
}

/* Cells of a level on either side of the origin, and the size of its cells [m]. */
#define THUD_PENDING_CELLS 134217728.0 /* 2^27 */

enum { thud_pending_levels = 63, thud_smallest_pending_level = 20 };

static inline double thud_pending_cell_size(int32_t level) {
    return level < thud_smallest_pending_level ? 1.0 / (double)(1 << (thud_smallest_pending_level - level))
                                               : (double)(1ll << (level - thud_smallest_pending_level));
}

/* The number of the cell of a coordinate, within those in use. */
static inline int32_t thud_pending_number(double value, double cell_size) {
    double number = floor(value / cell_size) + THUD_PENDING_CELLS;
    number = number > 0.0 ? number : 0.0;
    return (int32_t)(number < 2.0 * THUD_PENDING_CELLS - 1.0 ? number : 2.0 * THUD_PENDING_CELLS - 1.0);
}

typedef enum thud_pending_square {
    THUD_PENDING_CELL,
    THUD_PENDING_BLOCK,
    THUD_PENDING_REGION
} thud_pending_square;

/* The key of a square, by its row and column among its like, counted from 2^27 cells off the origin; never 0. */
static inline uint64_t thud_pending_key(int32_t level, int32_t row, int32_t column,
                                        thud_pending_square square) {
    enum { number_bits = 28 };
    return ((uint64_t)level << (2 * number_bits + 2) | (uint64_t)square << 2 * number_bits |
            (uint64_t)row << number_bits | (uint64_t)column) +
           1;
}

/* The value of a key, 0 where it has none. */
static inline uint64_t thud_pending_value(const thud_pending_cells *cells, uint64_t key) {
    uint32_t mask = (1u << cells->slot_bits) - 1;
    uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> (64 - cells->slot_bits));
    while (cells->slots[slot].key != key && cells->slots[slot].key != 0) {
        slot = (slot + 1) & mask;
    }
    return cells->slots[slot].value;
}

#endif
