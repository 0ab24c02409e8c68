/*
 * Messages and fields.
 */
#include "reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

static void describe(const tiled_reader *reader, const char *format, va_list arguments,
                     thud_tiled_message *message) {
    *message = (thud_tiled_message){.object = reader->object};
    size_t length = strlen(reader->file), most = sizeof message->file - 1;
    snprintf(message->file, sizeof message->file, "%s", reader->file + (length > most ? length - most : 0));
    snprintf(message->layer, sizeof message->layer, "%s", reader->layer);
    vsnprintf(message->reason, sizeof message->reason, format, arguments);
}

bool thud_tiled_refuse(tiled_reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    describe(reader, format, arguments, &reader->refused);
    va_end(arguments);
    return false;
}

static bool grow_warnings(tiled_reader *reader) {
    int capacity = reader->warning_capacity > 0 ? 4 * reader->warning_capacity : 16;
    thud_tiled_message *grown = thud_tiled_new(reader, (size_t)capacity, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    if (reader->map->warning_count > 0) {
        memcpy(grown, reader->warnings, (size_t)reader->map->warning_count * sizeof *grown);
    }
    reader->warnings = grown;
    reader->warning_capacity = capacity;
    reader->map->warnings = grown;
    return true;
}

static bool add_warning(tiled_reader *reader, const thud_tiled_message *message) {
    int count = reader->map->warning_count;
    if (count == tiled_most_warnings) {
        return true;
    }
    if (count == reader->warning_capacity && !grow_warnings(reader)) {
        return false;
    }
    reader->warnings[count] = *message;
    if (count + 1 == tiled_most_warnings) {
        snprintf(reader->warnings[count].reason, sizeof message->reason,
                 "there are more warnings than are kept");
    }
    reader->map->warning_count++;
    return true;
}

bool thud_tiled_warn(tiled_reader *reader, const char *format, ...) {
    thud_tiled_message message;
    va_list arguments;
    va_start(arguments, format);
    describe(reader, format, arguments, &message);
    va_end(arguments);
    return add_warning(reader, &message);
}

bool thud_tiled_warn_refused(tiled_reader *reader) {
    return !reader->memory->failed && add_warning(reader, &reader->refused);
}

void *thud_tiled_new(tiled_reader *reader, size_t count, size_t size) {
    void *given = thud_tiled_allocate(reader->memory, count, size);
    if (given == NULL) {
        thud_tiled_refuse(reader, "out of memory");
    }
    return given;
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
        return thud_tiled_refuse(reader, "%s is not a number", name);
    }
    if (!(field->valuedouble >= low && field->valuedouble <= high)) {
        return thud_tiled_refuse(reader, "%s is out of range", name);
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
    const char *copy = *text != '\0' ? thud_tiled_copy_text(reader->memory, text, strlen(text)) : "";
    if (copy == NULL) {
        thud_tiled_refuse(reader, "out of memory");
    }
    return copy;
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
