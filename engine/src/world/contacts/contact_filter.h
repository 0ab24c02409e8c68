/* contact_filter.h: which shapes make a contact. */
#ifndef THUD_SRC_WORLD_CONTACTS_CONTACT_FILTER_H
#define THUD_SRC_WORLD_CONTACTS_CONTACT_FILTER_H

#include "thud/broadphase.h"
#include "thud/world.h"

/* Whether two shapes make a contact when they are near, as far as bodies and their filters say. */
bool thud_shapes_may_collide(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* The same as far as the user's callback says; it is called. */
bool thud_filter_asked(thud_world *world, int32_t shape_a, int32_t shape_b);

/* Keeps new pairs of shapes that make a contact as far as bodies and filters say; a thud_pair_screen of the broadphase for a world. */
int32_t thud_screen_pairs(thud_pair *pairs, int32_t count, const void *world);

/* Whether a joint keeps two bodies from colliding. */
bool thud_joints_keep_apart(const thud_world *world, int32_t body_a, int32_t body_b);

#endif
