/* collide.h: the second stage: manifolds, and which contacts touch. */
#ifndef THUD_SRC_WORLD_CONTACTS_COLLIDE_H
#define THUD_SRC_WORLD_CONTACTS_COLLIDE_H

#include "thud/world.h"

/* Begins the manifolds of known contacts as a background job of the first stage, where there is a worker for it; and stops the job until the
 * second stage, before contacts are removed or move in memory. */
void thud_collide_early(thud_world *world);
void thud_collide_halt(thud_world *world);

/* Makes the manifolds of contacts that begin. Of different ones on several threads. */
void thud_collide_created(thud_world *world, const int32_t *contacts, int32_t count);

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_collide_pairs(thud_world *world);

/* The stage: brings world->lists up to date for the response. Returns what was lost: THUD_OK, or why. */
thud_status thud_list_contacts(thud_world *world);

#endif
