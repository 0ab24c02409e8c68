/*
 * field.h: the code shared by all forces of the world: finds the dynamic bodies in an area, and pushes them.
 *
 * Each body is visited once, by the first of its shapes that the query finds; its visitor goes through the
 * body's shapes in their own order. So a sum over shapes does not depend on the order of the hash, and no
 * body depends on another.
 */
#pragma once

#include "thud/forces.h"

#include "response/solve_input.h"
#include "world/refusal.h"

/* Default of areas: the whole plane within the useful range of floats [m]. */
#define THUD_FIELD_EVERYWHERE ((thud_aabb){{-1.0e6f, -1.0e6f}, {1.0e6f, 1.0e6f}})

/* The area of a field, and the bodies that it acts on. */
typedef struct thud_field {
    thud_world *world;
    thud_call call;
    thud_aabb area;
    thud_query_filter filter;
    bool skips_sleepers;
    float dt;   /* of the next step, which the field pushes for [s] */
    float lead; /* time ahead of the step for which poses are taken [s]; see thud_field_lead */
} thud_field;

/* The lead that conserves energy for forces that depend on position, such as gravity to a point and water. In n
 * substeps a step of h moves a body by x' = x + h v + b h^2 a, v' = v + h a, with b = (n + 1) / (2 n), as
 * forces are constant over the step. With a = -w^2 x the determinant of that map is 1 + (1 - b) w^2 h^2: orbits
 * widen. With a taken at x + g h v it is 1 + (1 - b - g) w^2 h^2: so g = 1 - b conserves area in phase space. */
float thud_field_lead(const thud_world *world, float dt);

typedef void thud_field_visitor(const thud_field *field, int32_t body, const void *context);

/* Calls the visitor for each dynamic, enabled body in the area. First reserves memory to push all of them; when it runs
 * out, records a refusal, visits none and returns false. */
bool thud_field_visit(const thud_field *field, thud_field_visitor *visitor, const void *context);

/* The next shape of a body in the field after `shape` (THUD_NONE: the first); THUD_NONE at the end. */
int32_t thud_field_next_shape(const thud_field *field, int32_t body, int32_t shape);

/* The pose of a body's centre of mass after the field's lead. */
thud_pose thud_field_center(const thud_field *field, int32_t body);

/* The pose of a shape's body, in which the shape's vertices are, after the lead. */
thud_pose thud_field_pose(const thud_field *field, int32_t body);

/* A shape and its pose after the lead. */
typedef struct thud_field_shape {
    thud_shape shape;
    thud_pose pose;
} thud_field_shape;

thud_field_shape thud_field_place(const thud_field *field, int32_t shape);

/* The sum of pushes on a body. */
typedef struct thud_push {
    thud_vec2 force; /* [N] */
    float torque;    /* about the centre of mass [N m] */
    float rate; /* largest rate at which the push reduces its own cause [1/s]; 0 for forces that do not */
} thud_push;

/* Adds a force at an arm from the centre of mass. `stiffness` [N s/m] is the decrease of the force per m/s
 * gained by its point; a point at arm r gains at most (1/m + r^2/I) per N s. */
void thud_push_add(thud_push *push, const thud_inverse_mass *inverse_mass, thud_vec2 arm, thud_vec2 force,
                   float stiffness);

/* Applies the push for the next step, scaled by 1 / (1 + rate dt): implicit Euler for that rate. */
void thud_field_push(const thud_field *field, int32_t body, const thud_push *push);

/* ---- checks ---- */

/* Checks that the world may change and the struct is given; a refusal calls the struct `name`. */
bool thud_field_check_call(const thud_world *world, thud_call call, bool given, const char *name);
bool thud_field_check_area(const thud_world *world, thud_call call, thud_aabb area);
