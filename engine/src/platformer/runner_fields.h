/* The check of a struct's numbers by a table: a row per field with the range of its documentation. */
#ifndef THUD_SRC_PLATFORMER_RUNNER_FIELDS_H
#define THUD_SRC_PLATFORMER_RUNNER_FIELDS_H

#include <stddef.h>

#include "thud/base.h"

typedef struct thud_runner_field {
    const char *name;
    size_t offset;
    float low, high;
} thud_runner_field;

#define THUD_RUNNER_FIELD(type, member, name, low, high)                                                     \
    { name, offsetof(type, member), low, high }

/* THUD_OK, or the status of the first field outside its range, and its name. `name` is null if all are accepted. */
thud_status thud_runner_check_fields(const thud_runner_field *fields, size_t count, const void *object,
                                     const char **name);

#endif
