/*
 * Objects of object layers and of tiles, and their templates. An instance of a template inherits all fields that it does not set itself.
 */
#include <string.h>

#include "reader.h"

/* ---- outlines ---- */

static float metres(const tiled_reader *reader, double pixels) {
    return (float)(pixels / (double)reader->map->pixels_per_metre);
}

static bool read_points(tiled_reader *reader, const cJSON *list, int least, thud_tiled_object *object) {
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) < least) {
        return thud_tiled_refuse(&reader->log, "its outline is not a list of %d or more points", least);
    }
    thud_vec2 *points = thud_tiled_allocate(reader->memory, (size_t)cJSON_GetArraySize(list), sizeof *points);
    if (points == NULL) {
        return false;
    }
    object->points = points;
    const cJSON *node;
    cJSON_ArrayForEach(node, list) {
        tiled_item point = thud_tiled_item_of(node);
        if (thud_tiled_field(point, "x") == NULL || thud_tiled_field(point, "y") == NULL) {
            return thud_tiled_refuse(&reader->log, "a point of its outline is none");
        }
        thud_vec2 *next = &points[object->point_count++];
        next->x = thud_tiled_read_metres(reader, point, "x", 0);
        next->y = -thud_tiled_read_metres(reader, point, "y", 0);
    }
    return thud_tiled_fields_fit(reader);
}

static bool read_label(tiled_reader *reader, const cJSON *label, thud_tiled_object *object) {
    tiled_item text = thud_tiled_item_of(label);
    if (!cJSON_IsString(thud_tiled_field(text, "text"))) {
        return thud_tiled_refuse(&reader->log, "its text is not a string");
    }
    static const double usual_height = 16; /* the default [px] */
    object->text_height = thud_tiled_read_metres(reader, text, "pixelsize", metres(reader, usual_height));
    object->text_color = thud_tiled_color_field(text, "color", 0xff000000u);
    object->text = thud_tiled_text_field(reader, text, "text");
    return thud_tiled_fields_fit(reader);
}

/* ---- boxes ---- */

static bool read_tile(tiled_reader *reader, float width, float height, thud_tiled_object *object) {
    const thud_tiled_tileset *set = thud_tiled_tileset_of(reader->map, object->gid);
    const thud_tiled_tile *tile = thud_tiled_tile_of(reader->map, object->gid);
    if (set == NULL) {
        return thud_tiled_refuse(&reader->log, "tile %u is of no tile set", object->gid & THUD_TILED_GID_MASK);
    }
    thud_vec2 own = tile != NULL ? tile->size : set->tile_size; /* without a size of its own, as in old maps */
    thud_vec2 size = thud_vec2_make(width > 0 ? width : own.x, height > 0 ? height : own.y);
    int alignment = (int)set->alignment; /* of its position in the box, from the lower left corner */
    thud_vec2 anchor = {0.5f * (float)(alignment % 3), 0.5f * (float)(alignment / 3)};
    object->form = THUD_TILED_TILE;
    object->box.min = thud_vec2_make(-anchor.x * size.x, -anchor.y * size.y);
    object->box.max = thud_vec2_add(object->box.min, size);
    if (*object->class_name == '\0') {
        object->class_name = tile != NULL ? tile->class_name : "";
    }
    return true;
}

static bool read_boxed(tiled_reader *reader, tiled_item item, thud_tiled_object *object) {
    float width = thud_tiled_read_metres(reader, item, "width", 0);
    float height = thud_tiled_read_metres(reader, item, "height", 0);
    if (!thud_tiled_fields_fit(reader)) {
        return false;
    }
    if (object->gid != 0 && width >= 0 && height >= 0) {
        return read_tile(reader, width, height, object);
    }
    object->form = thud_tiled_is_set(item, "ellipse", false)   ? THUD_TILED_ELLIPSE
                   : thud_tiled_is_set(item, "capsule", false) ? THUD_TILED_CAPSULE
                                                               : THUD_TILED_RECTANGLE;
    if (object->form == THUD_TILED_RECTANGLE && width == 0 && height == 0) {
        object->form = THUD_TILED_POINT;
        return true;
    }
    if (!(width > 0 && height > 0)) {
        return thud_tiled_refuse(&reader->log, "its width and height must be more than 0");
    }
    object->box = (thud_aabb){{0, -height}, {width, 0}};
    return true;
}

static bool read_form(tiled_reader *reader, tiled_item item, thud_tiled_object *object) {
    const cJSON *polygon = thud_tiled_field(item, "polygon"), *polyline = thud_tiled_field(item, "polyline");
    const cJSON *label = thud_tiled_field(item, "text");
    if (polygon != NULL) {
        object->form = THUD_TILED_POLYGON;
        return read_points(reader, polygon, 3, object);
    }
    if (polyline != NULL) {
        object->form = THUD_TILED_POLYLINE;
        return read_points(reader, polyline, 2, object);
    }
    if (thud_tiled_is_set(item, "point", false)) {
        object->form = THUD_TILED_POINT;
        return true;
    }
    if (!read_boxed(reader, item, object)) {
        return false;
    }
    if (label != NULL) {
        object->form = THUD_TILED_LABEL;
        return read_label(reader, label, object);
    }
    return true;
}

/* ---- templates: each file is read once; a template refers to no other one, so that there are no cycles ---- */

/* Finds the tile set of a template in the map. */
static bool read_tileset(tiled_reader *reader, tiled_template *model) {
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(model->document, "tileset");
    if (node == NULL) {
        return true;
    }
    const char *source = thud_tiled_peek_text(thud_tiled_item_of(node), "source");
    if (*source == '\0') {
        return thud_tiled_warn(&reader->log, "the tile set of a template has no file of its own");
    }
    model->own_first_gid = thud_tiled_read_gid(reader, thud_tiled_item_of(node), "firstgid", 1);
    const char *path = thud_tiled_join_path(reader, source);
    return thud_tiled_fields_fit(reader) && path != NULL &&
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

/* The template of a path, from the list of those read before; null with the reason refused. */
static const tiled_template *find_template(tiled_reader *reader, const char *path) {
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

/* ---- an object ---- */

static void read_pose(tiled_reader *reader, tiled_item item, thud_vec2 offset, thud_tiled_object *object) {
    double x = thud_tiled_read_pixels(reader, item, "x", 0), y = thud_tiled_read_pixels(reader, item, "y", 0);
    double rotation = thud_tiled_read_pixels(reader, item, "rotation", 0);
    thud_vec2 position = {metres(reader, x), metres(reader, reader->frame_height - y)};
    object->pose.position = thud_vec2_add(position, offset);
    object->pose.rotation = thud_rot_from_angle(-(float)rotation * (THUD_PI / 180));
}

static void read_object_look(tiled_reader *reader, tiled_item item, thud_tiled_object *object) {
    object->text = "";
    reader->log.name = object->name = thud_tiled_text_field(reader, item, "name"); /* a template's, too */
    object->class_name = thud_tiled_class_field(reader, item);
    object->visible = thud_tiled_is_set(item, "visible", true);
    object->opacity = thud_tiled_read_opacity(reader, item);
}

/* Reads a gid; a gid in a template is relative to the template's own tile set. */
static bool read_object_gid(tiled_reader *reader, tiled_item item, const tiled_template *model,
                            thud_tiled_object *object) {
    bool is_own = model == NULL || cJSON_GetObjectItemCaseSensitive(item.own, "gid") != NULL;
    object->gid = thud_tiled_read_gid(reader, item, "gid", 0);
    if (object->gid == 0 || is_own) {
        return true;
    }
    uint32_t number = object->gid & THUD_TILED_GID_MASK;
    bool is_in_set = model->first_gid != 0 && number >= model->own_first_gid &&
                     number - model->own_first_gid <= THUD_TILED_GID_MASK - model->first_gid;
    if (!is_in_set) {
        return thud_tiled_refuse(&reader->log, "its template's tile is of no tile set");
    }
    object->gid = (object->gid & ~THUD_TILED_GID_MASK) | (number - model->own_first_gid + model->first_gid);
    return true;
}

/* Applies the template of an instance. An unreadable template only gives a warning; false: no memory. */
static bool apply_template(tiled_reader *reader, tiled_item *item, thud_tiled_object *object,
                           const tiled_template **model) {
    const char *name = thud_tiled_peek_text(*item, "template");
    object->template_name = "";
    if (*name == '\0') {
        return true;
    }
    if (reader->in_tileset) {
        return thud_tiled_warn(&reader->log, "a template in a tile is not read");
    }
    const char *path = thud_tiled_join_path(reader, name);
    *model = path != NULL ? find_template(reader, path) : NULL;
    if (*model == NULL) {
        return thud_tiled_warn_refused(&reader->log);
    }
    object->template_name = path;
    item->base = cJSON_GetObjectItemCaseSensitive((*model)->document, "object");
    return true;
}

/* Adds a warning for the first unknown field of an object. */
static bool warn_unknown_fields(tiled_reader *reader, const cJSON *object) {
    static const char *const known[] = {
        "id",      "name",     "type",    "class",   "x",        "y",        "width",
        "height",  "rotation", "visible", "opacity", "gid",      "template", "properties",
        "ellipse", "capsule",  "point",   "polygon", "polyline", "text",
    };
    const cJSON *field;
    cJSON_ArrayForEach(field, object) {
        if (thud_tiled_index_of(known, sizeof known / sizeof known[0], field->string) < 0) {
            return thud_tiled_warn(&reader->log, "its '%.60s' is not known to this reader", field->string);
        }
    }
    return true;
}

static bool read_object(tiled_reader *reader, const cJSON *node, thud_vec2 offset,
                        thud_tiled_object *object) {
    tiled_item item = thud_tiled_item_of(node);
    const tiled_template *model = NULL;
    object->id = thud_tiled_read_integer(reader, item, "id", 0, INT32_MAX, 0);
    reader->log.object = object->id;
    reader->log.name = thud_tiled_peek_text(item, "name");
    if (!thud_tiled_fields_fit(reader) || !apply_template(reader, &item, object, &model)) {
        return false;
    }
    read_object_look(reader, item, object);
    read_pose(reader, item, offset, object);
    return thud_tiled_fields_fit(reader) && read_object_gid(reader, item, model, object) &&
           read_form(reader, item, object) && thud_tiled_fields_fit(reader) &&
           thud_tiled_read_properties(reader, item, &object->properties) && warn_unknown_fields(reader, node);
}

bool thud_tiled_read_objects(tiled_reader *reader, const cJSON *layer, thud_vec2 offset,
                             const thud_tiled_object **objects, int *count) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(layer, "objects");
    if (!cJSON_IsArray(list)) {
        return list == NULL || thud_tiled_warn(&reader->log, "objects is not a list");
    }
    thud_tiled_object *made =
        thud_tiled_allocate(reader->memory, (size_t)cJSON_GetArraySize(list), sizeof *made);
    if (made == NULL) {
        return false;
    }
    *objects = made;
    const tiled_log before = reader->log; /* of an object whose template brings this tile set */
    const cJSON *node;
    cJSON_ArrayForEach(node, list) {
        bool is_object = cJSON_IsObject(node) || thud_tiled_refuse(&reader->log, "an object is none");
        made[*count] = (thud_tiled_object){.id = 0};
        if (is_object && read_object(reader, node, offset, &made[*count])) {
            (*count)++;
        } else if (!thud_tiled_warn_refused(&reader->log)) {
            return false;
        }
        reader->log.object = before.object;
        reader->log.name = before.name;
    }
    return true;
}
