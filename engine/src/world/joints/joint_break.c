/* joint_break.c: breaks joints whose force or torque was above their thresholds. */
#include "world/joints/joint_break.h"

#include "base/memory.h"
#include "world/joints/joints.h"
#include "world/world_state.h"

static bool is_overloaded(const thud_joint_base *base, thud_vec2 force, float torque) {
    return (base->break_force > 0.0f && thud_vec2_length(force) > base->break_force) ||
           (base->break_torque > 0.0f && thud_abs(torque) > base->break_torque);
}

static void break_joint(thud_world *world, int32_t slot, thud_vec2 force, float torque) {
    thud_joint_table *joints = &world->joints;
    if (!thud_reserve(joints->pool.hooks, &joints->breaks, sizeof *joints->breaks, &joints->break_capacity,
                      joints->break_count + 1)) {
        return; /* it breaks in a later step */
    }
    const thud_joint_base *base = &joints->records[slot].base;
    joints->breaks[joints->break_count++] = (thud_joint_break){.joint = thud_joint_id_at(world, slot),
                                                               .kind = joints->joints[slot].frame.kind,
                                                               .body_a = base->body_a,
                                                               .body_b = base->body_b,
                                                               .force = force,
                                                               .torque = torque,
                                                               .user_data = base->user_data};
    thud_joint_remove(world, slot);
}

void thud_break_joints(thud_world *world, float dt) {
    thud_joint_table *joints = &world->joints;
    if (joints->breakable_count == 0) {
        return;
    }
    float per_second = (float)world->def.solver.substeps / dt;
    for (int32_t i = 0; i < joints->active_count; i++) {
        int32_t slot = joints->active[i];
        if (!thud_pool_is_live(&joints->pool, slot)) {
            continue; /* a gear removed with one of its joints */
        }
        const thud_joint *joint = &joints->joints[slot];
        thud_vec2 force = thud_vec2_scale(joint->state.impulse, per_second);
        float torque = joint->state.angular_impulse * per_second;
        if (is_overloaded(&joints->records[slot].base, force, torque)) {
            break_joint(world, slot, force, torque);
        }
    }
}
