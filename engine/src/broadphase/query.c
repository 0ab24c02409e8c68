/*
 * Queries. In each sorted set only the rows and columns that may hold an answer are looked at; the pending
 * proxies are looked through one and all. The order is that of the lists: static before moving, settled,
 * young, pending.
 *
 * A ray is a swept box of no size. Row by row, in its own direction, it is cut to the part that lies within
 * reach of the row's boxes; so a long diagonal ray looks at few columns, and one that has hit something stops
 * early.
 */
#include "broadphase/spatial_hash.h"

/* Entries that are tested at a time: as many as an overlap mask has bits. */
enum { chunk_size = 64 };

/* Relative slack on computed coordinates, far above the rounding of doubles and far below that of floats. */
static const double rounding_slack = 1.0e-12;

/* A relative difference above half of the distance between floats. */
static const double float_slack = 1.0 / 8388608.0;

/* Index of the lowest set bit, of the highest one. */
static int32_t lowest_bit(uint64_t bits) {
    return (int32_t)__builtin_ctzll(bits);
}

static int32_t highest_bit(uint64_t bits) {
    return 63 - (int32_t)__builtin_clzll(bits);
}

static thud_proxy_id id_of(const thud_hash *hash, uint32_t slot) {
    thud_pool_id id = thud_pool_id_at(&hash->pool, (int32_t)slot);
    return (thud_proxy_id){id.slot, id.generation};
}

/* ---- boxes ---- */

typedef struct box_query {
    const thud_hash *hash;
    thud_aabb box;
    thud_proxy_visitor *visitor;
    void *context;
    thud_overlap_bits_function *overlap_bits;
} box_query;

static bool visit(const box_query *query, uint32_t slot) {
    return query->visitor(id_of(query->hash, slot), query->hash->proxies.users[slot], query->context);
}

/* False when the visitor has stopped; `set` is null for the pending list, all of whose entries count. */
static bool query_entries(const box_query *query, const thud_sorted_set *set, const thud_box_columns *boxes,
                          const uint32_t *slots, int32_t first, int32_t end) {
    for (int32_t start = first; start < end; start += chunk_size) {
        int32_t count = end - start < chunk_size ? end - start : chunk_size;
        uint64_t hits = query->overlap_bits(boxes, start, count, &query->box);
        for (; hits != 0; hits &= hits - 1) {
            int32_t entry = start + lowest_bit(hits);
            bool counts = set == NULL || thud_sorted_set_is_current(set, query->hash->proxies.places, entry);
            if (counts && !visit(query, slots[entry])) {
                return false;
            }
        }
    }
    return true;
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
    for (int32_t i = 0; i < set->level_count; i++) {
        if (!query_level(query, set, &set->levels[i])) {
            return false;
        }
    }
    return true;
}

static bool query_kind(const box_query *query, const thud_kind_lists *lists) {
    const thud_pending_list *pending = &lists->pending;
    return query_set(query, &lists->settled) && query_set(query, &lists->young) &&
           query_entries(query, NULL, &pending->fat, pending->slots, 0, pending->count);
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
    box_query query = {hash, box, visitor, context, THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits)};
    query_kind(&query, &hash->kinds[kind]);
}

thud_status thud_hash_query(const thud_hash *hash, thud_aabb box, thud_proxy_visitor *visitor,
                            void *context) {
    if (hash == NULL || visitor == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_aabb_is_valid(box)) {
        bool finite = thud_vec2_is_finite(box.min) && thud_vec2_is_finite(box.max);
        return finite ? THUD_INVALID_BOUNDS : THUD_NOT_FINITE;
    }
    box_query query = {hash, box, visitor, context, THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits)};
    if (query_obstacles(&query)) {
        query_kind(&query, &hash->kinds[THUD_PROXY_MOVING]);
    }
    return THUD_OK;
}

/* ---- rays and swept boxes ---- */

/* A box of half extents (extent_x, extent_y) whose centre moves from (x, y) by (dx, dy) times a fraction up
 * to max_fraction. */
typedef struct box_cast {
    const thud_hash *hash;
    double x, y, dx, dy;
    double one_by_dy; /* meaningless where dy is zero */
    double extent_x, extent_y;
    float max_fraction;
    thud_proxy_cast_visitor *visitor;
    void *context;
    thud_overlap_bits_function *overlap_bits;
} box_cast;

/* Whether the moving box meets this one. Separating axes: x, y and the perpendicular of the translation. */
static bool meets(const box_cast *cast, thud_aabb box) {
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

/* The fractions at which the moving box lies at those heights. */
static thud_interval fractions_within(const box_cast *cast, thud_interval heights) {
    double low = heights.first - cast->extent_y - cast->y;
    double high = heights.last + cast->extent_y - cast->y;
    thud_interval all = {0.0, (double)cast->max_fraction};
    thud_interval none = {1.0, 0.0};
    if (cast->dy == 0.0) {
        return low <= 0.0 && 0.0 <= high ? all : none;
    }
    double enter = (cast->dy > 0.0 ? low : high) * cast->one_by_dy;
    double leave = (cast->dy > 0.0 ? high : low) * cast->one_by_dy;
    enter -= rounding_slack * fabs(enter);
    leave += rounding_slack * fabs(leave);
    thud_interval within = {enter > 0.0 ? enter : 0.0, leave < all.last ? leave : all.last};
    return within;
}

/* What the moving box sweeps along x within those fractions. */
static thud_interval swept_x(const box_cast *cast, thud_interval fractions) {
    double start = cast->x + fractions.first * cast->dx;
    double stop = cast->x + fractions.last * cast->dx;
    double slack = rounding_slack * (fabs(cast->x) + fabs(cast->dx) + cast->extent_x);
    thud_interval swept = {(start < stop ? start : stop) - cast->extent_x - slack,
                           (start < stop ? stop : start) + cast->extent_x + slack};
    return swept;
}

static thud_interval swept_y(const box_cast *cast) {
    double stop = cast->y + (double)cast->max_fraction * cast->dy;
    double slack = rounding_slack * (fabs(cast->y) + fabs(cast->dy) + cast->extent_y);
    thud_interval swept = {(cast->y < stop ? cast->y : stop) - cast->extent_y - slack,
                           (cast->y < stop ? stop : cast->y) + cast->extent_y + slack};
    return swept;
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

/* Asks the visitor if the moving box meets the proxy; false when it has stopped. */
static bool visit_on_the_way(box_cast *cast, uint32_t slot) {
    const thud_hash *hash = cast->hash;
    if (!meets(cast, hash->proxies.fat[slot])) {
        return true;
    }
    float fraction =
        cast->visitor(id_of(hash, slot), hash->proxies.users[slot], cast->max_fraction, cast->context);
    if (!(fraction > 0.0f)) {
        return false;
    }
    cast->max_fraction = thud_min(fraction, cast->max_fraction);
    return true;
}

/* Tests up to 64 entries against what is swept, in the order of the cast's direction along x. False when the
 * visitor has stopped. */
static bool cast_chunk(box_cast *cast, const thud_sorted_set *set, const thud_box_columns *boxes,
                       const uint32_t *slots, int32_t first, int32_t count, const thud_aabb *swept) {
    uint64_t hits = cast->overlap_bits(boxes, first, count, swept);
    while (hits != 0) {
        int32_t bit = cast->dx < 0.0 ? highest_bit(hits) : lowest_bit(hits);
        hits &= ~(1ull << bit);
        int32_t entry = first + bit;
        bool counts = set == NULL || thud_sorted_set_is_current(set, cast->hash->proxies.places, entry);
        if (counts && !visit_on_the_way(cast, slots[entry])) {
            return false;
        }
    }
    return true;
}

/* Looks through the entries of one row that are within reach. */
static bool cast_row(box_cast *cast, const thud_sorted_set *set, const thud_level *level, int32_t row) {
    const thud_grid *grid = &level->grid;
    thud_interval heights = thud_grid_reach_of_row(grid, set->row_numbers[row]);
    bool leftwards = cast->dx < 0.0;
    int32_t first = set->row_firsts[row];
    int32_t end = set->row_firsts[row + 1];
    for (bool started = false; first < end; started = true) {
        thud_interval fractions = fractions_within(cast, heights);
        if (fractions.first > fractions.last) {
            return true;
        }
        thud_interval x = swept_x(cast, fractions);
        if (!started || leftwards) {
            int32_t column = thud_grid_column(grid, x.first - grid->widest);
            first = started ? thud_hunt(set->columns, first, end, first, column)
                            : thud_sorted_set_find(set, row, column);
        }
        if (!started || !leftwards) {
            int32_t column = thud_grid_column(grid, x.last);
            end = thud_hunt(set->columns, first, end, started ? end : first, column + 1);
        }
        int32_t count = end - first < chunk_size ? end - first : chunk_size;
        int32_t chunk = leftwards ? end - count : first;
        thud_aabb swept = box_of(x, swept_y(cast));
        if (!cast_chunk(cast, set, &set->fat, set->slots, chunk, count, &swept)) {
            return false;
        }
        first = leftwards ? first : first + count;
        end = leftwards ? end - count : end;
    }
    return true;
}

/* Looks through the rows of a level from where the cast begins to where it ends. */
static bool cast_level(box_cast *cast, const thud_sorted_set *set, const thud_level *level) {
    thud_interval y = swept_y(cast);
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

static bool cast_set(box_cast *cast, const thud_sorted_set *set) {
    for (int32_t i = 0; i < set->level_count; i++) {
        if (!cast_level(cast, set, &set->levels[i])) {
            return false;
        }
    }
    return true;
}

static bool cast_pending(box_cast *cast, const thud_pending_list *pending) {
    for (int32_t first = 0; first < pending->count; first += chunk_size) {
        int32_t count = pending->count - first < chunk_size ? pending->count - first : chunk_size;
        thud_interval all = {0.0, (double)cast->max_fraction};
        thud_aabb swept = box_of(swept_x(cast, all), swept_y(cast));
        if (!cast_chunk(cast, NULL, &pending->fat, pending->slots, first, count, &swept)) {
            return false;
        }
    }
    return true;
}

thud_status thud_hash_cast_box(const thud_hash *hash, thud_aabb box, thud_vec2 translation,
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
    box_cast cast = {
        .hash = hash,
        .x = 0.5 * ((double)box.min.x + (double)box.max.x),
        .y = 0.5 * ((double)box.min.y + (double)box.max.y),
        .dx = (double)translation.x,
        .dy = (double)translation.y,
        .one_by_dy = translation.y == 0.0f ? 0.0 : 1.0 / (double)translation.y,
        .extent_x = 0.5 * ((double)box.max.x - (double)box.min.x),
        .extent_y = 0.5 * ((double)box.max.y - (double)box.min.y),
        .max_fraction = 1.0f,
        .visitor = visitor,
        .context = context,
        .overlap_bits = THUD_KERNEL_CHOOSE(hash->lanes, thud_overlap_bits),
    };
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        const thud_kind_lists *lists = &hash->kinds[kind];
        if (!cast_set(&cast, &lists->settled) || !cast_set(&cast, &lists->young) ||
            !cast_pending(&cast, &lists->pending)) {
            break;
        }
    }
    return THUD_OK;
}

thud_status thud_hash_cast_ray(const thud_hash *hash, thud_vec2 origin, thud_vec2 translation,
                               thud_proxy_cast_visitor *visitor, void *context) {
    thud_aabb point = {origin, origin};
    return thud_hash_cast_box(hash, point, translation, visitor, context);
}
