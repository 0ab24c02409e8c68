#include "world/bodies/outline_store.h"

#include <string.h>

#include "base/inline.h"
#include "base/memory.h"

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

THUD_OWN_CODE bool add_chunk(thud_outline_store *store, int32_t count) {
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

void thud_outline_release(thud_outline_store *store, const thud_vec2 *outline, int32_t count) {
    thud_outline_class *class = &store->classes[count];
    void *released = (void *)(uintptr_t)outline;
    memcpy(released, &class->released, sizeof class->released);
    class->released = released;
}

void thud_outline_write(thud_vec2 *outline, const thud_shape *shape) {
    memcpy(outline, shape->vertices, (size_t)shape->count * sizeof *outline);
    memcpy(outline + shape->count, shape->normals, (size_t)shape->count * sizeof *outline);
}

/* ---- shared outlines ---- */

static uint64_t bits_of(thud_vec2 vertex) {
    uint64_t bits;
    memcpy(&bits, &vertex, sizeof bits);
    return bits;
}

/* The place of an outline among the recent ones: by two vertices, which are opposite corners of a box. */
static thud_shared_outline *recent_place(thud_outline_store *store, const thud_vec2 *vertices, int32_t count) {
    enum { index_shift = 64 - 6 };
    _Static_assert(thud_recent_outlines == 1 << (64 - index_shift), "the highest bits are the index");
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = (bits_of(vertices[0]) * factor ^ bits_of(vertices[count / 2])) * factor;
    return &store->recent[(hash ^ hash >> 32) * factor >> index_shift];
}

static bool is_outline_of(const thud_shared_outline *shared, const thud_shape *shape) {
    size_t size = (size_t)shared->count * sizeof *shared->outline;
    return shared->count == shape->count && thud_same_bytes(shared->outline, shape->vertices, size) &&
           thud_same_bytes(shared->outline + shared->count, shape->normals, size);
}

thud_vec2 *thud_outline_share(thud_outline_store *store, const thud_shape *shape) {
    thud_shared_outline *recent = recent_place(store, shape->vertices, shape->count);
    if (is_outline_of(recent, shape)) {
        recent->uses++;
        return recent->outline;
    }
    thud_vec2 *outline = thud_outline_take(store, shape->count);
    if (outline != NULL) {
        thud_outline_write(outline, shape);
        if (recent->uses <= 1) {
            *recent = (thud_shared_outline){outline, shape->count, 1};
        }
    }
    return outline;
}

void thud_outline_unshare(thud_outline_store *store, const thud_vec2 *outline, int32_t count) {
    thud_shared_outline *recent = recent_place(store, outline, count);
    if (recent->outline == outline && --recent->uses > 0) {
        return;
    }
    recent->count = recent->outline == outline ? 0 : recent->count;
    thud_outline_release(store, outline, count);
}
