/*
 * shape_defs.h: the definitions of shapes, apart from their names and user data. Thousands of tiles have few different
 * ones, so equal definitions are stored once, as far as they are found again: the last one of each hash is remembered.
 *
 *     shapes    0   1   2   3   4
 *                \  |  /     \  |
 *     shared    def, 3 uses   def, 2 uses
 */
#pragma once

#include "thud/body.h"
#include "world/bodies/outline_store.h"

#include <string.h>

enum { thud_recent_defs = 64 };

/* The memory is that of outlines. */
typedef struct thud_shape_defs {
    struct thud_shared_def *recent[thud_recent_defs]; /* by hash; may be null */
} thud_shape_defs;

/* Whether all fields but name and user data are the same: a new field of thud_shape_def has to be added here. */
static inline bool thud_shape_def_is_same(const thud_shape_def *a, const thud_shape_def *b) {
    return memcmp(&a->material, &b->material, sizeof a->material) == 0 && a->density == b->density &&
           a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && a->material_id == b->material_id &&
           a->contact_events == b->contact_events && a->hit_events == b->hit_events &&
           a->sensor == b->sensor && a->sensor_sees_static == b->sensor_sees_static &&
           a->sensor_events == b->sensor_events && a->pre_solve == b->pre_solve &&
           a->kinematic_events == b->kinematic_events && a->one_way.x == b->one_way.x &&
           a->one_way.y == b->one_way.y;
}

/* A hash of these fields. */
uint32_t thud_shape_def_hash(const thud_shape_def *def);

/* Reserves memory for another definition; false when it runs out. */
bool thud_shape_defs_make_room(thud_outline_store *store);

/* A definition equal to `def`, without name and user data, that does not change until it is
 * released; null when memory runs out. */
const thud_shape_def *thud_shape_defs_take(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def);
void thud_shape_defs_release(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def);
