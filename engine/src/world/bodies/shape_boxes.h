/* shape_boxes.h: the boxes of shapes in the spatial hash. */
#pragma once

#include "thud/body.h"
#include "thud/bounds.h"
#include "thud/world.h"

/* The box around a shape with its body at one of `poses`, by body slot. */
thud_aabb thud_shape_box(const thud_world *world, int32_t shape, const thud_pose *poses);

/* Adds the box of a shape to the hash, which must have room for it. */
void thud_shape_list_box(thud_world *world, int32_t shape);

/* The same, and wakes what sleeps there. */
void thud_shape_enter_hash(thud_world *world, int32_t shape);

/* Removes the box from the hash; the contacts of the shape end. */
void thud_shape_leave_hash(thud_world *world, int32_t shape);

/* Counts a change of a static shape, after which queries near it may differ. Does nothing for others. */
void thud_note_static_change(thud_world *world, int32_t shape);

/* Reserves room in the hash for `count` boxes on a body, of sensors or not, and for those of all shapes of a body, should it
 * be of a type; false when memory runs out. */
bool thud_boxes_reserve(thud_world *world, int32_t body, bool sensors, int32_t count);
bool thud_body_reserve_proxies(thud_world *world, int32_t body, thud_body_type type);

/* Moves the box of a shape to its body's current pose. */
void thud_shape_move_proxy(thud_world *world, int32_t shape);

/* The same for all shapes of a body. */
void thud_body_move_proxies(thud_world *world, int32_t body);
