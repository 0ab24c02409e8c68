/* Messages own copies of their texts, so that they outlast their objects. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void describe(const tiled_log *log, const char *format, va_list arguments,
                     thud_tiled_message *message) {
    *message = (thud_tiled_message){.object = log->object};
    size_t length = strlen(log->file), most = sizeof message->file - 1;
    snprintf(message->file, sizeof message->file, "%s", log->file + (length > most ? length - most : 0));
    snprintf(message->layer, sizeof message->layer, "%s", log->layer);
    snprintf(message->name, sizeof message->name, "%s", log->name);
    vsnprintf(message->reason, sizeof message->reason, format, arguments);
}

bool thud_tiled_refuse(tiled_log *log, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    describe(log, format, arguments, &log->refused);
    va_end(arguments);
    return false;
}

static bool add(tiled_log *log, const thud_tiled_message *message) {
    if (log->warning_count == tiled_most_warnings) {
        return true;
    }
    if (!thud_tiled_make_room(log->memory, &log->warnings, sizeof *log->warnings, log->warning_count,
                              &log->warning_capacity)) {
        return false;
    }
    thud_tiled_message *added = &log->warnings[log->warning_count++];
    *added = *message;
    if (log->warning_count == tiled_most_warnings) {
        snprintf(added->reason, sizeof added->reason, "there are more warnings than are kept");
    }
    return true;
}

bool thud_tiled_warn(tiled_log *log, const char *format, ...) {
    thud_tiled_message message;
    va_list arguments;
    va_start(arguments, format);
    describe(log, format, arguments, &message);
    va_end(arguments);
    return add(log, &message);
}

bool thud_tiled_warn_refused(tiled_log *log) {
    log->has_wrong_field = false;
    return !log->memory->failed && add(log, &log->refused);
}
