/* The loops of sweep.h, compiled once a SIMD width. */
#include "base/lanes.h"
#include "broadphase/sweep.h"

/* One box in all lanes. */
typedef struct wide_box {
    thud_f8 min_x, min_y, max_x, max_y;
} wide_box;

static inline wide_box spread_box(const thud_box_columns *boxes, int32_t entry) {
    return (wide_box){thud_f8_set1(boxes->min_x[entry]), thud_f8_set1(boxes->min_y[entry]),
                      thud_f8_set1(boxes->max_x[entry]), thud_f8_set1(boxes->max_y[entry])};
}

/* Bit i: whether the box overlaps that of entry first + i. */
static inline uint32_t overlaps_of_eight(const wide_box *box, const thud_box_columns *boxes, int32_t first) {
    thud_m8 x = thud_m8_and(thud_f8_le(box->min_x, thud_f8_loadu(boxes->max_x + first)),
                            thud_f8_le(thud_f8_loadu(boxes->min_x + first), box->max_x));
    thud_m8 y = thud_m8_and(thud_f8_le(box->min_y, thud_f8_loadu(boxes->max_y + first)),
                            thud_f8_le(thud_f8_loadu(boxes->min_y + first), box->max_y));
    return thud_m8_bits(thud_m8_and(x, y));
}

static inline uint32_t low_bits(int32_t count) {
    return count >= thud_lane_count ? 0xffu : (1u << count) - 1u;
}

/* How many of eight bits are set. */
static inline int32_t bit_count(uint32_t bits) {
    bits = bits - (bits >> 1 & 0x55u);
    bits = (bits & 0x33u) + (bits >> 2 & 0x33u);
    return (int32_t)((bits + (bits >> 4)) & 0x0fu);
}

/* The old boxes of a set; those of a set that has not changed are its boxes. */
static inline const thud_box_columns *old_boxes(const thud_sorted_set *set) {
    return set->fresh ? &set->old : &set->fat;
}

static void report(const thud_sorted_set *set_a, int32_t a, const thud_sorted_set *set_b, int32_t b,
                   const uint32_t *places, thud_sweep_result *result) {
    if (!thud_sorted_set_is_current(set_a, places, a) || !thud_sorted_set_is_current(set_b, places, b)) {
        return;
    }
    uint64_t slot_a = set_a->slots[a];
    uint64_t slot_b = set_b->slots[b];
    if (result->count < result->capacity) {
        result->pairs[result->count] = slot_a < slot_b ? slot_a << 32 | slot_b : slot_b << 32 | slot_a;
    }
    result->count++;
}

/* Reports those of eight entries of set_b from `first` on that overlap entry a now (`overlapping`) and did
 * not before. */
static void report_new(const thud_sorted_set *set_a, int32_t a, const thud_sorted_set *set_b, int32_t first,
                       uint32_t overlapping, const uint32_t *places, thud_sweep_result *result) {
    wide_box old = spread_box(old_boxes(set_a), a);
    uint32_t fresh = overlapping & ~overlaps_of_eight(&old, old_boxes(set_b), first);
    for (int32_t i = 0; fresh != 0; i++, fresh >>= 1) {
        if ((fresh & 1u) != 0) {
            report(set_a, a, set_b, first + i, places, result);
        }
    }
}

/* Tests entry a against those of a row of set_b from `first` up to the column in which its box ends. */
static inline void sweep_row(const thud_sorted_set *set_a, int32_t a, const wide_box *box,
                             const thud_sorted_set *set_b, int32_t first, int32_t end, int32_t last_column,
                             const uint32_t *places, thud_sweep_result *result) {
    for (int32_t i = first; i < end && set_b->columns[i] <= last_column; i += thud_lane_count) {
        int32_t count = end - i < thud_lane_count ? end - i : thud_lane_count;
        uint32_t overlapping = overlaps_of_eight(box, &set_b->fat, i) & low_bits(count);
        result->tested += count;
        if (overlapping != 0) {
            result->overlaps += bit_count(overlapping);
            report_new(set_a, a, set_b, i, overlapping, places, result);
        }
    }
}

void THUD_KERNEL(thud_sweep_level) THUD_SWEEP_LEVEL_ARGUMENTS {
    for (int32_t row = first_row; row < end_row; row++) {
        int32_t end = set->row_firsts[row + 1];
        bool has_next = row + 1 < level->end_row && set->row_numbers[row + 1] == set->row_numbers[row] + 1;
        int32_t next = end; /* the first of the next row that is within reach */
        int32_t next_end = has_next ? set->row_firsts[row + 2] : end;
        for (int32_t a = set->row_firsts[row]; a < end; a++) {
            wide_box box = spread_box(&set->fat, a);
            int32_t last_column = set->last_columns[a];
            sweep_row(set, a, &box, set, a + 1, end, last_column, places, result);
            while (next < next_end && set->columns[next] < set->columns[a] - level->column_reach) {
                next++;
            }
            sweep_row(set, a, &box, set, next, next_end, last_column, places, result);
        }
    }
}

/* The lowest of `values` in [first, end), and the highest. */
static int32_t lowest_of(const int32_t *values, int32_t first, int32_t end) {
    int32_t lowest = values[first];
    for (int32_t i = first + 1; i < end; i++) {
        lowest = values[i] < lowest ? values[i] : lowest;
    }
    return lowest;
}

static int32_t highest_of(const int32_t *values, int32_t first, int32_t end) {
    int32_t highest = values[first];
    for (int32_t i = first + 1; i < end; i++) {
        highest = values[i] > highest ? values[i] : highest;
    }
    return highest;
}

void THUD_KERNEL(thud_sweep_across) THUD_SWEEP_ACROSS_ARGUMENTS {
    int32_t near_row = level->first_row;
    for (int32_t driver_row = first_row; driver_row < end_row; driver_row++) {
        int32_t first = drivers->row_firsts[driver_row];
        int32_t end = drivers->row_firsts[driver_row + 1];
        int32_t lowest_row = lowest_of(reach->first_rows, first, end);
        int32_t highest_row = highest_of(reach->last_rows, first, end);
        near_row = thud_hunt(set->row_numbers, level->first_row, level->end_row, near_row, lowest_row);
        for (int32_t row = near_row; row < level->end_row && set->row_numbers[row] <= highest_row; row++) {
            int32_t number = set->row_numbers[row];
            int32_t row_first = set->row_firsts[row];
            int32_t row_end = set->row_firsts[row + 1];
            int32_t next = row_first;
            for (int32_t a = first; a < end; a++) {
                if (number < reach->first_rows[a] || reach->last_rows[a] < number) {
                    continue;
                }
                next = thud_hunt(set->columns, row_first, row_end, next, reach->first_columns[a]);
                wide_box box = spread_box(&drivers->fat, a);
                sweep_row(drivers, a, &box, set, next, row_end, reach->last_columns[a], places, result);
            }
        }
    }
}

uint64_t THUD_KERNEL(thud_overlap_bits) THUD_OVERLAP_BITS_ARGUMENTS {
    wide_box wide = {thud_f8_set1(box->min.x), thud_f8_set1(box->min.y), thud_f8_set1(box->max.x),
                     thud_f8_set1(box->max.y)};
    uint64_t bits = 0;
    for (int32_t i = 0; i < count; i += thud_lane_count) {
        bits |= (uint64_t)(overlaps_of_eight(&wide, boxes, first + i) & low_bits(count - i)) << i;
    }
    return bits;
}
