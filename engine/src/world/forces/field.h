/*
 * field.h: what all forces of the world share: finding the dynamic bodies in an area, and pushing one.
 *
 * Each body is visited once, by the first of its shapes that the query finds; its visitor goes through the
 * body's shapes in their own order. So a sum over shapes does not depend on the order of the hash, and no
 * body depends on another.
 */
#ifndef THUD_SRC_WORLD_FORCES_FIELD_H
#define THUD_SRC_WORLD_FORCES_FIELD_H

#include "thud/forces.h"

#include "response/solve_input.h"
#include "world/refusal.h"

/* How far areas reach by default, the whole plane as far as floats are good for it [m]. */
#define THUD_FIELD_EVERYWHERE 1.0e6f

/* Where a field acts, and on what. */
typedef struct thud_field {
    thud_world *world;
    thud_call call;
    thud_aabb area;
    thud_query_filter filter;
    bool skips_sleepers;
    float lead; /* how far ahead of now bodies are asked for their poses [s]; see thud_field_lead */
} thud_field;

/*
 * The lead that keeps the energy of a force which depends on position, such as gravity to a point and water.
 * In n substeps a step of h moves a body by x' = x + h v + b h^2 a, v' = v + h a, with b = (n + 1) / (2 n),
 * as forces are constant over it. With a = -w^2 x the determinant of that map is 1 + (1 - b) w^2 h^2: orbits
 * widen. With a taken at x + g h v it is 1 + (1 - b - g) w^2 h^2: so g = 1 - b keeps area in phase space.
 */
float thud_field_lead(const thud_world *world, float dt);

typedef void thud_field_visitor(const thud_field *field, int32_t body, void *context);

/* Calls the visitor for each dynamic, enabled body in the area. Makes room first for pushing all of them;
 * false with a refusal where memory runs out, nothing visited. */
bool thud_field_visit(const thud_field *field, thud_field_visitor *visitor, void *context);

/* The next shape of a body in the field after `shape` (THUD_NONE: the first); THUD_NONE at the end. */
int32_t thud_field_next_shape(const thud_field *field, int32_t body, int32_t shape);

/* Where the centre of mass of a body will be after the field's lead. */
thud_pose thud_field_center(const thud_field *field, int32_t body);

/* The shape and where it will be then. */
typedef struct thud_field_shape {
    thud_shape shape;
    thud_pose pose;
} thud_field_shape;

thud_field_shape thud_field_place(const thud_field *field, int32_t shape);

/* A push on a body that is being summed up. */
typedef struct thud_push {
    thud_vec2 force; /* [N] */
    float torque;    /* about the centre of mass [N m] */
    float rate;      /* how fast at most the push slows its own cause [1/s]; 0 for forces that do not */
} thud_push;

/*
 * Adds a force at an arm from the centre of mass. `stiffness` [N s/m] says how much it weakens for each m/s
 * that its point gains; a point at arm r gains at most (1/m + r^2/I) for each N s.
 */
void thud_push_add(thud_push *push, const thud_inverse_mass *inverse_mass, thud_vec2 arm, thud_vec2 force,
                   float stiffness);

/* Applies it for the next step of `dt` [s], scaled by 1 / (1 + rate dt): implicit Euler for that rate. */
void thud_field_push(const thud_field *field, int32_t body, const thud_push *push, float dt);

/* Changes the velocity of a body at once by an impulse at its centre of mass and an angular one; wakes it. */
void thud_field_kick(const thud_field *field, int32_t body, thud_vec2 impulse, float turn);

/* Velocity of the point of a body that is at `arm` from its centre of mass. */
thud_vec2 thud_field_velocity_at(const thud_field *field, int32_t body, thud_vec2 arm);

/* ---- what is refused ---- */

/* A world that may change and a struct that is given; `name` is what the refusal calls it. */
bool thud_field_check_call(const thud_world *world, thud_call call, bool given, const char *name);
bool thud_field_check_area(const thud_world *world, thud_call call, thud_aabb area);

#endif
