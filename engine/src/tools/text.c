#include "tools/text.h"

#include "base/array.h"
#include "thud/preset.h"

#include <stdarg.h>
#include <stdio.h>
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

void thud_text_put(char **text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *end = *text != NULL ? arraddnptr(*text, (size_t)length) - 1 : arraddnptr(*text, (size_t)length + 1);
    vsnprintf(end, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
}

void thud_text_free(char *text) {
    arrfree(text);
}
