/*
 * thud-demos: opens the window, or runs a scene without one. Exit codes: 0 well, 1 it could not be done,
 * 2 a wrong command line, 3 there is no display for a window.
 */
#include <stdio.h>

#include "headless.h"
#include "options.h"
#include "thumbnails.h"
#include "window.h"

static int write_thumbnails(const demo_options *options) {
    char error[SCENE_ERROR_SIZE];
    bool written = thumbnails_write(options->thumbnails, options->scene.level, error);
    if (!written) {
        fprintf(stderr, "thud-demos: %s\n", error);
    }
    return written ? 0 : 1;
}

int main(int count, char **arguments) {
    demo_options options;
    char error[SCENE_ERROR_SIZE];
    bool unknown_scene;
    if (!options_read(&options, count, arguments, error, &unknown_scene)) {
        fprintf(stderr, "thud-demos: %s\n", error);
        if (unknown_scene) {
            options_print_scenes();
        }
        return 2;
    }
    switch (options.mode) {
    case OPTIONS_LIST:
        options_print_scenes();
        return 0;
    case OPTIONS_HELP:
        options_print_help();
        return 0;
    case OPTIONS_HELP_TUNABLES:
        options_print_tunables(&options);
        return 0;
    case OPTIONS_SWEEP:
        return sweep_main(&options.sweep);
    case OPTIONS_THUMBNAILS:
        return write_thumbnails(&options);
    case OPTIONS_HEADLESS:
        return headless_run(&options);
    default:
        return window_run(&options);
    }
}
