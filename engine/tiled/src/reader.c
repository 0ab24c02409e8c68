/* Reads the fields of the tree. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

void *thud_tiled_new(tiled_reader *reader, size_t count, size_t size) {
    void *given = thud_tiled_allocate(reader->memory, count, size);
    if (given == NULL) {
        thud_tiled_refuse(&reader->log, "out of memory");
    }
    return given;
}

const char *thud_tiled_copy(tiled_reader *reader, const char *text) {
    size_t length = strlen(text);
    char *copy = thud_tiled_new(reader, length + 1, 1);
    return copy != NULL ? memcpy(copy, text, length) : NULL;
}

/* ---- fields ---- */

const cJSON *thud_tiled_field(tiled_item item, const char *name) {
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(item.own, name);
    return own != NULL || item.base == NULL ? own : cJSON_GetObjectItemCaseSensitive(item.base, name);
}

static bool read_in_range(tiled_reader *reader, tiled_item item, const char *name, double low, double high,
                          double *value) {
    const cJSON *field = thud_tiled_field(item, name);
    if (field == NULL) {
        return true;
    }
    if (!cJSON_IsNumber(field)) {
        return thud_tiled_refuse(&reader->log, "%s is not a number", name);
    }
    if (!(field->valuedouble >= low && field->valuedouble <= high)) {
        return thud_tiled_refuse(&reader->log, "%s is out of range", name);
    }
    *value = field->valuedouble;
    return true;
}

bool thud_tiled_read_number(tiled_reader *reader, tiled_item item, const char *name, double *value) {
    return read_in_range(reader, item, name, -tiled_largest_number, tiled_largest_number, value);
}

bool thud_tiled_read_integer(tiled_reader *reader, tiled_item item, const char *name, int low, int high,
                             int *value) {
    double number = *value;
    if (!read_in_range(reader, item, name, low, high, &number)) {
        return false;
    }
    *value = (int)number;
    return true;
}

bool thud_tiled_read_gid(tiled_reader *reader, tiled_item item, const char *name, uint32_t *value) {
    double number = *value;
    if (!read_in_range(reader, item, name, 0, UINT32_MAX, &number)) {
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

bool thud_tiled_read_metres(tiled_reader *reader, tiled_item item, const char *name, float *value) {
    double pixels = 0;
    if (thud_tiled_field(item, name) == NULL) {
        return true;
    }
    if (!thud_tiled_read_number(reader, item, name, &pixels)) {
        return false;
    }
    *value = (float)(pixels / (double)reader->map->pixels_per_metre);
    return true;
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
    const char *text = thud_tiled_peek_text(item, name);
    return *text != '\0' ? thud_tiled_copy(reader, text) : "";
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
