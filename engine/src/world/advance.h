/* advance.h: bodies to their new poses, eight at a time. */
#ifndef THUD_ADVANCE_H
#define THUD_ADVANCE_H

#include "broadphase/spatial_hash.h"
#include "world/body_table.h"

/* What came of a body's move. */
enum {
    THUD_MOVE_BROKEN = 1, /* its state is not finite; the pose is left alone */
    THUD_MOVE_FAST = 2,   /* it went farther than `fast_share` of its thickness */
    THUD_MOVE_NEAR = 4    /* where it went there may be an obstacle; without it there is none */
};

typedef struct thud_move_batch {
    const int32_t *slots;
    int32_t count;
    thud_pose *poses;
    const thud_displacement *displacements;
    const thud_velocity *velocities;
    thud_gauge *gauges;
    float dt;         /* [s] */
    float fast_share; /* of the thickness */
    thud_obstacle_maps obstacles;
    float obstacle_step; /* how far they may be from where the maps show them [m] */
    uint8_t *results; /* out, by place in `slots`: the flags above */
    float longest;    /* out: the longest way of any point of a body that is not broken [m] */
} thud_move_batch;

#endif
