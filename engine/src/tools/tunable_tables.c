/*
 * tunable_tables.c: the table of each struct: a row for each number. Name, offset and type of a field come from the struct
 * itself.
 */
#include "platformer/runner_def.h"
#include "thud/limits.h"
#include "thud/mover.h"
#include "tools/object_kinds.h"

#include <float.h>
#include <stddef.h>

/* A row: the number `member` of thud_TYPE; `low` to `high` is the usual range, the hard one comes before the advice. */
#define ROW(short_type, member, its_label, its_unit, its_low, its_high, range_and_flags, its_advice)         \
    {                                                                                                        \
        .field = #member, .offset = offsetof(thud_##short_type, member),                                     \
        .type = _Generic(((thud_##short_type *)0)->member, float                                             \
                         : THUD_TUNABLE_FLOAT, int                                                           \
                         : THUD_TUNABLE_INT, bool                                                            \
                         : THUD_TUNABLE_BOOL),                                                               \
        .label = its_label, .unit = its_unit, .low = (its_low), .high = (its_high), range_and_flags,         \
        .advice = its_advice                                                                                 \
    }

/* Hard ranges. */
#define FROM(low, high) .least = (double)(low), .most = (double)(high)
#define ANY WITHIN(FLT_MAX)
#define NOT_NEGATIVE UP_TO(FLT_MAX)
#define WITHIN(size) FROM(-(size), size)
#define UP_TO(end) FROM(0.0, end)
#define ABOVE_ZERO_TO(end) FROM(FLT_TRUE_MIN, end)

/* Flags, after the range and without a comma. */
#define LOGARITHMIC , .logarithmic = true
#define RESTARTS , .restarts = true
#define INDIVIDUAL , .individual = true
#define NOT_ZERO , .not_zero = true

#define SWITCH(type, member, label, advice) ROW(type, member, label, "", 0.0, 1.0, UP_TO(1.0), advice)
#define INDIVIDUAL_SWITCH(type, member, label, advice)                                                       \
    ROW(type, member, label, "", 0.0, 1.0, UP_TO(1.0) INDIVIDUAL, advice)

/* Two rows: the coordinates of a vector of one object, up to `most` and usually up to `usual` on either side of 0. */
#define VECTOR(type, member, label, unit, usual, most, advice)                                               \
    ROW(type, member.x, label ", right", unit, -(usual), usual, WITHIN(most) INDIVIDUAL, advice),            \
        ROW(type, member.y, label ", up", unit, -(usual), usual, WITHIN(most) INDIVIDUAL, advice)

/* A struct within the struct, with a table of its own. */
#define PART(short_type, member, its_table)                                                                  \
    {                                                                                                        \
        .field = #member, .offset = offsetof(thud_##short_type, member), .type = THUD_TUNABLE_PART,          \
        .part = &(its_table)                                                                                 \
    }

/* The parts of a table that follow from its rows. */
#define ROWS(struct_type, array)                                                                             \
    .type = #struct_type, .size = sizeof(struct_type), .rows = (array),                                      \
    .count = (int)(sizeof(array) / sizeof(array)[0])

/* Defines the table NAME_table of a struct with defaults. */
#define TABLE(name, struct_type, its_rows, its_defaults)                                                     \
    static void name##_defaults(void *def) {                                                                 \
        *(struct_type *)def = its_defaults;                                                                  \
    }                                                                                                        \
    static const thud_tunable_table name##_table = {                                                         \
        ROWS(struct_type, its_rows), .defaults_call = #its_defaults, .defaults = name##_defaults}

/* ---- material ---- */

static const thud_tunable material_rows[] = {
    ROW(material, friction, "friction", "", 0.0, 2.0, UP_TO(THUD_MAX_COEFFICIENT),
        "Low values are slippery: 0.6 is wood, 1 is rubber. Two surfaces use the root of their product, so 0 "
        "on one of them is ice."),
    ROW(material, elasticity, "elasticity", "", 0.0, 1.0, FROM(0.0, 1.0),
        "Share of the approach speed that a bounce gives back. The larger value of two surfaces counts."),
    ROW(material, rolling_resistance, "rolling resistance", "m", 0.0, 0.1, UP_TO(THUD_MAX_COEFFICIENT),
        "Lets balls come to rest. It is a lever arm: some hundredths of the radius feel like mud."),
    ROW(material, surface_speed, "surface speed", "m/s", -10.0, 10.0, WITHIN(THUD_MAX_SPEED),
        "A conveyor belt: positive values carry bodies on top to the right. It needs friction."),
};

static const thud_tunable_table material_table = {ROWS(thud_material, material_rows)};

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

TABLE(body, thud_body_def, body_rows, thud_body_defaults());

/* ---- shape ---- */

static const thud_tunable shape_rows[] = {
    ROW(shape_def, density, "density", "kg/m^2", 0.0, 20.0, NOT_NEGATIVE,
        "Mass per area: twice as much makes a body twice as heavy. One of up to 20 times the mass of the "
        "body below it still stands firmly."),
    PART(shape_def, material, material_table),
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

TABLE(shape, thud_shape_def, shape_rows, thud_shape_defaults());

/* ---- parts of joints: limits, motors and springs are tables of their own, by unit ---- */

#define STIFFNESS(type, least, low, high, advice)                                                            \
    ROW(type, hertz, "stiffness", "Hz", low, high, FROM(least, THUD_MAX_HERTZ), advice)
#define DAMPING(type)                                                                                        \
    ROW(type, damping_ratio, "damping", "", 0.0, 2.0, UP_TO(THUD_MAX_COEFFICIENT),                           \
        "At 0 it keeps swinging, at 0.7 it overshoots once, at 1 not at all. Above 1 it is slow.")

#define COLLIDES                                                                                             \
    SWITCH(joint_base, collide_connected, "collide connected",                                               \
           "The shapes of the two bodies collide with each other.")
#define HOLDS                                                                                                \
    STIFFNESS(joint_base, 0.0, 0.0, 30.0, "Stiffness of the joint. 0: as stiff as the solver allows."),      \
        DAMPING(joint_base)
#define BREAK_FORCE(type)                                                                                    \
    ROW(type, break_force, "break force", "N", 0.0, 10000.0, NOT_NEGATIVE,                                   \
        "The joint breaks above this force. 0: never.")
#define BREAK_TORQUE                                                                                         \
    ROW(joint_base, break_torque, "break torque", "N m", 0.0, 10000.0, NOT_NEGATIVE,                         \
        "The joint breaks above this torque. 0: never.")

#define ANCHOR(member, its_label)                                                                            \
    VECTOR(joint_base, member, its_label, "m", 10.0, THUD_MAX_COORDINATE,                                    \
           "In the frame of the body, from its origin.")
#define ANCHORS ANCHOR(anchor_a, "anchor a"), ANCHOR(anchor_b, "anchor b")

/* A table without defaults: a part of others. */
#define PART_TABLE(name, struct_type, ...)                                                                   \
    static const thud_tunable name##_rows[] = {__VA_ARGS__};                                                 \
    static const thud_tunable_table name = {ROWS(struct_type, name##_rows)}

PART_TABLE(base, thud_joint_base, ANCHORS, COLLIDES, HOLDS, BREAK_FORCE(joint_base), BREAK_TORQUE);

/* Rods and ropes transmit no torque. */
PART_TABLE(rod_base, thud_joint_base, ANCHORS, COLLIDES, HOLDS, BREAK_FORCE(joint_base));

/* A drive has a stiffness of its own. */
PART_TABLE(drive_base, thud_joint_base, ANCHORS, COLLIDES, BREAK_FORCE(joint_base), BREAK_TORQUE);

/* A ratchet holds the rotation only. */
PART_TABLE(ratchet_base, thud_joint_base, COLLIDES, HOLDS, BREAK_TORQUE);

/* A gear uses the anchors of its joints. */
PART_TABLE(gear_base, thud_joint_base, COLLIDES, HOLDS, BREAK_FORCE(joint_base), BREAK_TORQUE);

/* A limit, a motor and a spring of a coordinate. */
#define LIMIT(name, unit, least, low, high)                                                                  \
    PART_TABLE(name, thud_joint_limit,                                                                       \
               SWITCH(joint_limit, enabled, "limit", "Keeps the coordinate within a range."),                \
               ROW(joint_limit, lower, "lower limit", unit, low, high, FROM(least, FLT_MAX),                 \
                   "Must not be above the upper limit while the limit is on."),                              \
               ROW(joint_limit, upper, "upper limit", unit, low, high, ANY,                                  \
                   "Must not be below the lower limit while the limit is on."))

#define MOTOR(name, speed_unit, force_unit)                                                                  \
    PART_TABLE(                                                                                              \
        name, thud_joint_motor, SWITCH(joint_motor, enabled, "motor", "Drives the coordinate at a speed."),  \
        ROW(joint_motor, speed, "motor speed", speed_unit, -20.0, 20.0, ANY,                                 \
            "Target speed of the motor. Negative runs backwards."),                                          \
        ROW(joint_motor, max_force, "motor strength", force_unit, 0.0, 1000.0, NOT_NEGATIVE,                 \
            "Largest force or torque of the motor. Too little stalls it, too much makes it violent."))

#define SPRING_ROWS                                                                                          \
    SWITCH(joint_spring, enabled, "spring", "Pulls the coordinate to a target."),                            \
        STIFFNESS(joint_spring, 0.0, 0.0, 30.0,                                                              \
                  "Oscillations per second. Must be above 0 while the spring is on."),                       \
        DAMPING(joint_spring)

#define SPRING(name, unit, least, low, high)                                                                 \
    PART_TABLE(name, thud_joint_spring, SPRING_ROWS,                                                         \
               ROW(joint_spring, target, "spring target", unit, low, high, FROM(least, THUD_MAX_POSITION),   \
                   "The coordinate at which the spring is at rest."))

#define HALF_TURN 3.1415927

LIMIT(angle_limit, "rad", -FLT_MAX, -HALF_TURN, HALF_TURN);
LIMIT(length_limit, "m", 0.0, 0.0, 20.0);
LIMIT(slide_limit, "m", -FLT_MAX, -10.0, 10.0);
MOTOR(turn_motor, "rad/s", "N m");
MOTOR(slide_motor, "m/s", "N");
SPRING(angle_spring, "rad", -THUD_MAX_POSITION, -HALF_TURN, HALF_TURN);
SPRING(length_spring, "m", 0.0, 0.0, 20.0);
SPRING(slide_spring, "m", -THUD_MAX_POSITION, -10.0, 10.0);

/* A bond's springs have no target. */
PART_TABLE(bond_spring, thud_joint_spring, SPRING_ROWS);

#define REFERENCE_ANGLE(type)                                                                                \
    ROW(type, reference_angle, "reference angle", "rad", -HALF_TURN, HALF_TURN,                              \
        WITHIN(THUD_MAX_POSITION) INDIVIDUAL, "The angle of b minus that of a that counts as 0.")

#define AXIS(type)                                                                                           \
    VECTOR(type, axis, "axis", "", 1.0, FLT_MAX, "Direction in the frame of body a, of any length except 0.")

/* The table of a kind, of its rows. */
#define JOINT_TABLE(kind, ...)                                                                               \
    static const thud_tunable kind##_rows[] = {__VA_ARGS__};                                                 \
    TABLE(kind##_joint, thud_##kind##_joint_def, kind##_rows, thud_##kind##_joint_defaults())

/* ---- joints ---- */

JOINT_TABLE(target,
            VECTOR(target_joint_def, local_anchor, "anchor", "m", 100.0, THUD_MAX_COORDINATE,
                   "In the frame of the body, from its origin."),
            VECTOR(target_joint_def, target, "target", "m", 100.0, THUD_MAX_POSITION,
                   "In world coordinates."),
            STIFFNESS(target_joint_def, FLT_TRUE_MIN, 0.5, 30.0,
                      "Higher values make the body follow faster."),
            DAMPING(target_joint_def),
            ROW(target_joint_def, max_force, "strength", "N", 0.0, 10000.0, NOT_NEGATIVE,
                "Largest force. 0: 1,000 N per kilogram of the body."),
            BREAK_FORCE(target_joint_def));

JOINT_TABLE(revolute, PART(revolute_joint_def, base, base), REFERENCE_ANGLE(revolute_joint_def),
            PART(revolute_joint_def, limit, angle_limit), PART(revolute_joint_def, motor, turn_motor),
            PART(revolute_joint_def, spring, angle_spring));

JOINT_TABLE(distance, PART(distance_joint_def, base, rod_base),
            ROW(distance_joint_def, length, "length", "m", 0.1, 20.0,
                ABOVE_ZERO_TO(THUD_MAX_POSITION) INDIVIDUAL,
                "Length of a rod, a joint without limit and spring."),
            PART(distance_joint_def, limit, length_limit), PART(distance_joint_def, motor, slide_motor),
            PART(distance_joint_def, spring, length_spring));

JOINT_TABLE(weld, PART(weld_joint_def, base, base), REFERENCE_ANGLE(weld_joint_def),
            PART(weld_joint_def, linear_spring, bond_spring),
            PART(weld_joint_def, angular_spring, bond_spring));

JOINT_TABLE(prismatic, PART(prismatic_joint_def, base, base), AXIS(prismatic_joint_def),
            REFERENCE_ANGLE(prismatic_joint_def), PART(prismatic_joint_def, limit, slide_limit),
            PART(prismatic_joint_def, motor, slide_motor), PART(prismatic_joint_def, spring, slide_spring));

JOINT_TABLE(wheel, PART(wheel_joint_def, base, base), AXIS(wheel_joint_def),
            PART(wheel_joint_def, limit, slide_limit), PART(wheel_joint_def, motor, turn_motor),
            PART(wheel_joint_def, spring, slide_spring));

JOINT_TABLE(motor, PART(motor_joint_def, base, drive_base), REFERENCE_ANGLE(motor_joint_def),
            STIFFNESS(motor_joint_def, FLT_TRUE_MIN, 0.5, 30.0,
                      "Higher values make it reach the pose faster."),
            DAMPING(motor_joint_def),
            ROW(motor_joint_def, max_force, "strength", "N", 0.0, 1000.0, NOT_NEGATIVE,
                "Largest force. It yields to stronger forces."),
            ROW(motor_joint_def, max_torque, "turning strength", "N m", 0.0, 1000.0, NOT_NEGATIVE,
                "Largest torque."));

JOINT_TABLE(
    gear, PART(gear_joint_def, base, gear_base),
    ROW(gear_joint_def, ratio, "ratio", "", -10.0, 10.0, WITHIN(THUD_MAX_COEFFICIENT) NOT_ZERO,
        "Coordinate of joint a + ratio times that of joint b stays constant, at the value of the last "
        "change."));

JOINT_TABLE(
    pulley, PART(pulley_joint_def, base, rod_base),
    VECTOR(pulley_joint_def, wheel_a, "wheel a", "m", 100.0, THUD_MAX_POSITION, "In world coordinates."),
    VECTOR(pulley_joint_def, wheel_b, "wheel b", "m", 100.0, THUD_MAX_POSITION, "In world coordinates."),
    ROW(pulley_joint_def, length, "length", "m", 0.1, 50.0, ABOVE_ZERO_TO(THUD_MAX_POSITION) INDIVIDUAL,
        "Length of the rope: distance of a + ratio times distance of b is at most this."),
    ROW(pulley_joint_def, ratio, "ratio", "", 0.1, 10.0, ABOVE_ZERO_TO(THUD_MAX_COEFFICIENT) LOGARITHMIC,
        "Number of rope lines to b: with 2 the force on b is twice the force on a."));

JOINT_TABLE(ratchet, PART(ratchet_joint_def, base, ratchet_base),
            ROW(ratchet_joint_def, tooth, "tooth", "rad", -1.6, 1.6, ANY NOT_ZERO,
                "Angle between teeth. Positive lets b turn only counter-clockwise."),
            ROW(ratchet_joint_def, phase, "phase", "rad", -HALF_TURN, HALF_TURN,
                WITHIN(THUD_MAX_POSITION) INDIVIDUAL, "The angle of b minus that of a at any one tooth."));

/* ---- solver ---- */

static const thud_tunable solver_rows[] = {
    ROW(solver_settings, substeps, "substeps", "", 1, 16, FROM(1, 64),
        "More substeps make stacks, joints and fast bodies stiffer, and take more time."),
    ROW(solver_settings, contact_hertz, "contact stiffness", "Hz", 5.0, 120.0,
        ABOVE_ZERO_TO(THUD_MAX_HERTZ) LOGARITHMIC,
        "Low values let bodies sink into each other. High values need substeps: at most an eighth of the "
        "substep rate is used."),
    ROW(solver_settings, contact_damping_ratio, "contact damping", "", 0.5, 20.0,
        UP_TO(THUD_MAX_COEFFICIENT) LOGARITHMIC,
        "Below 1 contacts oscillate after an impact. Large values push overlaps out slowly and calmly."),
    ROW(solver_settings, push_out_speed, "push-out speed", "m/s", 0.0, 20.0, UP_TO(THUD_MAX_SPEED),
        "Largest speed at which overlapping bodies separate. With contact damping below 7, high values make "
        "them jump."),
    ROW(solver_settings, elasticity_threshold, "bounce threshold", "m/s", 0.0, 5.0, NOT_NEGATIVE,
        "Impacts below this speed do not bounce; below 5 m/s^2 of gravity it is lower. At 0 bodies tremble "
        "on the ground."),
    ROW(solver_settings, joint_hertz, "joint stiffness", "Hz", 5.0, 240.0,
        ABOVE_ZERO_TO(THUD_MAX_HERTZ) LOGARITHMIC,
        "Stiffness of rigid joints. At most a quarter of the substep rate is used."),
    ROW(solver_settings, joint_damping_ratio, "joint damping", "", 0.0, 10.0, UP_TO(THUD_MAX_COEFFICIENT),
        "Damping of rigid joints. Low values let chains swing, high values calm them."),
    ROW(solver_settings, max_speed, "largest speed", "m/s", 10.0, 1000.0,
        ABOVE_ZERO_TO(THUD_MAX_SPEED) LOGARITHMIC,
        "Dynamic bodies never move faster. This limits the damage of a mistake."),
    SWITCH(solver_settings, warm_starting, "warm starting",
           "Off: each step solves from zero, and stacks become soft. Only for comparison."),
};

TABLE(solver, thud_solver_settings, solver_rows, thud_solver_settings_defaults());

/* ---- world ---- */

#define MOST_CAPACITY (INT32_MAX / 2)

static const thud_tunable world_rows[] = {
    ROW(world_def, gravity.x, "gravity, right", "m/s^2", -30.0, 30.0, WITHIN(THUD_MAX_GRAVITY),
        "Pulls all dynamic bodies sideways. A change wakes them."),
    ROW(world_def, gravity.y, "gravity, up", "m/s^2", -60.0, 30.0, WITHIN(THUD_MAX_GRAVITY),
        "Negative values pull down. Platformers feel tight at -20 to -60; the earth has -9.8, the moon "
        "-1.6."),
    PART(world_def, solver, solver_table),
    ROW(world_def, length_unit, "length unit", "units/m", 0.1, 100.0,
        ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC RESTARTS,
        "Number of your units per metre. Start from thud_world_defaults_for_unit, which scales all lengths "
        "with it."),
    ROW(world_def, slop, "slop", "m", 0.0005, 0.05, ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC,
        "Overlap that continuous collision ignores. Large values show as gaps and overlaps, small ones cost "
        "time at corners."),
    ROW(world_def, speculative_distance, "speculative distance", "m", 0.0, 0.2, UP_TO(THUD_MAX_COORDINATE),
        "Contacts are made from this distance on. More keeps fast bodies from sinking in, and makes more "
        "contacts to solve."),
    ROW(world_def, aabb_margin, "box margin", "m", 0.0, 0.5, UP_TO(THUD_MAX_COORDINATE) RESTARTS,
        "Margin of the broadphase's boxes. More means fewer updates and more pairs. It changes the time of a "
        "step, not the motion."),
    ROW(world_def, hit_speed, "hit speed", "m/s", 0.0, 20.0, NOT_NEGATIVE,
        "Approach speed above which an impact makes a hit event. Raise it if too many sounds play."),
    ROW(world_def, sleep_speed, "sleep speed", "m/s", 0.0, 0.5, NOT_NEGATIVE,
        "An island falls asleep below this speed, after the sleep time. Too high a value freezes bodies that "
        "still topple."),
    ROW(world_def, sleep_time, "sleep time", "s", 0.0, 5.0, NOT_NEGATIVE,
        "Time for which an island must be slow before it sleeps. Short saves time, long is safer for slow "
        "mechanisms."),
    SWITCH(world_def, sleeping, "sleeping",
           "Lets bodies sleep. Off: a world at rest takes as much time as a moving one."),
    SWITCH(world_def, continuous, "continuous collision",
           "Keeps fast bodies from tunnelling through static and kinematic ones. Off only for comparison."),
    SWITCH(world_def, bullets_hit_bullets, "bullets hit bullets",
           "Bullets stop each other, too. They are then swept one by one on one thread."),
    ROW(world_def, worker_count, "threads", "", 1, 16, FROM(1, 64) RESTARTS,
        "Number of threads for a step. The result is the same; below a thousand bodies 1 is fastest."),
    ROW(world_def, body_capacity, "reserved bodies", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, shape_capacity, "reserved shapes", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, contact_capacity, "reserved contacts", "", 0, 100000, FROM(0, MOST_CAPACITY) RESTARTS,
        "Memory reserved at creation, so that no step allocates it."),
    ROW(world_def, id_tag, "id tag", "", 0, 255, FROM(0, 255) RESTARTS,
        "Part of every id: worlds with another tag refuse the id. It does not change the motion."),
};

TABLE(world, thud_world_def, world_rows, thud_world_defaults());

/* ---- runner ---- */

#define RUNNER_ROW(field, value, least, most, label, unit, low, high, advice)                                \
    ROW(runner_def, field, label, unit, low, high, FROM(least, most), advice),
static const thud_tunable runner_rows[] = {THUD_RUNNER_NUMBERS(RUNNER_ROW)};

TABLE(runner, thud_runner_def, runner_rows, thud_runner_defaults());

/* ---- mover ---- */

#define SIZE UP_TO(THUD_MAX_COORDINATE)

static const thud_tunable mover_rows[] = {
    VECTOR(mover_def, up, "up", "", 1.0, THUD_MAX_COORDINATE,
           "Direction against gravity, of any length except 0."),
    ROW(mover_def, floor_angle, "steepest floor", "rad", 0.0, 1.5, UP_TO(1.55f),
        "Steeper ground is a wall to slide down. 0.8 lets the mover walk up a slope of 1:1."),
    ROW(mover_def, step_height, "step height", "m", 0.0, 1.0, SIZE,
        "Height of ledges that it walks up and down without a jump. Keep it below a tile, or walls become "
        "stairs."),
    ROW(mover_def, hold_speed, "hold speed", "m/s", 0.0, 60.0, SIZE,
        "On ground that falls away, slower movers stay on it and faster ones fly off."),
    ROW(mover_def, corner_slip, "corner slip", "m", 0.0, 0.5, SIZE,
        "Largest sideways shift of a jump to pass the corner of a ceiling."),
    ROW(mover_def, skin, "skin", "m", 0.0005, 0.02, ABOVE_ZERO_TO(THUD_MAX_COORDINATE) LOGARITHMIC,
        "Distance kept from surfaces. Too small sticks by rounding, large is visible."),
    SWITCH(mover_def, level_speed, "level speed",
           "On: the horizontal speed is the same on slopes. Off: the speed along the ground is the same."),
    SWITCH(mover_def, slides_at_rest, "slides at rest",
           "On: a landing on a slope keeps the velocity along the slope. Off: it keeps only the horizontal "
           "speed."),
    ROW(mover_def, mass, "mass", "kg", 0.0, 200.0, UP_TO(THUD_MAX_MASS),
        "Its weight acts on dynamic bodies that it stands on."),
    ROW(mover_def, push_force, "push force", "N", 0.0, 5000.0, NOT_NEGATIVE,
        "Largest force on dynamic bodies that it pushes."),
    ROW(mover_def, soft_speed, "soft speed", "m/s", 0.0, 10.0, SIZE,
        "Speed at which soft shapes, such as other characters, push it out."),
};

TABLE(mover, thud_mover_def, mover_rows, thud_mover_defaults());

/* ---- tile ---- */

static const thud_tunable tile_rows[] = {
    PART(tile_def, material, material_table),
    VECTOR(tile_def, one_way, "one way", "", 1.0, FLT_MAX,
           "The side on which it holds, in the body's frame. (0, 0): solid."),
    SWITCH(tile_def, contact_events, "contact events", "Begin and end events of contacts."),
    SWITCH(tile_def, hit_events, "hit events", "Events for sounds and damage, above the world's hit speed."),
    SWITCH(
        tile_def, pre_solve, "pre-solve",
        "Calls the world's pre-solve callback for its contacts in every step. No effect without a callback."),
};

TABLE(tile, thud_tile_def, tile_rows, thud_tile_full());

/* ---- the tables ---- */

static const thud_tunable_table *const tables[THUD_TUNABLES_STRUCT_COUNT] = {
    [THUD_TUNABLES_WORLD] = &world_table,       [THUD_TUNABLES_SOLVER] = &solver_table,
    [THUD_TUNABLES_MATERIAL] = &material_table, [THUD_TUNABLES_BODY] = &body_table,
    [THUD_TUNABLES_SHAPE] = &shape_table,       [THUD_TUNABLES_RUNNER] = &runner_table,
    [THUD_TUNABLES_MOVER] = &mover_table,       [THUD_TUNABLES_TILE] = &tile_table,
#define JOINT_ENTRY(kind, KIND) [THUD_TUNABLES_##KIND##_JOINT] = &kind##_joint_table,
    THUD_EACH_JOINT_KIND(JOINT_ENTRY)};

const thud_tunable_table *thud_tunables_of(thud_tunable_struct which) {
    return (int)which >= 0 && (int)which < THUD_TUNABLES_STRUCT_COUNT ? tables[which] : NULL;
}
