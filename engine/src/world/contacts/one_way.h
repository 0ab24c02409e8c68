/* one_way.h: shapes that hold on one side only; see one_way.c for the rule. */
#pragma once

#include "world/bodies/placed_shape.h"

/* Whether a one-way surface, its body turned by `rotation`, holds along a normal out of it. */
bool thud_one_way_faces(const thud_shape_record *surface, thud_rot rotation, thud_vec2 normal);

/* Decides which active contacts with one-way shapes are let through, after the narrowphase, before classification. `room` is for a list
 * of all active contacts. */
void thud_one_way_decide(thud_world *world, int32_t *room);

/* Clears the decisions of a body's contacts, after it was moved by the user. */
void thud_one_way_forget(thud_world *world, int32_t body);

/* Whether a mover at a pose is on the side `axis`, a unit vector, of any shape: what that would hold if it were one-way. */
bool thud_starts_on_side(const thud_world *world, const thud_shape_record *surface, thud_vec2 axis,
                         const thud_shape *mover, thud_pose pose);

/* Whether a mover at a pose is not in front of a one-way shape. */
bool thud_one_way_starts_behind(const thud_world *world, const thud_shape_record *surface,
                                const thud_shape *mover, thud_pose pose);

/* Whether a one-way shape lets a mover at a pose pass that touches it, or will, along a normal out of it. */
bool thud_one_way_lets_query_pass(const thud_world *world, const thud_shape_record *surface,
                                  const thud_shape *mover, thud_pose pose, thud_vec2 normal);

/* Whether one of two shapes is one-way: without a call, as most pairs of shapes have none. */
static inline bool thud_one_is_one_way(const thud_shape_record *records, int32_t shape, int32_t other) {
    return records[shape].is_one_way || records[other].is_one_way;
}

/* Whether two shapes pass each other in a sweep: one of them is one-way, and the other is not in front of it. In a sweep that
 * begins with the step their contact, if they have one, has decided that, but for other pieces of the surface that hold the
 * mover. A sweep after a share of the step asks for the poses at that time, too: a mover in front at the start of the step is
 * held in the whole step. */
bool thud_one_way_starts_passing(const thud_world *world, int32_t contact, int32_t shape, int32_t other);
bool thud_one_way_lets_sweep_pass(const thud_world *world, int32_t shape, int32_t other, float share);
