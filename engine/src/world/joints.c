/* joints.c: joints by their ids. */
#include "world/world_state.h"

/* The force that a target joint may use when none is given: this many times the body's mass [m/s^2]. */
#define DEFAULT_TARGET_ACCELERATION 1000.0f

thud_target_joint_def thud_target_joint_defaults(void) {
    return (thud_target_joint_def){.hertz = 5.0f, .damping_ratio = 0.7f};
}

static bool check_def(const thud_world *world, const thud_target_joint_def *def) {
    if (def == NULL) {
        return thud_refuse(world, THUD_NULL_ARGUMENT, "def", 0.0);
    }
    return thud_check_finite_vec2(world, "local_anchor", def->local_anchor) &&
           thud_check_finite_vec2(world, "target", def->target) &&
           thud_check_positive(world, "hertz", def->hertz) &&
           thud_check_not_negative(world, "damping_ratio", def->damping_ratio) &&
           thud_check_not_negative(world, "max_force", def->max_force);
}

/* Hands the definition to the solver's joint, which knows bodies by their centres of mass; what it has accumulated stays. */
void thud_joint_rebase(thud_world *world, int32_t slot) {
    const thud_joint_record *record = &world->joints.records[slot];
    const thud_target_joint_def *def = &record->def;
    const thud_body *body = &world->bodies.bodies[record->body];
    float max_force = def->max_force > 0.0f
                          ? def->max_force
                          : DEFAULT_TARGET_ACCELERATION * world->def.length_unit * body->mass.mass;
    thud_joint *joint = &world->joints.joints[slot];
    joint->kind = THUD_JOINT_TARGET;
    joint->body_a = THUD_NONE;
    joint->body_b = record->body;
    joint->as.target.local_anchor = thud_vec2_sub(def->local_anchor, body->mass.center);
    joint->as.target.target = def->target;
    joint->as.target.hertz = def->hertz;
    joint->as.target.damping_ratio = def->damping_ratio;
    joint->as.target.max_force = max_force;
}

static void apply_def(thud_world *world, int32_t slot, const thud_target_joint_def *def) {
    world->joints.records[slot].def = *def;
    thud_joint_rebase(world, slot);
    thud_wake_island(world, world->joints.records[slot].body);
}

thud_joint_id thud_target_joint_create(thud_world *world, const thud_target_joint_def *def) {
    thud_joint_id none = {0, 0};
    if (!thud_world_may_change(world) || !check_def(world, def)) {
        return none;
    }
    int32_t body = thud_body_slot(world, def->body);
    if (body == THUD_NONE) {
        return none;
    }
    if (world->bodies.bodies[body].type != THUD_BODY_DYNAMIC) {
        thud_refuse(world, THUD_WRONG_KIND, "body", (double)body);
        return none;
    }
    thud_pool_id id = thud_joint_table_add(&world->joints);
    if (id.generation == 0) {
        thud_refuse(world, THUD_OUT_OF_MEMORY, "joint", 0.0);
        return none;
    }
    thud_joint_record *record = &world->joints.records[id.slot];
    record->body = body;
    record->next = world->bodies.bodies[body].first_joint;
    world->bodies.bodies[body].first_joint = (int32_t)id.slot;
    apply_def(world, (int32_t)id.slot, def);
    return (thud_joint_id){id.slot, id.generation};
}

bool thud_target_joint_set_target(thud_world *world, thud_joint_id joint, thud_vec2 target) {
    int32_t slot = thud_joint_slot_to_change(world, joint);
    if (slot == THUD_NONE || !thud_check_finite_vec2(world, "target", target)) {
        return false;
    }
    thud_target_joint_def def = world->joints.records[slot].def;
    def.target = target;
    apply_def(world, slot, &def);
    return true;
}

thud_target_joint_def thud_target_joint_definition(const thud_world *world, thud_joint_id joint) {
    int32_t slot = thud_joint_slot(world, joint);
    return slot == THUD_NONE ? thud_target_joint_defaults() : world->joints.records[slot].def;
}

bool thud_target_joint_configure(thud_world *world, thud_joint_id joint, const thud_target_joint_def *def) {
    int32_t slot = thud_joint_slot_to_change(world, joint);
    if (slot == THUD_NONE || !check_def(world, def)) {
        return false;
    }
    if (thud_body_slot(world, def->body) != world->joints.records[slot].body) {
        return thud_refuse(world, THUD_FIXED_FIELD, "body", (double)def->body.slot);
    }
    apply_def(world, slot, def);
    return true;
}

thud_vec2 thud_joint_force(const thud_world *world, thud_joint_id joint) {
    int32_t slot = thud_joint_slot(world, joint);
    if (slot == THUD_NONE || world->last_dt <= 0.0f) {
        return (thud_vec2){0.0f, 0.0f};
    }
    float substep = world->last_dt / (float)world->def.solver.substeps;
    return thud_vec2_scale(world->joints.joints[slot].as.target.impulse, 1.0f / substep);
}

bool thud_joint_is_valid(const thud_world *world, thud_joint_id joint) {
    return world != NULL &&
           thud_pool_is_valid(&world->joints.pool, (thud_pool_id){joint.slot, joint.generation});
}

void thud_joint_remove(thud_world *world, int32_t joint) {
    int32_t body = world->joints.records[joint].body;
    int32_t *link = &world->bodies.bodies[body].first_joint;
    while (*link != joint) {
        link = &world->joints.records[*link].next;
    }
    *link = world->joints.records[joint].next;
    thud_joint_table_remove(&world->joints, joint);
    thud_wake_island(world, body);
}

bool thud_joint_destroy(thud_world *world, thud_joint_id joint) {
    int32_t slot = thud_joint_slot_to_change(world, joint);
    if (slot == THUD_NONE) {
        return false;
    }
    thud_joint_remove(world, slot);
    return true;
}
