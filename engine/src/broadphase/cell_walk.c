/*
 * cell_walk.c: casts through tables of cells. Regions along the way are walked, through all levels of all sets nearest first; of a
 * region the blocks, of a block the cells that the box passes. The walk ends where the visitor has cut the way short. Whatever a
 * table does not have costs one look.
 *
 *     . . . .|. . x x|x x . .     the box passes the columns (or rows, if it goes up more than along) of regions in turn, in each
 *     . x x x|x x . .|. . . .     of them the regions within its reach; likewise in a region the lines of its blocks
 */
#include "broadphase/box_cast.h"

/* Whole numbers from first to last; none where first > last. */
typedef struct stretch {
    int32_t first, last;
} stretch;

/* The moving box along one axis of a grid, in cells: it meets boxes whose cells are from low + fraction * along to
 * high + fraction * along. */
typedef struct cell_way {
    double low, high;
    double along, one_by_along; /* the latter is meaningless where the former is zero */
} cell_way;

/* A level that a cast walks: regions in slabs across the axis along which it goes farther. */
typedef struct cell_walk {
    const thud_sorted_set *set;       /* null for pending proxies */
    const thud_pending_list *pending; /* null for a set */
    int32_t level;
    bool has_table;  /* else all is one slab, and its rows are searched */
    bool by_columns; /* slabs are columns of regions, else rows */
    int32_t next_slab, end_slab, step;
    stretch rows, columns; /* the level's cells */
    cell_way rows_way, columns_way;
    thud_interval fractions; /* at which the box passes the next slab */
} cell_walk;

/* By how much what the moving box reaches is extended for rounding, in cells. */
static const double cell_slack = 1.0 / 65536.0;

/* The way between `low` and `high` at its start, by `along` [m], in cells counted from `base` of that many in a metre. */
static cell_way cell_way_of(thud_interval start, double along, double cells_per_metre, double base) {
    cell_way way = {.low = start.first * cells_per_metre + base - cell_slack,
                    .high = start.last * cells_per_metre + base + cell_slack,
                    .along = along * cells_per_metre};
    way.one_by_along = way.along != 0.0 ? 1.0 / way.along : 0.0;
    return way;
}

/* The cells that the moving box reaches within those fractions, cut to a stretch that is not negative. */
static inline stretch cells_reached(const cell_way *way, thud_interval fractions, stretch within) {
    double start = fractions.first * way->along, stop = fractions.last * way->along;
    double low = way->low + (start < stop ? start : stop);
    double high = way->high + (start < stop ? stop : start);
    double first = (double)within.first, last = (double)within.last;
    if (high < first || low >= last + 1.0) {
        return (stretch){1, 0};
    }
    return (stretch){(int32_t)(low > first ? low : first), (int32_t)(high < last ? high : last)};
}

/* The fractions, up to `last`, at which the moving box reaches those cells; none where first > last. */
static inline thud_interval fractions_in_cells(const cell_way *way, stretch cells, double last) {
    thud_interval all = {0.0, last}, none = {INFINITY, 0.0};
    double enter = (double)cells.first - way->high;
    double leave = (double)cells.last + 1.0 - way->low;
    if (way->along == 0.0) {
        return enter <= 0.0 && leave >= 0.0 ? all : none;
    }
    double first = (way->along > 0.0 ? enter : leave) * way->one_by_along;
    double end = (way->along > 0.0 ? leave : enter) * way->one_by_along;
    thud_interval within = {first > 0.0 ? first : 0.0, end < last ? end : last};
    return within.first <= within.last ? within : none;
}

/* Asks about the entries of neighbouring cells, in the cast's direction along x. */
static bool cast_entries(thud_box_cast *cast, const thud_sorted_set *set, thud_cell_run run) {
    for (int32_t i = 0; i < run.end - run.first; i++) {
        int32_t entry = cast->dx < 0.0 ? run.end - 1 - i : run.first + i;
        if (!thud_cast_offer(cast, set, entry, set->slots[entry])) {
            return false;
        }
    }
    return true;
}

/* Asks about the pending proxies of a chain. */
static bool cast_chain(thud_box_cast *cast, const thud_pending_list *list, uint64_t first) {
    for (int32_t entry = (int32_t)first - 1; entry >= 0; entry = list->cells->next[entry] - 1) {
        if (!thud_cast_offer(cast, NULL, entry, list->slots[entry])) {
            return false;
        }
    }
    return true;
}

/* Asks about the pending proxies of cells in one row of a block, in the cast's direction along x. */
static bool cast_pending_cells(thud_box_cast *cast, const cell_walk *walk, uint64_t cells, int32_t row,
                               int32_t column) {
    while (cells != 0) {
        int32_t bit = cast->dx < 0.0 ? thud_highest_bit(cells) : thud_lowest_bit(cells);
        cells &= ~(1ull << bit);
        uint64_t key = thud_pending_key(walk->level, row + (bit >> 3), column + (bit & 7), THUD_PENDING_CELL);
        if (!cast_chain(cast, walk->pending, thud_pending_value(walk->pending->cells, key))) {
            return false;
        }
    }
    return true;
}

/* Of 8 x 8 squares of that many cells as a power of two, of which the first is at (row, column): those in the rows and columns that
 * the box passes within these fractions. */
static inline uint64_t squares_passed(const cell_walk *walk, thud_interval fractions, int32_t row,
                                      int32_t column, int shift) {
    int32_t end = (8 << shift) - 1;
    stretch rows = cells_reached(&walk->rows_way, fractions, (stretch){row, row + end});
    stretch columns = cells_reached(&walk->columns_way, fractions, (stretch){column, column + end});
    if (rows.first > rows.last || columns.first > columns.last) {
        return 0;
    }
    return thud_square_bits((rows.first - row) >> shift, (rows.last - row) >> shift,
                            (columns.first - column) >> shift, (columns.last - column) >> shift);
}

/* The fractions at which the box passes a square of so many cells; none where first > last. */
static inline thud_interval fractions_in_square(const thud_box_cast *cast, const cell_walk *walk, int32_t row,
                                                int32_t column, int32_t size) {
    stretch rows = {row, row + size - 1}, columns = {column, column + size - 1};
    thud_interval in_rows = fractions_in_cells(&walk->rows_way, rows, (double)cast->max_fraction);
    thud_interval in_columns = fractions_in_cells(&walk->columns_way, columns, in_rows.last);
    in_columns.first = in_columns.first > in_rows.first ? in_columns.first : in_rows.first;
    return in_columns;
}

/* The entries of cells that are set bits of one row of a block, at least one. */
static inline thud_cell_run entries_of_cells(const cell_walk *walk, const thud_cell_block *block,
                                             uint64_t cells) {
    const thud_cell_run *first = thud_run_of_block(walk->set->cells, block, thud_lowest_bit(cells));
    return (thud_cell_run){first->first, first[thud_count_bits(cells) - 1].end};
}

/* After a row that has so many candidates they are asked: in a crowd the first ones end the cast. */
enum { enough_candidates = 3 };

/* Asks about the boxes of cells of one row of a block, at least one. */
static bool cast_cells(thud_box_cast *cast, const cell_walk *walk, const thud_cell_block *block,
                       uint64_t cells, int32_t row, int32_t column) {
    bool goes_on = walk->pending != NULL
                       ? cast_pending_cells(cast, walk, cells, row, column)
                       : cast_entries(cast, walk->set, entries_of_cells(walk, block, cells));
    return goes_on && (cast->candidate_count < enough_candidates || thud_cast_ask(cast));
}

/* So few cells of a block are all asked; of more, those that the box passes in each row. */
enum { few_cells = 8 };

/* Walks a block's cells, row by row; the box passes it within these fractions. */
static bool walk_block(thud_box_cast *cast, const cell_walk *walk, thud_interval fractions,
                       const thud_cell_block *block, int32_t row, int32_t column) {
    uint64_t passed = block->cells & squares_passed(walk, fractions, row, column, 0);
    bool few = thud_count_bits(passed) <= few_cells;
    while (passed != 0) {
        int32_t line = (cast->dy < 0.0 ? thud_highest_bit(passed) : thud_lowest_bit(passed)) >> 3;
        uint64_t cells = passed & 0xffull << 8 * line;
        passed ^= cells;
        if (!few) {
            stretch own = {row + line, row + line};
            thud_interval in_row = fractions_in_cells(&walk->rows_way, own, (double)cast->max_fraction);
            stretch columns = {1, 0};
            if (in_row.first <= in_row.last) {
                columns = cells_reached(&walk->columns_way, in_row, (stretch){column, column + 7});
            }
            cells = columns.first > columns.last
                        ? 0
                        : cells & thud_square_bits(line, line, columns.first - column, columns.last - column);
        }
        if (cells != 0 && !cast_cells(cast, walk, block, cells, row, column)) {
            return false;
        }
    }
    return thud_cast_ask(cast);
}

/* The first line of 8 x 8 squares in the cast's direction, across the direction of the walk, that has a bit. */
static int32_t next_line(const thud_box_cast *cast, const cell_walk *walk, uint64_t squares) {
    if (!walk->by_columns) {
        return (cast->dy < 0.0 ? thud_highest_bit(squares) : thud_lowest_bit(squares)) >> 3;
    }
    uint64_t columns = squares | squares >> 32;
    columns |= columns >> 16;
    columns = (columns | columns >> 8) & 0xffu;
    return cast->dx < 0.0 ? thud_highest_bit(columns) : thud_lowest_bit(columns);
}

/* Walks those blocks of a line of a region. */
static bool walk_line(thud_box_cast *cast, const cell_walk *walk, const thud_cell_region *region,
                      uint64_t blocks, thud_interval fractions, int32_t row, int32_t column) {
    bool backwards = walk->by_columns ? cast->dy < 0.0 : cast->dx < 0.0;
    while (blocks != 0) {
        int32_t bit = backwards ? thud_highest_bit(blocks) : thud_lowest_bit(blocks);
        blocks &= ~(1ull << bit);
        int32_t block_row = row + (bit & ~7), block_column = column + (bit & 7) * 8;
        thud_cell_block block = {0};
        if (walk->pending != NULL) {
            uint64_t key = thud_pending_key(walk->level, block_row >> thud_block_shift,
                                            block_column >> thud_block_shift, THUD_PENDING_BLOCK);
            block.cells = thud_pending_value(walk->pending->cells, key);
        } else {
            block = *thud_block_of_region(walk->set->cells, region, bit);
        }
        if (!walk_block(cast, walk, fractions, &block, block_row, block_column)) {
            return false;
        }
    }
    return true;
}

/* The blocks of a region; those of a list of pending proxies are copied to `own`. */
static const thud_cell_region *region_of(const cell_walk *walk, int32_t row, int32_t column,
                                         thud_cell_region *own) {
    if (walk->pending == NULL) {
        return thud_find_region_slot(walk->set->cells, thud_region_key(walk->level, row, column));
    }
    own->blocks = thud_pending_value(walk->pending->cells,
                                     thud_pending_key(walk->level, row, column, THUD_PENDING_REGION));
    return own;
}

/* Walks the blocks of a region, line by line. */
static bool walk_region(thud_box_cast *cast, const cell_walk *walk, int32_t region_row,
                        int32_t region_column) {
    thud_cell_region own;
    const thud_cell_region *region = region_of(walk, region_row, region_column, &own);
    if (region->blocks == 0) {
        return true;
    }
    int32_t row = region_row << thud_region_shift, column = region_column << thud_region_shift;
    thud_interval fractions = fractions_in_square(cast, walk, row, column, 1 << thud_region_shift);
    if (fractions.first > fractions.last) {
        return true;
    }
    uint64_t blocks = region->blocks & squares_passed(walk, fractions, row, column, thud_block_shift);
    if ((blocks & (blocks - 1)) == 0) {
        return walk_line(cast, walk, region, blocks, fractions, row, column);
    }
    while (blocks != 0) {
        int32_t line = next_line(cast, walk, blocks);
        uint64_t in_line = blocks & (walk->by_columns ? thud_square_bits(0, 7, line, line)
                                                      : thud_square_bits(line, line, 0, 7));
        blocks ^= in_line;
        int32_t first = (walk->by_columns ? column : row) + 8 * line;
        fractions = fractions_in_cells(walk->by_columns ? &walk->columns_way : &walk->rows_way,
                                       (stretch){first, first + 7}, (double)cast->max_fraction);
        if (fractions.first > fractions.last) {
            continue;
        }
        in_line &= squares_passed(walk, fractions, row, column, thud_block_shift);
        if (!walk_line(cast, walk, region, in_line, fractions, row, column)) {
            return false;
        }
    }
    return true;
}

/* Whether there are boxes about all that the box reaches, where that is in one region; else there may be. */
static bool has_blocks(const cell_walk *walk, stretch rows, stretch columns) {
    int32_t row = rows.first >> thud_region_shift, column = columns.first >> thud_region_shift;
    if (rows.last >> thud_region_shift != row || columns.last >> thud_region_shift != column) {
        return true;
    }
    thud_cell_region own;
    uint64_t reached =
        thud_square_bits(rows.first >> thud_block_shift & 7, rows.last >> thud_block_shift & 7,
                         columns.first >> thud_block_shift & 7, columns.last >> thud_block_shift & 7);
    return (region_of(walk, row, column, &own)->blocks & reached) != 0;
}

/* Walks the next slab. */
static bool walk_slab(thud_box_cast *cast, const cell_walk *walk) {
    if (!walk->has_table) {
        return thud_cast_level(cast, walk->set, &walk->set->levels[walk->level]);
    }
    stretch cells = walk->by_columns ? cells_reached(&walk->rows_way, walk->fractions, walk->rows)
                                     : cells_reached(&walk->columns_way, walk->fractions, walk->columns);
    int32_t first = cells.first >> thud_region_shift, last = cells.last >> thud_region_shift;
    bool backwards = walk->by_columns ? cast->dy < 0.0 : cast->dx < 0.0;
    for (int32_t i = 0; cells.first <= cells.last && i <= last - first; i++) {
        int32_t across = backwards ? last - i : first + i;
        int32_t row = walk->by_columns ? across : walk->next_slab,
                column = walk->by_columns ? walk->next_slab : across;
        if (!walk_region(cast, walk, row, column)) {
            return false;
        }
    }
    return true;
}

/* Works out when the box passes the next slab. */
static void time_slab(const thud_box_cast *cast, cell_walk *walk) {
    int32_t first = walk->next_slab << thud_region_shift;
    stretch own = {first, first + (1 << thud_region_shift) - 1};
    walk->fractions = fractions_in_cells(walk->by_columns ? &walk->columns_way : &walk->rows_way, own,
                                         (double)cast->max_fraction);
}

/* Whether the numbers of the way's cells are so small that they are exact up to the slack. */
static bool has_exact_numbers(const thud_box_cast *cast, const thud_grid *grid) {
    return (fabs(cast->x) + fabs(cast->dx) + cast->extent_x) * grid->columns_per_metre < THUD_GRID_COLUMNS &&
           (fabs(cast->y) + fabs(cast->dy) + cast->extent_y) * grid->rows_per_metre < THUD_GRID_ROWS;
}

/* Plans the slabs of what the box reaches in all; false where they are too many. */
static bool plan_slabs(const thud_box_cast *cast, cell_walk *walk, stretch rows, stretch columns,
                       int32_t most_slabs) {
    walk->by_columns = fabs(walk->columns_way.along) > fabs(walk->rows_way.along);
    stretch cells = walk->by_columns ? columns : rows;
    stretch slabs = {cells.first >> thud_region_shift, cells.last >> thud_region_shift};
    if (slabs.last - slabs.first > most_slabs) {
        return false;
    }
    bool backwards = walk->by_columns ? cast->dx < 0.0 : cast->dy < 0.0;
    walk->step = backwards ? -1 : 1;
    walk->next_slab = backwards ? slabs.last : slabs.first;
    walk->end_slab = (backwards ? slabs.first : slabs.last) + walk->step;
    time_slab(cast, walk);
    return true;
}

/* Starts a walk; false where the box passes none of the level's cells. */
static bool start_walk(const thud_box_cast *cast, const thud_sorted_set *set, int32_t l, bool has_cells,
                       cell_walk *walk) {
    const thud_level *level = &set->levels[l];
    const thud_grid *grid = &level->grid;
    walk->set = set;
    walk->pending = NULL;
    walk->level = l;
    walk->has_table = false;
    walk->next_slab = 0;
    walk->end_slab = walk->step = 1;
    walk->fractions = thud_whole_way(cast);
    walk->rows = (stretch){set->row_numbers[level->first_row], set->row_numbers[level->end_row - 1]};
    thud_interval x = {cast->x - cast->extent_x - grid->widest, cast->x + cast->extent_x};
    thud_interval y = {cast->y - cast->extent_y - grid->tallest, cast->y + cast->extent_y};
    walk->rows_way = cell_way_of(y, cast->dy, grid->rows_per_metre, THUD_GRID_ROWS - (double)grid->row_base);
    stretch rows = cells_reached(&walk->rows_way, walk->fractions, walk->rows);
    if (!has_cells || !set->cells->has_true_numbers[l] || !has_exact_numbers(cast, grid)) {
        return true;
    }
    double columns_of_cell = (double)(1 << set->cells->column_shift[l]);
    walk->columns = (stretch){0, set->cells->last_column[l]};
    walk->columns_way = cell_way_of(x, cast->dx, grid->columns_per_metre / columns_of_cell,
                                    (THUD_GRID_COLUMNS - (double)grid->column_base) / columns_of_cell);
    stretch columns = cells_reached(&walk->columns_way, walk->fractions, walk->columns);
    if (rows.first > rows.last || columns.first > columns.last) {
        return false;
    }
    if (!has_blocks(walk, rows, columns)) {
        return false;
    }
    int32_t most_slabs = 16 + 2 * (level->end_row - level->first_row); /* of more, the rows are fewer */
    walk->has_table = plan_slabs(cast, walk, rows, columns, most_slabs);
    return true;
}

/* What comes of planning a walk of pending proxies. */
typedef enum pending_plan { PASSED_BY, WALKED, LOOKED_THROUGH } pending_plan;

/* Starts a walk of a level of pending proxies, unless the box passes none of its cells or too many. */
static pending_plan start_pending_walk(const thud_box_cast *cast, const thud_pending_list *list,
                                       int32_t level, cell_walk *walk) {
    thud_aabb bounds = list->cells->bounds;
    double size = thud_pending_cell_size(level), per_metre = 1.0 / size;
    walk->set = NULL;
    walk->pending = list;
    walk->level = level;
    walk->has_table = true;
    walk->fractions = thud_whole_way(cast);
    thud_interval x = {cast->x - cast->extent_x - size, cast->x + cast->extent_x};
    thud_interval y = {cast->y - cast->extent_y - size, cast->y + cast->extent_y};
    thud_interval all_x = thud_swept_by(x, cast->dx), all_y = thud_swept_by(y, cast->dy);
    if (all_x.last < (double)bounds.min.x || all_x.first + size > (double)bounds.max.x ||
        all_y.last < (double)bounds.min.y || all_y.first + size > (double)bounds.max.y) {
        return PASSED_BY;
    }
    double farthest =
        fmax(fmax(fabs(all_x.first), fabs(all_x.last)), fmax(fabs(all_y.first), fabs(all_y.last)));
    if (farthest * per_metre > THUD_PENDING_CELLS - 1.0) {
        return LOOKED_THROUGH;
    }
    walk->columns = (stretch){thud_pending_number((double)bounds.min.x, size),
                              thud_pending_number((double)bounds.max.x, size)};
    walk->rows = (stretch){thud_pending_number((double)bounds.min.y, size),
                           thud_pending_number((double)bounds.max.y, size)};
    walk->rows_way = cell_way_of(y, cast->dy, per_metre, THUD_PENDING_CELLS);
    walk->columns_way = cell_way_of(x, cast->dx, per_metre, THUD_PENDING_CELLS);
    stretch rows = cells_reached(&walk->rows_way, walk->fractions, walk->rows);
    stretch columns = cells_reached(&walk->columns_way, walk->fractions, walk->columns);
    if (rows.first > rows.last || columns.first > columns.last || !has_blocks(walk, rows, columns)) {
        return PASSED_BY;
    }
    return plan_slabs(cast, walk, rows, columns, 16 + list->count / 8) ? WALKED : LOOKED_THROUGH;
}

enum { most_walks = 3 * thud_proxy_kind_count * thud_max_levels };

/* The walks of a cast; of those that come to their next slab at the same fraction the first one goes first. */
typedef struct cell_walks {
    int32_t count;
    cell_walk walks[most_walks];
} cell_walks;

static void start_walks(const thud_box_cast *cast, const thud_sorted_set *set, cell_walks *walks) {
    bool has_cells = set->level_count > 0 && thud_cell_table_is_ready(set);
    for (int32_t l = 0; l < set->level_count; l++) {
        walks->count += start_walk(cast, set, l, has_cells, &walks->walks[walks->count]);
    }
}

/* Starts the walks of a list of pending proxies; false where it has to be looked through. */
static bool start_pending_walks(const thud_box_cast *cast, const thud_pending_list *list, cell_walks *walks) {
    if (!thud_pending_cells_are_ready(list) || thud_count_bits(list->cells->levels) > thud_max_levels) {
        return false;
    }
    int32_t count = walks->count;
    for (uint64_t levels = list->cells->levels; levels != 0; levels &= levels - 1) {
        pending_plan plan =
            start_pending_walk(cast, list, thud_lowest_bit(levels), &walks->walks[walks->count]);
        walks->count += plan == WALKED;
        if (plan == LOOKED_THROUGH) {
            walks->count = count;
            return false;
        }
    }
    return true;
}

/* Walks all, always the one whose next slab is nearest, until the rest of the way is of no interest. False when the visitor has
 * stopped. */
static bool walk_all(thud_box_cast *cast, cell_walks *walks) {
    while (walks->count > 0) {
        int32_t nearest = 0;
        for (int32_t i = 1; i < walks->count; i++) {
            nearest = walks->walks[i].fractions.first < walks->walks[nearest].fractions.first ? i : nearest;
        }
        cell_walk *walk = &walks->walks[nearest];
        if (walk->fractions.first > (double)cast->max_fraction) {
            return true;
        }
        if (!walk_slab(cast, walk)) {
            return false;
        }
        walk->next_slab += walk->step;
        if (walk->next_slab != walk->end_slab) {
            time_slab(cast, walk);
        } else {
            walks->count--;
            for (int32_t i = nearest; i < walks->count; i++) {
                walks->walks[i] = walks->walks[i + 1];
            }
        }
    }
    return true;
}

bool thud_cast_walk(thud_box_cast *cast, bool walked[thud_proxy_kind_count]) {
    const thud_kind_lists *kinds = cast->hash->kinds;
    cell_walks walks;
    walks.count = 0;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        start_walks(cast, &kinds[kind].settled, &walks);
        start_walks(cast, &kinds[kind].young, &walks);
        walked[kind] = start_pending_walks(cast, &kinds[kind].pending, &walks);
    }
    bool goes_on = walk_all(cast, &walks);
    for (int32_t kind = 0; kind < thud_proxy_kind_count && goes_on; kind++) {
        const thud_pending_list *pending = &kinds[kind].pending;
        goes_on = !walked[kind] || (cast_chain(cast, pending, pending->cells->far) && thud_cast_ask(cast));
    }
    return goes_on;
}
