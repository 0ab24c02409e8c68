/**
 * joint.h: constraints between two bodies. Each kind has a definition, its defaults, and functions to create,
 * read and change it; the rest is common to all kinds. A hinge in the middle of two bodies, with a motor:
 *
 *     thud_revolute_joint_def def = thud_revolute_joint_defaults();
 *     def.base = thud_joint_base_at(world, chassis, rotor, middle);
 *     def.motor.enabled = true;
 *     def.motor.speed = 6;
 *     def.motor.max_force = 100;                                      // of rotation: a torque
 *     thud_joint_id hinge = thud_revolute_joint_create(world, &def);
 *
 * A rope from a player to a hook, a point of the world on a wall; its motor pulls the player up with 2,000 N at most:
 *
 *     thud_distance_joint_def rope_def = thud_distance_joint_defaults();
 *     rope_def.base.body_a = wall;
 *     rope_def.base.body_b = player;
 *     rope_def.base.anchor_a = thud_body_local_point(world, wall, hook);
 *     rope_def.limit.enabled = true;
 *     rope_def.limit.upper = thud_vec2_distance(hook, thud_body_position(world, player));
 *     rope_def.motor.enabled = true;
 *     rope_def.motor.speed = -3;
 *     rope_def.motor.max_force = 2000;
 *     thud_joint_id rope = thud_distance_joint_create(world, &rope_def);
 *
 * To change a joint, read its definition, change a field and call configure (0.1 us); its bodies wake if anything differs.
 * The step after joints were made, removed or broken takes up to twice as long: its constraint graph is new.
 * Anchors and axes are in the frames of the bodies, measured from their origins. Body a or b may be static or
 * kinematic.
 *
 * A spring has a frequency and a damping ratio (1: critical), so it behaves the same for any masses. An undamped spring
 * oscillates for ever if its period is longer than 13 substeps; faster ones lose energy. A spring between points pulls
 * alike in all directions: its frequency is that of the bodies' masses, where arms let them turn it is faster. A slider's does
 * not depend on its anchors; a wheel's is that of a wheel held by its middle.
 *
 * A joint keeps its constraints (a point, a line, an angle, a length, a ratio, a tooth, its limits) as firmly as the
 * solver can, or by a spring of base.hertz and base.damping_ratio. Motor joints and target joints are always springs.
 *
 * Every kind limits anchors, frequencies and damping ratios as the base does. Ratios are limited by
 * THUD_MAX_COEFFICIENT; points of the world, lengths, targets and angles by THUD_MAX_POSITION. Speeds, forces, and the
 * range of a limit may be any finite numbers.
 *
 * The solver solves hinges, welds, sliders, wheels and rods directly where the masses of the bodies that they link
 * differ by 20 times or more, as in a chain of light links with a load: the chain keeps its length at 1:10,000 too.
 * So it does where a body bears four or more bodies by welds or sliders, each of at least an eighth of its mass (a windmill), or
 * by wheels or rods, each of at least twice its mass.
 * That costs about 2 us for each joint and step, 5 where they touch something. Joints that close loops are left out; if
 * more than one of eight closes a loop, all are iterated as usual. Limits of hinges, sliders and suspensions that bear a
 * load are solved with them, and contacts that press, but not their friction; motors, and ropes, which are limits, are
 * iterated. A long chain of iterated joints is elastic: 16 links with a load of 10 links hang 0.6 % longer, swinging 6 %.
 * From 1:20 on it is firm. A motor that presses against a limit opens it a little, the more the stronger and faster it
 * is: a flipper of 1.2 m and 2 kg with 2,000 N m by 0.03 rad, with 200 N m by 0.003.
 *
 * Threads: as in world.h: calls that take a const thud_world may run at the same time, the others alone.
 */
#pragma once

#include "thud/body.h"

THUD_BEGIN_C

/* ---- parts of definitions ---- */

/** The fields of every joint between two bodies. */
typedef struct thud_joint_base {
    thud_body_id body_a, body_b; /**< two different ones; fixed */
    thud_vec2 anchor_a;          /**< frame of body a [m], up to THUD_MAX_COORDINATE */
    thud_vec2 anchor_b;          /**< frame of body b [m], likewise */
    bool collide_connected;      /**< whether shapes of a collide with shapes of b; false */
    float hertz;                 /**< stiffness of the constraint [Hz], 0 to THUD_MAX_HERTZ; 0: firm */
    float damping_ratio;         /**< of the same, 0 to THUD_MAX_COEFFICIENT; 0 */
    float break_force;           /**< breaks above this thud_joint_force [N], > 0; 0: never */
    float break_torque;          /**< breaks above this thud_joint_torque [N m], > 0; 0: never */
    const char *name;            /**< copied, see thud_body_def; NULL */
    void *user_data;
} thud_joint_base;

/** Keeps a coordinate within a range. */
typedef struct thud_joint_limit {
    bool enabled;
    float lower, upper; /**< lower <= upper [m or rad] */
} thud_joint_limit;

/** Drives a coordinate at a speed. */
typedef struct thud_joint_motor {
    bool enabled;
    float speed;     /**< [m/s or rad/s] */
    float max_force; /**< >= 0 [N, or N m about an axis] */
} thud_joint_motor;

/** Pulls a coordinate to a target. */
typedef struct thud_joint_spring {
    bool enabled;
    float hertz;         /**< > 0 when enabled [Hz] */
    float damping_ratio; /**< >= 0 */
    float target;        /**< [m or rad] */
} thud_joint_spring;

/** The base of a joint whose anchors meet at a point of the world; both anchors zero for a stale id. The angle of the bodies is
 * not in it: where b is turned against a, set reference_angle, too, or a bond, slider or motor turns them to the same angle. */
THUD_API thud_joint_base thud_joint_base_at(const thud_world *world, thud_body_id body_a, thud_body_id body_b,
                                            thud_vec2 point);

/* ---- target: a soft spring that pulls a point of a body to a point of the world, as the mouse does ---- */

/** How to make a target joint. */
typedef struct thud_target_joint_def {
    thud_body_id body;      /**< dynamic when the joint is made; fixed */
    thud_vec2 local_anchor; /**< frame of the body [m] */
    thud_vec2 target;       /**< world [m] */
    float hertz;            /**< stiffness [Hz], > 0; 5 */
    float damping_ratio;    /**< >= 0; 0.7 */
    float max_force;        /**< [N], > 0; 0: the body's mass times 1,000 m/s^2, scaled by length_unit */
    float break_force;      /**< breaks above this force [N], > 0; 0: never */
    const char *name;       /**< copied, see thud_body_def; NULL */
    void *user_data;
} thud_target_joint_def;

/** Hertz 5, damping ratio 0.7, force limited to the body's mass times 1,000 m/s^2. */
THUD_API thud_target_joint_def thud_target_joint_defaults(void);

/** Makes a target joint; the null id when refused. Wakes the body. */
THUD_API thud_joint_id thud_target_joint_create(thud_world *world, const thud_target_joint_def *def);

/** Moves the target; wakes the body, unless the target is there. */
THUD_API bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_target_joint_def thud_target_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the body; wakes it if anything differs. */
THUD_API bool thud_target_joint_configure(thud_world *world, thud_joint_id joint,
                                          const thud_target_joint_def *def);

/* ---- revolute: a hinge ---- */

/** How to make a hinge: the anchors stay together, the bodies turn about them. */
typedef struct thud_revolute_joint_def {
    thud_joint_base base;
    float reference_angle;    /**< angle of b minus angle of a where the joint's angle is 0 [rad] */
    thud_joint_limit limit;   /**< of the angle, beyond +-pi too [rad] */
    thud_joint_motor motor;   /**< [rad/s], [N m] */
    thud_joint_spring spring; /**< of the angle [rad] */
} thud_revolute_joint_def;

/** Free: no limit, motor or spring. */
THUD_API thud_revolute_joint_def thud_revolute_joint_defaults(void);

/** Makes a hinge; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_revolute_joint_create(thud_world *world, const thud_revolute_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_revolute_joint_def thud_revolute_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_revolute_joint_configure(thud_world *world, thud_joint_id joint,
                                            const thud_revolute_joint_def *def);

/* ---- distance: a rod, a rope or a spring between two points ---- */

/** How to make a rod (neither limit, motor nor spring), a rope (limit), or a spring, with or without limits. */
typedef struct thud_distance_joint_def {
    thud_joint_base base;
    float length;             /**< of a rod [m], > 0; ropes, motors and springs do not read it; 1 */
    thud_joint_limit limit;   /**< of the distance, lower >= 0 [m] */
    thud_joint_motor motor;   /**< lengthens at a speed [m/s], [N] */
    thud_joint_spring spring; /**< its target is the length at rest [m]; 0: pulls the anchors together */
} thud_distance_joint_def;

/** A rod of 1 m. */
THUD_API thud_distance_joint_def thud_distance_joint_defaults(void);

/** Makes a rod, rope or spring; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_distance_joint_create(thud_world *world, const thud_distance_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_distance_joint_def thud_distance_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_distance_joint_configure(thud_world *world, thud_joint_id joint,
                                            const thud_distance_joint_def *def);

/* ---- weld: a firm or soft bond ---- */

/** How to make a bond: the anchors stay together and the angle constant, firmly or by springs (without targets). */
typedef struct thud_weld_joint_def {
    thud_joint_base base;
    float reference_angle;            /**< angle of b minus angle of a at rest [rad] */
    thud_joint_spring linear_spring;  /**< disabled: firm */
    thud_joint_spring angular_spring; /**< disabled: firm */
} thud_weld_joint_def;

/** Firm. */
THUD_API thud_weld_joint_def thud_weld_joint_defaults(void);

/** Makes a bond; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_weld_joint_create(thud_world *world, const thud_weld_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_weld_joint_def thud_weld_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_weld_joint_configure(thud_world *world, thud_joint_id joint,
                                        const thud_weld_joint_def *def);

/* ---- prismatic: a slider ---- */

/** How to make a slider: anchor b stays on a line through anchor a, and the angle stays constant. */
typedef struct thud_prismatic_joint_def {
    thud_joint_base base;
    thud_vec2 axis;           /**< frame of body a; of any length but 0; (1, 0) */
    float reference_angle;    /**< angle of b minus angle of a [rad] */
    thud_joint_limit limit;   /**< of the translation [m] */
    thud_joint_motor motor;   /**< [m/s], [N] */
    thud_joint_spring spring; /**< of the translation [m] */
} thud_prismatic_joint_def;

/** Free along body a's x axis. */
THUD_API thud_prismatic_joint_def thud_prismatic_joint_defaults(void);

/** Makes a slider; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_prismatic_joint_create(thud_world *world, const thud_prismatic_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_prismatic_joint_def thud_prismatic_joint_definition(const thud_world *world,
                                                                  thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_prismatic_joint_configure(thud_world *world, thud_joint_id joint,
                                             const thud_prismatic_joint_def *def);

/* ---- wheel: a wheel b on a sprung axis of a chassis a ---- */

/** How to make a wheel. It drives to the right at a negative speed of the motor. The suspension's coordinate is where the
 * wheel is along the axis: with (0, 1) it is positive while the spring is pressed in. */
typedef struct thud_wheel_joint_def {
    thud_joint_base base;
    thud_vec2 axis;           /**< of the suspension, frame of body a; (0, 1) */
    thud_joint_limit limit;   /**< of the suspension [m] */
    thud_joint_motor motor;   /**< of the wheel [rad/s], [N m] */
    thud_joint_spring spring; /**< of the suspension [m]; 2 Hz, damping ratio 0.7 */
} thud_wheel_joint_def;

/** Suspended along body a's y axis at 2 Hz with a damping ratio of 0.7; no limit, no motor. */
THUD_API thud_wheel_joint_def thud_wheel_joint_defaults(void);

/** Makes a wheel; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_wheel_joint_create(thud_world *world, const thud_wheel_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_wheel_joint_def thud_wheel_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_wheel_joint_configure(thud_world *world, thud_joint_id joint,
                                         const thud_wheel_joint_def *def);

/* ---- motor: drives body b to a pose relative to body a ---- */

/** How to make a drive: it pulls anchor b to anchor a and the angle to reference_angle. */
typedef struct thud_motor_joint_def {
    thud_joint_base base;
    float reference_angle; /**< target of angle of b minus angle of a [rad] */
    float hertz;           /**< how fast [Hz], > 0; 2 */
    float damping_ratio;   /**< >= 0; 1 */
    float max_force;       /**< >= 0 [N]; 100 */
    float max_torque;      /**< >= 0 [N m]; 100 */
} thud_motor_joint_def;

/** 2 Hz, critically damped, at most 100 N and 100 N m. */
THUD_API thud_motor_joint_def thud_motor_joint_defaults(void);

/** Makes a drive; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_motor_joint_create(thud_world *world, const thud_motor_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_motor_joint_def thud_motor_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_motor_joint_configure(thud_world *world, thud_joint_id joint,
                                         const thud_motor_joint_def *def);

/* ---- gear: coordinate of joint_a + ratio times coordinate of joint_b stays constant ---- */

/**
 * How to make a gear. Each joint is a hinge or a slider whose body a is static. The gear ties their bodies b and is
 * destroyed with either joint.
 *
 * The gear acts on the two bodies b alone, without a reaction on their frames, the bodies a. A static frame needs
 * none. On a frame that moves (say, a static body that is made dynamic later) the reaction is missing, so use
 * gears for machines that stand on the ground. The base's bodies and anchors are not read: they become those of
 * the two bodies b. Its collide_connected is read.
 */
typedef struct thud_gear_joint_def {
    thud_joint_base base;
    thud_joint_id joint_a, joint_b; /**< two different ones; fixed */
    float ratio;                    /**< not 0 [1, m or 1/m]; 1 */
} thud_gear_joint_def;

/** Ratio 1. */
THUD_API thud_gear_joint_def thud_gear_joint_defaults(void);

/** Makes a gear; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_gear_joint_create(thud_world *world, const thud_gear_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_gear_joint_def thud_gear_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the joints; a new ratio holds from here on. Wakes the bodies if anything differs. */
THUD_API bool thud_gear_joint_configure(thud_world *world, thud_joint_id joint,
                                        const thud_gear_joint_def *def);

/* ---- pulley: a rope from anchor a over two wheels, points of the world, to anchor b ---- */

/** How to make a pulley, which only pulls: distance(a) + ratio * distance(b), from anchors to wheels, is at
 * most length. */
typedef struct thud_pulley_joint_def {
    thud_joint_base base;
    thud_vec2 wheel_a, wheel_b; /**< world [m] */
    float length;               /**< of the rope [m], > 0 */
    float ratio;                /**< > 0; 1 */
} thud_pulley_joint_def;

/** Ratio 1; the length must be set. */
THUD_API thud_pulley_joint_def thud_pulley_joint_defaults(void);

/** Makes a pulley; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_pulley_joint_create(thud_world *world, const thud_pulley_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_pulley_joint_def thud_pulley_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_pulley_joint_configure(thud_world *world, thud_joint_id joint,
                                          const thud_pulley_joint_def *def);

/* ---- ratchet: b turns one way on a ---- */

/** How to make a ratchet. It constrains the rotation only; add a hinge to hold the anchors together. */
typedef struct thud_ratchet_joint_def {
    thud_joint_base base;
    float tooth; /**< angle from tooth to tooth [rad]; positive: b turns counter-clockwise only; not 0; pi/8 */
    float phase; /**< angle of b minus angle of a at some tooth [rad] */
} thud_ratchet_joint_def;

/** Sixteen teeth, counter-clockwise. */
THUD_API thud_ratchet_joint_def thud_ratchet_joint_defaults(void);

/** Makes a ratchet; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_ratchet_joint_create(thud_world *world, const thud_ratchet_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_ratchet_joint_def thud_ratchet_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies; wakes them if anything differs. */
THUD_API bool thud_ratchet_joint_configure(thud_world *world, thud_joint_id joint,
                                           const thud_ratchet_joint_def *def);

/* ---- filter: two bodies do not collide ---- */

/** How to keep two bodies from colliding. The joint has no other effect. Its base's collide_connected must be false.
 * Anchors, stiffness and break thresholds are not used, since the joint bears no force. */
typedef struct thud_filter_joint_def {
    thud_joint_base base;
} thud_filter_joint_def;

/** No bodies yet. */
THUD_API thud_filter_joint_def thud_filter_joint_defaults(void);

/** Keeps two bodies from colliding; the null id when refused. Wakes the bodies. */
THUD_API thud_joint_id thud_filter_joint_create(thud_world *world, const thud_filter_joint_def *def);

/** The definition with its current values; the defaults for another kind or a stale id. */
THUD_API thud_filter_joint_def thud_filter_joint_definition(const thud_world *world, thud_joint_id joint);

/** Changes everything but the bodies, such as name and user data; wakes them if anything differs. */
THUD_API bool thud_filter_joint_configure(thud_world *world, thud_joint_id joint,
                                          const thud_filter_joint_def *def);

/* ---- all kinds ---- */

/** Whether the id names a joint. */
THUD_API bool thud_joint_is_valid(const thud_world *world, thud_joint_id joint);

/** The kind; THUD_JOINT_KIND_COUNT for a stale id. */
THUD_API thud_joint_kind thud_joint_kind_of(const thud_world *world, thud_joint_id joint);

/** Destroys a joint and the gears on it. Its bodies wake, and collide again if nothing else prevents it. */
THUD_API bool thud_joint_destroy(thud_world *world, thud_joint_id joint);

/** The base of a joint: its common fields. A target joint has only body b, its anchor, name, user data and break force. */
THUD_API thud_joint_base thud_joint_common(const thud_world *world, thud_joint_id joint);

/** Force on body b at its anchor in the last substep of the last step [N], at most the largest float. Weight,
 * forces, motors and contacts act in all substeps, so they are in it, blows of other bodies too. Not in it is
 * what an impulse, an explosion or a new velocity exerts, that of a kinematic body (a crane that speeds up)
 * included: the first substep takes it up. So these break no joint. While its bodies sleep it is that of the
 * last step that moved them. Zero while one of the bodies is disabled, or none is dynamic. */
THUD_API thud_vec2 thud_joint_force(const thud_world *world, thud_joint_id joint);

/** Torque of motor, spring, limits and bond on body b [N m], without that of the force at the anchor; as
 * thud_joint_force. For a gear it is taken about the centre of mass. */
THUD_API float thud_joint_torque(const thud_world *world, thud_joint_id joint);

/** Angle of b relative to a minus the reference angle, full turns counted [rad]; 0 for a gear. */
THUD_API float thud_joint_angle(const thud_world *world, thud_joint_id joint);

/** Translation of a slider or suspension [m]; a pulley's length of rope in use; 0 for a gear; else the distance of the anchors. */
THUD_API float thud_joint_translation(const thud_world *world, thud_joint_id joint);

/** The anchors in the world [m]; a pulley's are those on its bodies, a target joint's first one is its target. Refuses null
 * pointers. */
THUD_API bool thud_joint_anchors(const thud_world *world, thud_joint_id joint, thud_vec2 *anchor_a,
                                 thud_vec2 *anchor_b);

/** The speed of a joint's motor [m/s or rad/s]: of hinges, sliders, wheels, distance joints; else THUD_WRONG_KIND. */
THUD_API float thud_joint_motor_speed(const thud_world *world, thud_joint_id joint);

/** Sets the speed of a joint's motor, enabled or not; wakes its bodies, unless that is its speed. */
THUD_API bool thud_joint_set_motor_speed(thud_world *world, thud_joint_id joint, float speed);

/** The target of a joint's spring [m or rad]: of hinges, sliders, wheels, distance joints; else THUD_WRONG_KIND. */
THUD_API float thud_joint_spring_target(const thud_world *world, thud_joint_id joint);

/** Sets the target of a joint's spring, enabled or not; wakes its bodies, unless that is its target. */
THUD_API bool thud_joint_set_spring_target(thud_world *world, thud_joint_id joint, float target);

/** Iterates over joints in slot order: the first for the null id, then the next; null at the end. */
THUD_API thud_joint_id thud_world_next_joint(const thud_world *world, thud_joint_id joint);

/** Iterates over the joints of a body: the first for the null id, then the next; null at the end. */
THUD_API thud_joint_id thud_body_next_joint(const thud_world *world, thud_body_id body, thud_joint_id joint);

/* ---- events ---- */

/** A joint that broke in the last step: its force or torque exceeded break_force or break_torque. It is destroyed. */
typedef struct thud_joint_break {
    thud_joint_id joint; /**< stale */
    thud_joint_kind kind;
    thud_body_id body_a, body_b;
    thud_vec2 force; /**< [N] */
    float torque;    /**< [N m] */
    void *user_data; /**< of the joint */
} thud_joint_break;

/** Joint events of the last step. */
typedef struct thud_joint_events {
    const thud_joint_break *breaks;
    int break_count;
} thud_joint_events;

/** Joint events of the last step, in slot order. The array is the world's and lives until its next step. */
THUD_API thud_joint_events thud_world_joint_events(const thud_world *world);

THUD_END_C
