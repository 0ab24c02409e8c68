/*
 * The scene's own are its tunables, the world's the rows of the table of thud_world_def, those
 * of all objects are scene_numbers.h's.
 */
#include "settings.h"

#include "scene_numbers.h"

#include <stdio.h>
#include <string.h>

enum { most_world_numbers = 64 };

/* The world's numbers, bound to `def`: whoever reads or writes them copies a definition there first. Made once. */
typedef struct world_numbers {
    thud_tunables *all;
    thud_world_def def;
    int rows[most_world_numbers]; /* of those that are settings */
    int count;
} world_numbers;

/* What takes memory or threads and moves nothing is no setting: a recording that someone sent must not take them. */
static bool is_setting(const thud_tunable_info *info) {
    static const char *const others[] = {"worker_count", "body_capacity", "shape_capacity",
                                         "contact_capacity", "id_tag"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(info->field, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

static world_numbers *world_table(void) {
    static world_numbers table;
    if (!table.all) {
        table.all = thud_tunables_create();
        table.def = thud_world_defaults();
        thud_tunable_group group = {
            .name = "world", .table = thud_tunables_of(THUD_TUNABLES_WORLD), .values = &table.def};
        thud_tunables_add(table.all, &group);
        for (int i = 0; i < thud_tunables_count(table.all) && table.count < most_world_numbers; i++) {
            thud_tunable_info info = thud_tunables_at(table.all, i);
            if (is_setting(&info)) {
                table.rows[table.count++] = i;
            }
        }
    }
    return &table;
}

static thud_tunable_info world_number(const thud_world_def *def, int index) {
    world_numbers *table = world_table();
    table->def = *def;
    return thud_tunables_at(table->all, table->rows[index]);
}

/* Where the numbers of all objects begin. */
static int first_of_objects(const scene_options *options) {
    return options->kind->tunable_count + (options->kind->worldless ? 0 : world_table()->count);
}

bool setting_is_of_objects(const scene_options *options, int index) {
    return index >= first_of_objects(options);
}

int settings_count(const scene_options *options) {
    return first_of_objects(options) + scene_number_count(options->kind);
}

static demo_setting tunable_setting(const scene_tunable *tunable) {
    demo_setting setting = {.label = tunable->label,
                            .unit = tunable->unit,
                            .kind = tunable->kind,
                            .low = tunable->low,
                            .high = tunable->high,
                            .initial = tunable->initial,
                            .least = (double)tunable->low,
                            .most = (double)tunable->high,
                            .choices = tunable->choices,
                            .restarts = tunable->restarts};
    snprintf(setting.path, sizeof setting.path, "scene.%s", tunable->name);
    return setting;
}

demo_setting setting_of_number(const thud_tunable_info *info, const char *path) {
    static const scene_tunable_kind kinds[] = {SCENE_NUMBER, SCENE_WHOLE_NUMBER, SCENE_SWITCH};
    const thud_tunable *row = info->row;
    demo_setting setting = {.label = row->label,
                            .unit = row->unit,
                            .advice = row->advice,
                            .struct_name = info->table->type,
                            .kind = kinds[row->type],
                            .low = (float)row->low,
                            .high = (float)row->high,
                            .initial = (float)info->initial,
                            .least = row->least,
                            .most = row->most,
                            .logarithmic = row->logarithmic,
                            .restarts = row->restarts};
    snprintf(setting.path, sizeof setting.path, "%s", path);
    return setting;
}

demo_setting setting_at(const scene_options *options, int index) {
    int tunables = options->kind->tunable_count;
    if (index < tunables) {
        return tunable_setting(&options->kind->tunables[index]);
    }
    if (setting_is_of_objects(options, index)) {
        thud_tunable_info number = scene_number_at(index - first_of_objects(options));
        return setting_of_number(&number, number.path);
    }
    scene_options initial = scene_options_for(options->kind);
    thud_tunable_info info = world_number(&initial.world, index - tunables);
    demo_setting setting = setting_of_number(&info, info.path);
    setting.initial = (float)info.value;
    return setting;
}

int setting_find(const scene_options *options, const char *path) {
    for (int i = 0; i < settings_count(options); i++) {
        demo_setting setting = setting_at(options, i);
        if (strcmp(setting.path, path) == 0) {
            return i;
        }
    }
    return -1;
}

float setting_get(const scene_options *options, int index) {
    int tunables = options->kind->tunable_count, objects = first_of_objects(options);
    return index < tunables   ? options->values[index]
           : index >= objects ? (float)scene_number_get(options, index - objects)
                              : (float)world_number(&options->world, index - tunables).value;
}

bool setting_set(scene_options *options, int index, float value) {
    int tunables = options->kind->tunable_count;
    if (index < tunables) {
        return scene_options_set(options, options->kind->tunables[index].name, value);
    }
    if (setting_is_of_objects(options, index)) {
        return scene_number_give(options, index - first_of_objects(options), (double)value);
    }
    thud_tunable_info info = world_number(&options->world, index - tunables);
    bool set = thud_tunables_set(world_table()->all, info.path, (double)value).status == THUD_OK &&
               thud_world_def_check(&world_table()->def).status == THUD_OK;
    if (set) {
        options->world = world_table()->def;
    }
    return set;
}

bool setting_explain(const scene_options *options, int index, float value, char why[SCENE_ERROR_SIZE]) {
    scene_options tried = *options;
    if (setting_set(&tried, index, value)) {
        return false;
    }
    int tunables = options->kind->tunable_count, objects = first_of_objects(options);
    if (index < tunables) {
        const scene_tunable *tunable = &options->kind->tunables[index];
        snprintf(why, SCENE_ERROR_SIZE, "it must be %s%g to %g",
                 tunable->kind == SCENE_NUMBER ? "" : "a whole number, ", (double)tunable->low,
                 (double)tunable->high);
        return true;
    }
    thud_refusal refusal;
    if (index >= objects) {
        refusal = thud_tunable_check(scene_number_at(index - objects).row, (double)value);
    } else {
        thud_tunable_info info = world_number(&options->world, index - tunables);
        refusal = thud_tunables_set(world_table()->all, info.path, (double)value);
        refusal = refusal.status == THUD_OK ? thud_world_def_check(&world_table()->def) : refusal;
    }
    snprintf(why, SCENE_ERROR_SIZE, "%s",
             refusal.status == THUD_OK ? "too many numbers are changed" : refusal.message);
    return true;
}
