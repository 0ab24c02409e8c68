#include "world/contacts/contact_table.h"

#include "base/assert.h"
#include "base/memory.h"

static const thud_column contact_columns[] = {
    THUD_COLUMN(thud_contact_table, kinds),
    THUD_COLUMN(thud_contact_table, pairs),
    THUD_COLUMN(thud_contact_table, features),
    THUD_COLUMN(thud_contact_table, manifolds),
    THUD_COLUMN(thud_contact_table, materials),
    THUD_COLUMN(thud_contact_table, proxies),
    THUD_COLUMN(thud_contact_table, records),
    THUD_COLUMN(thud_contact_table, sums),
    THUD_COLUMN(thud_contact_table, origins),
    THUD_COLUMN(thud_contact_table, active),
    {0},
};

void thud_contact_table_init(thud_contact_table *table, const thud_hooks *hooks) {
    *table = (thud_contact_table){0};
    thud_pool_init(&table->pool, hooks);
}

void thud_contact_table_destroy(thud_contact_table *table) {
    const thud_hooks *hooks = table->pool.hooks;
    thud_release_columns(hooks, table, contact_columns, &table->capacity);
    THUD_RELEASE_ARRAY(hooks, table->range_counts, table->range_capacity);
    THUD_RELEASE_ARRAY(hooks, table->created, table->created_capacity);
    thud_pool_destroy(&table->pool);
}

bool thud_contact_table_reserve(thud_contact_table *table, int32_t count) {
    const thud_hooks *hooks = table->pool.hooks;
    return thud_reserve_columns(hooks, table, contact_columns, &table->capacity, count) &&
           THUD_RESERVE(hooks, table->range_counts, table->range_capacity, thud_contact_ranges(count)) &&
           THUD_RESERVE(hooks, table->created, table->created_capacity, count) &&
           thud_pool_reserve(&table->pool, count);
}

/* Room for further contacts in a table that grows, at most: fat boxes reach ahead from the second step of a level on, and short columns
 * are copied to new pages as they grow. */
enum { most_room = 512 };

int32_t thud_contact_table_take(thud_contact_table *table, int32_t count) {
    int32_t taken = 0;
    int64_t wanted = (int64_t)table->pool.count + count;
    if (wanted > table->capacity) {
        wanted += wanted < most_room ? wanted : most_room;
    }
    /* For all; if that fails, memory may suffice for some. */
    bool is_reserved = wanted <= INT32_MAX && thud_contact_table_reserve(table, (int32_t)wanted);
    while (taken < count && (is_reserved || thud_contact_table_reserve(table, table->pool.count + 1))) {
        table->created[table->created_count++] = (int32_t)thud_pool_allocate(&table->pool).slot;
        taken++;
    }
    THUD_ASSERT(table->pool.hooks, taken <= count && table->created_count <= table->created_capacity);
    table->changed =
        table->changed || taken > 0; /* a slot that was freed and taken again is another contact */
    return taken;
}

void thud_contact_table_clear(thud_contact_table *table, int32_t slot) {
    THUD_ASSERT(table->pool.hooks, thud_pool_is_live(&table->pool, slot));
    table->features[slot] =
        (thud_contact_features){.feature = {THUD_NO_FEATURE, THUD_NO_FEATURE}, .nearest = THUD_NO_POINT};
    table->manifolds[slot] = (thud_contact_manifold){0};
    table->sums[slot] = (thud_contact_sums){0};
    table->origins[slot] = (thud_contact_origin){0};
    table->records[slot] =
        (thud_contact_record){.next = {THUD_NONE, THUD_NONE}, .previous = {THUD_NONE, THUD_NONE}};
}

void thud_contact_drop_points(const thud_contact_table *table, int32_t slot) {
    thud_contact_features *features = &table->features[slot];
    thud_contact_manifold *manifold = &table->manifolds[slot];
    *manifold = (thud_contact_manifold){.arm_a[0] = manifold->arm_a[0],
                                        .arm_b = manifold->arm_b,
                                        .friction = manifold->friction,
                                        .signed_points = manifold->signed_points < 0.0f ? -1.0f : 1.0f};
    features->feature[0] = features->feature[1] = THUD_NO_FEATURE;
    features->nearest = THUD_NO_POINT;
    features->count = 0;
}

void thud_contact_set_material(thud_contact_table *table, int32_t slot, const thud_material *material) {
    table->materials[slot] = *material;
    thud_manifold_set_material(&table->manifolds[slot], material);
}

void thud_contact_begin_kind(thud_contact_table *table, int32_t slot, uint8_t kind, bool active) {
    THUD_ASSERT(table->pool.hooks, kind > THUD_CONTACT_IDLE && (kind & THUD_CONTACT_BATCH_BITS) <= THUD_CONTACT_KINDS);
    table->records[slot].kind = kind;
    table->kinds[slot] = active ? kind : THUD_CONTACT_IDLE;
}

void thud_contact_set_active(thud_contact_table *table, int32_t slot, bool active) {
    THUD_ASSERT(table->pool.hooks, thud_pool_is_live(&table->pool, slot));
    if (active != (table->kinds[slot] != THUD_CONTACT_IDLE)) {
        table->changed = true;
        table->kinds[slot] = active ? table->records[slot].kind : THUD_CONTACT_IDLE;
    }
}

bool thud_contact_may_hide(uint8_t flags) {
    uint8_t passable =
        THUD_CONTACT_PRE_SOLVE | THUD_CONTACT_REJECTED; /* by the user's callback or one-way shapes */
    return (flags & (THUD_CONTACT_KINEMATIC | passable)) == THUD_CONTACT_KINEMATIC;
}
