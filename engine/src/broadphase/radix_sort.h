/*
 * Sorts 64-bit keys, the lowest digit first. Only digits in which keys differ cost a pass, so that a small
 * scene's keys of 20 bits take two.
 */
#ifndef THUD_SRC_BROADPHASE_RADIX_SORT_H
#define THUD_SRC_BROADPHASE_RADIX_SORT_H

#include <stdint.h>

/* Sorts by the bits from `low_bit` to `high_bit` (excluded), equal ones in their old order; `scratch` has
 * room for `count` keys. Returns whichever of the two arrays holds the result. */
uint64_t *thud_radix_sort(uint64_t *keys, uint64_t *scratch, int32_t count, int low_bit, int high_bit);

/* One stable pass from `keys` to `sorted` by the digit at `shift`, of which there are 1 << bits values. `starts` holds how
 * many keys have each; afterwards it holds where those end. */
void thud_sort_by_digit(const uint64_t *keys, uint64_t *sorted, int32_t count, int shift, int bits, int32_t *starts);

#endif
