#include "base/arena.h"

#include "base/assert.h"
#include "base/memory.h"

struct thud_arena_chunk {
    thud_arena_chunk *next;
    size_t size; /* with this header [bytes] */
};

/* The header takes a whole line, so that the first block is aligned. */
enum { header_size = THUD_ALIGNMENT };

/* Size of the first chunk [bytes]. */
enum { first_chunk_size = 16 * 1024 };

void thud_arena_init(thud_arena *arena, const thud_hooks *hooks) {
    *arena = (thud_arena){.hooks = hooks};
}

void thud_arena_destroy(thud_arena *arena) {
    thud_arena_chunk *chunk = arena->first;
    while (chunk != NULL) {
        thud_arena_chunk *next = chunk->next;
        thud_release(arena->hooks, chunk, chunk->size);
        chunk = next;
    }
    thud_arena_init(arena, arena->hooks);
}

/* Advances to the next kept chunk with room for `size` bytes; false if there is none. */
static bool advance_to_kept_chunk(thud_arena *arena, size_t size) {
    while (arena->current != NULL && arena->current->next != NULL) {
        arena->current = arena->current->next;
        arena->used = header_size;
        if (arena->current->size - header_size >= size) {
            return true;
        }
    }
    return false;
}

/* Adds a chunk with room for `size` bytes after the last one and makes it the current one. */
static bool append_chunk(thud_arena *arena, size_t size) {
    thud_arena_chunk *last = arena->current;
    size_t grown = thud_arena_capacity(arena);
    size_t chunk_size = grown < first_chunk_size ? first_chunk_size : grown;
    if (chunk_size - header_size < size) {
        chunk_size = size + header_size;
    }
    thud_arena_chunk *chunk = thud_allocate_blank(arena->hooks, chunk_size);
    if (chunk == NULL) {
        return false;
    }
    *chunk = (thud_arena_chunk){.size = chunk_size};
    if (last == NULL) {
        arena->first = chunk;
    } else {
        last->next = chunk;
    }
    arena->current = chunk;
    arena->used = header_size;
    return true;
}

void *thud_arena_allocate(thud_arena *arena, size_t size) {
    if (size == 0 || size > SIZE_MAX / 4) {
        return NULL;
    }
    size_t whole = thud_whole_lines(size);
    bool fits = arena->current != NULL && arena->current->size - arena->used >= whole;
    if (!fits && !advance_to_kept_chunk(arena, whole) && !append_chunk(arena, whole)) {
        return NULL;
    }
    void *block = (char *)arena->current + arena->used;
    arena->used += whole;
    THUD_ASSERT(arena->hooks, arena->used <= arena->current->size);
    return block;
}

void *thud_arena_allocate_array(thud_arena *arena, int64_t count, size_t element_size) {
    size_t size;
    if (count <= 0 || __builtin_mul_overflow((size_t)count, element_size, &size)) {
        return NULL;
    }
    return thud_arena_allocate(arena, size);
}

static void rewind_to_start(thud_arena *arena) {
    arena->current = arena->first;
    arena->used = header_size;
}

void thud_arena_reset(thud_arena *arena) {
    if (arena->first != NULL && arena->first->next != NULL) {
        size_t capacity = thud_arena_capacity(arena);
        thud_arena_destroy(arena);
        append_chunk(arena, capacity - header_size);
    }
    rewind_to_start(arena);
}

thud_arena_mark thud_arena_get_mark(const thud_arena *arena) {
    return (thud_arena_mark){arena->current, arena->used};
}

void thud_arena_rewind(thud_arena *arena, thud_arena_mark mark) {
    if (mark.chunk == NULL) {
        rewind_to_start(arena);
        return;
    }
    arena->current = mark.chunk;
    arena->used = mark.used;
#ifdef THUD_ASSERTIONS
    thud_arena_check_invariants(
        arena); /* fails for a mark of another arena, or from before this one was destroyed */
#endif
}

#ifdef THUD_ASSERTIONS
void thud_arena_check_invariants(const thud_arena *arena) {
    bool found = arena->current == NULL && arena->first == NULL;
    for (const thud_arena_chunk *chunk = arena->first; chunk != NULL; chunk = chunk->next) {
        found = found || chunk == arena->current;
        THUD_ASSERT(arena->hooks, chunk->size > header_size && chunk->size % THUD_ALIGNMENT == 0);
    }
    if (THUD_HOLDS(arena->hooks, found) && arena->current != NULL) {
        THUD_ASSERT(arena->hooks, arena->used >= header_size && arena->used <= arena->current->size);
        THUD_ASSERT(arena->hooks, arena->used % THUD_ALIGNMENT == 0);
    }
}
#endif

size_t thud_arena_capacity(const thud_arena *arena) {
    size_t capacity = 0;
    for (const thud_arena_chunk *chunk = arena->first; chunk != NULL; chunk = chunk->next) {
        capacity += chunk->size;
    }
    return capacity;
}
