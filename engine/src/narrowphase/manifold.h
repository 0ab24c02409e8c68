/*
 * manifold.h: the batch narrowphase: many pairs of the same two classes, one pair per lane, eight at a time.
 *
 * For each listed contact slot it reads the pair, the poses and the two cores, and writes features.count,
 * features.feature, features.nearest and the manifold. Impulses of old points are copied to new points of the same
 * feature, other points start at zero; the friction and rolling impulses stay while any point stays. `count` is 0 if
 * the shapes are farther apart than the speculative distance; then the manifold is zero except for the arms.
 *
 * Bits depend neither on the SIMD width nor on the contacts that share a batch. Batches may run on several threads
 * if no contact is in two.
 *
 * Cores apart: normal and separation of the closest features, so that rounded corners roll smoothly. Cores
 * overlapping: the axis of least penetration among the face normals of both (SAT). The radii are subtracted in
 * both cases. Source: S. Gottschalk, "Separating axis theorem" (1996); D. Gregorius, "The Separating Axis Test
 * between Convex Polyhedra" (GDC 2013) for the reference face and clipping.
 */
#pragma once

#include "base/kernel.h"
#include "narrowphase/contact.h"
#include "narrowphase/core.h"
#include "thud/narrowphase.h"

typedef struct thud_collide_batch {
    thud_core_class class_a, class_b;     /* of every contact in the batch; class_a >= class_b */
    bool rectangles; /* all are of class 4 and pass thud_core_is_rectangle */
    const void *cores[THUD_CORE_CLASSES]; /* records by class, indexed by pairs[] */
    const thud_pose *poses;               /* of the centres of mass, by body slot */
    const thud_contact_pair *pairs;       /* by contact slot, like the next two */
    thud_contact_features *features;      /* `flags` is kept */
    thud_contact_manifold *manifolds;
    thud_contact_origin *origins; /* may be null: nothing is recycled */
    const int32_t *contacts;    /* the contact slots to collide */
    int32_t count;              /* of contacts */
    bool fetches;               /* data of contacts are prefetched: they may not be in the cache */
    float speculative_distance; /* shapes farther apart than this have no points [m], >= 0 */
    float second_distance; /* of near shapes a second point may be so far apart [m]; less than that above counts as that */
    float recycle_distance;     /* largest motion at which touching contacts keep their manifold [m] */
    float press_factor;         /* factor on that for two faces that press into each other or tilt; below 1 counts as 1 */
    float face_tolerance;       /* b's parallel face replaces a's only if it separates by more than this [m] */
    const uint8_t *states;      /* by body slot; may be null */
    uint8_t kinematic_state;    /* that of bodies whose faces keep their normal for smaller turns alone */
} thud_collide_batch;

/* Of slots whose bodies have turned (bits of `turned_a`, `turned_b`) the bits of those where a kinematic body has. */
uint32_t thud_kinematic_turns(const thud_collide_batch *batch, const int32_t *slots, uint32_t turned_a, uint32_t turned_b);

/* Recycling: of `contacts`, not always those of the batch, those whose bodies have hardly moved against each other
 * since it was made keep their manifold; only the separations are updated, from the motion of the two body points
 * at each contact point. The others are listed in `stale`, in order. Returns their number. Each contact is decided
 * independently. Source: E. Catto's contact recycling in Box2D 3.2, and the persistent manifolds of PhysX. */
THUD_KERNEL_DECLARE(int32_t, thud_recycle,
                    (const thud_collide_batch *batch, const int32_t *contacts, int32_t count, int32_t *stale));

/* Collides the listed contacts. The SIMD width `lanes` must not be THUD_LANES_AUTO. */
void thud_collide_batch_run(const thud_collide_batch *batch, thud_lanes lanes);

/* The manifold of a link of a chain and a valid shape, normal from the link; the poses are those of the shapes' frames.
 * With null ends a is any valid shape whose core class is not below that of b. */
thud_manifold thud_find_link_manifold(const thud_shape *a, const thud_link_ends *ends, thud_pose pose_a,
                                      const thud_shape *b, thud_pose pose_b, float near);

/* thud_find_manifold without its checks: valid shapes within THUD_MAX_POSITION, and `near` from 0 to that. */
thud_manifold thud_find_valid_manifold(const thud_shape *a, thud_pose pose_a, const thud_shape *b, thud_pose pose_b,
                                       float near);
