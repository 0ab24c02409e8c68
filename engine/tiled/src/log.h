/*
 * log.h: the messages about one map or level: what was refused last, and the warnings.
 */
#ifndef TILED_LOG_H
#define TILED_LOG_H

#include "memory.h"
#include "thud/tiled.h"

enum { tiled_most_warnings = 1000 }; /* the last one says that there were more */

typedef struct tiled_log {
    tiled_memory *memory;
    const char *file;  /* what the next message is about */
    const char *layer; /* its name, or "" */
    int object;        /* its id, or 0 */
    thud_tiled_message refused;
    thud_tiled_message *warnings;
    int warning_count, warning_capacity;
} tiled_log;

/* Notes why something is refused, with file, layer and object of now. Returns false. */
__attribute__((format(printf, 2, 3))) bool thud_tiled_refuse(tiled_log *log, const char *format, ...);

/* Adds a warning. False where there is no memory: then all ends. */
__attribute__((format(printf, 2, 3))) bool thud_tiled_warn(tiled_log *log, const char *format, ...);

/* Makes a warning of what was refused. False where there is no memory, which is never a warning. */
bool thud_tiled_warn_refused(tiled_log *log);

#endif
