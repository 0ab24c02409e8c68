/* Tile sets, part of the map or in files of their own, and the tiles that they describe. */
#include <string.h>

#include "reader.h"

/* ---- tiles ---- */

static thud_vec2 size_in_metres(const tiled_reader *reader, int width, int height) {
    return thud_vec2_scale(thud_vec2_make((float)width, (float)height), 1 / reader->map->pixels_per_metre);
}

/* A side of a tile or of an image [px]. */
static int read_side(tiled_reader *reader, tiled_item item, const char *name, int otherwise) {
    return thud_tiled_read_integer(reader, item, name, 0, (int)tiled_largest_number, otherwise);
}

/* A side of a tile: that of its part of its image, of its image, or of the tiles of the set. */
static int read_tile_side(tiled_reader *reader, tiled_item item, const char *name, const char *of_image,
                          int of_set) {
    return read_side(reader, item, name, read_side(reader, item, of_image, of_set));
}

static bool read_described_tile(tiled_reader *reader, const cJSON *node, const thud_tiled_tileset *set,
                                thud_tiled_tile *tile) {
    tiled_item item = thud_tiled_item_of(node);
    int width = read_tile_side(reader, item, "width", "imagewidth", set->tile_width);
    int height = read_tile_side(reader, item, "height", "imageheight", set->tile_height);
    tile->id = thud_tiled_read_gid(reader, item, "id", 0);
    tile->size = size_in_metres(reader, width, height);
    tile->class_name = thud_tiled_class_field(reader, item);
    tile->image = thud_tiled_text_field(reader, item, "image");
    double outside = reader->frame_height;
    reader->frame_height = height;
    reader->in_tileset = true;
    bool read = thud_tiled_fields_fit(reader) && thud_tiled_read_properties(reader, item, &tile->properties) &&
                thud_tiled_read_objects(reader, thud_tiled_field(item, "objectgroup"), thud_vec2_make(0, 0),
                                        &tile->objects, &tile->object_count);
    reader->frame_height = outside;
    reader->in_tileset = false;
    return read;
}

static bool read_tiles(tiled_reader *reader, const cJSON *list, thud_tiled_tileset *set) {
    if (!cJSON_IsArray(list)) {
        return list == NULL ||
               thud_tiled_warn(&reader->log, "the tiles of tile set '%.60s' are not a list", set->name);
    }
    thud_tiled_tile *tiles =
        thud_tiled_allocate(reader->memory, (size_t)cJSON_GetArraySize(list), sizeof *tiles);
    if (tiles == NULL) {
        return false;
    }
    const cJSON *node;
    cJSON_ArrayForEach(node, list) {
        tiles[set->described_count] = (thud_tiled_tile){0};
        if (read_described_tile(reader, node, set, &tiles[set->described_count])) {
            set->described_count++;
        } else if (!thud_tiled_warn_refused(&reader->log)) {
            return false;
        }
    }
    thud_tiled_sort(tiles, sizeof *tiles, set->described_count);
    set->tiles = tiles;
    return true;
}

/* ---- a tile set ---- */

static thud_tiled_alignment alignment_of(const char *name) {
    static const char *const names[] = {
        [THUD_TILED_BOTTOM_LEFT] = "bottomleft",
        [THUD_TILED_BOTTOM] = "bottom",
        [THUD_TILED_BOTTOM_RIGHT] = "bottomright",
        [THUD_TILED_LEFT] = "left",
        [THUD_TILED_CENTER] = "center",
        [THUD_TILED_RIGHT] = "right",
        [THUD_TILED_TOP_LEFT] = "topleft",
        [THUD_TILED_TOP] = "top",
        [THUD_TILED_TOP_RIGHT] = "topright",
    };
    int index = thud_tiled_index_of(names, sizeof names / sizeof names[0], name);
    return index >= 0 ? (thud_tiled_alignment)index : THUD_TILED_BOTTOM_LEFT;
}

static void read_tile_sizes(tiled_reader *reader, tiled_item item, thud_tiled_tileset *set) {
    tiled_item offset = thud_tiled_item_of(thud_tiled_field(item, "tileoffset"));
    set->tile_width = read_side(reader, item, "tilewidth", 0);
    set->tile_height = read_side(reader, item, "tileheight", 0);
    set->image_width = read_side(reader, item, "imagewidth", 0);
    set->image_height = read_side(reader, item, "imageheight", 0);
    set->columns = read_side(reader, item, "columns", 0);
    set->spacing = read_side(reader, item, "spacing", 0);
    set->margin = read_side(reader, item, "margin", 0);
    set->tile_count = thud_tiled_read_integer(reader, item, "tilecount", 0, INT32_MAX, 0);
    set->tile_offset.x = thud_tiled_read_metres(reader, offset, "x", 0);
    set->tile_offset.y = -thud_tiled_read_metres(reader, offset, "y", 0);
    set->tile_size = size_in_metres(reader, set->tile_width, set->tile_height);
}

static void read_set_names(tiled_reader *reader, tiled_item item, thud_tiled_tileset *set) {
    set->name = thud_tiled_text_field(reader, item, "name");
    set->class_name = thud_tiled_text_field(reader, item, "class");
    set->image = thud_tiled_text_field(reader, item, "image");
    set->fills_cells = strcmp(thud_tiled_peek_text(item, "tilerendersize"), "grid") == 0;
    set->keeps_aspect = strcmp(thud_tiled_peek_text(item, "fillmode"), "preserve-aspect-fit") == 0;
    set->alignment = alignment_of(thud_tiled_peek_text(item, "objectalignment"));
}

static bool read_set(tiled_reader *reader, const cJSON *node, thud_tiled_tileset *set) {
    tiled_item item = thud_tiled_item_of(node);
    read_set_names(reader, item, set);
    read_tile_sizes(reader, item, set);
    return thud_tiled_fields_fit(reader) && thud_tiled_read_properties(reader, item, &set->properties) &&
           read_tiles(reader, thud_tiled_field(item, "tiles"), set);
}

/* Reads the set of a file; messages refer to that file. */
static bool read_external(tiled_reader *reader, const char *path, thud_tiled_tileset *set) {
    const char *outside = reader->log.file;
    reader->log.file = path;
    cJSON *document = thud_tiled_open_document(reader, path);
    bool read = document != NULL;
    if (read && (!cJSON_IsObject(document) ||
                 strcmp(thud_tiled_peek_text(thud_tiled_item_of(document), "type"), "map") == 0)) {
        read = thud_tiled_refuse(&reader->log, "it is not a tile set");
    }
    read = read && read_set(reader, document, set);
    cJSON_Delete(document);
    reader->log.file = outside;
    set->source = path;
    return read;
}

/* ---- the sets of the map ---- */

static const thud_tiled_tileset no_tileset = {.name = "", .class_name = "", .source = "", .image = ""};

/* Reserves one more tile set; null without memory. */
static thud_tiled_tileset *next_tileset(tiled_reader *reader) {
    thud_tiled_map *map = reader->map;
    if (!thud_tiled_make_room(reader->memory, &reader->tilesets, sizeof *reader->tilesets, map->tileset_count,
                              &reader->tileset_capacity)) {
        return NULL;
    }
    map->tilesets = reader->tilesets;
    reader->tilesets[map->tileset_count] = no_tileset;
    return &reader->tilesets[map->tileset_count];
}

/* Reads a set of the map. A set whose file cannot be read stays, without tiles. */
static bool read_entry(tiled_reader *reader, const cJSON *node, thud_tiled_tileset *set) {
    tiled_item item = thud_tiled_item_of(node);
    const char *source = thud_tiled_peek_text(item, "source");
    set->first_gid = thud_tiled_read_gid(reader, item, "firstgid", 0);
    if (set->first_gid == 0 || set->first_gid > THUD_TILED_GID_MASK) {
        return thud_tiled_refuse(&reader->log, "the firstgid of a tile set is missing or out of range");
    }
    if (*source == '\0') {
        return read_set(reader, node, set);
    }
    const char *path = thud_tiled_join_path(reader, source);
    if (path == NULL || !read_external(reader, path, set)) {
        uint32_t first_gid = set->first_gid;
        *set = no_tileset;
        set->first_gid = first_gid;
        set->source = path != NULL ? path : "";
        return thud_tiled_warn_refused(&reader->log);
    }
    return true;
}

bool thud_tiled_read_tilesets(tiled_reader *reader, const cJSON *root) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "tilesets"), *node;
    if (!cJSON_IsArray(list)) {
        return list == NULL || thud_tiled_warn(&reader->log, "tilesets is not a list");
    }
    cJSON_ArrayForEach(node, list) {
        thud_tiled_tileset *set = next_tileset(reader);
        if (set == NULL) {
            return false;
        }
        if (read_entry(reader, node, set)) {
            reader->map->tileset_count++;
        } else if (!thud_tiled_warn_refused(&reader->log)) {
            return false;
        }
    }
    thud_tiled_sort(reader->tilesets, sizeof *reader->tilesets, reader->map->tileset_count);
    return true;
}

/* The first number after all tiles of a set. */
static uint32_t end_of(const thud_tiled_tileset *set) {
    uint64_t count = set->tile_count > 0 ? (uint64_t)set->tile_count : 1;
    if (set->described_count > 0) {
        uint64_t described = (uint64_t)set->tiles[set->described_count - 1].id + 1;
        count = described > count ? described : count;
    }
    return (uint32_t)(set->first_gid + count < THUD_TILED_GID_MASK ? set->first_gid + count
                                                                   : THUD_TILED_GID_MASK);
}

bool thud_tiled_find_tileset(tiled_reader *reader, const char *path, uint32_t *first_gid) {
    for (int i = 0; i < reader->map->tileset_count; i++) {
        if (strcmp(reader->tilesets[i].source, path) == 0) {
            *first_gid = reader->tilesets[i].first_gid;
            return true;
        }
    }
    int count = reader->map->tileset_count;
    uint32_t end = count > 0 ? end_of(&reader->tilesets[count - 1]) : 1;
    thud_tiled_tileset *set = next_tileset(reader);
    if (set == NULL) {
        return false;
    }
    static const uint32_t gap = 65536; /* a map may use gids beyond the count of its last set */
    if (end > THUD_TILED_GID_MASK - gap) {
        return thud_tiled_refuse(&reader->log, "there is no number left for the tiles of its template");
    }
    set->first_gid = end + gap;
    if (!read_external(reader, path, set)) {
        return false;
    }
    *first_gid = set->first_gid;
    reader->map->tileset_count++;
    return true;
}

/* ---- for the game ---- */

const thud_tiled_tileset *thud_tiled_tileset_of(const thud_tiled_map *map, uint32_t gid) {
    uint32_t number = gid & THUD_TILED_GID_MASK;
    int after = map != NULL
                    ? thud_tiled_count_up_to(map->tilesets, sizeof *map->tilesets, map->tileset_count, number)
                    : 0;
    const thud_tiled_tileset *set = number != 0 && after > 0 ? &map->tilesets[after - 1] : NULL;
    bool is_beyond = set != NULL && *set->image != '\0' && set->tile_count > 0 &&
                     number - set->first_gid >= (uint32_t)set->tile_count;
    return is_beyond ? NULL : set;
}

const thud_tiled_tile *thud_tiled_tile_of(const thud_tiled_map *map, uint32_t gid) {
    const thud_tiled_tileset *set = thud_tiled_tileset_of(map, gid);
    if (set == NULL) {
        return NULL;
    }
    uint32_t id = (gid & THUD_TILED_GID_MASK) - set->first_gid;
    int after = thud_tiled_count_up_to(set->tiles, sizeof *set->tiles, set->described_count, id);
    return after > 0 && set->tiles[after - 1].id == id ? &set->tiles[after - 1] : NULL;
}
