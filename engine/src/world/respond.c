/*
 * respond.c: the third stage: passes contacts and joints to the solver as arrays, and gets
 * velocities and displacements.
 */
#include "world/respond.h"

#include "response/solver.h"
#include "world/bodies/body_motion.h"
#include "world/contacts/contact_report.h"
#include "world/joints/joints.h"
#include "world/world_state.h"

/* Keeps the list for the comparison in the next step. */
static void remember_contacts(thud_world *world, const int32_t *list, int32_t count) {
    if (THUD_RESERVE(&world->hooks, world->solved, world->solved_capacity, count)) {
        thud_copy_bytes(world->solved, list, (size_t)count * sizeof *list);
        world->solved_count = count;
    } else {
        world->solved_count = -1; /* equal to no list */
    }
}

thud_status thud_respond(thud_world *world, float dt) {
    const int32_t *list = world->lists.solved;
    int32_t count = world->lists.solved_count;
    bool same_contacts =
        count == world->solved_count && thud_same_bytes(list, world->solved, (size_t)count * sizeof *list);
    bool same_bodies = world->solved_revision == world->bodies.revision;
    bool same_joints = !world->joints.changed;
    bool same = same_contacts && same_bodies && same_joints && !world->constraints_changed;

    thud_solver_settings settings = world->def.solver;
    settings.elasticity_threshold = thud_bounce_threshold(world);
    thud_solve_input input = {
        .dt = dt,
        .settings = &settings,
        .velocities = world->bodies.velocities,
        .inverse_masses = world->bodies.inverse_masses,
        .applied_forces = world->bodies.applied_forces,
        .displacements = world->bodies.displacements,
        .poses = world->bodies.poses,
        .body_slots = world->bodies.pool.end,
        .awake = world->bodies.awake,
        .awake_count = world->bodies.awake_count,
        .pairs = world->contacts.pairs,
        .manifolds = world->contacts.manifolds,
        .sums = world->contacts.sums,
        .materials = world->contacts.materials,
        .contacts = list,
        .contact_count = count,
        .joints = world->joints.joints,
        .active_joints = world->joints.active,
        .joint_count = world->joints.active_count,
        .same_constraints = same,
        .tasks = world->tasks,
        .is_cold = world->is_cold,
        .same_bodies = same_bodies,
        .same_joints = same_joints,
        .last_contacts = world->solved,
        .last_contact_count = world->solved_count,
    };
    thud_status status = thud_solver_solve(world->solver, &input);
    if (status != THUD_OK || !same_contacts) {
        remember_contacts(world, list, status == THUD_OK ? count : 0);
    }
    world->constraints_changed = status != THUD_OK;
    world->joints.changed = false;
    if (status == THUD_OK) {
        world->substep_rate = (float)world->def.solver.substeps / dt;
        if (world->joints.breakable_count > 0) {
            thud_break_joints(world);
        }
    }
    if (world->continuous.deep_body_count > 0) {
        thud_limit_deep_bodies(world, dt);
    }
    world->solved_revision = world->bodies.revision;
    world->counters.solved_contacts = count;
    if (world->forced_count > 0) {
        thud_forces_clear(world);
    }
    return status;
}
