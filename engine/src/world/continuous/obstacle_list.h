/* obstacle_list.h: the static shapes near a range of swept bodies, found by one query of the hash where the bodies are close together, as those of a
 * ragdoll are: most of them turn out to have none near. */
#ifndef THUD_SRC_WORLD_CONTINUOUS_OBSTACLE_LIST_H
#define THUD_SRC_WORLD_CONTINUOUS_OBSTACLE_LIST_H

#include "thud/bounds.h"
#include "thud/world.h"

/* Bodies that share a list, and shapes that it has room for. */
enum { THUD_LIST_BODIES = 8, THUD_LIST_SHAPES = 32 };

/* Static shapes in the order of a query of the hash. */
typedef struct thud_obstacle_list {
    thud_aabb boxes[THUD_LIST_SHAPES]; /* fat */
    int32_t shapes[THUD_LIST_SHAPES];
    int32_t count;
    bool complete; /* it has all that may stop the bodies; else they are looked up for each */
    uint32_t near; /* bit i: something may stop body i */
} thud_obstacle_list;

/* Lists the static shapes whose fat boxes overlap the box around the straight ways of `count` bodies, THUD_LIST_BODIES at most, before these are swept. Not
 * where the bodies are so far apart that a query for each costs less, nor where other shapes may stop them. */
void thud_list_obstacles(const thud_world *world, const int32_t *bodies, int32_t count,
                         thud_obstacle_list *list);

#endif
