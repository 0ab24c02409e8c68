/**
 * forces.h: forces of the world: explosions, wind, water, gravity of one's own. Each is a plain function over
 * the dynamic bodies that a query finds, made of calls that are public too, so that a game can write its own.
 *
 *     thud_buoyancy lake = thud_buoyancy_defaults();
 *     lake.area = (thud_aabb){{-20, -5}, {20, 0}};                 // its surface is at y = 0
 *     for (int i = 0; i < 600; i++) {
 *         thud_world_apply_buoyancy(world, &lake, 1.0f / 60.0f);   // forces last for one step
 *         thud_world_step(world, 1.0f / 60.0f);
 *     }
 *
 * Wind, buoyancy and gravity areas push for the next step only: call them before each. An explosion changes
 * velocities at once. All return whether they were accepted; a refused call changes nothing, and
 * thud_world_refusal names the field. They allocate nothing but room for the list of pushed bodies, which the
 * world keeps. A body whose force would not be finite, or whose speed would be beyond THUD_MAX_SPEED, is left alone. Results do not depend on the order in
 * which bodies are found.
 *
 * They take the `dt` of the step that follows [s]. Drag is integrated implicitly, k v becoming
 * k v / (1 + k dt / m), so that no coefficient, however large, makes a body overshoot. Forces that depend on
 * where a body is are taken a little ahead of it, so that orbits stay and what bobs undamped gains no energy.
 *
 * Threads: forces change the world: one thread at a time, see world.h. The functions of shapes are plain ones, for any thread.
 */
#ifndef THUD_FORCES_H
#define THUD_FORCES_H

#include "thud/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- explosion ---- */

/** A blast. */
typedef struct thud_explosion {
    thud_vec2 center; /**< [m] */
    float radius;     /**< full strength up to this distance [m], >= 0; 1 */
    float falloff;    /**< from there on it fades to nothing, linearly over this distance [m], >= 0; 2 */
    float impulse_per_length; /**< for each metre that is exposed [N s/m]; negative pulls in; 10 */
    thud_query_filter filter; /**< of the shapes that it meets; all */
} thud_explosion;

/** Radius 1 m, fading over 2 m, 10 N s/m, at the origin. */
THUD_API thud_explosion thud_explosion_defaults(void);

/**
 * Pushes each dynamic body away from the centre, at once. With p the point of a shape that is closest to the
 * centre, at distance d along the unit vector u, the shape gets at p the impulse
 *
 *     J = impulse_per_length * strength(d) * exposed * u
 *
 * with strength 1 up to radius, falling linearly to 0 at radius + falloff.
 *
 * The exposed length is thud_shape_exposed_length of the shape along u, at most the chord 2 sqrt(R^2 - d^2)
 * that the blast of R = radius + falloff has at that distance. Around a centre inside the shape d is 0 and u
 * points to its centroid. What stands in between does not shelter. Wakes what it pushes.
 */
THUD_API bool thud_world_explode(thud_world *world, const thud_explosion *explosion);

/**
 * The width of a shape at a pose seen along a direction (any length but zero) [m]: what it exposes to a blast
 * or wind that comes from there. 0 for bad input.
 */
THUD_API float thud_shape_exposed_length(const thud_shape *shape, thud_pose pose, thud_vec2 direction);

/* ---- wind ---- */

/** Moving air, or water at depth, that drags along what it blows at. */
typedef struct thud_wind {
    thud_aabb area;           /**< where it blows: shapes whose boxes are in it [m] */
    thud_vec2 velocity;       /**< [m/s]; zero: still air that slows things down */
    float density;            /**< of the air [kg/m^2], > 0; 1 */
    float drag;               /**< coefficient, >= 0; 1 */
    float lift;               /**< coefficient, any sign; 0.5 */
    bool wakes_sleepers;      /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter; /**< of the shapes that it meets; all */
} thud_wind;

/** Still air over the whole plane (1e6 m), density 1, drag 1, lift 0.5. */
THUD_API thud_wind thud_wind_defaults(void);

/**
 * Pushes each edge that faces the wind. With w = wind velocity - velocity of the edge's middle, its unit
 * vector u and left perpendicular v, and the edge of length L with outward normal n, where n.u < 0,
 *
 *     F = 1/2 density |w|^2 L (-n.u) (drag u + lift (-n.v) v)
 *
 * acts on the edge's middle: drag by the length across the wind, lift by how the edge is set against it.
 * Rounded corners are integrated exactly, at their velocity in the middle; a circle feels drag by its
 * diameter and no lift. Nothing shelters. A segment feels the wind on one side. 1/2 density
 * |w|^2 is the pressure of what is brought to rest (Bernoulli).
 */
THUD_API bool thud_world_apply_wind(thud_world *world, const thud_wind *wind, float dt);

/* ---- buoyancy ---- */

/** The height of a water surface above its level at a place x [m]. Must not change the world. */
typedef float thud_wave(float x, void *context);

/** Water that carries what floats. */
typedef struct thud_buoyancy {
    thud_aabb area; /**< where it is [m]; its surface is area.max.y */
    const thud_shape *outline; /**< null, or a convex shape in the world that bodies have to overlap as well */
    float density;      /**< of the water [kg/m^2], > 0; 1 */
    float linear_drag;  /**< slows by this share a second a body that is all water [1/s], >= 0; 2 */
    float angular_drag; /**< the same for turning [1/s], >= 0; 1 */
    thud_vec2 flow;     /**< of the water [m/s]; what floats is dragged along */
    thud_wave *wave;    /**< null: a flat surface */
    void *wave_context;
    float wave_height;        /**< no wave rises more than this above area.max.y [m], >= 0; 0 */
    bool wakes_sleepers;      /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter; /**< of the shapes that it meets; all */
} thud_buoyancy;

/** Water of density 1 with linear drag 2 and angular drag 1 that flows nowhere; its area is yours to set. */
THUD_API thud_buoyancy thud_buoyancy_defaults(void);

/**
 * Lifts each dynamic body by the weight of the water that its shapes displace, at the centroid of what is
 * under water (Archimedes): F = -density A g. It drags with F = -linear_drag density A (v - flow) at that
 * centroid and with a torque that slows turning by angular_drag density A / mass. A is exact for shapes of
 * every kind below a straight surface; under waves the surface of a shape is the line through the heights at
 * its two sides. The sides of the area are not clipped against. Gravity is the world's, whatever a body's
 * gravity scale.
 */
THUD_API bool thud_world_apply_buoyancy(thud_world *world, const thud_buoyancy *water, float dt);

/** What of a shape is below a line. */
typedef struct thud_submersion {
    float area;         /**< [m^2] */
    thud_vec2 centroid; /**< of that area, world [m]; the shape's position where it is 0 */
} thud_submersion;

/**
 * The part of a shape at a pose that lies below the line through `surface` with the unit normal `up`; exact
 * but for the rounding of an angle (1e-6). Nothing for bad input and for segments.
 */
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

/** A place with a gravity of its own, beside that of the world. */
typedef struct thud_gravity_area {
    thud_aabb area; /**< bodies whose centre of mass is in it [m] */
    thud_gravity_kind kind;
    thud_vec2 direction; /**< THUD_GRAVITY_DIRECTION: where to, any length but zero; (0, -1) */
    thud_vec2 point;     /**< THUD_GRAVITY_POINT: where to [m] */
    float strength;      /**< [m/s^2]; at `radius` from the point; negative pushes away; 10 */
    float radius;        /**< of the planet [m], > 0; within it gravity goes to nothing at the point; 1 */
    thud_gravity_falloff falloff; /**< inverse square */
    bool wakes_sleepers;          /**< true: it keeps bodies awake; false: it leaves sleeping ones asleep */
    thud_query_filter filter;     /**< of the shapes that bodies are found by; all */
} thud_gravity_area;

/** 10 m/s^2 straight down over the whole plane (1e6 m). */
THUD_API thud_gravity_area thud_gravity_area_defaults(void);

/**
 * Pulls each dynamic body with mass * gravity scale * strength * (radius / distance)^falloff at its centre of
 * mass; within radius of the point with distance / radius instead. Bodies without shapes are not found.
 */
THUD_API bool thud_world_apply_gravity_area(thud_world *world, const thud_gravity_area *area, float dt);

#ifdef __cplusplus
}
#endif

#endif
