/*
 * reader.h: shared by the files that read one map.
 *
 * Both formats become a tree of cJSON nodes in the structure of the JSON format (document.h), and the same code
 * interprets the tree. A function that reads a part returns false if it cannot, and records the reason in the log. The
 * caller converts it into a warning and continues with the next part (thud_tiled_warn_refused), or returns false
 * itself if the map as a whole cannot be read. Memory that runs out needs no reason: the flag of the memory ends the reading.
 */
#pragma once

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

/* Largest pixel coordinate, and largest number that becomes a float. */
static const double tiled_largest_number = 1e6;

typedef struct tiled_template {
    const char *path;
    cJSON *document;        /* null: it could not be read */
    uint32_t first_gid;     /* of its tile set in the map; 0 without a tile set */
    uint32_t own_first_gid; /* of its tile set in the template's file */
} tiled_template;

typedef struct tiled_reader {
    tiled_memory *memory; /* of the map */
    tiled_memory scratch; /* of the layer or chunk whose cells are being read */
    thud_tiled_map *map;
    const thud_tiled_options *options;
    tiled_log log; /* its file is the one currently read */
    thud_tiled_tileset *tilesets;
    int tileset_capacity;
    thud_tiled_layer *layers;
    int layer_capacity;
    tiled_template templates[tiled_most_templates];
    int template_count;
    double frame_height; /* of the map or tile whose lower left corner is the origin [px] */
    size_t cells_left;   /* of options->most_cells */
    /* Objects of its tiles have no templates, which would bring tile sets while one is read. */
    bool in_tileset;
} tiled_reader;

/* A copy of a text in memory of the map; "" when it runs out. */
const char *thud_tiled_copy(tiled_reader *reader, const char *text);

/* ---- fields: an item's own, or those of its template ---- */

typedef struct tiled_item {
    const cJSON *own;
    const cJSON *base; /* the template's object; may be null */
} tiled_item;

static inline tiled_item thud_tiled_item_of(const cJSON *node) {
    return (tiled_item){node, NULL};
}

const cJSON *thud_tiled_field(tiled_item item, const char *name);

/* A number, or `otherwise` if missing. Other types and values out of range are refused: thud_tiled_fields_fit tells. */
double thud_tiled_read_number(tiled_reader *reader, tiled_item item, const char *name, double low,
                              double high, double otherwise);

/* The same for whole numbers. */
double thud_tiled_read_whole(tiled_reader *reader, tiled_item item, const char *name, double low, double high,
                             double otherwise);

static inline int thud_tiled_read_integer(tiled_reader *reader, tiled_item item, const char *name, int low,
                                          int high, int otherwise) {
    return (int)thud_tiled_read_whole(reader, item, name, low, high, otherwise);
}

static inline uint32_t thud_tiled_read_gid(tiled_reader *reader, tiled_item item, const char *name,
                                           uint32_t otherwise) {
    return (uint32_t)thud_tiled_read_whole(reader, item, name, 0, UINT32_MAX, otherwise);
}

/* A number of any sign, in pixels or without a unit. */
static inline double thud_tiled_read_pixels(tiled_reader *reader, tiled_item item, const char *name,
                                            double otherwise) {
    return thud_tiled_read_number(reader, item, name, -tiled_largest_number, tiled_largest_number, otherwise);
}

static inline float thud_tiled_read_opacity(tiled_reader *reader, tiled_item item) {
    return thud_clamp((float)thud_tiled_read_pixels(reader, item, "opacity", 1), 0, 1);
}

float thud_tiled_read_metres(tiled_reader *reader, tiled_item item, const char *name, float otherwise);

/* Whether no field of the current part was refused, and memory has sufficed for all texts; the next part begins. */
bool thud_tiled_fields_fit(tiled_reader *reader);

/* Whether a field is true, or the number 1; `otherwise` if it is missing or of another type. */
bool thud_tiled_is_set(tiled_item item, const char *name, bool otherwise);

/* A copy of a text; "" if it is missing or no text, or when memory runs out. */
const char *thud_tiled_text_field(tiled_reader *reader, tiled_item item, const char *name);

/* The text of a field, not copied; "" if it is missing or no text. */
const char *thud_tiled_peek_text(tiled_item item, const char *name);

/* The class: the field `class`, or `type` of objects and tiles. */
const char *thud_tiled_class_field(tiled_reader *reader, tiled_item item);

/* "#RRGGBB" or "#AARRGGBB" as 0xAARRGGBB. */
bool thud_tiled_parse_color(const char *text, uint32_t *color);

/* A colour; `otherwise` if it is missing or invalid. */
uint32_t thud_tiled_color_field(tiled_item item, const char *name, uint32_t otherwise);

/* ---- files ---- */

/* The document of a file, to be released by cJSON_Delete; null with the reason refused. */
cJSON *thud_tiled_open_document(tiled_reader *reader, const char *path);

/* `name` relative to the folder of the file currently read, in the map's memory; null with the reason refused. */
const char *thud_tiled_join_path(tiled_reader *reader, const char *name);

/* ---- parts of a map ---- */

/* The properties of an owner; unreadable members give warnings. False: no memory. */
bool thud_tiled_read_properties(tiled_reader *reader, tiled_item owner, thud_tiled_properties *properties);

/* The objects of an object layer or a tile. False: no memory. */
bool thud_tiled_read_objects(tiled_reader *reader, const cJSON *layer, thud_vec2 offset,
                             const thud_tiled_object **objects, int *count);

/* The gids of a tile layer: columns x rows from (column, row) on. */
bool thud_tiled_read_cells(tiled_reader *reader, const cJSON *node, thud_tiled_layer *layer);

/* The tile sets of the map. False: no memory. */
bool thud_tiled_read_tilesets(tiled_reader *reader, const cJSON *root);

/* The first_gid of an external tile set in the map, which is added if the map does not have it. False: no memory. */
bool thud_tiled_find_tileset(tiled_reader *reader, const char *path, uint32_t *first_gid);
