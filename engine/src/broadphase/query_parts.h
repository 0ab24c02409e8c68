/* query_parts.h: shared by queries of boxes and casts. */
#pragma once

#include "base/inline.h"
#include "base/kernel.h"
#include "broadphase/spatial_hash.h"

static inline int32_t thud_lowest_bit(uint64_t bits) {
    return (int32_t)__builtin_ctzll(bits);
}

/* Prefetches the first cache lines of a proxy's record. Inline: gcc removes calls of functions that only prefetch. */
THUD_INLINE void thud_prefetch_record(const thud_hash *hash, uint32_t slot) {
    if (hash->records.place != NULL) {
        const char *record;
        memcpy(&record, hash->records.place, sizeof record);
        record += hash->proxies.users[slot] * hash->records.size;
        __builtin_prefetch(record);
        __builtin_prefetch(record + 64);
    }
}

/* A query of a box, and the proxies found but not visited yet. */
typedef struct thud_box_query {
    const thud_hash *hash;
    thud_aabb box;
    thud_found_visitor *visitor;
    void *context;
    thud_found found;
    bool has_visited;
} thud_box_query;

/* Visits the proxies found; false when the visitor has stopped. */
static inline bool thud_visit_found(thud_box_query *query) {
    bool goes_on = query->visitor(query->hash, &query->found, query->context);
    query->found.count = 0;
    query->has_visited = true;
    return goes_on;
}

/* Mask of up to 64 boxes from entry `first` on that overlap the box: bit i for entry first + i. */
THUD_KERNEL_DECLARE(uint64_t, thud_overlap_bits,
                    (const thud_box_columns *boxes, int32_t first, int32_t count, const thud_aabb *box));

/* Consecutive entries of a list. */
typedef struct thud_box_run {
    const thud_box_columns *boxes;
    const uint32_t *slots;
    int32_t first, end;
    const int32_t *columns; /* ascending; null: all entries are compared */
    int32_t last_column;    /* entries of higher columns are not compared */
    /* null: no entry is stale; else an entry counts if its proxy is in the list of `place` */
    const uint32_t *places;
    uint32_t place;
    /* An entry gets no mark if its low sides, by these columns, are not below those of `sure` and its high sides not above. */
    thud_box_columns marked_by;
    thud_aabb sure;
} thud_box_run;

/* Finds the boxes of a run that overlap the query's box; false when the visitor has stopped. */
THUD_KERNEL_DECLARE(bool, thud_find_boxes, (thud_box_query * query, const thud_box_run *run));

/* The proxies of a list that a query finds in its tree, in the order of the list. With more boxes rows are faster. */
enum { thud_most_hits = 128 };

typedef struct thud_tree_hits {
    const thud_tree_node *nodes;
    const uint32_t *places; /* of proxies */
    const uint64_t *users;  /* of proxies */
    uint32_t place;         /* place of entry 0; an entry's index is added */
    int32_t count;          /* above the capacity: too many */
    uint64_t hits[thud_most_hits]; /* place << 32 | slot */
} thud_tree_hits;

/* Inserts the proxies below a node that overlap the box and are still in the list. */
THUD_KERNEL_DECLARE(void, thud_search_tree, (thud_tree_hits * hits, uint32_t root, const thud_aabb *box));

/* thud_found_crossing */
THUD_KERNEL_DECLARE(uint32_t, thud_crossing_bits, (const thud_found *found));

static inline thud_proxy_id thud_proxy_of_slot(const thud_hash *hash, uint32_t slot) {
    return (thud_proxy_id){slot, hash->pool.generations[slot]};
}
