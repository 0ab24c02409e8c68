/* preset_write.c: writes the numbers of a set as a preset, into the lines of an existing one. */
#include "base/array.h"
#include "base/files.h"
#include "tools/preset_file.h"
#include "tools/preset_lines.h"
#include "tools/text.h"

#include <stdlib.h>
#include <string.h>

/* Marks the numbers that the old text has. */
typedef struct written_key {
    char *key;
    bool value;
} written_key;

static thud_tunable_info find(const thud_tunables *tunables, thud_span key) {
    char name[thud_longest_word + 1];
    thud_span_copy(key, name);
    return thud_tunables_find(tunables, name);
}

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

/* Writes a line of the old text, with the current value in place of the old one. */
static void keep_line(char **text, const thud_preset_line *line, const thud_tunable_info *info) {
    const char *start = line->whole.start, *end = start + line->whole.length;
    if (info->path == NULL || has_value(info, line->value)) {
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

static void keep_lines(const thud_tunables *tunables, const char *old_text, char **text,
                       written_key **written) {
    thud_span rest = {old_text, strlen(old_text)};
    thud_preset_line line;
    while (thud_preset_next_line(&rest, &line)) {
        thud_tunable_info info = {0};
        if (line.kind == THUD_LINE_VALUE) {
            info = find(tunables, line.key);
        }
        if (info.path != NULL) {
            shput(*written, (char *)(size_t)info.path, true);
        }
        keep_line(text, &line, &info);
    }
}

char *thud_preset_text(const thud_tunables *tunables, thud_preset_scope scope, const char *old_text) {
    char *text = NULL;
    written_key *written = NULL;
    if (old_text != NULL && old_text[0] != '\0') {
        keep_lines(tunables, old_text, &text, &written);
        if (text[strlen(text) - 1] != '\n') {
            thud_text_put(&text, "\n");
        }
    } else {
        thud_text_put(&text, "thud-preset 1\n");
    }
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        if ((scope == THUD_PRESET_ALL || info.changed) &&
            (written == NULL || shgeti(written, info.path) < 0)) {
            add_line(&text, &info);
        }
    }
    shfree(written);
    return text;
}

thud_preset_fault thud_preset_save(const thud_tunables *tunables, const char *path, thud_preset_scope scope) {
    if (tunables == NULL || path == NULL) {
        return thud_preset_file_fault("preset", THUD_NULL_ARGUMENT, "there is no set or no path");
    }
    size_t size = 0;
    char *old_text = thud_file_read(path, THUD_PRESET_MOST_BYTES, &size);
    char *text = thud_preset_text(tunables, scope, old_text);
    bool is_written = thud_file_replace(path, text, strlen(text));
    thud_text_free(text);
    free(old_text);
    return is_written ? (thud_preset_fault){.status = THUD_OK}
                      : thud_preset_file_fault(path, THUD_BAD_DATA, "it cannot be written");
}
