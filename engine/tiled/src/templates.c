/*
 * Templates: each file is read once. A template refers to no other one, so that there are no cycles.
 */
#include <string.h>

#include "reader.h"

/* Finds the tile set of a template in the map. */
static bool read_tileset(tiled_reader *reader, tiled_template *model) {
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(model->document, "tileset");
    if (node == NULL) {
        return true;
    }
    const char *source = thud_tiled_peek_text(thud_tiled_item_of(node), "source");
    model->own_first_gid = 1;
    if (*source == '\0') {
        return thud_tiled_warn(&reader->log, "the tile set of a template has no file of its own");
    }
    const char *path = thud_tiled_join_path(reader, source);
    return path != NULL &&
           thud_tiled_read_gid(reader, thud_tiled_item_of(node), "firstgid", &model->own_first_gid) &&
           thud_tiled_find_tileset(reader, path, &model->first_gid);
}

static bool read_template(tiled_reader *reader, tiled_template *model) {
    model->document = thud_tiled_open_document(reader, model->path);
    if (model->document == NULL) {
        return false;
    }
    if (!cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(model->document, "object"))) {
        return thud_tiled_refuse(&reader->log, "it is not a template");
    }
    return read_tileset(reader, model);
}

const tiled_template *thud_tiled_find_template(tiled_reader *reader, const char *path) {
    for (int i = 0; i < reader->template_count; i++) {
        if (strcmp(reader->templates[i].path, path) == 0) {
            if (reader->templates[i].document == NULL) {
                thud_tiled_refuse(&reader->log, "its template '%.100s' could not be read", path);
                return NULL;
            }
            return &reader->templates[i];
        }
    }
    if (reader->template_count == tiled_most_templates) {
        thud_tiled_refuse(&reader->log, "the map has more than %d templates", tiled_most_templates);
        return NULL;
    }
    tiled_template *model = &reader->templates[reader->template_count++];
    *model = (tiled_template){.path = path};
    const char *outside = reader->log.file;
    reader->log.file = path;
    bool read = read_template(reader, model);
    reader->log.file = outside;
    if (!read) {
        cJSON_Delete(model->document);
        model->document = NULL;
    }
    return read ? model : NULL;
}
