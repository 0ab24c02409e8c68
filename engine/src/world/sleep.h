/* sleep.h: putting islands to sleep, and waking them. */
#ifndef THUD_SRC_WORLD_SLEEP_H
#define THUD_SRC_WORLD_SLEEP_H

#include "thud/world.h"
#include "world/refusal.h"

/* Wakes a sleeping body and its whole island; nothing for others. */
void thud_wake_island(thud_world *world, int32_t body);

/* Wakes a dynamic body, or all bodies near a static or kinematic one. */
void thud_wake_around(thud_world *world, int32_t body);

/* Wakes what sleeps where a shape of a static or kinematic body has just been put: such a pair would not wake
 * by itself. */
void thud_wake_beneath(thud_world *world, int32_t shape);

/* Notes that a body has stopped being stepped, so that its previous pose catches up in the next step. */
void thud_note_rested(thud_world *world, int32_t body);

/* Puts bodies to sleep as one island. */
void thud_put_to_sleep(thud_world *world, const int32_t *bodies, int32_t count);

/* Puts a body and all it touches to sleep at once; false when it is not one that sleeps. */
bool thud_sleep_around(thud_world *world, thud_call call, int32_t body);

/* Sets each contact of a body active if one of its bodies is awake. */
void thud_refresh_body_contacts(thud_world *world, int32_t body);

/* Puts islands to sleep that have been at rest for long enough. */
void thud_sleep_islands(thud_world *world);

#endif
