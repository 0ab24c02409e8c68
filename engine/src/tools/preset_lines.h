/* preset_lines.h: splits the lines of a preset into key, value and comment. It does not check names and values. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum thud_line_kind {
    THUD_LINE_EMPTY,   /* blank, or a comment */
    THUD_LINE_VERSION, /* "thud-preset N" */
    THUD_LINE_VALUE,   /* "key = value", or "?key = value" */
    THUD_LINE_WRONG    /* see `why` */
} thud_line_kind;

typedef struct thud_span {
    const char *start;
    size_t length;
} thud_span;

typedef struct thud_preset_line {
    thud_line_kind kind;
    thud_span whole; /* without the line's end */
    thud_span end;   /* "\n", "\r\n" or empty */
    thud_span key, value;
    bool is_optional; /* the key has a '?' before it */
    const char *why;
} thud_preset_line;

/* Removes the first line from a text; false at its end. */
bool thud_preset_next_line(thud_span *text, thud_preset_line *line);

enum { thud_longest_word = 127 };

/* Copies a span as a string; empty if it is too long to be a valid key or value. */
void thud_span_copy(thud_span span, char copy[thud_longest_word + 1]);
