/*
 * files.h: the functions of the file system that presets need. Compiled into thud_tools only:
 * the engine reads no files.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identifies a version of a file. All zero: no file. */
typedef struct thud_file_stamp {
    int64_t time; /* of the last change, in the finest units of the system */
    int64_t size; /* [bytes] */
    uint64_t id; /* of the file itself, if the system has ids: another file of the same name has another id */
} thud_file_stamp;

thud_file_stamp thud_file_stamp_of(const char *path);

/* The bytes of a file and a final zero, from malloc; null if it cannot be read or is larger than `most`. */
char *thud_file_read(const char *path, size_t most, size_t *size);

/* Replaces or creates a file atomically: it has either the old bytes or the new ones. False: the old ones stay. */
bool thud_file_replace(const char *path, const char *bytes, size_t size);
