/*
 * Files of a test that lie in memory: what a map names is looked for here, and each that was opened must be closed again.
 */
#ifndef TESTS_MEMORY_FILES_H
#define TESTS_MEMORY_FILES_H

#include "thud/tiled.h"

enum { most_memory_files = 8 };

typedef struct memory_files {
    struct {
        const char *path, *text;
    } files[most_memory_files]; /* the first one is the map */
    int opened;                 /* and not closed yet */
    int opens;                  /* in all */
} memory_files;

/* Options that read from these files. */
thud_tiled_options options_of(memory_files *files);

/* Reads the first file; fails the test where it is refused. */
thud_tiled_map *read_files(memory_files *files);

/* Reads a map without other files. */
thud_tiled_map *read_text(const char *text);

/* Asserts that a map is refused for a reason that holds these words. */
void assert_refused(const char *text, const char *words);

/* Asserts that there is one warning, about this object (0: of none), whose reason holds these words. */
void assert_warned(const thud_tiled_map *map, int object, const char *words);

#endif
