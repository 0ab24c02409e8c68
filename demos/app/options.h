/*
 * options.h: the command line.
 */
#pragma once

#include "recording.h"
#include "sweep.h"

typedef enum options_mode {
    OPTIONS_WINDOW,
    OPTIONS_HEADLESS,
    OPTIONS_LIST,
    OPTIONS_HELP,
    OPTIONS_HELP_TUNABLES,
    OPTIONS_SWEEP,
    OPTIONS_THUMBNAILS
} options_mode;

typedef struct demo_options {
    options_mode mode;
    scene_options scene;
    bool has_scene; /* it was named, not chosen for want of a name */
    int steps;
    int width, height; /* of window or picture [points] */
    float ui_scale;    /* of text and panel; 0: the display's own scale */
    const char *png;   /* where to write the last frame, or null */
    bool hash_only;
    const char *draw;            /* keys of the toggles to switch, or null */
    const char *report;          /* where the window writes what happens, or null */
    const char *record, *replay; /* recordings to write and to repeat, or null */
    sweep_options sweep;
    const char *preset;     /* the file of tunables that was applied, or null */
    bool sets;              /* by --set */
    const char *folder;     /* where screenshots go */
    const char *thumbnails; /* OPTIONS_THUMBNAILS: where to */
} demo_options;

/*
 * Reads the command line. False with one line in `error`; `unknown_scene` is set if a list of scenes
 * would help.
 */
bool options_read(demo_options *options, int count, char **arguments, char error[SCENE_ERROR_SIZE],
                  bool *unknown_scene);

/* Whether --record can be done, if it is wanted; and does it. Both say on stderr what goes wrong. */
bool options_can_record(const demo_options *options);
bool options_record(const demo_options *options, const recording *log);

void options_print_help(void);
void options_print_scenes(void);
void options_print_tunables(const demo_options *options);
