/*
 * Recordings: any bytes as the text of a recording. A refusal gives its reason in one line and leaves nothing behind. A
 * recording that was read is written, read again and written to the same text, and its first steps are played.
 */
#include <string.h>

#include "check.h"
#include "recording.h"

enum { most_steps = 8, most_inputs = 200, largest_text = 1 << 20 };

/* The text that is written, in memory of malloc; null where there is no memory or it is too long. */
static char *write_text(const recording *log, size_t *size) {
    FILE *file = tmpfile();
    char *text = file ? malloc(largest_text) : NULL;
    if (text) {
        fuzz_check(recording_write(log, file), "%d inputs were read and not written", log->count);
        rewind(file);
        *size = fread(text, 1, largest_text, file);
    }
    if (file) {
        fclose(file);
    }
    return text;
}

static void check_round(const recording *log, const scene_options *base) {
    size_t size = 0, again_size = 0;
    char *text = write_text(log, &size);
    if (text && size < largest_text) {
        recording copy = {0};
        char error[SCENE_ERROR_SIZE] = "";
        fuzz_check(recording_read(&copy, text, size, base, error), "what was written is refused: %s", error);
        char *again = write_text(&copy, &again_size);
        fuzz_check(!again || (again_size == size && memcmp(text, again, size) == 0),
                   "another text: %zu bytes, %zu", size, again_size);
        free(again);
        recording_free(&copy);
    }
    free(text);
}

static void play(const recording *log) {
    char error[SCENE_ERROR_SIZE] = "";
    scene_options options = log->start;
    thud_joint_id drag = {0, 0};
    thud_scene *scene = scene_create(&options, error);
    fuzz_check((scene == NULL) == (error[0] != '\0'), "no scene, or an error: %s", error);
    int next = 0;
    while (scene && scene->step_count < most_steps && scene->step_count < log->end) {
        scene_hands hands = {scene, &options, &drag};
        for (; next < log->count && next < most_inputs && log->inputs[next].step <= scene->step_count;
             next++) {
            hands_apply(hands, &log->inputs[next]);
        }
        hands_step(hands, 1.0f / 60.0f);
    }
    scene_destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scene_options base = scene_options_for(scene_at(0));
    recording log = {0};
    char error[SCENE_ERROR_SIZE] = "";
    bool read = recording_read(&log, (const char *)data, size, &base, error);
    fuzz_check(read == (error[0] == '\0'), "read %d: %s", read, error);
    fuzz_check(!strchr(error, '\n'), "more than a line: %s", error);
    fuzz_check(read || (!log.inputs && !log.hashes), "something is left of what was refused");
    if (read) {
        check_round(&log, &base);
        play(&log);
    }
    recording_free(&log);
    return 0;
}
