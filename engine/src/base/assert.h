/*
 * THUD_ASSERT(hooks, condition): an invariant of the library's own, never of its input (bad input is refused with
 * a status). It tells the assert hook and goes on; with NDEBUG it is not compiled.
 */
#ifndef THUD_SRC_BASE_ASSERT_H
#define THUD_SRC_BASE_ASSERT_H

#include "thud/base.h"

#ifdef NDEBUG
#define THUD_ASSERT(hooks, condition) ((void)0)
#else
#define THUD_ASSERT(hooks, condition)                                                                               \
    ((condition) ? (void)0 : thud_report_fault((hooks), #condition, __FILE__, __LINE__))
#endif

static inline void thud_report_fault(const thud_hooks *hooks, const char *condition, const char *file, int line) {
    if (hooks->assert_failed != NULL) {
        hooks->assert_failed(condition, file, line, hooks->context);
    }
}

#endif
