/* body.c: the public functions of bodies: ids in, poses of the body's origin out. */
#include "world/bodies/body_shapes.h"

#include "world/bodies/body_defs.h"
#include "world/bodies/body_mass.h"
#include "world/bodies/body_motion.h"
#include "world/bodies/chains.h"
#include "world/bodies/shape_boxes.h"
#include "world/check.h"
#include "world/contacts/contact_create.h"
#include "world/contacts/one_way.h"
#include "world/continuous/bullets.h"
#include "world/continuous/sweep_path.h"
#include "world/joints/joint_step.h"
#include "world/joints/joints.h"
#include "world/sleep.h"
#include "world/world_state.h"

/* ---- definition ---- */

/* Whether the total mass of a body's shapes is accepted; called when the body begins to take its mass from them. */
static bool check_shapes_mass(const thud_world *world, thud_call call, int32_t slot, const char *field) {
    return thud_body_bears_shapes(world, slot, NULL) ||
           thud_refuse(world, call, THUD_OUT_OF_RANGE, field, 0.0);
}

static void apply_settings(thud_world *world, int32_t slot, const thud_body_def *def) {
    thud_body *body = &world->bodies.bodies[slot];
    body->type = def->type;
    thud_body_set_bullet(world, slot, def->bullet);
    body->may_sleep = def->may_sleep;
    body->enabled = !def->disabled;
    body->lock_x = def->lock_x;
    body->lock_y = def->lock_y;
    body->lock_rotation = def->lock_rotation;
    body->gravity_scale = def->gravity_scale;
    body->sleep_speed = def->sleep_speed;
    body->user_data = def->user_data;
    thud_applied_forces *applied = &world->bodies.applied_forces[slot];
    applied->linear_damping = def->linear_damping;
    applied->angular_damping = def->angular_damping;
}

/* ---- create and destroy ---- */

thud_body_id thud_body_create(thud_world *world, const thud_body_def *def) {
    const thud_call call = thud_on_world(__func__);
    thud_body_id none = {0, 0};
    if (!thud_world_may_change(world, call) || !thud_body_def_check(world, call, def, true)) {
        return none;
    }
    thud_pool_id id = thud_body_table_add(&world->bodies);
    if (id.generation == 0) {
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "body", 0.0);
        return none;
    }
    int32_t slot = (int32_t)id.slot;
    if (!thud_name_list_set(&world->bodies.names, slot, def->name)) {
        thud_body_table_remove(&world->bodies, slot);
        thud_refuse(world, call, THUD_OUT_OF_MEMORY, "name", 0.0);
        return none;
    }
    apply_settings(world, slot, def);
    thud_body_reset_forces(world, slot);
    thud_body_place(&world->bodies, slot, (thud_pose){def->position, thud_rot_from_angle(def->angle)});
    world->bodies.previous[slot] = world->bodies.poses[slot];
    thud_body_put_velocity(world, slot, def->velocity, def->angular_velocity);
    thud_body_set_state(&world->bodies, slot, thud_body_natural_state(world, slot, def->awake));
    world->counters.sleeping_islands += world->bodies.states[slot] == THUD_STATE_ASLEEP;
    thud_body_begin_mass(world, slot);
    return (thud_body_id){id.slot, id.generation};
}

bool thud_body_destroy(thud_world *world, thud_body_id body) {
    int32_t slot = thud_body_slot_to_change(world, body, __func__);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_wake_island(world, slot);
    while (world->bodies.bodies[slot].first_joint != THUD_NONE) {
        thud_joint_remove(world, thud_link_owner(world->bodies.bodies[slot].first_joint));
    }
    thud_body_end_contacts(world, slot); /* all at once: shape by shape, each would search all of them */
    while (world->bodies.bodies[slot].first_chain != THUD_NONE) {
        thud_chain_remove(world, world->bodies.bodies[slot].first_chain);
    }
    while (world->bodies.bodies[slot].first_shape != THUD_NONE) {
        thud_shape_remove(world, world->bodies.bodies[slot].first_shape);
    }
    thud_attachments_release(world, slot);
    thud_body_set_bullet(world, slot, false);
    thud_path_forget(world, slot);
    thud_body_table_remove(&world->bodies, slot);
    return true;
}

THUD_GETTER(void *, thud_body_user_data, body, world->bodies.bodies[slot].user_data)

/* ---- definition at run time ---- */

thud_body_def thud_body_definition(const thud_world *world, thud_body_id id) {
    int32_t slot = thud_body_slot(world, id, __func__);
    if (slot == THUD_NONE) {
        return thud_body_defaults();
    }
    const thud_body *body = &world->bodies.bodies[slot];
    thud_pose origin = thud_body_current_pose(&world->bodies, slot);
    return (thud_body_def){
        .type = body->type,
        .position = origin.position,
        .angle = thud_rot_angle(origin.rotation),
        .velocity = world->bodies.velocities[slot].linear,
        .angular_velocity = world->bodies.velocities[slot].angular,
        .linear_damping = world->bodies.applied_forces[slot].linear_damping,
        .angular_damping = world->bodies.applied_forces[slot].angular_damping,
        .gravity_scale = body->gravity_scale,
        .sleep_speed = body->sleep_speed,
        .lock_x = body->lock_x,
        .lock_y = body->lock_y,
        .lock_rotation = body->lock_rotation,
        .bullet = body->bullet,
        .may_sleep = body->may_sleep,
        .awake = thud_state_moves(world->bodies.states[slot]),
        .disabled = !body->enabled,
        .name = thud_name_list_get(&world->bodies.names, slot),
        .user_data = body->user_data,
    };
}

void thud_body_disable(thud_world *world, int32_t slot) {
    thud_wake_island(world, slot);
    thud_joints_forget(world, slot);
    THUD_EACH_SHAPE(world, slot, shape) {
        thud_shape_leave_hash(world, shape);
    }
    world->bodies.bodies[slot].enabled = false;
    thud_body_set_state(&world->bodies, slot, THUD_STATE_DISABLED);
}

/* Takes the body out of the simulation and adds it as it is now, so that the broadphase finds all its contacts. */
static void enter_again(thud_world *world, int32_t slot, bool enabled, bool was_static) {
    thud_body_disable(world, slot);
    world->boxes.stale = world->boxes.stale || !was_static; /* the body may have moved until now */
    world->bodies.bodies[slot].enabled = enabled;
    THUD_EACH_SHAPE(world, slot, shape) {
        if (enabled) {
            thud_shape_enter_hash(world, shape);
        }
    }
    thud_body_set_state(&world->bodies, slot, thud_body_natural_state(world, slot, true));
    if (!thud_state_moves(world->bodies.states[slot])) {
        thud_note_rested(world, slot);
    }
}

bool thud_body_configure(thud_world *world, thud_body_id id, const thud_body_def *def) {
    const thud_call call = thud_on_body(__func__, id);
    int32_t slot = thud_body_slot_to_change(world, id, call.name);
    if (slot == THUD_NONE || !thud_body_def_check(world, call, def, false)) {
        return false;
    }
    thud_body *body = &world->bodies.bodies[slot];
    const char *obstacle = body->first_chain != THUD_NONE  ? "a body with chains cannot be dynamic"
                           : body->first_grid != THUD_NONE ? "a body with a tile grid cannot be dynamic"
                                                           : NULL;
    if (def->type == THUD_BODY_DYNAMIC && obstacle != NULL) {
        return thud_refuse_kind(world, call, "type", (double)def->type, obstacle);
    }
    bool takes_mass =
        def->type == THUD_BODY_DYNAMIC && body->type != THUD_BODY_DYNAMIC && !body->mass_overridden;
    if (takes_mass && !check_shapes_mass(world, call, slot, "type")) {
        return false;
    }
    bool was_static = body->type == THUD_BODY_STATIC;
    bool moves_otherwise = def->type != body->type || def->lock_x != body->lock_x ||
                           def->lock_y != body->lock_y || def->lock_rotation != body->lock_rotation;
    bool enters_again = def->type != body->type || def->disabled == body->enabled;
    if (enters_again && !def->disabled && !thud_body_reserve_proxies(world, slot, def->type)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "body", 0.0);
    }
    if (!thud_name_list_set(&world->bodies.names, slot, def->name)) {
        return thud_refuse(world, call, THUD_OUT_OF_MEMORY, "name", 0.0);
    }
    thud_wake_around(world, slot);
    thud_vec2 old_pull = thud_vec2_scale(world->def.gravity, body->gravity_scale);
    apply_settings(world, slot, def);
    thud_body_renew_forces(world, slot, old_pull);
    thud_velocity velocity = world->bodies.velocities[slot];
    thud_body_put_velocity(world, slot, velocity.linear, velocity.angular);
    if (moves_otherwise) {
        thud_body_update_mass(world, slot, NULL);
    }
    if (enters_again) {
        enter_again(world, slot, !def->disabled, was_static);
    }
    world->proxies_changed = world->proxies_changed || was_static;
    return true;
}

/* ---- pose ---- */

/* Whether a body whose centre of mass is beside its origin is at a pose already: to place it anew may move the centre by rounding. */
static bool is_at(const thud_body_table *bodies, int32_t slot, thud_pose origin) {
    thud_vec2 center = bodies->bodies[slot].mass.center;
    if (center.x == 0.0f && center.y == 0.0f) {
        return false;
    }
    thud_pose now = thud_body_current_pose(bodies, slot);
    return thud_same_bytes(&now, &origin, sizeof now);
}

bool thud_body_teleport(thud_world *world, thud_body_id body, thud_vec2 position, float angle) {
    const thud_call call = thud_on_body(__func__, body);
    int32_t slot = thud_body_slot_to_change(world, body, call.name);
    if (slot == THUD_NONE || !thud_check_within_vec2(world, call, "position", position, THUD_MAX_POSITION) ||
        !thud_check_finite(world, call, "angle", angle)) {
        return false;
    }
    thud_pose *pose = &world->bodies.poses[slot], old = *pose;
    thud_pose to = {position, thud_rot_from_angle(angle)};
    if (!is_at(&world->bodies, slot, to)) {
        thud_body_place(&world->bodies, slot, to);
    }
    world->bodies.previous[slot] = *pose;
    if (thud_same_bytes(&old, pose, sizeof old)) {
        return true; /* a level that a game places in each step lets the bodies on it sleep */
    }
    thud_wake_around(world, slot);
    if (thud_is_dynamic(&world->bodies, slot)) { /* a platform keeps what rests on it */
        thud_one_way_forget(world, slot);
    }
    thud_body_move_proxies(world, slot);
    return true;
}

/* ---- mass ---- */

THUD_GETTER(thud_mass, thud_body_mass, body, world->bodies.bodies[slot].mass)

bool thud_body_set_mass(thud_world *world, thud_body_id id, const thud_mass *mass) {
    const thud_call call = thud_on_body(__func__, id);
    int32_t slot = thud_body_slot_to_change(world, id, call.name);
    if (slot == THUD_NONE || !thud_check_given(world, call, "mass", mass != NULL)) {
        return false;
    }
    float least_inertia = mass->inertia > 0.0f ? THUD_MIN_INERTIA : 0.0f; /* a body without one does not turn */
    if (!thud_check_range(world, call, "mass", mass->mass, THUD_MIN_MASS, THUD_MAX_MASS) ||
        !thud_check_range(world, call, "inertia", mass->inertia, least_inertia, THUD_MAX_INERTIA) ||
        !thud_check_within_vec2(world, call, "center", mass->center, THUD_MAX_COORDINATE)) {
        return false;
    }
    thud_wake_around(world, slot);
    thud_body_override_mass(world, slot, mass);
    return true;
}

bool thud_body_reset_mass(thud_world *world, thud_body_id id) {
    const thud_call call = thud_on_body(__func__, id);
    int32_t slot = thud_body_slot_to_change(world, id, call.name);
    if (slot == THUD_NONE || !check_shapes_mass(world, call, slot, "mass")) {
        return false;
    }
    thud_wake_around(world, slot);
    world->bodies.bodies[slot].mass_overridden = false;
    thud_body_update_mass(world, slot, NULL);
    return true;
}

/* ---- sleep ---- */

THUD_GETTER(bool, thud_body_is_awake, body, thud_state_moves(world->bodies.states[slot]))

bool thud_body_wake(thud_world *world, thud_body_id body) {
    int32_t slot = thud_body_slot_to_change(world, body, __func__);
    if (slot != THUD_NONE) {
        thud_wake_around(world, slot);
    }
    return slot != THUD_NONE;
}

bool thud_body_sleep(thud_world *world, thud_body_id body) {
    const thud_call call = thud_on_body(__func__, body);
    int32_t slot = thud_body_slot_to_change(world, body, call.name);
    return slot != THUD_NONE && thud_sleep_around(world, call, slot);
}
