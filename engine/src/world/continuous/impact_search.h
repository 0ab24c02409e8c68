/*
 * impact_search.h: the first impact on the path of a fast body.
 *
 * Which part of a shape is stopped depends on depth, see shape_parts.h: an obstacle stops the first part that
 * is clear of it at the start of the sweep. If the core of a shape would not meet an obstacle, the solver
 * resolves the contact if it has points of the two; if not, the shape is stopped as a whole.
 */
#pragma once

#include "world/continuous/touch.h"

/* Whether the solver had points of two shapes in this step: then it has resolved their contact. */
bool thud_solver_has_points(const thud_world *world, int32_t shape, int32_t other);

/* The first touch in the rest of the body's step; false when nothing stops it. The user's filter is called for shapes
 * without a contact that would stop it before all that were found so far. */
bool thud_find_touch(thud_world *world, thud_body_path *path, thud_touch *first);
