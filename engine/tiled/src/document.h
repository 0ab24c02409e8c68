/* document.h: converts the text of a file in either format into a tree of cJSON nodes. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

enum { tiled_reason_bytes = 128 };

/* A tree, to be released by cJSON_Delete; null with the reason if the text is neither JSON nor Tiled's XML. */
cJSON *thud_tiled_parse_document(const char *text, size_t size, char reason[tiled_reason_bytes]);

/* The same for XML only (xml.c). */
cJSON *thud_tiled_parse_xml(const char *text, size_t size, char reason[tiled_reason_bytes]);

/* The index of a word in a list; -1 if it is not there. */
int thud_tiled_index_of(const char *const *words, size_t count, const char *word);

/* Reads a decimal number of this length at the start of a text; false, and nothing written, for all else, also NaN. */
bool thud_tiled_parse_number(const char *text, size_t length, double *value);
