/*
 * cast.c: rays and swept boxes. Where a set has a table of cells the way is walked through it (cell_walk.c). Without one, row by row in
 * the box's direction the way is cut to the part that lies within reach of the row's boxes; so a long diagonal ray looks at few
 * columns. The order of visits: nearest regions first through all sets, of a block of cells or 64 entries the nearest box first;
 * then the pending proxies that no table has.
 */
#include "broadphase/box_cast.h"

/* Relative slack on computed coordinates, far above the rounding of doubles and far below that of floats. */
static const double rounding_slack = 1.0e-12;

/* A relative difference above half of the distance between floats. */
static const double float_slack = 1.0 / 8388608.0;

/* Whether the moving box meets this one. Separating axes: x, y and the perpendicular of the translation. */
static bool meets(const thud_box_cast *cast, thud_aabb box) {
    double half_x = 0.5 * ((double)box.max.x - (double)box.min.x) + cast->extent_x;
    double half_y = 0.5 * ((double)box.max.y - (double)box.min.y) + cast->extent_y;
    double from_x =
        cast->x - 0.5 * ((double)box.min.x + (double)box.max.x); /* relative to the centre of the box */
    double from_y = cast->y - 0.5 * ((double)box.min.y + (double)box.max.y);
    double to_x = from_x + (double)cast->max_fraction * cast->dx;
    double to_y = from_y + (double)cast->max_fraction * cast->dy;
    bool apart_x = (from_x > half_x && to_x > half_x) || (from_x < -half_x && to_x < -half_x);
    bool apart_y = (from_y > half_y && to_y > half_y) || (from_y < -half_y && to_y < -half_y);
    double distance = fabs(cast->dx * from_y - cast->dy * from_x);
    return !apart_x && !apart_y && distance <= fabs(cast->dx) * half_y + fabs(cast->dy) * half_x;
}

/* The way of the moving box along one axis. */
typedef struct axis_way {
    double at, along, one_by_along, extent;
} axis_way;

static inline axis_way way_along_x(const thud_box_cast *cast) {
    return (axis_way){cast->x, cast->dx, cast->one_by_dx, cast->extent_x};
}

static inline axis_way way_along_y(const thud_box_cast *cast) {
    return (axis_way){cast->y, cast->dy, cast->one_by_dy, cast->extent_y};
}

/* The fractions, up to `last`, at which the moving box overlaps an interval. */
static inline thud_interval fractions_within(axis_way way, thud_interval interval, double last) {
    double low = interval.first - way.extent - way.at;
    double high = interval.last + way.extent - way.at;
    thud_interval all = {0.0, last};
    thud_interval none = {1.0, 0.0};
    if (way.along == 0.0) {
        return low <= 0.0 && 0.0 <= high ? all : none;
    }
    double enter = (way.along > 0.0 ? low : high) * way.one_by_along;
    double leave = (way.along > 0.0 ? high : low) * way.one_by_along;
    enter -= rounding_slack * fabs(enter);
    leave += rounding_slack * fabs(leave);
    thud_interval within = {enter > 0.0 ? enter : 0.0, leave < last ? leave : last};
    return within;
}

/* What the moving box sweeps along the axis within those fractions. */
static inline thud_interval swept(axis_way way, thud_interval fractions) {
    double start = way.at + fractions.first * way.along;
    double stop = way.at + fractions.last * way.along;
    double slack = rounding_slack * (fabs(way.at) + fabs(way.along) + way.extent);
    thud_interval interval = {(start < stop ? start : stop) - way.extent - slack,
                              (start < stop ? stop : start) + way.extent + slack};
    return interval;
}

/* A float that is surely below, or above, the value; within the range of floats. */
static float float_below(double value) {
    double below = value - float_slack * fabs(value) - (double)FLT_MIN;
    below = below > -(double)FLT_MAX ? below : -(double)FLT_MAX;
    return below < (double)FLT_MAX ? (float)below : FLT_MAX;
}

static float float_above(double value) {
    return -float_below(-value);
}

static thud_aabb box_of(thud_interval x, thud_interval y) {
    thud_aabb box = {{float_below(x.first), float_below(y.first)},
                     {float_above(x.last), float_above(y.last)}};
    return box;
}

/* Before which fraction the moving box does not meet this one. */
static double first_fraction(const thud_box_cast *cast, thud_aabb box) {
    double low_x = (double)box.min.x - cast->extent_x - cast->x, high_x = (double)box.max.x + cast->extent_x - cast->x;
    double low_y = (double)box.min.y - cast->extent_y - cast->y, high_y = (double)box.max.y + cast->extent_y - cast->y;
    double x = (cast->dx > 0.0 ? low_x : high_x) * cast->one_by_dx;
    double y = (cast->dy > 0.0 ? low_y : high_y) * cast->one_by_dy;
    double fraction = x > y ? x : y;
    return fraction > 0.0 ? fraction - rounding_slack * fraction : 0.0;
}

/* Asks the visitor about the candidates, the nearest first; false when it has stopped. */
bool thud_cast_ask(thud_box_cast *cast) {
    const thud_hash *hash = cast->hash;
    for (int32_t i = 0; i < cast->candidate_count; i++) {
        uint32_t slot = cast->candidates[i].slot;
        if (cast->candidates[i].fraction > (double)cast->max_fraction) {
            break;
        }
        float fraction =
            cast->visitor(thud_proxy_of_slot(hash, slot), hash->proxies.users[slot], cast->max_fraction, cast->context);
        if (!(fraction > 0.0f)) {
            return false;
        }
        cast->max_fraction = thud_min(fraction, cast->max_fraction);
    }
    cast->candidate_count = 0;
    return true;
}

/* Notes a proxy that the moving box meets; false when the visitor has stopped. */
bool thud_cast_offer(thud_box_cast *cast, const thud_sorted_set *set, int32_t entry, uint32_t slot) {
    thud_aabb box = cast->hash->proxies.fat[slot];
    if (!meets(cast, box) ||
        (set != NULL && set->stale > 0 && !thud_sorted_set_is_current(set, cast->hash->proxies.places, entry))) {
        return true;
    }
    if (cast->candidate_count == thud_most_candidates && !thud_cast_ask(cast)) {
        return false;
    }
    thud_prefetch_record(cast->hash, cast->records, slot);
    double fraction = first_fraction(cast, box);
    int32_t place = cast->candidate_count++;
    for (; place > 0 && cast->candidates[place - 1].fraction > fraction; place--) {
        cast->candidates[place] = cast->candidates[place - 1];
    }
    cast->candidates[place] = (thud_cast_candidate){fraction, slot};
    return true;
}

/* Tests up to 64 entries against what is swept, in the order of the cast's direction along x. False when the
 * visitor has stopped. */
static bool cast_chunk(thud_box_cast *cast, const thud_sorted_set *set, const thud_box_columns *boxes,
                       const uint32_t *slots, int32_t first, int32_t count, const thud_aabb *reached) {
    uint64_t hits = cast->overlap_bits(boxes, first, count, reached);
    while (hits != 0) {
        int32_t bit = cast->dx < 0.0 ? thud_highest_bit(hits) : thud_lowest_bit(hits);
        hits &= ~(1ull << bit);
        if (!thud_cast_offer(cast, set, first + bit, slots[first + bit])) {
            return false;
        }
    }
    return thud_cast_ask(cast);
}

/* Looks through the entries of one row that are within reach. */
static bool cast_row(thud_box_cast *cast, const thud_sorted_set *set, const thud_level *level, int32_t row) {
    const thud_grid *grid = &level->grid;
    thud_interval heights = thud_grid_reach_of_row(grid, set->row_numbers[row]);
    bool leftwards = cast->dx < 0.0;
    int32_t first = set->row_firsts[row];
    int32_t end = set->row_firsts[row + 1];
    for (bool started = false; first < end; started = true) {
        thud_interval fractions = fractions_within(way_along_y(cast), heights, (double)cast->max_fraction);
        if (fractions.first > fractions.last) {
            return true;
        }
        thud_interval x = swept(way_along_x(cast), fractions);
        if (!started || leftwards) {
            int32_t column = thud_grid_column(grid, x.first - grid->widest);
            first = started ? thud_hunt(set->columns, first, end, first, column)
                            : thud_sorted_set_find(set, row, column);
        }
        if (!started || !leftwards) {
            int32_t column = thud_grid_column(grid, x.last);
            end = thud_hunt(set->columns, first, end, started ? end : first, column + 1);
        }
        int32_t count = end - first < thud_chunk_size ? end - first : thud_chunk_size;
        int32_t chunk = leftwards ? end - count : first;
        thud_aabb reached = box_of(x, swept(way_along_y(cast), thud_whole_way(cast)));
        if (!cast_chunk(cast, set, &set->fat, set->slots, chunk, count, &reached)) {
            return false;
        }
        first = leftwards ? first : first + count;
        end = leftwards ? end - count : end;
    }
    return true;
}

/* Looks through the rows of a level from where the cast begins to where it ends. */
bool thud_cast_level(thud_box_cast *cast, const thud_sorted_set *set, const thud_level *level) {
    thud_interval y = swept(way_along_y(cast), thud_whole_way(cast));
    int32_t first_number = thud_grid_row(&level->grid, y.first - level->grid.tallest);
    int32_t last_number = thud_grid_row(&level->grid, y.last);
    int32_t first =
        thud_hunt(set->row_numbers, level->first_row, level->end_row, level->first_row, first_number);
    int32_t end = thud_hunt(set->row_numbers, first, level->end_row, first, last_number + 1);
    for (int32_t i = 0; i < end - first; i++) {
        int32_t row = cast->dy < 0.0 ? end - 1 - i : first + i;
        if (!cast_row(cast, set, level, row)) {
            return false;
        }
    }
    return true;
}

/* ---- all lists ---- */

static bool cast_pending(thud_box_cast *cast, const thud_pending_list *pending) {
    for (int32_t first = 0; first < pending->count; first += thud_chunk_size) {
        int32_t count = pending->count - first < thud_chunk_size ? pending->count - first : thud_chunk_size;
        thud_interval all = thud_whole_way(cast);
        thud_aabb reached = box_of(swept(way_along_x(cast), all), swept(way_along_y(cast), all));
        if (!cast_chunk(cast, NULL, &pending->fat, pending->slots, first, count, &reached)) {
            return false;
        }
    }
    return true;
}

thud_status thud_hash_cast_records(const thud_hash *hash, thud_aabb box, thud_vec2 translation, thud_user_records records,
                                   thud_proxy_cast_visitor *visitor, void *context) {
    if (hash == NULL || visitor == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_vec2_is_finite(box.min) || !thud_vec2_is_finite(box.max) || !thud_vec2_is_finite(translation)) {
        return THUD_NOT_FINITE;
    }
    if (!thud_aabb_is_valid(box)) {
        return THUD_INVALID_BOUNDS;
    }
    thud_box_cast cast = {
        .hash = hash,
        .x = 0.5 * ((double)box.min.x + (double)box.max.x),
        .y = 0.5 * ((double)box.min.y + (double)box.max.y),
        .dx = (double)translation.x,
        .dy = (double)translation.y,
        .one_by_dx = translation.x == 0.0f ? 0.0 : 1.0 / (double)translation.x,
        .one_by_dy = translation.y == 0.0f ? 0.0 : 1.0 / (double)translation.y,
        .extent_x = 0.5 * ((double)box.max.x - (double)box.min.x),
        .extent_y = 0.5 * ((double)box.max.y - (double)box.min.y),
        .max_fraction = 1.0f,
        .records = records,
        .visitor = visitor,
        .context = context,
        .overlap_bits = THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits),
    };
    bool walked[thud_proxy_kind_count];
    bool goes_on = thud_cast_walk(&cast, walked);
    for (int32_t kind = 0; kind < thud_proxy_kind_count && goes_on; kind++) {
        goes_on = walked[kind] || cast_pending(&cast, &hash->kinds[kind].pending);
    }
    return THUD_OK;
}

thud_status thud_hash_cast_box(const thud_hash *hash, thud_aabb box, thud_vec2 translation, thud_proxy_cast_visitor *visitor,
                               void *context) {
    return thud_hash_cast_records(hash, box, translation, (thud_user_records){NULL, 0}, visitor, context);
}

thud_status thud_hash_cast_ray(const thud_hash *hash, thud_vec2 origin, thud_vec2 translation,
                               thud_proxy_cast_visitor *visitor, void *context) {
    thud_aabb point = {origin, origin};
    return thud_hash_cast_box(hash, point, translation, visitor, context);
}
