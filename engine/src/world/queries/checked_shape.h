/* checked_shape.h: thud_world_cast_shape and thud_world_collide_shape for a shape that has been checked; `nearby` may be null. */
#ifndef THUD_SRC_WORLD_QUERIES_CHECKED_SHAPE_H
#define THUD_SRC_WORLD_QUERIES_CHECKED_SHAPE_H

#include "thud/query.h"

#include "broadphase/spatial_hash.h"

/* The proxies whose fat boxes overlap a box, for several queries within it: found by one query of the hash. */
typedef struct thud_nearby {
    thud_aabb box;
    thud_found found; /* unless `is_all` there are more, and each query asks the hash */
} thud_nearby;

/* Valid until a proxy near the box changes. */
void thud_find_nearby(const thud_world *world, thud_aabb box, thud_nearby *nearby);

/* Whether the proxies found include all that overlap another box. */
static inline bool thud_nearby_covers(const thud_nearby *nearby, thud_aabb box) {
    return nearby->found.is_all && thud_aabb_contains(nearby->box, box);
}

thud_world_hit thud_cast_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_vec2 translation, const thud_query_filter *filter,
                                       const thud_nearby *nearby);

int thud_collide_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose, float margin,
                               const thud_query_filter *filter, const thud_nearby *nearby,
                               thud_world_contact *contacts, int capacity);

#endif
