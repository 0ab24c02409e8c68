#include "base/pool.h"

#include "base/memory.h"

/* In `next`: the slot is live. */
enum { slot_is_live = -2 };

/* In `next` and `free_slot`: the list ends. */
enum { no_slot = -1 };

void thud_pool_init(thud_pool *pool, const thud_hooks *hooks) {
    *pool = (thud_pool){.hooks = hooks, .free_slot = no_slot};
}

void thud_pool_destroy(thud_pool *pool) {
    thud_column columns[] = {{&pool->generations, sizeof *pool->generations}, {&pool->next, sizeof *pool->next}};
    thud_release_columns(pool->hooks, columns, 2, &pool->capacity);
    thud_pool_init(pool, pool->hooks);
}

bool thud_pool_reserve(thud_pool *pool, int32_t capacity) {
    thud_column columns[] = {{&pool->generations, sizeof *pool->generations}, {&pool->next, sizeof *pool->next}};
    return thud_reserve_columns(pool->hooks, columns, 2, &pool->capacity, capacity);
}

/* The slot freed last, or else the first one never used; no_slot where memory runs out. */
static int32_t take_slot(thud_pool *pool) {
    if (pool->free_slot != no_slot) {
        int32_t slot = pool->free_slot;
        pool->free_slot = pool->next[slot];
        return slot;
    }
    if (pool->end == INT32_MAX || !thud_pool_reserve(pool, pool->end + 1)) {
        return no_slot;
    }
    pool->generations[pool->end] = 1;
    return pool->end++;
}

thud_pool_id thud_pool_allocate(thud_pool *pool) {
    int32_t slot = take_slot(pool);
    if (slot == no_slot) {
        return (thud_pool_id){0, 0};
    }
    pool->next[slot] = slot_is_live;
    pool->count++;
    return thud_pool_id_at(pool, slot);
}

bool thud_pool_free(thud_pool *pool, thud_pool_id id) {
    if (!thud_pool_is_valid(pool, id)) {
        return false;
    }
    uint32_t bumped = id.generation + 1;
    pool->generations[id.slot] = bumped == 0 ? 1 : bumped;
    pool->next[id.slot] = pool->free_slot;
    pool->free_slot = (int32_t)id.slot;
    pool->count--;
    return true;
}

bool thud_pool_is_valid(const thud_pool *pool, thud_pool_id id) {
    return id.slot < (uint32_t)pool->end && pool->generations[id.slot] == id.generation &&
           thud_pool_is_live(pool, (int32_t)id.slot);
}

bool thud_pool_is_live(const thud_pool *pool, int32_t slot) {
    return pool->next[slot] == slot_is_live;
}

thud_pool_id thud_pool_id_at(const thud_pool *pool, int32_t slot) {
    return (thud_pool_id){(uint32_t)slot, pool->generations[slot]};
}
