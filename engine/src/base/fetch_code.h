/*
 * fetch_code.h: prefetches code. A processor reads ahead within a function, not where one calls another; it can have a
 * dozen lines of a list on their way at once.
 */
#pragma once

#include <stdint.h>

#include "base/inline.h"

/* Any function: cast to it. It is not called. */
typedef void thud_code(void);

/* What is fetched of each function: the rest of a long one follows line by line [bytes]. */
enum { THUD_FETCHED_CODE = 512 };

THUD_INLINE void thud_fetch_code(thud_code *const *functions, int count) {
    for (int i = 0; i < count; i++) {
        const char *code = (const char *)(uintptr_t)functions[i];
        THUD_NO_UNROLL for (int place = 0; place < THUD_FETCHED_CODE; place += 64) {
            __builtin_prefetch(code + place, 0, 2); /* into the second level, which holds code, too */
        }
    }
}
