/* body_shapes.h: shapes on bodies: added, changed, removed. */
#ifndef THUD_SRC_WORLD_BODIES_BODY_SHAPES_H
#define THUD_SRC_WORLD_BODIES_BODY_SHAPES_H

#include "thud/world.h"
#include "world/bodies/shape_table.h"
#include "world/refusal.h"

/* Takes a shape off its body for good; its contacts end. */
void thud_body_detach_shape(thud_world *world, int32_t shape);

/* Takes a shape off its body without a look at the mass: the body goes too, or the shape is a link of a chain. */
void thud_shape_remove(thud_world *world, int32_t shape);

/* thud_shape_configure for a call. */
bool thud_shape_change(thud_world *world, thud_call call, thud_shape_id shape, const thud_shape_def *def);

/* Whether a shape definition is accepted. */
bool thud_shape_def_check(const thud_world *world, thud_call call, const thud_shape_def *def);

/* The links of chains: shapes without mass, so that nothing but themselves has to be brought up to date.
 * Attaching gives THUD_NONE where memory runs out. A link that `moved` meets everything anew. */
int32_t thud_body_attach_link(thud_world *world, int32_t body, const thud_shape_def *def,
                              const thud_shape *segment, const thud_link_ends *ends);
void thud_body_change_link(thud_world *world, int32_t shape, const thud_shape *segment,
                           const thud_link_ends *ends, bool moved);

#endif
