/* aligned.h: memory for hooks of a test, by the same functions as the engine: Windows has no
 * aligned_alloc, but a substitute with its own free. */
#pragma once

#include "thud/base.h"

static inline void *test_aligned_alloc(size_t alignment, size_t size) {
    return thud_hooks_defaults().allocate(size, alignment, NULL);
}

static inline void test_aligned_free(void *memory) {
    if (memory != NULL) {
        thud_hooks_defaults().release(memory, 0, NULL);
    }
}
