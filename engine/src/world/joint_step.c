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

/* A side without a body is the world itself. */
static thud_pose pose_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? thud_pose_identity() : world->bodies.poses[body];
}

float thud_joint_angle_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_rot turn = thud_rot_inv_mul(pose_of(world, joint->state.body_a).rotation,
                                     pose_of(world, joint->state.body_b).rotation);
    return unwind(thud_rot_angle(turn) - joint->frame.reference_angle, joint->state.angle);
}

thud_joint_place thud_joint_place_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_pose a = pose_of(world, joint->state.body_a);
    thud_pose b = pose_of(world, joint->state.body_b);
    thud_joint_place place = {.arm_a = thud_rot_apply(a.rotation, joint->frame.anchor_a),
                              .arm_b = thud_rot_apply(b.rotation, joint->frame.anchor_b),
                              .axis = thud_rot_apply(a.rotation, joint->frame.axis)};
    place.gap = thud_vec2_add(thud_vec2_sub(b.position, a.position), thud_vec2_sub(place.arm_b, place.arm_a));
    return place;
}

float thud_joint_rope_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_vec2 anchor_a = thud_pose_apply(pose_of(world, joint->state.body_a), joint->frame.anchor_a);
    thud_vec2 anchor_b = thud_pose_apply(pose_of(world, joint->state.body_b), joint->frame.anchor_b);
    return thud_vec2_distance(anchor_a, joint->frame.axis) +
           joint->frame.ratio * thud_vec2_distance(anchor_b, joint->wheel_b);
}

/* ---- what is refreshed before each step ---- */

/* A tooth counts as passed this much early, as a share of it: a pawl under load yields a little. */
static const float tooth_play = 0.01f;

/* The tooth that has been passed holds from now on. */
static void advance_ratchet(thud_joint *joint, float tooth) {
    float passed = tooth * whole_below(joint->state.angle / tooth + tooth_play);
    if (tooth > 0.0f) {
        joint->angular.lower = thud_max(joint->angular.lower, passed);
    } else {
        joint->angular.upper = thud_min(joint->angular.upper, passed);
    }
    thud_joint_note_parts(joint);
}

/* A coordinate as a gear sees it: its value, and how it changes as body b moves. */
typedef struct gear_side {
    float coordinate;
    thud_vec2 direction;
    float lever;
} gear_side;

static gear_side side_of(const thud_world *world, int32_t slot) {
    if (world->joints.joints[slot].frame.kind == THUD_JOINT_REVOLUTE) {
        return (gear_side){thud_joint_angle_now(world, slot), {0.0f, 0.0f}, 1.0f};
    }
    thud_joint_place place = thud_joint_place_now(world, slot);
    return (gear_side){thud_vec2_dot(place.axis, place.gap), place.axis,
                       thud_vec2_cross(place.arm_b, place.axis)};
}

/* See gear_kernel.c. */
static void place_gear(const thud_world *world, thud_joint *joint, const thud_joint_record *record) {
    gear_side a = side_of(world, record->geared[0]);
    gear_side b = side_of(world, record->geared[1]);
    joint->frame.anchor_a = thud_vec2_neg(a.direction);
    joint->frame.anchor_b = thud_vec2_scale(b.direction, joint->frame.ratio);
    joint->frame.axis = (thud_vec2){-a.lever, joint->frame.ratio * b.lever};
    joint->state.angle = a.coordinate + joint->frame.ratio * b.coordinate - record->gear_constant;
}

static bool is_posed(thud_joint_kind kind) {
    return kind == THUD_JOINT_GEAR || kind == THUD_JOINT_RATCHET;
}

/* What the solver does not find out by itself: where a gear's joints are, and which tooth holds a ratchet. */
static void refresh_joint(const thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    const thud_joint_record *record = &world->joints.records[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        place_gear(world, joint, record);
    } else if (joint->frame.kind == THUD_JOINT_RATCHET) {
        joint->state.angle = thud_joint_angle_now(world, slot);
        advance_ratchet(joint, record->def.ratchet.tooth);
    }
}

void thud_joint_start(thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    thud_joint_record *record = &world->joints.records[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        record->gear_constant = 0.0f;
        place_gear(world, joint, record);
        record->gear_constant = joint->state.angle;
        joint->state.angle = 0.0f;
    } else {
        joint->state.angle = 0.0f;
        joint->state.angle = thud_joint_angle_now(world, slot);
        refresh_joint(world, slot);
    }
}

/* ---- which joints are solved ---- */

static uint8_t state_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? (uint8_t)THUD_STATE_STATIC : world->bodies.states[body];
}

/* Whether a joint of an awake body is solved; sleepers on the other side wake and yield from the next step on. */
static bool acts_on(thud_world *world, int32_t slot, int32_t other) {
    uint8_t state = state_of(world, other);
    if (world->joints.joints[slot].frame.kind == THUD_JOINT_FILTER || state == THUD_STATE_DISABLED) {
        return false;
    }
    if (state == THUD_STATE_ASLEEP) {
        thud_wake_island(world, other);
    }
    return true;
}

static void list_joint(thud_joint_table *joints, int32_t slot) {
    joints->active[joints->active_count++] = slot;
    if (is_posed(joints->joints[slot].frame.kind)) {
        joints->posed[joints->posed_count++] = slot;
    }
}

/* Finds joints by their bodies, marks them, so that they come in the order of slots, and clears the marks. */
static void list_joints_of_awake_bodies(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    const thud_joint_record *records = joints->records;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        for (int32_t link = world->bodies.bodies[world->bodies.awake[i]].first_joint; link != THUD_NONE;
             link = records[link / 2].next[link % 2]) {
            if (acts_on(world, link / 2, records[link / 2].body[1 - link % 2])) {
                joints->marks[link / 2 / 64] |= UINT64_C(1) << link / 2 % 64;
            }
        }
    }
    for (int32_t word = 0; 64 * word < joints->pool.end; word++) {
        for (uint64_t left = joints->marks[word]; left != 0; left &= left - 1) {
            list_joint(joints, 64 * word + (int32_t)__builtin_ctzll(left));
        }
        joints->marks[word] = 0;
    }
}

/* The same by a walk over all joints. */
static void list_awake_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    for (int32_t slot = 0; slot < joints->pool.end; slot++) {
        if (!thud_pool_is_live(&joints->pool, slot)) {
            continue;
        }
        const thud_joint_state *joint = &joints->joints[slot].state;
        bool a_is_awake = state_of(world, joint->body_a) == THUD_STATE_AWAKE;
        if ((a_is_awake || state_of(world, joint->body_b) == THUD_STATE_AWAKE) &&
            acts_on(world, slot, a_is_awake ? joint->body_b : joint->body_a)) {
            list_joint(joints, slot);
        }
    }
}

/* To find a joint by its body costs as much as to walk over this many. */
enum { joints_walked_a_find = 4 };

/* Bodies on moving kinematic ones must not fall asleep. */
static void keep_awake_on_kinematic(thud_world *world) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        for (int32_t link = world->bodies.bodies[world->bodies.moving[i]].first_joint; link != THUD_NONE;
             link = world->joints.records[link / 2].next[link % 2]) {
            int32_t other = world->joints.records[link / 2].body[1 - link % 2];
            if (other != THUD_NONE && world->joints.joints[link / 2].frame.kind != THUD_JOINT_FILTER) {
                world->bodies.gauges[other].sleep_timer = 0.0f;
            }
        }
    }
}

void thud_list_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    if (joints->changed || joints->listed_revision != world->bodies.revision) {
        bool walk_pays = joints->pool.end < joints_walked_a_find * joints->active_count;
        joints->active_count = joints->posed_count = 0;
        if (walk_pays) {
            list_awake_joints(world);
        } else {
            list_joints_of_awake_bodies(world);
        }
        joints->listed_revision = world->bodies.revision;
    }
    keep_awake_on_kinematic(world);
    for (int32_t i = 0; i < joints->posed_count; i++) {
        refresh_joint(world, joints->posed[i]);
    }
}

/* ---- which joints break ---- */

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
    thud_pool_id id = thud_pool_id_at(&joints->pool, slot);
    joints->breaks[joints->break_count++] = (thud_joint_break){.joint = {id.slot, id.generation},
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
            continue; /* a gear that went with one of its joints */
        }
        const thud_joint *joint = &joints->joints[slot];
        thud_vec2 force = thud_vec2_scale(joint->state.impulse, per_second);
        float torque = joint->state.angular_impulse * per_second;
        if (is_overloaded(&joints->records[slot].base, force, torque)) {
            break_joint(world, slot, force, torque);
        }
    }
}
