/*
 * joint_step.c: joints in a step: which of them are solved, where they are, and which break.
 */
#include "world/joint_state.h"

#include "base/memory.h"

/* ---- where a joint is ---- */

/* The largest whole number that is not above x; far beyond any count of turns it is x itself. */
static float whole_below(float x) {
    if (!(thud_abs(x) < 1.0e9f)) {
        return x;
    }
    float whole = (float)(int32_t)x;
    return whole > x ? whole - 1.0f : whole;
}

/* Of the angles that differ from `angle` by full turns the one next to `near`. */
static float unwind(float angle, float near) {
    float turn = 2.0f * THUD_PI;
    return angle + turn * whole_below((near - angle) / turn + 0.5f);
}

static thud_vec2 arm_of(const thud_world *world, int32_t body, thud_vec2 anchor) {
    thud_vec2 from_center = thud_vec2_sub(anchor, world->bodies.bodies[body].mass.center);
    return thud_rot_apply(world->bodies.poses[body].rotation, from_center);
}

static float relative_angle(const thud_world *world, const thud_joint_record *record) {
    if (record->body[0] == THUD_NONE) {
        return 0.0f;
    }
    thud_rot turn = thud_rot_inv_mul(world->bodies.poses[record->body[0]].rotation,
                                     world->bodies.poses[record->body[1]].rotation);
    return thud_rot_angle(turn) - record->reference_angle;
}

static void pose_target(const thud_world *world, thud_joint *joint, const thud_joint_record *record) {
    const thud_pose *pose = &world->bodies.poses[record->body[1]];
    joint->arm_b = arm_of(world, record->body[1], record->base.anchor_b);
    joint->gap = thud_vec2_sub(thud_vec2_add(pose->position, joint->arm_b), record->def.target.target);
}

/* Whether a row looks at the angle. For the others the solver counts turns well enough to tell them apart. */
static bool needs_angle(const thud_joint *joint) {
    switch (joint->kind) {
    case THUD_JOINT_REVOLUTE:
        return joint->angular.spring.mode != THUD_HOLD_NONE || joint->angular.lower > -THUD_NO_LIMIT ||
               joint->angular.upper < THUD_NO_LIMIT;
    case THUD_JOINT_DISTANCE:
    case THUD_JOINT_PULLEY:
    case THUD_JOINT_WHEEL:
        return false;
    default:
        return true;
    }
}

static void pose_between(const thud_world *world, thud_joint *joint, const thud_joint_record *record) {
    const thud_pose *a = &world->bodies.poses[record->body[0]];
    const thud_pose *b = &world->bodies.poses[record->body[1]];
    joint->arm_a = arm_of(world, record->body[0], record->base.anchor_a);
    joint->arm_b = arm_of(world, record->body[1], record->base.anchor_b);
    joint->gap =
        thud_vec2_add(thud_vec2_sub(b->position, a->position), thud_vec2_sub(joint->arm_b, joint->arm_a));
    joint->axis = thud_rot_apply(a->rotation, record->axis);
    if (needs_angle(joint)) {
        joint->angle = unwind(relative_angle(world, record), joint->angle);
    }
}

float thud_joint_angle_now(const thud_world *world, int32_t slot) {
    return unwind(relative_angle(world, &world->joints.records[slot]), world->joints.joints[slot].angle);
}

/* The ropes' spans from the wheels; see pulley_kernel.c. */
static void pose_pulley(const thud_world *world, thud_joint *joint, const thud_joint_record *record) {
    const thud_pulley_joint_def *def = &record->def.pulley;
    thud_vec2 anchor_a = thud_vec2_add(world->bodies.poses[record->body[0]].position, joint->arm_a);
    thud_vec2 anchor_b = thud_vec2_add(world->bodies.poses[record->body[1]].position, joint->arm_b);
    joint->axis = thud_vec2_sub(anchor_a, def->wheel_a);
    joint->gap = thud_vec2_sub(anchor_b, def->wheel_b);
}

/* A tooth counts as passed this much early, as a share of it: a pawl under load yields a little. */
static const float tooth_play = 0.01f;

/* The tooth that has been passed holds from now on. */
static void advance_ratchet(thud_joint *joint, float tooth) {
    float passed = tooth * whole_below(joint->angle / tooth + tooth_play);
    if (tooth > 0.0f) {
        joint->angular.lower = thud_max(joint->angular.lower, passed);
    } else {
        joint->angular.upper = thud_min(joint->angular.upper, passed);
    }
}

/* A coordinate as a gear sees it: its value, and how it changes as body b moves. */
typedef struct gear_side {
    float coordinate;
    thud_vec2 direction;
    float lever;
} gear_side;

static gear_side side_of(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    if (joint->kind == THUD_JOINT_REVOLUTE) {
        return (gear_side){thud_joint_angle_now(world, slot), {0.0f, 0.0f}, 1.0f};
    }
    return (gear_side){thud_vec2_dot(joint->axis, joint->gap), joint->axis,
                       thud_vec2_cross(joint->arm_b, joint->axis)};
}

static void pose_gear(const thud_world *world, thud_joint *joint, const thud_joint_record *record) {
    gear_side a = side_of(world, record->geared[0]);
    gear_side b = side_of(world, record->geared[1]);
    joint->arm_a = thud_vec2_neg(a.direction); /* see gear_kernel.c */
    joint->arm_b = thud_vec2_scale(b.direction, joint->ratio);
    joint->gap = (thud_vec2){-a.lever, joint->ratio * b.lever};
    joint->angle = a.coordinate + joint->ratio * b.coordinate - record->gear_constant;
}

void thud_joint_pose(const thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    const thud_joint_record *record = &world->joints.records[slot];
    if (joint->kind == THUD_JOINT_TARGET) {
        pose_target(world, joint, record);
    } else if (joint->kind == THUD_JOINT_GEAR) {
        thud_joint_pose(world, record->geared[0]);
        thud_joint_pose(world, record->geared[1]);
        pose_gear(world, joint, record);
    } else {
        pose_between(world, joint, record);
        if (joint->kind == THUD_JOINT_PULLEY) {
            pose_pulley(world, joint, record);
        } else if (joint->kind == THUD_JOINT_RATCHET) {
            advance_ratchet(joint, record->def.ratchet.tooth);
        }
    }
}

void thud_joint_start(thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    thud_joint_record *record = &world->joints.records[slot];
    if (joint->kind == THUD_JOINT_GEAR) {
        record->gear_constant = 0.0f;
        thud_joint_pose(world, slot);
        record->gear_constant = joint->angle;
    } else {
        joint->angle = unwind(relative_angle(world, record), 0.0f);
    }
    thud_joint_pose(world, slot);
}

/* ---- which joints are solved ---- */

static uint8_t state_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? (uint8_t)THUD_STATE_STATIC : world->bodies.states[body];
}

/* A body on a moving kinematic one must not fall asleep. */
static void keep_awake(thud_world *world, const int32_t body[2]) {
    for (int side = 0; side < 2; side++) {
        if (state_of(world, body[side]) == THUD_STATE_KINEMATIC_MOVING && body[1 - side] != THUD_NONE) {
            world->bodies.gauges[body[1 - side]].sleep_timer = 0.0f;
        }
    }
}

static bool is_active(thud_world *world, int32_t slot) {
    const thud_joint_record *record = &world->joints.records[slot];
    uint8_t a = state_of(world, record->body[0]);
    uint8_t b = state_of(world, record->body[1]);
    if (world->joints.joints[slot].kind == THUD_JOINT_FILTER || a == THUD_STATE_DISABLED ||
        b == THUD_STATE_DISABLED) {
        return false;
    }
    bool active = a == THUD_STATE_AWAKE || b == THUD_STATE_AWAKE;
    for (int side = 0; side < 2 && active; side++) {
        if (state_of(world, record->body[side]) == THUD_STATE_ASLEEP) {
            thud_wake_island(world, record->body[side]); /* it yields from the next step on */
        }
    }
    return active;
}

void thud_list_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    joints->active_count = 0;
    for (int32_t slot = 0; slot < joints->pool.end; slot++) {
        if (thud_pool_is_live(&joints->pool, slot) && is_active(world, slot)) {
            keep_awake(world, joints->records[slot].body);
            thud_joint_pose(world, slot);
            joints->active[joints->active_count++] = slot;
        }
    }
}

/* ---- which joints break ---- */

static bool is_overloaded(const thud_joint_base *base, thud_vec2 force, float torque) {
    return (base->break_force > 0.0f && thud_vec2_length(force) > base->break_force) ||
           (base->break_torque > 0.0f && thud_abs(torque) > base->break_torque);
}

static void break_joint(thud_world *world, int32_t slot, thud_vec2 force, float torque) {
    thud_joint_table *joints = &world->joints;
    if (!thud_reserve(&world->hooks, &joints->breaks, sizeof *joints->breaks, &joints->break_capacity,
                      joints->break_count + 1)) {
        return; /* it breaks in a later step */
    }
    const thud_joint_base *base = &joints->records[slot].base;
    thud_pool_id id = thud_pool_id_at(&joints->pool, slot);
    joints->breaks[joints->break_count++] = (thud_joint_break){.joint = {id.slot, id.generation},
                                                               .kind = joints->joints[slot].kind,
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
            continue; /* a gear that went with one of its joints */
        }
        const thud_joint *joint = &joints->joints[slot];
        thud_vec2 force = thud_vec2_scale(joint->impulse, per_second);
        float torque = joint->angular_impulse * per_second;
        if (is_overloaded(&joints->records[slot].base, force, torque)) {
            break_joint(world, slot, force, torque);
        }
    }
}
