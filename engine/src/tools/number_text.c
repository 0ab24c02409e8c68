/*
 * number_text.c: decimals from floats in double arithmetic: a power of ten is exact up to 10^22, and off
 * by at most 3 roundings for floats, 2^-51 of the value. A candidate with fewer digits is used only if it is
 * nearer to the float than to the midpoint towards its neighbours by more than that: so every correct reader, also
 * a C compiler, reads the same float from it.
 */
#include "tools/number_text.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nine digits identify every float; one more if the logarithm is rounded up to a whole number. */
enum { most_float_digits = 10 };

/* Largest number of characters that are read as a number. */
enum { longest_number = 400 };

static const double least_margin = 0x1p-50; /* share of the value */

/* value times 10^exponent. */
static double times_power_of_ten(double value, int exponent) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (; exponent > 22; exponent -= 22) {
        value *= powers[22];
    }
    for (; exponent < -22; exponent += 22) {
        value /= powers[22];
    }
    return exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
}

/* ---- write ---- */

/* Whether every correct reader reads a decimal as `value` (> 0). */
static bool stands_for(double decimal, float value) {
    double up = 0.5 * ((double)value + (double)nextafterf(value, INFINITY));
    double down = 0.5 * ((double)value + (double)nextafterf(value, 0.0f));
    if (value == FLT_MAX) {
        up = (double)FLT_MAX;
        return decimal > down * (1.0 + least_margin) && decimal <= up;
    }
    return decimal > down * (1.0 + least_margin) && decimal < up * (1.0 - least_margin);
}

/* The fewest digits, as a whole number, and the power of ten that it is times: value > 0. */
static uint64_t shortest(float value, int *exponent) {
    int leading = (int)floor(log10((double)value));
    for (int count = 1;; count++) {
        *exponent = leading - count + 1;
        uint64_t digits = (uint64_t)(times_power_of_ten((double)value, -*exponent) + 0.5);
        if (count == most_float_digits || stands_for(times_power_of_ten((double)digits, *exponent), value)) {
            return digits;
        }
    }
}

void thud_number_write(float value, char text[THUD_NUMBER_TEXT]) {
    static const char zeros[] = "0000000";
    const char *sign = signbit(value) ? "-" : "";
    if (value == 0.0f) {
        snprintf(text, THUD_NUMBER_TEXT, "%s0", sign);
        return;
    }
    int exponent;
    uint64_t digits = shortest(fabsf(value), &exponent);
    for (; digits % 10 == 0; digits /= 10) {
        exponent++;
    }
    char plain[21], whole[48] = ""; /* room for any arguments, as the compiler demands */
    int count = snprintf(plain, sizeof plain, "%" PRIu64, digits);
    int place = exponent + count; /* of the point, after that many digits */
    if (place < -4 || place > 8) {
        snprintf(whole, sizeof whole, "%s%.1s%s%se%d", sign, plain, count > 1 ? "." : "", plain + 1, place - 1);
    } else if (place <= 0) {
        snprintf(whole, sizeof whole, "%s0.%.*s%s", sign, -place, zeros, plain);
    } else if (place < count) {
        snprintf(whole, sizeof whole, "%s%.*s.%s", sign, place, plain, plain + place);
    } else {
        snprintf(whole, sizeof whole, "%s%s%.*s", sign, plain, place - count, zeros);
    }
    memcpy(text, whole, THUD_NUMBER_TEXT);
}

/* ---- read ---- */

bool thud_number_read(const char *text, size_t length, double *value) {
    /* not those of "nan", "0x10" and blanks, which strtod reads, too */
    static const char characters[] = "+-0123456789.eE";
    char copy[longest_number + 8], *end; /* with room for the locale's point */
    const char *point = memchr(text, '.', length);
    size_t whole = point != NULL ? (size_t)(point - text) : length,
           rest = point != NULL ? length - whole - 1 : 0;
    if (length == 0 || length > longest_number) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (memchr(characters, text[i], sizeof characters - 1) == NULL) {
            return false;
        }
    }
    snprintf(copy, sizeof copy, "%.*s%s%.*s", (int)whole, text,
             point != NULL ? localeconv()->decimal_point : "", (int)rest, text + length - rest);
    double read = strtod(copy, &end);
    if (*end != '\0') {
        return false;
    }
    *value = read;
    return true;
}
