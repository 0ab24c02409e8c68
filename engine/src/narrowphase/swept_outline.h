/*
 * swept_outline.h: an outline that moves past another one, in floats: a quick separation test that leaves few pairs to
 * the exact time of impact (toi.h). Most fast bodies near an obstacle slide along it, or bounce off.
 *
 * A face of the obstacle with the whole sweep in front of it separates the two. The test is conservative: it may miss
 * such a face, as rotations are taken to second order, but it never finds one if the two meet.
 */
#pragma once

#include "geometry/outline.h"
#include "thud/bounds.h"

/* An outline at the start of its sweep: arms from the centre of its rotation to its core vertices, in world axes. */
typedef struct thud_swept_outline {
    int32_t count;
    float radius; /* [m] */
    float reach;  /* the longest of the arms [m] */
    thud_vec2 arms[THUD_MAX_VERTICES];
} thud_swept_outline;

/* The motion of a swept outline relative to an obstacle, in the axes of the start: after a share t of the time its
 * centre has moved by translation t + bend t^2, exact to error t^3. */
typedef struct thud_outline_motion {
    thud_pose pose;        /* of the obstacle's centre at the start of the sweep */
    thud_vec2 arm;         /* from there to the centre of the outline */
    thud_vec2 translation; /* of the centre of the outline */
    thud_vec2 bend;        /* if the obstacle turns, and the next one [m] */
    float error;
    float turn; /* of the outline [rad] */
} thud_outline_motion;

/* The motion of an outline that moves by `drift` relative to the centre of an obstacle and turns by `turn`, seen from the
 * obstacle, which turns by `own_turn` [rad]. `pose` and `arm` are set already. */
void thud_outline_motion_make(thud_outline_motion *motion, thud_vec2 drift, float turn, float own_turn);

/* An outline, with the normals of its edges, and the centre of its rotation in its frame. */
typedef struct thud_outline_obstacle {
    thud_outline outline;
    const thud_vec2 *normals;
    thud_vec2 center;
} thud_outline_obstacle;

/* Whether an outline may sink into an obstacle by more than `depth` [m]: not if a face of the obstacle, a line across an
 * end of a segment or between a circle and the outline, or a line along the path separates the two on the whole path. */
bool thud_swept_outline_may_sink_in(const thud_swept_outline *swept, const thud_outline_motion *motion,
                                    const thud_outline_obstacle *obstacle, float depth);

/* A box in the axes of an obstacle, about its centre. Seen from there, the path of a point at an arm that moves by `drift` is not
 * farther from a straight line than `by_arm` times the arm and `by_drift` times the drift (see thud_outline_motion_make). */
typedef struct thud_turning_box {
    thud_aabb box;
    float turn; /* of the obstacle [rad] */
    float by_arm, by_drift;
} thud_turning_box;

static inline void thud_turning_box_make(thud_turning_box *made, thud_aabb box, float turn) {
    float square = 0.5f * turn * turn;
    made->box = box;
    made->turn = turn;
    made->by_arm = square + square * thud_abs(turn) / 3.0f;
    made->by_drift = thud_abs(turn) + made->by_arm;
}

/* Whether a disc of radius `reach` may meet the box: not if a side of it separates the two on the whole path. Arm and drift of
 * the disc's centre are in the obstacle's axes. */
static inline bool thud_swept_disc_may_meet(float reach, const thud_turning_box *it, thud_vec2 arm,
                                            thud_vec2 drift) {
    float near = reach + it->by_arm * (thud_abs(arm.x) + thud_abs(arm.y)) +
                 it->by_drift * (thud_abs(drift.x) + thud_abs(drift.y));
    thud_vec2 end = {arm.x + drift.x + it->turn * arm.y, arm.y + drift.y - it->turn * arm.x};
    thud_aabb path = {thud_vec2_min(arm, end), thud_vec2_max(arm, end)};
    return thud_aabb_overlaps(thud_aabb_expand(path, near), it->box);
}
