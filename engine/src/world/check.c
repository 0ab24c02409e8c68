/* check.c: what every definition and argument goes through: a number is accepted, or refused with its field's
 * name and value. */
#include "world/world_state.h"

bool thud_check_finite(const thud_world *world, const char *field, float value) {
    return thud_is_finite(value) || thud_refuse(world, THUD_NOT_FINITE, field, (double)value);
}

bool thud_check_finite_vec2(const thud_world *world, const char *field, thud_vec2 value) {
    return thud_check_finite(world, field, value.x) && thud_check_finite(world, field, value.y);
}

bool thud_check_not_negative(const thud_world *world, const char *field, float value) {
    return thud_check_finite(world, field, value) &&
           (value >= 0.0f || thud_refuse(world, THUD_NEGATIVE, field, (double)value));
}

bool thud_check_positive(const thud_world *world, const char *field, float value) {
    return thud_check_finite(world, field, value) &&
           (value > 0.0f || thud_refuse(world, THUD_NOT_POSITIVE, field, (double)value));
}

int32_t thud_body_slot_to_change(const thud_world *world, thud_body_id body) {
    return thud_world_may_change(world) ? thud_body_slot(world, body) : THUD_NONE;
}

int32_t thud_shape_slot_to_change(const thud_world *world, thud_shape_id shape) {
    return thud_world_may_change(world) ? thud_shape_slot(world, shape) : THUD_NONE;
}

int32_t thud_joint_slot_to_change(const thud_world *world, thud_joint_id joint) {
    return thud_world_may_change(world) ? thud_joint_slot(world, joint) : THUD_NONE;
}
