/* preset_watch.c: reads a preset file again when it changes. */
#include "base/array.h"
#include "base/files.h"
#include "tools/preset_file.h"

#include <stdlib.h>
#include <string.h>

struct thud_preset_watch {
    char *path;
    thud_file_stamp stamp; /* of the last poll */
    bool was_read;
    char **keys; /* of the last good version */
};

thud_preset_watch *thud_preset_watch_create(const char *path) {
    thud_preset_watch *watch = calloc(1, sizeof *watch);
    size_t length = path != NULL ? strlen(path) : 0;
    char *copy = path != NULL ? malloc(length + 1) : NULL;
    if (watch == NULL || copy == NULL) {
        free(watch);
        free(copy);
        return NULL;
    }
    memcpy(copy, path, length + 1);
    watch->path = copy;
    return watch;
}

static void forget_keys(thud_preset_watch *watch) {
    for (ptrdiff_t i = 0; i < arrlen(watch->keys); i++) {
        free(watch->keys[i]);
    }
    arrfree(watch->keys);
}

void thud_preset_watch_destroy(thud_preset_watch *watch) {
    if (watch != NULL) {
        forget_keys(watch);
        free(watch->path);
        free(watch);
    }
}

static bool has_key(const thud_preset_values *values, const char *key) {
    for (ptrdiff_t i = 0; i < arrlen(values->values); i++) {
        if (strcmp(values->values[i].path, key) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the defaults of numbers that were in the last version and are not in this one. */
static void add_defaults(const thud_preset_watch *watch, const thud_tunables *tunables,
                         thud_preset_values *values) {
    for (ptrdiff_t i = 0; i < arrlen(watch->keys); i++) {
        thud_tunable_info info = thud_tunables_find(tunables, watch->keys[i]);
        if (info.path != NULL && !has_key(values, info.path)) {
            thud_tunable_value entry = {info.path, info.initial};
            arrput(values->values, entry);
            arrput(values->lines, 0);
        }
    }
}

static void keep_keys(thud_preset_watch *watch, const thud_preset_values *values) {
    forget_keys(watch);
    for (ptrdiff_t i = 0; i < arrlen(values->values); i++) {
        size_t size = strlen(values->values[i].path) + 1;
        char *key = values->lines[i] > 0 ? malloc(size) : NULL;
        if (key != NULL) {
            memcpy(key, values->values[i].path, size);
            arrput(watch->keys, key);
        }
    }
}

static thud_preset_fault read_again(thud_preset_watch *watch, thud_tunables *tunables) {
    size_t size = 0;
    char *text = thud_file_read(watch->path, THUD_PRESET_MOST_BYTES, &size);
    if (text == NULL) {
        return thud_preset_file_fault(watch->path, THUD_BAD_DATA, "it cannot be read, or is too large");
    }
    thud_preset_values values = {0};
    thud_preset_fault fault = thud_preset_read(tunables, watch->path, text, size, &values);
    if (fault.status == THUD_OK) {
        add_defaults(watch, tunables, &values);
        fault = thud_preset_set(tunables, watch->path, &values);
    }
    if (fault.status == THUD_OK) {
        keep_keys(watch, &values);
    }
    thud_preset_values_free(&values);
    free(text);
    return fault;
}

thud_preset_result thud_preset_watch_poll(thud_preset_watch *watch, thud_tunables *tunables,
                                          thud_preset_fault *fault) {
    if (watch == NULL || tunables == NULL) {
        return THUD_PRESET_SAME;
    }
    thud_file_stamp now = thud_file_stamp_of(watch->path);
    const thud_file_stamp *last = &watch->stamp;
    if (watch->was_read && now.time == last->time && now.size == last->size && now.id == last->id) {
        return THUD_PRESET_SAME;
    }
    watch->stamp = now; /* taken before the file is read: the next poll finds a change during the reading */
    watch->was_read = true;
    thud_preset_fault found = read_again(watch, tunables);
    if (fault != NULL) {
        *fault = found;
    }
    return found.status == THUD_OK ? THUD_PRESET_APPLIED : THUD_PRESET_REFUSED;
}
