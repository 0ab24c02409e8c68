/*
 * contact.h: a contact as records in arrays, shared by the world's contact table, the narrowphase kernels and the
 * solver; each stage reads only the arrays that it needs. All arrays are indexed by contact slot.
 */
#pragma once

#include "thud/math.h"

/* The bodies and cores of a contact: body slots (index of poses, velocities) and core indices (index into the
 * cores of the shape's class, see core.h). 16 B. */
typedef struct thud_contact_pair {
    int32_t body_a, body_b;
    int32_t core_a, core_b;
} thud_contact_pair;

/* The separation of a missing point [m]. */
#define THUD_NO_POINT 1.0e30f
/* The same of the second point of a manifold that may slide: its `slide_room` is set. */
#define THUD_MAY_SLIDE (2.0f * THUD_NO_POINT)
/* The feature of a missing point. */
#define THUD_NO_FEATURE (-1.0f)

/* The features of the manifold's points. 16 B. `count` 0: apart by more than the speculative distance. */
typedef struct thud_contact_features {
    float feature[2]; /* a whole number for each point, THUD_NO_FEATURE for a missing point */
    float nearest;    /* the least separation of its points [m], THUD_NO_POINT without any */
    uint8_t count;
    uint8_t flags;    /* free for the world */
    uint8_t recycled; /* 1: except the separations, the manifold is that of the last step, or there is no point */
    uint8_t one_way;  /* free for the world */
} thud_contact_features;

/* Geometry and impulses of a contact in one cache line: all that the solver reads of most. Arms reach from
 * the centres of mass to the contact point, in world axes. Impulses are those of the last step, [N s] of one
 * substep; the narrowphase copies them to new points of the same features, and sets others to zero. */
typedef struct thud_contact_manifold {
    thud_vec2 normal; /* from a to b */
    union {
        thud_vec2 arm_a[2];     /* as many as there are points */
        struct {                /* without points */
            thud_vec2 center;   /* the smaller body's centre, as an arm */
            thud_vec2 gap_axis; /* unit; 0: unknown */
        };
        struct { /* a single point that may slide along a's face, or a ghost without points (drop_ghosts.c) */
            thud_vec2 sliding_arm_a;
            thud_vec2 slide_room; /* x: against perp(normal), y: along it [m] */
        };
    };
    thud_vec2 arm_b;  /* to the first point, or to `center` */
    float friction;   /* of the material; the narrowphase keeps it and the sign of `signed_points` */
    float signed_points; /* 2 with a second point, else 1; negative if the material has more than friction */
    float separation[2];
    float normal_impulse[2];
    float friction_impulse; /* along perp(normal), one row for both points */
    float rolling_impulse;
} thud_contact_manifold;

/* The arm on b to the second point: it differs from that to the first as on a. */
static inline thud_vec2 thud_manifold_second_arm_b(const thud_contact_manifold *manifold) {
    return thud_vec2_add(manifold->arm_b, thud_vec2_sub(manifold->arm_a[1], manifold->arm_a[0]));
}

/* The state at the time of the manifold, and how far bodies may move until it is made again; all zero: at once. 32 B. */
typedef struct thud_contact_origin {
    thud_rot rotation_a, rotation_b;
    float separation[2]; /* THUD_NO_POINT for a missing point */
    float reach;         /* from the contact point, or the smaller body's centre, to other places where the shapes may come near each other [m] */
    float leeway;        /* largest motion of any point within that reach [m] */
} thud_contact_origin;

_Static_assert(sizeof(thud_contact_pair) == 16, "a quarter of a cache line");
_Static_assert(sizeof(thud_contact_features) == 16, "a quarter of a cache line");
_Static_assert(sizeof(thud_contact_origin) == 32, "half a cache line");
_Static_assert(sizeof(thud_contact_manifold) == 64, "one cache line");
