/* joint_step.c: joints in a step: lists the joints to solve, and updates gears and ratchets. */
#include "world/joints/joint_step.h"

#include "world/joints/joint_defs.h"
#include "world/sleep.h"
#include "world/world_state.h"

#include <string.h>

/* ---- the place of a joint ---- */

/* The largest whole number not above x; x itself if it is beyond any number of turns. */
static float whole_below(float x) {
    if (!(thud_abs(x) < 1.0e9f)) {
        return x;
    }
    float whole = (float)(int32_t)x;
    return whole > x ? whole - 1.0f : whole;
}

/* The angle that differs from `angle` by full turns and is nearest to `near`. */
static float unwind(float angle, float near) {
    float turn = 2.0f * THUD_PI;
    return angle + turn * whole_below((near - angle) / turn + 0.5f);
}

/* Without a body the pose is that of the world. */
static thud_pose pose_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? thud_pose_identity() : world->bodies.poses[body];
}

float thud_joint_angle_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_rot turn = thud_rot_inv_mul(pose_of(world, joint->state.body_a).rotation,
                                     pose_of(world, joint->state.body_b).rotation);
    float reference =
        joint->frame.kind == THUD_JOINT_PULLEY ? 0.0f : joint->frame.reference_angle; /* else its ratio */
    return unwind(thud_rot_angle(turn) - reference, joint->state.angle);
}

thud_joint_place thud_joint_place_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_pose a = pose_of(world, joint->state.body_a);
    thud_pose b = pose_of(world, joint->state.body_b);
    thud_vec2 anchors[2];
    thud_joint_read_anchors(world, joint, &world->joints.defs[slot], anchors);
    thud_joint_place place = {.arm_a = thud_rot_apply(a.rotation, anchors[0]),
                              .arm_b = thud_rot_apply(b.rotation, anchors[1]),
                              .axis = thud_rot_apply(a.rotation, joint->frame.axis)};
    place.gap = thud_vec2_add(thud_vec2_sub(b.position, a.position), thud_vec2_sub(place.arm_b, place.arm_a));
    return place;
}

float thud_joint_rope_now(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    thud_vec2 anchor_a = thud_pose_apply(pose_of(world, joint->state.body_a), joint->frame.anchor_a);
    thud_vec2 anchor_b = thud_pose_apply(pose_of(world, joint->state.body_b), joint->frame.anchor_b);
    return thud_vec2_distance(anchor_a, joint->frame.wheel_a) +
           joint->frame.ratio * thud_vec2_distance(anchor_b, joint->wheel_b);
}

/* ---- refresh before each step ---- */

/* A tooth counts as passed this much early, as a share of its size: a pawl under load is pushed back a little. */
static const float tooth_play = 0.01f;

/* Moves the limit to the tooth that has been passed. */
static void advance_ratchet(thud_joint *joint, float tooth) {
    float passed = tooth * whole_below(joint->state.angle / tooth + tooth_play);
    if (tooth > 0.0f) {
        joint->angular.lower = thud_max(joint->angular.lower, passed);
    } else {
        joint->angular.upper = thud_min(joint->angular.upper, passed);
    }
    thud_joint_note_parts(joint);
}

/* A coordinate of a gear: its value, and its derivative by the motion of body b. */
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

/* See line_rows.h. */
static void place_gear(const thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    const thud_gear_joint_def *def = &world->joints.defs[slot].gear;
    gear_side a = side_of(world, (int32_t)def->joint_a.slot);
    gear_side b = side_of(world, (int32_t)def->joint_b.slot);
    joint->frame.minus_direction_a = thud_vec2_neg(a.direction);
    joint->frame.direction_b = thud_vec2_scale(b.direction, joint->frame.ratio);
    joint->frame.levers = (thud_vec2){-a.lever, joint->frame.ratio * b.lever};
    joint->state.gear_error = a.coordinate + joint->frame.ratio * b.coordinate - joint->gear_constant;
}

/* Updates the data that the solver does not compute: the coordinates of a gear's joints, and a ratchet's tooth. */
static void refresh_joint(const thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        place_gear(world, slot);
    } else if (joint->frame.kind == THUD_JOINT_RATCHET) {
        joint->state.angle = thud_joint_angle_now(world, slot);
        advance_ratchet(joint, world->joints.defs[slot].ratchet.tooth);
    }
}

void thud_joint_start(thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        joint->gear_constant = 0.0f;
        place_gear(world, slot);
        joint->gear_constant = joint->state.gear_error;
        joint->state.gear_error = 0.0f;
    } else {
        joint->state.angle = 0.0f;
        joint->state.angle = thud_joint_angle_now(world, slot);
        refresh_joint(world, slot);
    }
}

/* A larger angle is that of a body which was lost, or NaN [rad]. */
#define MOST_ANGLE 1.0e6f

void thud_joints_forget(thud_world *world, int32_t body) {
    THUD_EACH_JOINT(world, body, link) {
        thud_joint *joint = &world->joints.joints[thud_link_owner(link)];
        joint->state.hold = joint->state.impulse = (thud_vec2){0.0f, 0.0f};
        joint->state.angular_impulse = 0.0f;
        joint->linear_impulses = joint->angular_impulses = (thud_axis_impulses){0};
        if (!(thud_abs(joint->state.angle) < MOST_ANGLE)) {
            joint->state.angle = 0.0f;
        }
    }
}

/* ---- the joints to solve ---- */

static uint8_t state_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? (uint8_t)THUD_STATE_STATIC : world->bodies.states[body];
}

/* Lists a joint if it is solved; returns whether it leads from an awake body to a sleeping one. */
THUD_INLINE bool list_if_active(thud_world *world, int32_t slot) {
    thud_joint_table *joints = &world->joints;
    const int32_t *body = joints->records[slot].body;
    uint8_t a = state_of(world, body[0]), b = state_of(world, body[1]);
    bool is_awake = a == THUD_STATE_AWAKE || b == THUD_STATE_AWAKE; /* first: few are where many sleep */
    if (!is_awake || !joints->pool.live[slot] || a == THUD_STATE_DISABLED || b == THUD_STATE_DISABLED) {
        return false;
    }
    joints->joints[slot].resting_rate = 0.0f;
    thud_joint_kind kind = joints->joints[slot].frame.kind;
    joints->active[joints->active_count] = slot;
    joints->active_count += kind != THUD_JOINT_FILTER;
    if (kind == THUD_JOINT_GEAR || kind == THUD_JOINT_RATCHET) {
        joints->posed[joints->posed_count++] = slot;
    }
    return a == THUD_STATE_ASLEEP || b == THUD_STATE_ASLEEP;
}

/* The joints of the awake bodies are marked if there are more than this many joints for each of these: then most are not listed. */
enum { MANY_JOINTS = 4 };

/* Where few bodies are awake, marks their joints, a byte each, and one after the last; else, or if there is no memory, null. */
static const uint8_t *mark_joints_of_few(thud_world *world) {
    const thud_body_table *bodies = &world->bodies;
    size_t end = (size_t)world->joints.pool.end;
    bool are_few = bodies->awake_count < world->joints.pool.end / MANY_JOINTS;
    uint8_t *marks = are_few ? thud_arena_allocate_array(&world->arena, (int64_t)end + 1, 1) : NULL;
    if (marks == NULL) {
        return NULL;
    }
    thud_fill_bytes(marks, 0, end);
    marks[end] = 1;
    for (int32_t i = 0; i < bodies->awake_count; i++) {
        THUD_EACH_JOINT(world, bodies->awake[i], link) {
            marks[thud_link_owner(link)] = 1;
        }
    }
    return marks;
}

/* Lists the joints that are solved, with an awake body and none that is disabled, in the order of slots; returns whether one
 * leads to a sleeping body. The others keep the rate at which their impulses are forces. */
static bool list_active_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    bool met_sleeper = false;
    for (int32_t i = 0; i < joints->active_count; i++) { /* as if all of them came to rest */
        joints->joints[joints->active[i]].resting_rate = world->substep_rate;
    }
    joints->active_count = joints->posed_count = 0;
    const uint8_t *marks = mark_joints_of_few(world);
    for (int32_t slot = 0, end = joints->pool.end; slot < end; slot++) {
        if (marks != NULL && !marks[slot]) {
            const uint8_t *next = memchr(marks + slot, 1, (size_t)(end + 1 - slot));
            slot = (int32_t)(next - marks);
        }
        met_sleeper |= slot < end && list_if_active(world, slot);
    }
    return met_sleeper;
}

/* Sleeping bodies that are joined to awake ones wake; they move from the next step on. */
static void wake_joined_bodies(thud_world *world) {
    for (int32_t i = 0; i < world->joints.active_count; i++) {
        const thud_joint_state *joint = &world->joints.joints[world->joints.active[i]].state;
        const int32_t ends[2] = {joint->body_a, joint->body_b};
        for (int end = 0; end < 2; end++) {
            if (state_of(world, ends[end]) == THUD_STATE_ASLEEP) {
                thud_wake_island(world, ends[end]);
            }
        }
    }
}

/* Bodies on moving kinematic ones do not sleep: those that were put to sleep by a call wake. */
static void keep_awake_on_kinematic(thud_world *world) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        THUD_EACH_JOINT(world, world->bodies.moving[i], link) {
            int32_t other = thud_joint_other(world, link);
            if (other != THUD_NONE &&
                world->joints.joints[thud_link_owner(link)].frame.kind != THUD_JOINT_FILTER) {
                thud_wake_island(world, other);
            }
        }
    }
}

void thud_list_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    joints->changed |= world->bodies.joined_changed;
    world->bodies.joined_changed = false;
    if (joints->changed || joints->listed_revision != world->bodies.revision) {
        if (list_active_joints(world)) {
            wake_joined_bodies(world);
        }
        joints->listed_revision = world->bodies.revision;
    }
    keep_awake_on_kinematic(world);
    for (int32_t i = 0; i < joints->posed_count; i++) {
        refresh_joint(world, joints->posed[i]);
    }
}
