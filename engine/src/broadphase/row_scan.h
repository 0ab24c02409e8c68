/*
 * Scans sorted sets against each other (sort and sweep), 8 boxes at a time, and reports pairs of slots whose fat boxes
 * overlap now and did not overlap at the last update.
 *
 * Within a level a box is compared with those after it in its row, and with those of the next row within reach to the
 * left. Between two levels one drives the scan: for each of its boxes the rows and columns of the other that may
 * contain an overlap are computed first.
 */
#pragma once

#include "base/kernel.h"
#include "broadphase/sorted_set.h"

/* The result of a scan. Pairs beyond `capacity` are only counted, up to INT32_MAX. */
typedef struct thud_scan_result {
    uint64_t *pairs; /* the lower slot in the high half */
    int32_t capacity;
    int32_t count;
    int64_t tested;   /* boxes compared with a box */
    int64_t overlaps; /* of those: overlaps */
} thud_scan_result;

/* Scans rows [first_row, end_row) of a level for pairs among themselves and with the rows after them. */
#define THUD_SCAN_LEVEL_ARGUMENTS                                                                            \
    (const thud_sorted_set *set, const thud_level *level, int32_t first_row, int32_t end_row,                \
     const uint32_t *places, thud_scan_result *result)
THUD_KERNEL_DECLARE(void, thud_scan_level, THUD_SCAN_LEVEL_ARGUMENTS);

/* Scans rows [first_row, end_row) of a driver for pairs with a level of another set (or of the same one). */
#define THUD_SCAN_ACROSS_ARGUMENTS                                                                           \
    (const thud_sorted_set *drivers, int32_t first_row, int32_t end_row, const thud_sorted_set *set,         \
     const thud_level *level, const uint32_t *places, thud_scan_result *result)
THUD_KERNEL_DECLARE(void, thud_scan_across, THUD_SCAN_ACROSS_ARGUMENTS);
