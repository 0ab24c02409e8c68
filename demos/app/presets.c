/*
 * A table of rows is made of the settings: each is a number in a cell of its own. The cells are read from the options
 * and checked by setting_set, all or none, in a copy of them.
 */
#include "presets.h"

#include "scene_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_groups = 16 };

/* A setting as the set stores it. */
typedef union cell {
    float real;
    int whole;
    bool flag;
} cell;

/* The settings of a group, which has a struct of its own: their cells. */
typedef struct number_group {
    demo_numbers *numbers;
    int first, count;
    thud_tunable_table table;
} number_group;

struct demo_numbers {
    scene_options options;
    thud_tunables *set;
    demo_setting *settings;
    thud_tunable *rows;
    cell *cells;
    int count;
    number_group groups[most_groups];
};

/* ---- between options and cells ---- */

static thud_tunable_type type_of(const demo_setting *setting) {
    return setting->kind == SCENE_NUMBER   ? THUD_TUNABLE_FLOAT
           : setting->kind == SCENE_SWITCH ? THUD_TUNABLE_BOOL
                                           : THUD_TUNABLE_INT;
}

static void store(cell *at, thud_tunable_type type, float value) {
    if (type == THUD_TUNABLE_FLOAT) {
        at->real = value;
    } else if (type == THUD_TUNABLE_INT) {
        at->whole = (int)value;
    } else {
        at->flag = value != 0;
    }
}

static float load(const cell *at, thud_tunable_type type) {
    return type == THUD_TUNABLE_FLOAT ? at->real
           : type == THUD_TUNABLE_INT ? (float)at->whole
                                      : (float)at->flag;
}

static void read_cells(void *values, void *context) {
    const number_group *group = context;
    for (int i = 0; i < group->count; i++) {
        int index = group->first + i;
        store((cell *)values + i, group->numbers->rows[index].type,
              setting_get(&group->numbers->options, index));
    }
}

static thud_refusal apply_cells(const thud_tunable_change *change, void *context) {
    const number_group *group = context;
    scene_options wanted = group->numbers->options;
    for (int i = 0; i < change->set_count; i++) {
        const thud_tunable *row = change->set[i].row;
        int index = (int)(row - group->numbers->rows);
        float value = load((const cell *)change->values + (index - group->first), row->type);
        if (value != setting_get(&wanted, index) && !setting_set(&wanted, index, value)) {
            thud_refusal refusal = {.status = THUD_OUT_OF_RANGE, .field = row->field};
            snprintf(refusal.message, sizeof refusal.message, "%s is refused", row->field);
            return refusal;
        }
    }
    group->numbers->options = wanted;
    return (thud_refusal){.status = THUD_OK};
}

/* ---- the set ---- */

static thud_tunable row_of(const demo_setting *setting, int place) {
    return (thud_tunable){.field = strchr(setting->path, '.') + 1,
                          .label = setting->label,
                          .unit = setting->unit,
                          .advice = setting->advice ? setting->advice : setting->label,
                          .offset = (size_t)place * sizeof(cell),
                          .type = type_of(setting),
                          .logarithmic = setting->logarithmic,
                          .restarts = setting->restarts,
                          .least = setting->least,
                          .most = setting->most,
                          .low = (double)setting->low,
                          .high = (double)setting->high};
}

/* Where the settings of the group of `first` end: its name is what comes before the first point of their paths. */
static int group_end(const demo_numbers *numbers, int first) {
    const char *path = numbers->settings[first].path;
    size_t length = (size_t)(strchr(path, '.') - path) + 1;
    int end = first;
    while (end < numbers->count && strncmp(numbers->settings[end].path, path, length) == 0) {
        end++;
    }
    return end;
}

static void bind_group(number_group *group, const cell *defaults) {
    demo_numbers *numbers = group->numbers;
    const char *path = numbers->settings[group->first].path;
    char name[settings_path_size];
    snprintf(name, sizeof name, "%.*s", (int)(strchr(path, '.') - path), path);
    for (int i = 0; i < group->count; i++) {
        numbers->rows[group->first + i] = row_of(&numbers->settings[group->first + i], i);
    }
    group->table = (thud_tunable_table){.type = "settings",
                                        .size = (size_t)group->count * sizeof(cell),
                                        .rows = numbers->rows + group->first,
                                        .count = group->count};
    thud_tunable_group binding = {.name = name,
                                  .table = &group->table,
                                  .values = numbers->cells + group->first,
                                  .defaults = defaults + group->first,
                                  .apply = apply_cells,
                                  .read = read_cells,
                                  .context = group};
    thud_tunables_add(numbers->set, &binding);
}

static void bind_groups(demo_numbers *numbers, const cell *defaults) {
    number_group *group = numbers->groups;
    for (int first = 0; first < numbers->count && group < numbers->groups + most_groups; group++) {
        int end = group_end(numbers, first);
        *group = (number_group){.numbers = numbers, .first = first, .count = end - first};
        bind_group(group, defaults);
        first = end;
    }
}

demo_numbers *numbers_open(const scene_options *options) {
    size_t count = (size_t)settings_count(options);
    demo_numbers *numbers = calloc(1, sizeof *numbers);
    cell *defaults = calloc(count + 1, sizeof *defaults);
    if (numbers) {
        *numbers = (demo_numbers){.options = *options,
                                  .count = (int)count,
                                  .set = thud_tunables_create(),
                                  .settings = calloc(count + 1, sizeof *numbers->settings),
                                  .rows = calloc(count + 1, sizeof *numbers->rows),
                                  .cells = calloc(count + 1, sizeof *numbers->cells)};
    }
    if (!numbers || !defaults || !numbers->set || !numbers->settings || !numbers->rows || !numbers->cells) {
        free(defaults);
        numbers_close(numbers);
        return NULL;
    }
    for (int i = 0; i < numbers->count; i++) {
        numbers->settings[i] = setting_at(options, i);
        store(&defaults[i], type_of(&numbers->settings[i]), numbers->settings[i].initial);
    }
    bind_groups(numbers, defaults);
    free(defaults);
    return numbers;
}

void numbers_close(demo_numbers *numbers) {
    if (numbers) {
        thud_tunables_destroy(numbers->set);
        free(numbers->settings);
        free(numbers->rows);
        free(numbers->cells);
        free(numbers);
    }
}

thud_tunables *numbers_set(demo_numbers *numbers) {
    return numbers ? numbers->set : NULL;
}

scene_options *numbers_options(demo_numbers *numbers) {
    return &numbers->options;
}

bool numbers_read(demo_numbers *numbers, const char *text, char error[SCENE_ERROR_SIZE]) {
    const char *equals = strchr(text, '=');
    char path[settings_path_size + 8];
    int length = equals ? (int)(equals - text) : (int)strlen(text);
    bool is_own = !memchr(text, '.', (size_t)length);
    snprintf(path, sizeof path, "%s%.*s", is_own ? "scene." : "",
             length < settings_path_size ? length : settings_path_size, text);
    thud_tunable_info info = thud_tunables_find(numbers->set, path);
    double value = 0;
    if (info.path && !(equals && thud_tunable_parse(info.row, equals + 1, &value))) {
        snprintf(error, SCENE_ERROR_SIZE, "it needs %s=NUMBER", path);
        return false;
    }
    thud_refusal refusal = thud_tunables_set(numbers->set, path, value);
    snprintf(error, SCENE_ERROR_SIZE, "%s", refusal.message);
    return refusal.status == THUD_OK;
}

/* ---- as C ---- */

/* A struct of the table of a number, with its defaults, as a group of the set; null where the set has it, or without memory. */
static void *add_struct(thud_tunables *to, const thud_tunable_info *number) {
    if (thud_tunables_find(to, number->path).path) {
        return NULL;
    }
    void *def = calloc(1, number->table->size);
    if (def) {
        number->table->defaults(def);
        thud_tunable_group group = {.name = number->group, .table = number->table, .values = def, .many = true};
        thud_tunables_add(to, &group);
    }
    return def;
}

char *options_c_text(const scene_options *options) {
    thud_tunables *structs = thud_tunables_create();
    thud_world_def world = options->world;
    thud_tunable_group group = {
        .name = "world", .table = thud_tunables_of(THUD_TUNABLES_WORLD), .values = &world};
    if (!options->kind->worldless) {
        thud_tunables_add(structs, &group);
    }
    void *defs[SCENE_MAX_GIVEN] = {NULL};
    for (int i = 0; i < options->given_count; i++) {
        thud_tunable_info number = scene_number_at(options->given[i].number);
        defs[i] = add_struct(structs, &number);
        thud_tunables_set(structs, number.path, (double)options->given[i].value);
    }
    char *text = thud_tunables_c_text(structs);
    thud_tunables_destroy(structs);
    for (int i = 0; i < options->given_count; i++) {
        free(defs[i]);
    }
    return text;
}
