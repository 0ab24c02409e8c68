/* kind_list.h: lists contacts of a range of slots by their kinds. */
#pragma once

#include <stdint.h>

/* Kinds of eight slots, as they lie in memory. */
typedef uint64_t __attribute__((may_alias)) thud_kind_word;

/* Selects the active contacts among slots [first, end) whose kind has `value` in `bits`; `first` and the size of
 * `kinds` are multiples of the SIMD width. */
typedef struct thud_kind_list {
    const uint8_t *kinds;
    int32_t first, end;
    uint8_t bits, value;
} thud_kind_list;
