/*
 * preset.c: presets. They are read in two passes: first all lines into values, each with its line number; then all values
 * into the set. A watched file is read again when it changes. A preset is written into the lines of an existing one.
 */
#include "thud/preset.h"

#include "base/array.h"
#include "base/files.h"
#include "tools/preset_lines.h"
#include "tools/text.h"
#include "tools/tunable_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The values of a preset and their line numbers: arrays of stb_ds. The paths are those of the set: each has one address. */
typedef struct preset_values {
    thud_tunable_value *values;
    int *lines; /* 0: the default of a number that is in the text no more */
} preset_values;

static void add_value(preset_values *values, const char *path, double value, int line) {
    thud_tunable_value entry = {path, value};
    arrput(values->values, entry);
    arrput(values->lines, line);
}

/* The place of a path among the values; -1 if it is not there. */
static ptrdiff_t place_of(const preset_values *values, const char *path) {
    ptrdiff_t place = arrlen(values->values) - 1;
    while (place >= 0 && values->values[place].path != path) {
        place--;
    }
    return place;
}

/* The number that a line sets; all NULL if it sets none. */
static thud_tunable_info number_of(const thud_tunables *tunables, const thud_preset_line *line) {
    char key[thud_longest_word + 1] = "";
    if (line->kind == THUD_LINE_VALUE) {
        thud_span_copy(line->key, key);
    }
    return thud_tunables_find(tunables, key);
}

/* A text without the byte order mark of some editors. */
static thud_span without_mark(const char *text, size_t length) {
    size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    return (thud_span){text + mark, length - mark};
}

/* ---- faults ---- */

/* Copies a span, truncated, with '?' for characters that cannot be printed. */
static void show(thud_span span, char *shown, size_t size) {
    size_t length = span.length < size - 1 ? span.length : size - 1;
    for (size_t i = 0; i < length; i++) {
        shown[i] = span.start[i] >= ' ' && span.start[i] < 127 ? span.start[i] : '?';
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

static thud_preset_fault file_fault(const char *name, thud_status status, const char *why) {
    return fault_in(name, 0, (thud_span){"", 0}, status, why);
}

/* ---- values ---- */

typedef struct reading {
    const thud_tunables *tunables;
    const char *name;
    preset_values *into;
    int line;
    bool has_version;
} reading;

static thud_preset_fault fault_of(const reading *state, const thud_preset_line *line, const char *why) {
    return fault_in(state->name, state->line, line->key, THUD_BAD_DATA, why);
}

static bool is_version(const thud_preset_line *line) {
    return line->kind == THUD_LINE_VERSION && line->value.length == 1 && line->value.start[0] == '1';
}

static thud_preset_fault take_version(reading *state, const thud_preset_line *line) {
    if (state->has_version) {
        return fault_of(state, line, "a second version");
    }
    if (!is_version(line)) {
        return fault_of(state, line, "it is of another version than 1");
    }
    state->has_version = true;
    return (thud_preset_fault){.status = THUD_OK};
}

static thud_preset_fault take_value(reading *state, const thud_preset_line *line) {
    char key[thud_longest_word + 1], text[thud_longest_word + 1], why[THUD_MESSAGE_LENGTH + 1];
    thud_span_copy(line->key, key);
    thud_span_copy(line->value, text);
    thud_tunable_info info = number_of(state->tunables, line);
    if (info.path == NULL) {
        thud_refusal refusal = thud_tunables_refuse_path(state->tunables, key);
        return line->is_optional ? (thud_preset_fault){.status = THUD_OK}
                                 : fault_of(state, line, refusal.message);
    }
    ptrdiff_t twin = place_of(state->into, info.path);
    if (twin >= 0) {
        snprintf(why, sizeof why, "%s is set in line %d already", key, state->into->lines[twin]);
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
    add_value(state->into, info.path, value, state->line);
    return (thud_preset_fault){.status = THUD_OK};
}

static thud_preset_fault read_line(reading *state, const thud_preset_line *line) {
    switch (line->kind) {
    case THUD_LINE_VERSION:
        return take_version(state, line);
    case THUD_LINE_WRONG:
    case THUD_LINE_VALUE:
        if (!state->has_version) {
            return fault_of(state, line, "the first line must be 'thud-preset 1'");
        }
        return line->kind == THUD_LINE_WRONG ? fault_of(state, line, line->why) : take_value(state, line);
    default:
        return (thud_preset_fault){.status = THUD_OK};
    }
}

static const char too_large[] = "it is larger than a preset may be, 1 MB";

/* Reads a preset without changing the set. Free the values by free_values, even after a fault. */
static thud_preset_fault read_preset(const thud_tunables *tunables, const char *name, const char *text,
                                     size_t length, preset_values *into) {
    reading state = {.tunables = tunables, .name = name, .into = into};
    thud_preset_fault fault = {.status = THUD_OK};
    if (length > THUD_PRESET_MOST_BYTES) {
        return file_fault(name, THUD_CAPACITY, too_large);
    }
    thud_span rest = without_mark(text, length);
    thud_preset_line line;
    while (fault.status == THUD_OK && thud_preset_next_line(&rest, &line)) {
        state.line++;
        fault = read_line(&state, &line);
    }
    if (fault.status == THUD_OK && !state.has_version) {
        fault = file_fault(name, THUD_BAD_DATA, "it has no line 'thud-preset 1'");
    }
    return fault;
}

static void free_values(preset_values *values) {
    arrfree(values->values);
    arrfree(values->lines);
}

/* Sets them, all or none. */
static thud_preset_fault set_values(thud_tunables *tunables, const char *name, const preset_values *values) {
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

/* ---- the paths in a watched file ---- */

struct thud_preset_watch {
    char *path;
    thud_file_stamp stamp; /* of the last poll */
    bool was_read;
    char *text; /* the last good version */
};

/* Adds the defaults of numbers that were in the last version and are not in this one. */
static void add_defaults(const thud_preset_watch *watch, const thud_tunables *tunables,
                         preset_values *values) {
    thud_span rest = {watch->text, watch->text != NULL ? (size_t)arrlen(watch->text) - 1 : 0};
    thud_preset_line line;
    while (thud_preset_next_line(&rest, &line)) {
        thud_tunable_info info = number_of(tunables, &line);
        if (info.path != NULL && place_of(values, info.path) < 0) {
            add_value(values, info.path, info.initial, 0);
        }
    }
}

/* ---- apply ---- */

/* Applies a text; for a watch, with the defaults of numbers that are not in it any more. */
static thud_preset_fault apply_text(thud_tunables *tunables, const char *name, const char *text,
                                    size_t length, thud_preset_watch *watch) {
    if (tunables == NULL || (text == NULL && length > 0)) {
        return file_fault(name, THUD_NULL_ARGUMENT, "there is no set or no text");
    }
    preset_values values = {0};
    thud_preset_fault fault = read_preset(tunables, name, text, length, &values);
    if (fault.status == THUD_OK && watch != NULL) {
        add_defaults(watch, tunables, &values);
    }
    if (fault.status == THUD_OK) {
        fault = set_values(tunables, name, &values);
    }
    if (fault.status == THUD_OK && watch != NULL) {
        thud_text_free(watch->text);
        watch->text = NULL;
        thud_text_add(&watch->text, text, length);
    }
    free_values(&values);
    return fault;
}

static thud_preset_fault apply_file(thud_tunables *tunables, const char *path, thud_preset_watch *watch) {
    if (path == NULL) {
        return file_fault("preset", THUD_NULL_ARGUMENT, "it has no path");
    }
    size_t size = 0;
    char *text = thud_file_read(path, THUD_PRESET_MOST_BYTES, &size);
    if (text == NULL) {
        return thud_file_stamp_of(path).size > THUD_PRESET_MOST_BYTES
                   ? file_fault(path, THUD_CAPACITY, too_large)
                   : file_fault(path, THUD_BAD_DATA, "it cannot be read");
    }
    thud_preset_fault fault = apply_text(tunables, path, text, size, watch);
    free(text);
    return fault;
}

thud_preset_fault thud_preset_apply(thud_tunables *tunables, const char *name, const char *text,
                                    size_t length) {
    return apply_text(tunables, name != NULL ? name : "preset", text, length, NULL);
}

thud_preset_fault thud_preset_load(thud_tunables *tunables, const char *path) {
    return apply_file(tunables, path, NULL);
}

/* ---- watch ---- */

thud_preset_watch *thud_preset_watch_create(const char *path) {
    thud_preset_watch *watch = path != NULL ? calloc(1, sizeof *watch) : NULL;
    if (watch != NULL) {
        thud_text_put(&watch->path, "%s", path);
    }
    return watch;
}

void thud_preset_watch_destroy(thud_preset_watch *watch) {
    if (watch != NULL) {
        thud_text_free(watch->text);
        thud_text_free(watch->path);
        free(watch);
    }
}

thud_preset_result thud_preset_watch_poll(thud_preset_watch *watch, thud_tunables *tunables,
                                          thud_preset_fault *fault) {
    if (watch == NULL || tunables == NULL) {
        return THUD_PRESET_SAME;
    }
    thud_file_stamp now = thud_file_stamp_of(watch->path);
    const thud_file_stamp *last = &watch->stamp;
    if (watch->was_read && now.time == last->time && now.size == last->size && now.id == last->id) {
        return THUD_PRESET_SAME;
    }
    watch->stamp = now; /* taken before the file is read: the next poll finds a change during the reading */
    watch->was_read = true;
    thud_preset_fault found = apply_file(tunables, watch->path, watch);
    if (fault != NULL) {
        *fault = found;
    }
    return found.status == THUD_OK ? THUD_PRESET_APPLIED : THUD_PRESET_REFUSED;
}

/* ---- write ---- */

/* Whether a line already has the number's value, in any notation. */
static bool has_value(const thud_tunable_info *info, thud_span value) {
    char text[thud_longest_word + 1], old[THUD_TUNABLE_TEXT], now[THUD_TUNABLE_TEXT];
    thud_span_copy(value, text);
    double read = 0.0;
    if (!thud_tunable_parse(info->row, text, &read) ||
        thud_tunable_check(info->row, read).status != THUD_OK) {
        return false;
    }
    thud_tunable_text(info->row, read, old);
    thud_tunable_text(info->row, info->value, now);
    return strcmp(old, now) == 0;
}

static const char version_line[] = "thud-preset 1\n";

/* Writes a line of the old text, with the current value of a number, if given, in place of the old one. */
static void keep_line(char **text, const thud_preset_line *line, const thud_tunable_info *info) {
    const char *start = line->whole.start, *end = start + line->whole.length;
    if (info == NULL || has_value(info, line->value)) {
        thud_text_add(text, start, line->whole.length);
    } else {
        char value[THUD_TUNABLE_TEXT];
        const char *behind = line->value.start + line->value.length;
        thud_tunable_text(info->row, info->value, value);
        thud_text_add(text, start, (size_t)(line->value.start - start));
        thud_text_put(text, "%s", value);
        thud_text_add(text, behind, (size_t)(end - behind));
    }
    thud_text_add(text, line->end.start, line->end.length);
}

/* Adds a line "path = value  # unit, advice". */
static void add_line(char **text, const thud_tunable_info *info) {
    char value[THUD_TUNABLE_TEXT];
    thud_tunable_text(info->row, info->value, value);
    thud_text_put(text, "%s = %s  # %s%s%s\n", info->path, value, info->row->unit,
                  info->row->unit[0] != '\0' ? ", " : "", info->row->advice);
}

/* Keeps the lines of the old text, invalid ones as comments; lists its numbers. Returns whether it has a version. */
static bool keep_lines(const thud_tunables *tunables, const char *old_text, char **text,
                       preset_values *written) {
    thud_span rest = without_mark(old_text, strlen(old_text));
    thud_preset_line line;
    bool has_version = false;
    while (thud_preset_next_line(&rest, &line)) {
        thud_tunable_info info = number_of(tunables, &line);
        bool is_first = !has_version && line.kind != THUD_LINE_EMPTY;
        bool is_number = info.path != NULL && place_of(written, info.path) < 0;
        bool is_skipped = info.path == NULL && line.kind == THUD_LINE_VALUE && line.is_optional;
        bool is_read =
            is_number || is_skipped || line.kind == THUD_LINE_EMPTY || (is_first && is_version(&line));
        if (is_first && !is_version(&line)) {
            thud_text_put(text, "%s", version_line);
        }
        has_version = has_version || is_first;
        thud_text_put(text, "%s", is_read ? "" : "# ");
        if (is_number) {
            add_value(written, info.path, info.value, 0);
        }
        keep_line(text, &line, is_number ? &info : NULL);
    }
    return has_version;
}

char *thud_preset_text(const thud_tunables *tunables, thud_preset_scope scope, const char *old_text) {
    char *text = NULL;
    preset_values written = {0};
    bool has_version = old_text != NULL && keep_lines(tunables, old_text, &text, &written);
    if (text != NULL && text[strlen(text) - 1] != '\n') {
        thud_text_put(&text, "\n");
    }
    if (!has_version) {
        thud_text_put(&text, "%s", version_line);
    }
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        if ((scope == THUD_PRESET_ALL || info.changed) && place_of(&written, info.path) < 0) {
            add_line(&text, &info);
        }
    }
    free_values(&written);
    return text;
}

thud_preset_fault thud_preset_save(const thud_tunables *tunables, const char *path, thud_preset_scope scope) {
    if (tunables == NULL || path == NULL) {
        return file_fault("preset", THUD_NULL_ARGUMENT, "there is no set or no path");
    }
    size_t size = 0;
    char *old_text = thud_file_read(path, THUD_PRESET_MOST_BYTES, &size);
    char *text = thud_preset_text(tunables, scope, old_text);
    bool is_written = thud_file_replace(path, text, strlen(text));
    thud_text_free(text);
    free(old_text);
    return is_written ? (thud_preset_fault){.status = THUD_OK}
                      : file_fault(path, THUD_BAD_DATA, "it cannot be written");
}
