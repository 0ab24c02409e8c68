/*
 * impact_search.h: the first impact on the path of a fast body.
 *
 * What of a shape is stopped goes by depth, see shape_parts.h: the first part that is clear of an obstacle as the sweep begins is what the obstacle stops.
 * A shape whose core would not meet an obstacle is left to the solver where that has points of the two; where it has none the shape is stopped as a whole.
 */
#ifndef THUD_SRC_WORLD_CONTINUOUS_IMPACT_SEARCH_H
#define THUD_SRC_WORLD_CONTINUOUS_IMPACT_SEARCH_H

#include "narrowphase/toi.h"
#include "world/world_state.h"

/* What the user's filter said about two shapes without a contact. */
typedef struct thud_filter_answer {
    int32_t shape, other; /* slots */
    bool accepted;
} thud_filter_answer;

/* Answers that are kept; a body meets few shapes in a step. */
enum { THUD_FILTER_ANSWERS = 8 };

/* A body and what is left of its step. */
typedef struct thud_body_path {
    int32_t body;
    thud_pose end;   /* where the solver sent it */
    bool turns_less; /* than the solver had it turn */
    int bounces;
    int32_t carrier;    /* body that it moves along with until it meets another one; else THUD_NONE */
    int32_t searched;   /* pairs of shapes, see thud_touch */
    float left;         /* of the step [s] */
    float share;        /* of the step that is over, 0 to 1 */
    float turned;       /* in that, to and fro [rad] */
    float parting; /* speed at which the last impact at least parted the surfaces [m/s]; 0 before the first */
    int32_t first_pass; /* in world->passes: those of this body */
    int32_t answer_count; /* in all; the last ones are kept */
    thud_filter_answer answers[THUD_FILTER_ANSWERS];
} thud_body_path;

typedef struct thud_touch {
    int32_t shape, other; /* shape slots; `shape` is the fast body's */
    double fraction;      /* of what is left of the step */
    int depth;            /* which part of the shape meets the obstacle, see above */
    thud_vec2 normal;     /* unit, from the shape to the obstacle */
    bool turned;          /* the normal is that of a face that hides where they touch: see ghost_impacts.h */
    int32_t searched;     /* pairs of shapes for which a time of impact was asked to find it */
    bool
        undecided; /* nothing is met up to `fraction`, where the search ended: go that far and search again */
} thud_touch;

/* Whether the solver had points of two shapes in this step: then it has resolved their contact. */
bool thud_solver_has_points(const thud_world *world, int32_t shape, int32_t other);

/* The first touch in the rest of the body's step; false when nothing stops it. The user's filter is called for shapes without a contact
 * that would stop it before all that were found so far. */
bool thud_find_touch(thud_world *world, thud_body_path *path, thud_touch *first);

/* How the shapes of a touch meet, each body's centre of mass at a pose. */
thud_manifold thud_touch_manifold(const thud_world *world, const thud_touch *touch, const thud_pose *center,
                                  const thud_pose *other_center);

/* The pose of the centre of mass of a body that is not swept, when a share of the step is over: it goes evenly from
 * its previous to its current pose. */
thud_pose thud_obstacle_pose(const thud_world *world, int32_t body, float share);

/* The pose of a body's centre of mass after a fraction of a displacement. */
thud_pose thud_pose_along(const thud_pose *from, const thud_displacement *displacement, float fraction);

#endif
