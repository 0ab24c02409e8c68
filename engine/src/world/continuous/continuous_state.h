/* continuous_state.h: the world's data for continuous collision: bullets, the bodies to sweep in this step, the results. */
#pragma once

#include "thud/world.h"

/* An impact of continuous collision in the last step. The impacts of a body are consecutive, in order of time. */
typedef struct thud_impact {
    int32_t body;   /* or THUD_NONE: it is gone */
    float share;    /* of the step at the impact, 0 to 1 */
    thud_pose pose; /* of the centre of mass */
} thud_impact;

/* Two shapes without a contact that continuous collision let pass each other by the user's callback. */
typedef struct thud_pass {
    thud_shape_id shape_a, shape_b;
} thud_pass;

/* A body whose motion in a step exceeds this share of its thickness is swept: it might sink in deeply, or
 * pass through a thin obstacle. The solver resolves smaller penetrations. With a half nothing would pass
 * either, but a ball of 0.4 m that fell from 8 m was drawn 0.11 m deep in the floor. */
#define THUD_FAST_SHARE 0.2f

/* A body that is still to be swept, and whose path up to its first impact is certainly clear of static, or of
 * kinematic, shapes, in the order of thud_move_batch.near; one that is among `deep_bodies`. */
enum { THUD_SWEPT = 1, THUD_CLEAR_OF_STATIC = 2, THUD_CLEAR_OF_KINEMATIC = 4, THUD_DEEP = 8 };

/* Bodies to sweep; each is marked in world->continuous.swept. */
typedef struct thud_sweep_list {
    int32_t *bodies; /* with room for every body */
    int32_t count;
} thud_sweep_list;

/* A body deep in a static or kinematic one; the largest speed that it, or one that touches or is jointed to it, had. */
typedef struct thud_deep_body {
    int32_t body;
    float speed;
} thud_deep_body;

typedef struct thud_continuous_state {
    /* Of this step, in its arena. */
    const int32_t *fast; /* dynamic bodies that moved by more than THUD_FAST_SHARE of their thickness */
    int32_t fast_count;
    int32_t deep_body_count;
    thud_deep_body *deep_bodies;      /* that were deep in a static or kinematic one, some twice */
    uint8_t *swept;                   /* by body slot: THUD_SWEPT and other bits, or 0 */
    struct thud_crossings *crossings; /* dynamic bodies that bullets may meet; may be null */
    /* The longest step of any point of a dynamic body that is not fast, and of a kinematic one [m]. */
    float longest_slow_step, longest_kinematic_step;

    /* Of the last step. */
    thud_impact *impacts;
    int32_t impact_count, impact_capacity;
    thud_pass *passes;
    int32_t pass_count, pass_capacity;
} thud_continuous_state;
