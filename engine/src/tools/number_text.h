/* number_text.h: numbers as text in every locale: the C library's printf and strtod use a decimal comma in some. */
#pragma once

#include <stdbool.h>

/* Size of the buffer of thud_number_write. */
enum { THUD_NUMBER_TEXT = 24 };

/* Writes the shortest decimal that reads back to the same float and is not midway between two: "0.1",
 * "1e-7", "-12.5". `value` must be finite. */
void thud_number_write(float value, char text[THUD_NUMBER_TEXT]);

/* Reads the double nearest to a decimal: sign, digits, point, exponent; nothing else before or after. False
 * for all else, also "nan" and "inf", and for more than 400 characters. Beyond double's range it is infinite. */
bool thud_number_read(const char *text, double *value);
