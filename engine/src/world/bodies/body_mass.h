/* body_mass.h: the mass of a body, from its shapes. */
#ifndef THUD_SRC_WORLD_BODIES_BODY_MASS_H
#define THUD_SRC_WORLD_BODIES_BODY_MASS_H

#include "thud/world.h"
#include "world/bodies/body_table.h"

/* A shape with what it weighs, so that neither is worked out again. */
typedef struct thud_weighed_shape {
    int32_t slot;
    const thud_shape *geometry;
    thud_mass mass; /* its centre even where it weighs nothing */
} thud_weighed_shape;

/* Whether a body's mass is that of its shapes. */
static inline bool thud_shapes_make_mass(const thud_body *body) {
    return body->type == THUD_BODY_DYNAMIC && !body->mass_overridden;
}

/* Whether a shape may have this mass. */
bool thud_shape_mass_is_accepted(const thud_mass *mass);

/* Whether a body whose mass is that of its shapes may have this one more, O(1); and the same for the sum of all its shapes,
 * whatever its mass is now, with this one in the place of one of them, or of THUD_NONE. O(shapes) */
bool thud_body_bears(const thud_world *world, int32_t body, const thud_mass *added);
bool thud_body_bears_instead(const thud_world *world, int32_t body, int32_t replaced, const thud_mass *mass);

/* Sums the shapes' masses (unless overridden), moves the centre of mass, writes cores anew. O(shapes) */
void thud_body_update_mass(thud_world *world, int32_t body);

/* Brings the mass up to date, and what depends on it, after a shape was put on a body, or taken off, which had this mass.
 * O(1) on average. */
void thud_body_count_shape_in(thud_world *world, int32_t body, const thud_weighed_shape *shape);
void thud_body_count_shape_out(thud_world *world, int32_t body, const thud_mass *mass);

/* Writes the cores of bodies that were `recentered` anew: to be called before a step reads them. */
void thud_update_recentered_bodies(thud_world *world);

#endif
