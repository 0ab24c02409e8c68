/**
 * preset.h: tuned numbers as text files to read, compare and edit. A line sets one number by its path:
 *
 *     thud-preset 1
 *     # A moon: everything falls slowly.
 *     world.gravity.y = -1.62  # m/s^2, Negative values pull down
 *     world.sleeping = true
 *     ?runner.jump_time = 0.9  # s; skipped where the set has no runner
 *
 * The first line that is not blank or a comment is the version. A comment runs from '#' to the end of its line. A
 * value is a decimal number, independent of the locale, or true or false. A file is applied as a whole, or
 * refused as a whole with a line and a reason.
 *
 * These functions are in the library thud_tools, see tunables.h.
 *
 * Threads: a set, and a watch with its set, may be used by one thread at a time.
 */
#pragma once

#include "thud/tunables.h"

THUD_BEGIN_C

/** The most bytes of a preset; a larger file is refused. */
#define THUD_PRESET_MOST_BYTES 1048576

/** Why a preset was refused. */
typedef struct thud_preset_fault {
    /** THUD_OK: accepted; THUD_BAD_DATA: the text or a path is wrong; THUD_CAPACITY: more than THUD_PRESET_MOST_BYTES;
     * THUD_NULL_ARGUMENT; or the status of thud_tunables_set. */
    thud_status status;
    int line;   /**< from 1; 0: the whole file, for example if it cannot be read */
    char key[64]; /**< the path in that line, cut to fit, '?' for unprintable characters; "" if none */
    /** File, line, reason: "moon.preset:3: there is no 'wrold.slop'; did you mean 'world.slop'?" */
    char message[THUD_MESSAGE_LENGTH + 1];
} thud_preset_fault;

/** Applies the text of a preset; `name`: of its file, for messages. Numbers that it does not name are unchanged. */
thud_preset_fault thud_preset_apply(thud_tunables *tunables, const char *name, const char *text,
                                    size_t length);

/** Applies a preset file. */
thud_preset_fault thud_preset_load(thud_tunables *tunables, const char *path);

/* ---- write ---- */

/** The numbers that are written in addition to those of the old text. */
typedef enum thud_preset_scope {
    THUD_PRESET_CHANGED, /**< those that differ from their defaults */
    THUD_PRESET_ALL      /**< all */
} thud_preset_scope;

/** Writes the numbers of a set as the text of a preset. Keeps the comments, order and spaces of `old_text`
 * (may be NULL), replaces values in their lines, and appends numbers that it lacks. Lines that would be
 * refused are kept as comments. Values read back to the same bits. Free the text with thud_text_free. */
char *thud_preset_text(const thud_tunables *tunables, thud_preset_scope scope, const char *old_text);

/** Writes a preset file. Keeps the comments and order of an existing one, which is replaced at once, never half. */
thud_preset_fault thud_preset_save(const thud_tunables *tunables, const char *path, thud_preset_scope scope);

/** The numbers that differ from the defaults of the structs, as C code: "thud_world_def world_def
 * = thud_world_defaults();" and an assignment for each number, with its default as a comment.
 * Free the text with thud_text_free. */
char *thud_tunables_c_text(const thud_tunables *tunables);

/** The numbers that differ from the defaults of the set, as options: "--set world.gravity.y=-20 --set
 * ...". Free the text with thud_text_free. */
char *thud_tunables_command_text(const thud_tunables *tunables);

/** A reference of all numbers, two lines each: default, unit, hard and usual range, live or restarts, label and
 * advice. Free the text with thud_text_free. */
char *thud_tunables_help_text(const thud_tunables *tunables);

/** Frees a text of the functions above; NULL is allowed. */
void thud_text_free(char *text);

/* ---- follow a file ---- */

/** A file that is read again when it changes. */
typedef struct thud_preset_watch thud_preset_watch;

/** The result of a poll. */
typedef enum thud_preset_result {
    THUD_PRESET_SAME,    /**< the file has not changed since the last poll */
    THUD_PRESET_APPLIED, /**< the file has changed and was applied */
    THUD_PRESET_REFUSED  /**< the file has changed and is wrong or cannot be read: the last good values stay */
} thud_preset_result;

/** Follows a file; the first poll reads it. Returns NULL if memory runs out. */
thud_preset_watch *thud_preset_watch_create(const char *path);

/** Stops following a file and frees the watch; NULL is allowed. */
void thud_preset_watch_destroy(thud_preset_watch *watch);

/** Reads the file again if it has changed. Call it once a frame, between steps. A change is detected by time stamp and
 * size, which takes some microseconds. A number that the last good version named and the new one does not is reset to
 * its default. `fault` (may be NULL) receives the reason of a refusal; a file that stays wrong is refused once. A file that
 * has not changed is not applied to the objects of a level that is made again: make a new watch for each level. */
thud_preset_result thud_preset_watch_poll(thud_preset_watch *watch, thud_tunables *tunables,
                                          thud_preset_fault *fault);

THUD_END_C
