/* Reads the fields of the tree. */
#include "reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *thud_tiled_copy(tiled_reader *reader, const char *text) {
    size_t length = strlen(text);
    char *copy = length > 0 ? thud_tiled_allocate(reader->memory, length + 1, 1) : NULL;
    return copy != NULL ? memcpy(copy, text, length) : "";
}

/* ---- fields ---- */

const cJSON *thud_tiled_field(tiled_item item, const char *name) {
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(item.own, name);
    return own != NULL ? own : cJSON_GetObjectItemCaseSensitive(item.base, name);
}

bool thud_tiled_fields_fit(tiled_reader *reader) {
    bool fit = !reader->log.has_wrong_field && !reader->memory->failed;
    reader->log.has_wrong_field = false;
    return fit;
}

static double refuse_field(tiled_reader *reader, const char *name, const char *why, double otherwise) {
    thud_tiled_refuse(&reader->log, "%s is %s", name, why);
    reader->log.has_wrong_field = true;
    return otherwise;
}

double thud_tiled_read_number(tiled_reader *reader, tiled_item item, const char *name, double low,
                              double high, double otherwise) {
    const cJSON *field = thud_tiled_field(item, name);
    if (field == NULL || reader->log.has_wrong_field) {
        return otherwise;
    }
    if (cJSON_IsNumber(field) && field->valuedouble >= low && field->valuedouble <= high) {
        return field->valuedouble;
    }
    return refuse_field(reader, name, cJSON_IsNumber(field) ? "out of range" : "not a number", otherwise);
}

double thud_tiled_read_whole(tiled_reader *reader, tiled_item item, const char *name, double low, double high,
                             double otherwise) {
    double number = thud_tiled_read_number(reader, item, name, low, high, otherwise);
    return number == floor(number) ? number : refuse_field(reader, name, "not a whole number", otherwise);
}

float thud_tiled_read_metres(tiled_reader *reader, tiled_item item, const char *name, float otherwise) {
    double scale = (double)reader->map->pixels_per_metre;
    bool is_missing = thud_tiled_field(item, name) == NULL;
    return is_missing ? otherwise : (float)(thud_tiled_read_pixels(reader, item, name, 0) / scale);
}

bool thud_tiled_is_set(tiled_item item, const char *name, bool otherwise) {
    const cJSON *field = thud_tiled_field(item, name);
    if (cJSON_IsNumber(field)) {
        return field->valuedouble != 0;
    }
    return cJSON_IsBool(field) ? cJSON_IsTrue(field) : otherwise;
}

const char *thud_tiled_peek_text(tiled_item item, const char *name) {
    const cJSON *field = thud_tiled_field(item, name);
    return cJSON_IsString(field) ? field->valuestring : "";
}

const char *thud_tiled_text_field(tiled_reader *reader, tiled_item item, const char *name) {
    return thud_tiled_copy(reader, thud_tiled_peek_text(item, name));
}

const char *thud_tiled_class_field(tiled_reader *reader, tiled_item item) {
    return thud_tiled_text_field(reader, item,
                                 *thud_tiled_peek_text(item, "class") != '\0' ? "class" : "type");
}

bool thud_tiled_parse_color(const char *text, uint32_t *color) {
    text += *text == '#';
    size_t length = strlen(text);
    if ((length != 6 && length != 8) || strspn(text, "0123456789abcdefABCDEF") != length) {
        return false;
    }
    *color = (uint32_t)strtoul(text, NULL, 16) | (length == 6 ? 0xff000000u : 0u);
    return true;
}

uint32_t thud_tiled_color_field(tiled_item item, const char *name, uint32_t otherwise) {
    thud_tiled_parse_color(thud_tiled_peek_text(item, name), &otherwise);
    return otherwise;
}
