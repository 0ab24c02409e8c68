/**
 * preset.h: tuned numbers as text files that people read, compare and edit. A line sets one number by its path:
 *
 *     thud-preset 1
 *     # A moon: everything falls slowly.
 *     world.gravity.y = -1.62  # m/s^2, Negative pulls down
 *     world.sleeping = true
 *     ?runner.jump_time = 0.9  # s; skipped where the set has no runner
 *
 * The first line that is not blank or a comment is the version. A comment goes from '#' to the end of its line. A number is a decimal,
 * whatever the locale, or true or false. A file is applied as a whole, or refused as a whole with its line and reason.
 *
 * In the library thud_tools, see tunables.h. Threads: as the set that is read or written.
 */
#ifndef THUD_PRESET_H
#define THUD_PRESET_H

#include "thud/tunables.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a preset at most; a larger file is refused. */
#define THUD_PRESET_MOST_BYTES 1048576

/** Why a preset was refused. */
typedef struct thud_preset_fault {
    thud_status
        status; /**< THUD_OK: it was not; THUD_BAD_DATA: the text or a path is wrong; or as thud_tunables_set */
    int line;   /**< from 1; 0: the whole file, such as one that cannot be read */
    char key[64]; /**< the path in that line, cut and with '?' for what cannot be printed; "" for none */
    char message
        [THUD_MESSAGE_LENGTH +
         1]; /**< file, line, reason: "moon.preset:3: there is no 'wrold.slop'; did you mean 'world.slop'?" */
} thud_preset_fault;

/** Applies the text of a preset; `name` is that of the file, for messages. Numbers that it does not name stay as they are. */
thud_preset_fault thud_preset_apply(thud_tunables *tunables, const char *name, const char *text,
                                    size_t length);

/** Applies a file. */
thud_preset_fault thud_preset_load(thud_tunables *tunables, const char *path);

/* ---- write ---- */

/** Which numbers are written beside those that the old text has. */
typedef enum thud_preset_scope {
    THUD_PRESET_CHANGED, /**< those that differ from their defaults */
    THUD_PRESET_ALL      /**< all */
} thud_preset_scope;

/**
 * The numbers of a set as a preset. Where `old_text` (or NULL) is one, its comments, order and spaces are kept, values are replaced in
 * their lines, and numbers that it has not follow behind. Values read back to the same bits. Free it by thud_text_free.
 */
char *thud_preset_text(const thud_tunables *tunables, thud_preset_scope scope, const char *old_text);

/** Writes a file, over the comments and order of the one that is there; it is replaced at once, never half written. */
thud_preset_fault thud_preset_save(const thud_tunables *tunables, const char *path, thud_preset_scope scope);

/** What differs from the defaults of the structs, as C: "thud_world_def world_def = thud_world_defaults();" and an assignment for each
 * number, with its default as a comment. Free it by thud_text_free. */
char *thud_tunables_c_text(const thud_tunables *tunables);

/** What differs from the defaults of the set as options: "--set world.gravity.y=-20 --set ...". Free it by thud_text_free. */
char *thud_tunables_command_text(const thud_tunables *tunables);

/** All numbers with default, unit, hard and usual range, live or restarts, label and advice, two lines each: a reference. Free it by
 * thud_text_free. */
char *thud_tunables_help_text(const thud_tunables *tunables);

/** Frees a text of the functions above; NULL is fine. */
void thud_text_free(char *text);

/* ---- follow a file ---- */

/** A file that is read again when it changes. */
typedef struct thud_preset_watch thud_preset_watch;

/** What a poll found. */
typedef enum thud_preset_result {
    THUD_PRESET_SAME,    /**< it has not changed since the last poll */
    THUD_PRESET_APPLIED, /**< it has, and holds now */
    THUD_PRESET_REFUSED  /**< it has, and is wrong or cannot be read: the last good values stay */
} thud_preset_result;

/** Follows a file; it is read by the first poll. NULL where memory runs out. */
thud_preset_watch *thud_preset_watch_create(const char *path);

/** Forgets it; NULL is fine. */
void thud_preset_watch_destroy(thud_preset_watch *watch);

/**
 * Reads the file again if it has changed: to be called once a frame, between steps. Time stamp and size tell whether it has changed: some microseconds. A
 * number that the last good version named and the new one does not goes back to its default. `fault` (may be NULL) tells why it was
 * refused; a file that stays wrong is refused once.
 */
thud_preset_result thud_preset_watch_poll(thud_preset_watch *watch, thud_tunables *tunables,
                                          thud_preset_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
