/* tunable_rows_body.c: the numbers of materials, bodies and shapes. */
#include "tools/tunable_rows.h"

/* ---- material ---- */

static const thud_tunable material_rows[] = {
    {THUD_FIELD(thud_material, friction), .label = "friction", .unit = "", THUD_UP_TO(THUD_MAX_COEFFICIENT),
     .low = 0.0, .high = 2.0,
     .advice = "Two surfaces mix to the root of the product: 0 on either makes ice of both, 0.6 is wood, 1 "
               "rubber."},
    {THUD_FIELD(thud_material, elasticity), .label = "elasticity", .unit = "", .least = 0.0, .most = 1.0,
     .low = 0.0, .high = 1.0,
     .advice = "Share of the approach speed that a bounce gives back; the larger one of two surfaces holds."},
    {THUD_FIELD(thud_material, rolling_resistance), .label = "rolling resistance", .unit = "m",
     THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.0, .high = 0.1,
     .advice = "Lets balls come to rest: a lever arm, some hundredths of the radius are mud."},
    {THUD_FIELD(thud_material, surface_speed), .label = "surface speed", .unit = "m/s",
     THUD_WITHIN(THUD_MAX_SPEED), .low = -10.0, .high = 10.0,
     .advice = "A conveyor: positive carries to the right on top; it needs friction to carry."},
};

const thud_tunable_table thud_tunables_of_material = {THUD_ROWS(thud_material, material_rows)};

/* ---- body ---- */

static void body_defaults(void *def) {
    *(thud_body_def *)def = thud_body_defaults();
}

static const thud_tunable body_rows[] = {
    {THUD_FIELD(thud_body_def, position.x), .label = "position, right", .unit = "m",
     THUD_WITHIN(THUD_MAX_POSITION), .low = -100.0, .high = 100.0, .individual = true,
     .advice = "A teleport: nothing in between is met."},
    {THUD_FIELD(thud_body_def, position.y), .label = "position, up", .unit = "m",
     THUD_WITHIN(THUD_MAX_POSITION), .low = -100.0, .high = 100.0, .individual = true,
     .advice = "A teleport: nothing in between is met."},
    {THUD_FIELD(thud_body_def, angle), .label = "angle", .unit = "rad", THUD_ANY_FLOAT, .low = -3.1415927,
     .high = 3.1415927, .individual = true, .advice = "A teleport: nothing in between is met."},
    {THUD_FIELD(thud_body_def, velocity.x), .label = "velocity, right", .unit = "m/s",
     THUD_WITHIN(THUD_MAX_SPEED), .low = -20.0, .high = 20.0, .individual = true,
     .advice = "Of the centre of mass; static bodies have none."},
    {THUD_FIELD(thud_body_def, velocity.y), .label = "velocity, up", .unit = "m/s",
     THUD_WITHIN(THUD_MAX_SPEED), .low = -20.0, .high = 20.0, .individual = true,
     .advice = "Of the centre of mass; static bodies have none."},
    {THUD_FIELD(thud_body_def, angular_velocity), .label = "spin", .unit = "rad/s",
     THUD_WITHIN(THUD_MAX_SPIN), .low = -20.0, .high = 20.0, .individual = true,
     .advice = "Positive is counter-clockwise; at 60 steps of 4 substeps 188 rad/s is the most."},
    {THUD_FIELD(thud_body_def, linear_damping), .label = "damping", .unit = "1/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0,
     .advice =
         "Share of the velocity that is lost in a second, about; it limits falls to gravity / damping."},
    {THUD_FIELD(thud_body_def, angular_damping), .label = "spin damping", .unit = "1/s", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 5.0, .advice = "The same for the spin: calms what swings and tumbles."},
    {THUD_FIELD(thud_body_def, gravity_scale), .label = "gravity scale", .unit = "",
     THUD_WITHIN(THUD_MAX_COEFFICIENT), .low = -2.0, .high = 4.0,
     .advice = "0 floats, 1 falls as the world does, negative rises."},
    {THUD_FIELD(thud_body_def, sleep_speed), .label = "sleep speed", .unit = "m/s", THUD_ANY_FLOAT,
     .low = -1.0, .high = 0.5, .advice = "Slower than this it may sleep; negative: as the world says."},
    {THUD_FIELD(thud_body_def, lock_x), .label = "lock x", .unit = "", THUD_SWITCH,
     .advice = "Never moves along the world's x axis."},
    {THUD_FIELD(thud_body_def, lock_y), .label = "lock y", .unit = "", THUD_SWITCH,
     .advice = "Never moves along the world's y axis."},
    {THUD_FIELD(thud_body_def, lock_rotation), .label = "lock rotation", .unit = "", THUD_SWITCH,
     .advice = "Never turns: for characters that must stand upright."},
    {THUD_FIELD(thud_body_def, bullet), .label = "bullet", .unit = "", THUD_SWITCH,
     .advice = "Time of impact against dynamic bodies too; a fast one costs about a microsecond a step."},
    {THUD_FIELD(thud_body_def, may_sleep), .label = "may sleep", .unit = "", THUD_SWITCH,
     .advice = "Off keeps its whole island awake."},
    {THUD_FIELD(thud_body_def, awake), .label = "awake", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Wakes it or puts its island to sleep."},
    {THUD_FIELD(thud_body_def, disabled), .label = "disabled", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Takes it out of the simulation and of queries; its shapes stay on it."},
};

const thud_tunable_table thud_tunables_of_body = {
    THUD_ROWS(thud_body_def, body_rows), .defaults_call = "thud_body_defaults()", .defaults = body_defaults};

/* ---- shape ---- */

static void shape_defaults(void *def) {
    *(thud_shape_def *)def = thud_shape_defaults();
}

static const thud_tunable shape_rows[] = {
    {THUD_FIELD(thud_shape_def, density), .label = "density", .unit = "kg/m^2", THUD_NOT_NEGATIVE, .low = 0.0,
     .high = 20.0,
     .advice = "Mass for each area; bodies of 1 to 20 times the mass of what they stand on stay firm."},
    {THUD_PART(thud_shape_def, material, thud_tunables_of_material)},
    {THUD_FIELD(thud_shape_def, one_way.x), .label = "one way, right", .unit = "", THUD_ANY_FLOAT,
     .low = -1.0, .high = 1.0, .individual = true,
     .advice = "The side that holds, in the body's frame; (0, 0): solid."},
    {THUD_FIELD(thud_shape_def, one_way.y), .label = "one way, up", .unit = "", THUD_ANY_FLOAT, .low = -1.0,
     .high = 1.0, .individual = true, .advice = "The side that holds, in the body's frame; (0, 0): solid."},
    {THUD_FIELD(thud_shape_def, contact_events), .label = "contact events", .unit = "", THUD_SWITCH,
     .advice = "Begin and end events of its contacts; off saves a little where nothing reads them."},
    {THUD_FIELD(thud_shape_def, hit_events), .label = "hit events", .unit = "", THUD_SWITCH,
     .advice = "Events for sounds and damage, from the world's hit speed on."},
    {THUD_FIELD(thud_shape_def, sensor), .label = "sensor", .unit = "", THUD_SWITCH, .individual = true,
     .advice = "Sees what comes in instead of colliding with it."},
    {THUD_FIELD(thud_shape_def, sensor_sees_static), .label = "sensor sees static", .unit = "", THUD_SWITCH,
     .individual = true, .advice = "Of a sensor: sees shapes on static bodies too."},
    {THUD_FIELD(thud_shape_def, sensor_events), .label = "sensor events", .unit = "", THUD_SWITCH,
     .advice = "Whether sensors see it; of a sensor: whether it makes events."},
    {THUD_FIELD(thud_shape_def, pre_solve), .label = "pre-solve", .unit = "", THUD_SWITCH,
     .advice = "Asks the world's callback about its contacts in every step; nothing without a callback."},
    {THUD_FIELD(thud_shape_def, kinematic_events), .label = "kinematic events", .unit = "", THUD_SWITCH,
     .individual = true, .advice = "On a kinematic body: events with static and other kinematic shapes too."},
};

const thud_tunable_table thud_tunables_of_shape = {THUD_ROWS(thud_shape_def, shape_rows),
                                                   .defaults_call = "thud_shape_defaults()",
                                                   .defaults = shape_defaults};
