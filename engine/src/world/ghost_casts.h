/* ghost_casts.h: hits of shape casts at edges that neighbouring shapes hide; see ghosts.c for the rule. */
#ifndef THUD_SRC_WORLD_GHOST_CASTS_H
#define THUD_SRC_WORLD_GHOST_CASTS_H

#include "world/world_state.h"

/* A shape that is cast. */
typedef struct thud_edge_cast {
    const thud_world *world;
    const thud_shape *moving;
    thud_pose pose;
    thud_vec2 translation;
    /* Whether the cast sees a shape: what it does not see hides nothing. */
    bool (*sees)(const void *query, const thud_shape_record *record);
    const void *query;
} thud_edge_cast;

/*
 * Whether a cast slides past a hit on a static or kinematic shape: the hit is at an edge that another such shape hides, and what is left of the way does not lead
 * into that one's face by more than the slop. Where it does, the hit takes the face's normal. Costs a query of the hash for each such hit.
 */
bool thud_cast_slides_past(const thud_edge_cast *cast, int32_t shape, thud_cast_hit *hit);

#endif
