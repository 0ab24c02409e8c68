/* touch.h: a body on its sweep path, and the touches that a search finds. */
#pragma once

#include "thud/narrowphase.h"
#include "thud/world.h"

/* The result of the user's filter for two shapes without a contact. */
typedef struct thud_filter_answer {
    int32_t shape, other; /* slots */
    bool accepted;
} thud_filter_answer;

/* Number of results kept; a body meets few shapes in a step. */
enum { THUD_FILTER_ANSWERS = 8 };

/* A body and the rest of its step. */
typedef struct thud_body_path {
    int32_t body;
    thud_pose end; /* the solver's result */
    int bounces;
    bool ends_at_dynamic; /* it has met a dynamic body, which has moved: only others stop it until the next step */
    int32_t searched;   /* pairs of shapes, see thud_touch */
    float left;         /* of the step [s] */
    float share;        /* of the step that is over, 0 to 1 */
    float turned;       /* in that share, to and fro [rad] */
    float parting;      /* least speed of separation after the last impact [m/s]; 0 before the first */
    int32_t first_pass; /* in world->continuous.passes: those of this body */
    int32_t answer_count; /* in all; the last ones are kept */
    thud_filter_answer answers[THUD_FILTER_ANSWERS];
} thud_body_path;

/* The share of the step that is over after a fraction of the rest of a path. */
static inline float thud_share_after(const thud_body_path *path, float fraction) {
    return path->share + fraction * (1.0f - path->share);
}

typedef struct thud_touch {
    int32_t shape, other; /* shape slots; `shape` is the fast body's */
    double fraction;      /* of the rest of the step */
    int depth;            /* of the part of the shape that meets the obstacle, see shape_parts.h */
    thud_vec2 normal;     /* unit, from the shape to the obstacle */
    bool turned;          /* the normal is that of a face that hides the touch: see ghost_impacts.h */
    bool has_manifold;    /* `manifold` is that of the touch, which is not turned; else it has to be computed */
    int32_t searched;     /* pairs of shapes tested for a time of impact in the search */
    bool undecided; /* no touch up to `fraction`, where the search ended: move there, then search again */
    thud_manifold manifold;
} thud_touch;
