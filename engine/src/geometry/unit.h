/* unit.h: checks of numbers. */
#pragma once

#include "thud/base.h"
#include "thud/math.h"

/* The first fault of two checks, which are made in any case. */
static inline thud_status thud_first_fault(thud_status first, thud_status second) {
    return first != THUD_OK ? first : second;
}

/* Whether a number is finite and not negative: THUD_NOT_FINITE, THUD_NEGATIVE. */
static inline thud_status thud_amount_check(float value) {
    return !thud_is_finite(value) ? THUD_NOT_FINITE : value < 0.0f ? THUD_NEGATIVE : THUD_OK;
}

/* Whether a vector is a direction, also a rounded one: its squared length is 1 within 0.001. */
static inline bool thud_is_unit(thud_vec2 vector) {
    return thud_abs(thud_vec2_length_squared(vector) - 1.0f) < 1.0e-3f;
}
