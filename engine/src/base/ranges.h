/*
 * ranges.h: runs many items in ranges of equal size, one task per range, and joins the results in
 * the order of the ranges. A task writes its results from the place of its range's first item on, so
 * that ranges share one list without a lock:
 *
 *     items     | range 0 | range 1 | range 2 |
 *     list      | a b     | c       | d e f   |      each range keeps its own count
 *     joined    | a b c d e f |                      by thud_range_append, one range after the other
 *
 * The joined list depends neither on the size of the ranges nor on the workers.
 */
#pragma once

#include <string.h>

#include "base/tasks.h"

/* Items [first, end), the number of the range and its worker. */
typedef struct thud_range {
    int32_t index, first, end;
    int32_t worker;
} thud_range;

/* The number of ranges of `size` items among `count`; the last one may be shorter. */
static inline int32_t thud_range_count(int32_t count, int32_t size) {
    return (int32_t)(((uint32_t)count + (uint32_t)size - 1u) / (uint32_t)size);
}

static inline thud_range thud_range_at(int32_t index, int32_t size, int32_t count) {
    int32_t first = index * size;
    return (thud_range){.index = index, .first = first, .end = count - first < size ? count : first + size};
}

typedef void thud_range_task(const thud_range *range, void *context);

/* Calls the task once for each range and returns when all have returned. The caller runs a single range itself, as
 * worker 0, and all ranges if `tasks` is null. Not from inside a task. */
void thud_run_ranges(thud_tasks *tasks, thud_range_task *task, void *context, int32_t count, int32_t size);

/* Moves a range's part of a list to the end of the joined part, which is never beyond it. */
static inline void thud_range_append(int32_t *list, int32_t *count, const int32_t *part, int32_t part_count) {
    if (part_count > 0 &&
        list + *count != part) { /* else the list may be null, or the part is in place already */
        memmove(list + *count, part, (size_t)part_count * sizeof *list);
    }
    *count += part_count;
}
