/* sweep_file.c: reads sweep files, a line a word and its arguments; the first mistake is named. */
#include "sweep.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "presets.h"

enum { most_words = 8, most_steps = 1000000, most_seeds = 1000 };

typedef struct reader {
    sweep *it;
    const char *path;
    int line;
    char *words[most_words];
    int count;
    demo_numbers *numbers;
    const scene_options *base;
    bool has_version;
    char file[1024]; /* of the last line that names one */
    char *error;
} reader;

__attribute__((format(printf, 2, 3))) static bool refuse(reader *r, const char *format, ...) {
    va_list arguments;
    int used = snprintf(r->error, SCENE_ERROR_SIZE, "%.80s:%d: ", r->path, r->line);
    va_start(arguments, format);
    vsnprintf(r->error + used, (size_t)(SCENE_ERROR_SIZE - used), format, arguments);
    va_end(arguments);
    return false;
}

static bool is_number(const char *word, double *value) {
    char *end;
    *value = strtod(word, &end);
    return end != word && *end == '\0' && isfinite(*value);
}

static bool read_whole(reader *r, int word, int low, int high, int *value) {
    double number = 0;
    if (word >= r->count || !is_number(r->words[word], &number) || number < low || number > high ||
        number != floor(number)) {
        return refuse(r, "%s needs a whole number from %d to %d", r->words[0], low, high);
    }
    *value = (int)number;
    return true;
}

static bool read_scene(reader *r) {
    const scene_kind *kind = r->count == 2 ? scene_find(r->words[1]) : NULL;
    if (!kind || r->numbers) {
        return refuse(r, kind ? "a second scene" : "there is no scene %.60s",
                      r->count > 1 ? r->words[1] : "");
    }
    scene_options options = scene_options_for(kind);
    options.level = r->base->level;
    options.world.lanes = r->base->world.lanes;
    recording_begin(&r->it->log, &options);
    r->numbers = numbers_open(&options);
    return r->numbers || refuse(r, "out of memory");
}

/* The file that the second word names, from the folder of the sweep file. */
static const char *name_file(reader *r) {
    const char *slash = strrchr(r->path, '/'), *name = r->count > 1 ? r->words[1] : "";
    int folder = slash && name[0] != '/' ? (int)(slash - r->path) + 1 : 0;
    snprintf(r->file, sizeof r->file, "%.*s%s", folder, r->path, name);
    return r->file;
}

static bool read_preset(reader *r) {
    thud_preset_fault fault = thud_preset_load(numbers_set(r->numbers), name_file(r));
    return fault.status == THUD_OK || refuse(r, "%.180s", fault.message);
}

static bool read_set(reader *r) {
    char text[sweep_text_size], why[SCENE_ERROR_SIZE];
    snprintf(text, sizeof text, "%.80s=%.60s", r->count > 1 ? r->words[1] : "",
             r->count > 2 ? r->words[2] : "");
    return numbers_read(r->numbers, text, why) || refuse(r, "%.180s", why);
}

static bool read_vary(reader *r) {
    sweep *it = r->it;
    thud_tunable_info info = thud_tunables_find(numbers_set(r->numbers), r->count > 1 ? r->words[1] : "");
    sweep_varied varied = {.count = 2};
    if (!info.path) {
        const char *similar = thud_tunables_suggest(numbers_set(r->numbers), r->count > 1 ? r->words[1] : "");
        return refuse(r, "there is no %.60s; the nearest is %s", r->count > 1 ? r->words[1] : "",
                      similar ? similar : "far away");
    }
    if (r->count < 4 || !is_number(r->words[2], &varied.low) || !is_number(r->words[3], &varied.high) ||
        varied.low >= varied.high ||
        thud_tunable_check(info.row, info.row->type == THUD_TUNABLE_FLOAT ? varied.low : floor(varied.low))
                .status != THUD_OK ||
        thud_tunable_check(info.row, info.row->type == THUD_TUNABLE_FLOAT ? varied.high : floor(varied.high))
                .status != THUD_OK) {
        return refuse(r, "vary %s needs two values that it may have, the lower first", info.path);
    }
    if (r->count > 4 && !read_whole(r, 4, 2, 10000, &varied.count)) {
        return false;
    }
    varied.logarithmic = r->count > 5 && strcmp(r->words[5], "log") == 0;
    if ((r->count > 5 && !varied.logarithmic) || (varied.logarithmic && varied.low <= 0)) {
        return refuse(r, "only 'log' may stand behind the count, and needs values above 0");
    }
    for (int i = 0; i < it->varied_count; i++) {
        if (strcmp(it->varied[i].path, info.path) == 0) {
            return refuse(r, "%s is varied already", info.path);
        }
    }
    if (it->varied_count == sweep_most_varied) {
        return refuse(r, "more than %d numbers are varied", sweep_most_varied);
    }
    snprintf(varied.path, sizeof varied.path, "%s", info.path);
    varied.setting = setting_find(&it->log.start, info.path);
    varied.whole = info.row->type != THUD_TUNABLE_FLOAT;
    it->varied[it->varied_count++] = varied;
    return true;
}

static bool read_method(reader *r) {
    sweep *it = r->it;
    const char *name = r->count > 1 ? r->words[1] : "";
    it->budget = 0;
    if (strcmp(name, "grid") == 0) {
        it->method = SWEEP_GRID;
        return true;
    }
    it->method = strcmp(name, "random") == 0 ? SWEEP_RANDOM : SWEEP_NELDER_MEAD;
    if (it->method == SWEEP_NELDER_MEAD && strcmp(name, "nelder-mead") != 0) {
        return refuse(r, "the methods are grid, random N and nelder-mead N");
    }
    return read_whole(r, 2, 1, sweep_most_runs, &it->budget);
}

static bool read_goal(reader *r, bool reaches) {
    sweep *it = r->it;
    sweep_goal goal = {.measure = sweep_measure_find(r->count > 1 ? r->words[1] : ""),
                       .reaches = reaches,
                       .weight = 1,
                       .tolerance = 1};
    if (goal.measure < 0) {
        return refuse(r, "there is no measure %.60s", r->count > 1 ? r->words[1] : "");
    }
    bool right = reaches ? r->count == 4 && is_number(r->words[2], &goal.target) &&
                               is_number(r->words[3], &goal.tolerance) && goal.tolerance > 0
                         : r->count == 2 || (r->count == 3 && is_number(r->words[2], &goal.weight));
    if (!right || it->goal_count == sweep_most_goals) {
        return refuse(r,
                      reaches ? "reach needs a measure, a value and a tolerance, up to %d times"
                              : "minimise needs a measure, perhaps a weight, up to %d times",
                      sweep_most_goals);
    }
    it->goals[it->goal_count++] = goal;
    return true;
}

static bool read_key(reader *r) {
    sweep_press press = {.key = r->count == 4 || r->count == 5 ? recording_key(r->words[1]) : 0};
    if (press.key == 0 || r->it->press_count == sweep_most_presses) {
        return refuse(r, "key needs a key and two steps, up to %d times: key space 60 90",
                      sweep_most_presses);
    }
    if (!read_whole(r, 2, 0, most_steps, &press.from) ||
        !read_whole(r, 3, press.from + 1, most_steps, &press.to) ||
        (r->count == 5 && !read_whole(r, 4, 0, most_steps, &press.spread))) {
        return false;
    }
    r->it->presses[r->it->press_count++] = press;
    return true;
}

static bool read_replay(reader *r) {
    recording log = {0};
    char error[SCENE_ERROR_SIZE];
    const scene_options *start = &r->it->log.start;
    if (r->count != 2 || !recording_load(&log, name_file(r), start, error)) {
        return refuse(r, "%.180s", r->count == 2 ? error : "replay needs a file");
    }
    bool same = log.start.kind == start->kind;
    for (int i = 0; same && i < log.count; i++) {
        recording_insert(&r->it->log, r->it->log.count, log.inputs[i]);
    }
    recording_free(&log);
    return same || refuse(r, "the recording is of another scene");
}

static bool read_steps(reader *r) {
    return read_whole(r, 1, 1, most_steps, &r->it->steps);
}

static bool read_seeds(reader *r) {
    return read_whole(r, 1, 1, most_seeds, &r->it->seeds);
}

static bool read_minimise(reader *r) {
    return read_goal(r, false);
}

static bool read_reach(reader *r) {
    return read_goal(r, true);
}

/* What a line may begin with behind the scene. */
static const struct {
    const char *word;
    int most_words;
    bool (*read)(reader *r);
} lines[] = {
    {"steps", 2, read_steps},       {"seeds", 2, read_seeds}, {"preset", 2, read_preset},
    {"set", 3, read_set},           {"vary", 6, read_vary},   {"method", 3, read_method},
    {"minimise", 3, read_minimise}, {"reach", 4, read_reach}, {"key", 5, read_key},
    {"replay", 2, read_replay},
};

static bool read_line(reader *r) {
    const char *word = r->words[0];
    if (!r->has_version) {
        r->has_version = r->count == 2 && strcmp(word, "thud-sweep") == 0 && strcmp(r->words[1], "1") == 0;
        return r->has_version || refuse(r, "the first line must be 'thud-sweep 1'");
    }
    if (strcmp(word, "scene") == 0) {
        return read_scene(r);
    }
    if (!r->numbers) {
        return refuse(r, "the scene comes first");
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(word, lines[i].word) == 0) {
            return r->count <= lines[i].most_words
                       ? lines[i].read(r)
                       : refuse(r, "'%.40s' is too much", r->words[lines[i].most_words]);
        }
    }
    return refuse(r, "there is no '%.40s'", word);
}

/* Cuts a line into words; a '#' ends it. */
static void split(reader *r, char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    r->count = 0;
    for (char *word = strtok(line, " \t"); word && r->count < most_words; word = strtok(NULL, " \t")) {
        r->words[r->count++] = word;
    }
}

static bool check_whole(reader *r) {
    sweep *it = r->it;
    if (!r->has_version || !r->numbers || it->varied_count == 0 || it->goal_count == 0) {
        return refuse(r, "a sweep needs a scene, a 'vary' and a goal: 'minimise' or 'reach'");
    }
    it->log.start = *numbers_options(r->numbers);
    if (sweep_point_count(it) > sweep_most_runs / it->seeds) {
        return refuse(r, "more than %d runs", sweep_most_runs);
    }
    return true;
}

bool sweep_load(sweep *into, const char *path, const scene_options *base, char error[SCENE_ERROR_SIZE]) {
    *into = (sweep){.steps = 300, .seeds = 1, .method = SWEEP_GRID};
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(error, SCENE_ERROR_SIZE, "%.180s cannot be read", path);
        return false;
    }
    reader r = {.it = into, .path = path, .base = base, .error = error};
    char line[1024] = "";
    bool right = true;
    if (fread(line, 1, 3, file) != 3 ||
        memcmp(line, "\xef\xbb\xbf", 3) != 0) { /* the byte order mark of some editors */
        rewind(file);
    }
    while (right && fgets(line, sizeof line, file)) {
        r.line++;
        right = strlen(line) < sizeof line - 1 || refuse(&r, "the line is too long");
        split(&r, line);
        right = right && (r.count == 0 || read_line(&r));
    }
    fclose(file);
    right = right && check_whole(&r);
    numbers_close(r.numbers);
    return right;
}

void sweep_free(sweep *it) {
    recording_free(&it->log);
}
