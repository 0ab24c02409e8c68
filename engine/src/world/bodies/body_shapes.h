/* body_shapes.h: adds, changes and removes shapes of bodies, and takes bodies out of the simulation. */
#pragma once

#include "thud/world.h"
#include "world/bodies/shape_table.h"
#include "world/refusal.h"

/* Removes a shape without updating the mass: the body is being destroyed, or the shape is a link of a chain. */
void thud_shape_remove(thud_world *world, int32_t shape);

/* thud_shape_configure for a call. */
bool thud_shape_change(thud_world *world, thud_call call, thud_shape_id shape, const thud_shape_def *def);

/* Links of chains are shapes without mass, so that adding one updates nothing else. Attaching gives THUD_NONE when
 * memory runs out. All contacts of a link that `moved` begin again. */
int32_t thud_body_attach_link(thud_world *world, int32_t body, const thud_shape_def *def,
                              const thud_shape *segment, const thud_link_ends *ends);
void thud_body_change_link(thud_world *world, int32_t shape, const thud_shape *segment,
                           const thud_link_ends *ends, bool moved);

/* Removes a body from the simulation: ends its contacts, removes its boxes from the hash. */
void thud_body_disable(thud_world *world, int32_t body);
