/* contact_lists.h: contacts in the lists of their bodies: put in, taken out and freed, one or many at a time. */
#ifndef THUD_SRC_WORLD_CONTACTS_CONTACT_LISTS_H
#define THUD_SRC_WORLD_CONTACTS_CONTACT_LISTS_H

#include "thud/world.h"

/* Puts the contacts that were created in the step into the lists of their bodies: in parallel to the narrowphase, which does not read them. */
void thud_link_created_contacts(thud_world *world);

/* Takes contacts that do not touch out of the lists of their bodies, and frees them. Workers share many. */
void thud_contacts_end_pairs(thud_world *world, const int32_t *contacts, int32_t count);

/* Takes a contact that does not touch out of the lists of its bodies, and frees it. */
void thud_contact_free_pair(thud_world *world, int32_t contact);

#endif
