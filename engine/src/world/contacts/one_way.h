/* one_way.h: shapes that hold on one side only; see one_way.c for the rule. */
#ifndef THUD_SRC_WORLD_CONTACTS_ONE_WAY_H
#define THUD_SRC_WORLD_CONTACTS_ONE_WAY_H

#include "world/bodies/placed_shape.h"
#include "world/contacts/contact_table.h"

/* The bits for the shapes of a contact. */
static inline uint8_t thud_one_way_bits(const thud_shape_record *a, const thud_shape_record *b) {
    return (uint8_t)((a->is_one_way ? THUD_ONE_WAY_A : 0) | (b->is_one_way ? THUD_ONE_WAY_B : 0));
}

/* The side that a one-way shape holds, in its body's frame: a unit vector. */
thud_vec2 thud_one_way_axis(const thud_shape_record *record);

/* Whether a normal out of a one-way surface, whose body is turned by `rotation`, is one that it holds along. */
bool thud_one_way_faces(const thud_shape_record *surface, thud_rot rotation, thud_vec2 normal);

/* Whether a mover is in front of a one-way surface; both relative to the same point near by. Of the mover's record only the outline is read. */
bool thud_one_way_is_in_front(const thud_placed_shape *surface, const thud_placed_shape *mover, float slop);

/* Decides which of the active contacts with one-way shapes let through in this step: after the narrowphase, before contacts are listed. */
void thud_one_way_decide(thud_world *world);

/* Forgets what contacts of a body have decided: it was put elsewhere. */
void thud_one_way_forget(thud_world *world, int32_t body);

/* Whether what is at a pose is not in front of a one-way shape. */
bool thud_one_way_starts_behind(const thud_world *world, const thud_shape_record *surface,
                                const thud_shape *mover, thud_pose pose);

/* Whether a one-way shape lets through what is at a pose, if that touches it, or comes to, along a normal out of it. */
bool thud_one_way_lets_query_pass(const thud_world *world, const thud_shape_record *surface,
                                  const thud_shape *mover, thud_pose pose, thud_vec2 normal);

/* Whether two shapes let each other through at poses of their bodies' centres of mass: one of them is one-way, and the other is not in front of it. */
bool thud_one_way_lets_pass(const thud_world *world, int32_t shape, const thud_pose *center, int32_t other,
                            const thud_pose *other_center);

/* The same as a sweep begins after a share of the step. What was in front as the step began is not let through in all of it. */
bool thud_one_way_lets_sweep_pass(const thud_world *world, int32_t shape, int32_t other, float share);

#endif
