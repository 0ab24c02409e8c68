/* tunable_rows_body.c: the numbers of materials, bodies and shapes. */
#include "tools/tunable_rows.h"

/* ---- material ---- */

static const thud_tunable material_rows[] = {
    {THUD_FIELD(thud_material, friction), .label = "friction", .unit = "", THUD_UP_TO(THUD_MAX_COEFFICIENT),
     .low = 0.0, .high = 2.0,
     .advice =
         "Two surfaces use the root of their product, so 0 on one of them is ice. 0.6 is wood, 1 is rubber."},
    {THUD_FIELD(thud_material, elasticity), .label = "elasticity", .unit = "", .least = 0.0, .most = 1.0,
     .low = 0.0, .high = 1.0,
     .advice =
         "Share of the approach speed that a bounce gives back. The larger value of two surfaces counts."},
    {THUD_FIELD(thud_material, rolling_resistance), .label = "rolling resistance", .unit = "m",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.0, .high = 0.1,
     .advice = "Lets balls come to rest. It is a lever arm: some hundredths of the radius feel like mud."},
    {THUD_FIELD(thud_material, surface_speed), .label = "surface speed", .unit = "m/s",
     THUD_WITHIN(THUD_MAX_SPEED), .low = -10.0, .high = 10.0,
     .advice = "A conveyor belt: positive values carry bodies on top to the right. It needs friction."},
};

const thud_tunable_table thud_tunables_of_material = {THUD_ROWS(thud_material, material_rows)};

/* ---- body ---- */

static const thud_tunable body_rows[] = {
    THUD_VECTOR(thud_body_def, position, "position", "m", THUD_WITHIN(THUD_MAX_POSITION), 100.0,
                "A teleport: the body collides with nothing on the way."),
    {THUD_FIELD(thud_body_def, angle), .label = "angle", .unit = "rad", THUD_ANY_FLOAT, .low = -3.1415927,
     .high = 3.1415927, .individual = true,
     .advice = "A teleport: the body collides with nothing on the way."},
    THUD_VECTOR(thud_body_def, velocity, "velocity", "m/s", THUD_WITHIN(THUD_MAX_SPEED), 20.0,
                "Velocity of the centre of mass. Static bodies have none."),
    {THUD_FIELD(thud_body_def, angular_velocity), .label = "spin", .unit = "rad/s",
     THUD_WITHIN(THUD_MAX_SPIN), .low = -20.0, .high = 20.0, .individual = true,
     .advice = "Positive is counter-clockwise. At 60 steps per second of 4 substeps the limit is 188 rad/s."},
    {THUD_FIELD(thud_body_def, linear_damping), .label = "damping", .unit = "1/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0,
     .advice =
         "Approximate share of the velocity lost per second. It limits the fall speed to gravity / damping."},
    {THUD_FIELD(thud_body_def, angular_damping), .label = "spin damping", .unit = "1/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0, .advice = "Damping of the spin. It calms swinging and tumbling bodies."},
    {THUD_FIELD(thud_body_def, gravity_scale), .label = "gravity scale", .unit = "",
     THUD_WITHIN(THUD_MAX_COEFFICIENT), .low = -2.0, .high = 4.0,
     .advice = "At 0 the body floats, at 1 it falls normally, below 0 it rises."},
    {THUD_FIELD(thud_body_def, sleep_speed), .label = "sleep speed", .unit = "m/s", THUD_ANY_FLOAT,
     .low = -1.0, .high = 0.5, .advice = "The body may sleep below this speed. Negative: the world's value."},
    {THUD_FIELD(thud_body_def, lock_x), .label = "lock x", .unit = "", THUD_SWITCH,
     .advice = "The body never moves along the world's x axis."},
    {THUD_FIELD(thud_body_def, lock_y), .label = "lock y", .unit = "", THUD_SWITCH,
     .advice = "The body never moves along the world's y axis."},
    {THUD_FIELD(thud_body_def, lock_rotation), .label = "lock rotation", .unit = "", THUD_SWITCH,
     .advice = "The body never turns: for characters that must stand upright."},
    {THUD_FIELD(thud_body_def, bullet), .label = "bullet", .unit = "", THUD_SWITCH,
     .advice =
         "Continuous collision with dynamic bodies, too. A fast bullet costs about a microsecond per step."},
    {THUD_FIELD(thud_body_def, may_sleep), .label = "may sleep", .unit = "", THUD_SWITCH,
     .advice = "Off: the body keeps its whole island awake."},
    {THUD_FIELD(thud_body_def, awake), .label = "awake", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Wakes the body, or puts its island to sleep."},
    {THUD_FIELD(thud_body_def, disabled), .label = "disabled", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Removes the body from the simulation and from queries. It keeps its shapes."},
};

THUD_TABLE(body, thud_body_def, body_rows, thud_body_defaults());

/* ---- shape ---- */

static const thud_tunable shape_rows[] = {
    {THUD_FIELD(thud_shape_def, density), .label = "density", .unit = "kg/m^2", THUD_NOT_NEGATIVE, .low = 0.0,
     .high = 20.0,
     .advice = "Mass per area. A body of up to 20 times the mass of the body below it still stands firmly."},
    {THUD_PART(thud_shape_def, material, thud_tunables_of_material)},
    THUD_VECTOR(thud_shape_def, one_way, "one way", "", THUD_ANY_FLOAT, 1.0,
                "The side on which it holds, in the body's frame. (0, 0): solid."),
    {THUD_FIELD(thud_shape_def, contact_events), .label = "contact events", .unit = "", THUD_SWITCH,
     .advice = "Begin and end events of contacts. Off saves a little time if nothing reads them."},
    {THUD_FIELD(thud_shape_def, hit_events), .label = "hit events", .unit = "", THUD_SWITCH,
     .advice = "Events for sounds and damage, above the world's hit speed."},
    {THUD_FIELD(thud_shape_def, sensor), .label = "sensor", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Detects shapes inside of it instead of colliding with them."},
    {THUD_FIELD(thud_shape_def, sensor_sees_static), .label = "sensor sees static", .unit = "", THUD_SWITCH,
     .individual = true, .advice = "A sensor also detects shapes on static bodies."},
    {THUD_FIELD(thud_shape_def, sensor_events), .label = "sensor events", .unit = "", THUD_SWITCH,
     .advice = "Sensors detect this shape. On a sensor: it makes events."},
    {THUD_FIELD(thud_shape_def, pre_solve), .label = "pre-solve", .unit = "", THUD_SWITCH,
     .advice = "Calls the world's pre-solve callback for its contacts in every step. No effect without a "
               "callback."},
    {THUD_FIELD(thud_shape_def, kinematic_events), .label = "kinematic events", .unit = "", THUD_SWITCH,
     .individual = true,
     .advice = "On a kinematic body: events with static and other kinematic shapes, too."},
};

THUD_TABLE(shape, thud_shape_def, shape_rows, thud_shape_defaults());
