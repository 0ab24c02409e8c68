/* text.h: a growing text: an array of stb_ds, with a zero after its last character. Freed by thud_text_free. */
#pragma once

#include <stddef.h>

/* Adds characters, or a text as by printf. `text` may be null: an empty one. */
void thud_text_add(char **text, const char *characters, size_t count);
__attribute__((format(printf, 2, 3))) void thud_text_put(char **text, const char *format, ...);
