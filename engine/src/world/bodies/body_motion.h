/* body_motion.h: velocities of bodies, and the forces that the next step applies. */
#ifndef THUD_SRC_WORLD_BODIES_BODY_MOTION_H
#define THUD_SRC_WORLD_BODIES_BODY_MOTION_H

#include "thud/world.h"
#include "world/bodies/body_table.h"
#include "world/refusal.h"

/* The effect of forces except gravity on a body in the next step, kept while gravity and settings
 * change. `gravity` is the value until then. */
typedef struct thud_pending_forces {
    thud_vec2 acceleration;
    float angular_acceleration;
    bool any;
} thud_pending_forces;

bool thud_body_check_velocity(const thud_world *world, thud_call call, thud_vec2 velocity, float angular_velocity);

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

thud_pending_forces thud_body_forces(const thud_world *world, int32_t body, thud_vec2 gravity);
void thud_body_restore_forces(thud_world *world, int32_t body, const thud_pending_forces *forces);

#endif
