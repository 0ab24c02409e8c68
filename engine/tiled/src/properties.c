/*
 * Custom properties. XML writes every value as text beside its type, JSON as a value of its own. Members of
 * classes are a list of properties in XML and an object in JSON, without their types. In files from before
 * Tiled 1.2 all properties are such an object.
 */
#include <float.h>
#include <string.h>

#include "reader.h"

static bool read_members(tiled_reader *reader, const cJSON *list, int depth,
                         const thud_tiled_property **members, int *count);

static thud_tiled_kind kind_of(const char *type, const cJSON *value) {
    static const struct {
        const char *type;
        thud_tiled_kind kind;
    } kinds[] = {{"string", THUD_TILED_TEXT},   {"int", THUD_TILED_NUMBER},  {"float", THUD_TILED_NUMBER},
                 {"bool", THUD_TILED_FLAG},     {"color", THUD_TILED_COLOR}, {"file", THUD_TILED_FILE},
                 {"object", THUD_TILED_OBJECT}, {"class", THUD_TILED_CLASS}, {"list", THUD_TILED_LIST}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].type, type) == 0) {
            return kinds[i].kind;
        }
    }
    return cJSON_IsNumber(value)   ? THUD_TILED_NUMBER
           : cJSON_IsBool(value)   ? THUD_TILED_FLAG
           : cJSON_IsObject(value) ? THUD_TILED_CLASS
           : cJSON_IsArray(value)  ? THUD_TILED_LIST
                                   : THUD_TILED_TEXT;
}

/* Reads a number from a number or a text. */
static bool read_number(const cJSON *value, double *number) {
    if (cJSON_IsNumber(value) && value->valuedouble >= -DBL_MAX && value->valuedouble <= DBL_MAX) {
        *number = value->valuedouble;
        return true;
    }
    return cJSON_IsString(value) &&
           thud_tiled_parse_number(value->valuestring, strlen(value->valuestring), number);
}

static bool read_flag(const cJSON *value, double *number) {
    if (cJSON_IsBool(value) || (cJSON_IsString(value) && strcmp(value->valuestring, "true") == 0)) {
        *number = !cJSON_IsFalse(value);
        return true;
    }
    return cJSON_IsString(value) && strcmp(value->valuestring, "false") == 0;
}

/* Reads a value without parts. One of another type is kept as text, with a warning; a missing one is zero. */
static bool read_value(tiled_reader *reader, const cJSON *value, thud_tiled_property *property) {
    uint32_t color = 0;
    bool fits = true;
    if (property->kind == THUD_TILED_NUMBER || property->kind == THUD_TILED_OBJECT) {
        fits = property->is_number = value == NULL || read_number(value, &property->number);
    } else if (property->kind == THUD_TILED_FLAG) {
        fits = property->is_number = value == NULL || read_flag(value, &property->number);
    } else {
        fits = value == NULL || cJSON_IsString(value) || cJSON_IsNull(value);
    }
    if (cJSON_IsString(value) && (!fits || !property->is_number)) {
        property->text = thud_tiled_copy(reader, value->valuestring);
        if (property->kind == THUD_TILED_TEXT) {
            property->is_number = read_number(value, &property->number);
        } else if (property->kind == THUD_TILED_COLOR && thud_tiled_parse_color(property->text, &color)) {
            property->is_number = true;
            property->number = color;
        }
    }
    if (!fits) {
        property->kind = THUD_TILED_TEXT;
        return thud_tiled_warn(&reader->log, "the value of property '%.60s' is not of its type",
                               property->name);
    }
    return true;
}

static bool read_property(tiled_reader *reader, tiled_item item, const char *name, const cJSON *value,
                          int depth, thud_tiled_property *property) {
    property->kind = kind_of(thud_tiled_peek_text(item, "type"), value);
    property->text = "";
    property->name = thud_tiled_copy(reader, name);
    property->type = thud_tiled_text_field(reader, item, "propertytype");
    if (property->kind == THUD_TILED_CLASS || property->kind == THUD_TILED_LIST) {
        return read_members(reader, value, depth + 1, &property->members, &property->member_count);
    }
    return read_value(reader, value, property);
}

/* Reads members: a list of properties, or an object of values by name. */
static bool read_members(tiled_reader *reader, const cJSON *list, int depth,
                         const thud_tiled_property **members, int *count) {
    bool has_values = cJSON_IsObject(list);
    if (!has_values && !cJSON_IsArray(list)) {
        return true;
    }
    if (depth > tiled_deepest) {
        return thud_tiled_warn(&reader->log, "its properties are nested too deep");
    }
    thud_tiled_property *made =
        thud_tiled_allocate(reader->memory, (size_t)cJSON_GetArraySize(list), sizeof *made);
    if (made == NULL) {
        return false;
    }
    *members = made;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        tiled_item owner = thud_tiled_item_of(has_values ? NULL : item);
        const char *name = has_values ? item->string : thud_tiled_peek_text(owner, "name");
        const cJSON *value = has_values ? item : thud_tiled_field(owner, "value");
        if (!has_values && !cJSON_IsObject(item)) {
            continue;
        }
        if (!read_property(reader, owner, name, value, depth, &made[*count])) {
            return false;
        }
        (*count)++;
    }
    return true;
}

/* Adds the properties of a template that its instance does not set. */
static bool add_inherited(tiled_reader *reader, thud_tiled_properties inherited,
                          thud_tiled_properties *properties) {
    size_t most = (size_t)properties->count + (size_t)inherited.count;
    thud_tiled_property *all = thud_tiled_allocate(reader->memory, most, sizeof *all);
    if (all == NULL) {
        return false;
    }
    int count = properties->count;
    if (count > 0) {
        memcpy(all, properties->items, (size_t)count * sizeof *all);
    }
    for (int i = 0; i < inherited.count; i++) {
        bool is_set = false;
        for (int j = 0; j < properties->count && !is_set; j++) {
            is_set = strcmp(all[j].name, inherited.items[i].name) == 0;
        }
        if (!is_set) {
            all[count++] = inherited.items[i];
        }
    }
    *properties = (thud_tiled_properties){all, count};
    return true;
}

bool thud_tiled_read_properties(tiled_reader *reader, tiled_item owner, thud_tiled_properties *properties) {
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(owner.own, "properties");
    const cJSON *base = cJSON_GetObjectItemCaseSensitive(owner.base, "properties");
    *properties = (thud_tiled_properties){0};
    if (!read_members(reader, own, 0, &properties->items, &properties->count)) {
        return false;
    }
    thud_tiled_properties inherited = {0};
    return base == NULL || (read_members(reader, base, 0, &inherited.items, &inherited.count) &&
                            add_inherited(reader, inherited, properties));
}

/* ---- for the game ---- */

const thud_tiled_property *thud_tiled_find(thud_tiled_properties properties, const char *name) {
    for (int i = 0; i < properties.count && name != NULL; i++) {
        const thud_tiled_property *property = &properties.items[i];
        if (strcmp(property->name, name) == 0) {
            return property;
        }
        size_t length = strlen(property->name);
        if (property->kind == THUD_TILED_CLASS && strncmp(property->name, name, length) == 0 &&
            name[length] == '.') {
            thud_tiled_properties members = {property->members, property->member_count};
            const thud_tiled_property *member = thud_tiled_find(members, name + length + 1);
            if (member != NULL) {
                return member;
            }
        }
    }
    return NULL;
}

double thud_tiled_number(thud_tiled_properties properties, const char *name, double otherwise) {
    const thud_tiled_property *property = thud_tiled_find(properties, name);
    return property != NULL && property->is_number ? property->number : otherwise;
}

bool thud_tiled_flag(thud_tiled_properties properties, const char *name, bool otherwise) {
    const thud_tiled_property *property = thud_tiled_find(properties, name);
    if (property == NULL) {
        return otherwise;
    }
    if (property->is_number) {
        return property->number != 0;
    }
    return strcmp(property->text, "true") == 0 || (strcmp(property->text, "false") != 0 && otherwise);
}

const char *thud_tiled_text(thud_tiled_properties properties, const char *name, const char *otherwise) {
    const thud_tiled_property *property = thud_tiled_find(properties, name);
    return property != NULL && *property->text != '\0' ? property->text : otherwise;
}
