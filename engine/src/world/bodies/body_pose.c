/* body_pose.c: where bodies are, and points and vectors in their frames. */
#include "world/bodies/body_slot.h"

/* Addresses are chosen before the values are read: a chosen value would go through memory. */
thud_pose thud_body_pose(const thud_world *world, thud_body_id body) {
    static const thud_pose none = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    static const thud_mass massless = {0};
    bool is_live = thud_is_live_body(world, body, __func__);
    const thud_pose *pose = is_live ? &world->bodies.poses[body.slot] : &none;
    const thud_mass *mass = is_live ? &world->bodies.bodies[body.slot].mass : &massless;
    return thud_origin_from_center(pose, mass);
}

thud_vec2 thud_body_position(const thud_world *world, thud_body_id body) {
    return thud_is_live_body(world, body, __func__)
               ? thud_body_current_pose(&world->bodies, (int32_t)body.slot).position
               : (thud_vec2){0.0f, 0.0f};
}

THUD_GETTER(float, thud_body_angle, body, thud_rot_angle(world->bodies.poses[slot].rotation))
THUD_GETTER_OR(thud_pose, thud_body_previous_pose, body, thud_pose_identity(),
               thud_body_origin_pose(&world->bodies, slot, &world->bodies.previous[slot]))
THUD_GETTER(thud_vec2, thud_body_center, body, world->bodies.poses[slot].position)

/* ---- frames ---- */

/* The slot of the body of a getter that takes a point or vector; THUD_NONE when refused. */
static int32_t slot_for(const thud_world *world, thud_call call, thud_body_id body, const char *field,
                        thud_vec2 given) {
    return thud_is_live_body(world, body, call.name) &&
                   thud_check_within_vec2(world, call, field, given, THUD_MAX_POSITION)
               ? (int32_t)body.slot
               : THUD_NONE;
}

/* A public function that takes a point or vector, and gives it in another frame. */
#define FRAME_GETTER(function, given, value)                                                                 \
    thud_vec2 function(const thud_world *world, thud_body_id body, thud_vec2 given) {                        \
        int32_t slot = slot_for(world, thud_on_body(__func__, body), body, #given, given);                   \
        return slot == THUD_NONE ? (thud_vec2){0.0f, 0.0f} : (value);                                        \
    }

FRAME_GETTER(thud_body_world_point, local_point,
             thud_pose_apply(thud_body_current_pose(&world->bodies, slot), local_point))
FRAME_GETTER(thud_body_local_point, point,
             thud_pose_apply_inverse(thud_body_current_pose(&world->bodies, slot), point))
FRAME_GETTER(thud_body_world_vector, local_vector,
             thud_rot_apply(world->bodies.poses[slot].rotation, local_vector))
FRAME_GETTER(thud_body_local_vector, vector, thud_rot_apply_inverse(world->bodies.poses[slot].rotation, vector))
