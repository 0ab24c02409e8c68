/* watch.h: which contacts a step has news of: of most, nothing has to be done. */
#ifndef THUD_WATCH_H
#define THUD_WATCH_H

#include "thud/bounds.h"
#include "world/contact_table.h"

typedef struct thud_watch_batch {
    const int32_t *contacts; /* slots */
    int32_t count;
    const thud_contact_features *features;
    const thud_contact_proxies *proxies;
    const thud_aabb *fat_boxes; /* by proxy */
    float part_distance;        /* what touches has parted when it is farther apart than this [m] */
    float deep_distance;        /* what is deeper in a static or kinematic body is told of in every step [m] */
    /* Out, each with room for `count`: */
    int32_t *news; /* slots of contacts that overlap but do not touch yet, that touch but have parted, or whose fat
                      boxes have parted, or that are deep */
    int32_t *near; /* of those with points that did not touch */
    int32_t news_count, near_count;
} thud_watch_batch;

#endif
