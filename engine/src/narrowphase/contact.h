/*
 * contact.h: a contact as arrays see it. The world's contact table, the narrowphase kernels and the solver
 * share these records; each stage touches only the arrays that it needs. All arrays are indexed by contact
 * slot.
 */
#ifndef THUD_SRC_NARROWPHASE_CONTACT_H
#define THUD_SRC_NARROWPHASE_CONTACT_H

#include "thud/math.h"

/*
 * Who collides: body slots (index of poses, velocities) and core indices (index into the cores of the shape's
 * class, see core.h). 16 B.
 */
typedef struct thud_contact_pair {
    int32_t body_a, body_b;
    int32_t core_a, core_b;
} thud_contact_pair;

/* In place of a separation: there is no such point [m]. */
#define THUD_NO_POINT 1.0e30f
/* In place of a feature. */
#define THUD_NO_FEATURE (-1.0f)

/* What the manifold's points are made of. 16 B. `count` 0: apart by more than the speculative distance. */
typedef struct thud_contact_features {
    float feature[2]; /* a number without fraction for each point, THUD_NO_FEATURE where there is none */
    float nearest;    /* the least separation of its points [m], THUD_NO_POINT without any */
    uint8_t count;
    uint8_t flags;    /* free for the world */
    uint8_t recycled; /* 1: but for the separations, the manifold is that of the step before */
    uint8_t one_way;  /* free for the world */
} thud_contact_features;

/*
 * Geometry and impulses of a contact, one cache line: all that the solver wants of most. Arms reach from the centres
 * of mass to the contact point, in world axes. The impulses are those accumulated in the last step, [N s] of one
 * substep; the narrowphase carries them over to new points by their features, zero otherwise.
 */
typedef struct thud_contact_manifold {
    thud_vec2 normal; /* from a to b */
    thud_vec2 arm_a[2];
    thud_vec2 arm_b;  /* to the first point */
    float friction;   /* of the material; the narrowphase leaves it and the sign of `signed_points` alone */
    float signed_points; /* 2 with a second point, else 1; negative where the material has more than friction */
    float separation[2];
    float normal_impulse[2];
    float friction_impulse; /* along perp(normal), one row for both points */
    float rolling_impulse;
} thud_contact_manifold;

/* The arm on b to the second point: as far from that to the first as on a. */
static inline thud_vec2 thud_manifold_second_arm_b(const thud_contact_manifold *manifold) {
    return thud_vec2_add(manifold->arm_b, thud_vec2_sub(manifold->arm_a[1], manifold->arm_a[0]));
}

/*
 * What was when the manifold was made, and how far the bodies may move before it has to be made anew (see
 * recycle.h). 32 B. All zero: at once.
 */
typedef struct thud_contact_origin {
    thud_rot rotation_a, rotation_b;
    float separation[2]; /* THUD_NO_POINT where there is none */
    float reach;         /* from the contact point, or the smaller body's centre, to where else the shapes may come near each other [m] */
    float leeway;        /* how far any point within that reach may move [m] */
} thud_contact_origin;

_Static_assert(sizeof(thud_contact_pair) == 16, "a quarter of a cache line");
_Static_assert(sizeof(thud_contact_features) == 16, "a quarter of a cache line");
_Static_assert(sizeof(thud_contact_origin) == 32, "half a cache line");
_Static_assert(sizeof(thud_contact_manifold) == 64, "one cache line");

#endif
