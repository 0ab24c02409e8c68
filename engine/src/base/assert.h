/*
 * THUD_ASSERT(hooks, condition): an invariant of the library itself, never of its input (bad input is refused with
 * a status). On failure it calls the assert hook and continues.
 *
 *     THUD_ASSERT(pool->hooks, slot >= 0 && slot < pool->end);
 *
 * It is compiled if THUD_ASSERTIONS is defined: in Debug, and in any build with the CMake option of that name.
 * Otherwise it leaves neither code nor data, so the condition must have no side effect. There are two kinds:
 *
 *     in the code       cheap comparisons: an index in its range, a count that does not become negative
 *     in *_invariants.c searches of whole tables; the world makes them at the end of a step (world/invariants.h)
 *
 * The hook may be called from any worker.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "thud/base.h"

#ifdef THUD_ASSERTIONS

#define THUD_ASSERT(hooks, condition)                                                                        \
    ((condition) ? (void)0 : thud_report_fault((hooks), #condition, __FILE__, __LINE__))

/* The same as an expression: whether the condition holds, so that further checks can avoid a bad index. */
#define THUD_HOLDS(hooks, condition)                                                                         \
    ((condition) ? true : (thud_report_fault((hooks), #condition, __FILE__, __LINE__), false))

static inline void thud_report_fault(const thud_hooks *hooks, const char *condition, const char *file,
                                     int line) {
    if (hooks->assert_failed != NULL) {
        hooks->assert_failed(condition, file, line, hooks->context);
    }
}

/* Average number of rows per step that checks of whole tables read: small tables in every step, large ones less often.
 * A Debug build takes a few microseconds for them. */
enum { thud_rows_checked_a_step = 256 };

/* Whether a check of tables with this number of rows is due; `steps` counts the steps since the last one. */
static inline bool thud_check_is_due(int32_t *steps, int64_t rows) {
    ++*steps;
    bool is_due = (int64_t)*steps * thud_rows_checked_a_step >= rows;
    *steps = is_due ? 0 : *steps;
    return is_due;
}

#else

#define THUD_ASSERT(hooks, condition) ((void)0)

#endif
