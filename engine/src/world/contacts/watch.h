/* watch.h: what a step has to do about contacts: of most, nothing but to solve them. */
#ifndef THUD_SRC_WORLD_CONTACTS_WATCH_H
#define THUD_SRC_WORLD_CONTACTS_WATCH_H

#include "thud/bounds.h"
#include "thud/world.h"
#include "world/contacts/contact_table.h"

/* Slops that a body is in a static one before its depth is compared with its thickness. What rests is less deep; a tiny body may be through at ten
 * times as much. */
#define THUD_DEEP_SLOPS 0.5f

typedef struct thud_watch_batch {
    const int32_t *contacts; /* slots, ascending */
    int32_t count;
    const thud_contact_features *features;
    const thud_contact_proxies *proxies;
    const thud_contact_pair *pairs;
    const thud_contact_manifold *manifolds;
    const thud_velocity *velocities; /* by body slot */
    const uint8_t *states;           /* likewise */
    const thud_aabb *fat_boxes;      /* by proxy */
    float part_distance; /* what touches has parted when it is farther apart than this [m] */
    float deep_distance; /* what is deeper in a static or kinematic body is told of in every step [m] */
    float hit_speed;     /* points that approach faster may make a hit event [m/s] */
    /* Out: the first four, each with room for `count`, slots in the order of `contacts`. */
    thud_contact_lists lists;
} thud_watch_batch;

/* A batch without contacts and lists. */
thud_watch_batch thud_watch_make(const thud_world *world);

/* Makes the lists; notable are all that have to do with a static or kinematic body until the next call. */
void thud_watch_run(thud_watch_batch *batch, thud_lanes lanes);

/* The same again after the manifolds of `count` of the contacts, ascending, have changed: of the others all stays as it is. */
void thud_watch_again(thud_watch_batch *batch, const int32_t *changed, int32_t count, thud_lanes lanes);

/* Leaves out of the notable ones what lies on something at rest. */
void thud_watch_keep_notable(thud_watch_batch *batch);

#endif
