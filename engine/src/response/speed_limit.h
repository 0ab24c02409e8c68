/*
 * speed_limit.h: the largest speed of a body. A spring stretched over tens of metres, a motor of absurd torque or an
 * explosion would otherwise throw bodies too far in a step for collision detection, and at last beyond the range of a
 * float.
 */
#pragma once

#include "response/batch.h"
#include "response/solve_input.h"

/* A velocity below this share of the limit on both axes is within the limit: 0.7 < 1 / sqrt(2). */
static const float thud_sure_share = 0.7f;

/* The length of v; its square may overflow a float. */
static inline float thud_length_of_large(thud_vec2 v) {
    float largest = thud_max(thud_abs(v.x), thud_abs(v.y));
    return largest > 0.0f ? largest * thud_vec2_length(thud_vec2_scale(v, 1.0f / largest)) : 0.0f;
}

/* A velocity within the limits. */
static inline thud_velocity thud_limit_velocity(thud_velocity velocity, const thud_substep *substep) {
    float side = thud_sure_share * substep->max_speed;
    if (thud_abs(velocity.linear.x) > side || thud_abs(velocity.linear.y) > side) {
        float speed = thud_length_of_large(velocity.linear);
        float share = speed > substep->max_speed ? substep->max_speed / speed : 1.0f;
        velocity.linear = thud_vec2_scale(velocity.linear, share);
    }
    velocity.angular = thud_max(thud_min(velocity.angular, substep->max_turn), -substep->max_turn);
    return velocity;
}
