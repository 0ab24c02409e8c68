/*
 * reader.h: what the files of this folder share while they read one map.
 *
 * Both formats become a tree of cJSON nodes as the JSON format has it (document.h), and one text interprets the tree. A function
 * that reads something returns false where it cannot; the reason then is in the log. The caller turns it into a warning
 * and goes on with the next thing (tiled_warn_refused), or hands it up where the map as a whole cannot be read.
 */
#ifndef TILED_READER_H
#define TILED_READER_H

#include <cjson/cJSON.h>

#include "document.h"
#include "log.h"
#include "memory.h"
#include "thud/tiled.h"

enum {
    tiled_most_templates = 256,
    tiled_deepest = 64, /* groups in groups, members of members */
    tiled_path_bytes = 1024
};

/* No pixel coordinate is larger, nor any other number that becomes a float. */
static const double tiled_largest_number = 1e6;

/* A template that was read before. */
typedef struct tiled_template {
    const char *path;
    cJSON *document;        /* null: it could not be read */
    uint32_t first_gid;     /* of its tile set in the map, 0: it has none */
    uint32_t own_first_gid; /* of its tile set in itself */
} tiled_template;

typedef struct tiled_reader {
    tiled_memory *memory;
    thud_tiled_map *map;
    const thud_tiled_options *options;
    tiled_log log; /* its file is the one that is being read */
    thud_tiled_tileset *tilesets;
    int tileset_capacity;
    tiled_template templates[tiled_most_templates];
    int template_count;
    double frame_height; /* of the map or tile whose lower left corner is the origin [px] */
    size_t cells_left;   /* of options->most_cells */
    bool
        in_tileset; /* objects of its tiles have no templates, which would bring tile sets while one is read */
} tiled_reader;

/* Memory of the map; null, with the refusal noted, where there is none. */
void *thud_tiled_new(tiled_reader *reader, size_t count, size_t size);

/* ---- fields: an item's own, or those of its template ---- */

typedef struct tiled_item {
    const cJSON *own;
    const cJSON *base; /* the template's object; null */
} tiled_item;

static inline tiled_item thud_tiled_item_of(const cJSON *node) {
    return (tiled_item){node, NULL};
}

const cJSON *thud_tiled_field(tiled_item item, const char *name);

/* Each leaves *value as it is where the field is missing, and refuses another type and what is out of range. */
bool thud_tiled_read_number(tiled_reader *reader, tiled_item item, const char *name, double *value);
bool thud_tiled_read_integer(tiled_reader *reader, tiled_item item, const char *name, int low, int high,
                             int *value);
bool thud_tiled_read_gid(tiled_reader *reader, tiled_item item, const char *name, uint32_t *value);

/* A number in metres. */
bool thud_tiled_read_metres(tiled_reader *reader, tiled_item item, const char *name, float *value);

/* Whether a field is true, or the number 1; `otherwise` where it is missing or of another type. */
bool thud_tiled_is_set(tiled_item item, const char *name, bool otherwise);

/* A copy of a text; "" where it is missing or no text. Null, with the refusal noted, where there is no memory. */
const char *thud_tiled_text_field(tiled_reader *reader, tiled_item item, const char *name);

/* The text of a field, not copied; "" where it is missing or no text. */
const char *thud_tiled_peek_text(tiled_item item, const char *name);

/* The class: `class`, or `type` as objects and tiles call it. */
const char *thud_tiled_class_field(tiled_reader *reader, tiled_item item);

/* "#RRGGBB" or "#AARRGGBB" as 0xAARRGGBB. */
bool thud_tiled_parse_color(const char *text, uint32_t *color);

/* A colour; `otherwise` where it is missing or none. */
uint32_t thud_tiled_color_field(tiled_item item, const char *name, uint32_t otherwise);

/* ---- files ---- */

/* The document of a file, to be released by cJSON_Delete; null with the reason refused. */
cJSON *thud_tiled_open_document(tiled_reader *reader, const char *path);

/* `name` as seen from the folder of the file that is being read, in the map's memory; null with the reason refused. */
const char *thud_tiled_join_path(tiled_reader *reader, const char *name);

/* ---- parts of a map ---- */

/* The properties of an owner; members that cannot be read are warned about. False: no memory. */
bool thud_tiled_read_properties(tiled_reader *reader, tiled_item owner, thud_tiled_properties *properties);

/* Adds a warning for the first field of an object that is not known. */
bool thud_tiled_warn_unknown_fields(tiled_reader *reader, const cJSON *object);

/* The objects of an object layer or a tile. False: no memory. */
bool thud_tiled_read_objects(tiled_reader *reader, const cJSON *layer, thud_vec2 offset,
                             const thud_tiled_object **objects, int *count);

/* The gids of a tile layer: columns x rows from (column, row) on. */
bool thud_tiled_read_cells(tiled_reader *reader, const cJSON *node, thud_tiled_layer *layer);

/* The tile sets of the map. False: no memory. */
bool thud_tiled_read_tilesets(tiled_reader *reader, const cJSON *root);

/* The first_gid that the map knows an external tile set by; it is added where the map has it not. False: no memory. */
bool thud_tiled_find_tileset(tiled_reader *reader, const char *path, uint32_t *first_gid);

/* The template of a path, from the list of those read before; null with the reason refused. */
const tiled_template *thud_tiled_find_template(tiled_reader *reader, const char *path);

#endif
