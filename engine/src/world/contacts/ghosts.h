/* ghosts.h: contacts with static and kinematic shapes at internal edges (ghost collisions); see ghosts.c. */
#pragma once

#include "world/bodies/placed_shape.h"

/* A touch between the shape of a dynamic body, the mover, and a static or kinematic shape, the surface. */
typedef struct thud_meeting {
    thud_placed_shape mover, surface;
    thud_vec2 middle;    /* of the mover's vertices */
    thud_vec2 normal;    /* unit, out of the surface */
    thud_vec2 points[2]; /* of the surface, the deepest one first */
    int count;           /* of points */
} thud_meeting;

/* The cover of a point of a meeting, from the weakest on. */
typedef enum thud_cover_kind {
    THUD_COVER_NONE, /* none: the contact is real */
    THUD_COVER_FAR,  /* a face that does not support the mover: the contact is real, too */
    THUD_COVER_SHARED, /* a face that supports the mover no more than the surface does: the contact gets the face's normal */
    THUD_COVER_HOLDS, /* a face that holds the mover by itself: the contact is dropped */
    THUD_COVER_CORNER, /* a face above which a face of the surface rises from the point: the contact gets that face's normal */
    THUD_COVER_LEVEL, /* of a meeting: the mover lies along a face of the surface, whose normal the contact gets */
} thud_cover_kind;

typedef struct thud_cover {
    thud_cover_kind kind;
    thud_vec2 normal; /* out of the face, or out of the surface's face if CORNER or LEVEL */
    thud_vec2 point;  /* halfway between the mover's deepest point and the face */
    float separation; /* at the point [m] */
    /* How far the mover may go along the face, x: against perp(normal), y: along it, with all of its vertices over the face: so far
     * the cover stays what it is. Zero if the surface rises above the face or moves against it [m] */
    thud_vec2 room;
} thud_cover;

/* A meeting, and the best cover so far of each point. */
typedef struct thud_ghost_test {
    thud_meeting meeting;
    thud_vec2 mover[THUD_MAX_VERTICES]; /* where its vertices are */
    thud_cover covers[2];
    float slop;
} thud_ghost_test;

/* How far a shape reaches along a direction, both in the frame of its body [m]. */
float thud_reach_along(const thud_shape_record *record, thud_vec2 direction);

/* Starts a test of `test->meeting`, which is filled but for its middle: a copy of it would wait for the stores. */
void thud_ghost_test_begin(thud_ghost_test *test, float slop);

/* Tests another static or kinematic shape near the mover. `is_fixed`: it does not move against the surface. */
void thud_ghost_test_try(thud_ghost_test *test, const thud_placed_shape *neighbour, bool is_fixed);

/* The cover of all points of the meeting together. */
thud_cover thud_ghost_test_end(const thud_ghost_test *test);

/* How a mover lies on a surface: along a face of it; off that by a hair, so that this must be judged; or neither. */
typedef enum thud_lie { THUD_LIES_ELSEHOW, THUD_LIES_FLAT, THUD_LIES_TILTED } thud_lie;

/* The mover of the meeting is not read. */
thud_lie thud_meeting_lie(const thud_meeting *meeting);
