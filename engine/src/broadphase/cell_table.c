#include "broadphase/cell_table.h"

#include "broadphase/sorted_set.h"

enum {
    least_slots = 32,
    boxes_per_slot = 2,        /* about: slots are a power of two */
    entries_per_question = 128 /* a table costs about as much as one query by rows for so many entries */
};

/* Slots for regions: half of them are used at most. */
static int slot_bits_for(int32_t count) {
    int bits = 5;
    while (bits < 30 && (int64_t)1 << bits < count / boxes_per_slot) {
        bits++;
    }
    return bits;
}

bool thud_cell_table_reserve(thud_cell_table *table, const thud_hooks *hooks, int32_t count) {
    if (count > table->capacity || (1 << slot_bits_for(count)) > table->region_capacity) {
        atomic_store_explicit(&table->state, THUD_CELLS_ABSENT, memory_order_relaxed);
    }
    thud_column columns[] = {{&table->runs, sizeof *table->runs}, {&table->blocks, sizeof *table->blocks}};
    return thud_renew_columns(hooks, columns, 2, &table->capacity, count) &&
           thud_renew(hooks, &table->regions, sizeof *table->regions, &table->region_capacity,
                      1 << slot_bits_for(count));
}

void thud_cell_table_destroy(thud_cell_table *table, const thud_hooks *hooks) {
    thud_column columns[] = {{&table->runs, sizeof *table->runs}, {&table->blocks, sizeof *table->blocks}};
    thud_release_columns(hooks, columns, 2, &table->capacity);
    thud_release_array(hooks, &table->regions, sizeof *table->regions, &table->region_capacity);
}

static bool is_worth_it(const thud_cell_table *table, int32_t entries) {
    return atomic_load_explicit(&table->asked, memory_order_relaxed) > entries / entries_per_question;
}

void thud_cell_table_drop(thud_cell_table *table, int32_t entries) {
    table->wanted = is_worth_it(table, entries);
    atomic_store_explicit(&table->asked, 0, memory_order_relaxed);
    atomic_store_explicit(&table->state, THUD_CELLS_ABSENT, memory_order_relaxed);
}

/* ---- building ---- */

/* What a pass over the cells does: each needs what the one before has counted. */
typedef enum cell_pass { MARK_BLOCKS, MARK_CELLS, WRITE_RUNS } cell_pass;

/* Where a pass is: neighbouring cells are often of one region and of one block. */
typedef struct cell_builder {
    const thud_sorted_set *set;
    thud_cell_table *table;
    thud_cell_region *region;
    int32_t most_regions;
} cell_builder;

/* The region of a cell, made where there is none; null where there are too many. */
static thud_cell_region *enter_region(cell_builder *builder, uint64_t key) {
    if (builder->region == NULL || builder->region->key != key) {
        builder->region = thud_find_region_slot(builder->table, key);
        if (builder->region->key == 0) {
            if (builder->table->region_count == builder->most_regions) {
                return NULL;
            }
            builder->table->region_count++;
            builder->region->key = key;
        }
    }
    return builder->region;
}

static bool pass_cell(cell_builder *builder, cell_pass pass, int32_t level, int32_t row, int32_t column,
                      thud_cell_run run) {
    thud_cell_table *table = builder->table;
    uint64_t key = thud_region_key(level, row >> thud_region_shift, column >> thud_region_shift);
    thud_cell_region *region = enter_region(builder, key);
    if (region == NULL) {
        return false;
    }
    int block_bit = thud_cell_bit(row >> thud_block_shift, column >> thud_block_shift);
    if (pass == MARK_BLOCKS) {
        region->blocks |= 1ull << block_bit;
        return true;
    }
    int bit = thud_cell_bit(row, column);
    int32_t index = region->first_block + thud_count_bits(region->blocks & ((1ull << block_bit) - 1));
    thud_cell_block *block = &table->blocks[index];
    if (pass == MARK_CELLS) {
        block->cells |= 1ull << bit;
    } else {
        table->runs[block->first_run + thud_count_bits(block->cells & ((1ull << bit) - 1))] = run;
    }
    return true;
}

/* One pass over the cells of a level, row by row; false where the table has no room. */
static bool pass_level(cell_builder *builder, cell_pass pass, int32_t l) {
    const thud_sorted_set *set = builder->set;
    const thud_level *level = &set->levels[l];
    int shift = builder->table->column_shift[l];
    for (int32_t row = level->first_row; row < level->end_row; row++) {
        int32_t end = set->row_firsts[row + 1];
        thud_cell_run run = {set->row_firsts[row], 0};
        while (run.first < end) {
            int32_t column = set->columns[run.first] >> shift;
            run.end = run.first + 1;
            while (run.end < end && set->columns[run.end] >> shift == column) {
                run.end++;
            }
            if (!pass_cell(builder, pass, l, set->row_numbers[row], column, run)) {
                return false;
            }
            int32_t *last = &builder->table->last_column[l];
            *last = column > *last ? column : *last;
            run.first = run.end;
        }
    }
    return true;
}

static bool pass_levels(cell_builder *builder, cell_pass pass) {
    bool passed = true;
    for (int32_t l = 0; l < builder->set->level_count && passed; l++) {
        passed = pass_level(builder, pass, l);
    }
    return passed;
}

/* Columns of a cell, as a power of two: as wide as the widest box, up to rounding. */
static int column_shift_of(const thud_grid *grid) {
    const double rounding = 1.0 + 1.0e-9;
    double columns = grid->widest * grid->columns_per_metre;
    int shift = 0;
    while ((double)(1 << shift) * rounding < columns) {
        shift++;
    }
    return shift;
}

static bool has_true_numbers(const thud_sorted_set *set, const thud_cell_table *table, int32_t l) {
    const thud_grid *grid = &set->levels[l].grid;
    double last_row = (double)set->row_numbers[set->levels[l].end_row - 1] + (double)grid->row_base;
    double last_column =
        ((double)table->last_column[l] + 1.0) * (double)(1 << table->column_shift[l]) + (double)grid->column_base;
    return grid->row_base > 0 && last_row < 2.0 * THUD_GRID_ROWS - 1.0 && grid->column_base > 0 &&
           last_column < 2.0 * THUD_GRID_COLUMNS - 1.0;
}

/* False where the boxes lie too far between. */
static bool build(const thud_sorted_set *set, thud_cell_table *table) {
    cell_builder builder = {.set = set, .table = table};
    table->slot_bits = slot_bits_for(set->count);
    builder.most_regions = (1 << table->slot_bits) / 2;
    table->region_count = 0;
    memset(table->regions, 0, sizeof *table->regions << table->slot_bits);
    for (int32_t l = 0; l < set->level_count; l++) {
        table->column_shift[l] = column_shift_of(&set->levels[l].grid);
        table->last_column[l] = 0;
    }
    if (!pass_levels(&builder, MARK_BLOCKS)) {
        return false;
    }
    int32_t block_count = 0, run_count = 0;
    for (int32_t slot = 0; slot < 1 << table->slot_bits; slot++) {
        table->regions[slot].first_block = block_count;
        block_count += thud_count_bits(table->regions[slot].blocks);
    }
    memset(table->blocks, 0, (size_t)block_count * sizeof *table->blocks);
    pass_levels(&builder, MARK_CELLS);
    for (int32_t block = 0; block < block_count; block++) {
        table->blocks[block].first_run = run_count;
        run_count += thud_count_bits(table->blocks[block].cells);
    }
    pass_levels(&builder, WRITE_RUNS);
    for (int32_t l = 0; l < set->level_count; l++) {
        table->has_true_numbers[l] = has_true_numbers(set, table, l);
    }
    return true;
}

bool thud_cell_table_is_ready(const thud_sorted_set *set) {
    thud_cell_table *table = set->cells;
    if (set->count == 0) {
        return false;
    }
    int32_t asked = atomic_load_explicit(&table->asked, memory_order_relaxed);
    bool is_worth = asked > set->count / entries_per_question;
    if (!is_worth) {
        atomic_store_explicit(&table->asked, asked + 1, memory_order_relaxed);
    }
    int state = atomic_load_explicit(&table->state, memory_order_acquire);
    if (state != THUD_CELLS_ABSENT) {
        return state == THUD_CELLS_READY;
    }
    bool has_room =
        set->count <= table->capacity && (1 << slot_bits_for(set->count)) <= table->region_capacity;
    if ((!is_worth && !table->wanted) || !has_room ||
        !atomic_compare_exchange_strong(&table->state, &state, THUD_CELLS_IN_WORK)) {
        return false;
    }
    bool built = build(set, table);
    atomic_store_explicit(&table->state, built ? THUD_CELLS_READY : THUD_CELLS_TOO_SPARSE,
                          memory_order_release);
    return built;
}
