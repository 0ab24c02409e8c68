/*
 * joints.c: the public functions of joints: create, lists of a body, forces, destroy; and breaking. See joint_defs.c for the
 * kinds.
 */
#include "world/joints/joints.h"

#include "base/assert.h"
#include "world/check.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/contact_filter.h"
#include "world/joints/joint_defs.h"
#include "world/joints/joint_step.h"
#include "world/sleep.h"
#include "world/world_state.h"

#include <float.h>
#include <string.h>

/* ---- the lists of joints of a body ---- */

/* The `previous` field of a link of a body's list; `unused` for THUD_NONE. */
static int32_t *previous_of(thud_world *world, int32_t link, int32_t *unused) {
    return link != THUD_NONE ? &world->joints.records[thud_link_owner(link)].previous[thud_link_side(link)]
                             : unused;
}

static void link_joint(thud_world *world, int32_t joint, int side) {
    thud_joint_record *record = &world->joints.records[joint];
    int32_t body = record->body[side], link = 2 * joint + side;
    if (body == THUD_NONE) {
        return;
    }
    int32_t *first = &world->bodies.bodies[body].first_joint, unused;
    record->next[side] = *first;
    record->previous[side] = THUD_NONE;
    *previous_of(world, *first, &unused) = link;
    *first = link;
    world->bodies.bodies[body].joint_count++;
}

static void unlink_joint(thud_world *world, int32_t joint, int side) {
    thud_joint_record *records = world->joints.records, *record = &records[joint];
    int32_t body = record->body[side];
    if (body == THUD_NONE) {
        return;
    }
    int32_t previous = record->previous[side], unused;
    int32_t *after_previous = previous != THUD_NONE
                                  ? &records[thud_link_owner(previous)].next[thud_link_side(previous)]
                                  : &world->bodies.bodies[body].first_joint;
    THUD_ASSERT(&world->hooks,
                world->bodies.bodies[body].joint_count > 0 && *after_previous == 2 * joint + side);
    *after_previous = record->next[side];
    *previous_of(world, record->next[side], &unused) = previous;
    world->bodies.bodies[body].joint_count--;
}

static void wake_bodies(thud_world *world, int32_t joint) {
    for (int side = 0; side < 2; side++) {
        if (world->joints.records[joint].body[side] != THUD_NONE) {
            thud_wake_island(world, world->joints.records[joint].body[side]);
        }
    }
}

/* ---- contacts between joined bodies ---- */

/* The contacts of a dynamic one are looked through: a level has many. */
static void end_contacts_between(thud_world *world, int32_t body_a, int32_t body_b) {
    bool looks_at_b = thud_is_dynamic(&world->bodies, body_b);
    int32_t link = world->bodies.bodies[looks_at_b ? body_b : body_a].first_contact;
    int32_t other = looks_at_b ? body_a : body_b;
    while (link != THUD_NONE) {
        int32_t contact = thud_link_owner(link);
        link = world->contacts.records[contact].next[thud_link_side(link)];
        const thud_contact_pair *pair = &world->contacts.pairs[contact];
        if (pair->body_a == other || pair->body_b == other) {
            thud_contacts_end_pairs(world, &contact, 1);
        }
    }
}

/* Makes the broadphase report all pairs of the body with fewer shapes again; pairs with a contact keep it. */
static void find_contacts_between(thud_world *world, int32_t body_a, int32_t body_b) {
    const thud_body *bodies = world->bodies.bodies;
    int32_t body = bodies[body_b].shape_count <= bodies[body_a].shape_count ? body_b : body_a;
    THUD_EACH_SHAPE(world, body, shape) {
        if (world->shapes.records[shape].proxy.generation != 0) {
            thud_hash_renew(world->hash, world->shapes.records[shape].proxy);
            world->proxies_changed = true;
            world->pairs_repeat = true;
        }
    }
}

/* Updates the contacts between the bodies of a joint to its flag, after it was created, changed or removed. */
static void refresh_contacts(thud_world *world, const int32_t body[2]) {
    if (body[0] == THUD_NONE || body[1] == THUD_NONE) {
        return;
    }
    if (thud_joints_keep_apart(world, body[0], body[1])) {
        end_contacts_between(world, body[0], body[1]);
    } else {
        find_contacts_between(world, body[0], body[1]);
    }
}

/* ---- definitions ---- */

static bool is_breakable(const thud_joint_base *base) {
    return base->break_force > 0.0f || base->break_torque > 0.0f;
}

static bool is_live_body(const thud_world *world, thud_call call, const char *field, thud_body_id body) {
    thud_pool_id id = {body.slot, body.generation};
    const thud_pool *pool = &world->bodies.pool;
    return thud_pool_is_valid(pool, id) || thud_refuse_id(world, call, pool, id, field) != THUD_NONE;
}

static const thud_number base_numbers[] = {
    THUD_VECTOR(thud_joint_def, base.anchor_a, THUD_MAX_COORDINATE),
    THUD_VECTOR(thud_joint_def, base.anchor_b, THUD_MAX_COORDINATE),
    THUD_NUMBER(thud_joint_def, base.hertz, 0.0f, THUD_MAX_HERTZ),
    THUD_NUMBER(thud_joint_def, base.damping_ratio, 0.0f, THUD_MAX_COEFFICIENT),
    THUD_NUMBER(thud_joint_def, base.break_force, 0.0f, FLT_MAX),
    THUD_NUMBER(thud_joint_def, base.break_torque, 0.0f, FLT_MAX),
};

static bool check_base(const thud_world *world, thud_call call, const thud_joint_base *base) {
    if (!is_live_body(world, call, "base.body_a", base->body_a) ||
        !is_live_body(world, call, "base.body_b", base->body_b)) {
        return false;
    }
    if (base->body_a.slot == base->body_b.slot) {
        return thud_refuse(world, call, THUD_SAME_BODY, "base.body_b", (double)base->body_b.slot);
    }
    return thud_check_numbers(world, call, base, base_numbers, sizeof base_numbers / sizeof base_numbers[0]);
}

/* Whether two definitions of a joint are the same: a game may build one anew in each step, with other bytes between its fields. */
static bool is_same_def(thud_joint_kind kind, const thud_joint_def *a, const thud_joint_def *b) {
    return thud_numbers_are_same(a, b, base_numbers, sizeof base_numbers / sizeof base_numbers[0]) &&
           a->base.collide_connected == b->base.collide_connected && a->base.name == b->base.name &&
           a->base.user_data == b->base.user_data && thud_joint_def_is_same(kind, a, b);
}

static bool read_target_base(const thud_world *world, thud_call call, const thud_target_joint_def *def,
                             thud_joint_base *base) {
    *base = (thud_joint_base){.body_b = def->body,
                              .anchor_b = def->local_anchor,
                              .collide_connected = true,
                              .break_force = def->break_force,
                              .name = def->name,
                              .user_data = def->user_data};
    return is_live_body(world, call, "body", def->body);
}

/* Target joints are made on dynamic bodies; if its body b becomes static or kinematic it keeps the joint. `now` is the
 * slot of body b, THUD_NONE before the joint is made. */
static bool is_right_type(const thud_world *world, thud_call call, thud_joint_kind kind, thud_body_id body,
                          int32_t now) {
    return kind != THUD_JOINT_TARGET || (int32_t)body.slot == now ||
           world->bodies.bodies[body.slot].type == THUD_BODY_DYNAMIC ||
           thud_refuse_kind(world, thud_on_body(call.name, body), "body", (double)body.slot, NULL);
}

/* Makes the bodies and anchors of a gear's base those of its joints' bodies b. */
static bool read_gear_base(const thud_world *world, thud_call call, thud_gear_joint_def *def) {
    thud_joint_base *base = &def->base;
    base->body_a = world->joints.defs[def->joint_a.slot].base.body_b;
    base->body_b = world->joints.defs[def->joint_b.slot].base.body_b;
    if (base->body_a.slot == base->body_b.slot) {
        return thud_refuse(world, call, THUD_SAME_BODY, "joint_b", (double)def->joint_b.slot);
    }
    base->anchor_a = world->joints.defs[def->joint_a.slot].base.anchor_b;
    base->anchor_b = world->joints.defs[def->joint_b.slot].base.anchor_b;
    return check_base(world, call, base);
}

/* Where in a definition that is stored the one of the user stands. */
static void *given_part(thud_joint_kind kind, thud_joint_def *def) {
    return kind == THUD_JOINT_TARGET ? (void *)&def->target.def : (void *)def;
}

/* Reads a definition of the kind; false when it is refused. */
static bool read_def(const thud_world *world, thud_call call, thud_joint_kind kind, const void *given,
                     thud_joint_def *def) {
    if (given == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, "def", 0.0);
    }
    memcpy(given_part(kind, def), given, thud_joint_def_size(kind));
    if (kind == THUD_JOINT_TARGET) {
        return thud_joint_def_check(world, call, kind, def) &&
               read_target_base(world, call, &def->target.def, &def->base);
    }
    if (kind == THUD_JOINT_GEAR) {
        return thud_joint_def_check(world, call, kind, def) && read_gear_base(world, call, &def->gear);
    }
    return check_base(world, call, &def->base) && thud_joint_def_check(world, call, kind, def);
}

static void set_def(thud_world *world, int32_t slot, const thud_joint_def *def) {
    world->joints.breakable_count += is_breakable(&def->base) - is_breakable(&world->joints.defs[slot].base);
    world->joints.defs[slot] = *def;
}

/* Stores a copy of a definition's name; when memory runs out, returns false and keeps the old name. */
static bool prepare_def(thud_world *world, thud_call call, thud_joint_kind kind, int32_t slot,
                        thud_joint_def *def) {
    thud_name_list *names = &world->joints.names;
    if (!thud_name_list_set(names, slot, def->base.name)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "name", 0.0);
    }
    def->base.name = thud_name_list_get(names, slot);
    if (kind == THUD_JOINT_TARGET) {
        def->target.def.name = def->base.name;
    }
    return true;
}

/* ---- create, read, change ---- */

thud_joint_id thud_joint_create(thud_world *world, thud_call call, thud_joint_kind kind, const void *given) {
    thud_joint_id none = {0, 0};
    thud_joint_def def;
    if (!thud_world_may_change(world, call) || !read_def(world, call, kind, given, &def) ||
        !is_right_type(world, call, kind, def.base.body_b, THUD_NONE)) {
        return none;
    }
    thud_pool_id id = thud_joint_table_add(&world->joints);
    if (id.generation == 0) {
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "joint", 0.0);
        return none;
    }
    int32_t slot = (int32_t)id.slot;
    if (!prepare_def(world, call, kind, slot, &def)) {
        thud_joint_table_remove(&world->joints, slot);
        return none;
    }
    thud_joint_record *record = &world->joints.records[slot];
    set_def(world, slot, &def);
    record->body[0] = kind == THUD_JOINT_TARGET ? THUD_NONE : (int32_t)def.base.body_a.slot;
    record->body[1] = (int32_t)def.base.body_b.slot;
    thud_joint *joint = &world->joints.joints[slot];
    joint->frame.kind = (uint16_t)kind;
    world->joints.gear_count += kind == THUD_JOINT_GEAR;
    joint->state.body_a = record->body[0];
    joint->state.body_b = record->body[1];
    thud_joint_def_apply(world, slot);
    thud_joint_start(world, slot);
    link_joint(world, slot, 0);
    link_joint(world, slot, 1);
    if (!def.base.collide_connected) {
        refresh_contacts(world, record->body);
    }
    wake_bodies(world, slot);
    return (thud_joint_id){id.slot, id.generation};
}

/* The slot of a live joint of the kind, THUD_NONE when refused. */
static int32_t slot_of_kind(const thud_world *world, thud_call call, thud_joint_kind kind,
                            thud_joint_id joint) {
    int32_t slot = thud_joint_slot(world, joint, call.name);
    if (slot != THUD_NONE && world->joints.joints[slot].frame.kind != kind) {
        thud_refuse_kind(world, call, "joint", (double)slot, "is of another kind");
        return THUD_NONE;
    }
    return slot;
}

bool thud_joint_definition(const thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id joint,
                           void *def) {
    int32_t slot = slot_of_kind(world, call, kind, joint);
    if (slot == THUD_NONE) {
        return false;
    }
    memcpy(def, given_part(kind, &world->joints.defs[slot]), thud_joint_def_size(kind));
    return true;
}

/* Compares slots: both ids are live. */
static bool check_fixed(const thud_world *world, thud_call call, const char *field, uint32_t slot,
                        uint32_t now) {
    return slot == now || thud_refuse(world, call, THUD_FIXED_FIELD, field, (double)slot);
}

/* Whether the fixed ids of a definition are those of now; refused otherwise. The bodies of a gear follow from its joints. */
static bool check_fixed_ids(const thud_world *world, thud_call call, thud_joint_kind kind,
                            const thud_joint_def *now, const thud_joint_def *wanted) {
    if (kind == THUD_JOINT_GEAR) {
        const thud_gear_joint_def *gear = &wanted->gear;
        return check_fixed(world, call, "joint_a", gear->joint_a.slot, now->gear.joint_a.slot) &&
               check_fixed(world, call, "joint_b", gear->joint_b.slot, now->gear.joint_b.slot);
    }
    const thud_joint_base *base = &wanted->base;
    return check_fixed(world, call, "base.body_a", base->body_a.slot, now->base.body_a.slot) &&
           check_fixed(world, call, kind == THUD_JOINT_TARGET ? "body" : "base.body_b", base->body_b.slot,
                       now->base.body_b.slot);
}

bool thud_joint_configure(thud_world *world, thud_call call, thud_joint_kind kind, thud_joint_id id,
                          const void *given) {
    thud_joint_def def;
    if (!thud_world_may_change(world, call)) {
        return false;
    }
    int32_t slot = slot_of_kind(world, call, kind, id);
    if (slot == THUD_NONE || !read_def(world, call, kind, given, &def)) {
        return false;
    }
    const thud_joint_record *record = &world->joints.records[slot];
    const thud_joint_def *now = &world->joints.defs[slot];
    if (!is_right_type(world, call, kind, def.base.body_b, record->body[1]) ||
        !check_fixed_ids(world, call, kind, now, &def) || !prepare_def(world, call, kind, slot, &def)) {
        return false;
    }
    if (is_same_def(kind, now, &def)) {
        return true; /* a brake that a game sets in each step lets its car sleep */
    }
    bool refresh = now->base.collide_connected != def.base.collide_connected;
    bool geared_anew = kind == THUD_JOINT_GEAR && now->gear.ratio != def.gear.ratio;
    set_def(world, slot, &def);
    thud_joint_def_apply(world, slot);
    if (geared_anew) {
        thud_joint_start(world, slot);
    }
    if (refresh) {
        refresh_contacts(world, record->body);
    }
    wake_bodies(world, slot);
    return true;
}

/* The place in the definition of a joint of its motor's speed, or else of its spring's target; null when refused. */
static float *find_number(const thud_world *world, thud_call call, thud_joint_id joint, bool of_motor) {
    int32_t slot = thud_joint_slot(world, joint, call.name);
    if (slot == THUD_NONE) {
        return NULL;
    }
    float *number =
        thud_joint_def_number(world->joints.joints[slot].frame.kind, &world->joints.defs[slot], of_motor);
    if (number == NULL) {
        thud_refuse_kind(world, call, "joint", (double)slot, "has neither motor nor spring");
    }
    return number;
}

/* Changes one number: nothing else needs a check. */
static bool set_number(thud_world *world, thud_call call, thud_joint_id joint, bool of_motor, float value) {
    float *number = find_number(world, call, joint, of_motor);
    if (number == NULL || !thud_world_may_change(world, call) ||
        !thud_joint_def_check_number(world, call, (int32_t)joint.slot, number, value)) {
        return false;
    }
    if (*number != value) { /* a game that sets it in each step lets the bodies sleep */
        *number = value;
        thud_joint_def_apply(world, (int32_t)joint.slot);
        wake_bodies(world, (int32_t)joint.slot);
    }
    return true;
}

/* The functions thud_joint_NAME and thud_joint_set_NAME. */
#define NUMBER_CALLS(name, of_motor)                                                                         \
    float thud_joint_##name(const thud_world *world, thud_joint_id joint) {                                  \
        const float *number = find_number(world, thud_on_joint(__func__, joint), joint, of_motor);           \
        return number != NULL ? *number : 0.0f;                                                              \
    }                                                                                                        \
    bool thud_joint_set_##name(thud_world *world, thud_joint_id joint, float name) {                         \
        return set_number(world, thud_on_joint(__func__, joint), joint, of_motor, name);                     \
    }
NUMBER_CALLS(motor_speed, true)
NUMBER_CALLS(spring_target, false)

void thud_joints_rebase(thud_world *world, int32_t body) {
    THUD_EACH_JOINT(world, body, link) {
        thud_joint_def_apply(world, thud_link_owner(link));
        world->joints.changed = true; /* the choice of joint trees depends on masses */
    }
}

/* ---- destroy ---- */

static bool is_gear_on(const thud_joint_table *joints, int32_t gear, int32_t joint) {
    if (joints->joints[gear].frame.kind != THUD_JOINT_GEAR) {
        return false;
    }
    const thud_gear_joint_def *def = &joints->defs[gear].gear;
    return (int32_t)def->joint_a.slot == joint || (int32_t)def->joint_b.slot == joint;
}

/* The gear on a joint, THUD_NONE if there is none: it is in the list of the joint's body b, which is long on a level's body. */
static int32_t find_gear(const thud_world *world, int32_t joint) {
    if (world->joints.gear_count == 0) {
        return THUD_NONE;
    }
    THUD_EACH_JOINT(world, world->joints.records[joint].body[1], link) {
        if (is_gear_on(&world->joints, thud_link_owner(link), joint)) {
            return thud_link_owner(link);
        }
    }
    return THUD_NONE;
}

void thud_joint_remove(thud_world *world, int32_t joint) {
    for (int32_t gear = find_gear(world, joint); gear != THUD_NONE; gear = find_gear(world, joint)) {
        thud_joint_remove(world, gear);
    }
    thud_joint_record *record = &world->joints.records[joint];
    int32_t body[2] = {record->body[0], record->body[1]};
    const thud_joint_base *base = &world->joints.defs[joint].base;
    bool kept_apart = !base->collide_connected;
    wake_bodies(world, joint);
    unlink_joint(world, joint, 0);
    unlink_joint(world, joint, 1);
    world->joints.breakable_count -= is_breakable(base);
    world->joints.gear_count -= world->joints.joints[joint].frame.kind == THUD_JOINT_GEAR;
    thud_joint_table_remove(&world->joints, joint);
    if (kept_apart) {
        refresh_contacts(world, body);
    }
}

bool thud_joint_destroy(thud_world *world, thud_joint_id joint) {
    int32_t slot = thud_joint_slot_to_change(world, joint, __func__);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_joint_remove(world, slot);
    return true;
}

/* ---- read ---- */

/* The pose of a live body's own origin. */
static thud_pose origin_pose(const thud_world *world, thud_body_id body) {
    return thud_body_current_pose(&world->bodies, (int32_t)body.slot);
}

thud_joint_base thud_joint_base_at(const thud_world *world, thud_body_id body_a, thud_body_id body_b,
                                   thud_vec2 point) {
    thud_joint_base base = {.body_a = body_a, .body_b = body_b};
    const thud_call call = thud_on_world(__func__);
    if (world != NULL && is_live_body(world, call, "body_a", body_a) &&
        is_live_body(world, call, "body_b", body_b)) {
        base.anchor_a = thud_pose_apply_inverse(origin_pose(world, body_a), point);
        base.anchor_b = thud_pose_apply_inverse(origin_pose(world, body_b), point);
    }
    return base;
}

THUD_GETTER_OR(thud_joint_kind, thud_joint_kind_of, joint, THUD_JOINT_KIND_COUNT,
               world->joints.joints[slot].frame.kind)
THUD_GETTER(thud_joint_base, thud_joint_common, joint, world->joints.defs[slot].base)

/* An impulse of a substep as a force, limited to the largest float. */
static float as_force(const thud_world *world, int32_t slot, float impulse) {
    float resting_rate = world->joints.joints[slot].resting_rate;
    float rate = resting_rate > 0.0f ? resting_rate : world->substep_rate;
    return thud_clamp(impulse * rate, -FLT_MAX, FLT_MAX);
}

static thud_vec2 force_of(const thud_world *world, int32_t slot) {
    thud_vec2 impulse = world->joints.joints[slot].state.impulse;
    return (thud_vec2){as_force(world, slot, impulse.x), as_force(world, slot, impulse.y)};
}

/* The impulse about the anchor of body b: firm welds and sliders act at another point (joint_defs.c).
 * A gear has no anchor. */
static float angular_impulse_of(const thud_world *world, int32_t slot) {
    const thud_joint *joint = &world->joints.joints[slot];
    const thud_joint_state *state = &joint->state;
    if (joint->frame.kind == THUD_JOINT_GEAR) {
        return state->angular_impulse;
    }
    thud_vec2 arm = thud_rot_apply(world->bodies.poses[state->body_b].rotation, joint->frame.anchor_b);
    thud_vec2 from_anchor = thud_vec2_sub(arm, thud_joint_place_now(world, slot).arm_b);
    return state->angular_impulse + thud_vec2_cross(from_anchor, state->impulse);
}

/* A gear has neither angle nor translation. */
static float translation_of(const thud_world *world, int32_t slot) {
    thud_joint_place now = thud_joint_place_now(world, slot);
    switch (world->joints.joints[slot].frame.kind) {
    case THUD_JOINT_GEAR:
        return 0.0f;
    case THUD_JOINT_PRISMATIC:
    case THUD_JOINT_WHEEL:
        return thud_vec2_dot(now.axis, now.gap);
    case THUD_JOINT_PULLEY:
        return thud_joint_rope_now(world, slot);
    default:
        return thud_vec2_length(now.gap);
    }
}

THUD_GETTER(thud_vec2, thud_joint_force, joint, force_of(world, slot))
THUD_GETTER(float, thud_joint_torque, joint, as_force(world, slot, angular_impulse_of(world, slot)))
THUD_GETTER(float, thud_joint_angle, joint,
            world->joints.joints[slot].frame.kind == THUD_JOINT_GEAR ? 0.0f : thud_joint_angle_now(world, slot))
THUD_GETTER(float, thud_joint_translation, joint, translation_of(world, slot))

bool thud_joint_anchors(const thud_world *world, thud_joint_id joint, thud_vec2 *anchor_a,
                        thud_vec2 *anchor_b) {
    const thud_call call = thud_on_joint(__func__, joint);
    int32_t slot = thud_joint_slot(world, joint, call.name);
    if (slot == THUD_NONE) {
        return false;
    }
    if (anchor_a == NULL || anchor_b == NULL) {
        return thud_refuse(world, call, THUD_NULL_ARGUMENT, anchor_a == NULL ? "anchor_a" : "anchor_b", 0.0);
    }
    const thud_joint_def *def = &world->joints.defs[slot];
    *anchor_a = world->joints.records[slot].body[0] == THUD_NONE
                    ? def->target.def.target
                    : thud_pose_apply(origin_pose(world, def->base.body_a), def->base.anchor_a);
    *anchor_b = thud_pose_apply(origin_pose(world, def->base.body_b), def->base.anchor_b);
    return true;
}

thud_joint_id thud_body_next_joint(const thud_world *world, thud_body_id body, thud_joint_id joint) {
    const thud_call call = thud_on_body(__func__, body);
    thud_joint_id none = {0, 0};
    int32_t body_slot = thud_body_slot(world, body, call.name);
    if (body_slot == THUD_NONE) {
        return none;
    }
    int32_t link = world->bodies.bodies[body_slot].first_joint;
    if (joint.generation != 0) {
        int32_t slot = thud_joint_slot(world, joint, call.name);
        if (slot == THUD_NONE) {
            return none;
        }
        const thud_joint_record *record = &world->joints.records[slot];
        if (record->body[0] != body_slot && record->body[1] != body_slot) {
            thud_refuse_kind(world, call, "joint", (double)slot, "it is on other bodies");
            return none;
        }
        link = record->next[record->body[0] == body_slot ? 0 : 1];
    }
    return link == THUD_NONE ? none : thud_joint_id_at(world, thud_link_owner(link));
}

/* ---- breaking ---- */

static void break_joint(thud_world *world, int32_t slot, thud_vec2 force, float torque) {
    thud_joint_table *joints = &world->joints;
    if (!THUD_RESERVE(joints->pool.hooks, joints->breaks, joints->break_capacity, joints->break_count + 1)) {
        return; /* it breaks in a later step */
    }
    const thud_joint_base *base = &joints->defs[slot].base;
    joints->breaks[joints->break_count++] = (thud_joint_break){.joint = thud_joint_id_at(world, slot),
                                                               .kind = joints->joints[slot].frame.kind,
                                                               .body_a = base->body_a,
                                                               .body_b = base->body_b,
                                                               .force = force,
                                                               .torque = torque,
                                                               .user_data = base->user_data};
    thud_joint_remove(world, slot);
}

void thud_break_joints(thud_world *world) {
    thud_joint_table *joints = &world->joints;
    for (int32_t i = 0; i < joints->active_count; i++) {
        int32_t slot = joints->active[i];
        if (!thud_pool_is_live(&joints->pool, slot)) {
            continue; /* a gear removed with one of its joints */
        }
        const thud_joint_base *base = &joints->defs[slot].base;
        if (base->break_force == 0.0f && base->break_torque == 0.0f) {
            continue;
        }
        thud_vec2 force = thud_vec2_scale(joints->joints[slot].state.impulse, world->substep_rate);
        float torque = angular_impulse_of(world, slot) * world->substep_rate;
        if ((base->break_force > 0.0f && thud_vec2_length(force) > base->break_force) ||
            (base->break_torque > 0.0f && thud_abs(torque) > base->break_torque)) {
            break_joint(world, slot, force, torque);
        }
    }
}

thud_joint_events thud_world_joint_events(const thud_world *world) {
    return world == NULL ? (thud_joint_events){0}
                         : (thud_joint_events){world->joints.breaks, world->joints.break_count};
}
