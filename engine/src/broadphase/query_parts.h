/* query_parts.h: what queries of boxes and casts have in common. */
#ifndef THUD_SRC_BROADPHASE_QUERY_PARTS_H
#define THUD_SRC_BROADPHASE_QUERY_PARTS_H

#include "broadphase/spatial_hash.h"

/* Entries that are tested at a time: as many as an overlap mask has bits. */
enum { thud_chunk_size = 64 };

/* Index of the lowest set bit, of the highest one. */
static inline int32_t thud_lowest_bit(uint64_t bits) {
    return (int32_t)__builtin_ctzll(bits);
}

static inline int32_t thud_highest_bit(uint64_t bits) {
    return 63 - (int32_t)__builtin_clzll(bits);
}

/* Bits first to last, each 0 to 7. */
static inline uint32_t thud_bits_between(int32_t first, int32_t last) {
    return (0xffu << first & 0xffu) & 0xffu >> (7 - last);
}

/* Of 8 x 8 bits, row by row, those of these rows and columns. */
static inline uint64_t thud_square_bits(int32_t first_row, int32_t last_row, int32_t first_column,
                                        int32_t last_column) {
    uint64_t columns = thud_bits_between(first_column, last_column) * 0x0101010101010101u;
    return columns & (~0ull << 8 * first_row) & (~0ull >> 8 * (7 - last_row));
}

static inline int32_t thud_most_of(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline int32_t thud_least_of(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* Brings the first cache lines of a proxy's record into the cache. */
static inline void thud_prefetch_record(const thud_hash *hash, thud_user_records records, uint32_t slot) {
    if (records.records != NULL) {
        const char *record = (const char *)records.records + hash->proxies.users[slot] * records.size;
        __builtin_prefetch(record);
        __builtin_prefetch(record + 64);
        __builtin_prefetch(record + 128);
    }
}

static inline thud_proxy_id thud_proxy_of_slot(const thud_hash *hash, uint32_t slot) {
    thud_pool_id id = thud_pool_id_at(&hash->pool, (int32_t)slot);
    return (thud_proxy_id){id.slot, id.generation};
}

#endif
