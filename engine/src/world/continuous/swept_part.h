/*
 * swept_part.h: a part of a shape and an obstacle, as arguments of the narrowphase's quick test
 * of sweeps (swept_outline.h).
 */
#ifndef THUD_SRC_WORLD_CONTINUOUS_SWEPT_PART_H
#define THUD_SRC_WORLD_CONTINUOUS_SWEPT_PART_H

#include "narrowphase/swept_outline.h"
#include "narrowphase/toi.h"
#include "world/bodies/shape_table.h"

typedef struct thud_swept_part {
    int32_t shape; /* slot, or THUD_NONE */
    thud_swept_outline outline;
} thud_swept_part;

typedef struct thud_relative_motion {
    int32_t obstacle;         /* body */
    float own_turn;           /* of the obstacle in the rest of the step [rad] */
    thud_outline_motion seen; /* motion relative to the obstacle; poses are of centres of mass */
} thud_relative_motion;

/* The part of a shape at a depth (see shape_parts.h) at the start of a sweep; the caller sets `shape`. */
void thud_swept_part_make(thud_swept_part *part, const thud_shape_record *record, int depth, const thud_sweep *sweep);

/* The motion of a body's displacement from a position and a share of the step on, relative to
 * the body of an obstacle. */
void thud_relative_motion_make(thud_relative_motion *motion, const thud_world *world, int32_t mover, thud_vec2 from, float share, int32_t body);

/* Whether a part may sink into an obstacle of more than one vertex by more than `depth` [m]. `center` is the centre of
 * mass of the obstacle's body, in its frame. */
bool thud_swept_part_may_sink_in(const thud_swept_part *part, const thud_relative_motion *motion,
                                 const thud_shape_record *obstacle, thud_vec2 center, float depth);

/* The depth up to which a body may sink into an obstacle with speculative contacts before it is stopped [m]. */
float thud_depth_allowed(const thud_world *world, int32_t body);

#endif
