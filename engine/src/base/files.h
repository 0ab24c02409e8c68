/*
 * files.h: what presets need of the file system. Compiled into thud_tools only: the engine reads no files.
 */
#ifndef THUD_SRC_BASE_FILES_H
#define THUD_SRC_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tells versions of a file apart. All zero: there is none. */
typedef struct thud_file_stamp {
    int64_t time; /* of the last change, in the finest units that the system has */
    int64_t size; /* [bytes] */
    uint64_t id; /* of the file itself, where the system has one: another file of the same name has another */
} thud_file_stamp;

thud_file_stamp thud_file_stamp_of(const char *path);

/* The bytes of a file and a zero behind them, from malloc; null where it cannot be read or is larger than `most`. */
char *thud_file_read(const char *path, size_t most, size_t *size);

/* Replaces a file, or makes it, in one: it has the old bytes or the new ones at any time. False: the old ones stay. */
bool thud_file_replace(const char *path, const char *bytes, size_t size);

#endif
