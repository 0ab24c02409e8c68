/*
 * limits.h: the largest and smallest accepted numbers. Calls with numbers beyond them are refused
 * with THUD_OUT_OF_RANGE and change nothing.
 *
 * The limits keep results computed from an input within the range of float (3.4e38): squares, a mass times a speed, a
 * mass times a squared distance. They do not guarantee accuracy, which ends much earlier. They are plain numbers in the
 * user's units and do not depend on thud_world_def.length_unit.
 *
 * Inputs without a limit here, such as forces, impulses and the bounds of motors, may be any finite
 * number. Where such a number makes the state of a body overflow, the call is refused or the body is
 * disabled, as the comment of the call says.
 *
 * Threads: these are constants; no function is here.
 */
#pragma once

/** The largest coordinate and radius of a shape, coordinate of a centre of mass and of a joint's anchor [m]. */
#define THUD_MAX_COORDINATE 1.0e8f

/** The smallest size of a shape [m]: a radius, length or half extent, or the larger side of the points' box. */
#define THUD_MIN_SHAPE_SIZE 1.0e-8f

/** The largest coordinate of a body's position in the world [m]. A body that passes it in a step is disabled
 * at its last position and counted in thud_step_result. Rounding stops a body long before: at 1e10 m floats
 * are 1,024 m apart. */
#define THUD_MAX_POSITION 1.0e12f

/** The largest component of a velocity that can be given to a body, and the largest surface speed [m/s]. The next step
 * slows dynamic bodies to solver.max_speed, but not kinematic ones. */
#define THUD_MAX_SPEED 1.0e15f

/** The largest angular velocity that can be given to a body [rad/s]. */
#define THUD_MAX_SPIN 1.0e15f

/** The largest component of the world's gravity [m/s^2]. */
#define THUD_MAX_GRAVITY 1.0e15f

/** The largest coefficient: gravity scale, friction, rolling resistance, damping ratio. */
#define THUD_MAX_COEFFICIENT 1.0e15f

/** The largest frequency of a spring [Hz]. */
#define THUD_MAX_HERTZ 1.0e9f

/** The smallest and largest mass of a shape, and of a dynamic body [kg]; a shape may also have none. */
#define THUD_MIN_MASS 1.0e-20f
#define THUD_MAX_MASS 1.0e20f

/** The smallest and largest rotational inertia of a shape, and of a dynamic body [kg m^2]: those of the smallest and
 * largest mass at the smallest and largest distance. A body may also have none. */
#define THUD_MIN_INERTIA 1.0e-36f
#define THUD_MAX_INERTIA 1.0e36f

/** The shortest and longest step [s]. */
#define THUD_MIN_STEP 1.0e-6f
#define THUD_MAX_STEP 1.0f
