/* tunable_rows_joint.c: the numbers of joints, kind by kind. Limits, motors and springs are tables of their own, by unit. */
#include "tools/tunable_rows.h"

/* ---- parts ---- */

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
    static const thud_tunable_table name = {THUD_ROWS(struct_type, name##_rows)}

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

/* The table of a kind. */
#define TABLE(kind)                                                                                          \
    THUD_TABLE(kind##_joint, thud_##kind##_joint_def, kind##_rows, thud_##kind##_joint_defaults())

/* ---- kinds ---- */

static const thud_tunable target_rows[] = {
    VECTOR(target_joint_def, local_anchor, "anchor", "m", 100.0, THUD_MAX_COORDINATE,
           "In the frame of the body, from its origin."),
    VECTOR(target_joint_def, target, "target", "m", 100.0, THUD_MAX_POSITION, "In world coordinates."),
    STIFFNESS(target_joint_def, FLT_TRUE_MIN, 0.5, 30.0, "Higher values make the body follow faster."),
    DAMPING(target_joint_def),
    ROW(target_joint_def, max_force, "strength", "N", 0.0, 10000.0, NOT_NEGATIVE,
        "Largest force. 0: 1,000 N per kilogram of the body."),
    BREAK_FORCE(target_joint_def),
};
TABLE(target);

static const thud_tunable revolute_rows[] = {
    PART(revolute_joint_def, base, base),           REFERENCE_ANGLE(revolute_joint_def),
    PART(revolute_joint_def, limit, angle_limit),   PART(revolute_joint_def, motor, turn_motor),
    PART(revolute_joint_def, spring, angle_spring),
};
TABLE(revolute);

static const thud_tunable distance_rows[] = {
    PART(distance_joint_def, base, rod_base),
    ROW(distance_joint_def, length, "length", "m", 0.1, 20.0, ABOVE_ZERO_TO(THUD_MAX_POSITION) INDIVIDUAL,
        "Length of a rod, a joint without limit and spring."),
    PART(distance_joint_def, limit, length_limit),
    PART(distance_joint_def, motor, slide_motor),
    PART(distance_joint_def, spring, length_spring),
};
TABLE(distance);

static const thud_tunable weld_rows[] = {
    PART(weld_joint_def, base, base),
    REFERENCE_ANGLE(weld_joint_def),
    PART(weld_joint_def, linear_spring, bond_spring),
    PART(weld_joint_def, angular_spring, bond_spring),
};
TABLE(weld);

static const thud_tunable prismatic_rows[] = {
    PART(prismatic_joint_def, base, base),         AXIS(prismatic_joint_def),
    REFERENCE_ANGLE(prismatic_joint_def),          PART(prismatic_joint_def, limit, slide_limit),
    PART(prismatic_joint_def, motor, slide_motor), PART(prismatic_joint_def, spring, slide_spring),
};
TABLE(prismatic);

static const thud_tunable wheel_rows[] = {
    PART(wheel_joint_def, base, base),           AXIS(wheel_joint_def),
    PART(wheel_joint_def, limit, slide_limit),   PART(wheel_joint_def, motor, turn_motor),
    PART(wheel_joint_def, spring, slide_spring),
};
TABLE(wheel);

static const thud_tunable motor_rows[] = {
    PART(motor_joint_def, base, drive_base),
    REFERENCE_ANGLE(motor_joint_def),
    STIFFNESS(motor_joint_def, FLT_TRUE_MIN, 0.5, 30.0, "Higher values make it reach the pose faster."),
    DAMPING(motor_joint_def),
    ROW(motor_joint_def, max_force, "strength", "N", 0.0, 1000.0, NOT_NEGATIVE,
        "Largest force. It yields to stronger forces."),
    ROW(motor_joint_def, max_torque, "turning strength", "N m", 0.0, 1000.0, NOT_NEGATIVE, "Largest torque."),
};
TABLE(motor);

static const thud_tunable gear_rows[] = {
    PART(gear_joint_def, base, gear_base),
    ROW(gear_joint_def, ratio, "ratio", "", -10.0, 10.0, WITHIN(THUD_MAX_COEFFICIENT) NOT_ZERO,
        "Coordinate of joint a + ratio times that of joint b stays constant, at the value of the last "
        "change."),
};
TABLE(gear);

static const thud_tunable pulley_rows[] = {
    PART(pulley_joint_def, base, rod_base),
    VECTOR(pulley_joint_def, wheel_a, "wheel a", "m", 100.0, THUD_MAX_POSITION, "In world coordinates."),
    VECTOR(pulley_joint_def, wheel_b, "wheel b", "m", 100.0, THUD_MAX_POSITION, "In world coordinates."),
    ROW(pulley_joint_def, length, "length", "m", 0.1, 50.0, ABOVE_ZERO_TO(THUD_MAX_POSITION) INDIVIDUAL,
        "Length of the rope: distance of a + ratio times distance of b is at most this."),
    ROW(pulley_joint_def, ratio, "ratio", "", 0.1, 10.0, ABOVE_ZERO_TO(THUD_MAX_COEFFICIENT) LOGARITHMIC,
        "Number of rope lines to b: with 2 the force on b is twice the force on a."),
};
TABLE(pulley);

static const thud_tunable ratchet_rows[] = {
    PART(ratchet_joint_def, base, ratchet_base),
    ROW(ratchet_joint_def, tooth, "tooth", "rad", -1.6, 1.6, ANY NOT_ZERO,
        "Angle between teeth. Positive lets b turn only counter-clockwise."),
    ROW(ratchet_joint_def, phase, "phase", "rad", -HALF_TURN, HALF_TURN, WITHIN(THUD_MAX_POSITION) INDIVIDUAL,
        "The angle of b minus that of a at any one tooth."),
};
TABLE(ratchet);
