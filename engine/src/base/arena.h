/*
 * A bump arena for data that lives at most one step. Memory is allocated front to back from chunks; a reset
 * frees everything at once and keeps the memory, so that a steady scene allocates nothing.
 *
 *     chunk | header | block | block | ....free.... |  ->  | header | .........free......... |  ->  null
 *                                     ^ used
 *
 * A step that needs more gets another chunk, at least as large as all there are; the next reset replaces
 * them by one chunk of the same size, of which the pages that no step uses are never touched. With
 * several chunks steps of different needs used different ends of them: 3.5 MB in the scene washer, whose
 * largest step needs 2.1. One thread at a time.
 */
#pragma once

#include "thud/base.h"

typedef struct thud_arena_chunk thud_arena_chunk;

typedef struct thud_arena {
    const thud_hooks *hooks;
    thud_arena_chunk *first;
    thud_arena_chunk *current;
    size_t used; /* bytes used of the current chunk, with its header */
} thud_arena;

/* A position in an arena, to return to. */
typedef struct thud_arena_mark {
    thud_arena_chunk *chunk;
    size_t used;
} thud_arena_mark;

/* Initializes an empty arena; allocates nothing yet. `hooks` must outlive it. */
void thud_arena_init(thud_arena *arena, const thud_hooks *hooks);

/* Returns all memory to the hooks. The arena is empty and can be used again. */
void thud_arena_destroy(thud_arena *arena);

/* `size` bytes, 64-byte aligned and NOT zeroed, valid until the reset; null when memory runs out or size is 0. */
void *thud_arena_allocate(thud_arena *arena, size_t size);

/* The same for `count` elements; also null if the product overflows or the count is not positive. */
void *thud_arena_allocate_array(thud_arena *arena, int64_t count, size_t element_size);

/* Frees everything at once; keeps as much memory. If one chunk of it is refused, the arena is empty. */
void thud_arena_reset(thud_arena *arena);

/* Returns the current position, and frees everything allocated since a position. */
thud_arena_mark thud_arena_get_mark(const thud_arena *arena);
void thud_arena_rewind(thud_arena *arena, thud_arena_mark mark);

/* Number of bytes that the arena has from the hooks. */
size_t thud_arena_capacity(const thud_arena *arena);

#ifdef THUD_ASSERTIONS
/* Checks the chunks: the current one is among them, and its use is within its size. O(chunks) */
void thud_arena_check_invariants(const thud_arena *arena);
#endif
