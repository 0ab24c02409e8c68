/*
 * Reading a Tiled map. Nothing in the file is trusted: every field is looked up with its type and range, and
 * the first one that is wrong ends the reading with a line that names it.
 */
#include "tiled.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float default_pixels_per_metre = 32;
static const double largest_number = 1e6;  /* no pixel coordinate or property is larger */
static const long largest_file = 64 << 20; /* [bytes] */
enum { deepest_group = 32 };               /* layers in layers */

typedef struct tiled_reader {
    char *error;
    int object; /* the id of the one being read, 0 outside of any */
    float pixels_per_metre;
    float map_height; /* [px] */
    tiled_map *map;
    int capacity;
} tiled_reader;

__attribute__((format(printf, 2, 3))) static bool refuse(tiled_reader *reader, const char *format, ...) {
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (reader->object) {
        snprintf(reader->error, TILED_ERROR_SIZE, "object %d: %s", reader->object, text);
    } else {
        snprintf(reader->error, TILED_ERROR_SIZE, "%s", text);
    }
    return false;
}

/* ---- fields ---- */

static bool check_number(tiled_reader *reader, const cJSON *item, const char *name, float *value) {
    if (!cJSON_IsNumber(item)) {
        return refuse(reader, "%s is not a number", name);
    }
    if (!(item->valuedouble >= -largest_number && item->valuedouble <= largest_number)) {
        return refuse(reader, "%s is out of range", name);
    }
    *value = (float)item->valuedouble;
    return true;
}

static bool read_number(tiled_reader *reader, const cJSON *owner, const char *name, float *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(owner, name);
    return item ? check_number(reader, item, name, value) : refuse(reader, "%s is missing", name);
}

static bool read_optional_number(tiled_reader *reader, const cJSON *owner, const char *name, float *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(owner, name);
    return !item || check_number(reader, item, name, value);
}

static bool is_set(const cJSON *owner, const char *name) {
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(owner, name));
}

static bool is_hidden(const cJSON *owner) {
    return cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(owner, "visible"));
}

/* The value of a custom property; null where there is none. */
static const cJSON *find_property(const cJSON *owner, const char *name) {
    const cJSON *property;
    cJSON_ArrayForEach(property, cJSON_GetObjectItemCaseSensitive(owner, "properties")) {
        const cJSON *key = cJSON_GetObjectItemCaseSensitive(property, "name");
        if (cJSON_IsString(key) && strcmp(key->valuestring, name) == 0) {
            return cJSON_GetObjectItemCaseSensitive(property, "value");
        }
    }
    return NULL;
}

static bool read_property(tiled_reader *reader, const cJSON *owner, const char *name, float low,
                          float *value) {
    const cJSON *item = find_property(owner, name);
    if (!item) {
        return true;
    }
    if (!check_number(reader, item, name, value)) {
        return false;
    }
    return *value >= low || refuse(reader, "%s is less than %g", name, (double)low);
}

/* ---- objects ---- */

static float metres(const tiled_reader *reader, float pixels) {
    return pixels / reader->pixels_per_metre;
}

static bool read_points(tiled_reader *reader, const cJSON *list, int least, tiled_object *object) {
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) < least) {
        return refuse(reader, "its outline is not a list of %d or more points", least);
    }
    object->points = calloc((size_t)cJSON_GetArraySize(list), sizeof *object->points);
    if (!object->points) {
        return refuse(reader, "out of memory");
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        float x = 0, y = 0;
        if (!read_number(reader, item, "x", &x) || !read_number(reader, item, "y", &y)) {
            return false;
        }
        object->points[object->point_count++] = thud_vec2_make(metres(reader, x), metres(reader, -y));
    }
    return true;
}

static bool read_text(tiled_reader *reader, const cJSON *item, tiled_object *object) {
    const cJSON *text =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(item, "text"), "text");
    if (!cJSON_IsString(text)) {
        return refuse(reader, "its text is not a string");
    }
    size_t size = strlen(text->valuestring) + 1;
    object->text = malloc(size);
    if (!object->text) {
        return refuse(reader, "out of memory");
    }
    memcpy(object->text, text->valuestring, size);
    return true;
}

static bool read_size(tiled_reader *reader, const cJSON *item, tiled_object *object) {
    float width = 0, height = 0;
    if (!read_number(reader, item, "width", &width) || !read_number(reader, item, "height", &height)) {
        return false;
    }
    if (!(width > 0 && height > 0)) {
        return refuse(reader, "its width and height must be more than 0");
    }
    object->size = thud_vec2_make(metres(reader, width), metres(reader, height));
    return true;
}

static bool read_form(tiled_reader *reader, const cJSON *item, tiled_object *object) {
    const cJSON *polygon = cJSON_GetObjectItemCaseSensitive(item, "polygon");
    const cJSON *polyline = cJSON_GetObjectItemCaseSensitive(item, "polyline");
    if (polygon) {
        object->form = TILED_POLYGON;
        return read_points(reader, polygon, 3, object);
    }
    if (polyline) {
        object->form = TILED_POLYLINE;
        return read_points(reader, polyline, 2, object);
    }
    if (cJSON_HasObjectItem(item, "gid") || cJSON_HasObjectItem(item, "template") || is_set(item, "point")) {
        return refuse(reader, "tiles, templates and points are not supported");
    }
    if (!read_size(reader, item, object)) {
        return false;
    }
    if (cJSON_HasObjectItem(item, "text")) {
        object->form = TILED_TEXT;
        return read_text(reader, item, object);
    }
    object->form = is_set(item, "ellipse") ? TILED_ELLIPSE : TILED_RECTANGLE;
    return true;
}

static bool read_body_type(tiled_reader *reader, const cJSON *item, tiled_object *object) {
    const cJSON *body = find_property(item, "body");
    if (!body) {
        return true;
    }
    static const char *const names[] = {"static", "kinematic", "dynamic"};
    static const thud_body_type types[] = {THUD_BODY_STATIC, THUD_BODY_KINEMATIC, THUD_BODY_DYNAMIC};
    for (int i = 0; i < 3; i++) {
        if (cJSON_IsString(body) && strcmp(body->valuestring, names[i]) == 0) {
            object->body = types[i];
            return true;
        }
    }
    return refuse(reader, "body is none of static, kinematic, dynamic");
}

static bool read_properties(tiled_reader *reader, const cJSON *item, tiled_object *object) {
    object->density = 1;
    object->friction = 0.6f;
    return read_body_type(reader, item, object) &&
           read_property(reader, item, "density", 0, &object->density) &&
           read_property(reader, item, "friction", 0, &object->friction) &&
           read_property(reader, item, "elasticity", 0, &object->elasticity) &&
           read_property(reader, item, "spin", (float)-largest_number, &object->spin);
}

static bool read_pose(tiled_reader *reader, const cJSON *item, thud_vec2 offset, tiled_object *object) {
    float x = 0, y = 0, rotation = 0;
    if (!read_number(reader, item, "x", &x) || !read_number(reader, item, "y", &y) ||
        !read_optional_number(reader, item, "rotation", &rotation)) {
        return false;
    }
    object->pose.position.x = metres(reader, x + offset.x);
    object->pose.position.y = metres(reader, reader->map_height - (y + offset.y));
    object->pose.rotation = thud_rot_from_angle(-rotation * (THUD_PI / 180));
    return true;
}

static tiled_object *next_object(tiled_reader *reader) {
    tiled_map *map = reader->map;
    if (map->object_count == reader->capacity) {
        int capacity = reader->capacity ? 2 * reader->capacity : 64;
        tiled_object *grown = realloc(map->objects, (size_t)capacity * sizeof *grown);
        if (!grown) {
            return NULL;
        }
        map->objects = grown;
        reader->capacity = capacity;
    }
    tiled_object *object = &map->objects[map->object_count++];
    *object = (tiled_object){.body = THUD_BODY_STATIC};
    return object;
}

static bool read_object(tiled_reader *reader, const cJSON *item, thud_vec2 offset) {
    float id = 0;
    if (!read_number(reader, item, "id", &id)) {
        return false;
    }
    reader->object = (int)id;
    tiled_object *object = next_object(reader);
    if (!object) {
        return refuse(reader, "out of memory");
    }
    object->id = (int)id;
    bool read = read_pose(reader, item, offset, object) && read_form(reader, item, object) &&
                read_properties(reader, item, object);
    if (read) {
        reader->object = 0;
    }
    return read;
}

/* ---- layers and map ---- */

static bool read_layers(tiled_reader *reader, const cJSON *owner, thud_vec2 offset, int depth) {
    const cJSON *layers = cJSON_GetObjectItemCaseSensitive(owner, "layers");
    if (!cJSON_IsArray(layers) || depth > deepest_group) {
        return refuse(reader, "layers is not a list");
    }
    const cJSON *layer, *item;
    cJSON_ArrayForEach(layer, layers) {
        thud_vec2 shift = {0, 0};
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(layer, "type");
        if (!cJSON_IsString(type) || !read_optional_number(reader, layer, "offsetx", &shift.x) ||
            !read_optional_number(reader, layer, "offsety", &shift.y)) {
            return cJSON_IsString(type) ? false : refuse(reader, "a layer has no type");
        }
        shift = thud_vec2_add(shift, offset);
        if (is_hidden(layer)) {
            continue;
        }
        if (strcmp(type->valuestring, "group") == 0 && !read_layers(reader, layer, shift, depth + 1)) {
            return false;
        }
        if (strcmp(type->valuestring, "objectgroup") != 0) {
            continue;
        }
        const cJSON *objects = cJSON_GetObjectItemCaseSensitive(layer, "objects");
        if (!cJSON_IsArray(objects)) {
            return refuse(reader, "objects is not a list");
        }
        cJSON_ArrayForEach(item, objects) {
            if (!is_hidden(item) && !read_object(reader, item, shift)) {
                return false;
            }
        }
    }
    return true;
}

static bool read_map(tiled_reader *reader, const cJSON *root) {
    float columns = 0, rows = 0, tile_width = 0, tile_height = 0;
    const cJSON *orientation = cJSON_GetObjectItemCaseSensitive(root, "orientation");
    if (!cJSON_IsObject(root)) {
        return refuse(reader, "it is not a Tiled map");
    }
    if (!cJSON_IsString(orientation) || strcmp(orientation->valuestring, "orthogonal") != 0) {
        return refuse(reader, "its orientation is not orthogonal");
    }
    if (!read_number(reader, root, "width", &columns) || !read_number(reader, root, "height", &rows) ||
        !read_number(reader, root, "tilewidth", &tile_width) ||
        !read_number(reader, root, "tileheight", &tile_height)) {
        return false;
    }
    if (!(columns > 0 && rows > 0 && tile_width > 0 && tile_height > 0)) {
        return refuse(reader, "its width, height, tilewidth and tileheight must be more than 0");
    }
    reader->pixels_per_metre = default_pixels_per_metre;
    if (!read_property(reader, root, "pixels_per_metre", 1, &reader->pixels_per_metre)) {
        return false;
    }
    reader->map_height = rows * tile_height;
    reader->map->size =
        thud_vec2_make(metres(reader, columns * tile_width), metres(reader, reader->map_height));
    if (!read_layers(reader, root, thud_vec2_make(0, 0), 0)) {
        return false;
    }
    return reader->map->object_count > 0 || refuse(reader, "no object layer holds an object");
}

bool tiled_parse(const char *text, tiled_map *map, char error[TILED_ERROR_SIZE]) {
    *map = (tiled_map){0};
    tiled_reader reader = {.error = error, .map = map};
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    bool read = root ? read_map(&reader, root) : refuse(&reader, "not JSON at byte %ld", (long)(end - text));
    cJSON_Delete(root);
    if (!read) {
        tiled_free(map);
    }
    return read;
}

static char *read_file(FILE *file) {
    if (fseek(file, 0, SEEK_END) != 0) {
        return NULL;
    }
    long size = ftell(file);
    if (size < 0 || size > largest_file) {
        return NULL;
    }
    rewind(file);
    char *text = malloc((size_t)size + 1);
    if (text) {
        text[fread(text, 1, (size_t)size, file)] = '\0';
    }
    return text;
}

bool tiled_read(const char *path, tiled_map *map, char error[TILED_ERROR_SIZE]) {
    *map = (tiled_map){0};
    FILE *file = fopen(path, "rb");
    char *text = file ? read_file(file) : NULL;
    char reason[TILED_ERROR_SIZE] = "cannot be read";
    bool read = text && tiled_parse(text, map, reason);
    if (!read) {
        snprintf(error, TILED_ERROR_SIZE, "level %.120s: %.120s", path, reason);
    }
    free(text);
    if (file) {
        fclose(file);
    }
    return read;
}

void tiled_free(tiled_map *map) {
    for (int i = 0; i < map->object_count; i++) {
        free(map->objects[i].points);
        free(map->objects[i].text);
    }
    free(map->objects);
    *map = (tiled_map){0};
}
