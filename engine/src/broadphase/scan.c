/*
 * scan.c: finds new pairs of proxies whose fat boxes overlap: of the sets that were sorted in this update (fresh ones),
 * among themselves and with other sets. Each level of a set is scanned with itself and with the levels of other sizes:
 *
 *     moving set, fresh     itself, the other moving set, static and kinematic sets
 *     fixed set, fresh      moving sets
 *
 * The rows of a level are divided among workers. The pairs come in any order, and are sorted afterwards.
 */
#include "base/memory.h"
#include "base/ranges.h"
#include "broadphase/spatial_hash.h"

static const thud_column pair_columns[] = {
    THUD_COLUMN(thud_hash, found.pairs),
    THUD_COLUMN(thud_hash, sorted_pairs),
    THUD_COLUMN(thud_hash, pairs),
    {0},
};

static bool reserve_pairs(thud_hash *hash, int32_t count) {
    return thud_reserve_columns(&hash->hooks, hash, pair_columns, &hash->found.capacity, count);
}

void thud_hash_release_pairs(thud_hash *hash) {
    thud_release_columns(&hash->hooks, hash, pair_columns, &hash->found.capacity);
}

/* A scan of rows of a level: for pairs among themselves and the rows after them, or with another level. */
typedef struct row_scan {
    const thud_sorted_set *set;
    const thud_level *level;
    const thud_sorted_set *other; /* may be null */
    const thud_level *other_level;
    int32_t first_row, end_row;
} row_scan;

/* If workers share the scans, a level is divided into ranges of rows; scans are shared above a number of entries. A
 * level that is scanned against another costs about four times as much as one scanned against itself. */
enum { entries_of_range = 128, drivers_of_range = 32, most_ranges = 32, entries_to_share = 1024 };

enum { most_scans = 128 };

/* The result of a worker, on cache lines of its own. */
typedef struct worker_result {
    _Alignas(THUD_ALIGNMENT) thud_scan_result found;
} worker_result;

/* The scans of an update, for all sets and levels, run together: most are too small for a run of their own.
 * Their results are sorted. Each worker has its share of the memory for pairs. */
typedef struct scan_batch {
    thud_hash *hash;
    thud_tasks *tasks; /* null: the caller scans alone */
    int32_t worker_count;
    int32_t count, entries; /* of the collected scans */
    row_scan scans[most_scans];
    worker_result results[thud_max_workers];
} scan_batch;

static void scan_rows(int32_t index, int32_t worker, void *context) {
    scan_batch *batch = context;
    const thud_hash *hash = batch->hash;
    const row_scan *scan = &batch->scans[index];
    thud_scan_result *found = &batch->results[worker].found;
    if (scan->other == NULL) {
        THUD_KERNEL_CHOOSE(hash->lanes, thud_scan_level)
        (scan->set, scan->level, scan->first_row, scan->end_row, hash->proxies.places, found);
    } else {
        THUD_KERNEL_CHOOSE(hash->lanes, thud_scan_across)
        (scan->set, scan->first_row, scan->end_row, scan->other, scan->other_level, hash->proxies.places,
         found);
    }
}

static int32_t workers_of(thud_tasks *tasks) {
    return tasks == NULL ? 1 : thud_tasks_worker_count(tasks);
}

/* Divides the memory for pairs among the workers. */
static void begin_batch(scan_batch *batch, thud_hash *hash, thud_tasks *tasks) {
    batch->hash = hash;
    batch->tasks = tasks;
    batch->worker_count = workers_of(tasks);
    batch->count = batch->entries = 0;
    int32_t share = hash->found.capacity / batch->worker_count;
    for (int32_t worker = 0; worker < batch->worker_count; worker++) {
        uint64_t *pairs = share > 0 ? hash->found.pairs + worker * share : NULL;
        batch->results[worker].found = (thud_scan_result){.pairs = pairs, .capacity = share};
    }
}

static void run_batch(scan_batch *batch) {
    thud_tasks *tasks = batch->entries >= entries_to_share ? batch->tasks : NULL;
    thud_tasks_run(tasks, scan_rows, batch, batch->count);
    batch->count = batch->entries = 0;
}

/* Joins the workers' results. False if one exceeded its share of the memory: then only the counts are valid. */
static bool end_batch(scan_batch *batch) {
    run_batch(batch);
    thud_scan_result *found = &batch->hash->found;
    int64_t count = 0;
    bool complete = true;
    found->tested = found->overlaps = 0;
    for (int32_t worker = 0; worker < batch->worker_count; worker++) {
        const thud_scan_result *own = &batch->results[worker].found;
        complete = complete && own->count <= own->capacity;
        if (complete && own->count > 0) { /* else the array may be null */
            thud_move_bytes(found->pairs + count, own->pairs, (size_t)own->count * sizeof *own->pairs);
        }
        count += own->count;
        found->tested += own->tested;
        found->overlaps += own->overlaps;
    }
    found->count = count < INT32_MAX ? (int32_t)count : INT32_MAX;
    return complete;
}

static void add_rows(scan_batch *batch, row_scan scan) {
    if (batch->count == most_scans) {
        run_batch(batch);
    }
    batch->scans[batch->count++] = scan;
    batch->entries += scan.set->row_firsts[scan.end_row] - scan.set->row_firsts[scan.first_row];
}

/* Adds the scan of a whole level, in ranges of about equally many entries. */
static void add_level(scan_batch *batch, row_scan scan) {
    const thud_level *level = scan.level;
    int32_t entries = level->end_entry - level->first_entry;
    int32_t ranges =
        batch->worker_count > 1 ? entries / (scan.other != NULL ? drivers_of_range : entries_of_range) : 1;
    ranges = ranges < most_ranges ? ranges : most_ranges;
    scan.first_row = level->first_row;
    for (int32_t range = 1; range < ranges; range++) {
        int32_t entry = level->first_entry + (int32_t)((int64_t)entries * range / ranges);
        scan.end_row = thud_hunt(scan.set->row_firsts, scan.first_row, level->end_row, scan.first_row, entry);
        if (scan.first_row < scan.end_row) {
            add_rows(batch, scan);
            scan.first_row = scan.end_row;
        }
    }
    scan.end_row = level->end_row;
    if (scan.first_row < scan.end_row) {
        add_rows(batch, scan);
    }
}

/* Adds the scan for pairs of two levels: those of the level with fewer boxes search the rows of the other. */
static void scan_levels(scan_batch *batch, const thud_sorted_set *set_a, const thud_level *a,
                        const thud_sorted_set *set_b, const thud_level *b) {
    if (!thud_aabb_overlaps(a->bounds, b->bounds)) {
        return;
    }
    if (b->end_entry - b->first_entry < a->end_entry - a->first_entry) {
        add_level(batch, (row_scan){.set = set_b, .level = b, .other = set_a, .other_level = a});
    } else {
        add_level(batch, (row_scan){.set = set_a, .level = a, .other = set_b, .other_level = b});
    }
}

/* Adds the scans for all pairs within a set. */
static void scan_set(scan_batch *batch, const thud_sorted_set *set) {
    for (int32_t i = 0; i < set->level_count; i++) {
        add_level(batch, (row_scan){.set = set, .level = &set->levels[i]});
        for (int32_t j = i + 1; j < set->level_count; j++) {
            scan_levels(batch, set, &set->levels[i], set, &set->levels[j]);
        }
    }
}

/* Adds the scans for all pairs between two sets. */
static void scan_sets(scan_batch *batch, const thud_sorted_set *a, const thud_sorted_set *b) {
    for (int32_t i = 0; i < a->level_count; i++) {
        for (int32_t j = 0; j < b->level_count; j++) {
            scan_levels(batch, a, &a->levels[i], b, &b->levels[j]);
        }
    }
}

/* Scans for all pairs with a moving proxy and a fresh set. False when the pairs exceeded their memory. */
static bool scan_fresh(thud_hash *hash, thud_tasks *tasks) {
    const thud_kind_lists *moving = &hash->kinds[THUD_PROXY_MOVING], *fixed = &hash->kinds[THUD_PROXY_STATIC],
                          *kinematic = &hash->kinds[THUD_PROXY_KINEMATIC];
    const thud_sorted_set *sets[] = {&moving->main_set, &moving->delta_set};
    const thud_sorted_set *others[] = {&fixed->main_set, &fixed->delta_set, &kinematic->main_set,
                                       &kinematic->delta_set, &moving->main_set};
    scan_batch batch;
    begin_batch(&batch, hash, tasks);
    for (int32_t i = 0; i < 2; i++) {
        if (sets[i]->fresh) {
            scan_set(&batch, sets[i]);
        }
        for (int32_t k = 0; k < 4 + i; k++) { /* the last one only with the other moving set */
            if (sets[i]->fresh || others[k]->fresh) {
                scan_sets(&batch, sets[i], others[k]);
            }
        }
    }
    return end_batch(&batch);
}

/* If workers share scans, memory is reserved for this many times the pairs of an update, up to a number of pairs. */
enum { room_per_pair = 6, most_with_room = 4096 };

thud_status thud_hash_scan(thud_hash *hash) {
    bool complete = scan_fresh(hash, hash->tasks);
    int32_t count = hash->found.count;
    if (count > THUD_PAIR_LIMIT) {
        return THUD_CAPACITY;
    }
    int32_t wanted = workers_of(hash->tasks) > 1 && count < most_with_room ? count * room_per_pair : count;
    bool has_room = wanted <= hash->found.capacity || reserve_pairs(hash, wanted) ||
                    count <= hash->found.capacity || reserve_pairs(hash, count);
    if (!has_room) {
        return THUD_OUT_OF_MEMORY;
    }
    if (!complete) {
        scan_fresh(hash, NULL);
    }
    return THUD_OK;
}
