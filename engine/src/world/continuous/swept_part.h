/*
 * swept_part.h: a part of a shape on its way past an obstacle, in floats: a quick test that leaves few pairs to the exact time of impact. Most bodies that are fast
 * near something slide along it, or bounce off.
 */
#ifndef THUD_SRC_WORLD_CONTINUOUS_SWEPT_PART_H
#define THUD_SRC_WORLD_CONTINUOUS_SWEPT_PART_H

#include "narrowphase/toi.h"
#include "world/bodies/shape_table.h"
#include "world/continuous/touch.h"

/* A part of a shape as its sweep begins, for tests that need not be exact: arms from the body's centre of mass. */
typedef struct thud_swept_part {
    int32_t shape; /* slot, or THUD_NONE */
    int32_t count;
    float radius;
    float reach; /* of the arms */
    thud_vec2 arms[THUD_MAX_VERTICES];
} thud_swept_part;

/* How a body moves against an obstacle, seen from there: evenly, but for what grows with the square of the time. */
typedef struct thud_relative_motion {
    int32_t obstacle;      /* body */
    thud_pose pose;        /* of its centre of mass as the sweep begins */
    thud_vec2 arm;         /* from there to the body's centre of mass */
    thud_vec2 translation; /* of the body's centre of mass */
    float turn;            /* of the body [rad] */
    float swerve;          /* how far a turning obstacle may carry the body from that at most [m] */
} thud_relative_motion;

/* The part of a shape at a depth (see shape_parts.h) as a sweep begins; `shape` is the caller's to set. */
void thud_swept_part_make(thud_swept_part *part, const thud_shape_record *record, int depth, const thud_sweep *sweep);

/* The motion of what is left of a body's path, against the body of an obstacle. */
void thud_relative_motion_make(thud_relative_motion *motion, const thud_world *world, const thud_body_path *path, int32_t body);

/* Whether a part may sink into an obstacle of more than one vertex by more than so much [m]: not if a face of that, or one across an end of a segment,
 * parts the two all along the way. `center` is that of mass of the obstacle's body, in its frame. */
bool thud_swept_part_may_sink_in(const thud_swept_part *part, const thud_relative_motion *motion,
                                 const thud_shape_record *obstacle, thud_vec2 center, float depth);

#endif
