/* checked_shape.h: thud_world_cast_shape and thud_world_collide_shape for a shape that has been
 * checked; `nearby` may be null. */
#pragma once

#include "thud/query.h"

#include "world/queries/nearby.h"

thud_world_hit thud_cast_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_vec2 translation, const thud_query_filter *filter,
                                       const thud_nearby *nearby);

int thud_collide_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose, float margin,
                               const thud_query_filter *filter, const thud_nearby *nearby,
                               thud_world_contact *contacts, int capacity);
