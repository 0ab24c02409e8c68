/*
 * A world with objects of every kind: all shapes, joints, body types, a sleeping stack, a bridge, a belt, a ride, a
 * sensor, a bullet, and wind, water and gravity areas. For tests of whole worlds.
 */
#pragma once

#include "thud/forces.h"
#include "thud/thud.h"

typedef struct zoo {
    thud_world *world;
    thud_vec2 origin; /* present place of the point that was (0, 0) at first; areas of forces follow it [m] */
    thud_body_id ground, stack_top, platform, rider, held, shut; /* shut: disabled */
    thud_joint_id target, pulley, hinge;
    thud_shape_id sensor;
} zoo;

/* Between -50 and 50 m in x and -1 and 20 m in y around the origin. Ends the program if a call is refused. */
zoo zoo_create(const thud_world_def *def, thud_vec2 origin);

/* Applies the forces of the next step and steps; ends the program if the step reports a loss. */
void zoo_step(zoo *z);

/* Moves the origin of the world and the zoo's copies of it. */
bool zoo_shift(zoo *z, thud_vec2 added_to_positions);

/* Digest of all readable values of bodies, joints, contacts and events but the ids of contacts and their order. Positions
 * are relative to the origin, without rounding. */
uint64_t zoo_digest(const zoo *z);

/* Digest of the ids of all contacts that have points and of those that began, in their order, and of their shapes and those of
 * hits. */
uint64_t zoo_digest_of_contact_ids(const zoo *z);

/* Digest of the events of the last step: begins, ends, hits, and those of the sensor. A sum, so that the digests
 * of several steps can be added. 0: none. */
uint64_t zoo_digest_of_events(const zoo *z);
