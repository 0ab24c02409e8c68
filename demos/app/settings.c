/*
 * The world's numbers are rows of one table of offsets into thud_world_def; the scene's are its tunables.
 */
#include "settings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef enum field_type { FIELD_FLOAT, FIELD_INT, FIELD_BOOL } field_type;

typedef struct world_row {
    const char *path, *label, *unit;
    size_t offset;
    field_type type;
    float low, high;
    bool logarithmic, restarts;
    const char *advice;
} world_row;

#define AT(field) offsetof(thud_world_def, field)
static const world_row world_rows[] = {
    {"world.gravity.x", "gravity x", "m/s\xc2\xb2", AT(gravity.x), FIELD_FLOAT, -50, 50, false, false,
     "Sideways pull."},
    {"world.gravity.y", "gravity y", "m/s\xc2\xb2", AT(gravity.y), FIELD_FLOAT, -50, 50, false, false,
     "Games often take two to three times the earth's, so that jumps do not float."},
    {"world.solver.substeps", "substeps", "", AT(solver.substeps), FIELD_INT, 1, 16, false, false,
     "More make stacks and joints stiffer, for time in proportion."},
    {"world.solver.contact_hertz", "contact stiffness", "Hz", AT(solver.contact_hertz), FIELD_FLOAT, 5, 240,
     true, false, "Lower lets bodies sink in, higher shakes unless substeps go up too."},
    {"world.solver.contact_damping_ratio", "contact damping", "", AT(solver.contact_damping_ratio),
     FIELD_FLOAT, 0.5f, 20, true, false, "Above 1 overlap goes without overshoot."},
    {"world.solver.push_out_speed", "push-out speed", "m/s", AT(solver.push_out_speed), FIELD_FLOAT, 0.1f, 20,
     true, false, "How fast overlap is undone at most: too fast throws bodies into the air."},
    {"world.solver.elasticity_threshold", "bounces from", "m/s", AT(solver.elasticity_threshold), FIELD_FLOAT,
     0, 5, false, false, "Slower impacts do not bounce, so that bodies come to rest."},
    {"world.solver.joint_hertz", "joint stiffness", "Hz", AT(solver.joint_hertz), FIELD_FLOAT, 5, 240, true,
     false, "What joints hold rigidly; lower is softer."},
    {"world.solver.joint_damping_ratio", "joint damping", "", AT(solver.joint_damping_ratio), FIELD_FLOAT,
     0.5f, 20, true, false, "Lower lets joints swing back."},
    {"world.solver.max_speed", "speed limit", "m/s", AT(solver.max_speed), FIELD_FLOAT, 10, 2000, true, false,
     "No body is faster."},
    {"world.solver.warm_starting", "warm starting", "", AT(solver.warm_starting), FIELD_BOOL, 0, 1, false,
     false, "Starts from the last step's impulses; off, stacks need many substeps."},
    {"world.slop", "slop", "m", AT(slop), FIELD_FLOAT, 0, 0.05f, false, false, "Overlap that is left alone."},
    {"world.speculative_distance", "contacts from", "m", AT(speculative_distance), FIELD_FLOAT, 0.001f, 0.2f,
     true, false, "Contacts are made this far ahead."},
    {"world.aabb_margin", "box margin", "m", AT(aabb_margin), FIELD_FLOAT, 0, 0.5f, false, true,
     "Larger boxes leave their place less often and have more pairs."},
    {"world.hit_speed", "hit events from", "m/s", AT(hit_speed), FIELD_FLOAT, 0, 20, false, false,
     "Slower impacts make no hit event."},
    {"world.sleep_speed", "sleep below", "m/s", AT(sleep_speed), FIELD_FLOAT, 0, 0.5f, false, false,
     "An island slower than this for the sleep time falls asleep."},
    {"world.sleep_time", "sleep after", "s", AT(sleep_time), FIELD_FLOAT, 0.05f, 5, true, false,
     "How long it must be slow."},
    {"world.sleeping", "bodies may sleep", "", AT(sleeping), FIELD_BOOL, 0, 1, false, false,
     "Sleeping bodies cost nothing."},
    {"world.continuous", "continuous collision", "", AT(continuous), FIELD_BOOL, 0, 1, false, false,
     "Keeps fast bodies from passing through static ones."},
};
#undef AT
enum { world_row_count = sizeof world_rows / sizeof world_rows[0] };

int settings_count(const scene_options *options) {
    return options->kind->tunable_count + (options->kind->worldless ? 0 : world_row_count);
}

static float read_row(const thud_world_def *def, const world_row *row) {
    const char *field = (const char *)def + row->offset;
    switch (row->type) {
    case FIELD_INT:
        return (float)*(const int *)(const void *)field;
    case FIELD_BOOL:
        return *(const bool *)(const void *)field ? 1.0f : 0.0f;
    default:
        return *(const float *)(const void *)field;
    }
}

static void write_row(thud_world_def *def, const world_row *row, float value) {
    char *field = (char *)def + row->offset;
    switch (row->type) {
    case FIELD_INT:
        *(int *)(void *)field = (int)value;
        break;
    case FIELD_BOOL:
        *(bool *)(void *)field = value != 0;
        break;
    default:
        *(float *)(void *)field = value;
        break;
    }
}

static demo_setting tunable_setting(const scene_tunable *tunable) {
    demo_setting setting = {.label = tunable->label,
                            .unit = "",
                            .kind = tunable->kind,
                            .low = tunable->low,
                            .high = tunable->high,
                            .initial = tunable->initial,
                            .choices = tunable->choices,
                            .restarts = tunable->restarts};
    snprintf(setting.path, sizeof setting.path, "scene.%s", tunable->name);
    return setting;
}

static demo_setting world_setting(const scene_options *options, const world_row *row) {
    static const scene_tunable_kind kinds[] = {SCENE_NUMBER, SCENE_WHOLE_NUMBER, SCENE_SWITCH};
    scene_options initial = scene_options_for(options->kind);
    demo_setting setting = {.label = row->label,
                            .unit = row->unit,
                            .advice = row->advice,
                            .kind = kinds[row->type],
                            .low = row->low,
                            .high = row->high,
                            .initial = read_row(&initial.world, row),
                            .logarithmic = row->logarithmic,
                            .restarts = row->restarts};
    snprintf(setting.path, sizeof setting.path, "%s", row->path);
    return setting;
}

demo_setting setting_at(const scene_options *options, int index) {
    int tunables = options->kind->tunable_count;
    return index < tunables ? tunable_setting(&options->kind->tunables[index])
                            : world_setting(options, &world_rows[index - tunables]);
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
    int tunables = options->kind->tunable_count;
    return index < tunables ? options->values[index]
                            : read_row(&options->world, &world_rows[index - tunables]);
}

bool setting_set(scene_options *options, int index, float value) {
    int tunables = options->kind->tunable_count;
    demo_setting setting = setting_at(options, index);
    bool in_range = value >= setting.low && value <= setting.high; /* false for NaN */
    if (!in_range || (setting.kind != SCENE_NUMBER && value != (float)(int)value)) {
        return false;
    }
    if (index < tunables) {
        options->values[index] = value;
    } else {
        write_row(&options->world, &world_rows[index - tunables], value);
    }
    return true;
}
