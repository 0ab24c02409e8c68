/*
 * Slots with generations: the bookkeeping of a table whose rows are identified by ids. The pool allocates slot
 * numbers; the table has columns indexed by them.
 *
 *     slot         0     1     2     3     4        end = 4 (slots ever used), capacity = 5
 *     generation   1     3     1     2     1
 *     live         1     0     1     0     .
 *     free         3     1     .     .     .        a stack of end - count slots: 1 is next
 *
 * Freeing increments the slot's generation, so that an old id no longer matches. A generation is never 0: the zero id
 * is null. The slot freed last is used first; the slot of an id depends only on the calls made before.
 */
#pragma once

#include "thud/base.h"

#include "base/assert.h"
#include "base/inline.h"

/* The null slot, in lists and links. */
#define THUD_NONE (-1)

/* A link of a chain through contacts or joints names one of these, its owner, and the side, 0 or 1, of the body that the
 * chain belongs to: 2 * owner + side. Unsigned, as compilers that save space divide signed numbers by a slow instruction. */
static inline int32_t thud_link_owner(int32_t link) {
    return (int32_t)((uint32_t)link / 2u);
}

static inline int32_t thud_link_side(int32_t link) {
    return (int32_t)((uint32_t)link % 2u);
}

/* The lower bits of a generation count allocations of the slot; the upper ones are the tag of the pool, which tells ids of
 * other pools. */
#define THUD_POOL_COUNT_BITS 24
#define THUD_POOL_COUNT_MASK ((1u << THUD_POOL_COUNT_BITS) - 1u)
#define THUD_POOL_LARGEST_TAG 255

typedef struct thud_pool_id {
    uint32_t slot;
    uint32_t generation;
} thud_pool_id;

typedef struct thud_pool {
    const thud_hooks *hooks;
    /* 0, or as set by the owner before the first id was allocated; up to THUD_POOL_LARGEST_TAG */
    uint32_t tag;
    uint32_t *generations;
    uint8_t *live; /* by slot: whether it is live */
    int32_t *free; /* slots to reuse, the one freed last at the end */
    int32_t count;
    int32_t end;
    int32_t capacity; /* slots for which there is memory */
} thud_pool;

/* Initializes an empty pool; allocates nothing yet. `hooks` must outlive it. */
void thud_pool_init(thud_pool *pool, const thud_hooks *hooks);

/* Releases all memory. All ids are stale from then on. */
void thud_pool_destroy(thud_pool *pool);

/* Reserves `capacity` live slots; when memory runs out, returns false and leaves the pool as it was. */
bool thud_pool_reserve(thud_pool *pool, int32_t capacity);

/* Allocates a live slot; the null id when memory runs out. */
thud_pool_id thud_pool_allocate(thud_pool *pool);

/* Frees the slot; false if the id is null or stale. */
bool thud_pool_free(thud_pool *pool, thud_pool_id id);

/* Whether a slot in [0, end) is live. */
static inline bool thud_pool_is_live(const thud_pool *pool, int32_t slot) {
    THUD_ASSERT(pool->hooks, slot >= 0 && slot < pool->end);
    return pool->live[slot] != 0;
}

/* The same for any number. */
static inline bool thud_pool_has(const thud_pool *pool, int32_t slot) {
    return slot >= 0 && slot < pool->end && pool->live[slot];
}

/* Whether the id is that of a live slot. Any bits are allowed. Always inlined: for thud_live_slot, which nearly all calls run. */
THUD_INLINE bool thud_pool_is_valid_here(const thud_pool *pool, thud_pool_id id) {
    return id.slot < (uint32_t)pool->end && pool->generations[id.slot] == id.generation && pool->live[id.slot];
}

/* The same for all else, where the compiler decides: always inlined it is 140 bytes more. */
static inline bool thud_pool_is_valid(const thud_pool *pool, thud_pool_id id) {
    return thud_pool_is_valid_here(pool, id);
}

/* The first live slot from `slot` on; `end` after the last. */
static inline int32_t thud_pool_next(const thud_pool *pool, int32_t slot) {
    while (slot < pool->end && !pool->live[slot]) {
        slot++;
    }
    return slot;
}

#define THUD_EACH_LIVE(pool, slot)                                                                           \
    for (int32_t slot = thud_pool_next(pool, 0); slot < (pool)->end; slot = thud_pool_next(pool, slot + 1))

/* The id of a live slot. */
static inline thud_pool_id thud_pool_id_at(const thud_pool *pool, int32_t slot) {
    THUD_ASSERT(pool->hooks, thud_pool_is_live(pool, slot));
    return (thud_pool_id){(uint32_t)slot, pool->generations[slot]};
}

#ifdef THUD_ASSERTIONS
/* Checks all slots. O(slots) */
void thud_pool_check_invariants(const thud_pool *pool);
#endif
