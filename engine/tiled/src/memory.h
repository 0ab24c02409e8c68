/* memory.h: memory of one map or level, allocated by the hooks in blocks and released all at once. */
#pragma once

#include "thud/base.h"

typedef struct tiled_block tiled_block;

typedef struct tiled_memory {
    thud_hooks hooks;
    tiled_block *blocks; /* the newest first */
    size_t taken;        /* [bytes] */
    /* The hook failed, or the total would exceed a gigabyte: a short template may be repeated in many objects. The reading or
     * building then ends, whatever else was refused. */
    bool failed;
    struct tiled_memory *outer; /* fails with this one; may be null */
} tiled_memory;

/* Zeroed memory for `count` elements of `size` bytes, even for 0; null, and sets `failed`, without memory. */
void *thud_tiled_allocate(tiled_memory *memory, size_t count, size_t size);

/* Reserves room for one more element after the first `count` of the array at `*array`. False without memory. */
bool thud_tiled_make_room(tiled_memory *memory, void *array, size_t size, int count, int *capacity);

void thud_tiled_release(tiled_memory *memory);

/* Arrays whose elements begin with a uint32_t: sorts them by it; the number of those of a sorted array up to `most`. */
void thud_tiled_sort(void *array, size_t size, int count);
int thud_tiled_count_up_to(const void *array, size_t size, int count, uint32_t most);
