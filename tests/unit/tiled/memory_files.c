#include "unit/tiled/memory_files.h"

#include <string.h>

#include "test.h"

static const void *open_text(void *context, const char *path, size_t *size) {
    memory_files *files = context;
    for (int i = 0; i < most_memory_files && files->files[i].path != NULL; i++) {
        if (strcmp(files->files[i].path, path) == 0) {
            files->opened++;
            files->opens++;
            *size = strlen(files->files[i].text);
            return files->files[i].text;
        }
    }
    return NULL;
}

static void close_text(void *context, const void *bytes, size_t size) {
    memory_files *files = context;
    assert_non_null(bytes);
    assert_int_equal(strlen(bytes), size);
    files->opened--;
}

thud_tiled_options options_of(memory_files *files) {
    thud_tiled_options options = thud_tiled_options_defaults();
    options.open = open_text;
    options.close = close_text;
    options.context = files;
    return options;
}

thud_tiled_map *read_files(memory_files *files) {
    thud_tiled_options options = options_of(files);
    thud_tiled_message error;
    thud_tiled_map *map = thud_tiled_read(files->files[0].path, &options, &error);
    if (map == NULL) {
        fail_msg("%s: layer '%s', object %d: %s", error.file, error.layer, error.object, error.reason);
    }
    assert_int_equal(files->opened, 0);
    return map;
}

thud_tiled_map *read_text(const char *text) {
    memory_files files = {.files = {{"map", text}}};
    return read_files(&files);
}

void assert_refused(const char *text, const char *words) {
    memory_files files = {.files = {{"folder/map", text}}};
    thud_tiled_options options = options_of(&files);
    thud_tiled_message error;
    assert_null(thud_tiled_read("folder/map", &options, &error));
    assert_int_equal(files.opened, 0);
    assert_string_equal(error.file, "folder/map");
    if (strstr(error.reason, words) == NULL) {
        fail_msg("'%s' is not in the reason: %s", words, error.reason);
    }
}

void assert_warned(const thud_tiled_map *map, int object, const char *words) {
    if (map->warning_count != 1) {
        fail_msg("%d warnings, the last is: %s", map->warning_count,
                 map->warning_count > 0 ? map->warnings[map->warning_count - 1].reason : "");
    }
    assert_int_equal(map->warnings[0].object, object);
    if (strstr(map->warnings[0].reason, words) == NULL) {
        fail_msg("'%s' is not in the warning: %s", words, map->warnings[0].reason);
    }
}
