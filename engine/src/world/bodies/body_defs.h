/* body_defs.h: the definitions of bodies and their shapes: which are accepted. Their defaults are public. */
#pragma once

#include "thud/world.h"
#include "world/refusal.h"

/* Whether the definition of a new body is accepted; else, of a body that exists: without position, angle and velocity. */
bool thud_body_def_check(const thud_world *world, thud_call call, const thud_body_def *def, bool is_new);

/* Whether the definition of a shape is accepted. */
bool thud_shape_def_check(const thud_world *world, thud_call call, const thud_shape_def *def);
