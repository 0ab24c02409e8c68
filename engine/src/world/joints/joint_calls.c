/*
 * joint_calls.c: the public functions of each kind of joint, by those of all kinds in joints.c: thud_revolute_joint_create,
 * thud_revolute_joint_definition, thud_revolute_joint_configure, and so on.
 */
#include "world/joints/joints.h"
#include "world/world_state.h"

#define JOINT_CALLS(kind, KIND)                                                                              \
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

JOINT_CALLS(target, THUD_JOINT_TARGET)
JOINT_CALLS(revolute, THUD_JOINT_REVOLUTE)
JOINT_CALLS(distance, THUD_JOINT_DISTANCE)
JOINT_CALLS(weld, THUD_JOINT_WELD)
JOINT_CALLS(prismatic, THUD_JOINT_PRISMATIC)
JOINT_CALLS(wheel, THUD_JOINT_WHEEL)
JOINT_CALLS(motor, THUD_JOINT_MOTOR)
JOINT_CALLS(gear, THUD_JOINT_GEAR)
JOINT_CALLS(pulley, THUD_JOINT_PULLEY)
JOINT_CALLS(ratchet, THUD_JOINT_RATCHET)
JOINT_CALLS(filter, THUD_JOINT_FILTER)

bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_target_joint_def def;
    if (!thud_joint_definition(world, call, THUD_JOINT_TARGET, joint, &def)) {
        return false;
    }
    def.target = target;
    return thud_joint_configure(world, call, THUD_JOINT_TARGET, joint, &def);
}
