/*
 * Memory from the host's hooks: 64-byte aligned (a cache line, and enough for any SIMD width), zeroed, or null.
 *
 *     typedef struct table { float *x; float *y; int32_t count, capacity; } table;
 *
 *     thud_column columns[] = {{&table->x, sizeof *table->x}, {&table->y, sizeof *table->y}};
 *     if (!thud_reserve_columns(hooks, columns, 2, &table->capacity, table->count + 1)) {
 *         return THUD_OUT_OF_MEMORY;       the table is as before
 *     }
 *
 * All columns of a table share one capacity; it grows geometrically, so that adding costs constant time on average.
 */
#ifndef THUD_SRC_BASE_MEMORY_H
#define THUD_SRC_BASE_MEMORY_H

#include <string.h>

#include "thud/base.h"

/* Bytes of a cache line; the alignment of everything that thud_allocate gives. */
#define THUD_ALIGNMENT 64

/* `size` zeroed bytes, or null where memory runs out. A size of zero gives null. */
void *thud_allocate(const thud_hooks *hooks, size_t size);

/* The same, but the bytes hold anything and are not touched: no page is taken for those that are never used. */
void *thud_allocate_blank(const thud_hooks *hooks, size_t size);

/* Takes back what thud_allocate gave for that size; null is fine. */
void thud_release(const thud_hooks *hooks, void *memory, size_t size);

/* One array of a table. */
typedef struct thud_column {
    void *array; /* the address of the pointer to the elements: a `T **` */
    size_t element_size;
} thud_column;

/*
 * Makes room for `needed` elements in each column: contents stay, new elements are zero. False where memory runs
 * out: then every array and the capacity are as before.
 */
bool thud_reserve_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity,
                          int32_t needed);

/* The same, but new elements hold anything and are not touched, so that whoever writes first pays for new pages. */
bool thud_extend_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity,
                         int32_t needed);

/* What to ask of thud_extend_columns for a table that is to double where it grows: a third less is copied, and as much less memory is
 * touched, than when it grows by half; what is not used yet has no pages. Half of loading a level were page faults. */
static inline int32_t thud_doubled(int32_t capacity, int32_t needed) {
    bool doubles = needed > capacity && capacity <= INT32_MAX / 2;
    return doubles && needed < 2 * capacity ? 2 * capacity : needed;
}

/* The same as thud_reserve_columns and thud_extend_columns for a table of one array; `array` is the address of the pointer to the
 * elements. */
bool thud_reserve(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity, int32_t needed);
bool thud_extend(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity,
                 int32_t needed);

/*
 * The same for what is worked out anew each time: where that takes more room contents are lost, new elements hold
 * anything, and no byte is touched, so that whoever writes first pays for new pages. Where memory runs out the table is
 * left without arrays.
 */
bool thud_renew_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity,
                        int32_t needed);
bool thud_renew(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity, int32_t needed);

/* Releases every column and sets the pointers to null and the capacity to zero. */
void thud_release_columns(const thud_hooks *hooks, const thud_column *columns, int column_count, int32_t *capacity);

/* Releases an array that thud_reserve grew; the pointer becomes null and the capacity zero. */
void thud_release_array(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity);

/* memcpy, memmove, memset and memcmp == 0 for arrays that may be empty: those must not be given null even for no
 * bytes at all, and an empty table has no array. */
static inline void thud_copy_bytes(void *to, const void *from, size_t size) {
    if (size > 0) {
        memcpy(to, from, size);
    }
}

static inline void thud_move_bytes(void *to, const void *from, size_t size) {
    if (size > 0) {
        memmove(to, from, size);
    }
}

static inline void thud_fill_bytes(void *memory, int byte, size_t size) {
    if (size > 0) {
        memset(memory, byte, size);
    }
}

static inline bool thud_same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

#endif
