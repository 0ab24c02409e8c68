#include "world/bodies/chain_table.h"

#include "base/memory.h"

static const thud_column chain_columns[] = {
    THUD_COLUMN(thud_chain, points), THUD_COLUMN(thud_chain, shapes), {0}};

void thud_chain_table_init(thud_chain_table *table, const thud_hooks *hooks) {
    *table = (thud_chain_table){0};
    thud_pool_init(&table->pool, hooks);
    thud_name_list_init(&table->names, hooks);
}

static void release_chain(const thud_chain_table *table, thud_chain *chain) {
    thud_release_columns(table->pool.hooks, chain, chain_columns, &chain->capacity);
}

void thud_chain_table_destroy(thud_chain_table *table) {
    for (int32_t slot = 0; slot < table->pool.end; slot++) {
        release_chain(table, &table->chains[slot]); /* free slots have released theirs */
    }
    thud_name_list_destroy(&table->names);
    THUD_RELEASE_ARRAY(table->pool.hooks, table->chains, table->capacity);
    thud_pool_destroy(&table->pool);
}

thud_pool_id thud_chain_table_add(thud_chain_table *table) {
    thud_pool_id id = {0, 0};
    if (THUD_RESERVE(table->pool.hooks, table->chains, table->capacity, table->pool.end + 1)) {
        id = thud_pool_allocate(&table->pool);
    }
    if (id.generation != 0) {
        table->chains[id.slot] = (thud_chain){.body = THUD_NONE, .next = THUD_NONE};
    }
    return id;
}

void thud_chain_table_remove(thud_chain_table *table, int32_t slot) {
    release_chain(table, &table->chains[slot]);
    thud_pool_free(&table->pool, thud_pool_id_at(&table->pool, slot));
}

bool thud_chain_reserve(const thud_chain_table *table, thud_chain *chain, int32_t count) {
    return thud_reserve_columns(table->pool.hooks, chain, chain_columns, &chain->capacity, count);
}
