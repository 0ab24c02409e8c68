/* contact_create.h: the first stage: contacts of the pairs that the broadphase reports; and how contacts are removed. */
#ifndef THUD_SRC_WORLD_CONTACTS_CONTACT_CREATE_H
#define THUD_SRC_WORLD_CONTACTS_CONTACT_CREATE_H

#include "thud/world.h"

/* Takes contacts that do not touch out of the lists of their bodies, and frees them. Workers share many. */
void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count);

/* Ends a contact for good; an end event if it was touching. */
void thud_contact_end_pair(thud_world *world, int32_t contact);

/* Ends all contacts of a shape, or of all shapes of a body; wakes the other bodies. O(contacts of the body). */
void thud_shape_end_contacts(thud_world *world, int32_t shape);
void thud_body_end_contacts(thud_world *world, int32_t body);

/* Mixes the materials of a contact's shapes anew, and reads their flags. */
void thud_contact_mix(thud_world *world, int32_t contact);

/* Tells the contacts of a body that it has joints now, or none any more. */
void thud_contacts_note_joints(thud_world *world, int32_t body);

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_find_pairs(thud_world *world);

#endif
