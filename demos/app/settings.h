/*
 * settings.h: the numbers of a scene that can be changed while it runs or between runs, in one list: first the scene's
 * own tunables, then the world's, then those of all its objects and of its player (scene_numbers.h). Panel, recordings,
 * presets and command line name them by path: "scene.friction", "world.gravity.y", "shape.material.friction".
 */
#pragma once

#include "scene.h"
#include "thud/tunables.h"

enum { settings_path_size = 64 };

typedef struct demo_setting {
    char path[settings_path_size];
    const char *label, *unit, *advice; /* unit "" for none; advice may be null */
    const char *struct_name;           /* of a number of the engine: its struct in C; or null */
    scene_tunable_kind kind;
    float low, high, initial; /* range of the slider; the value that the scene begins with */
    double least, most;       /* what is accepted */
    bool logarithmic;
    const char *const *choices; /* SCENE_CHOICE: high + 1 names */
    bool restarts;              /* the scene must be made anew when it changes */
} demo_setting;

/* How many a scene has, and the one at an index (within the count); its initial value is the scene kind's. */
int settings_count(const scene_options *options);
demo_setting setting_at(const scene_options *options, int index);

/* Whether it is one of all objects, or of the player. */
bool setting_is_of_objects(const scene_options *options, int index);

/* The index of a path, or -1. */
int setting_find(const scene_options *options, const char *path);

/* Its present value, and another one: false where it is out of range, not finite, or has a
 * fraction where a whole number is wanted. */
float setting_get(const scene_options *options, int index);
bool setting_set(scene_options *options, int index, float value);

/* The words for a value that setting_set refuses; false, and none, where it accepts the value. */
bool setting_explain(const scene_options *options, int index, float value, char why[SCENE_ERROR_SIZE]);

/* What a number of the engine is like, as a setting of a path. */
demo_setting setting_of_number(const thud_tunable_info *info, const char *path);
