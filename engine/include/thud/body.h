/**
 * body.h: bodies and the shapes on them.
 *
 *     thud_body_def def = thud_body_defaults();
 *     def.type = THUD_BODY_DYNAMIC;
 *     def.position = (thud_vec2){0, 5};
 *     thud_body_id ball = thud_body_create(world, &def);
 *     thud_shape_def shape = thud_shape_defaults();
 *     shape.material.elasticity = 0.6f;
 *     thud_body_add_circle(world, ball, &shape, (thud_vec2){0, 0}, 0.5f);
 *
 * Getters of a null or stale id return zeros, a pose the identity, a definition its defaults, and record THUD_STALE_ID as
 * the refusal. Setters return whether they were accepted.
 *
 * One-way shapes: a shape with thud_shape_def.one_way collides on one side only, as a platform
 * to jump through from below:
 *
 *     thud_body_def still = thud_body_defaults();
 *     thud_body_id ledge = thud_body_create(world, &still);
 *     shape.one_way = (thud_vec2){0, 1};
 *     thud_body_add_box(world, ledge, &shape, (thud_vec2){2, 0.1f});
 *
 * It holds a shape that is in front of it before the two touch, at any speed. In front is beyond a face that faces
 * the direction; an overlap within the slop still counts as in front. Shapes that come from behind or from the
 * sides pass, and keep passing until the two shapes are apart. Faces at more than 60 degrees to the direction are
 * sides. The direction turns with the body. Motion is relative to the one-way shape: a rising platform catches
 * shapes above it and passes shapes below it.
 *
 * A contact that lets shapes pass has thud_contact_data.rejected set: it pushes nothing, wakes
 * nothing, makes no events and stops no sweep. Two one-way shapes collide only if each of them holds
 * the other. one_way has no effect on sensors.
 *
 * Threads: as in world.h: calls that take a const thud_world may run at the same time, the others alone.
 */
#pragma once

#include "thud/shape.h"
#include "thud/world.h"

THUD_BEGIN_C

/** Maximum bytes of a name, without its terminating zero. A longer name is cut between two characters. */
#define THUD_NAME_LENGTH 31

/** How a body moves. */
typedef enum thud_body_type {
    THUD_BODY_STATIC = 0, /**< never moves */
    THUD_BODY_KINEMATIC, /**< moves by its velocity only; nothing pushes it. For its contacts see event.h */
    THUD_BODY_DYNAMIC    /**< moves by forces and contacts */
} thud_body_type;

/** How to make a body. Start from thud_body_defaults: a definition of all zeros makes a static body, but a dynamic one
 * would have gravity_scale 0, be asleep and never fall asleep again. */
typedef struct thud_body_def {
    thud_body_type type;
    thud_vec2 position;     /**< of the body's origin [m], up to THUD_MAX_POSITION */
    float angle;            /**< [rad], any finite number */
    thud_vec2 velocity;     /**< of the centre of mass [m/s], up to THUD_MAX_SPEED on each axis */
    float angular_velocity; /**< [rad/s], up to THUD_MAX_SPIN */
    float linear_damping;   /**< [1/s], >= 0 */
    float angular_damping;  /**< [1/s], >= 0 */
    float gravity_scale;    /**< up to THUD_MAX_COEFFICIENT; 1 */
    float sleep_speed;      /**< sleep threshold of the body [m/s]; negative: the world's; -1 */
    bool lock_x;            /**< never moves along the world's x axis */
    bool lock_y;            /**< never moves along the world's y axis */
    bool lock_rotation;     /**< never turns */
    /** Continuous collision with dynamic bodies too; with other bullets only if thud_world_def.bullets_hit_bullets is
     * set. A fast bullet costs about a microsecond a step, more in a crowd; bodies far from it cost no more. false */
    bool bullet;
    bool may_sleep;         /**< true */
    /** True. A body made asleep has contacts from the next step on: until then the removal of its support does not wake it. It
     * sleeps whatever may_sleep and the world say; one with a velocity is made awake. */
    bool awake;
    bool disabled;          /**< out of the simulation and of queries, but with its shapes */
    const char *name; /**< for tools; UTF-8, copied up to THUD_NAME_LENGTH bytes of whole characters; NULL or "": none.
                         thud_body_definition returns the world's copy: the pointer is a valid string until the world is
                         destroyed, but its text may change once the body is destroyed or renamed */
    void *user_data;
} thud_body_def;

/** How to attach a shape. Start from thud_shape_defaults: a definition of all zeros makes a shape that collides with
 * nothing, as its filter has no bits, and has no mass. */
typedef struct thud_shape_def {
    float density;          /**< [kg/m^2], >= 0; 1. THUD_OUT_OF_RANGE if the mass or inertia of shape or body exceeds
                               THUD_MAX_MASS or THUD_MAX_INERTIA */
    thud_material material; /**< friction 0.6, elasticity 0 */
    thud_filter filter;     /**< category 1, mask all, group 0 */
    uint64_t material_id;   /**< your value; hit events contain it */
    bool contact_events;    /**< begin and end events; true */
    bool hit_events;        /**< hit events; false */
    bool sensor;            /**< detects shapes inside it instead of colliding with them, see event.h; false */
    bool sensor_sees_static; /**< for a sensor: detects shapes on static bodies too; false */
    bool sensor_events;      /**< whether sensors detect it; for a sensor: whether it makes events; true */
    bool pre_solve;         /**< the world's pre_solve is called for its contacts; false */
    /** On a kinematic body: begin and end events with static and other kinematic shapes too, see event.h; false */
    bool kinematic_events;
    /** The side that holds: a direction of any length in the body's frame. {0, 1} holds shapes above it;
     * {0, 0} is solid on all sides; see above. */
    thud_vec2 one_way;
    const char *name;       /**< copied, see thud_body_def; NULL */
    void *user_data;
} thud_shape_def;

/** Static, at the origin, awake and enabled. */
THUD_API thud_body_def thud_body_defaults(void);

/** Density 1, friction 0.6, no elasticity, collides with everything. */
THUD_API thud_shape_def thud_shape_defaults(void);

/** Makes a body without shapes; the null id when refused. */
THUD_API thud_body_id thud_body_create(thud_world *world, const thud_body_def *def);

/** Destroys a body, its shapes, contacts and joints. Bodies that rested on it wake. */
THUD_API bool thud_body_destroy(thud_world *world, thud_body_id body);

/** Whether the id names a body. */
THUD_API bool thud_body_is_valid(const thud_world *world, thud_body_id body);

/** The definition with its current values, pose and velocity included. */
THUD_API thud_body_def thud_body_definition(const thud_world *world, thud_body_id body);

/** Changes type, damping, gravity scale, locks, bullet, sleep settings, disabled, name and user data to those
 * of a definition. Does not change pose and velocity: use teleport and set_velocity. Wakes the body, or what
 * touches a static or kinematic one, also if nothing differs. Another type, or `disabled`, ends all touches of the body: what
 * still touches it begins to touch anew in the next step, with events. */
THUD_API bool thud_body_configure(thud_world *world, thud_body_id body, const thud_body_def *def);

/** The user data of a body; cheaper than its definition. */
THUD_API void *thud_body_user_data(const thud_world *world, thud_body_id body);

/** Pose of the body's origin. */
THUD_API thud_pose thud_body_pose(const thud_world *world, thud_body_id body);

/** Position of the body's origin [m]. */
THUD_API thud_vec2 thud_body_position(const thud_world *world, thud_body_id body);

/** Angle [rad], -pi to pi. */
THUD_API float thud_body_angle(const thud_world *world, thud_body_id body);

/** Pose at the start of the last step; the current pose right after creation and teleport. */
THUD_API thud_pose thud_body_previous_pose(const thud_world *world, thud_body_id body);

/** Centre of mass, world [m], about which the body turns; of static and kinematic bodies the origin, unless thud_body_set_mass
 * gave them another one. */
THUD_API thud_vec2 thud_body_center(const thud_world *world, thud_body_id body);

/** Velocity of the centre of mass [m/s]. */
THUD_API thud_vec2 thud_body_velocity(const thud_world *world, thud_body_id body);

/** Angular velocity [rad/s]. */
THUD_API float thud_body_angular_velocity(const thud_world *world, thud_body_id body);

/** Velocity [m/s] of the point of the body that is now at `point` in the world [m], up to THUD_MAX_POSITION. */
THUD_API thud_vec2 thud_body_velocity_at(const thud_world *world, thud_body_id body, thud_vec2 point);

/** Sets velocity [m/s] and angular velocity [rad/s]; wakes the body, and what touches a kinematic one, unless that is at
 * rest and stays so. What a dynamic body has locked stays 0. Refused for static bodies, and beyond THUD_MAX_SPEED on an axis
 * or THUD_MAX_SPIN. */
THUD_API bool thud_body_set_velocity(thud_world *world, thud_body_id body, thud_vec2 velocity,
                                     float angular_velocity);

/** Sets velocity [m/s] and keeps the spin; otherwise like thud_body_set_velocity. */
THUD_API bool thud_body_set_linear_velocity(thud_world *world, thud_body_id body, thud_vec2 velocity);
/** Sets the spin [rad/s] and keeps the velocity; otherwise like thud_body_set_velocity. */
THUD_API bool thud_body_set_angular_velocity(thud_world *world, thud_body_id body, float angular_velocity);

/** Transforms a point of the body's frame to the world [m], up to THUD_MAX_POSITION. */
THUD_API thud_vec2 thud_body_world_point(const thud_world *world, thud_body_id body, thud_vec2 local_point);
/** Transforms a point of the world to the body's frame [m], up to THUD_MAX_POSITION. */
THUD_API thud_vec2 thud_body_local_point(const thud_world *world, thud_body_id body, thud_vec2 point);

/** Rotates a direction or arm from the body's frame to the world, without translation. */
THUD_API thud_vec2 thud_body_world_vector(const thud_world *world, thud_body_id body, thud_vec2 local_vector);
/** Rotates a direction or arm from the world to the body's frame, without translation. */
THUD_API thud_vec2 thud_body_local_vector(const thud_world *world, thud_body_id body, thud_vec2 vector);

/** Sets the position and angle of a body at once: it hits nothing in between, and touching bodies wake, unless that is its pose to the
 * bit. Velocity and spin stay. A one-way platform keeps what rests on it; a body that is put into one passes.
 * The previous pose becomes the new one too, so that interpolation (thud_stepper_pose) draws the body at the
 * new pose at once. For a short smooth motion set its velocity instead, or the target of a kinematic body.
 * Refuses positions beyond THUD_MAX_POSITION. */
THUD_API bool thud_body_teleport(thud_world *world, thud_body_id body, thud_vec2 position, float angle);

/** Gives a kinematic body the velocity that moves its origin to a pose in `dt` [s], the shorter way round; contacts with the
 * bodies that it carries and pushes use that velocity. The body keeps the velocity beyond the target: call this before each step. To
 * stop the body, call it with the current pose or set the velocity to zero: what it carries may then sleep. Refuses a `dt`
 * so short that the velocity would exceed THUD_MAX_SPEED or THUD_MAX_SPIN. */
THUD_API bool thud_body_set_target(thud_world *world, thud_body_id body, thud_vec2 position, float angle,
                                   float dt);

/** Applies a force [N] at a world point for the next step; wakes the body. Only for dynamic bodies that are not disabled
 * (THUD_WRONG_KIND "body"), as all forces and impulses. Accepts any finite force; if the forces on a body add up to an acceleration beyond the range of floats, the next step disables the body
 * (thud_step_result). Forces and torques count with the mass at the call: change the mass before. */
THUD_API bool thud_body_apply_force(thud_world *world, thud_body_id body, thud_vec2 force, thud_vec2 point);

/** Applies a force [N] at the centre of mass for the next step; wakes the body. */
THUD_API bool thud_body_apply_force_to_center(thud_world *world, thud_body_id body, thud_vec2 force);

/** Applies a torque [N m] for the next step; wakes the body. */
THUD_API bool thud_body_apply_torque(thud_world *world, thud_body_id body, float torque);

/** Applies an impulse [N s] at a world point at once; wakes the body. Refused (THUD_OUT_OF_RANGE "impulse") if the
 * velocity would exceed THUD_MAX_SPEED on an axis or THUD_MAX_SPIN. */
THUD_API bool thud_body_apply_impulse(thud_world *world, thud_body_id body, thud_vec2 impulse,
                                      thud_vec2 point);

/** Applies an impulse [N s] at the centre of mass at once; wakes the body. Refused like thud_body_apply_impulse. */
THUD_API bool thud_body_apply_impulse_to_center(thud_world *world, thud_body_id body, thud_vec2 impulse);

/** Applies an angular impulse [N m s] at once; wakes the body. Refused like thud_body_apply_impulse. */
THUD_API bool thud_body_apply_angular_impulse(thud_world *world, thud_body_id body, float impulse);

/** Mass, centre of mass (body frame) and inertia about it. Where another mass moves the centre, the origin stays and every
 * point of the body keeps its velocity. */
THUD_API thud_mass thud_body_mass(const thud_world *world, thud_body_id body);

/** Overrides the mass of the shapes: mass > 0, inertia >= 0 about `center`. Changes of shapes do not affect it until
 * thud_body_reset_mass. Refuses values beyond THUD_MIN_MASS, THUD_MAX_MASS, THUD_MIN_INERTIA, THUD_MAX_INERTIA and
 * THUD_MAX_COORDINATE (THUD_OUT_OF_RANGE). */
THUD_API bool thud_body_set_mass(thud_world *world, thud_body_id body, const thud_mass *mass);

/** Restores the mass of the shapes; THUD_OUT_OF_RANGE "mass" if it exceeds THUD_MAX_MASS or THUD_MAX_INERTIA. */
THUD_API bool thud_body_reset_mass(thud_world *world, thud_body_id body);

/** Whether the body is awake; static and disabled ones never are, kinematic ones while they move. */
THUD_API bool thud_body_is_awake(const thud_world *world, thud_body_id body);

/** Wakes a dynamic body and its island. For a static or kinematic body wakes the islands of the
 * bodies that it has contacts or joints with. */
THUD_API bool thud_body_wake(thud_world *world, thud_body_id body);

/** Puts a body to sleep together with the bodies that it touches or has joints with (its island), whatever may_sleep and the world
 * say; their velocities become zero. Refuses bodies that are not dynamic, or disabled (THUD_WRONG_KIND "body"). */
THUD_API bool thud_body_sleep(thud_world *world, thud_body_id body);

/** Attaches a shape given in the body's frame; the null id when refused. Updates the body's mass. */
THUD_API thud_shape_id thud_body_add_shape(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                           const thud_shape *shape);

/** Attaches a circle. */
THUD_API thud_shape_id thud_body_add_circle(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                            thud_vec2 center, float radius);

/** Attaches a capsule. */
THUD_API thud_shape_id thud_body_add_capsule(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                             thud_vec2 p1, thud_vec2 p2, float radius);

/** Attaches a segment: two-sided, without mass. */
THUD_API thud_shape_id thud_body_add_segment(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                             thud_vec2 p1, thud_vec2 p2);

/** Attaches a box about the body's origin. */
THUD_API thud_shape_id thud_body_add_box(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                         thud_vec2 half_extents);

/** Attaches the convex hull of points. */
THUD_API thud_shape_id thud_body_add_hull(thud_world *world, thud_body_id body, const thud_shape_def *def,
                                          const thud_vec2 *points, int count);

/** Removes a shape from its body: its contacts end, bodies that rested on it wake, the body's mass changes. Cost: for a shape
 * with contacts O(contacts of the body). */
THUD_API bool thud_body_remove_shape(thud_world *world, thud_shape_id shape);

/** Whether the id names a shape. */
THUD_API bool thud_shape_is_valid(const thud_world *world, thud_shape_id shape);

/** The user data of a shape; cheaper than its definition. */
THUD_API void *thud_shape_user_data(const thud_world *world, thud_shape_id shape);

/** The body a shape is on. */
THUD_API thud_body_id thud_shape_body(const thud_world *world, thud_shape_id shape);

/** Material of a shape; cheaper than its definition. */
THUD_API thud_material thud_shape_material(const thud_world *world, thud_shape_id shape);
/** Filter of a shape; cheaper than its definition. */
THUD_API thud_filter thud_shape_filter(const thud_world *world, thud_shape_id shape);
/** Whether a shape is a sensor; cheaper than its definition. */
THUD_API bool thud_shape_is_sensor(const thud_world *world, thud_shape_id shape);

/** The side on which a one-way shape holds: a unit vector of the world; {0, 0} for a solid shape and when refused. */
THUD_API thud_vec2 thud_shape_one_way(const thud_world *world, thud_shape_id shape);

/** Changes only the side that holds, as thud_shape_configure does: a direction of any length in the body's frame, {0, 0}
 * for solid. Touching bodies wake, and each contact is decided anew: a shape that rests on the side that holds now stays; any
 * other that overlaps this one passes, unless the shape is solid now. Refuses values that are not finite ("one_way"). */
THUD_API bool thud_shape_set_one_way(thud_world *world, thud_shape_id shape, thud_vec2 direction);

/** Lets a dynamic body fall through the one-way shapes that it touches now, and shapes that continue their
 * surface, until it is clear of them: for the input "down and jump". After that they hold it again, as does the
 * next platform below. Other bodies stay on them. The body wakes. Returns whether a one-way shape held it; on
 * solid ground or in the air nothing happens and nothing is refused. Refuses bodies that are not dynamic
 * (THUD_WRONG_KIND "body"); a kinematic body falls through shapes that the filter of its queries ignores. */
THUD_API bool thud_body_drop_through(thud_world *world, thud_body_id body);

/** Changes only the material, as thud_shape_configure does. */
THUD_API bool thud_shape_set_material(thud_world *world, thud_shape_id shape, const thud_material *material);
/** Changes only the filter, as thud_shape_configure does. */
THUD_API bool thud_shape_set_filter(thud_world *world, thud_shape_id shape, thud_filter filter);

/** The definition with its current values. */
THUD_API thud_shape_def thud_shape_definition(const thud_world *world, thud_shape_id shape);

/** Changes density, material and its id, filter, sensor, event and pre_solve flags, one_way, name and user data.
 * Contacts are filtered anew and use the new material from the next step on; those that the filters accept go on, without events.
 * Touching bodies wake, unless name and user data alone change in a world without mix_materials. A segment of a chain cannot
 * become a sensor (THUD_WRONG_KIND "sensor"). Cost: about 0.1 us. For a shape with contacts
 * on a static or kinematic body O(contacts of the body), for another density on a dynamic body O(shapes, contacts and joints of the
 * body). */
THUD_API bool thud_shape_configure(thud_world *world, thud_shape_id shape, const thud_shape_def *def);

/** The shape in its body's frame; kind THUD_SHAPE_NONE for a stale id. */
THUD_API thud_shape thud_shape_geometry(const thud_world *world, thud_shape_id shape);

/** Replaces the geometry of a shape, which keeps its id; touching bodies wake. What still touches makes no events; with a shape of the
 * same kind its contact goes on with its impulses, else it is found anew. */
THUD_API bool thud_shape_set_geometry(thud_world *world, thud_shape_id shape, const thud_shape *geometry);

/** Iterates over the shapes of a body: the first one for the null id, else the next after `shape`; null at the end. Refuses a shape
 * of another body (THUD_WRONG_KIND "shape"). */
THUD_API thud_shape_id thud_body_next_shape(const thud_world *world, thud_body_id body, thud_shape_id shape);

THUD_END_C
