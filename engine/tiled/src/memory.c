/* Memory in blocks, from which allocations are taken front to back. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { block_alignment = 16, block_bytes = 16 << 10 };
static const size_t most_bytes = (size_t)1 << 30;

struct tiled_block {
    tiled_block *next;
    size_t size; /* with this header */
    size_t used;
    size_t unused; /* keeps the header a multiple of the alignment */
};

static size_t rounded(size_t size) {
    return (size + block_alignment - 1) & ~(size_t)(block_alignment - 1);
}

static tiled_block *add_block(tiled_memory *memory, size_t least) {
    size_t size = rounded(sizeof(tiled_block)) + least;
    size = size < block_bytes ? (size_t)block_bytes : size;
    if (least > most_bytes || size > most_bytes - memory->taken) {
        return NULL;
    }
    tiled_block *block = memory->hooks.allocate(size, block_alignment, memory->hooks.context);
    if (block != NULL) {
        memory->taken += size;
        *block = (tiled_block){.next = memory->blocks, .size = size, .used = rounded(sizeof(tiled_block))};
        memory->blocks = block;
    }
    return block;
}

void *thud_tiled_allocate(tiled_memory *memory, size_t count, size_t size) {
    size_t bytes = count > 0 && size > most_bytes / count ? SIZE_MAX : rounded(count * size + 1);
    tiled_block *block = memory->blocks;
    if (block == NULL || block->size - block->used < bytes) {
        block = add_block(memory, bytes);
    }
    if (block == NULL) {
        for (; memory != NULL; memory = memory->outer) {
            memory->failed = true;
        }
        return NULL;
    }
    void *given = (char *)block + block->used;
    block->used += bytes;
    return memset(given, 0, bytes);
}

bool thud_tiled_make_room(tiled_memory *memory, void *array, size_t size, int count, int *capacity) {
    if (count < *capacity) {
        return true;
    }
    int larger = *capacity > 0 ? 2 * *capacity : 16;
    void *grown = thud_tiled_allocate(memory, (size_t)larger, size), *old;
    memcpy(&old, array, sizeof old); /* as bytes, because `T **` may not be used as `void **` */
    if (grown == NULL) {
        return false;
    }
    if (count > 0) {
        memcpy(grown, old, (size_t)count * size);
    }
    memcpy(array, &grown, sizeof grown);
    *capacity = larger;
    return true;
}

void thud_tiled_release(tiled_memory *memory) {
    while (memory->blocks != NULL) {
        tiled_block *block = memory->blocks;
        memory->blocks = block->next;
        memory->hooks.release(block, block->size, memory->hooks.context);
    }
    memory->taken = 0;
}

static int compare(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    return (i > j) - (i < j);
}

void thud_tiled_sort(void *array, size_t size, int count) {
    if (count > 0) {
        qsort(array, (size_t)count, size, compare);
    }
}

int thud_tiled_count_up_to(const void *array, size_t size, int count, uint32_t most) {
    int low = 0;
    while (low < count) {
        int middle = low + (count - low) / 2;
        bool is_up_to = *(const uint32_t *)(const void *)((const char *)array + (size_t)middle * size) <= most;
        low = is_up_to ? middle + 1 : low;
        count = is_up_to ? count : middle;
    }
    return low;
}
