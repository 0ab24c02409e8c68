/*
 * preset.c: reads presets in two passes: first all lines into values, each with its line number;
 * then all values into the set.
 */
#include "tools/preset_file.h"

#include "base/array.h"
#include "base/files.h"
#include "tools/preset_lines.h"
#include "tools/refuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---- */

static bool is_printable(char c) {
    return c >= ' ' && c < 127;
}

/* Copies a span, truncated, with '?' for characters that cannot be printed. */
static void show(thud_span span, char *shown, size_t size) {
    size_t length = span.length < size - 1 ? span.length : size - 1;
    for (size_t i = 0; i < length; i++) {
        shown[i] = is_printable(span.start[i]) ? span.start[i] : '?';
    }
    shown[length] = '\0';
}

static thud_preset_fault fault_in(const char *name, int line, thud_span key, thud_status status,
                                  const char *why) {
    thud_preset_fault fault = {.status = status, .line = line};
    show(key, fault.key, sizeof fault.key);
    if (line > 0) {
        snprintf(fault.message, sizeof fault.message, "%.100s:%d: %s", name, line, why);
    } else {
        snprintf(fault.message, sizeof fault.message, "%.100s: %s", name, why);
    }
    return fault;
}

thud_preset_fault thud_preset_file_fault(const char *name, thud_status status, const char *why) {
    return fault_in(name, 0, (thud_span){"", 0}, status, why);
}

/* ---- values ---- */

/* The index of a value by its key. */
typedef struct line_of_value {
    char *key; /* the path (stb_ds requires this name) */
    int value; /* index into `values` */
} line_of_value;

typedef struct reading {
    const thud_tunables *tunables;
    const char *name;
    thud_preset_values *into;
    line_of_value *by_key; /* map of the values read */
    int line;
    bool has_version;
} reading;

static thud_preset_fault fault_of(const reading *state, const thud_preset_line *line, const char *why) {
    return fault_in(state->name, state->line, line->key, THUD_BAD_DATA, why);
}

static thud_preset_fault refuse_key(const reading *state, const thud_preset_line *line, const char *key) {
    char why[THUD_MESSAGE_LENGTH + 1], shown[64];
    show(line->key, shown, sizeof shown);
    const char *similar = thud_tunables_suggest(state->tunables, key);
    snprintf(why, sizeof why, "there is no '%s'%s%s%s", shown, similar != NULL ? "; did you mean '" : "",
             similar != NULL ? similar : "", similar != NULL ? "'?" : "");
    return fault_of(state, line, why);
}

static thud_preset_fault read_version(reading *state, const thud_preset_line *line) {
    if (state->has_version) {
        return fault_of(state, line, "a second version");
    }
    if (!thud_span_is(line->value, "1")) {
        return fault_of(state, line, "it is of another version than 1");
    }
    state->has_version = true;
    return (thud_preset_fault){.status = THUD_OK};
}

static thud_preset_fault read_value(reading *state, const thud_preset_line *line) {
    char key[thud_longest_word + 1], text[thud_longest_word + 1], why[THUD_MESSAGE_LENGTH + 1];
    thud_span_copy(line->key, key);
    thud_span_copy(line->value, text);
    thud_tunable_info info = thud_tunables_find(state->tunables, key);
    if (info.path == NULL) {
        return line->is_optional ? (thud_preset_fault){.status = THUD_OK} : refuse_key(state, line, key);
    }
    ptrdiff_t twin = shgeti(state->by_key, key);
    if (twin >= 0) {
        snprintf(why, sizeof why, "%s is set in line %d already", key,
                 state->into->lines[state->by_key[twin].value]);
        return fault_of(state, line, why);
    }
    double value = 0.0;
    if (!thud_tunable_parse(info.row, text, &value)) {
        char shown[40];
        show(line->value, shown, sizeof shown);
        snprintf(why, sizeof why, "%s is '%s', which is no %s", key, shown,
                 info.row->type == THUD_TUNABLE_BOOL ? "true or false" : "number");
        return fault_of(state, line, why);
    }
    shput(state->by_key, (char *)(size_t)info.path, (int)arrlen(state->into->values));
    thud_tunable_value entry = {info.path, value};
    arrput(state->into->values, entry);
    arrput(state->into->lines, state->line);
    return (thud_preset_fault){.status = THUD_OK};
}

static thud_preset_fault read_line(reading *state, const thud_preset_line *line) {
    switch (line->kind) {
    case THUD_LINE_VERSION:
        return read_version(state, line);
    case THUD_LINE_WRONG:
        return fault_of(state, line, line->why);
    case THUD_LINE_VALUE:
        return state->has_version ? read_value(state, line)
                                  : fault_of(state, line, "the first line must be 'thud-preset 1'");
    default:
        return (thud_preset_fault){.status = THUD_OK};
    }
}

thud_preset_fault thud_preset_read(const thud_tunables *tunables, const char *name, const char *text,
                                   size_t length, thud_preset_values *into) {
    reading state = {.tunables = tunables, .name = name, .into = into};
    thud_preset_fault fault = {.status = THUD_OK};
    if (length > THUD_PRESET_MOST_BYTES) {
        return thud_preset_file_fault(name, THUD_CAPACITY, "it is larger than a preset may be");
    }
    thud_span rest = {text, length};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* the byte order mark of some editors */
        rest = (thud_span){text + 3, length - 3};
    }
    thud_preset_line line;
    while (fault.status == THUD_OK && thud_preset_next_line(&rest, &line)) {
        state.line++;
        fault = read_line(&state, &line);
    }
    shfree(state.by_key);
    if (fault.status == THUD_OK && !state.has_version) {
        fault = thud_preset_file_fault(name, THUD_BAD_DATA, "it has no line 'thud-preset 1'");
    }
    return fault;
}

void thud_preset_values_free(thud_preset_values *values) {
    arrfree(values->values);
    arrfree(values->lines);
}

thud_preset_fault thud_preset_set(thud_tunables *tunables, const char *name,
                                  const thud_preset_values *values) {
    int refused = 0;
    thud_refusal refusal =
        thud_tunables_set_all(tunables, values->values, (int)arrlen(values->values), &refused);
    if (refusal.status == THUD_OK) {
        return (thud_preset_fault){.status = THUD_OK};
    }
    const char *path = values->values[refused].path;
    char why[THUD_MESSAGE_LENGTH + 1];
    snprintf(why, sizeof why, "%.64s: %.180s", path, refusal.message);
    return fault_in(name, values->lines[refused], (thud_span){path, strlen(path)}, refusal.status, why);
}

/* ---- apply ---- */

thud_preset_fault thud_preset_apply(thud_tunables *tunables, const char *name, const char *text,
                                    size_t length) {
    const char *shown = name != NULL ? name : "preset";
    if (tunables == NULL || (text == NULL && length > 0)) {
        return thud_preset_file_fault(shown, THUD_NULL_ARGUMENT, "there is no set or no text");
    }
    thud_preset_values values = {0};
    thud_preset_fault fault = thud_preset_read(tunables, shown, text, length, &values);
    if (fault.status == THUD_OK) {
        fault = thud_preset_set(tunables, shown, &values);
    }
    thud_preset_values_free(&values);
    return fault;
}

thud_preset_fault thud_preset_load(thud_tunables *tunables, const char *path) {
    size_t size = 0;
    char *text = path != NULL ? thud_file_read(path, THUD_PRESET_MOST_BYTES, &size) : NULL;
    if (text == NULL) {
        return thud_preset_file_fault(path != NULL ? path : "preset", THUD_BAD_DATA,
                                      "it cannot be read, or is too large");
    }
    thud_preset_fault fault = thud_preset_apply(tunables, path, text, size);
    free(text);
    return fault;
}
