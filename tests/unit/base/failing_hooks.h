/* Memory hooks that count the bytes held and refuse after a set number of allocations. */
#pragma once

#include <stdlib.h>

#include "thud/base.h"
#include "reference/aligned.h"

typedef struct memory_meter {
    int allocations;
    int allocations_allowed; /* the hooks refuse from then on; negative: never */
    int64_t bytes_held;
} memory_meter;

static inline void *meter_allocate(size_t size, size_t alignment, void *context) {
    memory_meter *meter = context;
    if (meter->allocations_allowed >= 0 && meter->allocations >= meter->allocations_allowed) {
        return NULL;
    }
    meter->allocations++;
    meter->bytes_held += (int64_t)size;
    return test_aligned_alloc(alignment, size);
}

static inline void meter_release(void *memory, size_t size, void *context) {
    memory_meter *meter = context;
    meter->bytes_held -= (int64_t)size;
    test_aligned_free(memory);
}

/* Hooks that never refuse until meter->allocations_allowed is set. */
static inline thud_hooks metered_hooks(memory_meter *meter) {
    thud_hooks hooks = thud_hooks_defaults();
    memory_meter fresh = {0, -1, 0};
    *meter = fresh;
    hooks.allocate = meter_allocate;
    hooks.release = meter_release;
    hooks.context = meter;
    return hooks;
}
