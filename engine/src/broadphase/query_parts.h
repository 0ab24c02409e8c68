/* query_parts.h: shared by queries of boxes and casts. */
#ifndef THUD_SRC_BROADPHASE_QUERY_PARTS_H
#define THUD_SRC_BROADPHASE_QUERY_PARTS_H

#include "broadphase/spatial_hash.h"

/* Entries that are tested at a time: as many as an overlap mask has bits. */
enum { thud_chunk_size = 64 };

/* Index of the lowest set bit. */
static inline int32_t thud_lowest_bit(uint64_t bits) {
    return (int32_t)__builtin_ctzll(bits);
}

/* Prefetches the first cache lines of a proxy's record. */
static inline void thud_prefetch_record(const thud_hash *hash, thud_user_records records, uint32_t slot) {
    if (records.records != NULL) {
        const char *record = (const char *)records.records + hash->proxies.users[slot] * records.size;
        __builtin_prefetch(record);
        __builtin_prefetch(record + 64);
    }
}

static inline thud_proxy_id thud_proxy_of_slot(const thud_hash *hash, uint32_t slot) {
    return (thud_proxy_id){slot, hash->pool.generations[slot]};
}

#endif
