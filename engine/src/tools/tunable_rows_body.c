/* tunable_rows_body.c: the numbers of materials, bodies and shapes. */
#include "tools/tunable_rows.h"

/* ---- material ---- */

static const thud_tunable material_rows[] = {
    ROW(material, friction, "friction", "", 0.0, 2.0, UP_TO(THUD_MAX_COEFFICIENT),
        "Two surfaces use the root of their product, so 0 on one of them is ice. 0.6 is wood, 1 is rubber."),
    ROW(material, elasticity, "elasticity", "", 0.0, 1.0, FROM(0.0, 1.0),
        "Share of the approach speed that a bounce gives back. The larger value of two surfaces counts."),
    ROW(material, rolling_resistance, "rolling resistance", "m", 0.0, 0.1, UP_TO(THUD_MAX_COEFFICIENT),
        "Lets balls come to rest. It is a lever arm: some hundredths of the radius feel like mud."),
    ROW(material, surface_speed, "surface speed", "m/s", -10.0, 10.0, WITHIN(THUD_MAX_SPEED),
        "A conveyor belt: positive values carry bodies on top to the right. It needs friction."),
};

const thud_tunable_table thud_tunables_of_material = {THUD_ROWS(thud_material, material_rows)};

/* ---- body ---- */

static const thud_tunable body_rows[] = {
    VECTOR(body_def, position, "position", "m", 100.0, THUD_MAX_POSITION,
           "A teleport: the body collides with nothing on the way."),
    ROW(body_def, angle, "angle", "rad", -3.1415927, 3.1415927, ANY INDIVIDUAL,
        "A teleport: the body collides with nothing on the way."),
    VECTOR(body_def, velocity, "velocity", "m/s", 20.0, THUD_MAX_SPEED,
           "Velocity of the centre of mass. Static bodies have none."),
    ROW(body_def, angular_velocity, "spin", "rad/s", -20.0, 20.0, WITHIN(THUD_MAX_SPIN) INDIVIDUAL,
        "Positive is counter-clockwise. At 60 steps per second of 4 substeps the limit is 188 rad/s."),
    ROW(body_def, linear_damping, "damping", "1/s", 0.0, 5.0, NOT_NEGATIVE,
        "Approximate share of the velocity lost per second. It limits the fall speed to gravity / damping."),
    ROW(body_def, angular_damping, "spin damping", "1/s", 0.0, 5.0, NOT_NEGATIVE,
        "Damping of the spin. It calms swinging and tumbling bodies."),
    ROW(body_def, gravity_scale, "gravity scale", "", -2.0, 4.0, WITHIN(THUD_MAX_COEFFICIENT),
        "At 0 the body floats, at 1 it falls normally, below 0 it rises."),
    ROW(body_def, sleep_speed, "sleep speed", "m/s", -1.0, 0.5, ANY,
        "The body may sleep below this speed. Negative: the world's value."),
    SWITCH(body_def, lock_x, "lock x", "The body never moves along the world's x axis."),
    SWITCH(body_def, lock_y, "lock y", "The body never moves along the world's y axis."),
    SWITCH(body_def, lock_rotation, "lock rotation",
           "The body never turns: for characters that must stand upright."),
    SWITCH(
        body_def, bullet, "bullet",
        "Continuous collision with dynamic bodies, too. A fast bullet costs about a microsecond per step."),
    SWITCH(body_def, may_sleep, "may sleep", "Off: the body keeps its whole island awake."),
    INDIVIDUAL_SWITCH(body_def, awake, "awake", "Wakes the body, or puts its island to sleep."),
    INDIVIDUAL_SWITCH(body_def, disabled, "disabled",
                      "Removes the body from the simulation and from queries. It keeps its shapes."),
};

THUD_TABLE(body, thud_body_def, body_rows, thud_body_defaults());

/* ---- shape ---- */

static const thud_tunable shape_rows[] = {
    ROW(shape_def, density, "density", "kg/m^2", 0.0, 20.0, NOT_NEGATIVE,
        "Mass per area. A body of up to 20 times the mass of the body below it still stands firmly."),
    PART(shape_def, material, thud_tunables_of_material),
    VECTOR(shape_def, one_way, "one way", "", 1.0, FLT_MAX,
           "The side on which it holds, in the body's frame. (0, 0): solid."),
    SWITCH(shape_def, contact_events, "contact events",
           "Begin and end events of contacts. Off saves a little time if nothing reads them."),
    SWITCH(shape_def, hit_events, "hit events", "Events for sounds and damage, above the world's hit speed."),
    INDIVIDUAL_SWITCH(shape_def, sensor, "sensor",
                      "Detects shapes inside of it instead of colliding with them."),
    INDIVIDUAL_SWITCH(shape_def, sensor_sees_static, "sensor sees static",
                      "A sensor also detects shapes on static bodies."),
    SWITCH(shape_def, sensor_events, "sensor events",
           "Sensors detect this shape. On a sensor: it makes events."),
    SWITCH(
        shape_def, pre_solve, "pre-solve",
        "Calls the world's pre-solve callback for its contacts in every step. No effect without a callback."),
    INDIVIDUAL_SWITCH(shape_def, kinematic_events, "kinematic events",
                      "On a kinematic body: events with static and other kinematic shapes, too."),
};

THUD_TABLE(shape, thud_shape_def, shape_rows, thud_shape_defaults());
