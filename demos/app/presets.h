/*
 * presets.h: preset files (thud/preset.h) for the settings of a scene: applied to its options,
 * followed while it runs, written.
 */
#pragma once

#include "settings.h"
#include "thud/preset.h"

/* The settings of a scene's options as a set of numbers. */
typedef struct demo_numbers demo_numbers;

/* Makes one; its defaults are what the scene begins with. Nothing of `options` is kept but its values. Null without memory. */
demo_numbers *numbers_open(const scene_options *options);
void numbers_close(demo_numbers *numbers);

/* The set (null of null), and the options as the set has them. To bring in other values of the same kind of scene assign them. */
thud_tunables *numbers_set(demo_numbers *numbers);
scene_options *numbers_options(demo_numbers *numbers);

/* Sets "path=value"; a path without a point is the scene's own. False with the reason in `error`. */
bool numbers_read(demo_numbers *numbers, const char *text, char error[SCENE_ERROR_SIZE]);

/*
 * What of the options' world, objects and player differs from the defaults of the structs, as C (thud_tunables_c_text);
 * "" where nothing does. The scene's own numbers are in no struct of the engine. Free it by thud_text_free.
 */
char *options_c_text(const scene_options *options);
