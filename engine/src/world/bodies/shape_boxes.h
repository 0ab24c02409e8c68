/* shape_boxes.h: the boxes of shapes in the spatial hash. */
#ifndef THUD_SRC_WORLD_BODIES_SHAPE_BOXES_H
#define THUD_SRC_WORLD_BODIES_SHAPE_BOXES_H

#include "thud/body.h"
#include "thud/bounds.h"
#include "thud/world.h"

/* The box around a shape with its body at one of `poses`, by body slot. */
thud_aabb thud_shape_box(const thud_world *world, int32_t shape, const thud_pose *poses);

/* Puts the box of a shape into the hash; false where memory runs out. */
bool thud_shape_enter_hash(thud_world *world, int32_t shape);

/* Takes it out; the contacts of the shape end. */
void thud_shape_leave_hash(thud_world *world, int32_t shape);

/* Notes that queries near a static shape may answer differently; for others nothing. */
void thud_note_static_change(thud_world *world, int32_t shape);

/* Makes room in the hash for so many more boxes of bodies of a type; false where memory runs out. */
bool thud_reserve_proxies(thud_world *world, thud_body_type type, int32_t count);

/* Gives all shapes of a body their boxes in the hash, for which there is room. */
void thud_body_insert_proxies(thud_world *world, int32_t body);

/* Moves the boxes of all shapes of a body to where it is. */
void thud_body_move_proxies(thud_world *world, int32_t body);

#endif
