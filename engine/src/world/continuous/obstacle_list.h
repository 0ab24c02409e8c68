/* obstacle_list.h: the static shapes near a range of swept bodies. One query of the hash serves bodies that are close
 * together, as those of a ragdoll: most of them have no static shape near. */
#pragma once

#include "broadphase/spatial_hash.h"
#include "thud/bounds.h"
#include "thud/world.h"

/* Capacities of a list: bodies that share it, and shapes. */
enum { THUD_LIST_BODIES = 8, THUD_LIST_SHAPES = 32 };

/* Static shapes in the order of a query of the hash. */
typedef struct thud_obstacle_list {
    thud_aabb boxes[THUD_LIST_SHAPES]; /* fat */
    int32_t shapes[THUD_LIST_SHAPES];
    int32_t count;
    bool complete; /* it has all obstacles of the bodies; else each body needs a query */
    uint32_t near; /* bit i: something may stop body i */
} thud_obstacle_list;

/* Lists the static shapes whose fat boxes overlap the box around the straight paths of `count` bodies (at most
 * THUD_LIST_BODIES), before these are swept. The list is incomplete if the bodies are so far apart that a query for
 * each costs less, or if other shapes may stop them. */
void thud_list_obstacles(const thud_world *world, const int32_t *bodies, int32_t count,
                         thud_obstacle_list *list);

/* Visits the static shapes that a body may meet on the rest of its path, by its contacts. False, and none is visited,
 * if these need not have all of them. Proxies have a slot, as in a query of the hash, but no generation. */
bool thud_visit_static_contacts(const thud_world *world, int32_t body, thud_proxy_visitor *visitor, void *context);

/* Whether shapes whose fat boxes overlap have a contact: not if memory ran out, the user's filter refused it, or a joint
 * between them broke in this step. Nor is that asked if fat boxes do not reach ahead: most fast bodies leave theirs then. */
bool thud_has_all_contacts(const thud_world *world);

/* Whether a body that is not swept yet sinks into no static shape on its path by more than thud_depth_allowed, by its
 * contacts and boxes alone: a body that slides or rolls over a level floor does not. For worlds that have all contacts and whose
 * static fat boxes are tight. */
bool thud_is_clear_by_contacts(const thud_world *world, int32_t body);
