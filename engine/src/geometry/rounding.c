#include "geometry/precise.h"

#include <stdint.h>
#include <string.h>

/* The float above a finite one. Not the C library's nextafterf: a call of that saves registers in all callers, 0.5 KB. */
static float next_above(float value) {
    if (value == 0.0f) {
        return FLT_TRUE_MIN;
    }
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += value > 0.0f ? 1u : UINT32_MAX;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float thud_round_up(double value) {
    if (value > (double)FLT_MAX) {
        return HUGE_VALF;
    }
    float rounded = value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
    return (double)rounded < value ? next_above(rounded) : rounded;
}

float thud_round_down(double value) {
    return -thud_round_up(-value);
}

float thud_round_up_root(double square) {
    float root = thud_round_up(sqrt(square));
    while ((double)root * root < square) {
        root = next_above(root);
    }
    return root;
}
