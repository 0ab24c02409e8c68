/*
 * tunable_set.h: what the files of the tunables share.
 */
#ifndef THUD_SRC_TOOLS_TUNABLE_SET_H
#define THUD_SRC_TOOLS_TUNABLE_SET_H

#include "thud/tunables.h"

/* thud_tunables_add, and what the set frees with the group. */
thud_status thud_tunables_add_owned(thud_tunables *tunables, const thud_tunable_group *group, void *owned);

#endif
