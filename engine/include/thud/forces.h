/**
 * forces.h: explosions, wind, buoyancy and gravity areas. Each is a plain function that acts on the dynamic bodies that
 * a query finds. It uses public calls only, so a game can write its own.
 *
 *     thud_buoyancy lake = thud_buoyancy_defaults();
 *     lake.area = (thud_aabb){{-20, -5}, {20, 0}};                 // its surface is at y = 0
 *     for (int i = 0; i < 600; i++) {
 *         thud_world_apply_buoyancy(world, &lake, 1.0f / 60.0f);   // forces last for one step
 *         thud_world_step(world, 1.0f / 60.0f);
 *     }
 *
 * Wind, buoyancy and gravity areas push for the next step only, so call them before each step. They take the `dt` of
 * that step [s]. An explosion changes velocities at once.
 *
 * All return whether they were accepted. A refused call changes nothing, and thud_world_refusal names the field. They
 * allocate only the list of pushed bodies, which the world keeps. They skip a body whose force would not be finite or
 * whose speed would be beyond THUD_MAX_SPEED. Results do not depend on the order in which bodies are found.
 *
 * Drag is integrated implicitly: k v becomes k v / (1 + k dt / m), so that a body does not overshoot with a
 * coefficient of any size. Buoyancy and gravity areas are evaluated a little ahead of the body, so that orbits are
 * stable and undamped floating bodies gain no energy.
 *
 * Threads: forces change the world, so they run on one thread at a time, see world.h. The functions that take a
 * thud_shape are plain functions, for any thread.
 */
#pragma once

#include "thud/query.h"

THUD_BEGIN_C

/* ---- explosion ---- */

/** A blast. */
typedef struct thud_explosion {
    thud_vec2 center; /**< [m] */
    float radius;     /**< full strength up to this distance [m], >= 0; 1 */
    float falloff;    /**< beyond the radius the strength falls linearly to 0 over this distance [m], >= 0; 2 */
    float impulse_per_length; /**< for each metre of exposed length [N s/m]; negative pulls in; 10 */
    thud_query_filter filter; /**< selects the shapes that it pushes; all */
} thud_explosion;

/** Radius 1 m, fading over 2 m, 10 N s/m, at the origin. */
THUD_API thud_explosion thud_explosion_defaults(void);

/**
 * Pushes each dynamic body away from the centre, at once. Let p be the point of a shape closest to the centre, at
 * distance d along the unit vector u. The shape gets the following impulse at p:
 *
 *     J = impulse_per_length * strength(d) * exposed * u
 *
 * with strength 1 up to radius, falling linearly to 0 at radius + falloff.
 *
 * The exposed length is thud_shape_exposed_length of the shape along u, at most the chord 2 sqrt(R^2 - d^2) of the
 * blast at that distance, where R = radius + falloff. If the centre is inside the shape, d is 0 and u points to the
 * shape's centroid. Shapes in between give no shelter. Wakes the bodies that it pushes.
 */
THUD_API bool thud_world_explode(thud_world *world, const thud_explosion *explosion);

/** The width of a shape at a pose across a direction (any length but zero) [m]: the length that it exposes to
 * a blast or wind along that direction. 0 for bad input. */
THUD_API float thud_shape_exposed_length(const thud_shape *shape, thud_pose pose, thud_vec2 direction);

/* ---- wind ---- */

/** Moving air, or water at depth, that drags bodies along. */
typedef struct thud_wind {
    thud_aabb area;           /**< pushes shapes whose fat boxes overlap it [m] */
    thud_vec2 velocity;       /**< [m/s]; zero: still air that slows bodies down */
    float density;            /**< of the air [kg/m^2], > 0; 1 */
    float drag;               /**< coefficient, >= 0; 1 */
    float lift;               /**< coefficient, any sign; 0.5 */
    bool wakes_sleepers;      /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter; /**< selects the shapes that it pushes; all */
} thud_wind;

/** Still air over the whole plane (1e6 m), density 1, drag 1, lift 0.5. */
THUD_API thud_wind thud_wind_defaults(void);

/**
 * Pushes each edge that faces the wind. With w = wind velocity - velocity of the edge's middle, its unit
 * vector u and left perpendicular v, and the edge of length L with outward normal n, where n.u < 0,
 *
 *     F = 1/2 density |w|^2 L (-n.u) (drag u + lift (-n.v) v)
 *
 * acts on the edge's middle. Drag depends on the length across the wind, lift on the angle of the edge to the wind. 1/2
 * density |w|^2 is the pressure of air brought to rest (Bernoulli).
 *
 * Rounded corners are integrated exactly, with the velocity at their middle. A circle gets drag by its diameter and no
 * lift. A segment gets the wind on one side. No shape shelters another.
 */
THUD_API bool thud_world_apply_wind(thud_world *world, const thud_wind *wind, float dt);

/* ---- buoyancy ---- */

/** The height of a water surface above its level at a place x [m], against gravity. Must not change the world. */
typedef float thud_wave(float x, void *context);

/** Water that carries floating bodies. */
typedef struct thud_buoyancy {
    thud_aabb area; /**< where it is [m]; its surface is area.max.y, and area.min.y where gravity points up */
    const thud_shape *outline; /**< null, or a convex shape in the world that bodies have to overlap as well */
    float density;      /**< of the water [kg/m^2], > 0; 1 */
    float linear_drag;  /**< slows a body that displaces its own mass by this share a second [1/s], >= 0; 2 */
    float angular_drag; /**< the same for turning [1/s], >= 0; 1 */
    thud_vec2 flow;     /**< of the water [m/s]; drags floating bodies along */
    thud_wave *wave;    /**< null: a flat surface */
    void *wave_context;
    float wave_height;        /**< waves are clamped to so much above and below the area's side [m], >= 0; 0: no waves */
    bool wakes_sleepers;      /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter; /**< selects the shapes that it pushes; all */
} thud_buoyancy;

/** Water of density 1 with linear drag 2 and angular drag 1 without flow; the area must be set. */
THUD_API thud_buoyancy thud_buoyancy_defaults(void);

/**
 * Lifts each dynamic body by the weight of the water that its shapes displace (Archimedes): F = -density A g, at the
 * centroid of the submerged area A. Drag is F = -linear_drag density A (v - flow) at that centroid, and a torque that
 * slows rotation by angular_drag density A / mass.
 *
 * A is exact for shapes of every kind below a straight surface. With waves, the surface at a shape is the line
 * through the heights at its two sides. Shapes are not clipped at the sides of the area. g is the world's
 * gravity, for any gravity scale of the body.
 */
THUD_API bool thud_world_apply_buoyancy(thud_world *world, const thud_buoyancy *water, float dt);

/** The part of a shape below a line. */
typedef struct thud_submersion {
    float area;         /**< [m^2] */
    thud_vec2 centroid; /**< of that area, world [m]; the shape's position if the area is 0 */
} thud_submersion;

/** The part of a shape at a pose that lies below the line through `surface` with the unit normal `up`; exact
 * up to the rounding of an angle (1e-6). The area is 0 for bad input and for segments. */
THUD_API thud_submersion thud_shape_submerged(const thud_shape *shape, thud_pose pose, thud_vec2 surface,
                                              thud_vec2 up);

/* ---- gravity areas ---- */

/** Whether gravity pulls one way or to a point. */
typedef enum thud_gravity_kind { THUD_GRAVITY_DIRECTION = 0, THUD_GRAVITY_POINT } thud_gravity_kind;

/** How gravity weakens with the distance from its point. */
typedef enum thud_gravity_falloff {
    THUD_FALLOFF_NONE = 0,      /**< the same everywhere */
    THUD_FALLOFF_INVERSE,       /**< as 1 / distance */
    THUD_FALLOFF_INVERSE_SQUARE /**< as 1 / distance^2 */
} thud_gravity_falloff;

/** An area with gravity of its own, added to that of the world. */
typedef struct thud_gravity_area {
    thud_aabb area; /**< pulls bodies whose centre of mass is in it [m] */
    thud_gravity_kind kind;
    thud_vec2 direction; /**< THUD_GRAVITY_DIRECTION: direction of the pull, any length but zero; (0, -1) */
    thud_vec2 point;     /**< THUD_GRAVITY_POINT: centre of the pull [m] */
    float strength;      /**< [m/s^2]; at `radius` from the point; negative pushes away; 10 */
    float radius;        /**< of the planet [m], > 0; inside it gravity falls to 0 at the point; 1 */
    thud_gravity_falloff falloff; /**< inverse square */
    bool wakes_sleepers;          /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter;     /**< selects the shapes by which bodies are found; all */
} thud_gravity_area;

/** 10 m/s^2 straight down over the whole plane (1e6 m). */
THUD_API thud_gravity_area thud_gravity_area_defaults(void);

/** Pulls each dynamic body at its centre of mass with the force mass * gravity scale * strength, along
 * `direction` or to `point`. THUD_GRAVITY_POINT multiplies it by (radius / distance)^falloff, and within
 * `radius` of the point by distance / radius instead. Bodies without shapes are not found. */
THUD_API bool thud_world_apply_gravity_area(thud_world *world, const thud_gravity_area *area, float dt);

THUD_END_C
