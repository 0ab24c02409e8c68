/* A map: its sizes, its tile sets, and its layers, which inherit settings from their groups. */
#include <string.h>

#include "reader.h"

static const float usual_pixels_per_metre = 32;
static const int usual_most_cells = 64 << 20;

/* A map and its memory; the game gets the first member. */
typedef struct owned_map {
    thud_tiled_map map;
    tiled_memory memory;
} owned_map;

/* ---- layers ---- */

/* The group of the layers that are in none. */
static const thud_tiled_layer outermost = {
    .visible = true, .opacity = 1, .parallax = {1, 1}, .tint = 0xffffffffu};

static bool read_kind(tiled_reader *reader, tiled_item item, thud_tiled_layer_kind *kind) {
    static const char *const names[] = {
        [THUD_TILED_TILE_LAYER] = "tilelayer",
        [THUD_TILED_OBJECT_LAYER] = "objectgroup",
        [THUD_TILED_IMAGE_LAYER] = "imagelayer",
        [THUD_TILED_GROUP] = "group",
    };
    const char *type = thud_tiled_peek_text(item, "type");
    int index = thud_tiled_index_of(names, sizeof names / sizeof names[0], type);
    *kind = (thud_tiled_layer_kind)index;
    return index >= 0 || thud_tiled_refuse(&reader->log, "a layer's type '%.40s' is not known", type);
}

/* The product of two colours 0xAARRGGBB, a byte of which is a number from 0 to 1. */
static uint32_t multiply_colors(uint32_t a, uint32_t b) {
    uint32_t product = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        product |= ((a >> shift & 255) * (b >> shift & 255) + 127) / 255 << shift;
    }
    return product;
}

/* Reads the settings that layers inherit from their group. */
static void read_look(tiled_reader *reader, tiled_item item, const thud_tiled_layer *group,
                      thud_tiled_layer *layer) {
    float opacity = thud_tiled_read_opacity(reader, item);
    float parallax_x = (float)thud_tiled_read_pixels(reader, item, "parallaxx", 1);
    float parallax_y = (float)thud_tiled_read_pixels(reader, item, "parallaxy", 1);
    float right = thud_tiled_read_metres(reader, item, "offsetx", 0);
    float down = thud_tiled_read_metres(reader, item, "offsety", 0);
    layer->visible = group->visible && thud_tiled_is_set(item, "visible", true);
    layer->opacity = group->opacity * opacity;
    layer->offset = thud_vec2_add(group->offset, thud_vec2_make(right, -down));
    layer->parallax = thud_vec2_make(group->parallax.x * parallax_x, group->parallax.y * parallax_y);
    layer->decoration = layer->parallax.x != 1 || layer->parallax.y != 1;
    layer->tint = multiply_colors(group->tint, thud_tiled_color_field(item, "tintcolor", 0xffffffffu));
    layer->repeat_x = thud_tiled_is_set(item, "repeatx", false);
    layer->repeat_y = thud_tiled_is_set(item, "repeaty", false);
}

/* Reads a layer without its content. */
static bool read_layer(tiled_reader *reader, const cJSON *node, int group, thud_tiled_layer *layer) {
    tiled_item item = thud_tiled_item_of(node);
    *layer = (thud_tiled_layer){.group = group};
    reader->log.layer = layer->name = thud_tiled_text_field(reader, item, "name");
    layer->class_name = thud_tiled_text_field(reader, item, "class");
    layer->image = thud_tiled_text_field(reader, item, "image");
    layer->id = thud_tiled_read_integer(reader, item, "id", 0, INT32_MAX, 0);
    read_look(reader, item, group >= 0 ? &reader->layers[group] : &outermost, layer);
    return read_kind(reader, item, &layer->kind) && thud_tiled_fields_fit(reader) &&
           thud_tiled_read_properties(reader, item, &layer->properties);
}

static bool read_layers(tiled_reader *reader, const cJSON *owner, int group, int depth);

/* Reads the content of a layer; unreadable parts get a warning. False: no memory. */
static bool read_content(tiled_reader *reader, const cJSON *node, int index, int depth) {
    thud_tiled_layer *layer = &reader->layers[index];
    if (layer->kind == THUD_TILED_OBJECT_LAYER) {
        return thud_tiled_read_objects(reader, node, layer->offset, &layer->objects, &layer->object_count);
    }
    if (layer->kind == THUD_TILED_TILE_LAYER) {
        return thud_tiled_read_cells(reader, node, layer) || thud_tiled_warn_refused(&reader->log);
    }
    if (layer->kind == THUD_TILED_IMAGE_LAYER) {
        return true;
    }
    return depth < tiled_deepest ? read_layers(reader, node, index, depth + 1)
                                 : thud_tiled_warn(&reader->log, "its groups are nested too deep");
}

static bool read_layers(tiled_reader *reader, const cJSON *owner, int group, int depth) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(owner, "layers"), *node;
    if (list != NULL && !cJSON_IsArray(list)) {
        return thud_tiled_warn(&reader->log, "layers is not a list");
    }
    cJSON_ArrayForEach(node, list) {
        int index = reader->map->layer_count;
        if (!thud_tiled_make_room(reader->memory, &reader->layers, sizeof *reader->layers, index,
                                  &reader->layer_capacity)) {
            return false;
        }
        reader->map->layers = reader->layers;
        if (read_layer(reader, node, group, &reader->layers[index])) {
            reader->map->layer_count++;
            if (!read_content(reader, node, index, depth)) {
                return false;
            }
        } else if (!thud_tiled_warn_refused(&reader->log)) {
            return false;
        }
        reader->log.layer = "";
    }
    return true;
}

/* ---- the map ---- */

static bool read_required_size(tiled_reader *reader, tiled_item item, const char *name, int *size) {
    static const int largest = (int)tiled_largest_number;
    if (thud_tiled_field(item, name) == NULL) {
        return thud_tiled_refuse(&reader->log, "%s is missing", name);
    }
    *size = thud_tiled_read_integer(reader, item, name, -largest, largest, 0);
    return thud_tiled_fields_fit(reader) &&
           (*size > 0 ||
            thud_tiled_refuse(&reader->log, "its width, height, tilewidth and tileheight must be "
                                            "more than 0"));
}

static bool is_map(tiled_reader *reader, const cJSON *root) {
    tiled_item item = thud_tiled_item_of(root);
    const char *type = thud_tiled_peek_text(item, "type");
    if (!cJSON_IsObject(root) || (*type != '\0' && strcmp(type, "map") != 0)) {
        return thud_tiled_refuse(&reader->log, "it is not a Tiled map");
    }
    const char *orientation = thud_tiled_peek_text(item, "orientation");
    if (strcmp(orientation, "orthogonal") != 0) {
        return thud_tiled_refuse(&reader->log, "its orientation is not orthogonal but '%.40s'", orientation);
    }
    return true;
}

static bool read_scale(tiled_reader *reader) {
    thud_tiled_map *map = reader->map;
    const thud_tiled_property *given = thud_tiled_find(map->properties, "pixels_per_metre");
    if (given == NULL) {
        given = thud_tiled_find(map->properties, "pixels_per_meter");
    }
    double scale = given != NULL ? given->number : (double)usual_pixels_per_metre; /* 0 if it is no number */
    if (reader->options->pixels_per_metre != 0) {
        scale = (double)reader->options->pixels_per_metre;
    }
    if (!(scale >= 1e-3 && scale <= tiled_largest_number)) {
        return thud_tiled_refuse(&reader->log, "pixels_per_metre is out of range or not a number");
    }
    map->pixels_per_metre = (float)scale;
    map->cell_size =
        thud_vec2_make((float)map->tile_width / (float)scale, (float)map->tile_height / (float)scale);
    return true;
}

static bool read_sizes(tiled_reader *reader, tiled_item item) {
    thud_tiled_map *map = reader->map;
    return read_required_size(reader, item, "width", &map->columns) &&
           read_required_size(reader, item, "height", &map->rows) &&
           read_required_size(reader, item, "tilewidth", &map->tile_width) &&
           read_required_size(reader, item, "tileheight", &map->tile_height);
}

/* Measures the map's box; of an infinite map that of its tiles. */
static void measure(thud_tiled_map *map) {
    thud_aabb nominal = {{0, 0},
                         {(float)map->columns * map->cell_size.x, (float)map->rows * map->cell_size.y}};
    bool is_empty = true;
    map->bounds = nominal;
    for (int i = 0; i < map->layer_count && map->infinite; i++) {
        const thud_tiled_layer *layer = &map->layers[i];
        if (layer->columns == 0) {
            continue;
        }
        thud_aabb box = {{(float)layer->column * map->cell_size.x, (float)layer->row * map->cell_size.y},
                         {(float)(layer->column + layer->columns) * map->cell_size.x,
                          (float)(layer->row + layer->rows) * map->cell_size.y}};
        map->bounds = is_empty ? box : thud_aabb_union(map->bounds, box);
        is_empty = false;
    }
}

static bool read_map(tiled_reader *reader, const cJSON *root) {
    thud_tiled_map *map = reader->map;
    tiled_item item = thud_tiled_item_of(root);
    const cJSON *layers = cJSON_GetObjectItemCaseSensitive(root, "layers");
    if (!is_map(reader, root) || !read_sizes(reader, item) ||
        !thud_tiled_read_properties(reader, item, &map->properties) || !read_scale(reader)) {
        return false;
    }
    if (!cJSON_IsArray(layers)) {
        return thud_tiled_refuse(&reader->log, "layers is not a list");
    }
    float right = thud_tiled_read_metres(reader, item, "parallaxoriginx", 0);
    float down = thud_tiled_read_metres(reader, item, "parallaxoriginy", 0);
    map->class_name = thud_tiled_text_field(reader, item, "class");
    map->infinite = thud_tiled_is_set(item, "infinite", false);
    map->background = thud_tiled_color_field(item, "backgroundcolor", 0);
    reader->frame_height = (double)map->rows * (double)map->tile_height;
    map->parallax_origin = thud_vec2_make(right, (float)map->rows * map->cell_size.y - down);
    if (!thud_tiled_fields_fit(reader) || !thud_tiled_read_tilesets(reader, root) ||
        !read_layers(reader, root, -1, 0)) {
        return false;
    }
    measure(map);
    return !reader->memory->failed;
}

/* ---- for the game ---- */

thud_tiled_options thud_tiled_options_defaults(void) {
    return (thud_tiled_options){.hooks = thud_hooks_defaults(), .most_cells = usual_most_cells};
}

/* Makes an empty map; null with *error filled. */
static owned_map *create_map(const thud_tiled_options *options, const char *path, thud_tiled_message *error) {
    tiled_memory memory = {.hooks = options->hooks};
    owned_map *owned = thud_tiled_allocate(&memory, 1, sizeof *owned);
    char *file = owned != NULL ? thud_tiled_allocate(&memory, strlen(path) + 1, 1) : NULL;
    if (file == NULL) {
        thud_tiled_release(&memory);
        *error = (thud_tiled_message){.reason = "out of memory"};
        return NULL;
    }
    owned->memory = memory;
    owned->map.file = memcpy(file, path, strlen(path));
    return owned;
}

static bool check_options(const char *path, const thud_tiled_options *options, thud_tiled_message *error) {
    bool hooks_fit = (options->hooks.allocate != NULL) && (options->hooks.release != NULL);
    const char *reason = path == NULL ? "path is null"
                         : !hooks_fit ? "options.hooks has no memory functions"
                         : (options->open == NULL) != (options->close == NULL)
                             ? "options.open and close: both or neither"
                         : options->most_cells < 0 ? "options.most_cells is negative"
                                                   : NULL;
    *error = (thud_tiled_message){0};
    if (reason != NULL) {
        memcpy(error->reason, reason, strlen(reason) + 1);
    }
    return reason == NULL;
}

/* Reads a map from bytes, or from the file if they are null. */
static thud_tiled_map *read_any(const void *bytes, size_t size, const char *path,
                                const thud_tiled_options *given, thud_tiled_message *error) {
    thud_tiled_message unread;
    thud_tiled_options options = given != NULL ? *given : thud_tiled_options_defaults();
    error = error != NULL ? error : &unread;
    owned_map *owned = check_options(path, &options, error) ? create_map(&options, path, error) : NULL;
    if (owned == NULL) {
        return NULL;
    }
    tiled_reader reader = {.memory = &owned->memory,
                           .scratch = {.hooks = options.hooks, .outer = &owned->memory},
                           .map = &owned->map,
                           .options = &options,
                           .log = {.memory = &owned->memory, .file = owned->map.file, .layer = "", .name = ""},
                           .cells_left = (size_t)options.most_cells};
    char reason[tiled_reason_bytes] = "";
    cJSON *root = bytes != NULL ? thud_tiled_parse_document(bytes, size, reason)
                                : thud_tiled_open_document(&reader, path);
    if (*reason != '\0') {
        thud_tiled_refuse(&reader.log, "%s", reason);
    }
    bool read = root != NULL && read_map(&reader, root);
    cJSON_Delete(root);
    for (int i = 0; i < reader.template_count; i++) {
        cJSON_Delete(reader.templates[i].document);
    }
    if (read) {
        owned->map.warnings = reader.log.warnings;
        owned->map.warning_count = reader.log.warning_count;
        return &owned->map;
    }
    if (owned->memory.failed) {
        thud_tiled_refuse(&reader.log, "out of memory");
    }
    *error = reader.log.refused;
    thud_tiled_free(&owned->map);
    return NULL;
}

thud_tiled_map *thud_tiled_read(const char *path, const thud_tiled_options *options,
                                thud_tiled_message *error) {
    return read_any(NULL, 0, path, options, error);
}

thud_tiled_map *thud_tiled_read_memory(const void *bytes, size_t size, const char *path,
                                       const thud_tiled_options *options, thud_tiled_message *error) {
    return read_any(bytes != NULL ? bytes : "", bytes != NULL ? size : 0, path, options, error);
}

void thud_tiled_free(thud_tiled_map *map) {
    if (map != NULL) {
        tiled_memory memory = ((owned_map *)map)->memory; /* a copy, as it releases its own memory */
        thud_tiled_release(&memory);
    }
}

const thud_tiled_layer *thud_tiled_find_layer(const thud_tiled_map *map, const char *name) {
    for (int i = 0; map != NULL && name != NULL && i < map->layer_count; i++) {
        if (strcmp(map->layers[i].name, name) == 0) {
            return &map->layers[i];
        }
    }
    return NULL;
}

const thud_tiled_object *thud_tiled_find_object(const thud_tiled_map *map, int id) {
    for (int i = 0; map != NULL && i < map->layer_count; i++) {
        for (int k = 0; k < map->layers[i].object_count; k++) {
            if (map->layers[i].objects[k].id == id) {
                return &map->layers[i].objects[k];
            }
        }
    }
    return NULL;
}
