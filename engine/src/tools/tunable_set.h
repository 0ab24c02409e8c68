/*
 * tunable_set.h: what the files of the tunables share.
 */
#ifndef THUD_SRC_TOOLS_TUNABLE_SET_H
#define THUD_SRC_TOOLS_TUNABLE_SET_H

#include "thud/tunables.h"

/* The number of a row that lies at a place. */
double thud_tunable_load(const thud_tunable *row, const void *at);

/* Bytes of a number. */
size_t thud_tunable_size(thud_tunable_type type);

/* thud_tunables_add, with an object that goes with the group: `release` frees it. When refused it stays the caller's. */
thud_status thud_tunables_add_owned(thud_tunables *tunables, const thud_tunable_group *group, void *owned,
                                    void (*release)(void *owned));

/* Adds the group "tile": all tiles of a world that fill anything, as one of those of thud_tunables_add_objects. */
thud_status thud_tunables_add_tiles(thud_tunables *tunables, thud_world *world);

#endif
