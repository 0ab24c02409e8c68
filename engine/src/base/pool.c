#include "base/pool.h"

#include "base/memory.h"

static const thud_column pool_columns[] = {
    THUD_COLUMN(thud_pool, generations),
    THUD_COLUMN(thud_pool, live),
    THUD_COLUMN(thud_pool, free),
    {0},
};

void thud_pool_init(thud_pool *pool, const thud_hooks *hooks) {
    *pool = (thud_pool){.hooks = hooks};
}

void thud_pool_destroy(thud_pool *pool) {
    thud_release_columns(pool->hooks, pool, pool_columns, &pool->capacity);
    thud_pool_init(pool, pool->hooks);
}

bool thud_pool_reserve(thud_pool *pool, int32_t capacity) {
    return capacity <= pool->capacity || /* the usual case */
           thud_reserve_columns(pool->hooks, pool, pool_columns, &pool->capacity, capacity);
}

/* The next generation; the generations of a slot repeat after 2^24. */
static uint32_t next_generation(const thud_pool *pool, uint32_t generation) {
    uint32_t count = (generation + 1) & THUD_POOL_COUNT_MASK;
    return pool->tag << THUD_POOL_COUNT_BITS | (count == 0 ? 1 : count);
}

/* The slot freed last, or else the first one never used; THUD_NONE when memory runs out. */
static int32_t take_slot(thud_pool *pool) {
    int32_t free_count = pool->end - pool->count;
    if (free_count > 0) {
        THUD_ASSERT(pool->hooks, !thud_pool_is_live(pool, pool->free[free_count - 1]));
        return pool->free[free_count - 1];
    }
    if (pool->end == INT32_MAX || !thud_pool_reserve(pool, pool->end + 1)) {
        return THUD_NONE;
    }
    pool->generations[pool->end] = next_generation(pool, 0);
    return pool->end++;
}

thud_pool_id thud_pool_allocate(thud_pool *pool) {
    int32_t slot = take_slot(pool);
    if (slot == THUD_NONE) {
        return (thud_pool_id){0, 0};
    }
    pool->live[slot] = 1;
    pool->count++;
    return thud_pool_id_at(pool, slot);
}

bool thud_pool_free(thud_pool *pool, thud_pool_id id) {
    if (!thud_pool_is_valid(pool, id)) {
        return false;
    }
    THUD_ASSERT(pool->hooks, pool->count > 0 && pool->count <= pool->end);
    pool->generations[id.slot] = next_generation(pool, id.generation);
    pool->live[id.slot] = 0;
    pool->free[pool->end - pool->count] = (int32_t)id.slot;
    pool->count--;
    return true;
}

#ifdef THUD_ASSERTIONS
/* A hash of a slot. The free list must have each slot that is not live once: the same number and sum of hashes. */
static uint64_t stir(int32_t slot) {
    uint64_t bits = ((uint64_t)slot + 1) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 29;
}

void thud_pool_check_invariants(const thud_pool *pool) {
    const thud_hooks *hooks = pool->hooks;
    if (!THUD_HOLDS(hooks, pool->count >= 0 && pool->count <= pool->end && pool->end <= pool->capacity)) {
        return;
    }
    int32_t live = 0;
    uint64_t sum_of_dead = 0, sum_of_free = 0;
    for (int32_t slot = 0; slot < pool->end; slot++) {
        THUD_ASSERT(hooks, pool->live[slot] <= 1 && pool->generations[slot] != 0);
        live += pool->live[slot];
        sum_of_dead += pool->live[slot] ? 0 : stir(slot);
    }
    THUD_ASSERT(hooks, live == pool->count);
    for (int32_t i = 0; i < pool->end - pool->count; i++) {
        if (THUD_HOLDS(hooks, pool->free[i] >= 0 && pool->free[i] < pool->end)) {
            THUD_ASSERT(hooks, !pool->live[pool->free[i]]);
            sum_of_free += stir(pool->free[i]);
        }
    }
    THUD_ASSERT(hooks, sum_of_free == sum_of_dead);
}
#endif
