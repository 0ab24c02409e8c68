#include "broadphase/radix_sort.h"

#include <stdbool.h>
#include <string.h>

/* Below this an insertion sort is faster than clearing one table of digits. */
enum { few_keys = 48 };

/* Bits per digit: wide ones for many keys (the table still fits the first-level cache), narrow ones for few. */
enum { narrow_digit = 8, wide_digit = 11, many_keys = 2048, most_short_bits = 3 * wide_digit };

static void insertion_sort(uint64_t *keys, int32_t count, uint64_t mask) {
    for (int32_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        int32_t j = i;
        while (j > 0 && (keys[j - 1] & mask) > (key & mask)) {
            keys[j] = keys[j - 1];
            j--;
        }
        keys[j] = key;
    }
}

static uint64_t differing_bits(const uint64_t *keys, int32_t count) {
    uint64_t differing = 0;
    for (int32_t i = 1; i < count; i++) {
        differing |= keys[i] ^ keys[0];
    }
    return differing;
}

static void count_digits(const uint64_t *keys, int32_t count, int shift, int bits, int32_t *counts) {
    uint32_t mask = (1u << bits) - 1;
    memset(counts, 0, sizeof *counts << bits);
    for (int32_t i = 0; i < count; i++) {
        counts[(uint32_t)(keys[i] >> shift) & mask]++;
    }
}

/* One stable pass from `keys` to `sorted` by the digit at `shift`. `starts` has the number of keys of each value; on return it
 * has their ends. */
static void sort_by_digit(const uint64_t *keys, uint64_t *sorted, int32_t count, int shift, int bits,
                          int32_t *starts) {
    uint32_t mask = (1u << bits) - 1;
    int32_t start = 0;
    for (uint32_t digit = 0; digit <= mask; digit++) {
        int32_t of_digit = starts[digit];
        starts[digit] = start;
        start += of_digit;
    }
    for (int32_t i = 0; i < count; i++) {
        sorted[starts[(uint32_t)(keys[i] >> shift) & mask]++] = keys[i];
    }
}

uint64_t *thud_radix_sort(uint64_t *keys, uint64_t *scratch, int32_t count, int low_bit, int high_bit) {
    uint64_t mask = (high_bit >= 64 ? ~0ull : (1ull << high_bit) - 1) & ~((1ull << low_bit) - 1);
    if (count < few_keys) {
        insertion_sort(keys, count, mask);
        return keys;
    }
    bool is_long = high_bit - low_bit > most_short_bits; /* then keys may be alike in some digits */
    uint64_t differing = is_long ? differing_bits(keys, count) & mask : mask;
    /* Digits of equal width: with as many passes the tables are shorter. */
    int width = high_bit - low_bit, most = count < many_keys ? narrow_digit : wide_digit;
    int passes = (width + most - 1) / most, digit = passes > 1 ? (width + passes - 1) / passes : most;
    while (differing != 0) { /* a digit reaches from one of these bits to another */
        int shift = __builtin_ctzll(differing);
        uint32_t in_digit = (uint32_t)(differing >> shift) & ((1u << digit) - 1);
        int bits = 32 - __builtin_clz(in_digit);
        differing &= ~((uint64_t)in_digit << shift);
        int32_t starts[1 << wide_digit];
        count_digits(keys, count, shift, bits, starts);
        sort_by_digit(keys, scratch, count, shift, bits, starts);
        uint64_t *sorted = scratch;
        scratch = keys;
        keys = sorted;
    }
    return keys;
}
