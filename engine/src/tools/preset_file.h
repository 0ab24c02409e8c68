/*
 * preset_file.h: shared by the files of the presets.
 */
#ifndef THUD_SRC_TOOLS_PRESET_FILE_H
#define THUD_SRC_TOOLS_PRESET_FILE_H

#include "thud/preset.h"

/* The values of a preset and their line numbers: arrays of stb_ds. The set owns the paths. */
typedef struct thud_preset_values {
    thud_tunable_value *values;
    int *lines;
} thud_preset_values;

/* Reads a preset without changing the set. Free the values by thud_preset_values_free, even after a fault. */
thud_preset_fault thud_preset_read(const thud_tunables *tunables, const char *name, const char *text,
                                   size_t length, thud_preset_values *into);
void thud_preset_values_free(thud_preset_values *values);

/* Sets them, all or none. */
thud_preset_fault thud_preset_set(thud_tunables *tunables, const char *name,
                                  const thud_preset_values *values);

/* A fault of a whole file. */
thud_preset_fault thud_preset_file_fault(const char *name, thud_status status, const char *why);

#endif
