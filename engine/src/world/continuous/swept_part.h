/* swept_part.h: a part of a shape and an obstacle, as arguments of the narrowphase's quick test of sweeps
 * (swept_outline.h). */
#pragma once

#include "narrowphase/swept_outline.h"
#include "response/solve_input.h"
#include "world/bodies/shape_table.h"
#include "world/continuous/continuous_state.h"

/* The motion of an obstacle's body in the rest of the step; a body that rests has none. */
typedef struct thud_obstacle_motion {
    int32_t body;
    thud_pose pose; /* of its centre of mass */
    thud_vec2 translation;
    float turn; /* of a kinematic body maybe more than half a turn [rad] */
} thud_obstacle_motion;

/* From a share of the step on. */
void thud_obstacle_motion_make(thud_obstacle_motion *motion, const thud_world *world, int32_t body,
                               float share);

/* A displacement of a body, its centre of mass at a position, as seen from an obstacle. */
void thud_see_displacement(thud_outline_motion *seen, const thud_obstacle_motion *obstacle, thud_vec2 from,
                           const thud_displacement *step);

/* The part of a shape at a depth (see shape_parts.h), its body at a rotation, around the body's centre of mass. */
void thud_swept_part_make(thud_swept_outline *part, const thud_world *world, const thud_shape_record *record,
                          int depth, thud_rot rotation);

/* An obstacle of two vertices or more. */
thud_outline_obstacle thud_outline_obstacle_of(const thud_world *world, const thud_shape_record *record);

/* The depth up to which a body of a thickness may sink into an obstacle with speculative contacts before it is stopped [m]. */
static inline float thud_depth_allowed(const thud_world_def *def, float thickness) {
    return thud_min(def->speculative_distance, THUD_FAST_SHARE * thickness - def->slop);
}
