/* ghosts.h: contacts with static and kinematic shapes at internal edges (ghost collisions); see ghosts.c. */
#ifndef THUD_SRC_WORLD_CONTACTS_GHOSTS_H
#define THUD_SRC_WORLD_CONTACTS_GHOSTS_H

#include "world/bodies/placed_shape.h"

/* How the shape of a dynamic body touches a static or kinematic one. */
typedef struct thud_meeting {
    thud_placed_shape mover, surface;
    thud_vec2 middle;    /* of the mover's vertices */
    thud_vec2 normal;    /* unit, out of the surface */
    thud_vec2 points[2]; /* of the surface, the deepest one first */
    int count;           /* of points */
} thud_meeting;

/* What hides a point of a meeting, from the weakest on. */
typedef enum thud_cover_kind {
    THUD_COVER_NONE, /* nothing does: the contact is real */
    THUD_COVER_FAR,  /* a face that the mover does not stand on: the contact is real, too */
    THUD_COVER_SHARED, /* a face on which the mover stands no more than on the surface: the contact takes that face's normal */
    THUD_COVER_HOLDS, /* a face that holds the mover by itself: there is no contact */
    THUD_COVER_LEVEL, /* of a meeting: the mover lies along a face of the surface, whose normal the contact takes */
} thud_cover_kind;

typedef struct thud_cover {
    thud_cover_kind kind;
    thud_vec2 normal; /* out of the face; of the surface's where it is level */
    thud_vec2 point;  /* deepest of the mover, in the middle between it and the face */
    float separation; /* there [m] */
} thud_cover;

/* A meeting with no cover found yet, of each point. */
typedef struct thud_ghost_test {
    thud_meeting meeting;
    thud_cover covers[2];
    float slop;
} thud_ghost_test;

/* Starts a test: `meeting` but for the middle, which is found here. */
void thud_ghost_test_begin(thud_ghost_test *test, const thud_meeting *meeting, float slop);

/* Tries another static or kinematic shape near the mover. */
void thud_ghost_test_try(thud_ghost_test *test, const thud_placed_shape *neighbour);

/* What all points of the meeting together are covered by. */
thud_cover thud_ghost_test_end(const thud_ghost_test *test);

/*
 * Drops those among the listed contacts that are ghosts, and turns those on a seam. Looks at those only that
 * have a static or kinematic body and whose manifold was made in this step; at most THUD_CONTACT_RANGE. Needs the lists of contacts of bodies; of different contacts
 * on several threads.
 */
void thud_drop_ghosts(const thud_world *world, const int32_t *contacts, int32_t count);

#endif
