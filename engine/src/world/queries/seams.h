/*
 * seams.h: rays along a seam between shapes that are smooth ground.
 *
 *        |                A ray hits what it enters. One exactly along the faces at which two tiles meet enters neither, so
 *     ---v---             it would pass through solid ground. It hits where it has one on each side, no more than the slop
 *     |  |  |             apart, as contacts and casts of shapes do (ghosts.c). A ray along one face alone passes.
 *     -------
 *
 *       \             A ray that meets a corner enters by two faces at once. If another shape covers one of them, the surface
 *     ---v---         of the ground there is the other face.
 *     |  |  |
 *     -------
 */
#pragma once

#include "thud/narrowphase.h"
#include "thud/query.h"

#include "world/world_state.h"

typedef struct thud_seam_query {
    const thud_world *world;
    thud_vec2 origin, translation; /* of the ray, which is not zero */
    /* Whether the ray stops at a shape that it meets so. */
    bool (*stops)(const void *context, int32_t shape, const thud_cast_hit *met);
    const void *context;
} thud_seam_query;

/* Finds the first place where a ray that passes a shape runs along a seam of it: the hit, and the shape that begins there.
 * Costs a query of the hash; of the two shapes at a seam only the one on the left of the ray makes it. */
bool thud_find_seam(const thud_seam_query *query, int32_t shape, int32_t *met, thud_cast_hit *hit);

/* Gives a ray's hit exactly at a corner of a sharp polygon the normal of the other face there if that faces the ray, too, and
 * another shape that the filter accepts covers the one that was hit. Costs a query of the hash for such a hit. */
void thud_face_at_seam(thud_world *world, thud_vec2 translation, const thud_query_filter *filter,
                       thud_world_hit *hit);
