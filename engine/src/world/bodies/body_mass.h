/* body_mass.h: the mass of a body, from its shapes. */
#pragma once

#include "thud/world.h"

#include "world/bodies/body_table.h"

/* A shape and its mass, so that neither is computed again. */
typedef struct thud_weighed_shape {
    int32_t slot;
    const thud_shape *geometry;
    thud_mass mass;
} thud_weighed_shape;

/* Whether a body's mass is that of its shapes. */
static inline bool thud_shapes_make_mass(const thud_body *body) {
    return body->type == THUD_BODY_DYNAMIC && !body->mass_overridden;
}

/* Whether a shape may have this mass. */
bool thud_shape_mass_is_accepted(const thud_mass *mass);

/* Whether a body whose mass is that of its shapes may bear one more shape of this mass, O(1); and
 * whether it may bear all its shapes, whatever its mass is now. `known`: one of these and its mass, whose geometry is
 * not read; may be null. O(shapes) */
bool thud_body_bears(const thud_world *world, int32_t body, const thud_mass *added);
bool thud_body_bears_shapes(const thud_world *world, int32_t body, const thud_weighed_shape *known);

/* Sets the mass of a new body, which has no shapes and whose record is zero. */
void thud_body_begin_mass(thud_world *world, int32_t body);

/* Sums the shapes' masses (unless overridden), moves the centre of mass, writes all cores again. `known`: a shape of the body; may be
 * null. O(shapes) */
void thud_body_update_mass(thud_world *world, int32_t body, const thud_weighed_shape *known);

/* Gives a body a mass regardless of its shapes, until `mass_overridden` is cleared and it is updated. O(shapes) */
void thud_body_override_mass(thud_world *world, int32_t body, const thud_mass *mass);

/* Updates the mass and what depends on it after a shape of this mass was added or removed. O(1) on average. */
void thud_body_count_shape_in(thud_world *world, int32_t body, const thud_weighed_shape *shape);
void thud_body_count_shape_out(thud_world *world, int32_t body, const thud_mass *mass);

/* Updates what depends on the centre of mass: a shape's core, and the body's reach and thickness, without sensors. Returns the
 * distance of the shape's farthest point. */
float thud_body_rebase_shape(thud_world *world, int32_t body, int32_t shape, const thud_shape *geometry);

/* Writes the cores of `recentered` bodies again. Call it before a step reads them. */
void thud_update_recentered_bodies(thud_world *world);
