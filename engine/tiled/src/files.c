/* Files: opened by the game's functions or the C library's, and found relative to the folder of the referring file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* ---- the C library's ---- */

static const void *open_file(void *context, const char *path, size_t *size) {
    (void)context;
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long end = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        end = ftell(file);
    }
    if (end >= 0 && end <= THUD_TILED_LARGEST_FILE) {
        rewind(file);
        bytes = malloc((size_t)end + 1);
        *size = bytes != NULL ? fread(bytes, 1, (size_t)end, file) : 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return bytes;
}

static void close_file(void *context, const void *bytes, size_t size) {
    (void)context, (void)size;
    free((void *)bytes);
}

/* ---- documents ---- */

cJSON *thud_tiled_open_document(tiled_reader *reader, const char *path) {
    const thud_tiled_options *options = reader->options;
    bool own = options->open != NULL;
    size_t size = 0;
    const void *bytes = own ? options->open(options->context, path, &size) : open_file(NULL, path, &size);
    if (bytes == NULL) {
        thud_tiled_refuse(&reader->log, "cannot be read");
        return NULL;
    }
    char reason[tiled_reason_bytes] = "";
    cJSON *root = NULL;
    if (size <= THUD_TILED_LARGEST_FILE) {
        root = thud_tiled_parse_document(bytes, size, reason);
    } else {
        snprintf(reason, sizeof reason, "it is larger than %d bytes", THUD_TILED_LARGEST_FILE);
    }
    (own ? options->close : close_file)(options->context, bytes, size);
    if (root == NULL) {
        thud_tiled_refuse(&reader->log, "%s", reason);
    }
    return root;
}

static bool is_slash(char c) {
    return c == '/' || c == '\\';
}

const char *thud_tiled_join_path(tiled_reader *reader, const char *name) {
    const char *file = reader->log.file;
    size_t folder = strlen(file);
    bool is_absolute = is_slash(name[0]) || (name[0] != '\0' && name[1] == ':');
    while (folder > 0 && (is_absolute || !is_slash(file[folder - 1]))) {
        folder--;
    }
    /* "maps/" and "../sets/a.tsx" are "sets/a.tsx": a file has one name, by which it is found again. */
    while (folder > 0 && strncmp(name, "../", 3) == 0) {
        size_t parent = folder - 1;
        while (parent > 0 && !is_slash(file[parent - 1])) {
            parent--;
        }
        size_t step = folder - 1 - parent;
        if (step == 0 || (step <= 2 && file[parent] == '.')) {
            break;
        }
        folder = parent;
        name += 3;
    }
    size_t length = strlen(name);
    if (folder + length >= tiled_path_bytes) {
        thud_tiled_refuse(&reader->log, "the path of '%.60s' is too long", name);
        return NULL;
    }
    char *joined = thud_tiled_allocate(reader->memory, folder + length + 1, 1);
    if (joined != NULL) {
        memcpy(joined, file, folder);
        memcpy(joined + folder, name, length);
    }
    return joined;
}
