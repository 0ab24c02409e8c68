/*
 * memory.h: memory of one map or level, taken from the hooks in blocks and released all at once.
 */
#ifndef TILED_MEMORY_H
#define TILED_MEMORY_H

#include "thud/base.h"

typedef struct tiled_block tiled_block;

typedef struct tiled_memory {
    thud_hooks hooks;
    tiled_block *blocks; /* the newest first */
    size_t taken;        /* [bytes] */
    bool
        failed; /* the hook gave nothing, or it would be more than a gigabyte: a few bytes of a template may stand
                            for many in each object that names it */
} tiled_memory;

/* Zeroed memory for `count` things of `size` bytes; null, and `failed`, where there is none. For 0 things: not null. */
void *thud_tiled_allocate(tiled_memory *memory, size_t count, size_t size);

/* A copy of `length` bytes of text; null where there is no memory. */
const char *thud_tiled_copy_text(tiled_memory *memory, const char *text, size_t length);

void thud_tiled_release(tiled_memory *memory);

#endif
