/* contact_manifolds.h: the manifolds of contacts, from the poses of their bodies: kept where those have hardly moved, else made anew. */
#ifndef THUD_SRC_WORLD_CONTACTS_CONTACT_MANIFOLDS_H
#define THUD_SRC_WORLD_CONTACTS_CONTACT_MANIFOLDS_H

#include "narrowphase/manifold.h"
#include "thud/world.h"
#include "world/bodies/body_table.h"
#include "world/contacts/contact_table.h"

/* The columns that manifolds are made from and in; valid until one of the tables grows. */
typedef struct thud_manifold_job {
    const thud_contact_table *contacts;
    const thud_body_table *bodies;
    float dt;                  /* [s] */
    float rush, rush_distance; /* [m] */
    thud_collide_batch batch;
    thud_lanes lanes;
} thud_manifold_job;

thud_manifold_job thud_manifold_job_make(const thud_world *world);

/* Contacts that have hardly moved keep their manifold, the others collide: at most THUD_CONTACT_RANGE. Of different ones on several threads. */
void thud_make_manifolds(const thud_manifold_job *job, const int32_t *contacts, int32_t count);

#endif
