/*
 * The update: sorts what changed into sets, then sweeps the sets that changed against all that they may pair
 * with.
 *
 * Nothing is lost when memory runs out. Before anything changes, room is made for all that sorting needs. The
 * pairs' room is known only after the sweep; if there is none then, the hash is marked incomplete, and the
 * next update sorts and sweeps everything with the same old boxes.
 */
#include "base/memory.h"
#include "broadphase/radix_sort.h"
#include "broadphase/spatial_hash.h"

/*
 * When to sort everything again, as parts of the settled set. A young proxy costs about five times what it
 * would cost in a crowd, and to sort and sweep a crowd costs about as much as four times that many young
 * proxies.
 */
enum {
    most_young = 3, /* a third of it is young: sweeping the crowd is cheaper */
    most_idle = 4, /* young ones that did not move, counted at every update, add up to a quarter: sorting them
                      in would have paid */
    most_stale = 2 /* half of it is stale */
};

/* ---- memory ---- */

enum { scratch_column_count = 3, reach_column_count = 4, pair_column_count = 3 };

static void list_scratch(thud_sort_scratch *scratch, thud_column columns[scratch_column_count]) {
    columns[0] = (thud_column){&scratch->slots, sizeof *scratch->slots};
    columns[1] = (thud_column){&scratch->keys, sizeof *scratch->keys};
    columns[2] = (thud_column){&scratch->sorted, sizeof *scratch->sorted};
}

static void list_reach(thud_reach *reach, thud_column columns[reach_column_count]) {
    columns[0] = (thud_column){&reach->first_rows, sizeof(int32_t)};
    columns[1] = (thud_column){&reach->last_rows, sizeof(int32_t)};
    columns[2] = (thud_column){&reach->first_columns, sizeof(int32_t)};
    columns[3] = (thud_column){&reach->last_columns, sizeof(int32_t)};
}

static void list_pairs(thud_hash *hash, thud_column columns[pair_column_count]) {
    columns[0] = (thud_column){&hash->found.pairs, sizeof(uint64_t)};
    columns[1] = (thud_column){&hash->sorted_pairs, sizeof(uint64_t)};
    columns[2] = (thud_column){&hash->pairs, sizeof(thud_pair)};
}

static bool reserve_scratch(thud_hash *hash, int32_t count) {
    thud_column columns[scratch_column_count];
    list_scratch(&hash->scratch, columns);
    thud_column censuses = {&hash->scratch.censuses, sizeof *hash->scratch.censuses};
    return thud_reserve_columns(&hash->hooks, columns, scratch_column_count, &hash->scratch.capacity, count + 1) &&
           thud_reserve_columns(&hash->hooks, &censuses, 1, &hash->scratch.census_capacity,
                                count / thud_entries_per_task + 1);
}

static bool reserve_pairs(thud_hash *hash, int32_t count) {
    thud_column columns[pair_column_count];
    list_pairs(hash, columns);
    return thud_reserve_columns(&hash->hooks, columns, pair_column_count, &hash->found.capacity, count);
}

void thud_hash_release_scratch(thud_hash *hash) {
    thud_column scratch[scratch_column_count];
    list_scratch(&hash->scratch, scratch);
    thud_release_columns(&hash->hooks, scratch, scratch_column_count, &hash->scratch.capacity);
    thud_column censuses = {&hash->scratch.censuses, sizeof *hash->scratch.censuses};
    thud_release_columns(&hash->hooks, &censuses, 1, &hash->scratch.census_capacity);
    thud_column reach[reach_column_count];
    list_reach(&hash->reach, reach);
    thud_release_columns(&hash->hooks, reach, reach_column_count, &hash->reach.capacity);
    thud_column pairs[pair_column_count];
    list_pairs(hash, pairs);
    thud_release_columns(&hash->hooks, pairs, pair_column_count, &hash->found.capacity);
}

/* ---- sorting ---- */

/* What an update does with a kind's lists. */
typedef enum sort_plan { SORT_NOTHING, SORT_YOUNG, SORT_ALL } sort_plan;

/* Proxies that are in the young set. */
static int32_t young_count(const thud_kind_lists *lists) {
    return lists->young.count - lists->young.stale;
}

static sort_plan plan_of(const thud_kind_lists *lists, bool incomplete) {
    int32_t settled = lists->settled.count;
    int32_t idle = young_count(lists);
    if (incomplete || lists->settled.stale > settled / most_stale) {
        return SORT_ALL;
    }
    if (lists->pending.count == 0) {
        return SORT_NOTHING;
    }
    bool many = idle + lists->pending.count > settled / most_young;
    return many || lists->idle_updates + idle > settled / most_idle ? SORT_ALL : SORT_YOUNG;
}

static bool reserve_kind(thud_hash *hash, thud_kind_lists *lists, sort_plan plan) {
    if (plan == SORT_NOTHING) {
        return true;
    }
    if (!reserve_scratch(hash, lists->proxies)) {
        return false;
    }
    thud_column columns[reach_column_count];
    list_reach(&hash->reach, columns);
    if (!thud_reserve_columns(&hash->hooks, columns, reach_column_count, &hash->reach.capacity,
                              lists->proxies)) {
        return false;
    }
    thud_sorted_set *set = plan == SORT_ALL ? &lists->settled : &lists->young;
    return thud_sorted_set_reserve(set, &hash->hooks, lists->proxies);
}

/* Lists the slots of a kind in their order, so that their boxes are then read as they lie in memory. What is listed
 * last but does not count is written over, or is one beyond the end. */
static int32_t list_kind(const thud_hash *hash, thud_proxy_kind kind) {
    const uint8_t *kinds = hash->proxies.kinds;
    uint32_t *slots = hash->scratch.slots;
    int32_t count = 0;
    for (int32_t slot = 0; slot < hash->pool.end; slot++) {
        slots[count] = (uint32_t)slot;
        count += kinds[slot] == kind;
    }
    return count;
}

/* Appends the slots that the set still stands for. */
static int32_t list_current(const thud_hash *hash, const thud_sorted_set *set, int32_t count) {
    for (int32_t i = 0; i < set->count; i++) {
        if (thud_sorted_set_is_current(set, hash->proxies.places, i)) {
            hash->scratch.slots[count++] = set->slots[i];
        }
    }
    return count;
}

/* A kind with less than this part of all slots is listed from its sets: the slots of others are then more to look through. */
enum { rare_kind = 8 };

/* Lists what a plan sorts; returns how many those are. */
static int32_t list_to_sort(const thud_hash *hash, thud_proxy_kind kind, sort_plan plan) {
    const thud_kind_lists *lists = &hash->kinds[kind];
    if (plan == SORT_ALL && lists->proxies > hash->pool.end / rare_kind) {
        return list_kind(hash, kind);
    }
    int32_t count = plan == SORT_ALL ? list_current(hash, &lists->settled, 0) : 0;
    count = list_current(hash, &lists->young, count);
    for (int32_t i = 0; i < lists->pending.count; i++) {
        hash->scratch.slots[count++] = lists->pending.slots[i];
    }
    return count;
}

/* Sorts the pending proxies of a kind into its sets. The pending slots stay listed: their old boxes are
 * settled at the end. */
static void sort_kind(thud_hash *hash, thud_proxy_kind kind, sort_plan plan) {
    if (plan == SORT_NOTHING) {
        return;
    }
    thud_kind_lists *lists = &hash->kinds[kind];
    lists->idle_updates = plan == SORT_ALL ? 0 : lists->idle_updates + young_count(lists);
    int32_t count = list_to_sort(hash, kind, plan);
    lists->pending.count = 0;
    thud_sorted_set *set = plan == SORT_ALL ? &lists->settled : &lists->young;
    thud_sorted_set_build(set, &hash->proxies, &hash->scratch, count, hash->lanes, hash->tasks);
    if (plan == SORT_ALL) {
        thud_sorted_set_build(&lists->young, &hash->proxies, &hash->scratch, 0, hash->lanes, hash->tasks);
        lists->young.fresh = false;
    }
}

/* A map's cells are this many times as large as the largest of the smallest class of moving boxes: their way in a step has room in two. */
#define CELL_SIZE 1.0

static double cell_size(const thud_hash *hash, const thud_kind_lists *lists) {
    const thud_sorted_set *moving = &hash->kinds[THUD_PROXY_MOVING].settled;
    const thud_sorted_set *set = moving->level_count > 0 ? moving : &lists->settled;
    return set->level_count > 0 ? CELL_SIZE * set->levels[0].grid.tallest : 0.0;
}

/* Marks where the boxes of a kind are. What young ones have left stays marked until all is sorted again. */
static void draw_map(thud_hash *hash, thud_kind_lists *lists, sort_plan plan) {
    const thud_sorted_set *set = plan == SORT_ALL ? &lists->settled : &lists->young;
    if (plan == SORT_ALL) {
        thud_occupancy_clear(&lists->map, cell_size(hash, lists));
    }
    for (int32_t i = 0; i < set->count && plan != SORT_NOTHING; i++) {
        thud_aabb box = {{set->fat.min_x[i], set->fat.min_y[i]}, {set->fat.max_x[i], set->fat.max_y[i]}};
        thud_occupancy_add(&lists->map, box);
    }
}

/* ---- sweeping ---- */

/* A sweep of a level's own pairs, or of its pairs with another level, that it drives. */
typedef struct level_sweep {
    thud_hash *hash;
    const thud_sorted_set *set;
    const thud_level *level;
    const thud_sorted_set *other; /* null: none */
    const thud_level *other_level;
} level_sweep;

/* Where in the other level the entries of some rows have to look. */
static void make_reach(const level_sweep *sweep, int32_t first_row, int32_t end_row) {
    const thud_box_columns *fat = &sweep->set->fat;
    const thud_reach *reach = &sweep->hash->reach;
    for (int32_t i = sweep->set->row_firsts[first_row]; i < sweep->set->row_firsts[end_row]; i++) {
        thud_aabb box = {{fat->min_x[i], fat->min_y[i]}, {fat->max_x[i], fat->max_y[i]}};
        thud_grid_range range = thud_grid_range_of(&sweep->other_level->grid, box);
        reach->first_rows[i] = range.first_row;
        reach->last_rows[i] = range.last_row;
        reach->first_columns[i] = range.first_column;
        reach->last_columns[i] = range.last_column;
    }
}

static void sweep_rows(const level_sweep *sweep, int32_t first_row, int32_t end_row, thud_sweep_result *found) {
    const thud_hash *hash = sweep->hash;
    if (sweep->other == NULL) {
        THUD_KERNEL_CHOOSE(hash->lanes, thud_sweep_level)
        (sweep->set, sweep->level, first_row, end_row, hash->proxies.places, found);
    } else {
        make_reach(sweep, first_row, end_row);
        THUD_KERNEL_CHOOSE(hash->lanes, thud_sweep_across)
        (sweep->set, first_row, end_row, &hash->reach, sweep->other, sweep->other_level, hash->proxies.places, found);
    }
}

/* A crowd is swept in ranges of rows side by side. The order of what they find does not matter: it is sorted. */
enum { crowd = 1024, entries_of_range = 256, most_ranges = 32 };

typedef struct crowd_sweep {
    const level_sweep *sweep;
    int32_t range_count;
    thud_sweep_result found[most_ranges];
} crowd_sweep;

/* The first row of a range: each has about as many entries as the next. */
static int32_t first_row_of_range(const crowd_sweep *job, int32_t range) {
    const thud_level *level = job->sweep->level;
    if (range == job->range_count) {
        return level->end_row;
    }
    int64_t entries = level->end_entry - level->first_entry;
    int32_t entry = level->first_entry + (int32_t)(entries * range / job->range_count);
    return thud_hunt(job->sweep->set->row_firsts, level->first_row, level->end_row, level->first_row, entry);
}

static void sweep_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    crowd_sweep *job = context;
    sweep_rows(job->sweep, first_row_of_range(job, range), first_row_of_range(job, range + 1), &job->found[range]);
}

/* Adds what the ranges found; false, and nothing is, where one had more than its share of the room. */
static bool add_ranges(const crowd_sweep *job) {
    thud_sweep_result *found = &job->sweep->hash->found;
    for (int32_t range = 0; range < job->range_count; range++) {
        if (job->found[range].count > job->found[range].capacity) {
            return false;
        }
    }
    for (int32_t range = 0; range < job->range_count; range++) {
        const thud_sweep_result *own = &job->found[range];
        thud_move_bytes(found->pairs + found->count, own->pairs, (size_t)own->count * sizeof *own->pairs);
        found->count += own->count;
        found->tested += own->tested;
        found->overlaps += own->overlaps;
    }
    return true;
}

static bool sweep_crowd(const level_sweep *sweep) {
    thud_hash *hash = sweep->hash;
    crowd_sweep job = {.sweep = sweep};
    int32_t ranges = (sweep->level->end_entry - sweep->level->first_entry) / entries_of_range;
    job.range_count = ranges < most_ranges ? ranges : most_ranges;
    int32_t room = hash->found.capacity - hash->found.count;
    int32_t share = room > 0 ? room / job.range_count : 0;
    for (int32_t range = 0; range < job.range_count; range++) {
        job.found[range].pairs = share > 0 ? hash->found.pairs + hash->found.count + range * share : NULL;
        job.found[range].capacity = share;
    }
    thud_tasks_run_or_loop(hash->tasks, sweep_range, &job, job.range_count);
    return add_ranges(&job);
}

static bool has_one_worker(const thud_hash *hash) {
    return hash->tasks == NULL || thud_tasks_worker_count(hash->tasks) == 1;
}

static void run_sweep(const level_sweep *sweep) {
    thud_hash *hash = sweep->hash;
    const thud_level *level = sweep->level;
    if (has_one_worker(hash) || level->end_entry - level->first_entry < crowd || !sweep_crowd(sweep)) {
        sweep_rows(sweep, level->first_row, level->end_row, &hash->found);
    }
}

static void sweep_level(thud_hash *hash, const thud_sorted_set *set, const thud_level *level) {
    run_sweep(&(level_sweep){hash, set, level, NULL, NULL});
}

/* Rows that a level's boxes look at in another level, each time with a search. */
static double cost_of_driving(const thud_level *driver, const thud_level *level) {
    double boxes = (double)(driver->end_entry - driver->first_entry);
    return boxes * (driver->grid.tallest / level->grid.tallest + 2.0);
}

static void sweep_levels(thud_hash *hash, const thud_sorted_set *set_a, const thud_level *a,
                         const thud_sorted_set *set_b, const thud_level *b) {
    if (cost_of_driving(b, a) < cost_of_driving(a, b)) {
        run_sweep(&(level_sweep){hash, set_b, b, set_a, a});
    } else {
        run_sweep(&(level_sweep){hash, set_a, a, set_b, b});
    }
}

/* All pairs within a set. */
static void sweep_set(thud_hash *hash, const thud_sorted_set *set) {
    for (int32_t i = 0; i < set->level_count; i++) {
        sweep_level(hash, set, &set->levels[i]);
        for (int32_t j = i + 1; j < set->level_count; j++) {
            sweep_levels(hash, set, &set->levels[i], set, &set->levels[j]);
        }
    }
}

/* All pairs between two sets. */
static void sweep_sets(thud_hash *hash, const thud_sorted_set *a, const thud_sorted_set *b) {
    for (int32_t i = 0; i < a->level_count; i++) {
        for (int32_t j = 0; j < b->level_count; j++) {
            sweep_levels(hash, a, &a->levels[i], b, &b->levels[j]);
        }
    }
}

/* All pairs of moving proxies with those of a kind that pairs with them only, fresh on one side at least. */
static void sweep_obstacles(thud_hash *hash, thud_proxy_kind kind) {
    const thud_kind_lists *moving = &hash->kinds[THUD_PROXY_MOVING];
    const thud_kind_lists *fixed = &hash->kinds[kind];
    const thud_sorted_set *moving_sets[] = {&moving->settled, &moving->young};
    const thud_sorted_set *fixed_sets[] = {&fixed->settled, &fixed->young};
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t j = 0; j < 2; j++) {
            if (moving_sets[i]->fresh || fixed_sets[j]->fresh) {
                sweep_sets(hash, moving_sets[i], fixed_sets[j]);
            }
        }
    }
}

/* All pairs that have a fresh set on one side at least, and a moving proxy. */
static void sweep_fresh(thud_hash *hash) {
    const thud_kind_lists *moving = &hash->kinds[THUD_PROXY_MOVING];
    hash->found.count = 0;
    hash->found.tested = 0;
    hash->found.overlaps = 0;
    if (moving->settled.fresh) {
        sweep_set(hash, &moving->settled);
    }
    if (moving->young.fresh) {
        sweep_set(hash, &moving->young);
    }
    if (moving->settled.fresh || moving->young.fresh) {
        sweep_sets(hash, &moving->young, &moving->settled);
    }
    sweep_obstacles(hash, THUD_PROXY_STATIC);
    sweep_obstacles(hash, THUD_PROXY_KINEMATIC);
}

/* Where workers share sweeps, room is kept for this many times the pairs of an update, up to a number of pairs, so that
 * no range of a crowd lacks its share. */
enum { room_per_pair = 6, most_with_room = 4096 };

/* Sweeps, a second time where the pairs needed more room. */
static thud_status find_pairs(thud_hash *hash) {
    sweep_fresh(hash);
    int32_t count = hash->found.count;
    if (count > THUD_PAIR_LIMIT) {
        return THUD_CAPACITY;
    }
    bool complete = count <= hash->found.capacity;
    int32_t wanted = !has_one_worker(hash) && count < most_with_room ? count * room_per_pair : count;
    if (wanted > hash->found.capacity && !reserve_pairs(hash, wanted) && !complete && !reserve_pairs(hash, count)) {
        return THUD_OUT_OF_MEMORY;
    }
    if (!complete) {
        sweep_fresh(hash);
    }
    return THUD_OK;
}

/* ---- what comes of it ---- */

/* The sets' boxes are their old boxes from now on; or, when the pairs had no room, the old boxes stay what
 * they were. */
static void settle(thud_hash *hash, bool complete) {
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        thud_sorted_set *sets[] = {&hash->kinds[kind].settled, &hash->kinds[kind].young};
        for (int32_t i = 0; i < 2; i++) {
            if (sets[i]->fresh && !complete) {
                thud_sorted_set_restore_old(sets[i], &hash->proxies);
            }
            sets[i]->fresh = false;
        }
    }
}

/* Turns the sorted keys into pairs, those left out that the filter refuses. */
static int32_t list_pairs_of_keys(thud_hash *hash, const uint64_t *keys, int32_t count,
                                  thud_pair_filter *filter, void *context) {
    const uint64_t *users = hash->proxies.users;
    int32_t kept = 0;
    hash->locked = true;
    for (int32_t i = 0; i < count; i++) {
        uint32_t a = (uint32_t)(keys[i] >> 32);
        uint32_t b = (uint32_t)keys[i];
        if (filter == NULL || filter(users[a], users[b], context)) {
            hash->pairs[kept++] = (thud_pair){a, b, users[a], users[b]};
        }
    }
    hash->locked = false;
    return kept;
}

thud_status thud_hash_update(thud_hash *hash, thud_pair_filter *filter, void *context, thud_pairs *pairs) {
    if (hash == NULL || pairs == NULL) {
        return THUD_NULL_ARGUMENT;
    }
    if (hash->locked) {
        return THUD_WORLD_LOCKED;
    }
    *pairs = (thud_pairs){NULL, 0};
    sort_plan plans[thud_proxy_kind_count];
    int32_t moved = 0;
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        plans[kind] = plan_of(&hash->kinds[kind], hash->incomplete);
        moved += hash->kinds[kind].pending.count;
        if (!reserve_kind(hash, &hash->kinds[kind], plans[kind])) {
            return THUD_OUT_OF_MEMORY;
        }
    }
    for (int32_t kind = 0; kind < thud_proxy_kind_count; kind++) {
        sort_kind(hash, (thud_proxy_kind)kind, plans[kind]);
    }
    draw_map(hash, &hash->kinds[THUD_PROXY_STATIC], plans[THUD_PROXY_STATIC]);
    draw_map(hash, &hash->kinds[THUD_PROXY_KINEMATIC], plans[THUD_PROXY_KINEMATIC]);
    thud_status status = find_pairs(hash);
    hash->incomplete = status != THUD_OK;
    settle(hash, !hash->incomplete);
    if (hash->incomplete) {
        return status;
    }
    hash->updates_since_all = plans[THUD_PROXY_MOVING] == SORT_ALL ? 0 : hash->updates_since_all + 1;
    uint64_t *keys = thud_radix_sort(hash->found.pairs, hash->sorted_pairs, hash->found.count, 0, 64);
    pairs->count = list_pairs_of_keys(hash, keys, hash->found.count, filter, context);
    pairs->pairs = hash->pairs;
    hash->stats.moved = moved;
    hash->stats.pairs = pairs->count;
    int64_t wasted = hash->found.tested - hash->found.overlaps;
    hash->stats.wasted_pairs = wasted < INT32_MAX ? (int32_t)wasted : INT32_MAX;
    return THUD_OK;
}
