/* tunable_rows_joint.c: the numbers of joints, kind by kind. Limits, motors and springs are
 * tables of their own, by unit. */
#include "tools/tunable_rows.h"

/* ---- parts ---- */

#define STIFFNESS(struct_type, member)                                                                       \
    THUD_FIELD(struct_type, member), .label = "stiffness", .unit = "Hz", THUD_UP_TO(THUD_MAX_HERTZ),         \
                                     .low = 0.0, .high = 30.0
#define DAMPING(struct_type, member)                                                                         \
    THUD_FIELD(struct_type, member),                                                                         \
        .label = "damping", .unit = "", THUD_UP_TO(THUD_MAX_COEFFICIENT), .low = 0.0, .high = 2.0,           \
        .advice = "At 0 it keeps swinging, at 0.7 it overshoots once, at 1 not at all. Above 1 it is slow."

#define COLLIDES                                                                                             \
    {                                                                                                        \
        THUD_FIELD(thud_joint_base, collide_connected),                                                      \
            .label = "collide connected", .unit = "", THUD_SWITCH,                                           \
            .advice = "The shapes of the two bodies collide with each other."                                \
    }
#define HOLDS                                                                                                \
    {STIFFNESS(thud_joint_base, hertz),                                                                      \
     .advice = "Stiffness of the joint. 0: as stiff as the solver allows."},                                 \
    {                                                                                                        \
        DAMPING(thud_joint_base, damping_ratio)                                                              \
    }
#define BREAKS(member, its_label, its_unit, its_advice)                                                      \
    {                                                                                                        \
        THUD_FIELD(thud_joint_base, member), .label = its_label, .unit = its_unit, THUD_NOT_NEGATIVE,        \
                                             .low = 0.0, .high = 10000.0, .advice = its_advice               \
    }
#define BREAK_FORCE BREAKS(break_force, "break force", "N", "The joint breaks above this force. 0: never.")
#define BREAK_TORQUE                                                                                         \
    BREAKS(break_torque, "break torque", "N m", "The joint breaks above this torque. 0: never.")

#define ANCHOR(member, its_label)                                                                            \
    THUD_VECTOR(thud_joint_base, member, its_label, "m", THUD_WITHIN(THUD_MAX_COORDINATE), 10.0,             \
                "In the frame of the body, from its origin.")
#define ANCHORS ANCHOR(anchor_a, "anchor a"), ANCHOR(anchor_b, "anchor b")

static const thud_tunable base_rows[] = {ANCHORS, COLLIDES, HOLDS, BREAK_FORCE, BREAK_TORQUE};
static const thud_tunable_table base = {THUD_ROWS(thud_joint_base, base_rows)};

/* Rods and ropes transmit no torque. */
static const thud_tunable rod_base_rows[] = {ANCHORS, COLLIDES, HOLDS, BREAK_FORCE};
static const thud_tunable_table rod_base = {THUD_ROWS(thud_joint_base, rod_base_rows)};

/* A drive has a stiffness of its own. */
static const thud_tunable drive_base_rows[] = {ANCHORS, COLLIDES, BREAK_FORCE, BREAK_TORQUE};
static const thud_tunable_table drive_base = {THUD_ROWS(thud_joint_base, drive_base_rows)};

/* A ratchet holds the rotation only. */
static const thud_tunable ratchet_base_rows[] = {COLLIDES, HOLDS, BREAK_TORQUE};
static const thud_tunable_table ratchet_base = {THUD_ROWS(thud_joint_base, ratchet_base_rows)};

/* A gear uses the anchors of its joints. */
static const thud_tunable gear_base_rows[] = {COLLIDES, HOLDS, BREAK_FORCE, BREAK_TORQUE};
static const thud_tunable_table gear_base = {THUD_ROWS(thud_joint_base, gear_base_rows)};

#define ENABLED(struct_type, its_label, its_advice)                                                          \
    { THUD_FIELD(struct_type, enabled), .label = its_label, .unit = "", THUD_SWITCH, .advice = its_advice }

/* A limit, a motor and a spring of a coordinate. */
#define LIMIT(name, its_unit, lower_range, its_low, its_high)                                                \
    static const thud_tunable name##_rows[] = {                                                              \
        ENABLED(thud_joint_limit, "limit", "Keeps the coordinate within a range."),                          \
        {THUD_FIELD(thud_joint_limit, lower), .label = "lower limit", .unit = its_unit, lower_range,         \
         .low = (its_low), .high = (its_high),                                                               \
         .advice = "Must not be above the upper limit while the limit is on."},                              \
        {THUD_FIELD(thud_joint_limit, upper), .label = "upper limit", .unit = its_unit, THUD_ANY_FLOAT,      \
         .low = (its_low), .high = (its_high),                                                               \
         .advice = "Must not be below the lower limit while the limit is on."},                              \
    };                                                                                                       \
    static const thud_tunable_table name = {THUD_ROWS(thud_joint_limit, name##_rows)}

#define MOTOR(name, speed_unit, force_unit)                                                                  \
    static const thud_tunable name##_rows[] = {                                                              \
        ENABLED(thud_joint_motor, "motor", "Drives the coordinate at a speed."),                             \
        {THUD_FIELD(thud_joint_motor, speed), .label = "motor speed", .unit = speed_unit, THUD_ANY_FLOAT,    \
         .low = -20.0, .high = 20.0, .advice = "Target speed of the motor. Negative runs backwards."},       \
        {THUD_FIELD(thud_joint_motor, max_force), .label = "motor strength", .unit = force_unit,             \
         THUD_NOT_NEGATIVE, .low = 0.0, .high = 1000.0,                                                      \
         .advice =                                                                                           \
             "Largest force or torque of the motor. Too little stalls it, too much makes it violent."},      \
    };                                                                                                       \
    static const thud_tunable_table name = {THUD_ROWS(thud_joint_motor, name##_rows)}

#define SPRING_ROWS                                                                                          \
    ENABLED(thud_joint_spring, "spring", "Pulls the coordinate to a target."),                               \
        {STIFFNESS(thud_joint_spring, hertz),                                                                \
         .advice = "Oscillations per second. Must be above 0 while the spring is on."},                      \
    {                                                                                                        \
        DAMPING(thud_joint_spring, damping_ratio)                                                            \
    }

#define SPRING(name, its_unit, range, its_low, its_high)                                                     \
    static const thud_tunable name##_rows[] = {                                                              \
        SPRING_ROWS,                                                                                         \
        {THUD_FIELD(thud_joint_spring, target), .label = "spring target", .unit = its_unit, range,           \
         .low = (its_low), .high = (its_high), .advice = "The coordinate at which the spring is at rest."},  \
    };                                                                                                       \
    static const thud_tunable_table name = {THUD_ROWS(thud_joint_spring, name##_rows)}

#define HALF_TURN 3.1415927

LIMIT(angle_limit, "rad", THUD_ANY_FLOAT, -HALF_TURN, HALF_TURN);
LIMIT(length_limit, "m", THUD_NOT_NEGATIVE, 0.0, 20.0);
LIMIT(slide_limit, "m", THUD_ANY_FLOAT, -10.0, 10.0);
MOTOR(turn_motor, "rad/s", "N m");
MOTOR(slide_motor, "m/s", "N");
SPRING(angle_spring, "rad", THUD_WITHIN(THUD_MAX_POSITION), -HALF_TURN, HALF_TURN);
SPRING(length_spring, "m", THUD_UP_TO(THUD_MAX_POSITION), 0.0, 20.0);
SPRING(slide_spring, "m", THUD_WITHIN(THUD_MAX_POSITION), -10.0, 10.0);

/* A bond's springs have no target. */
static const thud_tunable bond_spring_rows[] = {SPRING_ROWS};
static const thud_tunable_table bond_spring = {THUD_ROWS(thud_joint_spring, bond_spring_rows)};

#define REFERENCE_ANGLE(struct_type)                                                                         \
    {                                                                                                        \
        THUD_FIELD(struct_type, reference_angle),                                                            \
            .label = "reference angle", .unit = "rad", THUD_WITHIN(THUD_MAX_POSITION), .low = -HALF_TURN,    \
            .high = HALF_TURN, .individual = true,                                                           \
            .advice = "The angle of b minus that of a that counts as 0."                                     \
    }

#define AXIS(struct_type)                                                                                    \
    THUD_VECTOR(struct_type, axis, "axis", "", THUD_ANY_FLOAT, 1.0,                                          \
                "Direction in the frame of body a, of any length except 0.")

/* The table of a kind. */
#define TABLE(kind)                                                                                          \
    THUD_TABLE(kind##_joint, thud_##kind##_joint_def, kind##_rows, thud_##kind##_joint_defaults())

/* ---- kinds ---- */

/* ---- kinds ---- */

static const thud_tunable target_rows[] = {
    THUD_VECTOR(thud_target_joint_def, local_anchor, "anchor", "m", THUD_WITHIN(THUD_MAX_COORDINATE), 100.0,
                "In the frame of the body, from its origin."),
    THUD_VECTOR(thud_target_joint_def, target, "target", "m", THUD_WITHIN(THUD_MAX_POSITION), 100.0,
                "In world coordinates."),
    {THUD_FIELD(thud_target_joint_def, hertz), .label = "stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 0.5, .high = 30.0,
     .advice = "Higher values make the body follow faster."},
    {DAMPING(thud_target_joint_def, damping_ratio)},
    {THUD_FIELD(thud_target_joint_def, max_force), .label = "strength", .unit = "N", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 10000.0, .advice = "Largest force. 0: 1,000 N per kilogram of the body."},
    {THUD_FIELD(thud_target_joint_def, break_force), .label = "break force", .unit = "N", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 10000.0, .advice = "The joint breaks above this force. 0: never."},
};
TABLE(target);

static const thud_tunable revolute_rows[] = {
    {THUD_PART(thud_revolute_joint_def, base, base)},
    REFERENCE_ANGLE(thud_revolute_joint_def),
    {THUD_PART(thud_revolute_joint_def, limit, angle_limit)},
    {THUD_PART(thud_revolute_joint_def, motor, turn_motor)},
    {THUD_PART(thud_revolute_joint_def, spring, angle_spring)},
};
TABLE(revolute);

static const thud_tunable distance_rows[] = {
    {THUD_PART(thud_distance_joint_def, base, rod_base)},
    {THUD_FIELD(thud_distance_joint_def, length), .label = "length", .unit = "m",
     THUD_ABOVE_ZERO_TO(THUD_MAX_POSITION), .low = 0.1, .high = 20.0, .individual = true,
     .advice = "Length of a rod, a joint without limit and spring."},
    {THUD_PART(thud_distance_joint_def, limit, length_limit)},
    {THUD_PART(thud_distance_joint_def, motor, slide_motor)},
    {THUD_PART(thud_distance_joint_def, spring, length_spring)},
};
TABLE(distance);

static const thud_tunable weld_rows[] = {
    {THUD_PART(thud_weld_joint_def, base, base)},
    REFERENCE_ANGLE(thud_weld_joint_def),
    {THUD_PART(thud_weld_joint_def, linear_spring, bond_spring)},
    {THUD_PART(thud_weld_joint_def, angular_spring, bond_spring)},
};
TABLE(weld);

static const thud_tunable prismatic_rows[] = {
    {THUD_PART(thud_prismatic_joint_def, base, base)},
    AXIS(thud_prismatic_joint_def),
    REFERENCE_ANGLE(thud_prismatic_joint_def),
    {THUD_PART(thud_prismatic_joint_def, limit, slide_limit)},
    {THUD_PART(thud_prismatic_joint_def, motor, slide_motor)},
    {THUD_PART(thud_prismatic_joint_def, spring, slide_spring)},
};
TABLE(prismatic);

static const thud_tunable wheel_rows[] = {
    {THUD_PART(thud_wheel_joint_def, base, base)},
    AXIS(thud_wheel_joint_def),
    {THUD_PART(thud_wheel_joint_def, limit, slide_limit)},
    {THUD_PART(thud_wheel_joint_def, motor, turn_motor)},
    {THUD_PART(thud_wheel_joint_def, spring, slide_spring)},
};
TABLE(wheel);

static const thud_tunable motor_rows[] = {
    {THUD_PART(thud_motor_joint_def, base, drive_base)},
    REFERENCE_ANGLE(thud_motor_joint_def),
    {THUD_FIELD(thud_motor_joint_def, hertz), .label = "stiffness", .unit = "Hz",
     THUD_ABOVE_ZERO_TO(THUD_MAX_HERTZ), .low = 0.5, .high = 30.0,
     .advice = "Higher values make it reach the pose faster."},
    {DAMPING(thud_motor_joint_def, damping_ratio)},
    {THUD_FIELD(thud_motor_joint_def, max_force), .label = "strength", .unit = "N", THUD_NOT_NEGATIVE,
     .low = 0.0, .high = 1000.0, .advice = "Largest force. It yields to stronger forces."},
    {THUD_FIELD(thud_motor_joint_def, max_torque), .label = "turning strength", .unit = "N m",
     THUD_NOT_NEGATIVE, .low = 0.0, .high = 1000.0, .advice = "Largest torque."},
};
TABLE(motor);

static const thud_tunable gear_rows[] = {
    {THUD_PART(thud_gear_joint_def, base, gear_base)},
    {THUD_FIELD(thud_gear_joint_def, ratio), .label = "ratio", .unit = "", THUD_WITHIN(THUD_MAX_COEFFICIENT),
     .low = -10.0, .high = 10.0, .not_zero = true,
     .advice = "Coordinate of joint a + ratio times that of joint b stays constant, at the value of the last "
               "change."},
};
TABLE(gear);

static const thud_tunable pulley_rows[] = {
    {THUD_PART(thud_pulley_joint_def, base, rod_base)},
    THUD_VECTOR(thud_pulley_joint_def, wheel_a, "wheel a", "m", THUD_WITHIN(THUD_MAX_POSITION), 100.0,
                "In world coordinates."),
    THUD_VECTOR(thud_pulley_joint_def, wheel_b, "wheel b", "m", THUD_WITHIN(THUD_MAX_POSITION), 100.0,
                "In world coordinates."),
    {THUD_FIELD(thud_pulley_joint_def, length), .label = "length", .unit = "m",
     THUD_ABOVE_ZERO_TO(THUD_MAX_POSITION), .low = 0.1, .high = 50.0, .individual = true,
     .advice = "Length of the rope: distance of a + ratio times distance of b is at most this."},
    {THUD_FIELD(thud_pulley_joint_def, ratio), .label = "ratio", .unit = "",
     THUD_ABOVE_ZERO_TO(THUD_MAX_COEFFICIENT), .low = 0.1, .high = 10.0, .logarithmic = true,
     .advice = "Number of rope lines to b: with 2 the force on b is twice the force on a."},
};
TABLE(pulley);

static const thud_tunable ratchet_rows[] = {
    {THUD_PART(thud_ratchet_joint_def, base, ratchet_base)},
    {THUD_FIELD(thud_ratchet_joint_def, tooth), .label = "tooth", .unit = "rad", THUD_ANY_FLOAT, .low = -1.6,
     .high = 1.6, .not_zero = true,
     .advice = "Angle between teeth. Positive lets b turn only counter-clockwise."},
    {THUD_FIELD(thud_ratchet_joint_def, phase), .label = "phase", .unit = "rad",
     THUD_WITHIN(THUD_MAX_POSITION), .low = -HALF_TURN, .high = HALF_TURN, .individual = true,
     .advice = "The angle of b minus that of a at any one tooth."},
};
TABLE(ratchet);
