/* tunable_row.c: one row: its accepted range, its numbers as text, and refusals. */
#include "tools/number_text.h"
#include "tools/tunable_set.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Whether a range is "more than 0": its lower end is the smallest float above 0. */
static bool is_above_zero(const thud_tunable *row) {
    return row->least > 0.0 && row->least <= (double)FLT_TRUE_MIN;
}

void thud_tunable_text(const thud_tunable *row, double value, char text[THUD_TUNABLE_TEXT]) {
    if (row == NULL) {
        text[0] = '\0';
    } else if (row->type == THUD_TUNABLE_FLOAT) {
        thud_number_write((float)value, text);
    } else if (row->type == THUD_TUNABLE_INT) {
        snprintf(text, THUD_TUNABLE_TEXT, "%d", (int)value);
    } else {
        snprintf(text, THUD_TUNABLE_TEXT, "%s", value != 0.0 ? "true" : "false");
    }
}

bool thud_tunable_parse(const thud_tunable *row, const char *text, double *value) {
    if (row == NULL || text == NULL || value == NULL) {
        return false;
    }
    if (row->type == THUD_TUNABLE_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
        *value = text[0] == 't' ? 1.0 : 0.0;
        return true;
    }
    return thud_number_read(text, value);
}

void thud_tunable_range_text(const thud_tunable *row, char *text, size_t size) {
    if (row == NULL) {
        snprintf(text, size, "%s", "");
        return;
    }
    char least[THUD_TUNABLE_TEXT], most[THUD_TUNABLE_TEXT];
    thud_tunable_text(row, row->least, least);
    thud_tunable_text(row, row->most, most);
    bool any_most = row->most >= (double)FLT_MAX;
    const char *but = row->not_zero ? ", not 0" : "";
    if (row->type == THUD_TUNABLE_BOOL) {
        snprintf(text, size, "true or false");
    } else if (row->least <= -(double)FLT_MAX && any_most) {
        snprintf(text, size, "any finite number%s", but);
    } else if (is_above_zero(row)) {
        snprintf(text, size, any_most ? "more than 0" : "more than 0, up to %s", most);
    } else if (any_most) {
        snprintf(text, size, "%s or more%s", least, but);
    } else {
        snprintf(text, size, "%s to %s%s", least, most, but);
    }
}

thud_refusal thud_tool_refusal(thud_status status, const char *call, const char *field, double value,
                               const char *format, ...) {
    thud_refusal refusal = {.status = status, .call = call, .field = field, .value = value};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal.message, sizeof refusal.message, format, arguments);
    va_end(arguments);
    return refusal;
}

static thud_refusal refuse(const thud_tunable *row, thud_status status, double value) {
    char shown[THUD_TUNABLE_TEXT], range[96];
    bool fits = value >= -(double)FLT_MAX && value <= (double)FLT_MAX;
    snprintf(shown, sizeof shown, "%s",
             value > 0.0   ? "too large"
             : value < 0.0 ? "too small"
                           : "not a number");
    if (fits) {
        thud_number_write((float)value, shown);
    }
    thud_tunable_range_text(row, range, sizeof range);
    return thud_tool_refusal(status, "thud_tunables_set", row->field, value, "%s is %s; it must be %s%s",
                             row->field, shown, row->type == THUD_TUNABLE_INT ? "a whole number, " : "",
                             range);
}

thud_refusal thud_tunable_check(const thud_tunable *row, double value) {
    if (row == NULL) {
        return thud_tool_refusal(THUD_NULL_ARGUMENT, "thud_tunable_check", "row", 0.0, "row is null");
    }
    if (!(value >= -DBL_MAX && value <= DBL_MAX)) {
        return refuse(row, THUD_NOT_FINITE, value);
    }
    bool is_float = row->type == THUD_TUNABLE_FLOAT;
    bool is_in_range = value >= row->least && value <= row->most;
    if (is_float && value >= -(double)FLT_MAX && value <= (double)FLT_MAX) {
        double stored = (double)(float)value;
        is_in_range = stored >= row->least && stored <= row->most && !(row->not_zero && stored == 0.0);
    }
    return is_in_range && (is_float || floor(value) == value) ? thud_no_refusal()
                                                              : refuse(row, THUD_OUT_OF_RANGE, value);
}
