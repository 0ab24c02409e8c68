/* one_way.h: shapes that hold on one side only. */
#ifndef THUD_SRC_WORLD_ONE_WAY_H
#define THUD_SRC_WORLD_ONE_WAY_H

#include "world/world_state.h"

static inline bool thud_shape_is_one_way(const thud_shape_record *record) {
    return record->def.one_way.x != 0.0f || record->def.one_way.y != 0.0f;
}

/* The side that a one-way shape holds, in its body's frame: a unit vector. */
thud_vec2 thud_one_way_axis(const thud_shape_record *record);

#endif
