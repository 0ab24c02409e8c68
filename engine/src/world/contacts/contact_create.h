/* contact_create.h: the first stage: creates contacts of the pairs that the broadphase reports,
 * and removes contacts. */
#pragma once

#include "thud/world.h"

/* Ends and frees one contact or more, with end events of those that were touching. */
void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count);

/* Ends the changed contacts of the step whose fat boxes have separated; after that the list of these is not valid. */
void thud_contacts_end_separated(thud_world *world);

/* Ends all contacts of a shape, or of all shapes of a body; wakes the other bodies. O(contacts of the body). Without `all` only those
 * that the filters reject now: the broadphase will report the others again. */
void thud_shape_end_contacts(thud_world *world, int32_t shape, bool all);
void thud_body_end_contacts(thud_world *world, int32_t body);

/* A static or kinematic shape has another outline: makes the manifolds on it, and those beside them, anew. */
void thud_shape_judge_around(thud_world *world, int32_t shape);

/* Gives a contact of a static or kinematic body to another of its shapes, of the same definition, on the given side; its manifold is
 * made anew. Where that shape has such a contact, the two become one. False if it is of another kind. */
bool thud_contact_pass_on(thud_world *world, int32_t contact, int side, int32_t shape);

/* Mixes the materials of a contact's shapes again. */
void thud_contact_mix_materials(thud_world *world, int32_t contact);

/* The same, and updates the flags of the contact. */
void thud_contact_mix(thud_world *world, int32_t contact);

/* The stage. Returns THUD_OK, or the reason for lost pairs. */
thud_status thud_find_pairs(thud_world *world);
