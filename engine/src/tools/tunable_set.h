/* tunable_set.h: shared by the files of the tunables. */
#pragma once

#include "thud/tunables.h"

/* A refusal with a message; `field` is static text or null. */
__attribute__((format(printf, 5, 6))) thud_refusal thud_tool_refusal(thud_status status, const char *call,
                                                                     const char *field, double value,
                                                                     const char *format, ...);

/* The result of a call that was not refused. */
static inline thud_refusal thud_no_refusal(void) {
    return (thud_refusal){.status = THUD_OK};
}

/* The refusal of a path that is not in a set, or of a null one; it names a similar path. */
thud_refusal thud_tunables_refuse_path(const thud_tunables *tunables, const char *path);

/* The number of a row at an address. */
double thud_tunable_load(const thud_tunable *row, const void *at);

/* Copies the numbers that were set into another struct of the group's type; returns whether one of them differed. */
bool thud_tunables_copy_set(const thud_tunable_change *change, void *to);

/* thud_tunables_add with a context owned by the group: `release` frees it, at once if the call is refused. */
thud_status thud_tunables_add_owned(thud_tunables *tunables, const thud_tunable_group *group,
                                    void (*release)(void *context));
