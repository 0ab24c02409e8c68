#include "world/contact_table.h"

#include "base/memory.h"

#include <string.h>

enum { COLUMN_COUNT = 9 };

static void list_columns(thud_contact_table *table, thud_column columns[COLUMN_COUNT]) {
    columns[0] = (thud_column){&table->kinds, sizeof *table->kinds};
    columns[1] = (thud_column){&table->pairs, sizeof *table->pairs};
    columns[2] = (thud_column){&table->features, sizeof *table->features};
    columns[3] = (thud_column){&table->manifolds, sizeof *table->manifolds};
    columns[4] = (thud_column){&table->materials, sizeof *table->materials};
    columns[5] = (thud_column){&table->proxies, sizeof *table->proxies};
    columns[7] = (thud_column){&table->sums, sizeof *table->sums};
    columns[6] = (thud_column){&table->records, sizeof *table->records};
    columns[8] = (thud_column){&table->origins, sizeof *table->origins};
}

void thud_contact_table_init(thud_contact_table *table, const thud_hooks *hooks) {
    *table = (thud_contact_table){0};
    thud_pool_init(&table->pool, hooks);
}

void thud_contact_table_destroy(thud_contact_table *table) {
    const thud_hooks *hooks = table->pool.hooks;
    thud_column columns[COLUMN_COUNT];
    list_columns(table, columns);
    thud_release_columns(hooks, columns, COLUMN_COUNT, &table->capacity);
    thud_release_array(hooks, &table->active, sizeof *table->active, &table->active_capacity);
    thud_release_array(hooks, &table->begun, sizeof *table->begun, &table->begun_capacity);
    thud_release_array(hooks, &table->ended, sizeof *table->ended, &table->ended_capacity);
    thud_pool_destroy(&table->pool);
}

bool thud_contact_table_reserve(thud_contact_table *table, int32_t count) {
    thud_column columns[COLUMN_COUNT];
    list_columns(table, columns);
    const thud_hooks *hooks = table->pool.hooks;
    return thud_extend_columns(hooks, columns, COLUMN_COUNT, &table->capacity, count) &&
           thud_reserve(hooks, &table->active, sizeof *table->active, &table->active_capacity, count) &&
           thud_reserve(hooks, &table->begun, sizeof *table->begun, &table->begun_capacity, count) &&
           thud_pool_reserve(&table->pool, count);
}

/* Gives out a slot that was never used. */
static bool take_new(thud_contact_table *table) {
    if (!thud_contact_table_reserve(table, table->pool.end + 1)) {
        return false;
    }
    thud_pool_id id = thud_pool_allocate(&table->pool);
    if (id.generation == 0) {
        return false;
    }
    table->begun[table->begun_count++] = (int32_t)id.slot;
    return true;
}

int32_t thud_contact_table_take(thud_contact_table *table, int32_t count) {
    int32_t taken = 0;
    if (table->begun != NULL) {
        taken = thud_pool_reuse(&table->pool, count, table->begun + table->begun_count);
        table->begun_count += taken;
    }
    while (taken < count && take_new(table)) {
        taken++;
    }
    table->changed = table->changed || taken > 0; /* a slot that is freed and used again is another contact in the same place */
    return taken;
}

void thud_contact_table_fetch(const thud_contact_table *table, int32_t slot) {
    __builtin_prefetch(&table->pairs[slot], 1);
    __builtin_prefetch(&table->features[slot], 1);
    __builtin_prefetch(&table->manifolds[slot], 1);
    __builtin_prefetch(&table->materials[slot], 1);
    __builtin_prefetch(&table->proxies[slot], 1);
    __builtin_prefetch(&table->sums[slot], 1);
    __builtin_prefetch(&table->records[slot], 1);
    __builtin_prefetch(&table->origins[slot], 1);
}

void thud_contact_table_clear(thud_contact_table *table, int32_t slot) {
    table->kinds[slot] = THUD_CONTACT_IDLE;
    table->features[slot] =
        (thud_contact_features){.feature = {THUD_NO_FEATURE, THUD_NO_FEATURE}, .nearest = THUD_NO_POINT};
    table->manifolds[slot] = (thud_contact_manifold){0};
    table->sums[slot] = (thud_contact_sums){0};
    table->origins[slot] = (thud_contact_origin){0};
    table->records[slot] =
        (thud_contact_record){.next = {THUD_NONE, THUD_NONE}, .previous = {THUD_NONE, THUD_NONE}};
}

/* Lists a slot for the solver, as long as it pays. */
static void note_end(thud_contact_table *table, int32_t slot) {
    if (table->ended_count < 0) {
        return;
    }
    bool listed = table->ended_count < table->pool.end &&
                  thud_reserve(table->pool.hooks, &table->ended, sizeof *table->ended, &table->ended_capacity,
                               table->ended_count + 1);
    if (listed) {
        table->ended[table->ended_count++] = slot;
    } else {
        table->ended_count = -1;
    }
}

void thud_contact_table_expect_ends(thud_contact_table *table, int32_t count) {
    if (table->ended_count >= 0 && !thud_reserve(table->pool.hooks, &table->ended, sizeof *table->ended,
                                                 &table->ended_capacity, table->ended_count + count)) {
        table->ended_count = -1;
    }
}

void thud_contact_table_remove(thud_contact_table *table, int32_t slot) {
    thud_contact_set_active(table, slot, false);
    note_end(table, slot);
    table->changed = true;
    thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, slot));
}

uint8_t thud_contact_kind(thud_core_class class_a, thud_core_class class_b) {
    return (uint8_t)(1 + (int)class_a * ((int)class_a + 1) / 2 + (int)class_b);
}

void thud_contact_set_material(thud_contact_table *table, int32_t slot, const thud_material *material) {
    table->materials[slot] = *material;
    thud_manifold_set_material(&table->manifolds[slot], material);
}

void thud_contact_set_active(thud_contact_table *table, int32_t slot, bool active) {
    uint8_t kind = active ? table->records[slot].kind : THUD_CONTACT_IDLE;
    table->changed = table->changed || table->kinds[slot] != kind;
    table->kinds[slot] = kind;
}

/* The slots are listed in ranges: how many of each count is known before. */
enum { LEAST_SLOTS_PER_RANGE = 2048, MOST_RANGES = 16 };

typedef struct refresh_job {
    const thud_contact_table *table;
    int32_t slots_per_range;
    int32_t starts[MOST_RANGES + 1]; /* in `active`, by range */
} refresh_job;

/* Without a branch: which are idle follows no pattern. */
static void list_range(int32_t range, int32_t worker, void *context) {
    (void)worker;
    const refresh_job *job = context;
    int32_t *active = job->table->active;
    const uint8_t *kinds = job->table->kinds;
    int32_t slot = range * job->slots_per_range;
    int32_t end = job->starts[range + 1];
    for (int32_t next = job->starts[range]; next < end; slot++) {
        active[next] = slot;
        next += kinds[slot] != THUD_CONTACT_IDLE;
    }
}

/* Stretch by stretch, so that the sum of one fits into a byte: a register adds up four times as many as with words. */
static int32_t count_active(const uint8_t *kinds, int32_t count) {
    enum { stretch = UINT8_MAX / 16 * 16 };
    int32_t active = 0;
    for (int32_t first = 0; first < count; first += stretch) {
        int32_t end = count - first < stretch ? count : first + stretch;
        uint8_t sum = 0;
        for (int32_t i = first; i < end; i++) {
            sum = (uint8_t)(sum + (kinds[i] != THUD_CONTACT_IDLE));
        }
        active += sum;
    }
    return active;
}

void thud_contact_table_refresh(thud_contact_table *table, thud_tasks *tasks) {
    if (!table->changed) {
        return;
    }
    table->changed = false;
    int32_t slots = table->pool.end;
    int32_t share = (slots + MOST_RANGES - 1) / MOST_RANGES;
    refresh_job job = {.table = table, .slots_per_range = share > LEAST_SLOTS_PER_RANGE ? share : LEAST_SLOTS_PER_RANGE};
    int32_t ranges = 0;
    for (int32_t first = 0; first < slots; first += job.slots_per_range) {
        int32_t left = slots - first;
        int32_t count = left < job.slots_per_range ? left : job.slots_per_range;
        job.starts[ranges + 1] = job.starts[ranges] + count_active(table->kinds + first, count);
        ranges++;
    }
    thud_tasks_run(tasks, list_range, &job, ranges);
    table->active_count = job.starts[ranges];
}
