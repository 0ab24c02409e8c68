/*
 * The list is that of a world's objects (thud_tunables_add_objects), then those of runner and
 * mover, with the defaults of their structs.
 */
#include "scene_numbers.h"

#include <stdio.h>

#include "thud/mover.h"
#include "thud/runner.h"

typedef struct number_list {
    thud_tunables *all;
    thud_runner_def runner;
    thud_mover_def mover;
    int object_count;
} number_list;

static void bind(thud_tunables *to, thud_runner_def *runner, thud_mover_def *mover) {
    thud_tunable_group runner_group = {
        .name = "runner", .table = thud_tunables_of(THUD_TUNABLES_RUNNER), .values = runner, .many = true};
    thud_tunable_group mover_group = {
        .name = "mover", .table = thud_tunables_of(THUD_TUNABLES_MOVER), .values = mover, .many = true};
    if (runner) {
        thud_tunables_add(to, &runner_group);
    }
    if (mover) {
        thud_tunables_add(to, &mover_group);
    }
}

/* Of an empty world, which lives as long as the list. Made once. */
static const number_list *numbers(void) {
    static number_list list;
    if (!list.all) {
        thud_world_def def = thud_world_defaults();
        thud_world *nothing = thud_world_create(&def);
        list.all = thud_tunables_create();
        list.runner = thud_runner_defaults();
        list.mover = thud_mover_defaults();
        thud_tunables_add_objects(list.all, nothing);
        list.object_count = thud_tunables_count(list.all);
        bind(list.all, &list.runner, &list.mover);
    }
    return &list;
}

int scene_number_count(const scene_kind *kind) {
    return kind->worldless    ? 0
           : kind->runner_def ? thud_tunables_count(numbers()->all)
                              : numbers()->object_count;
}

thud_tunable_info scene_number_at(int index) {
    return thud_tunables_at(numbers()->all, index);
}

static int given(const scene_options *options, int index) {
    int place = 0;
    while (place < options->given_count && options->given[place].number != index) {
        place++;
    }
    return place;
}

double scene_number_get(const scene_options *options, int index) {
    int place = given(options, index);
    return place < options->given_count ? (double)options->given[place].value
                                        : scene_number_at(index).initial;
}

bool scene_number_give(scene_options *options, int index, double value) {
    int place = given(options, index);
    if (place >= SCENE_MAX_GIVEN || thud_tunable_check(scene_number_at(index).row, value).status != THUD_OK) {
        return false;
    }
    options->given[place] = (scene_given){index, (float)value};
    options->given_count += place == options->given_count;
    return true;
}

bool scene_numbers_set(thud_scene *scene, const scene_options *options) {
    if (!scene->world || options->given_count == 0) {
        return true;
    }
    const scene_kind *kind = scene->kind;
    thud_tunables *set = thud_tunables_create();
    thud_tunables_add_objects(set, scene->world);
    bind(set, kind->runner_def ? kind->runner_def(scene) : NULL,
         kind->mover ? kind->mover(scene, 0).def : NULL);
    thud_tunable_value values[SCENE_MAX_GIVEN];
    for (int i = 0; i < options->given_count; i++) {
        values[i] = (thud_tunable_value){scene_number_at(options->given[i].number).path,
                                         (double)options->given[i].value};
    }
    int refused = 0;
    thud_refusal refusal = thud_tunables_set_all(set, values, options->given_count, &refused);
    thud_tunables_destroy(set);
    if (refusal.status != THUD_OK) {
        snprintf(scene->error, sizeof scene->error, "%.64s: %.180s", values[refused].path, refusal.message);
    }
    return refusal.status == THUD_OK;
}

bool scene_numbers_keep(thud_scene *scene, const scene_options *options) {
    if (!scene->world || options->given_count == 0) {
        return true;
    }
    thud_world_counters counts = thud_world_counts(scene->world);
    int objects = counts.bodies + counts.shapes + counts.joints;
    if (scene->step_count > 0 && objects == scene->tuned_objects) {
        return true;
    }
    scene->tuned_objects = objects;
    return scene_numbers_set(scene, options);
}
