/*
 * Memory from the host's hooks: 64-byte aligned (a cache line, and enough for any SIMD width), or null.
 *
 *     typedef struct table { float *x; float *y; int32_t count, capacity; } table;
 *
 *     static const thud_column columns[] = {THUD_COLUMN(table, x), THUD_COLUMN(table, y), {0}};
 *     if (!thud_reserve_columns(hooks, table, columns, &table->capacity, table->count + 1)) {
 *         return THUD_OUT_OF_MEMORY;       the table is as before
 *     }
 *
 * All columns of a table share one capacity, which grows geometrically, so that adding costs constant time on average.
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "thud/base.h"

/* Size of a cache line [bytes]; the alignment of all memory from thud_allocate. */
#define THUD_ALIGNMENT 64

/* Hooks with the default functions for memory if they have none. */
thud_hooks thud_complete_hooks(thud_hooks hooks);

/* `size` zeroed bytes, or null when memory runs out. A size of zero gives null. */
void *thud_allocate(const thud_hooks *hooks, size_t size);

/* The same with uninitialized bytes, which are not touched: unused ones get no pages. */
void *thud_allocate_blank(const thud_hooks *hooks, size_t size);

/* Releases memory from thud_allocate of that size; null is allowed. */
void thud_release(const thud_hooks *hooks, void *memory, size_t size);

/* Hooks that count bytes and forward to those of the host, without its log. They point to this struct, which must not move. */
typedef struct thud_counted_hooks {
    const thud_hooks *user;
    thud_hooks hooks;
    _Atomic int64_t bytes;
} thud_counted_hooks;

/* Counts from zero; `user` has allocate and release, and outlives them. */
void thud_counted_hooks_init(thud_counted_hooks *counted, const thud_hooks *user);

/* One array of a table. */
typedef struct thud_column {
    size_t place;        /* of the pointer to the elements in the table's struct [bytes] */
    size_t element_size; /* [bytes] */
} thud_column;

/* The column of a member, a pointer, of a type of tables. A list of columns ends with {0}. */
#define THUD_COLUMN(table, member)                                                                           \
    { offsetof(table, member), sizeof *((table *)0)->member }

/* Reserves `needed` elements in each column of a table: contents stay, new elements are not touched, so that
 * their first writer pays for new pages. When memory runs out, returns false and leaves all as it was. */
bool thud_reserve_columns(const thud_hooks *hooks, void *table, const thud_column *columns, int32_t *capacity,
                          int32_t needed);

/* The capacity for thud_reserve_columns if a table doubles when it grows: it copies and touches a third less
 * than with growth by half; unused capacity has no pages. Half of the time to load a level was page faults. */
static inline int32_t thud_doubled(int32_t capacity, int32_t needed) {
    bool doubles = needed > capacity && capacity <= INT32_MAX / 2;
    return doubles && needed < 2 * capacity ? 2 * capacity : needed;
}

/* The same for a table of one array; `array` is the address of the pointer to the elements. */
bool thud_reserve(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity, int32_t needed);

/* The same; new elements are zero. */
bool thud_reserve_zeros(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity,
                        int32_t needed);

/* Releases every column and sets the pointers to null and the capacity to zero. */
void thud_release_columns(const thud_hooks *hooks, void *table, const thud_column *columns, int32_t *capacity);

/* Releases an array that thud_reserve grew; the pointer becomes null and the capacity zero. */
void thud_release_array(const thud_hooks *hooks, void *array, size_t element_size, int32_t *capacity);

/* The same three for an array, a pointer to elements of its type, and its capacity. */
#define THUD_RESERVE(hooks, array, capacity, needed)                                                         \
    thud_reserve(hooks, &(array), sizeof *(array), &(capacity), needed)
#define THUD_RESERVE_ZEROS(hooks, array, capacity, needed)                                                   \
    thud_reserve_zeros(hooks, &(array), sizeof *(array), &(capacity), needed)
#define THUD_RELEASE_ARRAY(hooks, array, capacity)                                                           \
    thud_release_array(hooks, &(array), sizeof *(array), &(capacity))

/* A size in whole cache lines, as allocations are; zero if that overflows. */
static inline size_t thud_whole_lines(size_t size) {
    return size > SIZE_MAX - THUD_ALIGNMENT ? 0
                                            : (size + THUD_ALIGNMENT - 1) / THUD_ALIGNMENT * THUD_ALIGNMENT;
}

/* Takes an array from a block, `used` bytes of which are taken, and moves on by whole cache lines; null without a block:
 * then only `used` grows, which gives the size of a block for all arrays. */
static inline void *thud_carve(char *block, size_t *used, int32_t count, size_t element_size) {
    void *array = block == NULL ? NULL : block + *used;
    *used += thud_whole_lines((size_t)count * element_size);
    return array;
}

/* memcpy, memmove, memset and memcmp == 0 for arrays that may be empty: the C functions must not get null even for
 * zero bytes, and an empty table has no array. */
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

/* Inserts an element into a sorted list with room for `capacity`: a full one loses its last. Returns the new count. */
static inline int thud_insert(void *list, size_t size, int count, int capacity, int place,
                              const void *element) {
    if (place < capacity) {
        char *at = (char *)list + (size_t)place * size;
        count = count < capacity ? count + 1 : count;
        memmove(at + size, at, (size_t)(count - 1 - place) * size);
        memcpy(at, element, size);
    }
    return count;
}

static inline bool thud_same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}
