/*
 * outline_store.h: the outlines of shapes: `count` vertices and as many normals each, of 1 to THUD_MAX_VERTICES. An
 * outline does not move until it is released, so that records point to it. Outlines of one count are adjacent in chunks
 * of doubling size; released ones are used again.
 *
 * Separate allocations of outlines took a seventh of the time to create a tile.
 *
 * Thousands of crates have the same outline, so equal outlines of shapes are stored once, as far as they are found again:
 * one of each hash is remembered, with its number of uses. One that others use stays remembered until all have released
 * it; one in a single use makes room for the next, as each tile of a body has an outline of its own.
 */
#pragma once

#include "thud/shape.h"

/* The outlines of one count. */
typedef struct thud_outline_class {
    void *released;      /* each holds the address of the next */
    unsigned char *next; /* first outline of the last chunk that was never taken */
    int32_t left;        /* outlines from `next` on */
    int32_t last_count;  /* outlines in the last chunk */
} thud_outline_class;

/* An outline that several shapes may use. */
typedef struct thud_shared_outline {
    thud_vec2 *outline;
    int32_t count, uses; /* of none: 0 */
} thud_shared_outline;

enum { thud_recent_outlines = 64 };

typedef struct thud_outline_store {
    const thud_hooks *hooks;
    struct thud_outline_chunk *chunks; /* of all counts, the last one first */
    thud_outline_class classes[THUD_MAX_VERTICES + 1];
    thud_shared_outline recent[thud_recent_outlines]; /* by hash */
} thud_outline_store;

void thud_outline_store_init(thud_outline_store *store, const thud_hooks *hooks);

/* Releases all memory, and all outlines with it. */
void thud_outline_store_destroy(thud_outline_store *store);

/* Takes uninitialized memory for an outline of `count` vertices; null when memory runs out. */
thud_vec2 *thud_outline_take(thud_outline_store *store, int32_t count);
void thud_outline_release(thud_outline_store *store, const thud_vec2 *outline, int32_t count);

/* Writes the vertices and normals of a shape. */
void thud_outline_write(thud_vec2 *outline, const thud_shape *shape);

/* The outline of a shape, which must not be changed; null when memory runs out. */
thud_vec2 *thud_outline_share(thud_outline_store *store, const thud_shape *shape);

/* Releases an outline from thud_outline_share. */
void thud_outline_unshare(thud_outline_store *store, const thud_vec2 *outline, int32_t count);

/* Reserves memory for the next outline of `count` vertices that is taken; false when it runs out. */
bool thud_outline_make_room(thud_outline_store *store, int32_t count);
