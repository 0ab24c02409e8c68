/* sleep.h: putting islands to sleep, and waking them. */
#pragma once

#include "thud/world.h"
#include "world/refusal.h"

/* Wakes a sleeping body and its whole island; does nothing for other bodies. */
void thud_wake_island(thud_world *world, int32_t body);

/* The same, but leaves the sleep timer of a body that is awake; returns whether the body slept. */
bool thud_wake_sleeper(thud_world *world, int32_t body);

/* Wakes a dynamic body, or all bodies near a static or kinematic one. */
void thud_wake_around(thud_world *world, int32_t body);

/* The same, but of the bodies near it those alone that touch it. */
void thud_wake_touching(thud_world *world, int32_t body);

/* Wakes the dynamic body of a shape, or the bodies near this shape of a static or kinematic one. */
void thud_wake_around_shape(thud_world *world, int32_t shape);

/* Wakes sleeping bodies at a new shape of a static or kinematic body: such a pair would not wake them by itself. */
void thud_wake_beneath(thud_world *world, int32_t shape);

/* Wakes the bodies whose fat boxes overlap a box. */
void thud_wake_in_box(thud_world *world, thud_aabb box);

/* Lists a body that has come to rest, so that the next step updates its previous pose. */
void thud_note_rested(thud_world *world, int32_t body);

/* Puts a body and all bodies linked to it to sleep at once; false for a body that may not sleep. */
bool thud_sleep_around(thud_world *world, thud_call call, int32_t body);

/* Keeps bodies awake that touch moving kinematic ones. */
void thud_keep_riders_awake(thud_world *world);

/* Sets each contact of a body active if one of its bodies is awake. */
void thud_refresh_body_contacts(thud_world *world, int32_t body);

/* Puts islands to sleep that have been at rest for long enough. */
void thud_sleep_islands(thud_world *world);
