/* events.h: writes the events of a step. */
#ifndef THUD_SRC_WORLD_EVENTS_EVENTS_H
#define THUD_SRC_WORLD_EVENTS_EVENTS_H

#include "thud/event.h"
#include "thud/world.h"

/* The stage. Returns what was lost: THUD_OK, or why. */
thud_status thud_write_events(thud_world *world);

/* Whether an event may come of an impact in mid-step of two shapes that have this contact, or THUD_NONE. */
bool thud_impact_may_make_event(const thud_world *world, const thud_contact_data *impact, int32_t contact);

/* Writes the events of an impact in mid-step of two shapes that have this contact, or THUD_NONE; to be called if it may make an event. */
void thud_log_impact(thud_world *world, const thud_contact_data *impact, int32_t contact);

#endif
