/*
 * joint_step.c: joints in a step: lists the joints to solve, and updates gears and ratchets.
 */
#include "world/joints/joint_step.h"

#include "base/ranges.h"
#include "world/sleep.h"
#include "world/world_state.h"

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
    thud_joint_def def = thud_joint_table_def(&world->joints, slot);
    gear_side a = side_of(world, (int32_t)def.gear.joint_a.slot);
    gear_side b = side_of(world, (int32_t)def.gear.joint_b.slot);
    joint->frame.anchor_a = thud_vec2_neg(a.direction);
    joint->frame.anchor_b = thud_vec2_scale(b.direction, joint->frame.ratio);
    joint->frame.axis = (thud_vec2){-a.lever, joint->frame.ratio * b.lever};
    joint->state.angle = a.coordinate + joint->frame.ratio * b.coordinate - joint->gear_constant;
}

static bool is_posed(thud_joint_kind kind) {
    return kind == THUD_JOINT_GEAR || kind == THUD_JOINT_RATCHET;
}

/* Updates the data that the solver does not compute: the coordinates of a gear's joints, and a ratchet's tooth. */
static void refresh_joint(const thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        place_gear(world, slot);
    } else if (joint->frame.kind == THUD_JOINT_RATCHET) {
        joint->state.angle = thud_joint_angle_now(world, slot);
        advance_ratchet(joint, thud_joint_table_def(&world->joints, slot).ratchet.tooth);
    }
}

void thud_joint_start(thud_world *world, int32_t slot) {
    thud_joint *joint = &world->joints.joints[slot];
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        joint->gear_constant = 0.0f;
        place_gear(world, slot);
        joint->gear_constant = joint->state.angle;
        joint->state.angle = 0.0f;
    } else {
        joint->state.angle = 0.0f;
        joint->state.angle = thud_joint_angle_now(world, slot);
        refresh_joint(world, slot);
    }
}

void thud_joints_forget(thud_world *world, int32_t body) {
    for (int32_t link = world->bodies.bodies[body].first_joint; link != THUD_NONE;
         link = world->joints.records[link / 2].next[link % 2]) {
        thud_joint *joint = &world->joints.joints[link / 2];
        joint->state.hold = joint->state.impulse = (thud_vec2){0.0f, 0.0f};
        joint->state.angular_impulse = joint->state.angle = 0.0f;
        joint->linear_impulses = joint->angular_impulses = (thud_axis_impulses){0};
        if (joint->frame.kind != THUD_JOINT_GEAR) {
            joint->state.angle = thud_joint_angle_now(world, link / 2);
        }
    }
}

/* ---- the joints to solve ---- */

static uint8_t state_of(const thud_world *world, int32_t body) {
    return body == THUD_NONE ? (uint8_t)THUD_STATE_STATIC : world->bodies.states[body];
}

/* Whether a joint of an awake body is solved. */
static bool is_solved(const thud_world *world, int32_t slot, int32_t other) {
    return world->joints.joints[slot].frame.kind != THUD_JOINT_FILTER && state_of(world, other) != THUD_STATE_DISABLED;
}

/* Wakes a sleeping body on the other side; it moves from the next step on. */
static void wake_other(thud_world *world, int32_t other) {
    if (state_of(world, other) == THUD_STATE_ASLEEP) {
        thud_wake_island(world, other);
    }
}

/* Joint slots [first, end) and the lists of those to solve. */
typedef struct joint_range {
    int32_t first, end;
    int32_t *active, *posed;
    int32_t active_count, posed_count;
    bool met_sleeper;
} joint_range;

static joint_range range_of(const thud_joint_table *joints, int32_t first, int32_t end) {
    return (joint_range){
        .first = first, .end = end, .active = joints->active + first, .posed = joints->posed + first};
}

static void list_joint(const thud_joint_table *joints, int32_t slot, joint_range *range) {
    range->active[range->active_count++] = slot;
    if (is_posed(joints->joints[slot].frame.kind)) {
        range->posed[range->posed_count++] = slot;
    }
}

/* Finds joints by their bodies and marks them; lists the marked joints in the order of slots, and clears the marks. */
static void list_joints_of_awake_bodies(thud_world *world, joint_range *all) {
    thud_joint_table *joints = &world->joints;
    const thud_joint_record *records = joints->records;
    for (int32_t i = 0; i < world->bodies.awake_count; i++) {
        for (int32_t link = world->bodies.bodies[world->bodies.awake[i]].first_joint; link != THUD_NONE;
             link = records[link / 2].next[link % 2]) {
            int32_t other = records[link / 2].body[1 - link % 2];
            if (is_solved(world, link / 2, other)) {
                wake_other(world, other);
                joints->marks[link / 2 / 64] |= UINT64_C(1) << link / 2 % 64;
            }
        }
    }
    for (int32_t word = 0; 64 * word < joints->pool.end; word++) {
        for (uint64_t left = joints->marks[word]; left != 0; left &= left - 1) {
            list_joint(joints, 64 * word + (int32_t)__builtin_ctzll(left), all);
        }
        joints->marks[word] = 0;
    }
}

/* Distance of the prefetch of a joint [joints]. */
enum { FETCH_JOINT = 12 };

/* The same by a walk over the joints of a range, some of which may be woken by those before. If ranges run in parallel,
 * no body is woken; `met_sleeper` is set instead. */
static void list_awake_joints(thud_world *world, joint_range *range, bool alone) {
    const thud_joint_table *joints = &world->joints;
    for (int32_t slot = range->first; slot < range->end; slot++) {
        if (slot + FETCH_JOINT < range->end) {
            __builtin_prefetch(&joints->joints[slot + FETCH_JOINT]);
        }
        if (!thud_pool_is_live(&joints->pool, slot)) {
            continue;
        }
        const thud_joint_state *joint = &joints->joints[slot].state;
        bool a_is_awake = state_of(world, joint->body_a) == THUD_STATE_AWAKE;
        int32_t other = a_is_awake ? joint->body_b : joint->body_a;
        if ((a_is_awake || state_of(world, joint->body_b) == THUD_STATE_AWAKE) && is_solved(world, slot, other)) {
            if (alone) {
                wake_other(world, other);
            }
            range->met_sleeper = range->met_sleeper || state_of(world, other) == THUD_STATE_ASLEEP;
            list_joint(joints, slot, range);
        }
    }
}

/* Joints per task: some microseconds. */
enum { JOINTS_PER_TASK = 256 };

typedef struct joint_walk {
    thud_world *world;
    joint_range *ranges;
} joint_walk;

static void list_range(const thud_range *range, void *context) {
    const joint_walk *walk = context;
    walk->ranges[range->index] = range_of(&walk->world->joints, range->first, range->end);
    list_awake_joints(walk->world, &walk->ranges[range->index], false);
}

/* Walks all joints in parallel. False if a body has to be woken, for which the joints must be
 * walked one by one, or when memory runs out. */
static bool list_ranges(thud_world *world, joint_range *all) {
    int32_t count = thud_range_count(all->end, JOINTS_PER_TASK);
    joint_walk walk = {world, thud_arena_allocate_array(&world->arena, count, sizeof *walk.ranges)};
    if (walk.ranges == NULL) {
        return false;
    }
    thud_run_ranges(world->tasks, list_range, &walk, all->end, JOINTS_PER_TASK);
    bool met_sleeper = false;
    for (int32_t i = 0; i < count; i++) {
        const joint_range *range = &walk.ranges[i];
        thud_range_append(all->active, &all->active_count, range->active, range->active_count);
        thud_range_append(all->posed, &all->posed_count, range->posed, range->posed_count);
        met_sleeper = met_sleeper || range->met_sleeper;
    }
    return !met_sleeper;
}

/* Finding a joint by its body costs as much as walking over this many. */
enum { joints_walked_a_find = 4 };

static void list_solved(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    if (joints->pool.end == 0) {
        return; /* no joint was ever created: there are no lists */
    }
    joint_range all = range_of(joints, 0, joints->pool.end);
    bool walk_pays = joints->pool.end < joints_walked_a_find * joints->active_count;
    if (!walk_pays) {
        list_joints_of_awake_bodies(world, &all);
    } else if (!list_ranges(world, &all)) {
        all.active_count = all.posed_count = 0;
        list_awake_joints(world, &all, true);
    }
    joints->active_count = all.active_count;
    joints->posed_count = all.posed_count;
}

/* Bodies on moving kinematic ones must not fall asleep. */
static void keep_awake_on_kinematic(thud_world *world) {
    for (int32_t i = 0; i < world->bodies.moving_count; i++) {
        for (int32_t link = world->bodies.bodies[world->bodies.moving[i]].first_joint; link != THUD_NONE;
             link = world->joints.records[link / 2].next[link % 2]) {
            int32_t other = world->joints.records[link / 2].body[1 - link % 2];
            if (other != THUD_NONE && world->joints.joints[link / 2].frame.kind != THUD_JOINT_FILTER) {
                world->bodies.sleep_data[other].sleep_timer = 0.0f;
            }
        }
    }
}

void thud_list_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    if (joints->changed || joints->listed_revision != world->bodies.revision) {
        list_solved(world);
        joints->listed_revision = world->bodies.revision;
    }
    keep_awake_on_kinematic(world);
    for (int32_t i = 0; i < joints->posed_count; i++) {
        refresh_joint(world, joints->posed[i]);
    }
}

/* ---- breaking ---- */
