/* Files of a test in memory: a map opens its files here, and each opened file must be closed again. */
#pragma once

#include "thud/tiled.h"

enum { most_memory_files = 8 };

typedef struct memory_files {
    struct {
        const char *path, *text;
    } files[most_memory_files]; /* the first one is the map */
    int opened;                 /* opened and not closed yet */
    int opens;                  /* in total */
} memory_files;

/* Options that read from these files. */
thud_tiled_options options_of(memory_files *files);

/* Reads the first file; the test fails if it is refused. */
thud_tiled_map *read_files(memory_files *files);

/* Reads a map without other files. */
thud_tiled_map *read_text(const char *text);

/* Asserts that a map is refused for a reason that contains these words. */
void assert_refused(const char *text, const char *words);

/* Asserts that there is one warning, about this object (0: none), whose reason contains these words. */
void assert_warned(const thud_tiled_map *map, int object, const char *words);
