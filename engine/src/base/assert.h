/*
 * THUD_ASSERT(hooks, condition): an invariant of the library's own, never of its input (bad input is refused with
 * a status). It calls the assert hook and goes on.
 *
 *     THUD_ASSERT(pool->hooks, slot >= 0 && slot < pool->end);
 *
 * It is compiled where THUD_ASSERTIONS is defined: in Debug, and in any build with the CMake option of that name. Elsewhere
 * neither code nor data is left of it, so that a condition must have no effect. There are two kinds:
 *
 *     at its place      what costs a comparison or two: an index in its range, a count that does not become negative
 *     in *_invariants.c what looks through whole tables; the world does so at the end of a step (world/invariants.h)
 *
 * The hook may be called from any worker.
 */
#ifndef THUD_SRC_BASE_ASSERT_H
#define THUD_SRC_BASE_ASSERT_H

#include <stdbool.h>
#include <stdint.h>

#include "thud/base.h"

#ifdef THUD_ASSERTIONS

#define THUD_ASSERT(hooks, condition)                                                                        \
    ((condition) ? (void)0 : thud_report_fault((hooks), #condition, __FILE__, __LINE__))

/* The same as an expression: whether the condition holds, so that a check that looks further need not follow a bad index. */
#define THUD_HOLDS(hooks, condition)                                                                         \
    ((condition) ? true : (thud_report_fault((hooks), #condition, __FILE__, __LINE__), false))

static inline void thud_report_fault(const thud_hooks *hooks, const char *condition, const char *file,
                                     int line) {
    if (hooks->assert_failed != NULL) {
        hooks->assert_failed(condition, file, line, hooks->context);
    }
}

/* Rows that a step looks through on average where whole tables are checked: small tables in every step, large ones now and
 * then. A Debug build takes a few microseconds for so many. */
enum { thud_rows_checked_a_step = 256 };

/* Whether it is time to check tables of so many rows; `steps` counts since the last time. */
static inline bool thud_check_is_due(int32_t *steps, int64_t rows) {
    ++*steps;
    bool is_due = (int64_t)*steps * thud_rows_checked_a_step >= rows;
    *steps = is_due ? 0 : *steps;
    return is_due;
}

#else

#define THUD_ASSERT(hooks, condition) ((void)0)

#endif

#endif
