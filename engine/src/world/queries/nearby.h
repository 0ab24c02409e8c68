/* nearby.h: the proxies near a place, found by one query of the hash, for several queries within its box. */
#pragma once

#include "broadphase/spatial_hash.h"
#include "thud/query.h"

/* Valid until a proxy near the box changes. */
typedef struct thud_nearby {
    thud_aabb box;
    const thud_found *found; /* those whose fat boxes overlap the box; null, or not all of them: queries ask the hash */
} thud_nearby;

/* Asks the hash, but not for sensors. `found` gets the proxies, and must live as long as the result. */
thud_nearby thud_find_nearby(const thud_hash *hash, thud_aabb box, thud_found *found);

/* Whether the proxies found include all that overlap another box. `nearby` may be null. */
static inline bool thud_nearby_covers(const thud_nearby *nearby, thud_aabb box) {
    return nearby != NULL && nearby->found != NULL && nearby->found->is_all && thud_aabb_contains(nearby->box, box);
}

/* Lists the proxies whose fat boxes overlap a box, in the order of the hash; false if that box is not covered. */
bool thud_list_nearby(const thud_hash *hash, const thud_nearby *nearby, thud_aabb box, thud_found *listed);

/* thud_world_cast_shape and thud_world_collide_shape for a shape that has been checked; `nearby` may be null. */
thud_world_hit thud_cast_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose,
                                       thud_vec2 translation, const thud_query_filter *filter,
                                       const thud_nearby *nearby);
int thud_collide_checked_shape(thud_world *world, const thud_shape *shape, thud_pose pose, float margin,
                               const thud_query_filter *filter, const thud_nearby *nearby,
                               thud_world_contact *contacts, int capacity);
