/* contact_manifolds.h: the manifolds of contacts, from the poses of their bodies: kept if the
 * bodies have hardly moved, else computed. */
#pragma once

#include "narrowphase/manifold.h"
#include "thud/world.h"
#include "world/bodies/body_table.h"
#include "world/bodies/shape_table.h"
#include "world/contacts/contact_table.h"

/* The columns that manifolds are computed from and stored in; valid until one of the tables grows. */
typedef struct thud_manifold_job {
    const thud_contact_table *contacts;
    const thud_body_table *bodies;
    const thud_shape_table *shapes;
    bool has_joints;                              /* the world has some */
    float dt, inverse_h;                          /* [s]; substeps per second */
    float free_rush, jointed_rush, rush_distance; /* [m] */
    thud_collide_batch batch;
    thud_lanes lanes;
} thud_manifold_job;

void thud_manifold_job_make(const thud_world *world, thud_manifold_job *job);

/* Keeps the manifolds of contacts that have hardly moved, and collides the others: at most THUD_CONTACT_RANGE. Lists
 * these in `made`, which has room for all; returns their number. Several threads may call it for different contacts. */
int32_t thud_make_manifolds(const thud_manifold_job *job, const int32_t *contacts, int32_t count,
                            int32_t *made);
