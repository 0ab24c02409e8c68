/*
 * contact_report.h: reports contacts: begin and end of touch, bodies that are deep in others, events. A contact touches
 * from the step in which its shapes overlap to the step in which they are a slop apart.
 */
#pragma once

#include "thud/event.h"
#include "thud/world.h"

/* Depth in a static body from which on it is compared with the body's thickness [slops]. Resting bodies are less deep;
 * a tiny body may be through at ten times as much. */
#define THUD_DEEP_SLOPS 0.5f

/* Before the contacts of a shape end of which the next step makes new ones: their touches go on with these, without events. Where
 * there is no memory they end with the contacts. */
void thud_shape_pass_on_touches(thud_world *world, int32_t shape);

/* Continues the touches that were passed on, and those of pairs that met in the last step before they had a contact; ends those of
 * pairs that have none now. To be called after the contacts of the step were created and before they are updated. */
void thud_continue_touches(thud_world *world);

/* Begins and ends the touches of the changed contacts of world->lists, and lists deep bodies. */
void thud_report_touching(thud_world *world);

/* After the solver: slows down each body that was deep in a static or kinematic one and is now faster than forces, other bodies
 * and the push-out could make it. */
void thud_limit_deep_bodies(thud_world *world, float dt);

/* Stores the approach speeds of the event candidates of world->lists, before the solver stops them. */
void thud_report_candidates(thud_world *world);

/* Begins or ends the touch of two shapes. */
void thud_contact_begin_touch(thud_world *world, int32_t contact);
void thud_contact_end_touch(thud_world *world, int32_t contact);

/* Writes the events of an impact in mid-step, if it makes any. Its first shape is that of the swept body; `contact` is
 * that of its shapes, or THUD_NONE. */
void thud_log_impact(thud_world *world, const thud_contact_data *met, int32_t contact);

/* Writes the begin events of the touches that began in this step up to now. */
void thud_write_begins(thud_world *world);

/* The stage: writes the events of contacts. */
void thud_write_contact_events(thud_world *world);
