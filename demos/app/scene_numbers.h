/*
 * scene_numbers.h: numbers that hold for all bodies, all shapes and all joints of a kind in a scene,
 * whenever they are made, and those of its runner and mover. A scene's options hold the ones that were
 * given; the others are as the scene made them.
 */
#pragma once

#include "scene.h"
#include "thud/tunables.h"

/* How many a kind of scene has, and the one at an index: its path, row, and the default of its struct. */
int scene_number_count(const scene_kind *kind);
thud_tunable_info scene_number_at(int index);

/* The given value of one, or its default; gives it one: false where it is out of range or too many are given. */
double scene_number_get(const scene_options *options, int index);
bool scene_number_give(scene_options *options, int index, double value);

/* Sets all that are given in a scene; false where one is refused, and none is set: scene->error says why. */
bool scene_numbers_set(thud_scene *scene, const scene_options *options);

/* The same where objects were made or destroyed since then, and before the first step: to be
 * called before each step. */
bool scene_numbers_keep(thud_scene *scene, const scene_options *options);
