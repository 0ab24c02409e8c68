/* ghost_queries.h: hits of queries at internal edges; see ghosts.c for the rule. */
#pragma once

#include "thud/query.h"

#include "world/queries/nearby.h"
#include "world/queries/query_arguments.h"
#include "world/world_state.h"

/* The moving shape of a query, and the shapes that it includes: excluded shapes hide nothing. */
typedef struct thud_edge_query {
    thud_world *world;
    const thud_shape *mover;
    thud_pose pose;
    const thud_prepared_filter *filter;
    const thud_body_id *own_body; /* its shapes are excluded; may be null */
    const thud_nearby *near;      /* the shapes that the query has found; may be null */
} thud_edge_query;

/* Whether a cast slides past a hit on a static or kinematic shape: the hit is at an edge that another such shape
 * hides, and the rest of the path does not lead into that shape's face by more than the slop. If it does, the hit
 * gets the face's normal. Else `raise` is the translation out of the face that takes the moving shape clear of
 * the edge: a slope that rises behind the edge is hit from there. Costs a query of the hash for each such hit. */
bool thud_cast_slides_past(const thud_edge_query *query, thud_vec2 translation, int32_t shape,
                           thud_cast_hit *hit, thud_vec2 *raise);

/* Whether a contact with a static or kinematic shape is at an edge that another such shape hides, which holds the mover
 * there, and is no farther from it than `margin`: a shape deep in one may be far from the other. In a seam
 * between both the contact gets the normal of the other shape's face, as in a step. Costs a query of the hash where
 * `near` lacks shapes near the contact. */
bool thud_contact_is_hidden(const thud_edge_query *query, int32_t shape, float margin,
                            thud_world_contact *contact);
