/*
 * number_text.c: numbers by the C library's printf and strtod, with the point of the locale exchanged. A decimal with fewer
 * digits stands for a float only if it is not midway between two: so every correct reader, also a C compiler, reads
 * the same float from it.
 */
#include "tools/number_text.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of characters that are read as a number. */
enum { longest_number = 400 };

/* Size of a number that printf writes by %e. */
enum { printed_size = 40 };

/* ---- write ---- */

/* Whether every correct reader reads a decimal as `value` (>= 0): midway, one of its neighbours would be another float. */
static bool stands_for(double decimal, float value) {
    return decimal <= (double)FLT_MAX && (float)nextafter(decimal, 0.0) == value &&
           (float)nextafter(decimal, INFINITY) == value;
}

/* Prints a value >= 0 with so many decimals; whether they stand for it. */
static bool print_decimals(float value, int decimals, char printed[printed_size]) {
    snprintf(printed, printed_size, "%.*e", decimals, (double)value);
    return stands_for(strtod(printed, NULL), value);
}

/* Prints the fewest digits that stand for a value >= 0; returns the number of decimals. Where FLT_DIG digits do not, fewer do not
 * either, except for powers of two: half as far below them as above is the next float. */
static int print_shortest(float value, char printed[printed_size]) {
    int exponent, decimals = 0;
    if (frexp((double)value, &exponent) != 0.5 && !print_decimals(value, FLT_DIG - 1, printed)) {
        decimals = FLT_DIG;
    }
    while (!print_decimals(value, decimals, printed)) {
        decimals++;
    }
    return decimals;
}

void thud_number_write(float value, char text[THUD_NUMBER_TEXT]) {
    char printed[printed_size], whole[printed_size] = "";
    const char *sign = signbit(value) ? "-" : "", *point = localeconv()->decimal_point;
    int decimals = print_shortest(fabsf(value), printed), digits_end = (int)strcspn(printed, "e");
    int exponent = atoi(printed + digits_end + 1);
    if (exponent < -5 || exponent > 7) {
        snprintf(whole, sizeof whole, "%s%.*se%d", sign, digits_end, printed, exponent);
    } else {
        int places = decimals > exponent ? decimals - exponent : 0;
        snprintf(whole, sizeof whole, "%s%.*f", sign, places, strtod(printed, NULL));
    }
    char *found = strstr(whole, point), *rest = found != NULL ? found + strlen(point) : NULL;
    if (found != NULL) {
        *found = '.';
        memmove(found + 1, rest, strlen(rest) + 1);
    }
    memcpy(text, whole, THUD_NUMBER_TEXT);
}

/* ---- read ---- */

bool thud_number_read(const char *text, double *value) {
    char copy[longest_number + 8], *end; /* with room for the locale's point */
    size_t length = strlen(text), whole = strcspn(text, ".");
    bool has_point = text[whole] == '.';
    /* not those of "nan", "0x10" and blanks, which strtod reads, too */
    if (length == 0 || length > longest_number || strspn(text, "+-0123456789.eE") != length) {
        return false;
    }
    snprintf(copy, sizeof copy, "%.*s%s%s", (int)whole, text, has_point ? localeconv()->decimal_point : "",
             text + whole + has_point);
    double read = strtod(copy, &end);
    if (*end != '\0') {
        return false;
    }
    *value = read;
    return true;
}
