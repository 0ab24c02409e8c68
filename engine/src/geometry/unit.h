/* unit.h: whether a vector is a direction. */
#pragma once

#include "thud/math.h"

/* Whether the squared length is 1, within 0.001: a rounded direction passes, one that was never normalised does not. */
static inline bool thud_is_unit(thud_vec2 vector) {
    return thud_abs(thud_vec2_length_squared(vector) - 1.0f) < 1.0e-3f;
}
