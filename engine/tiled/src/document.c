/* Detects the format by the first character: XML begins with '<', JSON never does. */
#include "document.h"

#include <float.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool thud_tiled_parse_number(const char *text, size_t length, double *value) {
    char copy[64], *end;
    if (length == 0 || length >= sizeof copy || strspn(text, "+-0123456789.eE") < length) {
        return false;
    }
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    char *point = strchr(copy, '.');
    if (point != NULL) {
        *point = localeconv()->decimal_point[0]; /* which strtod reads */
    }
    double parsed = strtod(copy, &end);
    if (*end != '\0' || !(parsed >= -DBL_MAX && parsed <= DBL_MAX)) {
        return false;
    }
    *value = parsed;
    return true;
}

int thud_tiled_index_of(const char *const *words, size_t count, const char *word) {
    int index = (int)count - 1;
    while (index >= 0 && strcmp(words[index], word) != 0) {
        index--;
    }
    return index;
}

static cJSON *parse_json(const char *text, size_t size, char reason[tiled_reason_bytes]) {
    char *copy = malloc(size + 1); /* cJSON requires a zero at the end */
    if (copy == NULL) {
        snprintf(reason, tiled_reason_bytes, "out of memory");
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    const char *end = NULL;
    cJSON *root = strlen(copy) == size ? cJSON_ParseWithOpts(copy, &end, true) : NULL;
    if (root == NULL) {
        snprintf(reason, tiled_reason_bytes, "it is not JSON from byte %lu on, nor XML",
                 (unsigned long)(end != NULL ? (size_t)(end - copy) : strlen(copy)));
    }
    free(copy);
    return root;
}

cJSON *thud_tiled_parse_document(const char *text, size_t size, char reason[tiled_reason_bytes]) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        text += 3;
        size -= 3;
    }
    size_t first = 0;
    while (first < size && strchr(" \t\r\n", text[first]) != NULL && text[first] != '\0') {
        first++;
    }
    bool is_xml = first < size && text[first] == '<';
    return is_xml ? thud_tiled_parse_xml(text + first, size - first, reason) : parse_json(text, size, reason);
}
