#include "tools/text.h"

#include "base/array.h"
#include "thud/preset.h"

#include <string.h>

void thud_text_add(char **text, const char *characters, size_t count) {
    char *grown = *text;
    size_t length = grown != NULL ? (size_t)arrlen(grown) - 1 : 0;
    arrsetlen(grown, length + count + 1);
    if (count > 0) {
        memcpy(grown + length, characters, count);
    }
    grown[length + count] = '\0';
    *text = grown;
}

void thud_text_put(char **text, const char *string) {
    thud_text_add(text, string, strlen(string));
}

void thud_text_free(char *text) {
    arrfree(text);
}
