/* joint_calls.c: the public functions create, definition and configure of each kind, by joints.c. */
#include "world/joints/joints.h"
#include "world/refusal.h"
#include "world/world_state.h"

thud_joint_id thud_target_joint_create(thud_world *world, const thud_target_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_TARGET, def);
}

thud_target_joint_def thud_target_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_target_joint_def def = thud_target_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_TARGET, joint, &def);
    return def;
}

bool thud_target_joint_configure(thud_world *world, thud_joint_id joint, const thud_target_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_TARGET, joint, def);
}

bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_target_joint_def def;
    if (!thud_joint_definition(world, call, THUD_JOINT_TARGET, joint, &def)) {
        return false;
    }
    def.target = target;
    return thud_joint_configure(world, call, THUD_JOINT_TARGET, joint, &def);
}

thud_joint_id thud_revolute_joint_create(thud_world *world, const thud_revolute_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_REVOLUTE, def);
}

thud_revolute_joint_def thud_revolute_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_revolute_joint_def def = thud_revolute_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_REVOLUTE, joint, &def);
    return def;
}

bool thud_revolute_joint_configure(thud_world *world, thud_joint_id joint,
                                   const thud_revolute_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_REVOLUTE, joint, def);
}

thud_joint_id thud_distance_joint_create(thud_world *world, const thud_distance_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_DISTANCE, def);
}

thud_distance_joint_def thud_distance_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_distance_joint_def def = thud_distance_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_DISTANCE, joint, &def);
    return def;
}

bool thud_distance_joint_configure(thud_world *world, thud_joint_id joint,
                                   const thud_distance_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_DISTANCE, joint, def);
}

thud_joint_id thud_weld_joint_create(thud_world *world, const thud_weld_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_WELD, def);
}

thud_weld_joint_def thud_weld_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_weld_joint_def def = thud_weld_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_WELD, joint, &def);
    return def;
}

bool thud_weld_joint_configure(thud_world *world, thud_joint_id joint, const thud_weld_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_WELD, joint, def);
}

thud_joint_id thud_prismatic_joint_create(thud_world *world, const thud_prismatic_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_PRISMATIC, def);
}

thud_prismatic_joint_def thud_prismatic_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_prismatic_joint_def def = thud_prismatic_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_PRISMATIC, joint, &def);
    return def;
}

bool thud_prismatic_joint_configure(thud_world *world, thud_joint_id joint,
                                    const thud_prismatic_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_PRISMATIC, joint, def);
}

thud_joint_id thud_wheel_joint_create(thud_world *world, const thud_wheel_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_WHEEL, def);
}

thud_wheel_joint_def thud_wheel_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_wheel_joint_def def = thud_wheel_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_WHEEL, joint, &def);
    return def;
}

bool thud_wheel_joint_configure(thud_world *world, thud_joint_id joint, const thud_wheel_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_WHEEL, joint, def);
}

thud_joint_id thud_motor_joint_create(thud_world *world, const thud_motor_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_MOTOR, def);
}

thud_motor_joint_def thud_motor_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_motor_joint_def def = thud_motor_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_MOTOR, joint, &def);
    return def;
}

bool thud_motor_joint_configure(thud_world *world, thud_joint_id joint, const thud_motor_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_MOTOR, joint, def);
}

thud_joint_id thud_gear_joint_create(thud_world *world, const thud_gear_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_GEAR, def);
}

thud_gear_joint_def thud_gear_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_gear_joint_def def = thud_gear_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_GEAR, joint, &def);
    return def;
}

bool thud_gear_joint_configure(thud_world *world, thud_joint_id joint, const thud_gear_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_GEAR, joint, def);
}

thud_joint_id thud_pulley_joint_create(thud_world *world, const thud_pulley_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_PULLEY, def);
}

thud_pulley_joint_def thud_pulley_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_pulley_joint_def def = thud_pulley_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_PULLEY, joint, &def);
    return def;
}

bool thud_pulley_joint_configure(thud_world *world, thud_joint_id joint, const thud_pulley_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_PULLEY, joint, def);
}

thud_joint_id thud_ratchet_joint_create(thud_world *world, const thud_ratchet_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_RATCHET, def);
}

thud_ratchet_joint_def thud_ratchet_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_ratchet_joint_def def = thud_ratchet_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_RATCHET, joint, &def);
    return def;
}

bool thud_ratchet_joint_configure(thud_world *world, thud_joint_id joint, const thud_ratchet_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_RATCHET, joint, def);
}

thud_joint_id thud_filter_joint_create(thud_world *world, const thud_filter_joint_def *def) {
    const thud_call call = thud_on_world(__func__);
    return thud_joint_create(world, call, THUD_JOINT_FILTER, def);
}

thud_filter_joint_def thud_filter_joint_definition(const thud_world *world, thud_joint_id joint) {
    const thud_call call = thud_on_joint(__func__, joint);
    thud_filter_joint_def def = thud_filter_joint_defaults();
    thud_joint_definition(world, call, THUD_JOINT_FILTER, joint, &def);
    return def;
}

bool thud_filter_joint_configure(thud_world *world, thud_joint_id joint, const thud_filter_joint_def *def) {
    const thud_call call = thud_on_joint(__func__, joint);
    return thud_joint_configure(world, call, THUD_JOINT_FILTER, joint, def);
}
