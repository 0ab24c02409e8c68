/*
 * ranges.h: many things in ranges of equal size, each a task, whose results are joined in the order of the ranges. A task writes
 * what it finds from the place of its range's first thing on, so that ranges share one list without a lock:
 *
 *     things    | range 0 | range 1 | range 2 |
 *     list      | a b     | c       | d e f   |      each range keeps its own count
 *     joined    | a b c d e f |                      by thud_range_append, one range after the other
 *
 * The joined list does not depend on the size of the ranges, nor on who ran them.
 */
#ifndef THUD_SRC_BASE_RANGES_H
#define THUD_SRC_BASE_RANGES_H

#include <string.h>

#include "base/tasks.h"

/* Things [first, end), and which of the workers has them. */
typedef struct thud_range {
    int32_t number, first, end;
    int32_t worker;
} thud_range;

/* How many ranges of `size` things there are among `count`; the last one may be shorter. */
static inline int32_t thud_range_count(int32_t count, int32_t size) {
    return count / size + (count % size != 0);
}

/* The range of that number. */
static inline thud_range thud_range_at(int32_t number, int32_t size, int32_t count) {
    int32_t first = number * size;
    return (thud_range){.number = number, .first = first, .end = count - first < size ? count : first + size};
}

typedef void thud_range_task(const thud_range *range, void *context);

/* Calls the task once for each range and returns when all have returned. A single range is done by the caller, as worker 0, and so are all
 * where `tasks` is null. Not from inside a task. */
void thud_run_ranges(thud_tasks *tasks, thud_range_task *task, void *context, int32_t count, int32_t size);

/* Moves a range's part of a list to the end of what is joined, which is never behind it. */
static inline void thud_range_append(int32_t *list, int32_t *count, const int32_t *part, int32_t part_count) {
    if (part_count > 0 && list + *count != part) { /* else there may be no list, or it is there already */
        memmove(list + *count, part, (size_t)part_count * sizeof *list);
    }
    *count += part_count;
}

#endif
