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

enum { thud_recent_defs = 64 };

/* The memory is that of outlines. */
typedef struct thud_shape_defs {
    struct thud_shared_def *recent[thud_recent_defs]; /* by hash; may be null */
} thud_shape_defs;

/* Whether all fields but name and user data are the same: a new field of thud_shape_def has to be added here. */
bool thud_shape_def_is_same(const thud_shape_def *a, const thud_shape_def *b);

/* A hash of these fields. */
uint32_t thud_shape_def_hash(const thud_shape_def *def);

/* Reserves memory for another definition; false when it runs out. */
bool thud_shape_defs_make_room(thud_outline_store *store);

/* A definition equal to `def`, without name and user data, that stays until it is released; null without memory. */
const thud_shape_def *thud_shape_defs_take(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def);
void thud_shape_defs_release(thud_shape_defs *defs, thud_outline_store *store, const thud_shape_def *def);
