/* ghost_queries.h: hits of queries at internal edges; see ghosts.c for the rule. */
#ifndef THUD_SRC_WORLD_QUERIES_GHOST_QUERIES_H
#define THUD_SRC_WORLD_QUERIES_GHOST_QUERIES_H

#include "thud/query.h"

#include "world/world_state.h"

/* A shape that a query asks about. */
typedef struct thud_edge_query {
    const thud_world *world;
    const thud_shape *mover;
    thud_pose pose;
    /* Whether the query sees a shape: what it does not see hides nothing. */
    bool (*sees)(const void *context, const thud_shape_record *record);
    const void *context;
} thud_edge_query;

/*
 * Whether a cast slides past a hit on a static or kinematic shape: the hit is at an edge that another such shape hides, and what is left of the way does not
 * lead into that one's face by more than the slop. Where it does, the hit takes the face's normal. Costs a query of the hash for each such hit.
 */
bool thud_cast_slides_past(const thud_edge_query *query, thud_vec2 translation, int32_t shape,
                           thud_cast_hit *hit);

/* Whether a contact with a static or kinematic shape is at an edge that another such shape hides and holds the mover at. In a seam between both the contact is
 * turned to the face of the other one, as in a step. Costs as much. */
bool thud_contact_is_hidden(const thud_edge_query *query, int32_t shape, thud_world_contact *contact);

#endif
