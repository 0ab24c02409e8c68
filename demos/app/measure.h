/*
 * measure.h: measured quantities of a world: energies, momentum, overlap, impulses, counts, times; and those of one
 * body or joint. Named, so that graphs, CSV files and conditions speak of them in one way.
 */
#pragma once

#include "thud/joint.h"

#include <stdbool.h>

typedef enum measure {
    MEASURE_KINETIC, /* of the world ... */
    MEASURE_POTENTIAL,
    MEASURE_ENERGY,
    MEASURE_MOMENTUM_X,
    MEASURE_MOMENTUM_Y,
    MEASURE_PENETRATION,
    MEASURE_PENETRATION_MEAN,
    MEASURE_IMPULSE,
    MEASURE_CONTACTS,
    MEASURE_TOUCHING,
    MEASURE_ISLANDS,
    MEASURE_AWAKE,
    MEASURE_PAIRS,
    MEASURE_STEP_TIME,
    MEASURE_WORLD_COUNT,

    MEASURE_X = MEASURE_WORLD_COUNT, /* of a body ... */
    MEASURE_Y,
    MEASURE_ANGLE,
    MEASURE_SPEED,
    MEASURE_VX,
    MEASURE_VY,
    MEASURE_SPIN,
    MEASURE_BODY_IMPULSE,
    MEASURE_FORCE, /* of a joint ... */
    MEASURE_TORQUE,
    MEASURE_JOINT_ANGLE,
    MEASURE_TRANSLATION,
    MEASURE_COUNT
} measure;

typedef struct measure_info {
    const char *name, *label, *unit; /* the name is one word */
} measure_info;

/* What a measure of a body or joint is about. */
typedef struct measure_target {
    thud_body_id body;
    thud_joint_id joint;
} measure_target;

measure_info measure_about(measure which);

/* The measure of a name; false where there is none. */
bool measure_find(const char *name, measure *which);
bool measure_is_of_world(measure which);
bool measure_is_of_body(measure which);

/* All of the world's. O(bodies + contacts) */
void measure_world(const thud_world *world, float values[MEASURE_WORLD_COUNT]);

/* One of a body or joint; 0 where it has gone. */
float measure_object(const thud_world *world, measure which, measure_target target);
