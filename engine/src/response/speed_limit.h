/*
 * speed_limit.h: how fast a body may be. A spring stretched over tens of metres, a motor of absurd torque or an
 * explosion would otherwise throw bodies so far in a step that nothing could follow, and at last beyond what a float
 * holds.
 */
#ifndef THUD_SRC_RESPONSE_SPEED_LIMIT_H
#define THUD_SRC_RESPONSE_SPEED_LIMIT_H

#include "response/batch.h"
#include "response/solve_input.h"

/* Who is slower than this share of the largest speed on both axes is slower than it. */
static const float thud_sure_share = 0.7f;

/* The length of v, whose square may be more than a float holds. */
static inline float thud_length_of_large(thud_vec2 v) {
    float largest = thud_max(thud_abs(v.x), thud_abs(v.y));
    return largest > 0.0f ? largest * thud_vec2_length(thud_vec2_scale(v, 1.0f / largest)) : 0.0f;
}

/* What is left of a velocity. */
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

#endif
