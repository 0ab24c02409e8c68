/*
 * A recording as text, see recording.h. A file may come from anyone: each number is bounded, each line is one that the
 * writer could have written, and the last line shows that the file is complete.
 */
#include "recording.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { version = 1, longest_line = 160, most_words = 8 };
static const float farthest = 1e6f; /* of a point from the origin, on each axis [m] */

static const char *const mouse_names[] = {"press", "move", "drag", "release"};
static const char *const key_names[] = {"", "left", "right", "up", "down"}; /* the keys that have no letter */
static const char *const edit_names[] = {"body", "shape", "joint",        "material", "mover",
                                         "tile", "tiles", "tile_material"}; /* from INPUT_EDIT_BODY on */
static const char space_name[] = "space";

static bool is_of_tile(int kind) {
    return kind == INPUT_EDIT_TILE || kind == INPUT_EDIT_TILES || kind == INPUT_EDIT_TILE_MATERIAL;
}

/* ---- writing ---- */

static void write_key(FILE *file, int key) {
    if (key >= SCENE_KEY_LEFT && key <= SCENE_KEY_DOWN) {
        fprintf(file, "%s", key_names[key]);
    } else if (key == ' ') {
        fprintf(file, "%s", space_name);
    } else {
        fputc(key, file);
    }
}

static void write_input(FILE *file, const scene_input *input, const scene_options *options) {
    double x = (double)input->x, y = (double)input->y;
    fprintf(file, "%" PRIu32 " ", input->step);
    switch ((input_kind)input->kind) {
    case INPUT_KEY_DOWN:
    case INPUT_KEY_UP:
        fprintf(file, "key %s ", input->kind == INPUT_KEY_DOWN ? "down" : "up");
        write_key(file, input->code);
        break;
    case INPUT_MOUSE:
        fprintf(file, "mouse %s %.9g %.9g", mouse_names[input->code], x, y);
        break;
    case INPUT_GRAB:
    case INPUT_PULL:
        fprintf(file, "%s %.9g %.9g", input->kind == INPUT_GRAB ? "grab" : "pull", x, y);
        break;
    case INPUT_DROP:
        fprintf(file, "drop");
        break;
    case INPUT_SET:
        fprintf(file, "set %s %.9g", setting_at(options, input->code).path, x);
        break;
    default:
        fprintf(file, "edit %s %" PRIu32 " %" PRIu32 " %s %.9g", edit_names[input->kind - INPUT_EDIT_BODY],
                input->slot, input->generation, object_field_name(input->code), x);
        if (is_of_tile(input->kind)) {
            fprintf(file, " %.0f", y);
        }
        break;
    }
    fputc('\n', file);
}

static void write_start(FILE *file, const scene_options *start) {
    scene_options usual = scene_options_for(start->kind);
    fprintf(file, "thud-recording %d\nscene %s\n", version, start->kind->name);
    for (int i = 0; i < settings_count(start); i++) {
        float value = setting_get(start, i);
        if (value != setting_get(&usual, i)) {
            fprintf(file, "start %s %.9g\n", setting_at(start, i).path, (double)value);
        }
    }
}

bool recording_write(const recording *log, FILE *file) {
    write_start(file, &log->start);
    int next = 0;
    for (int i = 0; i <= log->hash_count;
         i++) { /* the inputs before each hash, then those after the last one */
        uint32_t step = (uint32_t)(i + 1) * recording_hash_interval;
        for (; next < log->count && (i == log->hash_count || log->inputs[next].step < step); next++) {
            write_input(file, &log->inputs[next], &log->start);
        }
        if (i < log->hash_count) {
            fprintf(file, "%" PRIu32 " hash %016" PRIx64 "\n", step, log->hashes[i]);
        }
    }
    fprintf(file, "end %" PRIu32 "\n", log->end);
    return !log->full && !ferror(file);
}

bool recording_save(const recording *log, const char *path) {
    FILE *file = fopen(path, "wb");
    bool written = file && recording_write(log, file);
    return file && fclose(file) == 0 && written;
}

bool recording_can_save(const char *path) {
    FILE *file = fopen(path, "ab");
    return file && fclose(file) == 0;
}

/* ---- reading ---- */

typedef struct reader {
    recording *log;
    const scene_options *base;
    int line;
    uint32_t step; /* of the last line */
    bool started;  /* inputs have begun */
    bool ended;
    char *error;
    char *words[most_words];
    int count;
} reader;

__attribute__((format(printf, 2, 3))) static bool refuse(reader *r, const char *format, ...) {
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(r->error, SCENE_ERROR_SIZE, "recording, line %d: %s", r->line, what);
    return false;
}

static bool is(const reader *r, int word, const char *text) {
    return word < r->count && strcmp(r->words[word], text) == 0;
}

static bool read_number(reader *r, int word, float *value) {
    char *end = r->words[word];
    *value = strtof(r->words[word], &end);
    return (*end == '\0' && end != r->words[word] && isfinite(*value)) ||
           refuse(r, "%.30s is no number", r->words[word]);
}

static bool read_point(reader *r, int word, scene_input *input) {
    if (r->count != word + 2) {
        return refuse(r, "a point has two numbers");
    }
    if (!read_number(r, word, &input->x) || !read_number(r, word + 1, &input->y)) {
        return false;
    }
    return (fabsf(input->x) <= farthest && fabsf(input->y) <= farthest) ||
           refuse(r, "the point is too far away");
}

static bool read_steps(reader *r, const char *text, uint32_t *step) {
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || number > recording_most_steps) {
        return refuse(r, "%.30s is no step from 0 to %d", text, recording_most_steps);
    }
    *step = (uint32_t)number;
    return true;
}

int recording_key(const char *word) {
    for (int key = SCENE_KEY_LEFT; key <= SCENE_KEY_DOWN; key++) {
        if (strcmp(word, key_names[key]) == 0) {
            return key;
        }
    }
    bool letter = word[0] > ' ' && word[0] < 127 && word[1] == '\0';
    return strcmp(word, space_name) == 0 ? ' ' : letter ? word[0] : 0;
}

static bool read_setting(reader *r, int word, scene_input *input) {
    recording *log = r->log;
    int index = r->count == word + 2 ? setting_find(&log->start, r->words[word]) : -1;
    if (index < 0) {
        return refuse(r, "scene %s has no setting %.60s", log->start.kind->name,
                      r->count > word ? r->words[word] : "");
    }
    input->code = (uint16_t)index;
    return read_number(r, word + 1, &input->x);
}

static bool read_word_number(const char *text, uint32_t *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return text[0] >= '0' && text[0] <= '9' && !*end && value <= UINT32_MAX;
}

static bool read_edit(reader *r, scene_input *input) {
    int kind = INPUT_EDIT_BODY;
    while (kind < INPUT_KIND_COUNT && !is(r, 2, edit_names[kind - INPUT_EDIT_BODY])) {
        kind++;
    }
    if (kind == INPUT_KIND_COUNT || r->count != (is_of_tile(kind) ? 8 : 7)) {
        return refuse(r, "edit needs body, shape, joint or material ..., slot, generation, field and value; "
                         "and of a tile its number");
    }
    if (!read_word_number(r->words[3], &input->slot) || !read_word_number(r->words[4], &input->generation)) {
        return refuse(r, "%.20s %.20s is no id", r->words[3], r->words[4]);
    }
    int field = object_field_find(r->words[5]);
    if (field < 0) {
        return refuse(r, "nothing has a field %.60s", r->words[5]);
    }
    input->kind = (uint16_t)kind;
    input->code = (uint16_t)field;
    uint32_t tile = 0;
    if (is_of_tile(kind) && (!read_word_number(r->words[7], &tile) || tile >= THUD_MAX_TILES)) {
        return refuse(r, "%.20s is no number of a tile", r->words[7]);
    }
    input->y = (float)tile;
    return read_number(r, 6, &input->x);
}

static bool read_input(reader *r) {
    scene_input input = {.step = r->step};
    scene_options scratch = r->log->start;
    bool read = false;
    if (is(r, 1, "key")) {
        bool down = is(r, 2, "down");
        input.kind = down ? INPUT_KEY_DOWN : INPUT_KEY_UP;
        input.code = r->count == 4 ? (uint16_t)recording_key(r->words[3]) : 0;
        read = (input.code != 0 && (down || is(r, 2, "up"))) || refuse(r, "key needs down or up, and a key");
    } else if (is(r, 1, "mouse")) {
        input.kind = INPUT_MOUSE;
        while (input.code < 4 && !is(r, 2, mouse_names[input.code])) {
            input.code++;
        }
        read =
            input.code < 4 ? read_point(r, 3, &input) : refuse(r, "mouse needs press, move, drag or release");
    } else if (is(r, 1, "grab") || is(r, 1, "pull")) {
        input.kind = is(r, 1, "grab") ? INPUT_GRAB : INPUT_PULL;
        read = read_point(r, 2, &input);
    } else if (is(r, 1, "drop")) {
        input.kind = INPUT_DROP;
        read = r->count == 2 || refuse(r, "drop stands alone");
    } else if (is(r, 1, "set")) {
        input.kind = INPUT_SET;
        read = read_setting(r, 2, &input) && (setting_set(&scratch, input.code, input.x) ||
                                              refuse(r, "%.60s is out of range", r->words[2]));
    } else if (is(r, 1, "edit")) {
        read = read_edit(r, &input);
    } else {
        refuse(r, "%.30s is no input", r->count > 1 ? r->words[1] : "nothing");
    }
    if (read) {
        recording_insert(r->log, r->log->count, input);
    }
    return read && (!r->log->full || refuse(r, "more than %d inputs", recording_most_inputs));
}

static bool read_hash(reader *r) {
    char *end = NULL;
    uint64_t hash = r->count == 3 ? strtoull(r->words[2], &end, 16) : 0;
    if (!end || *end || strlen(r->words[2]) != 16 || strspn(r->words[2], "0123456789abcdef") != 16) {
        return refuse(r, "a hash has 16 hexadecimal digits");
    }
    uint32_t due = (uint32_t)(r->log->hash_count + 1) * recording_hash_interval;
    if (r->step != due) {
        return refuse(r, "the next hash is of step %" PRIu32, due);
    }
    recording_hash(r->log, r->step, hash);
    return true;
}

static bool read_step_line(reader *r) {
    uint32_t step = 0;
    if (!read_steps(r, r->words[0], &step)) {
        return false;
    }
    if (step < r->step) {
        return refuse(r, "step %" PRIu32 " comes after step %" PRIu32, step, r->step);
    }
    r->step = step;
    r->started = true;
    return is(r, 1, "hash") ? read_hash(r) : read_input(r);
}

static bool read_start(reader *r) {
    scene_input input = {0};
    if (r->started) {
        return refuse(r, "a start value after the first input");
    }
    return read_setting(r, 1, &input) && (setting_set(&r->log->start, input.code, input.x) ||
                                          refuse(r, "%.60s is out of range", r->words[1]));
}

static bool read_scene_line(reader *r) {
    const scene_kind *kind = r->count == 2 ? scene_find(r->words[1]) : NULL;
    if (!is(r, 0, "scene") || !kind) {
        return refuse(r, "there is no scene %.40s", r->count > 1 ? r->words[1] : "");
    }
    scene_options start = scene_options_for(kind);
    start.level = r->base->level;
    start.world.worker_count = r->base->world.worker_count;
    start.world.lanes = r->base->world.lanes;
    recording_begin(r->log, &start);
    return true;
}

static bool read_end(reader *r) {
    uint32_t end = 0;
    if (r->count != 2 || !read_steps(r, r->words[1], &end)) {
        return refuse(r, "end needs the number of steps");
    }
    r->ended = true;
    r->log->end = end;
    return end >= r->step || refuse(r, "it ends before its last input");
}

static bool read_line(reader *r) {
    if (r->line == 1) {
        char present[16];
        snprintf(present, sizeof present, "%d", version);
        return (is(r, 0, "thud-recording") && is(r, 1, present) && r->count == 2) ||
               refuse(r, "this is no recording of version %d", version);
    }
    if (r->line == 2) {
        return read_scene_line(r);
    }
    return r->ended            ? refuse(r, "something follows the end")
           : is(r, 0, "start") ? read_start(r)
           : is(r, 0, "end")   ? read_end(r)
                               : read_step_line(r);
}

/* Cuts a line into words; false for one that is too long, empty, or of other characters than the writer's. */
static bool split(reader *r, char *line) {
    r->count = 0;
    for (char *at = line; *at;) {
        if (r->count == most_words) {
            return refuse(r, "too many words");
        }
        r->words[r->count++] = at;
        at += strcspn(at, " ");
        if (*at) {
            *at++ = '\0';
        }
    }
    return r->count > 0 || refuse(r, "the line is empty");
}

static bool read_lines(reader *r, const char *text, size_t size) {
    size_t at = 0;
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        char line[longest_line + 1];
        r->line++;
        if (!end || length > longest_line || memchr(text + at, '\0', length)) {
            return refuse(r, !end ? "the line has no end" : "the line is too long, or no text");
        }
        memcpy(line, text + at, length);
        line[length > 0 && line[length - 1] == '\r' ? length - 1 : length] =
            '\0'; /* an editor's or mail's line end */
        if (!split(r, line) || !read_line(r)) {
            return false;
        }
        at += length + 1;
    }
    return r->ended || refuse(r, "the end is missing");
}

bool recording_read(recording *log, const char *text, size_t size, const scene_options *base,
                    char error[SCENE_ERROR_SIZE]) {
    reader r = {.log = log, .base = base, .error = error};
    recording_free(log);
    bool read = read_lines(&r, text, size);
    if (!read) {
        recording_free(log);
    }
    return read;
}

/* The whole file; null where it cannot be read or is too large. */
static char *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0;
    *size = 0;
    while (file && !feof(file) && !ferror(file) && *size < recording_most_bytes) {
        if (*size == capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *larger = realloc(text, capacity);
            if (!larger) {
                break;
            }
            text = larger;
        }
        *size += fread(text + *size, 1, capacity - *size, file);
    }
    bool whole = file && feof(file) && !ferror(file);
    if (file) {
        fclose(file);
    }
    if (!whole) {
        free(text);
    }
    return whole ? text : NULL;
}

bool recording_load(recording *log, const char *path, const scene_options *base,
                    char error[SCENE_ERROR_SIZE]) {
    size_t size;
    char *text = read_whole(path, &size);
    if (!text) {
        snprintf(error, SCENE_ERROR_SIZE, "the recording %.120s cannot be read", path);
        return false;
    }
    char reason[SCENE_ERROR_SIZE];
    bool read = recording_read(log, text, size, base, reason);
    if (!read) {
        snprintf(error, SCENE_ERROR_SIZE, "%.80s: %.170s", path, reason);
    }
    free(text);
    return read;
}
