/* placed_shape.h: shapes in a common frame. */
#pragma once

#include "thud/world.h"
#include "world/bodies/shape_table.h"

/* A shape at its pose, in a frame shared by several shapes: axes of the world, a nearby origin. */
typedef struct thud_placed_shape {
    const thud_shape_record *record;
    thud_vec2 origin; /* of its body */
    thud_rot rotation;
} thud_placed_shape;

/* Places a shape whose body's centre of mass is at a pose, relative to a point of the world; and at its current pose. */
void thud_put_shape(const thud_world *world, int32_t shape, const thud_pose *center, thud_vec2 from,
                    thud_placed_shape *placed);
void thud_put_shape_now(const thud_world *world, int32_t shape, thud_vec2 from, thud_placed_shape *placed);

/* The same as a value. A copy of it waits for the stores: a member of another struct is put in place. */
static inline thud_placed_shape thud_place_shape(const thud_world *world, int32_t shape, const thud_pose *center,
                                                 thud_vec2 from) {
    thud_placed_shape placed;
    thud_put_shape(world, shape, center, from, &placed);
    return placed;
}
