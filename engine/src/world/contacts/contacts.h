/* contacts.h: searches contacts, and describes them in world coordinates. */
#pragma once

#include "thud/event.h"
#include "thud/world.h"

/* Whether two pairs of shapes are the same, in either order. */
static inline bool thud_is_same_pair(thud_shape_id a, thud_shape_id b, thud_shape_id c, thud_shape_id d) {
    return (thud_shape_id_equal(a, c) && thud_shape_id_equal(b, d)) ||
           (thud_shape_id_equal(a, d) && thud_shape_id_equal(b, c));
}

/* Puts two shapes into the order of a contact between them. */
void thud_contact_order(const thud_world *world, int32_t *a, int32_t *b);

/* The contact of two shapes, or THUD_NONE. O(contacts of the body with fewer). */
int32_t thud_find_contact(const thud_world *world, int32_t shape_a, int32_t shape_b);

/* The speeds at which the points of a contact approach now [m/s]. */
void thud_contact_approach(const thud_world *world, int32_t contact, float speeds[2]);

/* The contact with its geometry in world coordinates. `poses` are those of the bodies when its points were found: before
 * they have moved, the poses; after that, the previous ones. */
void thud_contact_describe(const thud_world *world, int32_t contact, const thud_pose *poses,
                           thud_contact_data *data);

/* Describes two shapes that touch without a contact, at their current poses. */
thud_contact_data thud_describe_touch(const thud_world *world, int32_t shape, int32_t other);
