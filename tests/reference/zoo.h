/*
 * A world with something of every kind: all shapes, joints, body types, a sleeping stack, a bridge, a belt, a ride, a sensor,
 * a bullet, and wind, water and gravity areas. For tests of what concerns a world as a whole.
 */
#ifndef THUD_TESTS_REFERENCE_ZOO_H
#define THUD_TESTS_REFERENCE_ZOO_H

#include "thud/forces.h"
#include "thud/thud.h"

typedef struct zoo {
    thud_world *world;
    thud_vec2
        origin; /* what was at (0, 0) when the zoo was made is there now; areas of forces follow it [m] */
    thud_body_id ground, stack_top, platform, rider, held, shut; /* shut: disabled */
    thud_joint_id target, pulley, hinge;
    thud_shape_id sensor;
} zoo;

/* Between -50 and 50 m in x and -1 and 20 m in y around the origin. Fails the program if anything is refused. */
zoo zoo_create(const thud_world_def *def, thud_vec2 origin);

/* The forces of the next step, and the step; fails the program if it loses anything. */
void zoo_step(zoo *z);

/* Moves the origin of the world, and what the zoo holds of it. */
bool zoo_shift(zoo *z, thud_vec2 added_to_positions);

/* Of all that can be read of bodies, joints, contacts and events. Positions count relative to the origin, without rounding. */
uint64_t zoo_digest(const zoo *z);

/* Of the events of the last step: which shapes met, parted, hit, came into the sensor or left it. A sum, so that those of several
 * steps can be added up whatever step each was in. 0: none. */
uint64_t zoo_digest_of_events(const zoo *z);

#endif
