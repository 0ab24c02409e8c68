/*
 * snapshot.c: a world in one block of memory, and copies of the block.
 *
 *     | head | array | hole | array | array | hole | array | ......... |
 *     ^ block                                              ^ top        ^ size
 *
 * All pointers in a world lead to places of its block, so that a copy of the part below `top`, put back, is the world again.
 * The head has the list of holes: it returns with the rest.
 */
#include "thud/snapshot.h"

#include <string.h>

#include "world/check.h"
#include "world/world_state.h"

/* Released memory below the top, at its start. Holes are in the order of their addresses, and never adjacent. */
typedef struct hole {
    size_t size;
    struct hole *next;
} hole;

typedef struct block {
    struct block *self; /* identifies the block in a snapshot */
    size_t size, top;
    hole *holes;
} block;

static char *end_of(hole *released) {
    return (char *)released + released->size;
}

/* ---- the hooks ---- */

/* From the smallest hole that is large enough, else from the top. */
static void *allocate(size_t size, size_t alignment, void *context) {
    (void)alignment; /* at most that of the block, of which sizes are multiples */
    block *from = context;
    if (from == NULL) {
        return NULL;
    }
    hole **best = NULL;
    for (hole **link = &from->holes; *link != NULL; link = &(*link)->next) {
        if ((*link)->size >= size && (best == NULL || (*link)->size < (*best)->size)) {
            best = link;
        }
    }
    if (best == NULL) {
        if (size > from->size - from->top) {
            return NULL;
        }
        from->top += size;
        return (char *)from + from->top - size;
    }
    hole *used = *best, *next = used->next;
    if (used->size > size) {
        hole *rest = (hole *)((char *)used + size);
        *rest = (hole){used->size - size, next};
        next = rest;
    }
    *best = next;
    return used;
}

/* Joins the hole with adjacent holes, or with the free memory above the top. */
static void release(void *memory, size_t size, void *context) {
    block *to = context;
    hole **link = &to->holes, **before = NULL;
    while (*link != NULL && (char *)*link < (char *)memory) {
        before = link;
        link = &(*link)->next;
    }
    hole *made = memory;
    *made = (hole){size, *link};
    *link = made;
    if (made->next != NULL && end_of(made) == (char *)made->next) {
        made->size += made->next->size;
        made->next = made->next->next;
    }
    if (before != NULL && end_of(*before) == (char *)made) {
        (*before)->size += made->size;
        (*before)->next = made->next;
        link = before;
    }
    if (end_of(*link) == (char *)to + to->top) {
        to->top -= (*link)->size;
        *link = NULL;
    }
}

thud_hooks thud_snapshot_hooks(void *memory, size_t size) {
    thud_hooks hooks = thud_hooks_defaults();
    hooks.allocate = allocate;
    hooks.release = release;
    size_t skipped = -(uintptr_t)memory % THUD_ALIGNMENT;
    if (memory != NULL && size >= skipped + THUD_ALIGNMENT) {
        block *made = (block *)((char *)memory + skipped);
        size_t room = (size - skipped) / THUD_ALIGNMENT * THUD_ALIGNMENT;
        *made = (block){.self = made, .size = room, .top = THUD_ALIGNMENT};
        hooks.context = made;
    }
    return hooks;
}

/* ---- snapshots ---- */

/* The block of a world that can be copied now; null when refused. */
static block *block_of(const thud_world *world, thud_call call) {
    if (!thud_world_may_change(world, call)) {
        return NULL;
    }
    const thud_world_def *def = &world->def;
    if (def->hooks.allocate != allocate) {
        thud_refuse_kind(world, call, "hooks", 0.0, "are not those of thud_snapshot_hooks");
        return NULL;
    }
    if (def->worker_count > 1 && def->run_tasks == NULL) {
        thud_refuse_why(world, call, THUD_OUT_OF_RANGE, "worker_count", def->worker_count,
                        "the world has threads of its own");
        return NULL;
    }
    return def->hooks.context;
}

size_t thud_snapshot_save(const thud_world *world, void *snapshot, size_t capacity) {
    const block *from = block_of(world, thud_on_world(__func__));
    if (from == NULL) {
        return 0;
    }
    if (snapshot != NULL && capacity >= from->top) {
        memcpy(snapshot, from, from->top);
    }
    return from->top;
}

bool thud_snapshot_restore(thud_world *world, const void *snapshot, size_t size) {
    const thud_call call = thud_on_world(__func__);
    block *to = block_of(world, call);
    if (to == NULL) {
        return false;
    }
    block head = {0};
    if (snapshot != NULL && size >= sizeof head) {
        memcpy(&head, snapshot, sizeof head);
    }
    if (head.self != to || head.size != to->size) {
        return thud_refuse_why(world, call, THUD_BAD_DATA, "snapshot", 0.0, "it is not of this world's block");
    }
    if (head.top != size) {
        return thud_refuse_why(world, call, THUD_OUT_OF_RANGE, "size", (double)size, "this snapshot has another size");
    }
    memcpy(to, snapshot, size);
    return true;
}
