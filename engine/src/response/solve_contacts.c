/* solve_contacts.c: the solver for a caller without a world: check, copy in, solve, copy out. */
#include "base/memory.h"
#include "geometry/unit.h"
#include "response/material.h"
#include "response/settings.h"
#include "response/solver.h"

/* ---- checks ---- */

static thud_status check_body(const thud_solver_body *body) {
    if (!thud_vec2_is_finite(body->acceleration) || !thud_is_finite(body->angular_acceleration)) {
        return THUD_NOT_FINITE;
    }
    thud_status damping =
        thud_first_fault(thud_amount_check(body->linear_damping), thud_amount_check(body->angular_damping));
    return thud_first_fault(thud_rigid_check(&body->motion), damping);
}

static thud_status check_points(const thud_solver_contact *contact) {
    float sum = contact->friction_impulse + contact->rolling_impulse;
    for (int i = 0; i < contact->count; i++) {
        sum += contact->arm_a[i].x + contact->arm_a[i].y + contact->arm_b[i].x + contact->arm_b[i].y;
        sum += contact->separation[i] + contact->normal_impulse[i];
        if (contact->normal_impulse[i] < 0.0f) {
            return THUD_NEGATIVE;
        }
    }
    return thud_is_finite(sum) ? THUD_OK : THUD_NOT_FINITE;
}

static thud_status check_contact(const thud_solver_contact *contact, int body_count) {
    if (contact->body_a < 0 || contact->body_a >= body_count || contact->body_b < 0 ||
        contact->body_b >= body_count || contact->count < 1 || contact->count > 2) {
        return THUD_OUT_OF_RANGE;
    }
    if (contact->body_a == contact->body_b) {
        return THUD_SAME_BODY;
    }
    if (!thud_vec2_is_finite(contact->normal)) {
        return THUD_NOT_FINITE;
    }
    if (!thud_is_unit(contact->normal)) {
        return THUD_NOT_NORMALIZED;
    }
    return thud_first_fault(check_points(contact), thud_material_check(&contact->material));
}

static thud_status check_all(const thud_solver_settings *settings, float dt, const thud_solver_body *bodies,
                             int body_count, const thud_solver_contact *contacts, int contact_count) {
    if (settings == NULL || (bodies == NULL && body_count > 0) || (contacts == NULL && contact_count > 0)) {
        return THUD_NULL_ARGUMENT;
    }
    if (!thud_is_finite(dt)) {
        return THUD_NOT_FINITE;
    }
    if (dt <= 0.0f) {
        return THUD_NOT_POSITIVE;
    }
    if (body_count < 0 || contact_count < 0) {
        return THUD_NEGATIVE;
    }
    thud_status status = thud_solver_settings_check(settings);
    for (int i = 0; i < body_count && status == THUD_OK; i++) {
        status = check_body(&bodies[i]);
    }
    for (int i = 0; i < contact_count && status == THUD_OK; i++) {
        status = check_contact(&contacts[i], body_count);
    }
    return status;
}

/* ---- copies ---- */

/* The arrays of the solver, in one block. */
typedef struct solver_arrays {
    thud_velocity *velocities;
    thud_inverse_mass *inverse_masses;
    thud_applied_forces *applied_forces;
    thud_displacement *displacements;
    int32_t *awake;
    int awake_count;
    thud_contact_pair *pairs;
    thud_contact_manifold *manifolds;
    thud_material *materials;
    int32_t *contacts;
    int contact_count;
} solver_arrays;

/* Lays the arrays side by side into a block; returns its size [bytes]. Without a block it only measures. */
static size_t place_arrays(solver_arrays *arrays, char *block, int bodies, int contacts) {
    size_t used = THUD_ALIGNMENT; /* a block exists without bodies, too */
    arrays->velocities = thud_carve(block, &used, bodies, sizeof *arrays->velocities);
    arrays->inverse_masses = thud_carve(block, &used, bodies, sizeof *arrays->inverse_masses);
    arrays->applied_forces = thud_carve(block, &used, bodies, sizeof *arrays->applied_forces);
    arrays->displacements = thud_carve(block, &used, bodies, sizeof *arrays->displacements);
    arrays->awake = thud_carve(block, &used, bodies, sizeof *arrays->awake);
    arrays->pairs = thud_carve(block, &used, contacts, sizeof *arrays->pairs);
    arrays->manifolds = thud_carve(block, &used, contacts, sizeof *arrays->manifolds);
    arrays->materials = thud_carve(block, &used, contacts, sizeof *arrays->materials);
    arrays->contacts = thud_carve(block, &used, contacts, sizeof *arrays->contacts);
    return used;
}

static bool has_finite_mass(const thud_rigid *motion) {
    return motion->inverse_mass > 0.0f || motion->inverse_inertia > 0.0f;
}

static void copy_bodies_in(solver_arrays *arrays, const thud_solver_body *bodies, int count) {
    for (int i = 0; i < count; i++) {
        const thud_solver_body *body = &bodies[i];
        arrays->velocities[i] = (thud_velocity){body->motion.velocity, body->motion.angular_velocity, 0.0f};
        arrays->inverse_masses[i] =
            (thud_inverse_mass){body->motion.inverse_mass, body->motion.inverse_inertia, 0, 0.0f};
        arrays->applied_forces[i] = (thud_applied_forces){.acceleration = body->acceleration,
                                                          .angular_acceleration = body->angular_acceleration,
                                                          .linear_damping = body->linear_damping,
                                                          .angular_damping = body->angular_damping};
        arrays->displacements[i] = (thud_displacement){{0.0f, 0.0f}, 0.0f, 0.0f};
        if (has_finite_mass(&body->motion)) {
            arrays->awake[arrays->awake_count++] = i;
        }
    }
}

static void copy_contacts_in(solver_arrays *arrays, const thud_solver_contact *contacts, int count,
                             const thud_solver_body *bodies) {
    for (int i = 0; i < count; i++) {
        const thud_solver_contact *contact = &contacts[i];
        int second = contact->count - 1; /* a contact of one point repeats it */
        arrays->pairs[i] = (thud_contact_pair){contact->body_a, contact->body_b, 0, 0};
        arrays->manifolds[i] = (thud_contact_manifold){
            .normal = contact->normal,
            .arm_a = {contact->arm_a[0], contact->arm_a[second]},
            .arm_b = contact->arm_b[0],
            .signed_points = (float)contact->count,
            .separation = {contact->separation[0], contact->separation[second]},
            .normal_impulse = {contact->normal_impulse[0], second == 1 ? contact->normal_impulse[1] : 0.0f},
            .friction_impulse = contact->friction_impulse,
            .rolling_impulse = contact->rolling_impulse};
        arrays->materials[i] = contact->material;
        thud_manifold_set_material(&arrays->manifolds[i], &contact->material);
        if (has_finite_mass(&bodies[contact->body_a].motion) ||
            has_finite_mass(&bodies[contact->body_b].motion)) {
            arrays->contacts[arrays->contact_count++] = i;
        }
    }
}

static void copy_bodies_out(const solver_arrays *arrays, thud_solver_body *bodies, int count, float dt) {
    for (int i = 0; i < count; i++) {
        thud_solver_body *body = &bodies[i];
        if (has_finite_mass(&body->motion)) {
            body->motion.velocity = arrays->velocities[i].linear;
            body->motion.angular_velocity = arrays->velocities[i].angular;
            body->translation = arrays->displacements[i].translation;
            body->rotation = arrays->displacements[i].rotation;
        } else {
            body->translation = thud_vec2_scale(body->motion.velocity, dt);
            body->rotation = body->motion.angular_velocity * dt;
        }
    }
}

static void copy_contacts_out(const solver_arrays *arrays, thud_solver_contact *contacts) {
    for (int i = 0; i < arrays->contact_count; i++) {
        const thud_contact_manifold *manifold = &arrays->manifolds[arrays->contacts[i]];
        thud_solver_contact *contact = &contacts[arrays->contacts[i]];
        contact->normal_impulse[0] = manifold->normal_impulse[0];
        contact->normal_impulse[1] = manifold->normal_impulse[1];
        contact->friction_impulse = manifold->friction_impulse;
        contact->rolling_impulse = manifold->rolling_impulse;
    }
}

/* ---- the call ---- */

static thud_status solve_arrays(const thud_solver_settings *settings, float dt, solver_arrays *arrays,
                                int body_count, const thud_hooks *hooks) {
    thud_tasks *tasks = thud_tasks_create(hooks, 1);
    thud_solver *solver = NULL;
    thud_status status =
        tasks == NULL ? THUD_OUT_OF_MEMORY : thud_solver_create(hooks, THUD_LANES_AUTO, &solver);
    if (status == THUD_OK) {
        thud_solve_input input = {.dt = dt,
                                  .settings = settings,
                                  .velocities = arrays->velocities,
                                  .inverse_masses = arrays->inverse_masses,
                                  .applied_forces = arrays->applied_forces,
                                  .displacements = arrays->displacements,
                                  .body_slots = body_count,
                                  .awake = arrays->awake,
                                  .awake_count = arrays->awake_count,
                                  .pairs = arrays->pairs,
                                  .manifolds = arrays->manifolds,
                                  .materials = arrays->materials,
                                  .contacts = arrays->contacts,
                                  .contact_count = arrays->contact_count,
                                  .tasks = tasks};
        status = thud_solver_solve(solver, &input);
        thud_solver_destroy(solver);
    }
    thud_tasks_destroy(tasks);
    return status;
}

thud_status thud_solve_contacts(const thud_solver_settings *settings, float dt, thud_solver_body *bodies,
                                int body_count, thud_solver_contact *contacts, int contact_count,
                                const thud_hooks *hooks) {
    thud_status status = check_all(settings, dt, bodies, body_count, contacts, contact_count);
    if (status != THUD_OK) {
        return status;
    }
    thud_hooks defaults = thud_hooks_defaults();
    hooks = hooks != NULL ? hooks : &defaults;
    solver_arrays arrays = {0};
    size_t size = place_arrays(&arrays, NULL, body_count, contact_count);
    char *block = thud_allocate_blank(hooks, size);
    if (block == NULL) {
        return THUD_OUT_OF_MEMORY;
    }
    place_arrays(&arrays, block, body_count, contact_count);
    copy_bodies_in(&arrays, bodies, body_count);
    copy_contacts_in(&arrays, contacts, contact_count, bodies);
    status = solve_arrays(settings, dt, &arrays, body_count, hooks);
    if (status == THUD_OK) {
        copy_bodies_out(&arrays, bodies, body_count, dt);
        copy_contacts_out(&arrays, contacts);
    }
    thud_release(hooks, block, size);
    return status;
}
