/*
 * box_list.h: the shapes of all moving bodies by class, so that their boxes are made eight at a time. The list is kept
 * as long as the same bodies move with the same shapes.
 */
#pragma once

#include "base/tasks.h"
#include "broadphase/spatial_hash.h"
#include "world/bodies/body_table.h"
#include "world/bodies/box_slack.h"
#include "world/bodies/shape_table.h"

/* A range of places of one class, for one task. */
typedef struct thud_box_range {
    thud_core_class core_class;
    int32_t first, count;
    int32_t first_note; /* place of the first shape in the list's notes */
    int32_t wait;       /* moves until all its shapes are in the list's notes; negative: they are */
    int32_t left;       /* shapes that left their fat boxes in the last move */
} thud_box_range;

typedef struct thud_box_list {
    uint32_t *proxies; /* proxy slots */
    int32_t *bodies;   /* body slots */
    int32_t *cores;    /* index in the array of the class */
    uint32_t *left;    /* scratch: proxy slots of shapes that left their fat boxes, by range */
    int32_t capacity;
    thud_box_range *ranges; /* one per task */
    int32_t range_count, range_capacity;
    thud_slack_notes notes;  /* range by range */
    int32_t starts[THUD_CORE_CLASSES + 1]; /* class c is [starts[c], starts[c + 1]) */
    uint32_t revision;                     /* of the bodies' lists at the time of the listing */
    bool stale; /* a shape was added, removed or changed its core or proxy, or a fat box was changed between steps */
} thud_box_list;

/* Number of shapes in the list. */
static inline int32_t thud_box_list_count(const thud_box_list *list) {
    return list->starts[THUD_CORE_CLASSES];
}

void thud_box_list_destroy(thud_box_list *list, const thud_hooks *hooks);

/* Whether nothing has changed since the shapes were listed. */
static inline bool thud_box_list_is_current(const thud_box_list *list, const thud_body_table *bodies) {
    return !list->stale && !bodies->changed && list->revision == bodies->revision;
}

/* Lists the shapes again; false when memory runs out. */
bool thud_box_list_refresh(thud_box_list *list, const thud_hooks *hooks, const thud_body_table *bodies,
                           const thud_shape_table *shapes);

/* Makes the boxes at the bodies' poses and moves them in the hash. */
void thud_box_list_move(thud_box_list *list, thud_hash *hash, const thud_body_table *bodies,
                        const thud_shape_table *shapes, thud_tasks *tasks, thud_lanes lanes);
