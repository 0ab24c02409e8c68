/* tunable_texts.c: writes the numbers of a set as C, as options, as a reference. */
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

/* Writes "world_def.gravity.y = -20.0f;" and the default as a comment. */
static void put_c_line(char **text, const thud_tunable_info *info, double initial) {
    char value[THUD_TUNABLE_TEXT], plain[THUD_TUNABLE_TEXT];
    const char *unit = info->row->unit;
    thud_tunable_text(info->row, info->value, value);
    thud_tunable_text(info->row, initial, plain);
    const char *suffix = info->row->type != THUD_TUNABLE_FLOAT ? "" : strpbrk(value, ".e") != NULL ? "f" : ".0f";
    put_variable(text, info->group);
    thud_text_put(text, ".%s = %s%s; /* %s%s%s */\n", info->field, value, suffix, plain, unit[0] != '\0' ? " " : "",
                  unit);
}

/* Writes "thud_world_def world_def = thud_world_defaults();". */
static void put_c_declaration(char **text, const thud_tunable_info *info) {
    if (info->table->defaults_call != NULL) {
        thud_text_put(text, "%s ", info->table->type);
        put_variable(text, info->group);
        thud_text_put(text, " = %s;\n", info->table->defaults_call);
    }
}

/* The default from which the C text starts: that of the struct, if it has one, not that of a scene. */
static double struct_default(const thud_tunable_info *info) {
    void *defaults = info->table->defaults != NULL ? calloc(1, info->table->size) : NULL;
    double initial = info->initial;
    if (defaults != NULL) {
        info->table->defaults(defaults);
        initial = thud_tunable_load(info->row, (const char *)defaults + info->offset);
    }
    free(defaults);
    return initial;
}

char *thud_tunables_c_text(const thud_tunables *tunables) {
    char *text = NULL;
    const char *declared = NULL;
    thud_text_add(&text, "", 0);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        double initial = struct_default(&info);
        if (info.value == initial) {
            continue;
        }
        if (declared != info.group) {
            declared = info.group;
            put_c_declaration(&text, &info);
        }
        put_c_line(&text, &info, initial);
    }
    return text;
}

/* ---- options ---- */

char *thud_tunables_command_text(const thud_tunables *tunables) {
    char *text = NULL;
    thud_text_add(&text, "", 0);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        if (info.changed) {
            char value[THUD_TUNABLE_TEXT];
            thud_tunable_text(info.row, info.value, value);
            thud_text_put(&text, "%s--set %s=%s", text[0] != '\0' ? " " : "", info.path, value);
        }
    }
    return text;
}

/* ---- reference ---- */

/* Writes the range of a slider: "; usual 1 to 16, logarithmic". */
static void put_usual_range(char **text, const thud_tunable *row) {
    char low[THUD_TUNABLE_TEXT], high[THUD_TUNABLE_TEXT];
    if (row->type != THUD_TUNABLE_BOOL) {
        thud_tunable_text(row, row->low, low);
        thud_tunable_text(row, row->high, high);
        thud_text_put(text, "; usual %s to %s%s", low, high, row->logarithmic ? ", logarithmic" : "");
    }
}

static void put_help(char **text, const thud_tunable_info *info) {
    char value[THUD_TUNABLE_TEXT], range[96];
    thud_tunable_text(info->row, info->initial, value);
    thud_tunable_range_text(info->row, range, sizeof range);
    thud_text_put(text, "%-36s %s%s%s; %s", info->path, value, info->row->unit[0] != '\0' ? " " : "",
                  info->row->unit, range);
    put_usual_range(text, info->row);
    thud_text_put(text, "; %s\n    %s", info->row->restarts ? "restarts" : "live", info->row->label);
    if (strcmp(info->row->label, info->row->advice) != 0) {
        thud_text_put(text, ": %s", info->row->advice);
    }
    thud_text_put(text, "\n");
}

char *thud_tunables_help_text(const thud_tunables *tunables) {
    char *text = NULL;
    thud_text_add(&text, "", 0);
    for (int i = 0; i < thud_tunables_count(tunables); i++) {
        thud_tunable_info info = thud_tunables_at(tunables, i);
        put_help(&text, &info);
    }
    return text;
}
