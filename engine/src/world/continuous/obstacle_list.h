/* obstacle_list.h: the static and kinematic shapes near a swept body, by its contacts. */
#pragma once

#include "thud/broadphase.h"
#include "thud/world.h"
#include "world/bodies/shape_table.h"
#include "world/continuous/touch.h"

/* Makes a box around the only shape of a body on the rest of its path. False, and no box, if the body has more shapes, or contacts
 * may be missing. */
bool thud_box_path(const thud_world *world, const thud_body_path *path, thud_aabb *box);

/* Visits the static and the kinematic shapes that a body may meet on the rest of its path, which is in the box, by its contacts, but
 * as its sweep starts none that lets it pass. Returns bits, THUD_CLEAR_OF_STATIC or both: of these kinds the contacts have all such
 * shapes; others are not visited. Proxies have a slot, as in a query of the hash, but no generation. */
uint8_t thud_visit_contacts_on_path(const thud_world *world, const thud_body_path *path, const thud_aabb *box,
                                    thud_proxy_visitor *visitor, void *context);

/* Whether shapes whose fat boxes overlap have a contact: not if memory ran out, the user's filter refused it, or a joint
 * between them broke in this step. Nor is that asked if fat boxes do not reach ahead: most fast bodies leave theirs then. */
bool thud_has_all_contacts(const thud_world *world);

/* Whether a body whose path is in a box stays on one side of the box of a static shape, or sinks in so little that the solver holds it.
 * Not for links, which stop a part of a shape by a rule of their own. Static fat boxes must be tight. */
bool thud_stays_beside(const thud_world *world, int32_t body, const thud_aabb *path,
                       const thud_shape_record *obstacle);

/* Whether a body that is not swept yet sinks into no static shape on its path by more than thud_depth_allowed, by its
 * contacts and boxes alone: a body that slides or rolls over a level floor does not. For worlds that have all contacts and whose
 * static fat boxes are tight. */
bool thud_is_clear_by_contacts(const thud_world *world, int32_t body);
