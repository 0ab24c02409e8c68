/*
 * move_batch.h: a batch of bodies for advance_kernel.c: motion as input; new poses, sleep timers, and the
 * lists of bodies that are fast, may meet an obstacle or a bullet, or are not finite, as output.
 */
#pragma once

#include "broadphase/spatial_hash.h"
#include "response/solve_input.h"
#include "thud/bounds.h"
#include "world/bodies/body_table.h"

/* Up to this number exposed bodies are tested one by one for each kinematic body; with more the hash is queried. */
enum { THUD_FEW_EXPOSED = 128 };

typedef struct thud_move_batch {
    const int32_t *slots;
    int32_t count;
    thud_pose *poses;
    thud_pose *previous; /* out: the poses before */
    const thud_displacement *displacements;
    const thud_velocity *velocities;
    thud_sleep_data *sleep_data;
    float dt;         /* [s] */
    float fast_share; /* of the thickness */
    thud_obstacle_maps obstacles;
    float obstacle_step; /* largest distance of kinematic bodies from their boxes in the map [m] */
    float exposing_step; /* longest of kinematic bodies at a point that a body near them may have; 0 if none is fast [m] */
    float exposing_turn; /* their largest rotation [rad], times 2 + THUD_FAST_SHARE */
    bool are_thick;    /* the bodies have no chains, which have no thickness, so that turns count only as far as bodies are uneven */
    thud_aabb bullets; /* a box around the paths of all bullets; thud_empty_box() without bullets */

    /* Out: slots in the order of `slots`, each list with room for `count`. */
    int32_t *fast;     /* bodies that moved by more than `fast_share` of their thickness */
    int32_t *near; /* of these: bodies that may have met an obstacle; the others have not. Four times the slot, + 1: no static one, + 2: no
                          kinematic one */
    int32_t *crossing; /* of the fast: bodies that may meet `bullets`, and bullets */
    int32_t *exposed;  /* maybe fast relative to a kinematic body near, and not fast */
    int32_t *broken;   /* bodies whose state is not finite: their pose is unchanged; in no other list */
    int32_t fast_count, near_count, crossing_count, exposed_count, broken_count;
    /* Out: the longest step of any point of a body that is not broken, and of one that is not fast either [m]. */
    float longest, longest_slow;
} thud_move_batch;
