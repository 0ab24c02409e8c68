/*
 * chain_table.h: all chains: their points, and the shapes that are their segments. The shape of a segment has all data
 * for a step; a chain is read only when it is changed or read by the user.
 */
#pragma once

#include "thud/chain.h"

#include "base/pool.h"
#include "world/name_list.h"

typedef struct thud_chain {
    int32_t body;
    int32_t next; /* on the same body; THUD_NONE at the end */
    int32_t count, capacity;
    thud_vec2 *points; /* frame of the body */
    int32_t *shapes;   /* slots, by segment */
    bool loop, one_sided;
    void *user_data;
} thud_chain;

typedef struct thud_chain_table {
    thud_pool pool;
    thud_chain *chains;
    int32_t capacity;
    thud_name_list names;
} thud_chain_table;

void thud_chain_table_init(thud_chain_table *table, const thud_hooks *hooks);
void thud_chain_table_destroy(thud_chain_table *table);

/* Takes a slot for an empty chain; the null id when memory runs out. */
thud_pool_id thud_chain_table_add(thud_chain_table *table);

/* Frees the slot and the memory that it owns. */
void thud_chain_table_remove(thud_chain_table *table, int32_t slot);

/* Reserves memory for points and as many segments; when it runs out, returns false and leaves the chain as it was. */
bool thud_chain_reserve(const thud_chain_table *table, thud_chain *chain, int32_t count);

static inline int32_t thud_chain_segments(const thud_chain *chain) {
    return chain->loop ? chain->count : chain->count - 1;
}
