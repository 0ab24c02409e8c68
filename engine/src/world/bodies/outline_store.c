#include "world/bodies/outline_store.h"

#include <string.h>

/* Outlines in the first chunk of a count, and in the largest. */
enum { FIRST_CHUNK = 8, LARGEST_CHUNK = 1024 };

/* A chunk; the outlines follow it, aligned as the chunk is. */
typedef struct thud_outline_chunk {
    _Alignas(THUD_ALIGNMENT) struct thud_outline_chunk *next;
    size_t size; /* with this header */
} thud_outline_chunk;

static size_t outline_size(int32_t count) {
    return 2 * (size_t)count * sizeof(thud_vec2);
}

void thud_outline_store_init(thud_outline_store *store, const thud_hooks *hooks) {
    *store = (thud_outline_store){.hooks = hooks};
}

void thud_outline_store_destroy(thud_outline_store *store) {
    for (thud_outline_chunk *chunk = store->chunks; chunk != NULL;) {
        thud_outline_chunk *next = chunk->next;
        thud_release(store->hooks, chunk, chunk->size);
        chunk = next;
    }
    thud_outline_store_init(store, store->hooks);
}

static bool add_chunk(thud_outline_store *store, int32_t count) {
    thud_outline_class *class = &store->classes[count];
    int32_t outlines = class->last_count < LARGEST_CHUNK / 2 ? 2 * class->last_count : LARGEST_CHUNK;
    outlines = outlines < FIRST_CHUNK ? FIRST_CHUNK : outlines;
    size_t size = sizeof(thud_outline_chunk) + (size_t)outlines * outline_size(count);
    thud_outline_chunk *chunk = thud_allocate_blank(store->hooks, size);
    if (chunk == NULL) {
        return false;
    }
    *chunk = (thud_outline_chunk){.next = store->chunks, .size = size};
    store->chunks = chunk;
    class->next = (unsigned char *)(chunk + 1);
    class->left = class->last_count = outlines;
    return true;
}

bool thud_outline_make_room(thud_outline_store *store, int32_t count) {
    const thud_outline_class *class = &store->classes[count];
    return class->released != NULL || class->left > 0 || add_chunk(store, count);
}

thud_vec2 *thud_outline_take(thud_outline_store *store, int32_t count) {
    thud_outline_class *class = &store->classes[count];
    void *outline = class->released;
    if (outline != NULL) {
        memcpy(&class->released, outline, sizeof class->released);
        return outline;
    }
    if (!thud_outline_make_room(store, count)) {
        return NULL;
    }
    outline = class->next;
    class->next += outline_size(count);
    class->left--;
    return outline;
}

void thud_outline_release(thud_outline_store *store, thud_vec2 *outline, int32_t count) {
    thud_outline_class *class = &store->classes[count];
    memcpy(outline, &class->released, sizeof class->released);
    class->released = outline;
}
