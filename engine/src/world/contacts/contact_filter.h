/* contact_filter.h: decides whether two shapes make a contact. */
#pragma once

#include "thud/broadphase.h"
#include "thud/world.h"

/* Whether the bodies and filters of two shapes allow a contact. */
bool thud_shapes_may_collide(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* Calls the user's filter callback, and returns its result. */
bool thud_filter_asked(thud_world *world, int32_t shape_a, int32_t shape_b);

/* Keeps the pairs without a contact that bodies, filters and the user's callback allow, in their order, and returns their number. */
int32_t thud_screen_pairs(thud_world *world, thud_pair *pairs, int32_t count);

/* Whether a joint keeps two bodies from colliding. */
bool thud_joints_keep_apart(const thud_world *world, int32_t body_a, int32_t body_b);
