#include "geometry/precise.h"

#include <stdint.h>
#include <string.h>

/* The float next to a finite one: `up` towards plus infinity, else towards minus infinity. */
static float next_float(float value, bool up) {
    if (value == 0.0f) {
        return up ? FLT_TRUE_MIN : -FLT_TRUE_MIN;
    }
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += (value > 0.0f) == up ? 1u : UINT32_MAX;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float thud_round_up(double value) {
    if (value > (double)FLT_MAX) {
        return HUGE_VALF;
    }
    float rounded = value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
    return (double)rounded < value ? next_float(rounded, true) : rounded;
}

float thud_round_down(double value) {
    return -thud_round_up(-value);
}

float thud_round_up_root(double square) {
    float root = thud_round_up(sqrt(square));
    while ((double)root * root < square) {
        root = next_float(root, true);
    }
    return root;
}
