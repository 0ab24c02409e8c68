/*
 * joint_calls.c: the public functions of each kind of joint, by those of all kinds in joints.c: thud_revolute_joint_defaults,
 * thud_revolute_joint_create, thud_revolute_joint_definition, thud_revolute_joint_configure, and so on.
 */
#include "world/joints/joints.h"
#include "world/world_state.h"

/* The last arguments: the defaults. */
#define JOINT_CALLS(kind, KIND, ...)                                                                         \
    thud_##kind##_joint_def thud_##kind##_joint_defaults(void) {                                             \
        return (thud_##kind##_joint_def){__VA_ARGS__};                                                       \
    }                                                                                                        \
    thud_joint_id thud_##kind##_joint_create(thud_world *world, const thud_##kind##_joint_def *def) {        \
        return thud_joint_create(world, thud_on_world(__func__), KIND, def);                                 \
    }                                                                                                        \
    thud_##kind##_joint_def thud_##kind##_joint_definition(const thud_world *world, thud_joint_id joint) {   \
        thud_##kind##_joint_def def = thud_##kind##_joint_defaults();                                        \
        thud_joint_definition(world, thud_on_joint(__func__, joint), KIND, joint, &def);                     \
        return def;                                                                                          \
    }                                                                                                        \
    bool thud_##kind##_joint_configure(thud_world *world, thud_joint_id joint,                               \
                                       const thud_##kind##_joint_def *def) {                                 \
        return thud_joint_configure(world, thud_on_joint(__func__, joint), KIND, joint, def);                \
    }

JOINT_CALLS(target, THUD_JOINT_TARGET, .hertz = 5.0f, .damping_ratio = 0.7f)
JOINT_CALLS(revolute, THUD_JOINT_REVOLUTE, 0)
JOINT_CALLS(distance, THUD_JOINT_DISTANCE, .length = 1.0f)
JOINT_CALLS(weld, THUD_JOINT_WELD, 0)
JOINT_CALLS(prismatic, THUD_JOINT_PRISMATIC, .axis = {1.0f, 0.0f})
JOINT_CALLS(wheel, THUD_JOINT_WHEEL, .axis = {0.0f, 1.0f}, .spring = {true, 2.0f, 0.7f, 0.0f})
JOINT_CALLS(motor, THUD_JOINT_MOTOR, .hertz = 2.0f, .damping_ratio = 1.0f, .max_force = 100.0f,
            .max_torque = 100.0f)
JOINT_CALLS(gear, THUD_JOINT_GEAR, .base = {.collide_connected = true}, .ratio = 1.0f)
JOINT_CALLS(pulley, THUD_JOINT_PULLEY, .ratio = 1.0f)
JOINT_CALLS(ratchet, THUD_JOINT_RATCHET, .tooth = THUD_PI / 8.0f)
JOINT_CALLS(filter, THUD_JOINT_FILTER, 0)

bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_target_joint_def def;
    if (!thud_joint_definition(world, call, THUD_JOINT_TARGET, joint, &def)) {
        return false;
    }
    def.target = target;
    return thud_joint_configure(world, call, THUD_JOINT_TARGET, joint, &def);
}
