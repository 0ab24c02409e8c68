/*
 * cell_table.h: from the key of a cell (level, row, column) to its run of boxes in a sorted set.
 *
 *     cell       one row of the set's grid and as many of its columns as the widest box is wide
 *     block      8 x 8 cells: a bit for each that has boxes
 *     region     8 x 8 blocks: a bit for each that has cells; found by its key in an open-addressed table
 *
 *     key -> region { blocks . 1 . . 1 ...  first_block } -> block { cells . . 1 1 . ...  first_run } -> run { first, end }
 *                                   \_ the number of set bits below _/            \_ a bit's number among the set ones _/
 *
 * A missing region is 64 x 64 empty cells, a clear bit of a region 8 x 8: that is the coarse occupancy by which queries skip
 * empty space. The order of the table's slots never shows: a query asks for keys and walks cells by their numbers.
 *
 * The first queries of a set look through its sorted rows. The table is built, by a query, when so many have come that they have cost
 * about as much as it does: worlds that are not asked do not pay for it. Its memory is kept with the set, so that no
 * query allocates. Boxes that lie so far between that a region holds only a few have no table; their rows are looked through.
 */
#ifndef THUD_SRC_BROADPHASE_CELL_TABLE_H
#define THUD_SRC_BROADPHASE_CELL_TABLE_H

#include <stdatomic.h>

#include "base/memory.h"
#include "broadphase/size_levels.h"

struct thud_sorted_set;

/* The entries of a cell. */
typedef struct thud_cell_run {
    int32_t first, end;
} thud_cell_run;

typedef struct thud_cell_block {
    uint64_t cells; /* bit 8 * row + column of the block */
    int32_t first_run;
} thud_cell_block;

typedef struct thud_cell_region {
    uint64_t key; /* 0: a free slot */
    uint64_t blocks;
    int32_t first_block;
} thud_cell_region;

typedef enum thud_cells_state {
    THUD_CELLS_ABSENT,
    THUD_CELLS_IN_WORK,
    THUD_CELLS_READY,
    THUD_CELLS_TOO_SPARSE
} thud_cells_state;

typedef struct thud_cell_table {
    thud_cell_run *runs;
    thud_cell_block *blocks;
    int32_t capacity; /* of runs and blocks */
    thud_cell_region *regions;
    int32_t region_capacity;
    int slot_bits; /* of the slots in use */
    int32_t region_count;
    int column_shift[thud_max_levels];    /* from columns to cells */
    int32_t last_column[thud_max_levels]; /* the highest column of a level's cells */
    bool has_true_numbers[thud_max_levels]; /* no row or column of a level is clamped; see grid.h */
    _Atomic int state;                    /* thud_cells_state */
    _Atomic int32_t asked; /* queries since the set was sorted, up to what makes a table worth it */
    bool wanted;           /* so many came before the set was sorted again */
} thud_cell_table;

/* Room for the table of a set of `count` entries; false where memory runs out, and then there is no table. */
bool thud_cell_table_reserve(thud_cell_table *table, const thud_hooks *hooks, int32_t count);
void thud_cell_table_destroy(thud_cell_table *table, const thud_hooks *hooks);

/* The set is about to change. */
void thud_cell_table_drop(thud_cell_table *table, int32_t entries);

/* Whether the table of a set can be used; builds it where it is time to. Any number of threads may ask: one builds, the others go without. */
bool thud_cell_table_is_ready(const struct thud_sorted_set *set);

enum { thud_block_shift = 3, thud_region_shift = 6 };

/* The number of set bits. */
static inline int32_t thud_count_bits(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int32_t)(bits * 0x0101010101010101u >> 56);
}

/* The key of a region, by its row and column among the level's regions: never 0. */
static inline uint64_t thud_region_key(int32_t level, int32_t row, int32_t column) {
    enum { number_bits = 25 };
    return ((uint64_t)level << 2 * number_bits | (uint64_t)row << number_bits | (uint64_t)column) + 1;
}

/* The slot that holds the key, or the free one where it would go. */
static inline thud_cell_region *thud_find_region_slot(const thud_cell_table *table, uint64_t key) {
    uint32_t mask = (1u << table->slot_bits) - 1;
    uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> (64 - table->slot_bits));
    while (table->regions[slot].key != key && table->regions[slot].key != 0) {
        slot = (slot + 1) & mask;
    }
    return &table->regions[slot];
}

/* The bit of a block in its region, of a cell in its block, by the lowest three bits of their numbers. */
static inline int thud_cell_bit(int32_t row, int32_t column) {
    return (row & 7) * 8 + (column & 7);
}

/* The block of a region's set bit. */
static inline const thud_cell_block *thud_block_of_region(const thud_cell_table *table,
                                                          const thud_cell_region *region, int bit) {
    return &table->blocks[region->first_block + thud_count_bits(region->blocks & ((1ull << bit) - 1))];
}

/* The run of a block's set bit. */
static inline const thud_cell_run *thud_run_of_block(const thud_cell_table *table,
                                                     const thud_cell_block *block, int bit) {
    return &table->runs[block->first_run + thud_count_bits(block->cells & ((1ull << bit) - 1))];
}

#endif
