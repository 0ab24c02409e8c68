/*
 * solve_input.h: the input of the solver: bodies by body slot, contacts by contact slot
 * (narrowphase/contact.h), joints by joint slot (joints/joint.h).
 */
#pragma once

#include "thud/response.h"

#include "base/tasks.h"
#include "narrowphase/contact.h"
#include "response/joints/joint.h"

typedef struct thud_velocity {
    thud_vec2 linear; /* [m/s] */
    float angular;    /* [rad/s] */
    float turned;     /* while joints are solved: correction of `angular` for the next substep (batch.h) */
} thud_velocity;

/* Locks: an axis lock zeroes the body's velocity along it; the rotation lock is `angular` = 0. A static body is told by a bit. */
enum { THUD_LOCK_X = 1, THUD_LOCK_Y = 2, THUD_LOCK_ROTATION = 4, THUD_LOCKED_STATIC = 8 };

typedef struct thud_inverse_mass {
    float linear;  /* [1/kg], 0 for static and kinematic bodies */
    float angular; /* [1/(kg m^2)] */
    uint32_t locks;
    float reserved;
} thud_inverse_mass;

/* Constant over a step: gravity and forces as acceleration, and damping. */
typedef struct thud_applied_forces {
    thud_vec2 acceleration;     /* [m/s^2] */
    float angular_acceleration; /* [rad/s^2] */
    float linear_damping;       /* [1/s] */
    float angular_damping;      /* [1/s] */
} thud_applied_forces;

/* The displacement of a body in the step. */
typedef struct thud_displacement {
    thud_vec2 translation; /* of the centre of mass [m] */
    float rotation;        /* [rad] */
    float reserved;
} thud_displacement;

/* The impulses of a contact over the step [N s]. Those in the manifold are of one substep, for warm starting. */
typedef struct thud_contact_sums {
    float normal[2];
    float friction; /* along perp(normal), both points together */
    float reserved;
} thud_contact_sums;

/* Stores a contact's material in its manifold, so that the solver reads the material itself only if needed. */
static inline void thud_manifold_set_material(thud_contact_manifold *manifold, const thud_material *material) {
    float points = thud_max(thud_abs(manifold->signed_points), 1.0f);
    bool is_special = material->elasticity > 0.0f || material->rolling_resistance > 0.0f || material->surface_speed != 0.0f;
    manifold->friction = material->friction;
    manifold->signed_points = is_special ? -points : points;
}

typedef struct thud_solve_input {
    float dt;
    const thud_solver_settings *settings;

    /* bodies, by body slot; 64-byte aligned */
    thud_velocity *velocities; /* in and out; kinematic ones are only read */
    const thud_inverse_mass *inverse_masses;
    const thud_applied_forces *applied_forces;
    thud_displacement *displacements; /* out, for awake dynamic bodies */
    const thud_pose *poses; /* of the centres of mass; null without joints: then no island is divided */
    int body_slots;         /* length of these arrays */
    const int32_t *awake;   /* slots of awake dynamic bodies, ascending */
    int awake_count;

    /* contacts, by contact slot */
    const thud_contact_pair *pairs;
    thud_contact_manifold *manifolds; /* impulses in and out */
    thud_contact_sums *sums;          /* out; may be null */
    const thud_material *materials;   /* mixed, and stored in the manifolds */
    const int32_t *contacts;          /* slots of those to solve: with points and a dynamic body; ascending */
    int contact_count;

    /* joints, by joint slot */
    thud_joint *joints;
    const int32_t *active_joints; /* slots, ascending */
    int joint_count;

    bool same_constraints; /* the three lists above have the same slots with the same bodies as in the last
                              call: islands and colours are kept */
    thud_tasks *tasks;
    bool is_cold; /* a pause has emptied the caches, even of a small world's data */

    /* Where only contacts were added and removed since the last call, and bodies without joints, islands and colours
     * are kept as far as they fit. A body that is no longer awake, or another type now, has no contact that goes on:
     * each has been ended (thud_solver_end_contact) or is no longer listed. */
    bool same_bodies; /* and the same joints that they have */
    bool same_joints; /* they are solved as before */
    const int32_t *last_contacts; /* the list of the last call */
    int last_contact_count;       /* -1: unknown */
} thud_solve_input;

/* Whether data of bodies and contacts are prefetched: those of a small world are in the cache. */
static inline bool thud_solve_fetches(const thud_solve_input *input) {
    return input->awake_count > 1024 || input->is_cold;
}

typedef struct thud_solver thud_solver;
