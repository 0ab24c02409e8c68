/* kind_list.h: which contacts of a range of slots are to be listed. */
#ifndef THUD_SRC_WORLD_CONTACTS_KIND_LIST_H
#define THUD_SRC_WORLD_CONTACTS_KIND_LIST_H

#include <stdint.h>

/* Kinds of eight slots, as they lie in memory. */
typedef uint64_t __attribute__((may_alias)) thud_kind_word;

/* Active contacts among slots [first, end) whose kind has `value` in `bits`; `first` a multiple of the lanes, and `kinds` with as many bytes
 * as a multiple of them. */
typedef struct thud_kind_list {
    const uint8_t *kinds;
    int32_t first, end;
    uint8_t bits, value;
} thud_kind_list;

#endif
