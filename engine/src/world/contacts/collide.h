/* collide.h: the second stage: manifolds, and which contacts touch. */
#ifndef THUD_SRC_WORLD_CONTACTS_COLLIDE_H
#define THUD_SRC_WORLD_CONTACTS_COLLIDE_H

#include "thud/world.h"

/* The step's background job: begins to make the manifolds of known contacts, where there is a worker for it; ends with what is done by then. */
void thud_begin_early_collide(thud_world *world);
void thud_join_early_collide(thud_world *world);

/* Makes the manifolds of contacts that begin. Of different ones on several threads. */
void thud_collide_created(thud_world *world, const int32_t *contacts, int32_t count);

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_collide_pairs(thud_world *world);

/* The stage: brings world->lists up to date for the response. Returns what was lost: THUD_OK, or why. */
thud_status thud_list_contacts(thud_world *world);

#endif
