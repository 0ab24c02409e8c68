/*
 * The command line: every option checked, the first mistake named.
 */
#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "presets.h"
#include "view.h"

static const int default_width = 1280, default_height = 720; /* [points] */
static const int least_size = 320, most_size = 4096;         /* [points] */
static const int most_steps = 10000000;
static const int most_threads = 64;
static const char level_scene[] = "level"; /* the one that shows a Tiled map */

/* What options need beside them: without it they would be read and have no effect. */
typedef enum option_need {
    NEEDS_HEADLESS,
    NEEDS_WINDOW,
    NEEDS_RUN,     /* of a scene: a window or headless */
    NEEDS_PICTURE, /* on the screen or in a file */
    NEEDS_SWEEP,
    NEEDS_SETTINGS, /* that a recording or a sweep does not bring */
    NEED_COUNT
} option_need;

typedef struct option_reader {
    demo_options *options;
    char **arguments;
    int count, next;
    const char *scene, *lanes, *level;
    const char *needing[NEED_COUNT]; /* the last option that has this need, or null */
    int threads;
    char *error;
} option_reader;

void options_print_scenes(void) {
    for (int i = 0; scene_at(i); i++) {
        printf("  %-10s %s\n", scene_at(i)->name, scene_at(i)->description);
    }
}

void options_print_help(void) {
    printf(
        "thud-demos [SCENE]                    opens a window\n"
        "thud-demos --headless SCENE           runs a scene without one; prints times, counters and state "
        "hash\n"
        "thud-demos --list                     lists the scenes\n"
        "\n"
        "  --steps N          headless: how many steps of 1/60 s (300)\n"
        "  --png FILE         headless: draws the last frame\n"
        "  --hash             headless: prints nothing but the hash\n"
        "  --threads N        threads that step the world (1)\n"
        "  --lanes WIDTH      scalar, sse2, avx2, avx512, neon or auto (auto)\n"
        "  --level FILE       scene `level`, with this Tiled map\n"
        "  --set PATH=VALUE   sets a tunable: count=1000 (the scene's own), world.gravity.y=-20 ...\n"
        "  --preset FILE      sets the tunables that the file names; the window follows its changes\n"
        "  --help-tunables    lists the tunables of the scene, with defaults, ranges and advice\n"
        "  --sweep FILE       runs a search (demos/sweep/sweep.h): writes CSV, SVG and the best as a preset\n"
        "  --jobs N, --shard I/N, --merge CSV...   of a sweep: processes; one share of it; joins shares\n"
        "  --draw KEYS        switches what is drawn, by the keys of the window: 2 AABBs, 3 hash cells, 4 "
        "contacts ...\n"
        "  --size WxH         of window or picture (%dx%d)\n"
        "  --scale FACTOR     of text and panel, 0.5 to 4 (by the display; in the window: Ctrl and + or -)\n"
        "  --record FILE      writes all inputs, with hashes of the state, when it ends\n"
        "  --replay FILE      repeats a recording; headless: exit code 1 where a hash differs\n"
        "  --thumbnails DIR   writes small pictures of all scenes, for the picker: the build does\n"
        "  --screenshots DIR  window: where F12 puts pictures (the current folder)\n"
        "  --report FILE      window: writes down what happens, a line each, for scripts\n"
        "\nScenes:\n",
        default_width, default_height);
    options_print_scenes();
}

__attribute__((format(printf, 2, 3))) static bool refuse(option_reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error, SCENE_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static const char *next_value(option_reader *reader) {
    return reader->next < reader->count ? reader->arguments[reader->next++] : NULL;
}

static bool read_whole(option_reader *reader, const char *name, int low, int high, int *value) {
    const char *text = next_value(reader);
    char *end = NULL;
    long number = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end || number < low || number > high) {
        return refuse(reader, "%s needs a whole number from %d to %d", name, low, high);
    }
    *value = (int)number;
    return true;
}

/* A run is of one scene. */
static bool read_scene(option_reader *reader, const char *name) {
    if (name[0] == '-') {
        return refuse(reader, "--headless needs a scene, not %s", name);
    }
    if (reader->scene != NULL) {
        return refuse(reader, "one scene at a time: %s or %s", reader->scene, name);
    }
    reader->scene = name;
    return true;
}

static bool read_text(option_reader *reader, const char *name, const char **value) {
    *value = next_value(reader);
    return *value ? true : refuse(reader, "%s needs a value", name);
}

static bool read_size(option_reader *reader) {
    const char *text = next_value(reader);
    int width = 0, height = 0, used = 0;
    bool read = text && sscanf(text, "%dx%d%n", &width, &height, &used) == 2 && !text[used];
    if (!read || width < least_size || height < least_size || width > most_size || height > most_size) {
        return refuse(reader, "--size needs WIDTHxHEIGHT, from %dx%d to %dx%d", least_size, least_size,
                      most_size, most_size);
    }
    reader->options->width = width;
    reader->options->height = height;
    return true;
}

static bool read_scale(option_reader *reader) {
    const char *text = next_value(reader);
    char *end = NULL;
    float scale = text ? strtof(text, &end) : 0;
    if (!text || end == text || *end || !(scale >= VIEW_LEAST_SCALE && scale <= VIEW_MOST_SCALE)) {
        return refuse(reader, "--scale needs a number from %g to %g", (double)VIEW_LEAST_SCALE,
                      (double)VIEW_MOST_SCALE);
    }
    reader->options->ui_scale = scale;
    return true;
}

static bool read_draw(option_reader *reader, const char *name) {
    if (!read_text(reader, name, &reader->options->draw)) {
        return false;
    }
    bool known = strspn(reader->options->draw, "0123456789") == strlen(reader->options->draw);
    return known || refuse(reader, "--draw needs keys from 0 to 9, not %s", reader->options->draw);
}

static bool read_shard(option_reader *reader) {
    sweep_options *wanted = &reader->options->sweep;
    const char *text = next_value(reader);
    int used = 0;
    bool read = text && sscanf(text, "%d/%d%n", &wanted->shard, &wanted->shards, &used) == 2 && !text[used];
    return (read && wanted->shard >= 1 && wanted->shard <= wanted->shards) ||
           refuse(reader, "--shard needs I/N, from 1/N to N/N");
}

static void note_needs(option_reader *reader, const char *name) {
    static const struct {
        const char *option;
        option_need need;
    } needs[] = {{"--steps", NEEDS_HEADLESS},     {"--png", NEEDS_HEADLESS},   {"--hash", NEEDS_HEADLESS},
                 {"--report", NEEDS_WINDOW},      {"--record", NEEDS_RUN},     {"--replay", NEEDS_RUN},
                 {"--screenshots", NEEDS_WINDOW}, {"--draw", NEEDS_PICTURE},   {"--size", NEEDS_PICTURE},
                 {"--scale", NEEDS_PICTURE},      {"--jobs", NEEDS_SWEEP},     {"--shard", NEEDS_SWEEP},
                 {"--merge", NEEDS_SWEEP},        {"--steps", NEEDS_SETTINGS}, {"--set", NEEDS_SETTINGS},
                 {"--preset", NEEDS_SETTINGS}};
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(name, needs[i].option) == 0) {
            reader->needing[needs[i].need] = name;
        }
    }
}

/* Refuses an option whose need is not met. */
static bool check_needs(option_reader *reader) {
    const demo_options *options = reader->options;
    bool window = options->mode == OPTIONS_WINDOW, headless = options->mode == OPTIONS_HEADLESS;
    const struct {
        bool met;
        const char *words;
    } needs[NEED_COUNT] = {
        [NEEDS_HEADLESS] = {headless, "needs --headless SCENE"},
        [NEEDS_WINDOW] = {window, "needs a window"},
        [NEEDS_RUN] = {window || headless, "needs a window or --headless SCENE"},
        [NEEDS_PICTURE] = {window || (headless && options->png), "needs a window or --png FILE"},
        [NEEDS_SWEEP] = {options->mode == OPTIONS_SWEEP, "needs --sweep FILE"},
        [NEEDS_SETTINGS] = {!options->replay && options->mode != OPTIONS_SWEEP,
                            "has no effect: recordings and sweeps have their own"},
    };
    for (int i = 0; i < NEED_COUNT; i++) {
        if (reader->needing[i] && !needs[i].met) {
            return refuse(reader, "%s %s", reader->needing[i], needs[i].words);
        }
    }
    if (reader->scene && options->mode == OPTIONS_SWEEP) {
        return refuse(reader, "--sweep names its scene in the file: not %.60s", reader->scene);
    }
    bool other_scene = reader->level && reader->scene && strcmp(reader->scene, level_scene) != 0;
    return !other_scene || refuse(reader, "--level is for scene %s, not %.60s", level_scene, reader->scene);
}

static bool informs(options_mode mode) {
    return mode == OPTIONS_LIST || mode == OPTIONS_HELP || mode == OPTIONS_HELP_TUNABLES;
}

static bool read_option(option_reader *reader, const char *name) {
    demo_options *options = reader->options;
    note_needs(reader, name);
    const char *skipped;
    if (strcmp(name, "--list") == 0) {
        options->mode = OPTIONS_LIST;
    } else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        options->mode = OPTIONS_HELP;
    } else if (strcmp(name, "--help-tunables") == 0) {
        options->mode = OPTIONS_HELP_TUNABLES;
    } else if (strcmp(name, "--sweep") == 0) {
        options->mode = OPTIONS_SWEEP;
        return read_text(reader, name, &options->sweep.file);
    } else if (strcmp(name, "--thumbnails") == 0) {
        options->mode = OPTIONS_THUMBNAILS;
        return read_text(reader, name, &options->thumbnails);
    } else if (strcmp(name, "--jobs") == 0) {
        return read_whole(reader, name, 1, most_threads, &options->sweep.jobs);
    } else if (strcmp(name, "--shard") == 0) {
        return read_shard(reader);
    } else if (strcmp(name, "--merge") == 0) {
        options->sweep.merge = (const char **)reader->arguments + reader->next;
        options->sweep.merge_count = reader->count - reader->next;
        reader->next = reader->count;
        return options->sweep.merge_count > 0 || refuse(reader, "--merge needs the CSV files of the shards");
    } else if (strcmp(name, "--preset") == 0) {
        return read_text(reader, name, &options->preset);
    } else if (strcmp(name, "--headless") == 0) {
        options->mode = OPTIONS_HEADLESS;
        const char *scene;
        return read_text(reader, name, &scene) && read_scene(reader, scene);
    } else if (strcmp(name, "--steps") == 0) {
        return read_whole(reader, name, 0, most_steps, &options->steps);
    } else if (strcmp(name, "--threads") == 0) {
        return read_whole(reader, name, 1, most_threads, &reader->threads);
    } else if (strcmp(name, "--png") == 0) {
        return read_text(reader, name, &options->png);
    } else if (strcmp(name, "--hash") == 0) {
        options->hash_only = true;
    } else if (strcmp(name, "--lanes") == 0) {
        return read_text(reader, name, &reader->lanes);
    } else if (strcmp(name, "--level") == 0) {
        return read_text(reader, name, &reader->level);
    } else if (strcmp(name, "--report") == 0) {
        return read_text(reader, name, &options->report);
    } else if (strcmp(name, "--record") == 0) {
        return read_text(reader, name, &options->record);
    } else if (strcmp(name, "--replay") == 0) {
        return read_text(reader, name, &options->replay);
    } else if (strcmp(name, "--draw") == 0) {
        return read_draw(reader, name);
    } else if (strcmp(name, "--screenshots") == 0) {
        return read_text(reader, name, &options->folder);
    } else if (strcmp(name, "--size") == 0) {
        return read_size(reader);
    } else if (strcmp(name, "--scale") == 0) {
        return read_scale(reader);
    } else if (strcmp(name, "--set") == 0) {
        options->sets = true;
        return read_text(reader, name, &skipped); /* read_tunables comes back to it when the scene is known */
    } else {
        return refuse(reader, "unknown option %s", name);
    }
    return true;
}

static bool read_lanes(option_reader *reader, thud_lanes *lanes) {
    if (!reader->lanes) {
        return true;
    }
    for (int i = THUD_LANES_AUTO; i <= THUD_LANES_AVX512; i++) {
        if (strcmp(reader->lanes, thud_lanes_name((thud_lanes)i)) == 0) {
            *lanes = (thud_lanes)i;
            return thud_lanes_available(*lanes) || refuse(reader, "this processor has no %s", reader->lanes);
        }
    }
    return refuse(reader, "--lanes needs scalar, sse2, avx2, avx512, neon or auto, not %s", reader->lanes);
}

/* The preset first, then each --set in its order. */
static bool read_tunables(option_reader *reader) {
    demo_options *options = reader->options;
    demo_numbers *numbers = numbers_open(&options->scene);
    if (!numbers) {
        return refuse(reader, "out of memory");
    }
    thud_preset_fault fault = {.status = THUD_OK};
    if (options->preset) {
        fault = thud_preset_load(numbers_set(numbers), options->preset);
    }
    bool read = fault.status == THUD_OK || refuse(reader, "%s", fault.message);
    for (int i = 1; read && i + 1 < reader->count; i++) {
        char why[SCENE_ERROR_SIZE];
        if (strcmp(reader->arguments[i], "--set") == 0 &&
            !numbers_read(numbers, reader->arguments[++i], why)) {
            read = refuse(reader, "--set %.60s: %.160s", reader->arguments[i], why);
        }
    }
    options->scene = *numbers_options(numbers);
    numbers_close(numbers);
    return read;
}

static bool complain_of_recording(const demo_options *options) {
    fprintf(stderr, "thud-demos: the recording %s cannot be written\n", options->record);
    return false;
}

bool options_can_record(const demo_options *options) {
    return !options->record || recording_can_save(options->record) || complain_of_recording(options);
}

bool options_record(const demo_options *options, const recording *log) {
    return !options->record || recording_save(log, options->record) || complain_of_recording(options);
}

void options_print_tunables(const demo_options *options) {
    demo_numbers *numbers = numbers_open(&options->scene);
    char *text = thud_tunables_help_text(numbers_set(numbers));
    printf(
        "The tunables of %s, for --set and for presets: path, default, ranges, name, and what they do\n\n%s",
        options->scene.kind->name, text);
    thud_text_free(text);
    numbers_close(numbers);
}

bool options_read(demo_options *options, int count, char **arguments, char error[SCENE_ERROR_SIZE],
                  bool *unknown_scene) {
    *options = (demo_options){.steps = 300, .width = default_width, .height = default_height, .folder = "."};
    *unknown_scene = false;
    option_reader reader = {
        .options = options, .arguments = arguments, .count = count, .next = 1, .threads = 1};
    reader.error = error;
    while (reader.next < count) {
        const char *name = arguments[reader.next++];
        if (!(name[0] == '-' ? read_option(&reader, name) : read_scene(&reader, name))) {
            return false;
        }
    }
    if (!informs(options->mode) && !check_needs(&reader)) {
        return false;
    }
    const scene_kind *kind = reader.scene   ? scene_find(reader.scene)
                             : reader.level ? scene_find(level_scene)
                                            : scene_at(0);
    if (!kind) {
        *unknown_scene = true;
        return refuse(&reader, "there is no scene %.60s; the scenes are:", reader.scene);
    }
    options->has_scene = reader.scene != NULL;
    options->scene = scene_options_for(kind);
    options->scene.level = reader.level ? reader.level : THUD_DEMOS_LEVEL;
    options->scene.world.worker_count = reader.threads;
    options->sweep.base = &options->scene;
    return read_lanes(&reader, &options->scene.world.lanes) && read_tunables(&reader);
}
