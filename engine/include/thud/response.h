/**
 * response.h: collision response: plain functions of bodies and contacts, and the contact solver of the world.
 *
 * One contact after Hecker, without a world:
 *
 *     thud_rigid ball = {{0, -3}, 0, 1.0f, 0.0f};                     // 3 m/s down, 1 kg, does not turn
 *     thud_rigid floor = {{0, 0}, 0, 0.0f, 0.0f};                     // does not move
 *     thud_contact_point contact = {{0, 1}, {0, 0}, {0, 0}};          // normal from a (floor) to b (ball)
 *     thud_material rubber = {0.6f, 0.5f, 0, 0};
 *     thud_impulse impulse;
 *     thud_collision_impulse(&floor, &ball, &contact, &rubber, &impulse);   // impulse.normal 4.5 N s
 *     thud_apply_impulse(&floor, &ball, &contact, impulse);                 // ball now 1.5 m/s up
 *
 * Where a pointer is null, functions that return a status refuse it (THUD_NULL_ARGUMENT); the others write nothing and return
 * zeros.
 *
 * Threads: functions without state, on any thread at any time, as long as no two write the same bodies.
 */
#pragma once

#include "thud/base.h"
#include "thud/math.h"

THUD_BEGIN_C

/** How a surface behaves; see THUD_MAX_COEFFICIENT and THUD_MAX_SPEED. Mixed for two surfaces by thud_material_mix. */
typedef struct thud_material {
    float friction;           /**< Coulomb coefficient, >= 0 */
    float elasticity;         /**< coefficient of restitution, 0 to 1; a bumper that adds speed applies an
                                 impulse along the normal of its begin event (event.h) */
    float rolling_resistance; /**< lever arm at which the normal impulse resists rolling [m], >= 0; 0. Without it a ball under
                                 load may rock to and fro for ever and keep its heap awake; 0.001 is enough for balls of 1 m */
    float surface_speed;      /**< conveyor [m/s]; positive: to the right on top, clockwise around a shape */
} thud_material;

/** The velocities and inverse masses of a rigid body. Zero inverse mass and inertia: the body has infinite mass. */
typedef struct thud_rigid {
    thud_vec2 velocity;     /**< of the centre of mass [m/s] */
    float angular_velocity; /**< [rad/s] */
    float inverse_mass;     /**< [1/kg], >= 0 */
    float inverse_inertia;  /**< [1/(kg m^2)], >= 0 */
} thud_rigid;

/** A contact point of two bodies. */
typedef struct thud_contact_point {
    thud_vec2 normal; /**< unit, from a to b */
    thud_vec2 arm_a;  /**< from a's centre of mass to the contact point, world axes [m] */
    thud_vec2 arm_b;  /**< from b's centre of mass to the contact point, world axes [m] */
} thud_contact_point;

/** An impulse on b along the normal and along its left-hand perpendicular; a gets the opposite [N s]. */
typedef struct thud_impulse {
    float normal;
    float tangent;
} thud_impulse;

/** The combined material of two surfaces: friction sqrt(f_a f_b), the larger elasticity and rolling
 * resistance, the sum of the surface speeds. */
THUD_API thud_material thud_material_mix(const thud_material *a, const thud_material *b);

/** Velocity of b's contact point relative to a's [m/s]. */
THUD_API thud_vec2 thud_relative_velocity(const thud_rigid *a, const thud_rigid *b,
                                          const thud_contact_point *contact);

/** Effective mass of an impulse at the contact along `direction` (unit) [kg]; 0 when both bodies have infinite mass. */
THUD_API float thud_effective_mass(const thud_rigid *a, const thud_rigid *b,
                                   const thud_contact_point *contact, thud_vec2 direction);

/**
 * Hecker's one-contact impulse with friction bounded by Coulomb's law:
 *
 *     j = -(1 + e) v_n / (1/m_a + 1/m_b + (r_a x n)^2 / I_a + (r_b x n)^2 / I_b)
 *
 * and the same form along the tangent, clamped to +-mu j. Zero for separating bodies. Source: Chris Hecker, "Physics,
 * Part 3: Collision Response", 1997. Refuses non-finite or negative masses and materials, and a normal that is not a
 * unit vector; `impulse` is then unchanged.
 */
THUD_API thud_status thud_collision_impulse(const thud_rigid *a, const thud_rigid *b,
                                            const thud_contact_point *contact, const thud_material *material,
                                            thud_impulse *impulse);

/** Applies an impulse to both bodies' velocities. */
THUD_API void thud_apply_impulse(thud_rigid *a, thud_rigid *b, const thud_contact_point *contact,
                                 thud_impulse impulse);

/** The arcade response's parameters. */
typedef struct thud_arcade_surface {
    float elasticity; /**< 0 (stops) to 1 (bounces back) */
    float friction;   /**< share of the tangential velocity that is lost on contact, 0 to 1 */
    float glue;       /**< below this tangential speed [m/s] the contact sticks, >= 0 */
} thud_arcade_surface;

/** The arcade response: turns an approach into a bounce and a slide, without rotation. Changes both
 * velocities in place, in proportion to inverse mass (zero: infinite mass). The normal points from a to b.
 * Slopes of any angle need no special case. */
THUD_API thud_status thud_arcade_response(thud_vec2 *velocity_a, float inverse_mass_a, thud_vec2 *velocity_b,
                                          float inverse_mass_b, thud_vec2 normal,
                                          const thud_arcade_surface *surface);

/** Splits an MTD, which moves a out of b, in proportion to inverse mass: half each for equal masses; the whole MTD
 * for a body that overlaps a static one. */
THUD_API void thud_share_mtd(thud_vec2 translation, float inverse_mass_a, float inverse_mass_b,
                             thud_vec2 *move_a, thud_vec2 *move_b);

/** The kinds of joints, see joint.h; in the order in which a substep solves them. */
typedef enum thud_joint_kind {
    THUD_JOINT_TARGET,    /**< pulls a point of a body to a point of the world */
    THUD_JOINT_MOTOR,     /**< drives a body to a pose relative to another */
    THUD_JOINT_GEAR,      /**< ties the coordinates of two joints */
    THUD_JOINT_RATCHET,   /**< lets a body turn one way, tooth by tooth */
    THUD_JOINT_PULLEY,    /**< a rope over two wheels */
    THUD_JOINT_DISTANCE,  /**< a rod, a rope or a spring between two points */
    THUD_JOINT_WHEEL,     /**< a wheel on a sprung axis */
    THUD_JOINT_PRISMATIC, /**< a slider */
    THUD_JOINT_WELD,      /**< a firm or soft bond */
    THUD_JOINT_REVOLUTE,  /**< a hinge */
    THUD_JOINT_FILTER,    /**< keeps two bodies from colliding */
    THUD_JOINT_KIND_COUNT /**< not a kind: the number of kinds */
} thud_joint_kind;

/** The parameters of the solver. */
typedef struct thud_solver_settings {
    int substeps;        /**< 1 to 64; 4 by default */
    float contact_hertz; /**< stiffness of contacts [Hz], > 0, clamped to an eighth of the substep rate; 30 */
    float contact_damping_ratio; /**< 10: overdamped */
    float push_out_speed;        /**< fastest recovery from overlap [m/s]; 3 */
    float elasticity_threshold; /**< below this approach speed [m/s] nothing bounces; 1. Worlds lower it in proportion to
                                    their gravity below 5 m/s^2, to a hundredth without gravity. */
    float joint_hertz;         /**< stiffness of the rigid constraints of joints [Hz], > 0, clamped to a quarter of the
                                    substep rate; 60 */
    float joint_damping_ratio; /**< of these constraints; 2 */
    float max_speed; /**< upper limit of a body's speed [m/s], > 0; 400. Rotation is limited to an eighth of a turn in
                                    a substep: 188 rad/s at 60 steps a second of 4 substeps. Joints close gaps at up to a 25th
                                    of it, with static and kinematic bodies at three quarters of that, long gaps faster. */
    bool warm_starting;          /**< start from the last step's impulses; true */
} thud_solver_settings;

/** The defaults named above. */
THUD_API thud_solver_settings thud_solver_settings_defaults(void);

/** Input and output of the solver for a body. */
typedef struct thud_solver_body {
    thud_rigid motion;          /**< in: velocities and inverse masses; out: velocities */
    thud_vec2 acceleration;     /**< gravity and forces over mass, constant over the step [m/s^2] */
    float angular_acceleration; /**< [rad/s^2] */
    float linear_damping;       /**< [1/s] */
    float angular_damping;      /**< [1/s] */
    thud_vec2 translation;      /**< out: how far the centre of mass moved [m] */
    float rotation;             /**< out: how far it turned [rad] */
} thud_solver_body;

/** Input and output of the solver for a contact. */
typedef struct thud_solver_contact {
    int body_a, body_b;      /**< indices of bodies */
    thud_vec2 normal;        /**< unit, from a to b */
    int count;               /**< points, 1 or 2 */
    thud_vec2 arm_a[2];      /**< from a's centre of mass to each point, world axes [m] */
    thud_vec2 arm_b[2];      /**< from b's centre of mass to each point [m] */
    float separation[2];     /**< [m], negative when overlapping */
    thud_material material;  /**< mixed */
    float normal_impulse[2]; /**< of one substep [N s]; in: last step's, for warm starting (0 where there is
                                none); out: this step's */
    float friction_impulse;  /**< the same, along perp(normal), for both points together */
    float rolling_impulse;   /**< the same, angular [N m s] */
} thud_solver_contact;

/** Solves one time step: soft accumulated impulses with substeps and relaxation, in islands and SIMD lanes.
 * This is the world's solver stage on its own. It reads and writes bodies and contacts in place. It allocates
 * memory with `hooks` (NULL: defaults) and releases it before it returns, so a world is cheaper for repeated
 * steps. Refuses bad indices, non-finite numbers and negative masses, and then changes nothing. */
THUD_API thud_status thud_solve_contacts(const thud_solver_settings *settings, float dt,
                                         thud_solver_body *bodies, int body_count,
                                         thud_solver_contact *contacts, int contact_count,
                                         const thud_hooks *hooks);

THUD_END_C
