/*
 * Random pairs of shapes that nearly touch, touch or overlap: the input of the property tests of the
 * narrowphase.
 */
#pragma once

#include "reference/random_shapes.h"
#include "thud/narrowphase.h"

typedef struct random_pair {
    thud_shape a, b;
    thud_pose pose_a, pose_b;
} random_pair;

/* Sizes from 0.2 to 2 m, b within `reach` [m] of a; every fourth pair has equal angles. */
static inline random_pair random_pair_within(test_random *random, float reach) {
    random_pair pair;
    pair.a = test_random_shape(random, test_random_float(random, 0.2f, 2.0f));
    pair.b = test_random_shape(random, test_random_float(random, 0.2f, 2.0f));
    pair.pose_a = test_random_pose(random, 1.0f);
    pair.pose_b = test_random_pose(random, 1.0f);
    float distance = test_random_float(random, 0.0f, reach);
    thud_vec2 apart = thud_vec2_scale(test_random_unit(random), distance);
    pair.pose_b.position = thud_vec2_add(pair.pose_a.position, apart);
    if (test_random_int(random, 0, 3) == 0) {
        pair.pose_b.rotation = pair.pose_a.rotation;
    }
    return pair;
}

/*
 * A motion from a pose, velocity within +-speed, spin within +-spin, about a point within +-arm of the
 * shape's origin.
 */
static inline thud_motion random_motion(test_random *random, thud_pose pose, float speed, float spin,
                                        float arm) {
    thud_motion motion;
    motion.pose = pose;
    motion.velocity = test_random_vec2(random, speed);
    motion.angular_velocity = spin > 0.0f ? test_random_float(random, -spin, spin) : 0.0f;
    motion.center = test_random_vec2(random, arm);
    return motion;
}

static inline random_pair random_close_pair(test_random *random) {
    return random_pair_within(random, 2.5f);
}
