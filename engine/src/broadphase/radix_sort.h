/*
 * Sorts 64-bit keys, the lowest digit first. Of long keys only the digits in which they differ need a pass: where many bits
 * are alike, as in pairs of slots, those of a small scene take two.
 */
#pragma once

#include <stdint.h>

/* Sorts by the bits from `low_bit` to `high_bit` (excluded); stable. `scratch` has room for `count` keys. Returns the
 * one of the two arrays that contains the result. */
uint64_t *thud_radix_sort(uint64_t *keys, uint64_t *scratch, int32_t count, int low_bit, int high_bit);
