/* body_motion.h: velocities of bodies, and the forces that the next step applies. */
#pragma once

#include "thud/world.h"
#include "world/bodies/body_table.h"
#include "world/refusal.h"

/* Sets only a velocity, without the components that are locked or that the type does not have. */
void thud_body_put_velocity(thud_world *world, int32_t body, thud_vec2 linear, float angular);

/* The state that follows from a body's type, velocity and enabled flag. */
thud_body_state thud_body_natural_state(const thud_world *world, int32_t body, bool awake);

/* Changes the velocity of a dynamic body by an impulse at its centre of mass and an angular one; wakes it. If the
 * result is beyond THUD_MAX_SPEED or THUD_MAX_SPIN, returns false and changes nothing. */
bool thud_body_kick(thud_world *world, int32_t body, thud_vec2 impulse, float angular_impulse);

/* Sets gravity and the sleep threshold from the body and the world, and clears the forces. */
void thud_body_reset_forces(thud_world *world, int32_t body);

/* Adds a force at the centre of mass and a torque for the next step; does not wake. False when memory
 * runs out. */
bool thud_body_add_force(thud_world *world, thud_call call, int32_t body, thud_vec2 force, float torque);

/* Clears the forces after a step has applied them. */
void thud_forces_clear(thud_world *world);

/* Sets gravity and the sleep threshold again after one of them has changed, and keeps the forces of a body that is still
 * dynamic. `old_pull`: its acceleration by gravity until now. */
void thud_body_renew_forces(thud_world *world, int32_t body, thud_vec2 old_pull);
