/* log.h: the messages about one map or level: the last refusal, and the warnings. */
#pragma once

#include "memory.h"
#include "thud/tiled.h"

enum { tiled_most_warnings = 1000 }; /* the last one states that there were more */

typedef struct tiled_log {
    tiled_memory *memory;
    const char *file;  /* file of the next message */
    const char *layer; /* its name, or "" */
    int object;        /* its id, or 0 */
    const char *name;  /* of the object, or "" */
    thud_tiled_message refused;
    bool has_wrong_field; /* the last refusal was of a field; the part with the field is still being read */
    thud_tiled_message *warnings;
    int warning_count, warning_capacity;
} tiled_log;

/* Records the reason of a refusal, with the current file, layer and object. Returns false. */
__attribute__((format(printf, 2, 3))) bool thud_tiled_refuse(tiled_log *log, const char *format, ...);

/* Adds a warning. False without memory, which ends the reading. */
__attribute__((format(printf, 2, 3))) bool thud_tiled_warn(tiled_log *log, const char *format, ...);

/* Makes a warning of the last refusal, to go on with the next part. False without memory, which is no warning. */
bool thud_tiled_warn_refused(tiled_log *log);
