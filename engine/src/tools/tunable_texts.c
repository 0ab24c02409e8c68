/* tunable_texts.c: writes the numbers of a set as C, as options, as a reference. */
#include "tools/number_text.h"
#include "tools/text.h"
#include "tools/tunable_set.h"

#include "thud/preset.h"

#include <stdlib.h>
#include <string.h>

/* ---- C ---- */

/* Writes the name of a group's variable: "joint_revolute_def". */
static void put_variable(char **text, const char *group) {
    for (const char *c = group; *c != '\0'; c++) {
        thud_text_add(text, *c == '.' ? "_" : c, 1);
    }
    thud_text_put(text, "_def");
}

/* Writes a value in C: "-20.0f". */
static void put_c_value(char **text, const thud_tunable_info *info, double value) {
    char plain[THUD_TUNABLE_TEXT];
    thud_tunable_text(info->row, value, plain);
    thud_text_put(text, plain);
    if (info->row->type == THUD_TUNABLE_FLOAT) {
        thud_text_put(text, strpbrk(plain, ".e") != NULL ? "f" : ".0f");
    }
}

static void put_c_line(char **text, const thud_tunable_info *info, double initial) {
    char plain[THUD_TUNABLE_TEXT];
    thud_tunable_text(info->row, initial, plain);
    put_variable(text, info->group);
    thud_text_put(text, ".");
    thud_text_put(text, info->field);
    thud_text_put(text, " = ");
    put_c_value(text, info, info->value);
    thud_text_put(text, "; /* ");
    thud_text_put(text, plain);
    thud_text_put(text, info->row->unit[0] != '\0' ? " " : "");
    thud_text_put(text, info->row->unit);
    thud_text_put(text, " */\n");
}

/* Writes "thud_world_def world_def = thud_world_defaults();". */
static void put_c_declaration(char **text, const thud_tunable_info *info) {
    if (info->table->defaults_call != NULL) {
        thud_text_put(text, info->table->type);
        thud_text_put(text, " ");
        put_variable(text, info->group);
        thud_text_put(text, " = ");
        thud_text_put(text, info->table->defaults_call);
        thud_text_put(text, ";\n");
    }
}

/* The default from which the C text starts: that of the struct, not that of a scene. */
static double struct_default(const thud_tunable_info *info, const void *defaults) {
    return defaults != NULL ? thud_tunable_load(info->row, (const char *)defaults + info->offset)
                            : info->initial;
}

/* The defaults of a table, or null. */
static void *new_defaults(const thud_tunable_table *table) {
    void *defaults = table->defaults != NULL ? calloc(1, table->size) : NULL;
    if (defaults != NULL) {
        table->defaults(defaults);
    }
    return defaults;
}

char *thud_tunables_c_text(const thud_tunables *tunables) {
    char *text = NULL;
    void *defaults = NULL;
    const char *group = NULL, *declared = NULL;
    thud_text_put(&text, "");
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        if (group != info.group) {
            group = info.group;
            free(defaults);
            defaults = new_defaults(info.table);
        }
        double initial = struct_default(&info, defaults);
        if (info.value == initial) {
            continue;
        }
        if (declared != group) {
            declared = group;
            put_c_declaration(&text, &info);
        }
        put_c_line(&text, &info, initial);
    }
    free(defaults);
    return text;
}

/* ---- options ---- */

char *thud_tunables_command_text(const thud_tunables *tunables) {
    char *text = NULL;
    thud_text_put(&text, "");
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        if (info.changed) {
            char value[THUD_TUNABLE_TEXT];
            thud_tunable_text(info.row, info.value, value);
            thud_text_put(&text, text[0] != '\0' ? " --set " : "--set ");
            thud_text_put(&text, info.path);
            thud_text_put(&text, "=");
            thud_text_put(&text, value);
        }
    }
    return text;
}

/* ---- reference ---- */

static void put_padded(char **text, const char *string, size_t width) {
    thud_text_put(text, string);
    for (size_t length = strlen(string); length < width; length++) {
        thud_text_put(text, " ");
    }
}

/* Writes the range of a slider: "; usual 1 to 16, logarithmic". */
static void put_usual_range(char **text, const thud_tunable *row) {
    char low[THUD_TUNABLE_TEXT], high[THUD_TUNABLE_TEXT];
    if (row->type != THUD_TUNABLE_BOOL) {
        thud_tunable_text(row, row->low, low);
        thud_tunable_text(row, row->high, high);
        thud_text_put(text, "; usual ");
        thud_text_put(text, low);
        thud_text_put(text, " to ");
        thud_text_put(text, high);
        thud_text_put(text, row->logarithmic ? ", logarithmic" : "");
    }
}

static void put_help(char **text, const thud_tunable_info *info) {
    char value[THUD_TUNABLE_TEXT], range[96];
    thud_tunable_text(info->row, info->initial, value);
    thud_tunable_range_text(info->row, range, sizeof range);
    put_padded(text, info->path, 36);
    thud_text_put(text, " ");
    thud_text_put(text, value);
    thud_text_put(text, info->row->unit[0] != '\0' ? " " : "");
    thud_text_put(text, info->row->unit);
    thud_text_put(text, "; ");
    thud_text_put(text, range);
    put_usual_range(text, info->row);
    thud_text_put(text, info->row->restarts ? "; restarts\n    " : "; live\n    ");
    thud_text_put(text, info->row->label);
    if (strcmp(info->row->label, info->row->advice) != 0) {
        thud_text_put(text, ": ");
        thud_text_put(text, info->row->advice);
    }
    thud_text_put(text, "\n");
}

char *thud_tunables_help_text(const thud_tunables *tunables) {
    char *text = NULL;
    thud_text_put(&text, "");
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        put_help(&text, &info);
    }
    return text;
}
