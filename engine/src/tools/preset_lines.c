#include "tools/preset_lines.h"

#include <string.h>

static const char version_word[] = "thud-preset";

static bool is_space(char c) {
    return c == ' ' || c == '\t';
}

static thud_span trimmed(thud_span span) {
    while (span.length > 0 && is_space(span.start[0])) {
        span.start++;
        span.length--;
    }
    while (span.length > 0 && is_space(span.start[span.length - 1])) {
        span.length--;
    }
    return span;
}

/* The part of a span before a character, or all of it. */
static thud_span before(thud_span span, char c) {
    const char *found = span.length > 0 ? memchr(span.start, c, span.length) : NULL;
    return (thud_span){span.start, found != NULL ? (size_t)(found - span.start) : span.length};
}

void thud_span_copy(thud_span span, char copy[thud_longest_word + 1]) {
    size_t length = span.length <= thud_longest_word ? span.length : 0;
    memcpy(copy, span.start, length);
    copy[length] = '\0';
}

/* Whether all characters are printable and no space, as in a key. */
static bool is_key(thud_span key) {
    for (size_t i = 0; i < key.length; i++) {
        if (key.start[i] <= ' ' || key.start[i] >= 127) {
            return false;
        }
    }
    return key.length > 0;
}

/* Reads "thud-preset N"; false for other lines. */
static bool read_version(thud_span content, thud_preset_line *line) {
    size_t length = strlen(version_word);
    if (content.length <= length || memcmp(content.start, version_word, length) != 0 ||
        !is_space(content.start[length])) {
        return false;
    }
    line->kind = THUD_LINE_VERSION;
    line->value = trimmed((thud_span){content.start + length, content.length - length});
    return true;
}

static void read_value(thud_span content, thud_preset_line *line) {
    thud_span key = before(content, '=');
    line->kind = THUD_LINE_WRONG;
    if (key.length == content.length) {
        line->key = content;
        line->why = "'key = value' is wanted";
        return;
    }
    line->value = trimmed((thud_span){key.start + key.length + 1, content.length - key.length - 1});
    line->key = trimmed(key);
    if (line->key.length > 0 && line->key.start[0] == '?') {
        line->is_optional = true;
        line->key = trimmed((thud_span){line->key.start + 1, line->key.length - 1});
    }
    if (!is_key(line->key)) {
        line->why =
            line->key.length == 0 ? "there is no key before the '='" : "a key is one word of plain letters";
    } else if (line->value.length == 0) {
        line->why = "there is no value behind the '='";
    } else {
        line->kind = THUD_LINE_VALUE;
    }
}

bool thud_preset_next_line(thud_span *text, thud_preset_line *line) {
    if (text->length == 0) {
        return false;
    }
    *line = (thud_preset_line){.whole = before(*text, '\n')};
    size_t end = line->whole.length < text->length ? 1 : 0;
    size_t taken = line->whole.length + end;
    if (line->whole.length > 0 && line->whole.start[line->whole.length - 1] == '\r') {
        line->whole.length--;
        end++;
    }
    line->end = (thud_span){line->whole.start + line->whole.length, end};
    text->start += taken;
    text->length -= taken;
    thud_span content = trimmed(before(line->whole, '#'));
    if (content.length == 0) {
        return true;
    }
    if (memchr(line->whole.start, '\0', line->whole.length) != NULL) {
        line->kind = THUD_LINE_WRONG;
        line->why = "it is not text";
    } else if (!read_version(content, line)) {
        read_value(content, line);
    }
    return true;
}
