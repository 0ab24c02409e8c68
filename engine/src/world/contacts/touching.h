/*
 * touching.h: which contacts touch, and what follows from a change: begin and end events, woken islands, pairs to remove, bodies that
 * are deep in others. A contact touches from the step in which its shapes overlap to the one in which they are a slop apart.
 */
#ifndef THUD_SRC_WORLD_CONTACTS_TOUCHING_H
#define THUD_SRC_WORLD_CONTACTS_TOUCHING_H

#include "thud/world.h"
#include "world/contacts/contact_table.h"

/* Appends to the wake list the contacts that have points and a sleeping body. */
void thud_make_wake_list(const thud_world *world, const int32_t *contacts, int32_t count,
                         thud_contact_lists *found);

/* Lists separated pairs and updates the touching flag of contacts that make no events. Leaves those that have to be reported, in order,
 * in `changed`. May run for different contacts on several threads. */
void thud_update_touching(const thud_world *world, thud_contact_lists *found);

/* Wakes the islands of the wake list. */
void thud_wake_listed_sleepers(thud_world *world);

/* Reports the changed contacts of world->lists and the touches that separated pairs end. */
void thud_report_touching(thud_world *world);

/* Two shapes begin or end touching. */
void thud_contact_begin_touch(thud_world *world, int32_t contact);
void thud_contact_touch_at(thud_world *world, int32_t contact, const float approach_speed[2]);
void thud_contact_end_touch(thud_world *world, int32_t contact);

#endif
