/*
 * document.h: the text of a file as a tree of cJSON nodes, whatever its format.
 */
#ifndef TILED_DOCUMENT_H
#define TILED_DOCUMENT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

enum { tiled_reason_bytes = 128 };

/* A tree to be released by cJSON_Delete; null with the reason where the text is neither JSON nor Tiled's XML. */
cJSON *thud_tiled_parse_document(const char *text, size_t size, char reason[tiled_reason_bytes]);

/* The same of XML alone, xml.c. */
cJSON *thud_tiled_parse_xml(const char *text, size_t size, char reason[tiled_reason_bytes]);

/* A decimal number that is all of the text; false for everything else, infinity and NaN too. */
bool thud_tiled_parse_number(const char *text, size_t length, double *value);

#endif
